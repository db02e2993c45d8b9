"""The bar at the table: score, time, moves, the deal's code, and the buttons."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pygame import Rect, Surface

from game.text.catalogue import Catalogue
from game.ui.controls.widgets import Align, Button, Kit, Label, Widget
from game.ui.look.lettering import Style, Wording
from game.ui.table import bars
from game.ui.table.layout import TableLayout

_BAR = 8


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
    """One name with its number: below each other in a roomy bar at the side, else beside each other."""

    def __init__(self, kit: Kit, rect: Rect, name: str, layout: TableLayout) -> None:
        super().__init__(kit, rect)
        self.name = name
        self.value = ""
        self._side = layout.side and not layout.close
        #: Numbers that stand in rows below each other end where the bar does.
        self._align = Align.END if layout.side else Align.START

    def paint(self, target: Surface, alpha: float) -> None:
        """Write name and number."""
        kit, metrics = self.kit, self.kit.metrics
        small = kit.fitting(self.name, metrics.small, self.rect.w)
        if self._side:
            big = kit.lettering.fitting(self.value, Style(metrics.px(_NUMBER), fixed_digits=True), self.rect.w)
            name = Rect(self.rect.x, self.rect.y, self.rect.w, self.rect.h * 2 // 5)
            value = Rect(self.rect.x, name.bottom, self.rect.w, self.rect.h - name.h)
            kit.write(target, self.name, small, kit.theme.on_felt_quiet, name, Align.CENTRE)
            kit.write(target, self.value, big, kit.theme.on_felt, value, Align.CENTRE)
            return
        width = kit.lettering.width(self.name, small) + metrics.gap(8)
        value = Rect(self.rect.x + width, self.rect.y, self.rect.w - width, self.rect.h)
        if kit.right_to_left:
            value.x = self.rect.x
        big = kit.lettering.fitting(self.value, Style(metrics.px(_NUMBER), fixed_digits=True), value.w)
        kit.write(target, self.name, small, kit.theme.on_felt_quiet, self.rect)
        kit.write(target, self.value, big, kit.theme.on_felt, value, self._align)


_NUMBER = 27  # reference pixels
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
        size, gap = metrics.px(13), metrics.gap(4)
        shown = self.code if len(self.code) <= _LONGEST_CODE else self.code[:_LONGEST_CODE] + "…"
        style = kit.fitting(shown, metrics.px(14), self.rect.w - size - gap)
        width = kit.lettering.width(shown, style)
        box = Rect(0, 0, width + size + gap, self.rect.h)
        box.center = self.rect.center
        self.paint_focus(target, metrics.px(4))
        kit.write(target, shown, style, colour, Rect(box.x, box.y, width, box.h), Align.CENTRE)
        target.blit(kit.icons("copy", size, colour), (box.right - size, box.centery - size // 2))


class Remark(Label):
    """What is to know about the game, in a few small lines in the middle of their place."""

    def __init__(self, kit: Kit, rect: Rect, sentence: str) -> None:
        super().__init__(kit, rect, sentence, Style(kit.metrics.px(13)), kit.theme.on_felt_quiet, Align.CENTRE)

    def say(self, text: str) -> None:
        """Show another text, no higher than its place."""
        self.lines, self.style = self.kit.lettering.worded(text, self.style, *self.rect.size)

    def paint(self, target: Surface, alpha: float) -> None:
        """Write the lines."""
        self.kit.write_lines(target, Wording(self.lines, self.style), self.colour, self.rect, self.align)


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
    return lambda rect: Remark(kit, rect, text)


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
        cells = bars.counter_cells(layout, len(names))
        self.counters = [Counter(kit, cell, name, layout) for cell, name in zip(cells[:-1], names, strict=True)]
        self.code = Code(kit, cells[-1], code, on_copy)
        beside = remark is not None or light
        self.buttons = {
            action.key: Button(kit, cell, text(action.key), action.run, action.icon, stacked=True)
            for action, cell in zip(actions, bars.action_cells(layout, len(actions), beside), strict=True)
        }
        self.grounds = [Strip(kit, layout.hud), Strip(kit, layout.actions)]
        self.widgets: list[Widget] = [*self.counters, self.code, *self.buttons.values()]
        #: Where the light stands, if it is wanted.
        self.light_cell = bars.light_cell(layout, remark is not None)
        if remark is not None:
            self.widgets.append(remark(bars.remark_cell(layout, light)))
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
