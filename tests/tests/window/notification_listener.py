#!/usr/bin/env python3
"""What a desktop does with notifications, in small: takes them on the session's bus and writes each into FILE as a line."""
import sys

from gi.repository import Gio, GLib

XML = """<node><interface name="org.freedesktop.Notifications">
<method name="Notify"><arg type="s" direction="in"/><arg type="u" direction="in"/><arg type="s" direction="in"/>
<arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="as" direction="in"/>
<arg type="a{sv}" direction="in"/><arg type="i" direction="in"/><arg type="u" direction="out"/></method>
<method name="GetCapabilities"><arg type="as" direction="out"/></method>
<method name="GetServerInformation"><arg type="s" direction="out"/><arg type="s" direction="out"/>
<arg type="s" direction="out"/><arg type="s" direction="out"/></method>
</interface></node>"""


def answer(_bus, _sender, _path, _interface, method, given, invocation):
    if method == "Notify":
        with open(sys.argv[1], "a", encoding="utf-8") as file:
            file.write(f"{given[3]}: {given[4]}\n")
        invocation.return_value(GLib.Variant("(u)", (1,)))
    elif method == "GetCapabilities":
        invocation.return_value(GLib.Variant("(as)", (["body"],)))
    else:
        invocation.return_value(GLib.Variant("(ssss)", ("listener", "tests", "1", "1.2")))


def on_bus(bus, _name):
    interface = Gio.DBusNodeInfo.new_for_xml(XML).interfaces[0]
    bus.register_object("/org/freedesktop/Notifications", interface, answer, None, None)


loop = GLib.MainLoop()
Gio.bus_own_name(
    Gio.BusType.SESSION,
    "org.freedesktop.Notifications",
    Gio.BusNameOwnerFlags.NONE,
    on_bus,
    lambda *_: print("ready", flush=True),
    lambda *_: loop.quit(),
)
loop.run()
