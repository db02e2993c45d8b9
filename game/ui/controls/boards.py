"""The choice between the two directions of the board, each as a small picture of the table."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.engine.deals import parse_code
from game.engine.record import Deal
from game.engine.state import deal
from game.engine.view import view
from game.ui.controls.fields import Choice
from game.ui.controls.tiles import table_picture
from game.ui.controls.widgets import Align, Kit
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.look.tabletop import patch

#: A deal whose open cards show all four suits.
_SHOWN = "KL1-1-AAAAAAD"
_GAP = 14  # reference pixels between the pictures


class BoardChoice(Choice):
    """Left to right, or right to left: two little tables above their words."""

    def __init__(
        self,
        kit: Kit,
        rect: Rect,
        context: Context,
        words: list[str],
        chosen: int,
        on_change: Callable[[int], None],
    ) -> None:
        super().__init__(kit, rect, words, chosen, on_change)
        self._style = Style(kit.metrics.small)
        dealt = Deal.from_code(parse_code(_SHOWN))
        shown = view(dealt.spec, dealt.pack, deal(dealt.spec, dealt.pack))
        self._pictures = []
        for mirrored in (False, True):
            size = self._picture_rect(self._cells()[0]).size
            table = patch(size, kit.theme)
            table.blit(table_picture(dealt.spec, shown, context, size, mirrored), (0, 0))
            self._pictures.append(table)

    def _cells(self) -> list[Rect]:
        gap = self.kit.metrics.px(_GAP) // 2
        cells = super()._cells()
        return [cell.inflate(-2 * gap, 0) for cell in cells]

    @property
    def _line(self) -> int:
        return self.kit.lettering.line_height(self._style)

    def _picture_rect(self, cell: Rect) -> Rect:
        """The table's place above its word."""
        edge = self.kit.metrics.px(5)
        return Rect(cell.x + edge, cell.y + edge, cell.w - 2 * edge, cell.h - self._line - 2 * edge)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint both tables; the chosen one is framed and its word stands on the accent."""
        theme, px = self.kit.theme, self.kit.metrics.px
        self.paint_focus(target, px(10))
        for index, cell in enumerate(self._cells()):
            chosen = index == self.chosen
            fill = theme.accent if chosen else theme.control_hover if self.hovered else theme.field
            pygame.draw.rect(target, fill, cell, border_radius=px(10))
            target.blit(self._pictures[index], self._picture_rect(cell))
            word = Rect(cell.x, cell.bottom - self._line - px(3), cell.w, self._line)
            style = self.kit.fitting(self.words[index], self._style.size, word.w - px(12))
            ink = theme.on_accent if chosen else theme.text
            self.kit.write(target, self.words[index], Style(style.size, bold=chosen), ink, word, Align.CENTRE)
