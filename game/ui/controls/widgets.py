"""Controls: each has a rectangle, four visibly different states, and says what was asked of it.

A control knows no scene; a ``WidgetGroup`` hands it the input and keeps the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pygame
from pygame import Rect, Surface

from game.ui.look.icons import Icons
from game.ui.look.lettering import Lettering, Style
from game.ui.look.theme import Colour, Metrics, Theme

_WIDGETS = 10
_LEAST_TYPE = 8  # pixels


class Align(Enum):
    """Where a text stands in its rectangle, in reading direction."""

    START = "start"
    CENTRE = "centre"
    END = "end"


class Kit:
    """What a control needs to paint itself."""

    def __init__(self, theme: Theme, metrics: Metrics, lettering: Lettering, icons: Icons, right_to_left: bool) -> None:
        self.theme = theme
        self.metrics = metrics
        self.lettering = lettering
        self.icons = icons
        self.right_to_left = right_to_left

    def fitting(self, text: str, size: int, width: int) -> Style:
        """The largest type up to a size in which a line is no wider than its place."""
        while size > _LEAST_TYPE and self.lettering.width(text, Style(size)) > width:
            size -= 1
        return Style(size)

    def write(
        self, target: Surface, text: str, style: Style, colour: Colour, box: Rect, align: Align = Align.START
    ) -> None:
        """Write one line into a box, centred in its height."""
        picture = self.lettering.line(text, style, colour)
        place = picture.get_rect(center=box.center)
        leftward = self.right_to_left != (align is Align.END)
        if align is not Align.CENTRE:
            place.x = box.right - place.w if leftward else box.x
        target.blit(picture, place)


class Widget:
    """Something in a rectangle that may react to the pointer and the keyboard."""

    lively = False
    focusable = False
    #: True if a click alone gives it the keys.
    typed_into = False
    #: True if a pointer that is pressed on it may be drawn along it, sideways.
    drawn_along = False

    def __init__(self, kit: Kit, rect: Rect) -> None:
        self.kit = kit
        self.rect = rect
        self.z: tuple[int, ...] = (_WIDGETS,)
        self.hovered = self.pressed = self.focused = False
        self.enabled = True

    def bounds(self, alpha: float) -> Rect:
        """All that it paints: the focus ring stands a little outside."""
        rim = self.kit.metrics.px(5)
        return self.rect.inflate(2 * rim, 2 * rim)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint it."""

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """It was clicked (at a point) or pressed by a key."""

    def press(self, at: tuple[int, int]) -> None:
        """The pointer went down on it; what it asks for is done when the pointer goes up."""

    def draw_along(self, at: tuple[int, int]) -> None:
        """The pointer that was pressed on it is drawn along it."""

    def key(self, event: pygame.event.Event) -> bool:
        """A key or text event while it has the focus; True if it was used."""
        return False

    def paint_focus(self, target: Surface, radius: int) -> None:
        """The ring that shows where the keyboard is."""
        if self.focused:
            rim = max(3, self.kit.metrics.px(3))  # less would leave no gap to what is ringed
            ring = self.rect.inflate(2 * rim, 2 * rim)
            pygame.draw.rect(target, self.kit.theme.accent, ring, max(2, rim // 2 + 1), radius + rim)


class Label(Widget):
    """One or more lines of text that are only read."""

    def __init__(
        self, kit: Kit, rect: Rect, text: str, style: Style, colour: Colour | None = None, align: Align = Align.START
    ) -> None:
        super().__init__(kit, rect)
        self.style = style
        self.colour = colour or kit.theme.text
        self.align = align
        self.lines: list[str] = []
        self.say(text)

    def say(self, text: str) -> None:
        """Show another text."""
        self.lines = self.kit.lettering.wrap(text, self.style, self.rect.w)

    def paint(self, target: Surface, alpha: float) -> None:
        """Write the lines from the top; one line stands in the middle."""
        height = self.kit.lettering.line_height(self.style)
        top = self.rect.y if len(self.lines) > 1 else self.rect.centery - height // 2
        for row, line in enumerate(self.lines):
            box = Rect(self.rect.x, top + row * height, self.rect.w, height)
            self.kit.write(target, line, self.style, self.colour, box, self.align)


class Kind(Enum):
    """How loudly a button speaks."""

    PRIMARY = "primary"
    PLAIN = "plain"
    QUIET = "quiet"


class Button(Widget):
    """An icon and a word. ``stacked`` puts the word below the icon."""

    focusable = True

    def __init__(
        self,
        kit: Kit,
        rect: Rect,
        text: str,
        on_press: Callable[[], None],
        icon: str | None = None,
        kind: Kind = Kind.PLAIN,
        stacked: bool = False,
    ) -> None:
        super().__init__(kit, rect)
        self.text = text
        self.on_press = on_press
        self.icon = icon
        self.kind = kind
        self.stacked = stacked

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Do what it says."""
        self.on_press()

    def _fill(self) -> Colour | None:
        theme = self.kit.theme
        if not self.enabled:
            return None
        if self.kind is Kind.PRIMARY:
            shade = -22 if self.pressed else 14 if self.hovered else 0
            return _shaded(theme.accent, shade)
        if self.pressed:
            return theme.control_press
        if self.hovered:
            return theme.control_hover
        return None if self.kind is Kind.QUIET else theme.control

    def _ink(self) -> Colour:
        theme = self.kit.theme
        if not self.enabled:
            return _mixed(theme.quiet, theme.panel, 0.55)
        return theme.on_accent if self.kind is Kind.PRIMARY else theme.text

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint ground, icon and word."""
        px = self.kit.metrics.px
        radius = px(10)
        fill = self._fill()
        if fill is not None:
            pygame.draw.rect(target, fill, self.rect, border_radius=radius)
        elif not self.enabled and self.kind is not Kind.QUIET:
            pygame.draw.rect(target, self.kit.theme.panel_edge, self.rect, 1, border_radius=radius)
        self.paint_focus(target, radius)
        box = self.rect.move(0, px(1)) if self.pressed else self.rect
        if self.stacked:
            self._paint_stacked(target, box)
        else:
            self._paint_row(target, box)

    def _paint_stacked(self, target: Surface, box: Rect) -> None:
        metrics = self.kit.metrics
        style = Style(metrics.small)
        size = metrics.px(24)
        line = self.kit.lettering.line_height(style)
        top = box.centery - (size + line) // 2
        if self.icon:
            target.blit(self.kit.icons(self.icon, size, self._ink()), (box.centerx - size // 2, top))
        self.kit.write(target, self.text, style, self._ink(), Rect(box.x, top + size, box.w, line), Align.CENTRE)

    def _paint_row(self, target: Surface, box: Rect) -> None:
        metrics = self.kit.metrics
        style = Style(metrics.body, bold=self.kind is Kind.PRIMARY)
        gap, size = metrics.px(10), metrics.px(22)
        width = self.kit.lettering.width(self.text, style)
        row = Rect(0, box.y, width + (size + gap if self.icon else 0), box.h)
        row.centerx = box.centerx
        if self.icon:
            x = row.right - size if self.kit.right_to_left else row.x
            target.blit(self.kit.icons(self.icon, size, self._ink()), (x, box.centery - size // 2))
            row = Rect(row.x if self.kit.right_to_left else row.x + size + gap, row.y, width, row.h)
        self.kit.write(target, self.text, style, self._ink(), row, Align.CENTRE)


def _shaded(colour: Colour, by: int) -> Colour:
    red, green, blue = (max(0, min(255, part + by)) for part in colour)
    return red, green, blue


def _mixed(a: Colour, b: Colour, share: float) -> Colour:
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue
