"""Game controllers become the keys that every scene understands: no scene knows that there are any.

SDL knows the controllers and gives their buttons the names of one. They are looked for only when ``open`` is called,
which takes longer than a frame may, and from then on whenever one is plugged in.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol

import pygame
from pygame.event import Event

#: Seconds until a held direction repeats, and between two repeats.
REPEAT_AFTER, REPEAT_EVERY = 0.4, 0.11
#: A stick points somewhere from the first share of its way on, and does until it is back at the second.
_POINTS, _RESTS = 0.6, 0.4
_STICK_MOST = 32767
_AXES = (pygame.CONTROLLER_AXIS_LEFTX, pygame.CONTROLLER_AXIS_LEFTY)


class Key(NamedTuple):
    """A key, and what is held with it."""

    key: int
    mod: int = 0


_LEFT, _RIGHT, _UP, _DOWN = (Key(key) for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN))
_KEYS = {
    pygame.CONTROLLER_BUTTON_DPAD_LEFT: _LEFT,
    pygame.CONTROLLER_BUTTON_DPAD_RIGHT: _RIGHT,
    pygame.CONTROLLER_BUTTON_DPAD_UP: _UP,
    pygame.CONTROLLER_BUTTON_DPAD_DOWN: _DOWN,
    pygame.CONTROLLER_BUTTON_A: Key(pygame.K_RETURN),
    pygame.CONTROLLER_BUTTON_B: Key(pygame.K_ESCAPE),
    pygame.CONTROLLER_BUTTON_X: Key(pygame.K_SPACE),
    pygame.CONTROLLER_BUTTON_Y: Key(pygame.K_z),
    pygame.CONTROLLER_BUTTON_LEFTSHOULDER: Key(pygame.K_TAB, pygame.KMOD_LSHIFT),
    pygame.CONTROLLER_BUTTON_RIGHTSHOULDER: Key(pygame.K_TAB),
    pygame.CONTROLLER_BUTTON_START: Key(pygame.K_ESCAPE),
    pygame.CONTROLLER_BUTTON_BACK: Key(pygame.K_F1),
    pygame.CONTROLLER_BUTTON_LEFTSTICK: Key(pygame.K_p),
    pygame.CONTROLLER_BUTTON_RIGHTSTICK: Key(pygame.K_p),
}
_DIRECTIONS = (_LEFT, _RIGHT, _UP, _DOWN)


class Device(Protocol):
    """An open controller."""

    def quit(self) -> None:
        """Close it."""
        ...


#: Opens the controller of an index and returns it with the number that its events carry; None if it cannot be had.
Opener = Callable[[int], tuple[int, Device] | None]


def open_device(index: int) -> tuple[int, Device] | None:
    """Open a controller of SDL's. One that is unplugged in this moment is none."""
    from pygame._sdl2 import controller  # noqa: PLC0415 - it is only loaded once there is time for it

    try:
        device = controller.Controller(index)
        return device.as_joystick().get_instance_id(), device
    except pygame.error:
        return None


