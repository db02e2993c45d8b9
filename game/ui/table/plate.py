"""The plate on which advice is given: a heading, a sentence with small cards in it, and what can be done about it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

import pygame
from pygame import Rect, Surface

from game.ui.controls.captions import Caption
from game.ui.controls.widgets import Button, Kind, Kit, Label, Widget
from game.ui.look.cards import CardArt
from game.ui.look.lettering import Style
from game.ui.table.layout import TableLayout

_PLATE, _WORDS, _BUTTONS = 13, 14, 15
#: A pixel of a mark is worth so many of other cards.
_A_MARK = 50
_LEAST_TYPE = 8  # pixels
_WIDEST, _RIM, _GAP, _ROW, _CLOSE, _BAR = 600, 16, 8, 46, 44, 10  # reference pixels


class Offer(NamedTuple):
    """A button of the plate."""

    words: str
    icon: str
    run: Callable[[], None]
    kind: Kind = Kind.PLAIN


class Plate:
    """Advice over the table; it hides no ``marks`` if it can, and few ``cards``. ``widgets`` are all that is on it.

    With ``bar`` there is a bar of ``progress`` (0..1) below the sentence.
    """

    z: tuple[int, ...] = (_PLATE,)
    lively = False

    def __init__(
        self,
        kit: Kit,
        layout: TableLayout,
        art: CardArt,
        heading: str,
        sentence: str,
        offers: Sequence[Offer],
        close: Callable[[], None],
        marks: Sequence[Rect],
        cards: Sequence[Rect],
        bar: bool = False,
    ) -> None:
        self._kit = kit
        px, gap = kit.metrics.px, kit.metrics.gap
        width = min(layout.table.w - 2 * gap(8), px(_WIDEST))
        inner = width - 2 * gap(_RIM)
        head = Rect(0, 0, inner - px(_CLOSE) - gap(_GAP), px(_CLOSE))
        style = Style(kit.metrics.small, bold=True)
        self._heading = Label(kit, head, heading, style, kit.theme.accent)
        head.h = max(head.h, kit.lettering.line_height(style) * len(self._heading.lines))
        self._caption = Caption(kit, Rect(0, head.bottom, inner, 0), art, lines=99)
        self._caption.colour = kit.theme.text
        below = _button_rows(kit, offers, inner, 2 * gap(_GAP) + (px(_BAR) if bar else 0))
        around = head.h + (below[-1].bottom if below else 0) + 2 * gap(_RIM) + 2 * gap(8)
        self._say(sentence, layout.table.h - around)
        self.close = Button(kit, Rect(inner - px(_CLOSE), 0, px(_CLOSE), px(_CLOSE)), "", close, "close", Kind.QUIET)
        self.progress = 0.0
        self._bar = Rect(0, self._caption.rect.bottom + gap(_GAP), inner, px(_BAR) if bar else 0)
        rows = _button_rows(kit, offers, inner, self._bar.bottom + gap(_GAP))
        self.buttons = [
            Button(kit, rect, offer.words, offer.run, offer.icon, offer.kind)
            for offer, rect in zip(offers, rows, strict=True)
        ]
        self.widgets: list[Widget] = [self._heading, self._caption, *self.buttons, self.close]
        bottoms = [self._bar.bottom, *(widget.rect.bottom for widget in self.widgets)]
        height = max(bottoms) + gap(_RIM) + gap(_RIM) // 2
        self.rect = _free_place(layout.table.inflate(-2 * gap(8), -2 * gap(8)), (width, height), marks, cards)
        self._place(inner)

    def _say(self, sentence: str, height: int) -> None:
        """Set the sentence, smaller where the table is too low for it."""
        caption, lettering = self._caption, self._kit.lettering
        while True:
            caption.say(sentence)
            caption.rect.h = lettering.line_height(caption.style) * len(caption.rows)
            if caption.rect.h <= height or caption.style.size <= _LEAST_TYPE:
                return
            caption.style = caption.style._replace(size=caption.style.size - 1)

    def _place(self, inner: int) -> None:
        """Move the controls from the corner to the plate, mirrored where reading is."""
        rim = self._kit.metrics.gap(_RIM)
        self._bar.move_ip(self.rect.x + rim, self.rect.y + rim // 2)
        for widget in self.widgets:
            if self._kit.right_to_left:
                widget.rect.x = inner - widget.rect.right
            widget.rect.move_ip(self.rect.x + rim, self.rect.y + rim // 2)
            widget.z = (_BUTTONS,) if isinstance(widget, Button) else (_WORDS,)

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self.rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the ground."""
        theme, px = self._kit.theme, self._kit.metrics.px
        pygame.draw.rect(target, theme.panel, self.rect, border_radius=px(14))
        pygame.draw.rect(target, theme.accent, self.rect, max(1, px(1.5)), border_radius=px(14))
        if self._bar.h:
            pygame.draw.rect(target, theme.field, self._bar, border_radius=self._bar.h // 2)
            done = Rect(self._bar.x, self._bar.y, round(self._bar.w * self.progress), self._bar.h)
            if self._kit.right_to_left:
                done.right = self._bar.right
            pygame.draw.rect(target, theme.accent, done, border_radius=self._bar.h // 2)


def _button_rows(kit: Kit, offers: Sequence[Offer], width: int, top: int) -> list[Rect]:
    """Places for the buttons: as wide as their words, and a new row where the width is used up."""
    px, gap = kit.metrics.px, kit.metrics.gap
    rects: list[Rect] = []
    x, y = 0, top
    for offer in offers:
        style = Style(kit.metrics.body, bold=offer.kind is Kind.PRIMARY)
        wide = min(width, kit.lettering.width(offer.words, style) + px(22 + 10 + 32))
        if x and x + wide > width:
            x, y = 0, y + px(_ROW) + gap(_GAP)
        rects.append(Rect(x, y, wide, px(_ROW)))
        x += wide + gap(_GAP)
    return rects


def _free_place(area: Rect, size: tuple[int, int], marks: Sequence[Rect], cards: Sequence[Rect]) -> Rect:
    """Where in an area a plate hides the least; of equal places the one in the middle of the lower edge."""
    lowest = Rect((0, 0), size)
    lowest.midbottom = area.midbottom
    ups = [*range(0, max(1, lowest.y - area.y), max(1, size[1] // 4)), max(0, lowest.y - area.y)]
    asides = (0, area.x - lowest.x, area.right - lowest.right)
    places = [lowest.move(aside, -up) for aside in asides for up in ups]
    return min(places, key=lambda place: _A_MARK * _hidden(place, marks) + _hidden(place, cards))


def _hidden(place: Rect, rects: Sequence[Rect]) -> int:
    """Pixels of some rectangles that a place covers."""
    clips = [place.clip(rect) for rect in rects]
    return sum(clip.w * clip.h for clip in clips)
