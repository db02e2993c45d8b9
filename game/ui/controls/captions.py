"""A text with cards in it: ``7♥`` becomes a small card with its rank and pip, whatever the language around it.

Its lines are set word by word, so that the small cards find their place in either direction."""

from __future__ import annotations

import re
from typing import NamedTuple
from unicodedata import bidirectional

import pygame
from pygame import Rect, Surface

from game.text.cardnames import CARD, SIGNS
from game.ui.controls.widgets import Kit, Widget
from game.ui.look.cards import PAPER, CardArt, suit_colour
from game.ui.look.lettering import Style

_LATIN = re.compile(r"[A-Za-z]")


class _Piece(NamedTuple):
    """A part of a word: plain text, or a card's rank with its suit (0..3)."""

    text: str
    suit: int | None = None


def _pieces(word: str) -> list[_Piece]:
    pieces, at = [], 0
    for match in CARD.finditer(word):
        pieces += [_Piece(word[at : match.start()]), _Piece(match[1], SIGNS.index(match[2]))]
        at = match.end()
    pieces.append(_Piece(word[at:]))
    return [piece for piece in pieces if piece.text]


def _words(text: str, leftward: bool) -> list[str]:
    """The parts of a text that stay together. Within a text to the left, a Latin name of several words is one."""
    words: list[str] = []
    for word in text.split():
        if leftward and words and _LATIN.search(word) and _LATIN.search(words[-1]) and not CARD.search(word):
            words[-1] += f" {word}"
        else:
            words.append(word)
    return words


class Caption(Widget):
    """Lines of text in the direction of their script; what does not fit into the lines is cut off."""

    def __init__(self, kit: Kit, rect: Rect, art: CardArt, lines: int = 1) -> None:
        super().__init__(kit, rect)
        self._art = art
        self._most = lines
        self.colour = kit.theme.on_felt
        self.style = Style(kit.metrics.body)
        self.text = ""
        self.rows: list[list[list[_Piece]]] = []
        self._leftward = False

    def say(self, text: str) -> None:
        """Show another text."""
        self.text = text
        self._leftward = any(bidirectional(letter) in ("R", "AL") for letter in text)
        self.rows = self._wrapped(text)

    def _wrapped(self, text: str) -> list[list[list[_Piece]]]:
        rows: list[list[list[_Piece]]] = [[]]
        for word in _words(text, self._leftward):
            row = [*rows[-1], _pieces(word)]
            if rows[-1] and self._row_width(row) > self.rect.w:
                rows.append(row[-1:])
            else:
                rows[-1] = row
        return rows

    def _row_width(self, row: list[list[_Piece]]) -> int:
        return sum(self._width(piece) for word in row for piece in word) + self._blank * (len(row) - 1)

    @property
    def _blank(self) -> int:
        return self.kit.lettering.width(" ", self.style)

    def _width(self, piece: _Piece) -> int:
        if piece.suit is None:
            return self.kit.lettering.width(piece.text, self.style)
        return self.kit.lettering.width(piece.text, self._rank) + self._pip_width(piece.suit) + 3 * self._rim

    @property
    def _rank(self) -> Style:
        return Style(self.style.size * 9 // 10, bold=True)

    @property
    def _rim(self) -> int:
        return max(2, self.style.size // 6)

    def _pip(self, suit: int) -> Surface:
        return self._art.suit(suit, self.style.size * 6 // 10)

    def _pip_width(self, suit: int) -> int:
        return self._pip(suit).get_width()

    def paint(self, target: Surface, alpha: float) -> None:
        """Write the rows; a text that is shorter than its room stands in the middle of it."""
        height = self.kit.lettering.line_height(self.style)
        rows = self.rows[: self._most]
        top = self.rect.centery - len(rows) * height // 2
        for number, row in enumerate(rows):
            self._paint_row(target, row, top + number * height, height)

    def _paint_row(self, target: Surface, row: list[list[_Piece]], y: int, height: int) -> None:
        width = self._row_width(row)
        left = self.rect.right - width if self.kit.right_to_left else self.rect.x
        x = 0
        for word in row:
            for piece in word:
                wide = self._width(piece)
                at = left + width - x - wide if self._leftward else left + x
                self._paint_piece(target, piece, Rect(at, y, wide, height))
                x += wide
            x += self._blank

    def _paint_piece(self, target: Surface, piece: _Piece, box: Rect) -> None:
        if piece.suit is None:
            self.kit.write(target, piece.text, self.style, self.colour, box)
            return
        plate = box.inflate(0, -box.h // 6)
        pygame.draw.rect(target, PAPER, plate, border_radius=self._rim * 3 // 2)
        colour = suit_colour(piece.suit, self._art.style.colours)
        rank = self.kit.lettering.line(piece.text, self._rank, colour)
        target.blit(rank, rank.get_rect(midleft=(plate.x + self._rim, plate.centery)))
        pip = self._pip(piece.suit)
        target.blit(pip, pip.get_rect(midright=(plate.right - self._rim, plate.centery)))
