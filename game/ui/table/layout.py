"""Where everything stands on the table: a pure function of the game, the window, the print and the direction.

All is computed as in the left-to-right picture and mirrored at the end.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from pygame import Rect

from game.engine.spec import GameSpec, Stock
from game.engine.state import STOCK, WASTE, foundation, is_column
from game.engine.view import View
from game.storage.settings import Print
from game.ui.look.theme import Metrics
from game.ui.table import fan
from game.ui.table.bars import Content, bars
from game.ui.table.fan import FANS, UPRIGHT_FANS, Fan

CARD_RATIO = 1.4
#: Shares of the card's width.
_GAP = 0.08
_MARGIN = 0.10
#: The cards are sized so that the tallest opening column shows at least this share of its full fan, and so that
#: there is room for a column as it grows in play (in card heights: about 6 hidden and 8 open cards, compressed).
_OPENING_FAN = 0.72
_GROWN_COLUMN = 1.35
#: A strip of a column that is lower than this many reference pixels opens under the pointer.
_STRIP = 32
#: So does one that shows less than this share of its cards' indices.
_HARD_TO_READ = 0.55
#: On an upright screen the board stands this share of the free height below the upper bar, nearer to the hand.
_UPRIGHT_DROP = 0.18
_CONTENT = Content()
_BARE_REFERENCE = 1280  # pixels of width at which a bare layout's measures are those of the reference window


@dataclass(frozen=True)
class TableLayout:
    """Rectangles of one table in one window.

    ``slots`` are card-sized places by pile; ``hud`` shows the counters, ``actions`` holds the buttons; with
    ``side`` both stand in one bar beside the cards, else above and below them. ``close`` bars are closely set.
    """

    metrics: Metrics
    mirrored: bool
    side: bool
    close: bool
    card: tuple[int, int]
    slots: dict[int, Rect]
    hud: Rect
    actions: Rect
    table: Rect
    fan: Fan
    draw: int
    #: The strip below the cards for what happens in words; of no height if it is not wanted.
    live_line: Rect
    #: The column that is opened, and the height of the point that it is opened at.
    opening: tuple[int, int] | None = None

    def pile_rects(self, pile: int, size: int, down: int = 0) -> list[Rect]:
        """The places of a pile's cards, bottom to top; ``down`` of them lie face down."""
        slot = self.slots[pile]
        if is_column(pile):
            column = self._column(pile, size, down)
            if size and self.opening is not None and self.opening[0] == pile:
                column = fan.opened(column, self.opening[1] - slot.y, self._open_strip)
            return [slot.move(0, y) for y in column]
        if pile == WASTE:
            fanned = min(self.draw, size)
            return [slot.move(max(0, i - size + fanned) * self.waste_fan, 0) for i in range(size)]
        return [slot] * size

    @property
    def _open_strip(self) -> int:
        """Pixels that show of the card under the pointer in an opened column: its index, and enough for a finger."""
        return max(self.metrics.gap(_STRIP), round(self.fan.up * self.card[1]))

    @property
    def waste_fan(self) -> int:
        """Pixels from one fanned card of the waste to the next; below 0 in the mirrored board."""
        return round(self.card[0] * self.fan.waste) * (-1 if self.mirrored else 1)

    def _column(self, pile: int, size: int, down: int) -> list[int]:
        return fan.offsets(self.fan, self.card[1], self.table.bottom - self.slots[pile].bottom, size, down)

    def opened_at(self, view: View, point: tuple[int, int] | None) -> TableLayout:
        """The layout with the column under a point opened there, if its strips are too low to be hit with ease."""
        return replace(self, opening=None if point is None else self._opening(view, point))

    def _opening(self, view: View, point: tuple[int, int]) -> tuple[int, int] | None:
        for pile, slot in self.slots.items():
            if not is_column(pile) or not slot.x <= point[0] < slot.right:
                continue
            size, down = len(view.places[pile]), view.state.down[pile]
            column, y = self._column(pile, size, down), point[1] - slot.y
            if size - down < 2 or not column[down] <= y < column[-1]:
                return None
            low = max(self.metrics.gap(_STRIP), _HARD_TO_READ * self._open_strip)
            return (pile, point[1]) if column[-1] - column[-2] < low else None
        return None

    def landing(self, pile: int, size: int, down: int) -> Rect:
        """Where a card that is put onto a pile of ``size`` cards is expected to be dropped."""
        rects = self.pile_rects(pile, size, down)
        return rects[-1] if rects else self.slots[pile]

    def landing_in(self, view: View, pile: int) -> Rect:
        """Where a pile of a view takes the next card."""
        down = view.state.down[pile] if is_column(pile) else 0
        return self.landing(pile, len(view.places[pile]), down)

    def cards_in(self, view: View, pile: int, size: int) -> Rect:
        """The rectangle of the last ``size`` cards of a pile, or of its place for none."""
        down = view.state.down[pile] if is_column(pile) else 0
        rects = self.pile_rects(pile, len(view.places[pile]), down)
        return rects[-1].unionall(rects[len(rects) - size :]) if size else self.slots[pile]

    @property
    def offer(self) -> Rect:
        """Where the auto-complete is offered: over the lower end of the columns, which are short by then."""
        px = self.metrics.px
        rect = Rect(0, 0, px(280), px(54))
        rect.midbottom = (self.table.centerx, self.table.bottom - px(16))
        return rect

    @property
    def notice(self) -> Rect:
        """Where a sentence hides no card that matters: the free part of the top row, else the lower edge."""
        top = [self.slots[pile] for pile in (*self.foundations, STOCK, WASTE) if pile in self.slots]
        columns = [slot for pile, slot in self.slots.items() if is_column(pile)]
        free = [slot.move(0, top[0].y - slot.y) for slot in columns]
        free = [place for place in free if place.collidelist(top) == -1]
        if len(free) > 1:
            return free[0].unionall(free[1:])
        return self.foot

    @property
    def foot(self) -> Rect:
        """The lower edge of the table: where a sentence stands that has no room elsewhere."""
        height = self.metrics.px(110)
        return Rect(self.table.x, self.table.bottom - height, self.table.w, height)

    @property
    def foundation_slots(self) -> list[Rect]:
        """The foundations' places, in their fixed order."""
        return [self.slots[pile] for pile in self.foundations]

    @property
    def foundations(self) -> list[int]:
        """The foundations' piles, in their fixed order."""
        return [foundation(suit) for suit in range(4)]

    @property
    def foundation_area(self) -> Rect:
        """All foundations and a rim around them."""
        area = self.slots[foundation(0)].unionall(self.foundation_slots)
        return area.inflate(self.card[0] // 3, self.card[0] // 3)


def table_layout(
    spec: GameSpec,
    size: tuple[int, int],
    mirrored: bool,
    print_: Print = Print.CLASSIC,
    live_line: int = 0,
    metrics: Metrics | None = None,
    content: Content = _CONTENT,
) -> TableLayout:
    """The layout with the largest cards for a window, or an upper part of one, of ``size`` pixels.

    ``live_line`` pixels go to the strip of that name, ``metrics`` are those of the whole window (None: as usual for
    the size), ``content`` is what the bars must hold.
    """
    metrics = replace(metrics, size=size) if metrics is not None else Metrics.of(size)
    fans = UPRIGHT_FANS if metrics.upright else FANS
    sides = [bars(metrics, content, side) for side in (True, False)]
    for each in sides:
        each.table.h -= live_line
    widths = [_card_width(spec, each.table) for each in sides]
    side = widths[0] >= widths[1]
    hud, actions, table = sides[0 if side else 1]
    width = max(24, *widths)
    card = (width, round(width * CARD_RATIO))
    line = Rect(table.x, table.bottom, table.w, live_line)
    slots = _slots(spec, table, card)
    fan_, draw = fans[print_], max(1, spec.draw)
    close = content.is_close(metrics, side)
    layout = TableLayout(metrics, mirrored, side, close, card, slots, hud, actions, table, fan_, draw, line)
    return _mirror(layout) if mirrored else layout


def bare_layout(spec: GameSpec, area: Rect, mirrored: bool, print_: Print) -> TableLayout:
    """The layout of the cards alone in an area, without bars: for small pictures."""
    table = area.copy()
    width = max(12, _card_width(spec, table))
    card = (width, round(width * CARD_RATIO))
    slots = _slots(spec, table, card)
    none = Rect(area.topleft, (0, 0))
    metrics = Metrics(area.size, area.w / _BARE_REFERENCE)
    fan_, draw = FANS[print_], max(1, spec.draw)
    layout = TableLayout(metrics, mirrored, False, False, card, slots, none, none, table, fan_, draw, none)
    return _mirror(layout) if mirrored else layout


def _card_width(spec: GameSpec, table: Rect) -> int:
    """The largest card width that the table's width and height both allow."""
    columns = len(spec.columns)
    by_width = table.w / (columns + (columns - 1) * _GAP + 2 * _MARGIN)
    fan_ = FANS[Print.CLASSIC]
    fans = [down * fan_.down + max(0, up - 1) * fan_.up for down, up in spec.columns]
    heights = 2 + max(_OPENING_FAN * max(fans), _GROWN_COLUMN) + 3 * _MARGIN / CARD_RATIO
    return int(min(by_width, table.h / heights / CARD_RATIO))


def _slots(spec: GameSpec, table: Rect, card: tuple[int, int]) -> dict[int, Rect]:
    columns = len(spec.columns)
    width, height = card
    gap = round(width * _GAP)
    margin = round(width * _MARGIN)
    spare = table.w - columns * width - (columns - 1) * gap
    # A window much wider than the cards need is used by wider gaps, up to a limit; then the board is centred.
    wider = min(spare // (columns + 1), width // 3)
    gap = max(gap, wider)
    left = table.x + (table.w - columns * width - (columns - 1) * gap) // 2
    top = table.y + margin
    if table.h > table.w:
        top += round(_UPRIGHT_DROP * (table.h - 2 * height))
    places = [Rect(left + i * (width + gap), top, width, height) for i in range(columns)]
    slots = {i: place.move(0, height + margin) for i, place in enumerate(places)}
    slots |= {foundation(suit): places[columns - 4 + suit] for suit in range(4)}
    if spec.stock is not Stock.NONE:
        slots[STOCK] = places[0]
    if spec.stock is Stock.TURN:
        slots[WASTE] = places[1]
    bottom_rim = margin // 2
    table.h -= bottom_rim
    return slots


def _mirror(layout: TableLayout) -> TableLayout:
    width = layout.metrics.size[0]

    def flip(rect: Rect) -> Rect:
        return Rect(width - rect.right, rect.y, rect.w, rect.h)

    return replace(
        layout,
        slots={pile: flip(slot) for pile, slot in layout.slots.items()},
        hud=flip(layout.hud),
        actions=flip(layout.actions),
        table=flip(layout.table),
        live_line=flip(layout.live_line),
    )
