"""Texts as pictures: one family in two weights, kept after the first use; and the breaking of lines."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple

import fontpkg_cairo
import pygame

from game.ui.theme import Colour

FONT_FILE = fontpkg_cairo.ROOT / "files" / "Cairo[slnt,wght].ttf"
_MOST_PICTURES = 400
_LARGE = 24  # pixels
#: Cairo stands tall in its line; this share of its height is what a reader sees as the line.
_LINE = 0.82


class Style(NamedTuple):
    """A type size in pixels, its weight, and whether digits keep one width (so that a clock does not dance)."""

    size: int
    bold: bool = False
    fixed_digits: bool = False


def _hair(style: Style) -> int:
    """How far apart, in pixels, the strikes of a large bold letter are; 0 for one strike.

    The package has one weight, and SDL's own bold clots large letters while this would make small ones touch.
    """
    return round(style.size / 22) if style.bold and style.size >= _LARGE else 0


class Lettering:
    """Renders lines of text."""

    def __init__(self) -> None:
        pygame.font.init()
        self._fonts: dict[tuple[int, bool], pygame.font.Font] = {}
        self._pictures: OrderedDict[tuple[str, Style, Colour], pygame.Surface] = OrderedDict()

    def font(self, style: Style) -> pygame.font.Font:
        """The font of a style."""
        key = (style.size, style.bold and style.size < _LARGE)
        if key not in self._fonts:
            font = pygame.font.Font(FONT_FILE, style.size)
            font.bold = key[1]
            self._fonts[key] = font
        return self._fonts[key]

    def line_height(self, style: Style) -> int:
        """Pixels from one line to the next."""
        return round(self.font(style).get_height() * _LINE)

    def line(self, text: str, style: Style, colour: Colour) -> pygame.Surface:
        """One line as a picture. It is shared: do not paint on it."""
        key = (text, style, colour)
        if key in self._pictures:
            self._pictures.move_to_end(key)
            return self._pictures[key]
        picture = self._fixed(text, style, colour) if style.fixed_digits else self._plain(text, style, colour)
        self._pictures[key] = picture
        if len(self._pictures) > _MOST_PICTURES:
            self._pictures.popitem(last=False)
        return picture

    def _plain(self, text: str, style: Style, colour: Colour) -> pygame.Surface:
        picture = self.font(style).render(text, True, colour)
        hair = _hair(style)
        if not hair:
            return picture
        struck = pygame.Surface((picture.get_width() + hair, picture.get_height()), pygame.SRCALPHA)
        for x in range(hair + 1):
            struck.blit(picture, (x, 0))
        return struck

    def _fixed(self, text: str, style: Style, colour: Colour) -> pygame.Surface:
        """A line whose digits are all as wide as the widest."""
        font = self.font(style)
        digit = max(font.size(d)[0] for d in "0123456789")
        widths = [digit if char.isdigit() else font.size(char)[0] for char in text]
        picture = pygame.Surface((max(1, sum(widths)), font.get_height()), pygame.SRCALPHA)
        x = 0
        for char, width in zip(text, widths, strict=True):
            glyph = self._plain(char, style, colour)
            picture.blit(glyph, (x + (width - glyph.get_width()) // 2, 0))
            x += width
        return picture

    def width(self, text: str, style: Style) -> int:
        """Width of a line in pixels."""
        return self.font(style).size(text)[0] + _hair(style)

    def wrap(self, text: str, style: Style, width: int) -> list[str]:
        """A text's lines, broken at blanks so that none is wider than ``width`` (a longer word stands alone)."""
        lines: list[str] = []
        for paragraph in text.split("\n"):
            line = ""
            for word in paragraph.split(" "):
                longer = f"{line} {word}" if line else word
                if line and self.width(longer, style) > width:
                    lines.append(line)
                    line = word
                else:
                    line = longer
            lines.append(line)
        return lines
