"""Card pictures: faces, backs, lone suit pips and shadows at one exact pixel size.

The card's own grid is 250 x 350 units. Number cards are put together from a few small masks (pips, ranks) that are
drawn once and tinted; courts, aces and backs are SVG markup.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from game import paths
from game.storage.settings import Back, Colours, Print
from game.ui.look import backs
from game.ui.look.svg import Colour, drawing, drawn, for_window, half_turned, hexadecimal, tinted

ASSETS = paths.ASSETS / "cards"
WIDTH, HEIGHT = GRID = (250, 350)
SUITS = "SHDC"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

INK: Colour = (0x22, 0x26, 0x3A)
RED: Colour = (0xC9, 0x30, 0x3E)
BLUE: Colour = (0x1C, 0x66, 0xA8)
GREEN: Colour = (0x12, 0x78, 0x52)
PAPER: Colour = (0xFF, 0xFD, 0xF7)
EDGE: Colour = (0xA3, 0x99, 0x84)
SHADE: Colour = (0x08, 0x0B, 0x14)
GROUND, GOLD = "#f3e3bf", "#e2a93b"
#: What stands for the suit's colour in the drawings of the aces.
SUIT_COLOUR = "#000000"

_ROWS = {4: (0.0, 1.0), 6: (0.0, 0.5, 1.0), 8: (0.0, 1 / 3, 2 / 3, 1.0)}
#: For the numbers 2 to 10: pips in the two outer columns, then the heights of those in the middle, as fractions.
_PIPS: dict[int, tuple[int, tuple[float, ...]]] = {
    2: (0, (0.0, 1.0)),
    3: (0, (0.0, 0.5, 1.0)),
    4: (4, ()),
    5: (4, (0.5,)),
    6: (6, ()),
    7: (6, (0.25,)),
    8: (6, (0.25, 0.75)),
    9: (8, (0.5,)),
    10: (8, (1 / 6, 5 / 6)),
}


@dataclass(frozen=True)
class CardStyle:
    """Everything a player may choose about the look of the cards."""

    print: Print = Print.CLASSIC
    colours: Colours = Colours.TWO
    back: Back = Back.GIRIH


def suit_colour(suit: int, colours: Colours = Colours.TWO) -> Colour:
    """The printing colour of a suit; suits run spades, hearts, diamonds, clubs."""
    return ((INK, RED, BLUE, GREEN) if colours is Colours.FOUR else (INK, RED, RED, INK))[suit]


#: The back's place among the pictures.
_BACK = -1


class CardArt:
    """Card pictures at one exact pixel size; each is drawn on first use and kept."""

    def __init__(
        self, width: int, style: CardStyle | None = None, assets: Path = ASSETS, like: CardArt | None = None
    ) -> None:
        #: Pictures of the same style in another size, which stand in until there are own ones; and those lent so far.
        self._like = like
        self._lent: dict[int, pygame.Surface] = {}
        self.style = style or CardStyle()
        self.width = width
        self.height = round(width * HEIGHT / WIDTH)
        self.radius = max(2, round(width * 0.07))
        self._scale = width / WIDTH
        self._oversample = 2 if width < 160 else 1
        self._assets = assets
        self._pictures: dict[int, pygame.Surface] = {}
        self._glyphs: dict[tuple[str, tuple[int, int]], pygame.Surface] = {}
        self._tints: dict[tuple[str, tuple[int, int], Colour], pygame.Surface] = {}
        self._shadows: dict[int, tuple[pygame.Surface, int]] = {}
        self._cutter: tuple[pygame.Surface, pygame.Surface] | None = None
        self._blank: pygame.Surface | None = None

    def face(self, card: int) -> pygame.Surface:
        """The front of a card (suit * 13 + rank). It is shared: do not draw on it."""
        return self._pictures.get(card) or self._lend(card) or self._draw(card)

    def back(self) -> pygame.Surface:
        """The back of the deck."""
        return self.face(_BACK)

    def _draw(self, card: int) -> pygame.Surface:
        if card == _BACK:
            picture = self._cut(self._drawn(backs.body(self.style.back.value)))
        else:
            printed = self._large_face if self.style.print is Print.LARGE else self._classic_face
            picture = printed(*divmod(card, len(RANKS)))
        self._pictures[card] = for_window(picture)
        return self._pictures[card]

    def _lend(self, card: int) -> pygame.Surface | None:
        """A picture of the other size, scaled; None if there is none."""
        other = self._like._pictures.get(card) if self._like is not None else None
        if card not in self._lent and other is not None:
            self._lent[card] = pygame.transform.smoothscale(other, (self.width, self.height))
        return self._lent.get(card)

    @property
    def whole(self) -> bool:
        """True if all pictures are there in their own size."""
        return len(self._pictures) > 52

    def prepare(self) -> bool:
        """Draw one picture that is not there in its own size, back and courts first; False if all are there."""
        missing = [card for card in (_BACK, *range(51, -1, -1)) if card not in self._pictures]
        if missing:
            self._draw(max(missing, key=lambda card: 99 if card == _BACK else card % len(RANKS)))
        else:
            self._like, self._lent = None, {}
        return bool(missing)

    def suit(self, suit: int, height: int, colour: tuple[int, ...] | None = None) -> pygame.Surface:
        """A lone pip, in the suit's own colour unless another is given."""
        return self._glyph(f"suits/{SUITS[suit]}", height, colour or suit_colour(suit, self.style.colours))

    def shadow(self, spread: int) -> tuple[pygame.Surface, int]:
        """The soft shadow of one card, and the margin by which it reaches beyond the card on each side."""
        if spread not in self._shadows:
            margin = spread * 2
            picture = pygame.Surface((self.width + 2 * margin, self.height + 2 * margin), pygame.SRCALPHA)
            card = pygame.Rect(margin, margin, self.width, self.height)
            pygame.draw.rect(picture, (*SHADE, 110), card, border_radius=self.radius)
            if spread > 0:
                # Two box blurs come near a round one and reach exactly as far as the margin.
                picture = pygame.transform.box_blur(pygame.transform.box_blur(picture, spread), spread)
            self._shadows[spread] = (for_window(tinted(picture, SHADE)), margin)
        return self._shadows[spread]

    # ---- parts -------------------------------------------------------------------------------------------------------

    def _px(self, units: float) -> int:
        return round(units * self._scale)

    def _glyph(self, name: str, height: int, colour: tuple[int, ...], most_width: int | None = None) -> pygame.Surface:
        """A pip or a rank of a pixel height in one colour, made narrower if it would be too wide."""
        box, markup = drawing(self._assets / f"{name}.svg")
        height = max(1, height)
        width = max(1, round(height * box[0] / box[1]))
        shape = (name, (width if most_width is None else min(width, most_width), height))
        rgb = (colour[0], colour[1], colour[2])
        if (*shape, rgb) not in self._tints:
            if shape not in self._glyphs:
                self._glyphs[shape] = drawn(box, markup, shape[1], 3 if height < 40 else 2)
            self._tints[*shape, rgb] = for_window(tinted(self._glyphs[shape], rgb))
        return self._tints[*shape, rgb]

    def _drawn(self, markup: str) -> pygame.Surface:
        """Markup of a whole card on paper, not yet cut."""
        paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{hexadecimal(PAPER)}"/>'
        return drawn(GRID, paper + markup, (self.width, self.height), self._oversample)

    def _cut(self, picture: pygame.Surface) -> pygame.Surface:
        """Give a rectangular picture its edge line and its round corners."""
        size = (self.width, self.height)
        if self._cutter is None:
            line, radius = max(1.5, 1 / self._scale), self.radius / self._scale
            shape = f'<rect width="{WIDTH}" height="{HEIGHT}" rx="{radius:.2f}"/>'
            edge = (
                f'<rect x="{line / 2:.3f}" y="{line / 2:.3f}" width="{WIDTH - line:.3f}" height="{HEIGHT - line:.3f}" '
                f'rx="{radius - line / 2:.3f}" fill="none" stroke="#000" stroke-width="{line:.3f}"/>'
            )
            self._cutter = (
                tinted(drawn(GRID, shape, size, 2), (255, 255, 255)),
                tinted(drawn(GRID, edge, size, 2), EDGE),
            )
        shape_mask, edge_line = self._cutter
        result = pygame.Surface(size, pygame.SRCALPHA)
        result.blit(picture, (0, 0))
        result.blit(edge_line, (0, 0))
        result.blit(shape_mask, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
        return result

    def _paper(self) -> pygame.Surface:
        """A blank card, ready to be printed on."""
        if self._blank is None:
            sheet = pygame.Surface((self.width, self.height), pygame.SRCALPHA)
            sheet.fill(PAPER)
            self._blank = self._cut(sheet)
        return self._blank.copy()

    def _both_ways(self, picture: pygame.Surface, mark: pygame.Surface, at: tuple[int, int]) -> None:
        """Print a mark, and again where half a turn of the card takes it."""
        picture.blit(mark, at)
        turned = (self.width - at[0] - mark.get_width(), self.height - at[1] - mark.get_height())
        picture.blit(half_turned(mark), turned)

    # ---- classic print -----------------------------------------------------------------------------------------------

    def _classic_face(self, suit: int, rank: int) -> pygame.Surface:
        colour = suit_colour(suit, self.style.colours)
        if rank >= 10:
            picture = self._cut(self._court(suit, rank, colour))
        elif rank == 0:
            picture = self._cut(self._drawn(self._ace(suit).replace(SUIT_COLOUR, hexadecimal(colour))))
        else:
            picture = self._paper()
            self._print_pips(picture, suit, rank + 1)
        self._print_index(picture, suit, rank, colour)
        return picture

    def _print_index(self, picture: pygame.Surface, suit: int, rank: int, colour: Colour) -> None:
        """Rank over pip in all four corners, whole within the top fifth of the card, which a fan leaves in sight."""
        bottom = int(self.height * 0.2)
        height = round(self.height * 0.184)
        pip = self.suit(suit, round(height * 0.36))
        glyph = self._glyph(f"ranks/{RANKS[rank]}", height - pip.get_height() - max(1, self._px(3.5)), colour)
        block = pygame.Surface((self._px(40), height), pygame.SRCALPHA)
        block.blit(glyph, ((block.get_width() - glyph.get_width()) // 2, 0))
        block.blit(pip, ((block.get_width() - pip.get_width()) // 2, height - pip.get_height()))
        for x in (self._px(8), self.width - self._px(8) - block.get_width()):
            self._both_ways(picture, block, (x, bottom - height))

    def _print_pips(self, picture: pygame.Surface, suit: int, number: int) -> None:
        """The pips of a number card; those of the lower half are the upper ones after half a turn."""
        outer, middle = _PIPS[number]
        pip = self.suit(suit, self._px(50 if number < 9 else 46))
        left, top = self._px(81), self._px(57)
        places = [(x, y) for y in _ROWS.get(outer, ()) for x in (0.0, 1.0)] + [(0.5, y) for y in middle]
        turned = half_turned(pip)
        for across, down in places:
            # Rounding the upper place and turning it keeps both halves alike to the pixel.
            lower = down > 0.5
            x = round(left + (1 - across if lower else across) * (self.width - 2 * left) - pip.get_width() / 2)
            y = round(top + (1 - down if lower else down) * (self.height - 2 * top) - pip.get_height() / 2)
            if lower:
                x, y = self.width - x - pip.get_width(), self.height - y - pip.get_height()
            picture.blit(turned if lower else pip, (x, y))

    def _ace(self, suit: int) -> str:
        """The ace of spades has a drawing of its own; the others show their pip within a quiet ring."""
        if suit == 0:
            return drawing(self._assets / "aces" / "S.svg")[1]
        pip = drawing(self._assets / "suits" / f"{SUITS[suit]}.svg")[1]
        ring = drawing(self._assets / "aces" / "ring.svg")[1]
        return f'{ring}<g transform="translate(75,125)" fill="{SUIT_COLOUR}">{pip}</g>'

    def _half(self, suit: int, rank: int) -> str:
        return drawing(self._assets / "courts" / f"{RANKS[rank]}{SUITS[suit]}.svg")[1]

    def _court(self, suit: int, rank: int, colour: Colour) -> pygame.Surface:
        """A court card, not yet cut: the half figure in its frame, the same after half a turn, a line between."""
        scale = self._oversample
        rows = -(-self.height * scale // 2)
        size = (self.width * scale, rows)
        paper = f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{hexadecimal(PAPER)}"/>'
        markup = (
            f'{paper}<path d="{_frame(0)}" fill="{GROUND}"/>{_frame_line(4, GOLD, 1)}{self._half(suit, rank)}'
            f'<path d="M33,173 L217,173 L217,182 L33,182 Z" fill="{GOLD}"/>'
            f"{_frame_line(0, hexadecimal(colour), max(2.2, 1.2 / self._scale))}"
        )
        half = drawn((WIDTH, HEIGHT * rows / (self.height * scale)), markup, size)
        both = pygame.Surface((self.width * scale, self.height * scale), pygame.SRCALPHA)
        both.blit(half_turned(half), (0, self.height * scale - rows))
        both.blit(half, (0, 0))
        picture = pygame.transform.smoothscale(both, (self.width, self.height)) if scale > 1 else both
        pip = self.suit(suit, self._px(26))
        x = self._px(55) - pip.get_width() // 2
        if (suit, rank) == (0, 10):  # his halberd stands where the others have their pip
            x = self.width - x - pip.get_width()
        self._both_ways(picture, pip, (x, self._px(84)))
        return picture

    # ---- large print -------------------------------------------------------------------------------------------------

    def _large_face(self, suit: int, rank: int) -> pygame.Surface:
        """A rank of nearly a third of the height in both top corners, the pip between, one picture below."""
        colour = suit_colour(suit, self.style.colours)
        if rank >= 10:
            picture = self._cut(self._drawn(_panel(self._half(suit, rank), hexadecimal(colour))))
        else:
            picture = self._paper()
            pip = self.suit(suit, self._px(150))
            picture.blit(pip, ((self.width - pip.get_width()) // 2, self._px(234) - pip.get_height() // 2))
        top, left = self._px(13), self._px(12)
        glyph = self._glyph(f"ranks/{RANKS[rank]}", -(-self.height * 31 // 100), colour, self._px(78))
        pip = self.suit(suit, min(self._px(58), self.width - 2 * (self._px(16) + glyph.get_width())))
        picture.blit(glyph, (left, top))
        picture.blit(glyph, (self.width - left - glyph.get_width(), top))
        between = ((self.width - pip.get_width()) // 2, top + (glyph.get_height() - pip.get_height()) // 2)
        picture.blit(pip, between)
        return picture


def _frame(inset: float) -> str:
    """Upper half of a court's frame, open below the middle; its corners give way to the index."""
    r = 6 - inset / 2
    x0, x1, y0, y1 = 33 + inset, 53 + inset, 28 + inset, 74 + inset
    left = [(x0, 182), (x0, y1 + r), (x0, y1), (x0 + r, y1), (x1 - r, y1), (x1, y1), (x1, y1 - r)]
    left += [(x1, y0 + r), (x1, y0), (x1 + r, y0)]
    right = [(WIDTH - x, y) for x, y in reversed(left)]
    steps = zip("MLQ LQ LQ LQ LQ LQ L", left + right, strict=True)
    return "".join(f"{letter}{x:g},{y:g} " for letter, (x, y) in steps)


def _frame_line(inset: float, colour: str, width: float) -> str:
    return f'<path d="{_frame(inset)}" fill="none" stroke="{colour}" stroke-width="{width:g}"/>'


def _panel(half: str, colour: str) -> str:
    """One upright half figure in a wide panel, for the large print."""
    panel = 'x="12" y="132" width="226" height="206" rx="8"'
    return (
        f'<rect {panel} fill="{GROUND}"/><g transform="translate(125,338) scale(1.228) translate(-125,-175)">{half}</g>'
        f'<path d="M0,338 L250,338 L250,350 L0,350 Z" fill="{hexadecimal(PAPER)}"/>'
        f'<rect {panel} fill="none" stroke="{colour}" stroke-width="2.2"/>'
    )
