"""Controls that hold a value: a switch, a choice of one among a few, a number."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Align, Kit, Widget
from game.ui.look.lettering import Style, Wording

#: Reference pixels: a switch and the space before it, what is free around the words of a choice and a switch.
_TRACK, _TRACK_HEIGHT, _TRACK_GAP = 44, 24, 8
_WORD_RIM, _SENTENCE_RIM = 14, 16


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

    def worded(self, width: int) -> Wording:
        """Its sentence as it is set in a switch of a width in pixels."""
        px, gap = self.kit.metrics.px, self.kit.metrics.gap
        room = width - gap(_SENTENCE_RIM) - px(_TRACK) - gap(_TRACK_GAP)
        return self.kit.lettering.worded(self.text, Style(self.kit.metrics.body), room)

    def needed(self, width: int) -> int:
        """Pixels of height that its sentence needs in a width."""
        lines, style = self.worded(width)
        return len(lines) * self.kit.lettering.line_height(style) + self.kit.metrics.gap(_TRACK_GAP)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the sentence and the switch."""
        theme, px = self.kit.theme, self.kit.metrics.px
        if self.hovered:
            pygame.draw.rect(target, theme.control, self.rect, border_radius=px(8))
        self.paint_focus(target, px(8))
        inner = self.rect.inflate(-self.kit.metrics.gap(_SENTENCE_RIM), 0)
        track = Rect(0, 0, px(_TRACK), px(_TRACK_HEIGHT))
        track.midright = inner.midright
        if self.kit.right_to_left:
            track.midleft = inner.midleft
        self.kit.write_lines(target, self.worded(self.rect.w), theme.text, inner)
        pygame.draw.rect(target, theme.accent if self.on else theme.field, track, border_radius=px(12))
        if not self.on:
            pygame.draw.rect(target, theme.panel_edge, track, max(1, px(2)), border_radius=px(12))
        at_end = self.on != self.kit.right_to_left
        knob = (track.right - px(12) if at_end else track.x + px(12), track.centery)
        pygame.draw.circle(target, theme.on_accent if self.on else theme.quiet, knob, px(8))


class Choice(Widget):
    """A few words of which one is chosen: side by side, or in more rows where they are too long for one."""

    focusable = True

    def __init__(
        self, kit: Kit, rect: Rect, words: list[str], chosen: int, on_change: Callable[[int], None]
    ) -> None:
        super().__init__(kit, rect)
        self.words = words
        self.chosen = chosen
        self.on_change = on_change

    @staticmethod
    def rows(kit: Kit, words: list[str], width: int) -> int:
        """The fewest rows of equal cells in which the small size of type has room for each word."""
        widest = max(kit.lettering.width(word, Style(kit.metrics.small, bold=True)) for word in words)
        across = max(1, min(len(words), width // (widest + kit.metrics.gap(_WORD_RIM))))
        return -(-len(words) // across)

    def _cells(self) -> list[Rect]:
        """The words' rectangles, in reading direction: rows of as many words as there is room for, each filled."""
        rows = self.rows(self.kit, self.words, self.rect.w)
        found: list[Rect] = []
        for row in range(rows):
            count = len(self.words) * (row + 1) // rows - len(found)
            width, height = self.rect.w / count, self.rect.h / rows
            for place in range(count):
                x = count - 1 - place if self.kit.right_to_left else place
                at = round(self.rect.x + x * width), round(self.rect.y + row * height)
                found.append(Rect(at, (round(width), round(height))))
        return found

    def _fitting(self, word: str, width: int, bold: bool) -> Style:
        """The usual size of type, or the small one for all words if one would not fit; smaller only if it must be."""
        room, metrics, lettering = width - self.kit.metrics.gap(_WORD_RIM), self.kit.metrics, self.kit.lettering
        fits = all(lettering.width(each, Style(metrics.body, bold=True)) <= room for each in self.words)
        return lettering.fitting(word, Style(metrics.body if fits else metrics.small, bold), room)

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
                rim = self.kit.metrics.gap(6)
                pygame.draw.rect(target, theme.accent, cell.inflate(-rim, -rim), border_radius=px(8))
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
