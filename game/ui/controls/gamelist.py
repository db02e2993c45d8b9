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


def cells(kit: Kit, rect: Rect) -> Cells:
    """The parts of a row, in reading direction."""
    px = kit.metrics.px
    inner = rect.inflate(-px(2 * _GAP), 0)
    ends, right = [], inner.right
    for units in (_MOVES, _TIME, _SCORE, _WORD):
        right -= px(units)
        ends.append(Rect(right, inner.y, px(units), inner.h))
    moves, time, score, word = ends
    badge = Rect(inner.x, inner.y, px(_BADGE), inner.h)
    half = inner.h // 2
    name = Rect(badge.right, inner.y + px(2), word.x - px(_GAP) - badge.right, half)
    date = Rect(badge.right, name.bottom - px(5), px(_DATE), half)
    code = Rect(date.right, date.y, name.right - date.right, half)
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
        style, colour = Style(self.kit.metrics.small), self.kit.theme.quiet
        at = cells(self.kit, self.rect)
        self.kit.write(target, self._text("history.result"), style, colour, at.word)
        for key, box in (("hud.score", at.score), ("hud.time", at.time), ("hud.moves", at.moves)):
            self.kit.write(target, self._text(key), style, colour, box, Align.END)


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
        small = Style(kit.metrics.small)
        digits = Style(kit.metrics.small, fixed_digits=True)
        kit.write(target, self._text(f"variant.{self.row.variant}"), Style(small.size, bold=True), theme.text, at.name)
        date = self.row.ended or self._text("history.practice" if self.row.practice else "history.unfinished")
        style = digits if self.row.ended else small
        kit.write(target, date, style, theme.quiet, at.date)
        kit.write(target, self.row.code, small, theme.quiet, at.code)
        kit.write(target, self._text(result_key(self.row)), small, theme.text, at.word)
        numbers = Style(small.size, bold=True, fixed_digits=True)
        kit.write(target, str(self.row.score), numbers, theme.text, at.score, Align.END)
        kit.write(target, clock_text(self.row.elapsed), digits, theme.text, at.time, Align.END)
        kit.write(target, str(self.row.moves), digits, theme.text, at.moves, Align.END)

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
