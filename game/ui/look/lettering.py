"""Texts as pictures: one family in two weights, kept after the first use; and the breaking of lines."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import fontpkg_cairo
import pygame

from game.text.bidi import Run, runs
from game.ui.look.theme import Colour

FONT_FILE = fontpkg_cairo.ROOT / "files" / "Cairo[slnt,wght].ttf"
_MOST_PICTURES = 400
_LEAST_TYPE = 8  # pixels
_LARGE = 24  # pixels
#: Cairo stands tall in its line; this share of its height is what a reader sees as the line.
_LINE = 0.82


class _Part(NamedTuple):
    """A piece of a line that is rendered at once, and its width in pixels."""

    run: Run
    width: int


class Wording(NamedTuple):
    """A text as it is set into a place: its lines and their type."""

    lines: list[str]
    style: Style


class Style(NamedTuple):
    """A type size in pixels, its weight, whether digits keep one width (so that a clock does not dance), and whether
    the text runs left to right in every language, as codes and what is typed do."""

    size: int
    bold: bool = False
    fixed_digits: bool = False
    left_to_right: bool = False


def _is_path(word: str) -> bool:
    return "/" in word or "\\" in word


def _hair(style: Style) -> int:
    """How far apart, in pixels, the strikes of a large bold letter are; 0 for one strike.

    The package has one weight, and SDL's own bold clots large letters while this would make small ones touch.
    """
    return round(style.size / 22) if style.bold and style.size >= _LARGE else 0


class Lettering:
    """Renders lines of text, in the order that a paragraph of its direction gives them."""

    def __init__(self, right_to_left: bool = False) -> None:
        pygame.font.init()
        #: The direction of the language. It may change at any time.
        self.right_to_left = right_to_left
        self._fonts: dict[tuple[int, bool, bool], pygame.font.Font] = {}
        self._pictures: OrderedDict[tuple[str, Style, Colour, bool], pygame.Surface] = OrderedDict()

    def font(self, style: Style, right_to_left: bool = False) -> pygame.font.Font:
        """The font of a style, for runs of one direction. (A font keeps its direction, so there is one for each.)"""
        key = (style.size, style.bold and style.size < _LARGE, right_to_left)
        if key not in self._fonts:
            font = pygame.font.Font(FONT_FILE, style.size)
            font.bold = key[1]
            if right_to_left:
                font.set_script("Arab")
                font.set_direction(pygame.DIRECTION_RTL)
            self._fonts[key] = font
        return self._fonts[key]

    def line_height(self, style: Style) -> int:
        """Pixels from one line to the next."""
        return round(self.font(style).get_height() * _LINE)

    def line(self, text: str, style: Style, colour: Colour) -> pygame.Surface:
        """One line as a picture. It is shared: do not paint on it."""
        key = (text, style, colour, self.right_to_left)
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        parts = [part for run in self._runs(text, style) for part in self._parts(run, style)]
        picture = self._struck(self._joined(parts, style, colour), _hair(style))
        self._pictures[key] = picture
        if len(self._pictures) > _MOST_PICTURES:
            self._pictures.popitem(last=False)
        return picture

    def width(self, text: str, style: Style) -> int:
        """Width of a line in pixels."""
        parts = (part for run in self._runs(text, style) for part in self._parts(run, style))
        return sum(part.width for part in parts) + _hair(style)

    def _runs(self, text: str, style: Style) -> tuple[Run, ...]:
        return runs(text, self.right_to_left and not style.left_to_right)

    def _parts(self, run: Run, style: Style) -> list[_Part]:
        """What is rendered at once: a run, or each of its characters if the digits are all as wide as the widest."""
        font = self.font(style, run.right_to_left)
        if run.right_to_left or not style.fixed_digits:
            return [_Part(run, font.size(run.text)[0])]
        digit = max(font.size(digit)[0] for digit in "0123456789")
        return [_Part(Run(char, False), digit if char.isdigit() else font.size(char)[0]) for char in run.text]

    def _joined(self, parts: list[_Part], style: Style, colour: Colour) -> pygame.Surface:
        pictures = [self.font(style, part.run.right_to_left).render(part.run.text, True, colour) for part in parts]
        if len(pictures) == 1:
            return pictures[0]
        size = (sum(part.width for part in parts), self.font(style).get_height())
        joined = pygame.Surface(size, pygame.SRCALPHA)
        x = 0
        for part, picture in zip(parts, pictures, strict=True):
            joined.blit(picture, (x + (part.width - picture.get_width()) // 2, 0))
            x += part.width
        return joined

    def _struck(self, picture: pygame.Surface, hair: int) -> pygame.Surface:
        """A picture painted again and again, one pixel further each time."""
        if not hair:
            return picture
        struck = pygame.Surface((picture.get_width() + hair, picture.get_height()), pygame.SRCALPHA)
        for x in range(hair + 1):
            struck.blit(picture, (x, 0))
        return struck

    def wrap(self, text: str, style: Style, width: int) -> list[str]:
        """A text's lines, broken at blanks so that none is wider than ``width`` (a longer word stands alone).

        A path is one word to the reader's eye, and longer than any other: it is broken behind a folder's name.

        They are in logical order: each is put in order by itself when it is rendered.
        """
        lines: list[str] = []
        for paragraph in text.split("\n"):
            words = paragraph.split(" ")
            while words:
                count = self._words_that_fit(words, style, width)
                if count == 1 and _is_path(words[0]) and self.width(words[0], style) > width:
                    words[:1] = self._broken(words[0], style, width)
                lines.append(" ".join(words[:count]).strip(" "))
                words = words[count:]
        return lines

    def worded(self, text: str, style: Style, width: int, height: int | None = None) -> Wording:
        """A text in as many lines as a width asks for.

        It is set smaller only where a word is wider than its place, or several lines are higher than it.
        """
        while True:
            lines = self.wrap(text, style, width)
            high = height is not None and len(lines) > 1 and len(lines) * self.line_height(style) > height
            if style.size <= _LEAST_TYPE or not (high or any(self.width(line, style) > width for line in lines)):
                return Wording(lines, style)
            style = style._replace(size=style.size - 1)

    def fitting(self, text: str, style: Style, width: int) -> Style:
        """A style, or the largest smaller one in which a text is one line no wider than its place."""
        while style.size > _LEAST_TYPE and self.width(text, style) > width:
            style = style._replace(size=style.size - 1)
        return style

    def _broken(self, word: str, style: Style, width: int) -> list[str]:
        """As much of a path as fits into a line, if possible whole folders; and the rest, if any."""
        end = 1
        while end < len(word) and self.width(word[: end + 1], style) <= width:
            end += 1
        end = max(word.rfind("/", 1, end), word.rfind("\\", 1, end)) + 1 or end
        return [part for part in (word[:end], word[end:]) if part]

    def _words_that_fit(self, words: list[str], style: Style, width: int) -> int:
        """How many of the first words fit into a line, at least one: guessed by their widths, then measured."""
        blank = self.width(" ", style)
        count, room = 1, width - self.width(words[0], style) - blank
        while count < len(words) and room >= 0:
            room -= self.width(words[count], style) + blank
            count += 1
        while count > 1 and self.width(" ".join(words[:count]), style) > width:
            count -= 1
        while count < len(words) and self.width(" ".join(words[: count + 1]), style) <= width:
            count += 1
        return count
