"""What a kiosk does not let through, and what it notes of the rest: touches, and a corner that is held."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect
from pygame.event import Event

from game.storage.kiosk import Corner, Kiosk, Pointer

#: Seconds that the corner is held for the operator's way out.
CORNER_SECONDS = 5.0
_CORNER = 0.12  # of the shorter side
_TOUCHES = (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP, pygame.KEYDOWN)
#: Ways out of the window, into files, and text from a keyboard: none of a visitor's business.
_SWALLOWED = (
    pygame.QUIT,
    pygame.WINDOWCLOSE,
    pygame.DROPFILE,
    pygame.DROPTEXT,
    pygame.TEXTINPUT,
    pygame.TEXTEDITING,
)
_MODIFIERS = pygame.KMOD_CTRL | pygame.KMOD_ALT | pygame.KMOD_META
_FUNCTION_KEYS = range(pygame.K_F1, pygame.K_F12 + 1)


class Guard:
    """Sees every event first, fingers and controllers already translated."""

    def __init__(self, rules: Kiosk, now: Callable[[], float], size: Callable[[], tuple[int, int]]) -> None:
        self._rules = rules
        self._now = now
        self._size = size
        self.last_touch = now()
        #: Since when the corner is held, if it is.
        self.held_since: float | None = None
        if rules.pointer is Pointer.HIDDEN:
            pygame.mouse.set_visible(False)

    @property
    def _corner(self) -> Rect:
        """The operator's corner, of a display that may have been changed for another."""
        width, height = self._size()
        side = round(min(width, height) * _CORNER)
        right = self._rules.corner in (Corner.TOP_RIGHT, Corner.BOTTOM_RIGHT)
        low = self._rules.corner in (Corner.BOTTOM_LEFT, Corner.BOTTOM_RIGHT)
        return Rect((width - side) * right, (height - side) * low, side, side)

    @property
    def held_for_long(self) -> bool:
        """True when the corner was held long enough."""
        return self.held_since is not None and self._now() >= self.held_since + CORNER_SECONDS

    def let_go(self) -> None:
        """The corner is not held any more."""
        self.held_since = None

    def swallows(self, event: Event) -> bool:
        """Note an event; True for one that must go no further."""
        if event.type in _TOUCHES or (event.type == pygame.MOUSEMOTION and (event.rel != (0, 0) or any(event.buttons))):
            self.last_touch = self._now()
        self._point(event)
        self._watch_corner(event)
        if event.type == pygame.KEYDOWN:
            return bool(event.mod & _MODIFIERS) or event.key in _FUNCTION_KEYS
        return event.type in _SWALLOWED

    def _point(self, event: Event) -> None:
        """Show the pointer to a mouse and hide it from a finger."""
        if self._rules.pointer is not Pointer.AUTO:
            return
        if event.type == pygame.MOUSEBUTTONDOWN and event.touch:
            pygame.mouse.set_visible(False)
        elif event.type == pygame.MOUSEMOTION and not event.touch:
            pygame.mouse.set_visible(True)

    def _watch_corner(self, event: Event) -> None:
        if event.type == pygame.MOUSEBUTTONDOWN and self._corner.collidepoint(event.pos):
            self.held_since = self._now()
        elif event.type == pygame.MOUSEBUTTONUP or (
            event.type == pygame.MOUSEMOTION and not self._corner.collidepoint(event.pos)
        ):
            self.held_since = None
