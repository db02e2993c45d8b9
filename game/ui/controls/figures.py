"""Statistics in numbers: three large figures and lines of a name and its value; and the small controls beside them."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.storage.statistics import Statistics
from game.text.catalogue import Catalogue
from game.ui.controls.fields import Choice
from game.ui.controls.widgets import Align, Button, Kind, Kit, Widget
from game.ui.look.lettering import Style
from game.ui.table.hud import clock_text

CHIP_ROW = 38  # reference pixels
_CHIP_PADDING = 22


def headline(text: Catalogue, statistics: Statistics) -> list[tuple[str, str]]:
    """The figures that come first: name and value."""
    return [
        (text("history.games"), str(statistics.games)),
        (text("history.wins"), str(statistics.wins)),
        (text("history.rate"), _percent(text, statistics.win_rate)),
    ]


def details(text: Catalogue, statistics: Statistics) -> list[tuple[str, str]]:
    """All others: name and value."""
    return [
        (text("history.streak"), str(statistics.streak)),
        (text("history.best-streak"), str(statistics.best_streak)),
        (text("history.best-score"), whole_words(text, statistics.best_score)),
        (text("history.average-score"), whole_words(text, statistics.average_score)),
        (text("history.fastest"), time_words(text, statistics.fastest)),
        (text("history.average-time"), time_words(text, statistics.average_seconds)),
        (text("history.fewest"), whole_words(text, statistics.fewest_moves)),
        (text("history.average-moves"), whole_words(text, statistics.average_moves)),
    ]


def _percent(text: Catalogue, rate: float | None) -> str:
    return text("history.unknown") if rate is None else text("history.percent", percent=round(100 * rate))


def whole_words(text: Catalogue, value: float | None) -> str:
    """A whole number, or that there is none."""
    return text("history.unknown") if value is None else str(round(value))


def time_words(text: Catalogue, seconds: float | None) -> str:
    """A playing time, or that there is none."""
    return text("history.unknown") if seconds is None else clock_text(seconds)


class Figure(Widget):
    """A large value above its name."""

    name = value = ""

    def show(self, name: str, value: str) -> None:
        """Show another value."""
        self.name, self.value = name, value

    def paint(self, target: Surface, alpha: float) -> None:
        """Write both."""
        kit, metrics = self.kit, self.kit.metrics
        upper = Rect(self.rect.x, self.rect.y, self.rect.w, self.rect.h * 3 // 5)
        lower = Rect(self.rect.x, upper.bottom, self.rect.w, self.rect.h - upper.h)
        big = kit.lettering.fitting(self.value, Style(metrics.large, fixed_digits=True), self.rect.w)
        kit.write(target, self.value, big, kit.theme.text, upper)
        kit.write(target, self.name, kit.fitting(self.name, metrics.small, self.rect.w), kit.theme.quiet, lower)


class Detail(Figure):
    """A name with its value at the end of the line, and a hairline below."""

    def paint(self, target: Surface, alpha: float) -> None:
        """Write both."""
        kit, metrics = self.kit, self.kit.metrics
        style = Style(metrics.small, bold=True, fixed_digits=True)
        room = self.rect.w - kit.lettering.width(self.value, style) - metrics.gap(8)
        kit.write(target, self.name, kit.fitting(self.name, metrics.small, room), kit.theme.quiet, self.rect)
        kit.write(target, self.value, style, kit.theme.text, self.rect, Align.END)
        y = self.rect.bottom - 1
        pygame.draw.line(target, kit.theme.control, (self.rect.x, y), (self.rect.right - 1, y))


class Chips(Choice):
    """A choice among words of different lengths, in as many rows as they need."""

    @classmethod
    def rows(cls, kit: Kit, words: list[str], width: int) -> int:
        """How many rows the words need in a width."""
        return len(cls._split(kit, words, width))

    @staticmethod
    def _split(kit: Kit, words: list[str], width: int) -> list[list[str]]:
        """The fewest rows of about the same number of words that are no wider than a width."""
        for count in range(1, len(words) + 1):
            size = -(-len(words) // count)
            rows = [words[at : at + size] for at in range(0, len(words), size)]
            if size == 1 or all(sum(_chip_width(kit, word) for word in row) <= width for row in rows):
                break
        return rows

    def _cells(self) -> list[Rect]:
        """The words' rectangles, each row filled to the end."""
        rows = self._split(self.kit, self.words, self.rect.w)
        height = self.rect.h // len(rows)
        found: list[Rect] = []
        for row, words in enumerate(rows):
            widths = [_chip_width(self.kit, word) for word in words]
            spare = (self.rect.w - sum(widths)) / len(words)
            x: float = self.rect.x
            for width in widths:
                cell = Rect(round(x), self.rect.y + row * height, round(width + spare), height)
                x += width + spare
                if self.kit.right_to_left:
                    cell.x = self.rect.x + self.rect.right - cell.right
                found.append(cell)
        return found

    def _fitting(self, word: str, width: int, bold: bool) -> Style:
        """The small size of type, if there is room for it."""
        room = width - self.kit.metrics.gap(6)
        return self.kit.lettering.fitting(word, Style(self.kit.metrics.small, bold), room)


def _chip_width(kit: Kit, word: str) -> int:
    return kit.lettering.width(word, Style(kit.metrics.small, bold=True)) + kit.metrics.gap(_CHIP_PADDING)


class Arrow(Button):
    """A button that is an arrow alone, towards where reading goes on or where it came from."""

    def __init__(self, kit: Kit, rect: Rect, onward: bool, on_press: Callable[[], None]) -> None:
        self.onward = onward
        icon = "to-right" if onward != kit.right_to_left else "to-left"
        super().__init__(kit, rect, "", on_press, icon, Kind.PLAIN)

    def _paint_row(self, target: Surface, box: Rect) -> None:
        size = self.kit.metrics.px(22)
        assert self.icon is not None
        picture = self.kit.icons(self.icon, size, self._ink())
        target.blit(picture, picture.get_rect(center=box.center))
