"""The bar at the table: score, time, moves, the deal's code, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect, Surface

from game.text.catalogue import Catalogue
from game.ui.controls.widgets import Align, Button, Kit, Label, Widget
from game.ui.look.lettering import Style
from game.ui.table.layout import TableLayout

_BAR = 8
#: How much of the bottom bar a remark takes.
_REMARK_SHARE = 0.28


def clock_text(seconds: float) -> str:
    """Playing time as ``4:00`` or ``1:04:00``."""
    whole = int(seconds)
    hours, minutes, rest = whole // 3600, whole // 60 % 60, whole % 60
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


class Counters(NamedTuple):
    """What the bar shows."""

    score: int
    seconds: int
    moves: int


class Counter(Widget):
    """One name with its number: below each other at the side, beside each other at the top."""

    def __init__(self, kit: Kit, rect: Rect, name: str, side: bool) -> None:
        super().__init__(kit, rect)
        self.name = name
        self.value = ""
        self._side = side

    def paint(self, target: Surface, alpha: float) -> None:
        """Write name and number."""
        kit, metrics = self.kit, self.kit.metrics
        small, big = Style(metrics.small), Style(metrics.px(27), fixed_digits=True)
        if self._side:
            name = Rect(self.rect.x, self.rect.y, self.rect.w, self.rect.h * 2 // 5)
            value = Rect(self.rect.x, name.bottom, self.rect.w, self.rect.h - name.h)
            kit.write(target, self.name, small, kit.theme.on_felt_quiet, name, Align.CENTRE)
            kit.write(target, self.value, big, kit.theme.on_felt, value, Align.CENTRE)
            return
        width = kit.lettering.width(self.name, small) + metrics.px(8)
        value = Rect(self.rect.x + width, self.rect.y, self.rect.w - width, self.rect.h)
        if kit.right_to_left:
            value.x = self.rect.x
        kit.write(target, self.name, small, kit.theme.on_felt_quiet, self.rect)
        kit.write(target, self.value, big, kit.theme.on_felt, value)


_LONGEST_CODE = 14  # letters; a seed is longer and is only begun


class Code(Widget):
    """The deal's code; a click copies it."""

    focusable = True

    def __init__(self, kit: Kit, rect: Rect, code: str, on_copy: Callable[[], None]) -> None:
        super().__init__(kit, rect)
        self.code = code
        self._on_copy = on_copy

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Copy it."""
        self._on_copy()

    def paint(self, target: Surface, alpha: float) -> None:
        """Write the code with an icon that says what a click does."""
        kit, metrics = self.kit, self.kit.metrics
        colour = kit.theme.on_felt if self.hovered or self.pressed else kit.theme.on_felt_quiet
        size, style = metrics.px(13), Style(metrics.px(14))
        shown = self.code if len(self.code) <= _LONGEST_CODE else self.code[:_LONGEST_CODE] + "…"
        width = kit.lettering.width(shown, style)
        box = Rect(0, 0, width + size + metrics.px(4), self.rect.h)
        box.center = self.rect.center
        self.paint_focus(target, metrics.px(4))
        kit.write(target, shown, style, colour, Rect(box.x, box.y, width, box.h), Align.CENTRE)
        target.blit(kit.icons("copy", size, colour), (box.right - size, box.centery - size // 2))


class Strip:
    """The dark ground of the bar."""

    z: tuple[int, ...] = (0,)
    lively = False

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self._kit = kit
        self._rect = rect

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self._rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Darken the felt."""
        shade = Surface(self._rect.size)
        shade.fill(self._kit.theme.bar)
        shade.set_alpha(150)
        target.blit(shade, self._rect)


class Action(NamedTuple):
    """A button of the bar: its text's key, its icon, what it does."""

    key: str
    icon: str
    run: Callable[[], None]


#: Makes what stands in the bar beside the numbers.
MakeRemark = Callable[[Rect], Widget]


def plain_remark(kit: Kit, text: str) -> MakeRemark:
    """A sentence in the bar."""
    style = Style(kit.metrics.px(13))
    return lambda rect: Label(kit, rect, text, style, kit.theme.on_felt_quiet, Align.CENTRE)


