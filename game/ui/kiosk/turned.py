"""A picture that stands turned on its display: for a totem whose display the system does not turn itself."""

from __future__ import annotations

from typing import Any

import pygame
from pygame import Rect, Surface
from pygame.event import Event

_POINTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
_FINGERS = (pygame.FINGERDOWN, pygame.FINGERMOTION, pygame.FINGERUP)


class TurnedScreen:
    """What the program paints on, ``degrees`` clockwise on the display; not turned, it is the display itself."""

    def __init__(self, degrees: int) -> None:
        self._degrees = degrees
        self._canvas: Surface | None = None

    @property
    def size(self) -> tuple[int, int]:
        """Pixels, as the program sees them."""
        return self._seen(self._display.get_size())

    @property
    def _display(self) -> Surface:
        display = pygame.display.get_surface()
        assert display is not None
        return display

    def _seen(self, size: tuple[int, int]) -> tuple[int, int]:
        return size if self._degrees in (0, 180) else (size[1], size[0])

    def surface(self) -> Surface:
        """What to paint on."""
        if not self._degrees:
            return self._display
        if self._canvas is None or self._canvas.get_size() != self.size:
            self._canvas = Surface(self.size).convert()
        return self._canvas

    def show(self, dirty: list[Rect]) -> None:
        """Have what was painted seen."""
        if self._degrees and self._canvas is not None:
            dirty = [self._turn(self._canvas, rect) for rect in dirty]
        pygame.display.update(dirty)

    def _turn(self, canvas: Surface, rect: Rect) -> Rect:
        """Copy a part of the canvas to where it belongs on the display; returns where."""
        rect = rect.clip(canvas.get_rect())
        width, height = canvas.get_size()
        x, y = {90: (height - rect.bottom, rect.x), 180: (width - rect.right, height - rect.bottom)}.get(
            self._degrees, (rect.y, width - rect.right)
        )
        return self._display.blit(pygame.transform.rotate(canvas.subsurface(rect), -self._degrees), (x, y))

    def turned(self, event: Event) -> Event:
        """An event of the display as the program must see it."""
        if not self._degrees:
            return event
        values: dict[str, Any] = {}
        if event.type in _POINTS:
            wide, high = self._display.get_size()
            values["pos"] = self._point(event.pos, (wide - 1, high - 1))
            if event.type == pygame.MOUSEMOTION:
                values["rel"] = self._point(event.rel, (0, 0))
        elif event.type in _FINGERS:
            values["x"], values["y"] = self._point((event.x, event.y), (1.0, 1.0))
            values["dx"], values["dy"] = self._point((event.dx, event.dy), (0.0, 0.0))
        elif event.type == pygame.VIDEORESIZE:
            values["w"], values["h"] = values["size"] = self._seen((event.w, event.h))
        return Event(event.type, {**event.dict, **values}) if values else event

    def _point(self, point: tuple[Any, Any], far: tuple[Any, Any]) -> tuple[Any, Any]:
        """A point of the display in the picture; ``far`` is the display's far corner (0 for a difference)."""
        x, y = point
        return {90: (y, far[0] - x), 180: (far[0] - x, far[1] - y)}.get(self._degrees, (far[1] - y, x))
