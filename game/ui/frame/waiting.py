"""Sleep until something comes: SDL's own wait, which costs nothing, where there is one.

pygame's ``event.wait`` looks for events a thousand times a second, which is more than 1 % of a core. SDL can be told to
sleep by the window system instead, but pygame does not hand that on, so it is called in the library that pygame has
loaded. Where that cannot be had, short naps between looks have to do.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import cache

import pygame
import pygame.base

#: Where SDL's wait sleeps; under other drivers it looks for events a thousand times a second too.
_SLEEPING_DRIVERS = ("x11", "wayland", "windows", "cocoa")
#: A signal's handler runs when the wait returns, so it is not left alone for longer than this, in seconds.
_LONGEST = 0.5
#: How long to nap between two looks at the events, by the seconds since the last one.
_NAPS = ((0.5, 0.002), (5.0, 0.008), (float("inf"), 0.025))

#: Sleeps at most so many milliseconds; returns early when an event waits, and leaves it there.
Wait = Callable[[int], None]


def wait_for_event(seconds: float | None, quiet: float) -> None:
    """Sleep at most ``seconds`` (None: some time) or until an event may wait. ``quiet``: seconds since the last one."""
    most = _LONGEST if seconds is None else min(seconds, _LONGEST)
    sleep = _sdl_wait() if pygame.display.get_driver() in _SLEEPING_DRIVERS and not _joysticks() else None
    if sleep is not None and most >= 0.001:
        sleep(int(most * 1000))
    else:
        time.sleep(min(most, next(nap for until, nap in _NAPS if quiet < until)))


def _joysticks() -> bool:
    """True while a joystick of any kind is plugged in: SDL's wait then looks for what it does every millisecond."""
    controller = sys.modules.get("pygame._sdl2.controller")  # it is only loaded when they are looked for
    return controller is not None and controller.get_init() and controller.get_count() > 0


@cache
def _sdl_wait() -> Wait | None:
    """``SDL_WaitEventTimeout`` of the library that pygame has loaded, or None."""
    import ctypes  # noqa: PLC0415 - not before the first picture is seen

    # A module's own handle finds what the libraries that it is linked with hold; on Windows each is asked by its name.
    name = "SDL2.dll" if sys.platform == "win32" else pygame.base.__file__
    try:
        call = ctypes.CDLL(name).SDL_WaitEventTimeout
    except (OSError, AttributeError):
        return None
    call.argtypes = (ctypes.c_void_p, ctypes.c_int)
    return lambda milliseconds: call(None, milliseconds)
