"""What the controls of a panel stand on, and what covers those that are scrolled out of it."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Kit

_PANEL, _LID = 2, 20
#: Where buttons stand that do not scroll with the others.
FOOT = (_LID + 2,)


class Ground:
    """The panel that the controls stand on."""

    z: tuple[int, ...] = (_PANEL,)
    lively = False

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self.rect = rect

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self.rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint it."""
        px = self._kit.metrics.px
        pygame.draw.rect(target, self._kit.theme.panel, self.rect, border_radius=px(18))
        pygame.draw.rect(target, self._kit.theme.panel_edge, self.rect, max(1, px(1.5)), border_radius=px(18))


class Lid:
    """Covers what a scrolled column shows beyond its panel, with what would be seen there without it."""

    z: tuple[int, ...] = (_LID,)
    lively = False

    def __init__(self, plate: Surface, view: Rect) -> None:
        self._plate = plate
        width, height = plate.get_size()
        self._covers = [Rect(0, 0, width, view.y), Rect(0, view.bottom, width, height - view.bottom)]

    def bounds(self, alpha: float) -> Rect:
        """The whole window."""
        return self._plate.get_rect()

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the two strips above and below."""
        for cover in self._covers:
            target.blit(self._plate, cover, cover)
