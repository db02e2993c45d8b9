"""The base of menus and dialogs: controls on a panel, in one column, from the top.

A subclass lists its rows in ``fill``; this class sizes the panel, scrolls it where the window is too low, and
hands the input to the controls.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.controls.fields import Choice, Switch
from game.ui.controls.ground import FOOT, Ground, Lid
from game.ui.controls.group import WidgetGroup
from game.ui.controls.scrollbar import ScrollBar
from game.ui.controls.widgets import Align, Button, Kind, Kit, Label, Widget
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.frame.stage import Stage
from game.ui.look.lettering import Style
from game.ui.look.tabletop import tabletop
from game.ui.look.theme import Colour, Metrics

_WHEEL = 60  # reference pixels a notch
#: Words of buttons that stand beside each other have this many lines at most.
_BESIDE_LINES = 2
#: The most of a panel's height that buttons at its foot take away from what scrolls.
_FOOT_SHARE = 0.4

W = TypeVar("W", bound=Widget)


class Column:
    """Rows of controls from the top down, each as wide as the column."""

    #: How many lines more a text of a fixed number of lines gets, because the column is narrower than it should be.
    stretch = 1.0

    def __init__(self, kit: Kit, width: int) -> None:
        self.kit = kit
        self.width = width
        self.height = 0
        self.widgets: list[Widget] = []
        self._foot = (0, 0)

    def space(self, units: float) -> None:
        """Leave some room, in reference pixels."""
        self.height += self.kit.metrics.gap(units)

    @property
    def foot(self) -> tuple[list[Widget], int]:
        """The buttons that the column ends with, and where they begin; none if it ends with something else."""
        first, top = self._foot
        widgets = self.widgets[first:]
        return (widgets, top) if first and all(isinstance(each, Button) for each in widgets) else ([], self.height)

    def _row(self, units: float) -> Rect:
        rect = Rect(0, self.height, self.width, self.kit.metrics.px(units))
        self.height = rect.bottom
        return rect

    def _grow(self, widget: Widget, height: int) -> None:
        """Make the last row, and all of its controls, at least as high as a control needs."""
        more = max(0, height - widget.rect.h)
        self.height += more
        for other in self.widgets:
            if other.rect.y == widget.rect.y:
                other.rect.h += more

    def _add(self, widget: W) -> W:
        self.widgets.append(widget)
        return widget

    def title(self, text: str) -> Label:
        """The panel's title."""
        return self._lines(48, text, Style(self.kit.metrics.large, bold=True))

    def heading(self, text: str) -> Label:
        """A small heading above what follows."""
        style = Style(self.kit.metrics.small, bold=True)
        return self._lines(28, text, style, self.kit.theme.accent)

    def _lines(self, units: float, text: str, style: Style, colour: Colour | None = None) -> Label:
        """A text of usually one line."""
        label = self._add(Label(self.kit, self._row(units), text, style, colour))
        if len(label.lines) > 1:
            self._grow(label, self.kit.lettering.line_height(label.style) * len(label.lines))
        return label

    def paragraph(self, text: str, lines: int | None = None, align: Align = Align.START) -> Label:
        """A text as high as it needs, or a place for a number of lines."""
        style = Style(self.kit.metrics.body)
        label = Label(self.kit, Rect(0, self.height, self.width, 0), text, style, align=align)
        reserved = math.ceil((lines or 0) * self.stretch)
        label.rect.h = self.kit.lettering.line_height(style) * max(reserved, len(label.lines))
        self.height = label.rect.bottom
        return self._add(label)

    def button(
        self, text: str, on_press: Callable[[], None], icon: str | None = None, kind: Kind = Kind.PLAIN
    ) -> Button:
        """A button over the whole width."""
        made = self._add(Button(self.kit, self._row(50), text, on_press, icon, kind))
        self._grow(made, made.needed(self.width))
        return made

    def buttons(self, *buttons: tuple[str, Callable[[], None], str | None, Kind]) -> list[Button]:
        """Buttons side by side, the first where reading starts; below each other where a word would be broken."""
        self._foot = len(self.widgets), self.height
        gap = self.kit.metrics.gap(12)
        width = (self.width - gap * (len(buttons) - 1)) // len(buttons)
        row = Rect(0, 0, width, self.kit.metrics.px(50))
        tried = [Button(self.kit, row, text, on_press, icon, kind) for text, on_press, icon, kind in buttons]
        if not all(len(each.worded(width).lines) <= _BESIDE_LINES and each.at_full_size(width) for each in tried):
            made = []
            for number, (text, on_press, icon, kind) in enumerate(buttons):
                self.height += gap if number else 0
                made.append(self.button(text, on_press, icon, kind))
            return made
        row = self._row(50)
        for i, each in enumerate(tried):
            each.rect = Rect(row.x + i * (width + gap), row.y, width, row.h)
            self._add(each)
        self._grow(tried[0], max(each.needed(width) for each in tried))
        return tried

    def switch(self, text: str, on: bool, on_change: Callable[[bool], None]) -> Switch:
        """A switch with its sentence."""
        made = self._add(Switch(self.kit, self._row(44), text, on, on_change))
        self._grow(made, made.needed(self.width))
        return made

    def switches(
        self, switches: list[tuple[str, bool, Callable[[bool], None]]], shares: list[tuple[float, float]]
    ) -> None:
        """Switches side by side in shares of the width; below each other where a sentence would be broken."""
        tried = []
        for (text, on, on_change), (start, end) in zip(switches, shares, strict=True):
            rect = Rect(round(self.width * start), self.height, round(self.width * (end - start)), 0)
            tried.append(Switch(self.kit, rect, text, on, on_change))
        if any(len(each.worded(each.rect.w).lines) > 1 for each in tried):
            for text, on, on_change in switches:
                self.switch(text, on, on_change)
            return
        height = self._row(44).h
        for each in tried:
            each.rect.h = height
            self._add(each)

    def choice(self, words: list[str], chosen: int, on_change: Callable[[int], None]) -> Choice:
        """A choice of one word."""
        rows = Choice.rows(self.kit, words, self.width)
        return self._add(Choice(self.kit, self._row(48 * rows), words, chosen, on_change))

    def place(self, make: Callable[[Rect], Widget], units: float, start: float = 0.0, end: float = 1.0) -> Rect:
        """A control of another kind over a share of the width, in a row of its own unless ``start`` is above 0."""
        if start > 0:
            self.height -= self.kit.metrics.px(units)
        row = self._row(units)
        rect = Rect(round(row.w * start), row.y, round(row.w * (end - start)), row.h)
        self._add(make(rect))
        return rect


