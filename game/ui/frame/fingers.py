"""Fingers on a touch screen become the pointer events that every scene understands, marked with ``touch``.

SDL sends a mouse's echo of a touch beside the finger's own events, in the same call. The finger's are used, for they
say which finger it is, and the echo is dropped; only where fingers never come does the echo stand for them. Touch pads
are no fingers: SDL keeps theirs to itself.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame.event import Event

_FINGER = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)
_MOUSE = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
#: Where no control is: a release there means nothing.
_NOWHERE = (-1, -1)

Finger = tuple[int, int]
Point = tuple[int, int]


class Fingers:
    """At most one finger acts, and nothing else points while it does. ``size`` is the window's, in pixels."""

    def __init__(self, size: Callable[[], tuple[int, int]]) -> None:
        self._size = size
        self._acting: Finger | None = None
        self._at: Point = _NOWHERE
        self._buttons: set[int] = set()
        #: Buttons that went down unheard: their going up is not heard either.
        self._unheard: set[int] = set()
        self._come = False

    def translated(self, events: list[Event]) -> list[Event]:
        """The same events with pointer events in place of a finger's."""
        self._come = self._come or any(event.type in _FINGER for event in events)
        return [found for event in events for found in self._translated(event)]

    def _translated(self, event: Event) -> list[Event]:
        if event.type in _FINGER:
            return self._finger(event)
        if event.type in _MOUSE:
            return self._mouse(event)
        if event.type == pygame.WINDOWFOCUSLOST:
            return [event, *self._lose()]
        return [event]

    def _mouse(self, event: Event) -> list[Event]:
        """A mouse is heard unless it is a finger's echo, or a finger acts."""
        if event.touch and self._come:
            return []
        if event.type == pygame.MOUSEBUTTONDOWN:
            (self._buttons if self._acting is None else self._unheard).add(event.button)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._buttons.discard(event.button)
            if event.button in self._unheard:
                self._unheard.discard(event.button)
                return []
        return [event] if self._acting is None else []

    def _finger(self, event: Event) -> list[Event]:
        finger = (event.touch_id, event.finger_id)
        if event.type == pygame.FINGERDOWN:
            if self._buttons or self._acting not in (None, finger):
                return []
            self._acting, self._at = finger, self._point(event)
            return [Event(pygame.MOUSEBUTTONDOWN, pos=self._at, button=1, touch=True)]
        if finger != self._acting:
            return []
        before, self._at = self._at, self._point(event)
        if event.type == pygame.FINGERMOTION:
            rel = (self._at[0] - before[0], self._at[1] - before[1])
            return [Event(pygame.MOUSEMOTION, pos=self._at, rel=rel, buttons=(1, 0, 0), touch=True)]
        self._acting = None
        return [Event(pygame.MOUSEBUTTONUP, pos=self._at, button=1, touch=True)]

    def _point(self, event: Event) -> Point:
        """The pixel under a finger, which tells its place in shares of the window."""
        width, height = self._size()
        return (
            max(0, min(width - 1, int(event.x * width))),
            max(0, min(height - 1, int(event.y * height))),
        )

    def _lose(self) -> list[Event]:
        """The window is left: a finger or button that was down may never be told to go up."""
        self._buttons.clear()
        if self._acting is None:
            return []
        self._acting = None
        return [Event(pygame.MOUSEBUTTONUP, pos=_NOWHERE, button=1, touch=True)]