class Hud:
    """The widgets of the bar. The last action stands where the thumb is."""

    def __init__(
        self,
        kit: Kit,
        text: Catalogue,
        layout: TableLayout,
        code: str,
        on_copy: Callable[[], None],
        actions: list[Action],
        remark: MakeRemark | None,
        light: bool,
    ) -> None:
        names = [text("hud.score"), text("hud.time"), text("hud.moves")]
        cells = _side_cells(layout) if layout.side else _top_cells(layout)
        self.counters = [
            Counter(kit, cell, name, layout.side) for cell, name in zip(cells[:3], names, strict=True)
        ]
        self.code = Code(kit, cells[3], code, on_copy)
        beside = remark is not None or light
        self.buttons = {
            action.key: Button(kit, cell, text(action.key), action.run, action.icon, stacked=True)
            for action, cell in zip(actions, _action_cells(layout, len(actions), beside), strict=True)
        }
        self.grounds = [Strip(kit, layout.hud), Strip(kit, layout.actions)]
        self.widgets: list[Widget] = [*self.counters, self.code, *self.buttons.values()]
        #: Where the light stands, if it is wanted.
        self.light_cell = _light_cell(layout, remark is not None)
        if remark is not None:
            self.widgets.append(remark(_remark_cell(layout, light)))
        for widget in self.widgets:
            widget.z = (_BAR,)

    def show(self, counters: Counters) -> list[Widget]:
        """Show other numbers; returns the widgets that look different now."""
        values = [str(counters.score), clock_text(counters.seconds), str(counters.moves)]
        changed: list[Widget] = []
        for counter, value in zip(self.counters, values, strict=True):
            if counter.value != value:
                counter.value = value
                changed.append(counter)
        return changed


def _side_cells(layout: TableLayout) -> list[Rect]:
    px, bar = layout.metrics.px, layout.hud
    cells = [Rect(bar.x, bar.y + px(14) + i * px(66), bar.w, px(58)) for i in range(3)]
    return [*cells, Rect(bar.x, cells[-1].bottom + px(5), bar.w, px(44))]


def _top_cells(layout: TableLayout) -> list[Rect]:
    """Four cells in reading direction; the code's is the widest."""
    px, bar = layout.metrics.px, layout.hud
    rim = px(14)
    shares = [0.22, 0.22, 0.22, 0.34]
    width = bar.w - 2 * rim
    cells, x = [], float(bar.x + rim)
    for share in shares:
        cells.append(Rect(round(x), bar.y, round(width * share), bar.h))
        x += width * share
    if layout.mirrored:
        cells = [Rect(2 * bar.x + bar.w - cell.right, cell.y, cell.w, cell.h) for cell in cells]
    return cells


def _remark_cell(layout: TableLayout, light: bool) -> Rect:
    """Below the code at the side; at the bottom, before the buttons. A light takes the lower part of it there."""
    px, bar = layout.metrics.px, layout.actions
    if layout.side:
        return Rect(bar.x + px(8), layout.hud.y + px(254), bar.w - px(16), px(72))
    cell = Rect(bar.x + px(14), bar.y + px(4), round(bar.w * _REMARK_SHARE) - px(14), bar.h - px(8))
    cell.h = cell.h * 5 // 9 if light else cell.h
    return Rect(2 * bar.x + bar.w - cell.right, cell.y, cell.w, cell.h) if layout.mirrored else cell


def _light_cell(layout: TableLayout, remark: bool) -> Rect:
    """Below the remark, or in its place if there is none."""
    px, place = layout.metrics.px, _remark_cell(layout, remark)
    if layout.side:
        return Rect(place.x, place.bottom if remark else place.y, place.w, px(32))
    if not remark:
        return place
    return Rect(place.x, place.bottom, place.w, layout.actions.bottom - place.bottom)


def _action_cells(layout: TableLayout, count: int, remark: bool) -> list[Rect]:
    """The buttons' cells: downwards at the side, in reading direction at the bottom."""
    px, bar = layout.metrics.px, layout.actions
    rim, gap = px(8), px(6)
    if layout.side:
        height = min(px(62), (bar.h - rim) // count - gap)
        top = bar.bottom - rim - count * height - (count - 1) * gap
        return [Rect(bar.x + rim, top + i * (height + gap), bar.w - 2 * rim, height) for i in range(count)]
    room = bar.w - (round(bar.w * _REMARK_SHARE) if remark else 0)
    width = min(px(150), (room - 2 * rim) // count - gap)
    left = bar.right - rim - count * width - (count - 1) * gap
    cells = [Rect(left + i * (width + gap), bar.y + px(3), width, bar.h - px(6)) for i in range(count)]
    if layout.mirrored:
        cells = [Rect(2 * bar.x + bar.w - cell.right, cell.y, cell.w, cell.h) for cell in cells]
    return cells
