"""The bars of a table, as pure functions: how large they are, and the cells in which their controls stand.

A bar is beside the cards or there is one above and one below them. Where texts are large for the window, numbers
stand beside their names, buttons in two columns or rows, and what is remarked in the upper bar's second row.
Cells are those of the left-to-right picture, turned over with the board.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from pygame import Rect

from game.ui.look.theme import Metrics

if TYPE_CHECKING:
    from game.ui.table.layout import TableLayout

#: All lengths are in the units of ``Metrics.px`` unless they say otherwise.
_SIDE, _SIDE_CLOSE = 136, 152
_TOP, _ACTIONS = 44, 56
_UPRIGHT_BARS = 1.4
#: The least width of a number with its name, and of a code, in one row.
_NUMBER = 155
_RIM, _GAP, _FIRST = 8, 6, 14
_COUNTER, _COUNTER_STEP, _COUNTER_CLOSE = 58, 66, 30
_CODE_GAP, _CODE, _CODE_CLOSE = 5, 44, 26
_REMARK, _REMARK_CLOSE = 72, 66
_LIGHT = 32
_BUTTON, _LEAST_BUTTON, _BUTTON_WIDTH = 62, 54, 150
_ROW = 38
#: How much of the bottom bar a remark takes.
_REMARK_SHARE = 0.28
_SHARES = (0.22, 0.22, 0.22, 0.34)


class Bars(NamedTuple):
    """The counters' rectangle, the buttons' one, and what is left for the cards."""

    hud: Rect
    actions: Rect
    table: Rect


class Content(NamedTuple):
    """What stands in the bars: numbers beside a code, a remark, a light, buttons."""

    counters: int = 3
    remark: bool = True
    light: bool = False
    buttons: int = 6

    @property
    def below_code(self) -> int:
        """Units that a bar at the side needs below the code."""
        return (_REMARK if self.remark else 0) + (_LIGHT if self.light else 0)

    def is_close(self, metrics: Metrics, side: bool) -> bool:
        """True if the texts are large for the room that the bars have."""
        if not side:
            return metrics.room[0] < _NUMBER * (self.counters + 1)
        numbers = _code_bottom(self.counters) + 1 + self.below_code
        return math.ceil(metrics.room[1]) < 2 * max(numbers, _RIM + self.buttons * _LEAST_BUTTON)


def _code_bottom(counters: int) -> int:
    """Units from the top of a roomy bar at the side to the end of the code."""
    return _FIRST + (counters - 1) * _COUNTER_STEP + _COUNTER + _CODE_GAP + _CODE


def bars(metrics: Metrics, content: Content, side: bool) -> Bars:
    """The bars of a window: one at the side, or two above and below."""
    width, height = metrics.size
    close = content.is_close(metrics, side)
    if side:
        bar = metrics.px(_SIDE_CLOSE if close else _SIDE)
        below = content.below_code - (_REMARK - _REMARK_CLOSE if content.remark else 0)
        numbers = content.counters * _COUNTER_CLOSE + _CODE_CLOSE + below + 2 * _RIM
        hud = Rect(width - bar, 0, bar, metrics.px(numbers) if close else height // 2)
        return Bars(hud, Rect(hud.x, hud.bottom, bar, height - hud.bottom), Rect(0, 0, width - bar, height))
    grown = _UPRIGHT_BARS if metrics.upright and not close else 1
    top = metrics.px((3 if content.light else 2) * _ROW + _RIM if close else _TOP * grown)
    bottom = metrics.px(_ACTIONS * grown)
    hud, actions = Rect(0, 0, width, top), Rect(0, height - bottom, width, bottom)
    return Bars(hud, actions, Rect(0, top, width, height - top - bottom))


def counter_cells(layout: TableLayout, count: int) -> list[Rect]:
    """Cells of ``count`` numbers with their names, and one for the code or another line behind them."""
    px, bar = layout.metrics.px, layout.hud
    if layout.side and layout.close:
        inner = Rect(bar.x + px(_RIM), bar.y + px(_RIM), bar.w - 2 * px(_RIM), px(_COUNTER_CLOSE))
        cells = [inner.move(0, i * inner.h) for i in range(count)]
        return [*cells, Rect(inner.x, cells[-1].bottom, inner.w, px(_CODE_CLOSE))]
    if layout.side:
        cells = [Rect(bar.x, bar.y + px(_FIRST) + i * px(_COUNTER_STEP), bar.w, px(_COUNTER)) for i in range(count)]
        return [*cells, Rect(bar.x, cells[-1].bottom + px(_CODE_GAP), bar.w, px(_CODE))]
    rim = px(14)
    row = Rect(bar.x + rim, bar.y, bar.w - 2 * rim, bar.h)
    if layout.close:
        upper = Rect(row.x, row.y + px(_RIM) // 2, row.w, px(_ROW))
        half = Rect(row.x, upper.bottom, row.w // 2, px(_ROW))
        return _turned(layout, [*_shared(upper, [1 / count] * count), half])
    shares = [share * (0.66 / 0.22 / count) for share in _SHARES[:count]] if count < 3 else list(_SHARES[:3])
    return _turned(layout, _shared(row, [*shares, _SHARES[3]]))


def remark_cell(layout: TableLayout, light: bool) -> Rect:
    """The cell of a remark: below the code at the side, beside it above, else before the buttons.

    There a light takes the lower part of it.
    """
    px, bar = layout.metrics.px, layout.actions
    code = counter_cells(layout, 3)[-1]
    if layout.side and layout.close:
        return Rect(code.x, code.bottom, code.w, px(_REMARK_CLOSE))
    if layout.side:
        return Rect(bar.x + px(_RIM), layout.hud.y + px(_code_bottom(3) + 1), bar.w - 2 * px(_RIM), px(_REMARK))
    if layout.close:
        return code.move(-code.w if layout.mirrored else code.w, 0)
    cell = Rect(bar.x + px(14), bar.y + px(4), round(bar.w * _REMARK_SHARE) - px(14), bar.h - px(8))
    cell.h = cell.h * 5 // 9 if light else cell.h
    return _turned(layout, [cell])[0]


def light_cell(layout: TableLayout, remark: bool) -> Rect:
    """The cell of a light: below the remark, or in its place if there is none; in closely set bars above a last row."""
    px, place = layout.metrics.px, remark_cell(layout, remark)
    if layout.side:
        return Rect(place.x, place.bottom if remark else place.y, place.w, px(_LIGHT))
    if layout.close:
        return Rect(layout.hud.x + px(14), layout.hud.bottom - px(_ROW), layout.hud.w - 2 * px(14), px(_ROW))
    if not remark:
        return place
    return Rect(place.x, place.bottom, place.w, layout.actions.bottom - place.bottom)


def action_cells(layout: TableLayout, count: int, remark: bool) -> list[Rect]:
    """The buttons' cells: downwards at the side, in reading direction at the bottom, the last where the thumb is."""
    px, bar = layout.metrics.px, layout.actions
    rim, gap = layout.metrics.gap(_RIM), layout.metrics.gap(_GAP)
    if layout.side:
        across = 2 if layout.close else 1
        rows = -(-count // across)
        height = min(px(_BUTTON), (bar.h - rim) // rows - gap)
        top = bar.bottom - rim - rows * height - (rows - 1) * gap
        width = (bar.w - 2 * rim - (across - 1) * gap) // across
        # An odd one out stands alone in the first row, so that the last is where the thumb is.
        first = rows * across - count
        places = [divmod(index, across) for index in range(first, rows * across)]
        cells = [Rect(bar.x + rim + x * (width + gap), top + y * (height + gap), width, height) for y, x in places]
        if layout.mirrored:
            for cell in cells:
                cell.x = bar.x + bar.right - cell.right
        return cells
    room = bar.w - (round(bar.w * _REMARK_SHARE) if remark and not layout.close else 0)
    width = min(px(_BUTTON_WIDTH), (room - 2 * rim) // count - gap)
    left = bar.right - rim - count * width - (count - 1) * gap
    cells = [Rect(left + i * (width + gap), bar.y + px(3), width, bar.h - px(6)) for i in range(count)]
    return _turned(layout, cells)


def _shared(row: Rect, shares: list[float]) -> list[Rect]:
    """A row cut into shares of its width."""
    cells, x = [], float(row.x)
    for share in shares:
        cells.append(Rect(round(x), row.y, round(row.w * share), row.h))
        x += row.w * share
    return cells


def _turned(layout: TableLayout, cells: list[Rect]) -> list[Rect]:
    """Cells of a bar over the whole width, turned over with the board."""
    if not layout.mirrored:
        return cells
    width = layout.metrics.size[0]
    return [Rect(width - cell.right, cell.y, cell.w, cell.h) for cell in cells]
