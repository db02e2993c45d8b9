"""What a hint marks: where something is taken from, and where it is put. Told apart by their signs, not by colour."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Kit

_MARK = 9  # above the cards in the air and above the bar's controls' ground


class HintMark:
    """A double frame with a sign on its upper edge: ``take`` or ``put``, the icons of those names."""

    lively = False

    def __init__(self, kit: Kit, around: Rect, sign: str, radius: int) -> None:
        self._kit = kit
        self.sign = sign
        self.around = around
        self.z: tuple[int, ...] = (_MARK, 1 if sign == "put" else 0)
        self._width = max(3, kit.metrics.px(4))
        self._frame = around.inflate(2 * self._width, 2 * self._width)
        self._radius = radius + self._width
        size = max(22, kit.metrics.px(30))
        self._disc = Rect(0, 0, size, size)
        # On something low the middle of the edge is where its own icon stands.
        self._disc.center = self._frame.midtop if around.h > 3 * size else self._frame.topright
        self._disc.right = min(self._disc.right, kit.metrics.size[0])
        self._disc.y = max(0, self._disc.y)

    def bounds(self, alpha: float) -> Rect:
        """Frame and sign."""
        return self._frame.union(self._disc)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the frame in dark and light, so that it shows on every card and table, and the sign."""
        theme = self._kit.theme
        pygame.draw.rect(target, theme.panel, self._frame, self._width, border_radius=self._radius)
        inner = self._frame.inflate(-self._width, -self._width)
        pygame.draw.rect(target, theme.accent, inner, self._width, border_radius=self._radius - self._width // 2)
        pygame.draw.ellipse(target, theme.accent, self._disc)
        pygame.draw.ellipse(target, theme.panel, self._disc, max(1, self._width // 2))
        size = self._disc.w * 2 // 3
        icon = self._kit.icons(self.sign, size, theme.on_accent)
        target.blit(icon, icon.get_rect(center=self._disc.center))