class PanelScene(Scene):
    """A scene of controls on a panel."""

    #: Width of the panel in reference pixels.
    width = 460
    overlay = True
    #: True for a panel on which the keyboard stays where it is when a choice has everything built anew.
    keeps_focus = False

    def __init__(self, context: Context) -> None:
        self.context = context
        self._scrolled = 0
        self._overflow = 0
        self._whole = 0
        self._pulled = False
        self.group = WidgetGroup([], lambda widget: None)

    def fill(self, column: Column) -> None:
        """Put the rows into the column."""
        raise NotImplementedError

    def begin(self) -> None:
        """The controls stand: set the focus, fill the fields."""

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the panel in the middle of the window, scrolled as far as it was before."""
        context = self.context
        metrics = context.metrics
        kit = Kit(context.theme, metrics, context.lettering, context.icons, context.reads_right_to_left)
        self.kit = kit
        rim, edge = metrics.gap(28), self.edge(size)
        width = min(metrics.px(self.width), size[0] - 2 * edge)
        column = Column(kit, width - 2 * rim)
        column.stretch = (metrics.px(self.width) - 2 * rim) / column.width
        self.fill(column)
        panel = Rect(0, 0, width, min(column.height + 2 * rim, size[1] - 2 * edge))
        panel.center = self.centre(size, panel)
        self.panel = panel
        for widget in column.widgets:
            if context.reads_right_to_left:
                widget.rect.x = column.width - widget.rect.right
            widget.rect.move_ip(panel.x + rim, panel.y + rim)
        self._view = panel.inflate(0, -2 * edge)
        self._overflow = max(0, column.height + 2 * rim - panel.h)
        foot = self._pinned(column, rim)
        background = backdrop or tabletop(size, context.theme)
        self.stage = Stage(size, background)
        ground = Ground(kit, panel)
        self.stage.add(ground, *column.widgets)
        before = self.group
        self.group = WidgetGroup(column.widgets, self.stage.touch)
        self.group.fixed = foot
        if self._overflow:
            plate = background.copy()
            ground.paint(plate, 1.0)
            self._bar = ScrollBar(kit, self._view, self._view.h + self._overflow)
            self.stage.add(Lid(plate, self._view), self._bar)
            self.group.area = self._view
            self.group.on_focus = self._reveal
        scrolled = self._scrolled * column.height // (self._whole or column.height)
        self._scrolled, self._whole = 0, column.height
        self._scroll(scrolled)
        self.begin()
        if self.keeps_focus:
            self._focus_as_in(before)

    def _pinned(self, column: Column, rim: int) -> list[Widget]:
        """The buttons at the column's end, kept in sight below what scrolls, if that leaves enough room."""
        foot, top = column.foot
        height = column.height - top
        if not (self._overflow and foot) or height + 2 * rim > self.panel.h * _FOOT_SHARE:
            return []
        for widget in foot:
            widget.rect.move_ip(0, -self._overflow)
            widget.z = FOOT
        self._view.h = self.panel.bottom - rim - height - rim // 2 - self._view.y
        self._overflow = self.panel.y + rim + top - self._view.bottom
        return foot

    def _focus_as_in(self, before: WidgetGroup) -> None:
        """Give the keys to the control that stands where the one that had them stood, and bring it into view."""
        had = before.focused
        if had is not None:
            same = self.group.widgets[before.widgets.index(had) : len(self.group.widgets)][:1]
            if [type(widget) for widget in same] == [type(had)]:
                self.group.focus(same[0])
                self._reveal(same[0])

    @staticmethod
    def edge(size: tuple[int, int]) -> int:
        """What is left free around a panel at least, in pixels."""
        return Metrics.of(size).gap(8)

    def centre(self, size: tuple[int, int], panel: Rect) -> tuple[int, int]:
        """Where the middle of the panel stands."""
        return size[0] // 2, size[1] // 2

    def _scroll(self, by: int) -> None:
        """Move the rows up by some pixels, as far as they go."""
        target = max(0, min(self._overflow, self._scrolled + by))
        by, self._scrolled = target - self._scrolled, target
        if by:
            self._bar.show(target)
            self.stage.touch(self._bar)
            for widget in self.group.widgets:
                if widget not in self.group.fixed:
                    widget.rect.move_ip(0, -by)
                    self.stage.touch(widget)

    @property
    def writing(self) -> Rect | None:
        """The field that has the keys."""
        return self.group.writing

    def _reveal(self, widget: Widget) -> None:
        """Scroll a control into view."""
        if widget in self.group.fixed:
            return
        rim = self._view.inflate(0, -2 * widget.rect.h // 3)
        self._scroll(min(0, widget.rect.y - rim.y) + max(0, widget.rect.bottom - rim.bottom))

    def handle(self, event: Event) -> None:
        """Hand the input to the controls; Escape means ``leave``."""
        if event.type == pygame.MOUSEMOTION and event.touch and self._overflow and self.group.pulled(event.pos):
            self.group.let_go()
            self._pulled = True
        if self.group.handle(event):
            return
        if event.type == pygame.MOUSEWHEEL:
            self._scroll(-event.y * self.group.widgets[0].kit.metrics.px(_WHEEL))
        elif event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._pulled = self.panel.collidepoint(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP:
            self._pulled = False
        elif event.type == pygame.MOUSEMOTION and self._pulled:
            self._scroll(-event.rel[1])
        elif event.type == pygame.KEYDOWN:
            self._scroll_key(event.key)

    def _scroll_key(self, key: int) -> None:
        """Page keys and arrows scroll, Escape leaves."""
        page = self._view.h * 4 // 5
        ways = {pygame.K_PAGEDOWN: page, pygame.K_PAGEUP: -page, pygame.K_DOWN: page // 6, pygame.K_UP: -page // 6}
        if key == pygame.K_ESCAPE:
            self.leave()
        elif key in ways:
            self._scroll(ways[key])

    def idle(self) -> bool:
        """Draw the cards of the next table ahead."""
        return self.context.prepare_cards()

    def leave(self) -> None:
        """Close the dialog."""
        self.context.scenes.pop()
