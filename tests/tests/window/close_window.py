#!/usr/bin/env python3
"""Asks a window to close, as the button in its frame does: WINDOW is its number. There is no frame without a desktop."""
import ctypes
import sys


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        # Xlib copies an event of any kind, the largest of which has 24 words.
        ("rest", ctypes.c_long * 24),
    ]


CLIENT_MESSAGE = 33
x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XInternAtom.restype = ctypes.c_ulong
x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
x11.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
x11.XCloseDisplay.argtypes = [ctypes.c_void_p]

display = x11.XOpenDisplay(None)
window = int(sys.argv[1])
delete = x11.XInternAtom(display, b"WM_DELETE_WINDOW", 0)
protocols = x11.XInternAtom(display, b"WM_PROTOCOLS", 0)
message = ClientMessage(CLIENT_MESSAGE, 0, 1, display, window, protocols, 32, (ctypes.c_long * 5)(delete, 0))
sent = x11.XSendEvent(display, window, 0, 0, ctypes.byref(message))
x11.XCloseDisplay(display)
sys.exit(0 if sent else 1)
