#!/usr/bin/env python3
"""A small window from which a hand drags files: X Y FILE... . Nothing of the program is in it."""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402

x, y, files = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
uris = [GLib.filename_to_uri(file, None) for file in files]
window = Gtk.Window(title="drag source")
window.set_default_size(120, 80)
window.set_decorated(False)
grip = Gtk.EventBox()
grip.add(Gtk.Label(label="DRAG ME"))
window.add(grip)
grip.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
grip.drag_source_add_uri_targets()
grip.connect("drag-data-get", lambda _w, _c, selection, _i, _t: selection.set_uris(uris))
grip.connect("drag-end", lambda *_: GLib.timeout_add(300, Gtk.main_quit))
window.connect("destroy", Gtk.main_quit)
window.show_all()
window.move(x, y)
window.set_keep_above(True)
GLib.timeout_add_seconds(60, Gtk.main_quit)
print("ready", flush=True)
Gtk.main()
