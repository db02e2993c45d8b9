"""Controls that hold a value: a switch, a choice of one among a few, a number."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Align, Kit, Widget
from game.ui.look.lettering import Style


class Switch(Widget):
    """A sentence with a switch at its end."""

    focusable = True

    def __init__(self, kit: Kit, rect: Rect, text: str, on: bool, on_change: Callable[[bool], None]) -> None:
        super().__init__(kit, rect)
        self.text = text
        self.on = on
        self.on_change = on_change

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Turn it over."""
        self.on = not self.on
        self.on_change(self.on)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the sentence and the switch."""
        theme, px = self.kit.theme, self.kit.metrics.px
        if self.hovered:
            pygame.draw.rect(target, theme.control, self.rect, border_radius=px(8))
        self.paint_focus(target, px(8))
        inner = self.rect.inflate(-px(16), 0)
        track = Rect(0, 0, px(44), px(24))
        track.midright = inner.midright
        if self.kit.right_to_left:
            track.midleft = inner.midleft
        self.kit.write(target, self.text, Style(self.kit.metrics.body), theme.text, inner)
        pygame.draw.rect(target, theme.accent if self.on else theme.field, track, border_radius=px(12))
        if not self.on:
            pygame.draw.rect(target, theme.panel_edge, track, max(1, px(2)), border_radius=px(12))
        at_end = self.on != self.kit.right_to_left
        knob = (track.right - px(12) if at_end else track.x + px(12), track.centery)
        pygame.draw.circle(target, theme.on_accent if self.on else theme.quiet, knob, px(8))


class Choice(Widget):
    """A few words side by side of which one is chosen."""

    focusable = True

    def __init__(
        self, kit: Kit, rect: Rect, words: list[str], chosen: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(kit, rect)
        self.words = words
        self.chosen = chosen
        self.on_change = on_change

    def _cells(self) -> list[Rect]:
        """The words' rectangles, in reading direction."""
        width = self.rect.w / len(self.words)
        cells = [
            Rect(round(self.rect.x + i * width), self.rect.y, round(width), self.rect.h)
            for i in range(len(self.words))
        ]
        return cells[::-1] if self.kit.right_to_left else cells

    def _fitting(self, word: str, width: int, bold: bool) -> Style:
        """The usual size of type, or the small one for a word that would not fit."""
        style = Style(self.kit.metrics.body, bold)
        if self.kit.lettering.width(word, style) > width - self.kit.metrics.px(14):
            style = Style(self.kit.metrics.small, bold)
        return style

    def choose(self, index: int) -> None:
        """Choose a word."""
        if index != self.chosen:
            self.chosen = index
            self.on_change(index)

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Choose the word that was clicked; by key, the next one."""
        if at is None:
            self.choose((self.chosen + 1) % len(self.words))
            return
        for index, cell in enumerate(self._cells()):
            if cell.collidepoint(at):
                self.choose(index)
                return

    def key(self, event: pygame.event.Event) -> bool:
        """Arrows choose the neighbour."""
        if event.type != pygame.KEYDOWN or event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        by = 1 if (event.key == pygame.K_RIGHT) != self.kit.right_to_left else -1
        self.choose(max(0, min(len(self.words) - 1, self.chosen + by)))
        return True

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the words; the chosen one stands on the accent."""
        theme, px = self.kit.theme, self.kit.metrics.px
        pygame.draw.rect(target, theme.field, self.rect, border_radius=px(10))
        self.paint_focus(target, px(10))
        for index, (word, cell) in enumerate(zip(self.words, self._cells(), strict=True)):
            chosen = index == self.chosen
            if chosen:
                pygame.draw.rect(target, theme.accent, cell.inflate(-px(6), -px(6)), border_radius=px(8))
            style = self._fitting(word, cell.w, chosen)
            self.kit.write(target, word, style, theme.on_accent if chosen else theme.text, cell, Align.CENTRE)


class Stepper(Widget):
    """A number from 0 to ``most``, as a row of steps: a click, a pointer drawn along it or the arrows choose."""

    focusable = True
    drawn_along = True

    def __init__(self, kit: Kit, rect: Rect, most: int, value: int, on_change: Callable[[int], None]) -> None:
        super().__init__(kit, rect)
        self.most = most
        self.value = max(0, min(most, value))
        self.on_change = on_change

    def choose(self, value: int) -> None:
        """Choose a number."""
        self.value = max(0, min(self.most, value))
        self.on_change(self.value)

    def _share(self, x: int) -> float:
        share = (x - self.rect.x) / self.rect.w
        return 1 - share if self.kit.right_to_left else share

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Choose the number that was clicked; by key, the next one."""
        if at is None:
            self.choose((self.value + 1) % (self.most + 1))
        else:
            self.choose(round(self._share(at[0]) * self.most))

    def draw_along(self, at: tuple[int, int]) -> None:
        """Choose the number under the pointer, once."""
        value = max(0, min(self.most, round(self._share(at[0]) * self.most)))
        if value != self.value:
            self.choose(value)

    def key(self, event: pygame.event.Event) -> bool:
        """Arrows choose the neighbour."""
        if event.type != pygame.KEYDOWN or event.key not in (pygame.K_LEFT, pygame.K_RIGHT):
            return False
        self.choose(self.value + (1 if (event.key == pygame.K_RIGHT) != self.kit.right_to_left else -1))
        return True

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint a bar for each step, higher and higher."""
        theme, px = self.kit.theme, self.kit.metrics.px
        self.paint_focus(target, px(8))
        width = self.rect.w / self.most
        for step in range(1, self.most + 1):
            place = self.most - step if self.kit.right_to_left else step - 1
            height = round(self.rect.h * (0.3 + 0.7 * step / self.most))
            bar = Rect(round(self.rect.x + place * width), self.rect.bottom - height, round(width) - px(6), height)
            if step <= self.value:
                pygame.draw.rect(target, theme.accent, bar, border_radius=px(4))
            else:
                pygame.draw.rect(target, theme.panel_edge, bar, max(1, px(1.5)), border_radius=px(4))
