"""The bar that says how much of a scrolled panel is seen, and where."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Kit


class ScrollBar:
    """A thin bar along an edge of a panel."""

    z: tuple[int, ...] = (21,)
    lively = False

    def __init__(self, kit: Kit, view: Rect, whole: int) -> None:
        px = kit.metrics.gap
        self._theme = kit.theme
        self._whole = whole
        self._seen = view.h
        self._scrolled = 0
        self._track = Rect(view.right - px(12), view.y + px(8), px(6), view.h - px(16))
        if kit.right_to_left:
            self._track.x = view.x + px(6)

    def show(self, scrolled: int) -> None:
        """Show another place: pixels scrolled from the top."""
        self._scrolled = scrolled

    def bounds(self, alpha: float) -> Rect:
        """The whole track."""
        return self._track

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint track and thumb."""
        radius = self._track.w // 2
        pygame.draw.rect(target, self._theme.field, self._track, border_radius=radius)
        height = max(self._track.w * 3, self._track.h * self._seen // self._whole)
        room = self._track.h - height
        y = self._track.y + room * self._scrolled // max(1, self._whole - self._seen)
        pygame.draw.rect(target, self._theme.quiet, Rect(self._track.x, y, self._track.w, height), border_radius=radius)
