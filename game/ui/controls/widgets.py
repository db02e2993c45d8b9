"""Controls: each has a rectangle, four visibly different states, and says what was asked of it.

A control knows no scene; a ``WidgetGroup`` hands it the input and keeps the focus.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

import pygame
from pygame import Rect, Surface

from game.ui.look.icons import Icons
from game.ui.look.lettering import Lettering, Style, Wording
from game.ui.look.theme import Colour, Metrics, Theme, mixed, shaded

_WIDGETS = 10
#: Reference pixels of a button: free at either end of its words and above and below them, beside and in its icon.
_BUTTON_RIM, _BUTTON_AIR, _ICON_GAP, _ICON = 8, 14, 10, 22
_STACKED_ICON, _LEAST_ICON = 24, 12


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
        return self.lettering.fitting(text, Style(size), width)

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

    def write_lines(
        self, target: Surface, words: Wording, colour: Colour, box: Rect, align: Align = Align.START
    ) -> None:
        """Write lines into a box, together in the middle of its height."""
        height = self.lettering.line_height(words.style)
        top = box.centery - len(words.lines) * height // 2
        for row, line in enumerate(words.lines):
            self.write(target, line, words.style, colour, Rect(box.x, top + row * height, box.w, height), align)


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
        self.lines, self.style = self.kit.lettering.worded(text, self.style, self.rect.w)

    def paint(self, target: Surface, alpha: float) -> None:
        """Write the lines from the top; one line stands in the middle."""
        box, height = self.rect, self.kit.lettering.line_height(self.style)
        if len(self.lines) > 1:
            box = Rect(box.x, box.y, box.w, height * len(self.lines))
        self.kit.write_lines(target, Wording(self.lines, self.style), self.colour, box, self.align)


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

    def worded(self, width: int, height: int | None = None) -> Wording:
        """Its word as it is set in a button of a size in pixels (no height: as high as it needs)."""
        metrics = self.kit.metrics
        if self.stacked:
            return Wording([self.text], self.kit.fitting(self.text, metrics.small, width))
        room = width - 2 * metrics.gap(_BUTTON_RIM) - (metrics.px(_ICON) + metrics.gap(_ICON_GAP) if self.icon else 0)
        style = Style(metrics.body, bold=self.kind is Kind.PRIMARY)
        return self.kit.lettering.worded(self.text, style, room, height)

    @property
    def icon_alone(self) -> bool:
        """True if it is too low for a word below its icon."""
        metrics = self.kit.metrics
        line = self.kit.lettering.line_height(Style(metrics.small))
        return self.stacked and self.rect.h < metrics.px(_LEAST_ICON) + line

    def is_one_line(self, width: int) -> bool:
        """True if its word is one line in a width."""
        return len(self.worded(width).lines) == 1 and self.at_full_size(width)

    def at_full_size(self, width: int, height: int | None = None) -> bool:
        """True if its words need not be set smaller in a button of a size in pixels."""
        usual = self.kit.metrics.small if self.stacked else self.kit.metrics.body
        return self.worded(width, height).style.size == usual

    def needed(self, width: int) -> int:
        """Pixels of height that its words need in a width, with some air if they are several lines."""
        lines, style = self.worded(width)
        return len(lines) * self.kit.lettering.line_height(style) + self.kit.metrics.gap(_BUTTON_AIR)

    def _fill(self) -> Colour | None:
        theme = self.kit.theme
        if not self.enabled:
            return None
        if self.kind is Kind.PRIMARY:
            shade = -22 if self.pressed else 14 if self.hovered else 0
            return shaded(theme.accent, shade)
        if self.pressed:
            return theme.control_press
        if self.hovered:
            return theme.control_hover
        return None if self.kind is Kind.QUIET else theme.control

    def _ink(self) -> Colour:
        theme = self.kit.theme
        if not self.enabled:
            return mixed(theme.quiet, theme.panel, 0.55)
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
        """Icon above word; a low button has a smaller icon, a very low one nothing else."""
        lines, style = self.worded(box.w)
        line = self.kit.lettering.line_height(style)
        size = self.kit.metrics.px(_STACKED_ICON)
        if self.icon and self.icon_alone:
            picture = self.kit.icons(self.icon, size, self._ink())
            target.blit(picture, picture.get_rect(center=box.center))
            return
        size = max(self.kit.metrics.px(_LEAST_ICON), min(size, box.h - line))
        top = box.centery - (size + line) // 2
        if self.icon:
            target.blit(self.kit.icons(self.icon, size, self._ink()), (box.centerx - size // 2, top))
        self.kit.write(target, lines[0], style, self._ink(), Rect(box.x, top + size, box.w, line), Align.CENTRE)

    def _paint_row(self, target: Surface, box: Rect) -> None:
        """Icon before word, both together in the middle."""
        gap, size = self.kit.metrics.gap(_ICON_GAP), self.kit.metrics.px(_ICON)
        words = self.worded(box.w, box.h)
        width = max(self.kit.lettering.width(line, words.style) for line in words.lines)
        row = Rect(0, box.y, width + (size + gap if self.icon else 0), box.h)
        row.centerx = box.centerx
        if self.icon:
            x = row.right - size if self.kit.right_to_left else row.x
            target.blit(self.kit.icons(self.icon, size, self._ink()), (x, box.centery - size // 2))
            row = Rect(row.x if self.kit.right_to_left else row.x + size + gap, row.y, width, row.h)
        self.kit.write_lines(target, words, self._ink(), row, Align.CENTRE)
