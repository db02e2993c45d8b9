"""The rows of the list of games, and the heads of their columns.

Boxes are laid out from left to right inside a row and mirrored at the end where reading goes the other way.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.storage.history import Result
from game.text.catalogue import Catalogue
from game.ui.controls.widgets import Align, Kit, Widget
from game.ui.look.lettering import Style
from game.ui.look.theme import Colour
from game.ui.screens.ledger import Row
from game.ui.table.hud import clock_text

ROW = 43  # reference pixels, as all numbers below
_WORD, _SCORE, _TIME, _MOVES, _GAP = 88, 52, 72, 64, 8
_BADGE, _DATE = 38, 130
#: From this width on everything stands beside each other; a row of two lines and one of numbers below them.
_WIDE, _HIGH_ROW = 560, 76

#: The word and the icon of each result; None: the game is open.
RESULTS = {
    Result.WON: ("history.won", "check"),
    Result.FINISHED: ("history.finished", "flag"),
    Result.ABANDONED: ("history.abandoned", "close"),
    None: ("history.open", "play"),
}


def result_key(row: Row) -> str:
    """The key of the word for a game's result."""
    return row.word or RESULTS[row.result][0]


class Cells(NamedTuple):
    """Where the parts of a row stand."""

    badge: Rect
    name: Rect
    date: Rect
    code: Rect
    word: Rect
    score: Rect
    time: Rect
    moves: Rect


def is_narrow(kit: Kit, width: int) -> bool:
    """True if the parts of a row do not fit beside each other."""
    return width < kit.metrics.px(_WIDE)


def row_units(kit: Kit, width: int) -> int:
    """Reference pixels of a row's height in a width in pixels."""
    return _HIGH_ROW if is_narrow(kit, width) else ROW


def cells(kit: Kit, rect: Rect) -> Cells:
    """The parts of a row, in reading direction; in a narrow row result and numbers stand below the name."""
    px, gap = kit.metrics.px, kit.metrics.gap
    inner, narrow = rect.inflate(-2 * gap(_GAP), 0), is_narrow(kit, rect.w)
    # A head is as high as one line of a row, whatever the width.
    lines = 3 if narrow and rect.h > px(ROW) else 1
    numbers = Rect(inner.x, inner.y + inner.h * (lines - 1) // lines, inner.w, inner.h // lines)
    ends, right = [], numbers.right
    for units in (_MOVES, _TIME, _SCORE, _WORD):
        right -= px(units)
        ends.append(Rect(right, numbers.y, px(units), numbers.h))
    moves, time, score, word = ends
    badge = Rect(inner.x, inner.y, px(_BADGE), inner.h)
    half = inner.h // 2
    name = Rect(badge.right, inner.y + px(2), word.x - gap(_GAP) - badge.right, half)
    date = Rect(badge.right, name.bottom - px(5), px(_DATE), half)
    if narrow:
        word = Rect(inner.x, word.y, score.x - inner.x, word.h)
        badge = Rect(badge.x, badge.y, badge.w, inner.h - numbers.h)
        name = Rect(badge.right, inner.y + px(2), inner.right - badge.right, badge.h // 2)
        date = Rect(badge.right, name.bottom, px(_DATE), name.h)
    code = Rect(date.right, date.y, name.right - date.right, date.h)
    found = Cells(badge, name, date, code, word, score, time, moves)
    if kit.right_to_left:
        for cell in found:
            cell.x = rect.x + rect.right - cell.right
    return found


class Heads(Widget):
    """The names of the columns of numbers."""

    def __init__(self, kit: Kit, rect: Rect, text: Catalogue) -> None:
        super().__init__(kit, rect)
        self._text = text

    def paint(self, target: Surface, alpha: float) -> None:
        """Write them above their columns."""
        colour, at = self.kit.theme.quiet, cells(self.kit, self.rect)
        heads = (("history.result", at.word), ("hud.score", at.score), ("hud.time", at.time), ("hud.moves", at.moves))
        for key, box in heads:
            style = self.kit.fitting(self._text(key), self.kit.metrics.small, box.w)
            align = Align.START if box is at.word else Align.END
            self.kit.write(target, self._text(key), style, colour, box, align)


class GameRow(Widget):
    """One game of the list; choosing it by key says so, for then the keys should go on with it."""

    focusable = True

    def __init__(self, kit: Kit, rect: Rect, text: Catalogue, on_choose: Callable[[GameRow, bool], None]) -> None:
        super().__init__(kit, rect)
        self._text = text
        self._on_choose = on_choose
        self.row: Row | None = None
        self.chosen = False

    def show(self, row: Row | None) -> None:
        """Show a game, or nothing."""
        self.row = row
        self.enabled = row is not None
        self.chosen = False
        if row is None:
            self.hovered = self.pressed = self.focused = False

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Choose the game."""
        self._on_choose(self, at is None)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the ground that tells its state, the badge, and the texts."""
        if self.row is None:
            return
        kit, theme, px = self.kit, self.kit.theme, self.kit.metrics.px
        ground = self.rect.inflate(0, -px(2))
        fill = self._fill()
        if fill is not None:
            pygame.draw.rect(target, fill, ground, border_radius=px(8))
        if self.chosen:
            pygame.draw.rect(target, theme.accent, ground, max(1, px(2)), border_radius=px(8))
        self.paint_focus(target, px(8))
        at = cells(kit, self.rect)
        self._paint_badge(target, at.badge)
        ended, small = self.row.ended, Style(kit.metrics.small)
        digits, bold = small._replace(fixed_digits=True), small._replace(bold=True)
        date = ended or self._text("history.practice" if self.row.practice else "history.unfinished")
        self._write(target, self._text(f"variant.{self.row.variant}"), bold, theme.text, at.name)
        self._write(target, date, digits if ended else small, theme.quiet, at.date)
        self._write(target, self.row.code, small, theme.quiet, at.code)
        self._write(target, self._text(result_key(self.row)), small, theme.text, at.word)
        numbers = bold._replace(fixed_digits=True)
        self._write(target, str(self.row.score), numbers, theme.text, at.score, Align.END)
        self._write(target, clock_text(self.row.elapsed), digits, theme.text, at.time, Align.END)
        self._write(target, str(self.row.moves), digits, theme.text, at.moves, Align.END)

    def _write(
        self, target: Surface, text: str, style: Style, colour: Colour, box: Rect, align: Align = Align.START
    ) -> None:
        self.kit.write(target, text, self.kit.lettering.fitting(text, style, box.w), colour, box, align)

    def _fill(self) -> Colour | None:
        theme = self.kit.theme
        if self.pressed:
            return theme.control_press
        if self.hovered:
            return theme.control_hover
        return theme.control if self.chosen else None

    def _paint_badge(self, target: Surface, box: Rect) -> None:
        """A disc for what is won, a ring for all else, with the result's icon."""
        assert self.row is not None
        theme, px = self.kit.theme, self.kit.metrics.px
        icon = RESULTS[self.row.result][1]
        radius, size = px(12), px(14)
        x = box.right - radius - px(1) if self.kit.right_to_left else box.x + radius + px(1)
        ink = theme.quiet
        if self.row.result is Result.WON:
            pygame.draw.aacircle(target, theme.accent, (x, box.centery), radius)
            ink = theme.on_accent
        else:
            ink = theme.accent if self.row.result is None else theme.quiet
            pygame.draw.aacircle(target, ink, (x, box.centery), radius, max(1, px(1.5)))
        target.blit(self.kit.icons(icon, size, ink), (x - size // 2, box.centery - size // 2))
