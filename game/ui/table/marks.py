"""What lies under and over the cards: the empty places, the targets of a drag, and the line that explains."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.engine.state import foundation, is_column, is_foundation
from game.ui.controls.widgets import Align, Kit
from game.ui.look.cards import CardArt
from game.ui.look.lettering import Style
from game.ui.look.theme import Theme
from game.ui.table.layout import TableLayout

_PLACE, _TARGET, _NOTICE = 0, 4, 12
_CROSS = 6  # the radius of a cross's disc is this part of its place's width
_LEAST_SECONDS = 4.0
_LETTERS_A_SECOND = 14


def reading_seconds(sentence: str) -> float:
    """How long a sentence stays so that it can be read at leisure."""
    return max(_LEAST_SECONDS, len(sentence) / _LETTERS_A_SECOND)


class Place:
    """An empty place, engraved into the felt."""

    z: tuple[int, ...] = (_PLACE, 1)
    lively = False

    def __init__(self, pile: int, layout: TableLayout, art: CardArt, theme: Theme, kit: Kit) -> None:
        self._pile = pile
        self._rect = layout.slots[pile]
        self._art = art
        self._theme = theme
        self._kit = kit

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self._rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the outline and what belongs there: a suit, or the K of an empty column."""
        rect = self._rect
        ground = Surface(rect.size, pygame.SRCALPHA)
        area = ground.get_rect()
        pygame.draw.rect(ground, (*self._theme.engraving, 120), area, border_radius=self._art.radius)
        edge = max(1, rect.w // 60)
        pygame.draw.rect(ground, (*self._theme.felt_dark, 190), area, edge, border_radius=self._art.radius)
        target.blit(ground, rect)
        if is_foundation(self._pile):
            suit = self._art.suit(self._pile - foundation(0), rect.h * 3 // 10, self._theme.felt_dark)
            target.blit(suit, suit.get_rect(center=rect.center))
        elif is_column(self._pile):
            style = Style(rect.h // 4, bold=True)
            self._kit.write(target, "K", style, self._theme.felt_dark, rect, Align.CENTRE)


class Target:
    """A frame around a card or place that would take what is dragged."""

    z: tuple[int, ...] = (_TARGET,)
    lively = False

    def __init__(self, rect: Rect, art: CardArt, theme: Theme) -> None:
        self._width = max(3, art.width // 26)
        self._rect = rect.inflate(self._width, self._width)
        self._radius = art.radius
        self._colour = theme.accent

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self._rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Tint the place and frame it."""
        tint = Surface(self._rect.size, pygame.SRCALPHA)
        area = tint.get_rect()
        pygame.draw.rect(tint, (*self._colour, 46), area, border_radius=self._radius)
        pygame.draw.rect(tint, (*self._colour, 255), area, self._width, border_radius=self._radius)
        target.blit(tint, self._rect)


class Denied(Target):
    """A frame around a place that does not take what is tried, or is why it is refused: crossed, not only red."""

    def __init__(self, rect: Rect, art: CardArt, theme: Theme) -> None:
        super().__init__(rect, art, theme)
        self._colour = theme.warning
        self._ground = theme.panel

    def paint(self, target: Surface, alpha: float) -> None:
        """Frame the place and set a cross on a disc into its middle."""
        super().paint(target, alpha)
        centre, radius = self._rect.center, self._rect.w // _CROSS
        pygame.draw.aacircle(target, self._ground, centre, radius)
        pygame.draw.aacircle(target, self._colour, centre, radius, max(2, self._width // 2))
        arm = radius * 2 // 5
        for way in (-1, 1):
            start, end = (centre[0] - arm, centre[1] - way * arm), (centre[0] + arm, centre[1] + way * arm)
            pygame.draw.line(target, self._colour, start, end, self._width)


class Outlook:
    """A quiet line around the cards that a press would take."""

    z: tuple[int, ...] = (_TARGET,)
    lively = False

    def __init__(self, rect: Rect, art: CardArt) -> None:
        self.rect = rect
        self._width = max(2, art.width // 48)
        self._radius = art.radius

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self.rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Frame the cards in ink and light, so that it shows on every card and table."""
        frame = Surface(self.rect.size, pygame.SRCALPHA)
        area = frame.get_rect()
        pygame.draw.rect(frame, (20, 24, 40, 90), area, self._width * 2, border_radius=self._radius)
        pygame.draw.rect(frame, (255, 236, 190, 210), area, self._width, border_radius=self._radius)
        target.blit(frame, self.rect)


class Notice:
    """A sentence on a plate in the middle of an area, and wholly on the table."""

    z: tuple[int, ...] = (_NOTICE,)
    lively = False

    def __init__(self, kit: Kit, area: Rect, table: Rect, sentence: str) -> None:
        self._kit = kit
        self.sentence = sentence
        rim, air = kit.metrics.gap(40), kit.metrics.gap(20)
        widest = min(area.w, kit.metrics.px(640)) - rim
        self._words = kit.lettering.worded(sentence, Style(kit.metrics.body), widest, table.h - air)
        width = max(kit.lettering.width(line, self._words.style) for line in self._words.lines) + rim
        line = kit.lettering.line_height(self._words.style)
        self._rect = Rect(0, 0, width, line * len(self._words.lines) + air)
        self._rect.center = area.center
        self._rect.clamp_ip(table)

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle."""
        return self._rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the sentence on its plate."""
        theme, px = self._kit.theme, self._kit.metrics.px
        pygame.draw.rect(target, theme.panel, self._rect, border_radius=px(14))
        pygame.draw.rect(target, theme.accent, self._rect, max(1, px(1.5)), border_radius=px(14))
        self._kit.write_lines(target, self._words, theme.text, self._rect, Align.CENTRE)
