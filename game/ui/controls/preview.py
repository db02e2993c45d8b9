"""How the table and the cards will look: a few cards and a back on the chosen table."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Kit, Widget
from game.ui.frame.context import Context
from game.ui.look.tabletop import patch


class Preview(Widget):
    """A strip of table with cards on it, overlapping as in a column laid on its side."""

    def __init__(self, kit: Kit, rect: Rect, context: Context, cards: list[int]) -> None:
        super().__init__(kit, rect)
        self._table = patch(rect.size, kit.theme)
        height = rect.h - kit.metrics.gap(20)
        art = context.art(round(height / 1.4), context.card_style)
        pictures = [art.back(), *(art.face(card) for card in cards)]
        gap = kit.metrics.gap(14)
        left = (rect.w - len(pictures) * art.width - (len(pictures) - 1) * gap) // 2
        shadow, margin = art.shadow(max(2, art.width // 24))
        for index, picture in enumerate(pictures):
            place = len(pictures) - 1 - index if kit.right_to_left else index
            at = (left + place * (art.width + gap), (rect.h - art.height) // 2)
            self._table.blit(shadow, (at[0] - margin, at[1] - margin + margin // 4))
            self._table.blit(picture, at)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint it with an edge."""
        target.blit(self._table, self.rect)
        pygame.draw.rect(target, self.kit.theme.panel_edge, self.rect, max(1, self.kit.metrics.px(1.5)))