class Controllers:
    """All controllers that are plugged in. ``now`` is the loop's clock."""

    def __init__(self, now: Callable[[], float], opener: Opener = open_device) -> None:
        self._now = now
        self._opener = opener
        self._devices: dict[int, Device] = {}
        self._held: list[Key] = []
        #: Where each stick points, by its controller.
        self._pointing: dict[int, Key] = {}
        self._axes: dict[tuple[int, int], float] = {}
        self._repeat_at = 0.0
        self._attended = True

    @staticmethod
    def open() -> None:
        """Look for controllers from now on; a machine that knows none is no fault."""
        from pygame._sdl2 import controller  # noqa: PLC0415 - it is only loaded once there is time for it

        try:
            controller.init()
        except pygame.error:
            return

    def close(self) -> None:
        """Let go of all."""
        for device in self._devices.values():
            device.quit()
        self._devices.clear()

    @property
    def connected(self) -> bool:
        """True while one is plugged in."""
        return bool(self._devices)

    @property
    def _direction(self) -> Key | None:
        """The direction that is held: of several, the last."""
        return next((key for key in reversed(self._held) if key in _DIRECTIONS), None)

    def wait(self) -> float | None:
        """Seconds until a held direction repeats; None if none is held."""
        return None if self._direction is None else max(0.0, self._repeat_at - self._now())

    def translated(self, events: list[Event]) -> list[Event]:
        """The same events with key events in place of the controllers', and the repeats that are due."""
        found = [key for event in events for key in self._translated(event)]
        held = self._direction
        if held is not None and self._now() >= self._repeat_at:
            self._repeat_at = self._now() + REPEAT_EVERY
            found.append(_event(pygame.KEYDOWN, held))
        return found

    def _translated(self, event: Event) -> list[Event]:
        if event.type in (pygame.CONTROLLERBUTTONDOWN, pygame.CONTROLLERBUTTONUP):
            key = _KEYS.get(event.button)
            if key is None or not self._attended:
                return []
            return self._press(key) if event.type == pygame.CONTROLLERBUTTONDOWN else self._release(key)
        if event.type == pygame.CONTROLLERAXISMOTION:
            return self._move(event) if event.axis in _AXES and self._attended else []
        if event.type == pygame.CONTROLLERDEVICEADDED:
            return self._add(event.device_index)
        if event.type == pygame.CONTROLLERDEVICEREMOVED:
            return self._remove(event.instance_id)
        if event.type in (pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED):
            self._attended = event.type == pygame.WINDOWFOCUSGAINED
            return [event, *self._release_all()]
        return [event]

    def _add(self, index: int) -> list[Event]:
        opened = self._opener(index)
        if opened is not None:
            self._devices[opened[0]] = opened[1]
        return []

    def _remove(self, instance: int) -> list[Event]:
        """One was unplugged: nothing is held any more."""
        device = self._devices.pop(instance, None)
        if device is not None:
            device.quit()
        return self._release_all()

    def _press(self, key: Key) -> list[Event]:
        self._held.append(key)
        if key in _DIRECTIONS:
            self._repeat_at = self._now() + REPEAT_AFTER
        return [_event(pygame.KEYDOWN, key)]

    def _release(self, key: Key) -> list[Event]:
        if key not in self._held:
            return []  # it was pressed while another window had the keys
        self._held.remove(key)
        return [_event(pygame.KEYUP, key)]

    def _release_all(self) -> list[Event]:
        held, self._held = self._held, []
        self._pointing.clear()
        self._axes.clear()
        return [_event(pygame.KEYUP, key) for key in held]

    def _move(self, event: Event) -> list[Event]:
        """A stick moved: only where it points to matters, and that only when it changes."""
        self._axes[event.instance_id, event.axis] = event.value / _STICK_MOST
        x, y = (self._axes.get((event.instance_id, axis), 0.0) for axis in _AXES)
        before = self._pointing.get(event.instance_id)
        after = _pointed(x, y, before)
        if after == before:
            return []
        found = [] if before is None else self._release(before)
        self._pointing.pop(event.instance_id, None)
        if after is not None:
            self._pointing[event.instance_id] = after
            found += self._press(after)
        return found


def _pointed(x: float, y: float, before: Key | None) -> Key | None:
    """The direction of a stick (-1 to 1, right and down); the one before holds until the stick is nearly back."""
    reach = {_LEFT: -x, _RIGHT: x, _UP: -y, _DOWN: y}
    farthest = max(reach, key=lambda key: reach[key])
    if reach[farthest] >= _POINTS:
        return before if before is not None and reach[before] >= _POINTS else farthest
    return before if before is not None and reach[before] > _RESTS else None


def _event(kind: int, key: Key) -> Event:
    return Event(kind, key=key.key, mod=key.mod, unicode="", scancode=0)
