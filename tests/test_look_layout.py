"""The layout's promises: large cards, columns that open as far as there is room, nothing outside, nothing hidden."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pygame import Rect

from game.engine.games import GAMES
from game.engine.spec import GameSpec, Stock
from game.engine.state import STOCK, WASTE, State, is_column
from game.engine.view import View, view
from game.storage.settings import Print
from game.ui.table.fan import FANS, UPRIGHT_FANS
from game.ui.table.intent import Grip, grip_at, pile_down
from game.ui.table.layout import TableLayout, table_layout

#: Shares of the card's height: what must show of an open card (the rank), and what shows where there is room: the
#: whole index of each print.
LEAST_STRIP = 0.13
FULL_STRIP = {Print.CLASSIC: 0.20, Print.LARGE: 0.33}
MANY_OPEN = 13
#: A column that is compressed ends this near the lower edge of the table, in pixels.
_ROUNDING = 2
LEAST_WIDTH = 0.115
PORTRAIT = (1080, 1920)
NAMED = [(640, 480), (800, 600), (1280, 720), (1280, 800), (1920, 1080), (2560, 1080), (3840, 2160), PORTRAIT]

specs = st.sampled_from(list(GAMES.values()))
prints = st.sampled_from(Print)
sizes = st.one_of(st.sampled_from(NAMED), st.tuples(st.integers(640, 3840), st.integers(480, 2160)))


@st.composite
def positions(draw: st.DrawFn, spec: GameSpec) -> View:
    """Any cards anywhere, with at least one column as long as play can make it or longer."""
    pack = bytes(draw(st.permutations(range(52))))
    width = len(spec.columns)
    longest = draw(st.integers(0, width - 1))
    lengths = [draw(st.integers(0, 4)) for _ in range(width)]
    lengths[longest] = draw(st.integers(12, 24))
    columns, at = [], 0
    for length in lengths:
        columns.append(pack[at : at + length])
        at += length
    downs = tuple(draw(st.integers(0, min(6, max(0, length - 1)))) for length in lengths)
    rest = pack[at:]
    waste = rest[: draw(st.integers(0, len(rest)))] if spec.stock is Stock.TURN else b""
    stock = rest[len(waste) :] if spec.stock is not Stock.NONE else b""
    ups = tuple(draw(st.integers(0, 3)) for _ in range(4))
    return view(spec, pack, State(tuple(columns), downs, stock, waste, (ups[0], ups[1], ups[2], ups[3])))


@st.composite
def tables(draw: st.DrawFn) -> tuple[GameSpec, View, TableLayout]:
    spec = draw(specs)
    return spec, draw(positions(spec)), table_layout(spec, draw(sizes), draw(st.booleans()), draw(prints))


def print_of(layout: TableLayout) -> Print:
    """The print that a layout was made for."""
    return next(print_ for fans in (FANS, UPRIGHT_FANS) for print_ in Print if fans[print_] == layout.fan)


def rects_of(layout: TableLayout, seen: View, pile: int) -> list[Rect]:
    return layout.pile_rects(pile, len(seen.places[pile]), pile_down(seen, pile))


@settings(max_examples=200)
@given(tables())
def test_every_card_lies_inside_the_table(table: tuple[GameSpec, View, TableLayout]) -> None:
    _, seen, layout = table
    assert Rect((0, 0), layout.metrics.size).contains(layout.table)
    assert not layout.table.colliderect(layout.hud) and not layout.table.colliderect(layout.actions)
    for pile, slot in layout.slots.items():
        assert layout.table.contains(slot)
        for rect in rects_of(layout, seen, pile):
            assert layout.table.contains(rect)
            assert rect.size == layout.card


@settings(max_examples=200)
@given(tables())
def test_columns_open_as_far_as_there_is_room(table: tuple[GameSpec, View, TableLayout]) -> None:
    """Offsets grow; open cards show their whole strip, or else the column reaches down to the edge."""
    spec, seen, layout = table
    height, full = layout.card[1], layout.fan.up
    assert full in {fans[print_].up for fans in (FANS, UPRIGHT_FANS) for print_ in Print}
    for pile in range(len(spec.columns)):
        rects, down = rects_of(layout, seen, pile), pile_down(seen, pile)
        strips = [b.y - a.y for a, b in pairwise(rects)]
        assert all(strip >= 1 for strip in strips)
        hidden, open_ = strips[:down], strips[down:]
        if hidden and open_:
            assert min(open_) >= min(hidden) - 1, "face-down cards lie tighter"
        if open_ and min(open_) < full * height - 1:
            assert rects[-1].bottom >= layout.table.bottom - _ROUNDING, "room is left below a compressed column"
        if open_:
            assert max(open_) - min(open_) <= 1, "open cards lie evenly"


@pytest.mark.parametrize("size", NAMED)
@pytest.mark.parametrize("print_", Print)
@pytest.mark.parametrize("spec", GAMES.values(), ids=GAMES)
def test_a_short_column_shows_whole_indices(spec: GameSpec, print_: Print, size: tuple[int, int]) -> None:
    """Half a dozen open cards need no compression in the classic print; four do not in the large one."""
    layout = table_layout(spec, size, False, print_)
    count = 6 if print_ is Print.CLASSIC else 4
    strips = [b.y - a.y for a, b in pairwise(layout.pile_rects(0, count, 0))]
    assert min(strips) >= FULL_STRIP[print_] * layout.card[1] - 1


@pytest.mark.parametrize("size", NAMED)
@pytest.mark.parametrize("print_", Print)
@pytest.mark.parametrize("down", (0, 6))
@pytest.mark.parametrize("spec", GAMES.values(), ids=GAMES)
def test_thirteen_open_cards_show_their_ranks_or_open_under_the_pointer(
    spec: GameSpec, down: int, print_: Print, size: tuple[int, int]
) -> None:
    """13 % of the height of each, as far as there is room; where there is not, of the one that is pointed at."""
    layout = table_layout(spec, size, False, print_)
    count = MANY_OPEN + down
    rects = layout.pile_rects(0, count, down)
    strips = [b.y - a.y for a, b in pairwise(rects)][down:]
    if min(strips) + 1 >= LEAST_STRIP * layout.card[1]:
        return
    assert rects[-1].bottom >= layout.table.bottom - _ROUNDING
    seen = one_column(spec, count, down)
    for index in range(down, count - 1):
        opened = layout.opened_at(seen, (rects[index].centerx, rects[index].y + 1)).pile_rects(0, count, down)
        assert opened[index + 1].y - opened[index].y >= LEAST_STRIP * layout.card[1] - 1
        assert layout.table.contains(opened[-1])
        assert all(a.y <= b.y for a, b in pairwise(opened))


def one_column(spec: GameSpec, count: int, down: int) -> View:
    """``count`` cards on the first column, ``down`` of them face down."""
    pack = bytes(range(52))
    columns = (pack[:count], *[b""] * (len(spec.columns) - 1))
    return view(spec, pack, State(columns, (down, *[0] * (len(columns) - 1)), b"", b"", (0, 0, 0, 0)))


@settings(max_examples=150)
@given(tables(), st.data())
def test_an_opened_column_stays_in_the_table_and_hides_nothing(
    table: tuple[GameSpec, View, TableLayout], data: st.DataObject
) -> None:
    """It keeps its length and its cards' order, and the card under the pointer stays the card under the pointer."""
    spec, seen, layout = table
    pile = data.draw(st.integers(0, len(spec.columns) - 1))
    rects = rects_of(layout, seen, pile)
    assume(rects)
    point = (rects[0].centerx, data.draw(st.integers(rects[0].y, rects[-1].bottom - 1)))
    opened = layout.opened_at(seen, point)
    assert grip_at(opened, seen, point) == grip_at(layout, seen, point)
    for other in layout.slots:
        places = rects_of(opened, seen, other)
        assert all(layout.table.contains(rect) for rect in places)
        assert other == pile or places == rects_of(layout, seen, other)
    mine = rects_of(opened, seen, pile)
    assert all(a.y <= b.y for a, b in pairwise(mine))
    assert (mine[0], mine[-1]) == (rects[0], rects[-1])


@settings(max_examples=150)
@given(tables())
def test_the_mirrored_table_is_the_exact_mirror(table: tuple[GameSpec, View, TableLayout]) -> None:
    spec, seen, layout = table
    width = layout.metrics.size[0]
    other = table_layout(spec, layout.metrics.size, not layout.mirrored, print_of(layout))

    def flipped(rect: Rect) -> Rect:
        return Rect(width - rect.right, rect.y, rect.w, rect.h)

    assert (other.card, other.side, other.draw) == (layout.card, layout.side, layout.draw)
    assert [other.hud, other.actions, other.table] == [flipped(r) for r in (layout.hud, layout.actions, layout.table)]
    assert other.slots.keys() == layout.slots.keys()
    for pile, slot in layout.slots.items():
        assert other.slots[pile] == flipped(slot)
        assert rects_of(other, seen, pile) == [flipped(rect) for rect in rects_of(layout, seen, pile)]


@settings(max_examples=150)
@given(tables())
def test_piles_do_not_hide_each_other(table: tuple[GameSpec, View, TableLayout]) -> None:
    """What a pile's cards cover is theirs alone, and every card has a point that takes it."""
    _, seen, layout = table
    areas = {pile: layout.slots[pile].unionall(rects_of(layout, seen, pile)) for pile in layout.slots}
    for (_, a), (_, b) in combinations(areas.items(), 2):
        assert not a.colliderect(b)
    for pile in layout.slots:
        rects = rects_of(layout, seen, pile)
        for index, (rect, above) in enumerate(zip(rects, [*rects[1:], None][: len(rects)], strict=True)):
            if is_column(pile):
                strip = rect.h if above is None else above.y - rect.y
                for y in {rect.y, rect.y + strip - 1}:
                    assert grip_at(layout, seen, (rect.centerx, y)) == Grip(pile, len(rects) - index)
    for pile in (STOCK, WASTE):
        if pile in layout.slots:
            last = (rects_of(layout, seen, pile) or [layout.slots[pile]])[-1]
            grip = grip_at(layout, seen, last.center)
            assert grip is not None and grip.pile == pile


@settings(max_examples=100)
@given(tables())
def test_a_layout_is_a_pure_function(table: tuple[GameSpec, View, TableLayout]) -> None:
    spec, seen, layout = table
    again = table_layout(spec, layout.metrics.size, layout.mirrored, print_of(layout))
    assert again == layout
    for pile in layout.slots:
        assert rects_of(again, seen, pile) == rects_of(layout, seen, pile)
    assert again == layout


@pytest.mark.parametrize("size", ((1280, 800), (1920, 1200), (2560, 1600)))
@pytest.mark.parametrize("print_", Print)
@pytest.mark.parametrize("spec", GAMES.values(), ids=GAMES)
def test_cards_are_as_large_as_aisleriots_at_16_to_10(spec: GameSpec, print_: Print, size: tuple[int, int]) -> None:
    assert len(spec.columns) == 7
    assert table_layout(spec, size, False, print_).card[0] >= LEAST_WIDTH * size[0]


@given(st.integers(640, 3840), st.integers(480, 2160), specs)
def test_a_larger_window_never_has_smaller_cards(width: int, height: int, spec: GameSpec) -> None:
    card = table_layout(spec, (width, height), False).card[0]
    for more in ((40, 0), (0, 40), (40, 40)):
        assert table_layout(spec, (width + more[0], height + more[1]), False).card[0] >= card - 1


def test_a_portrait_window_uses_its_height() -> None:
    """On a totem columns of thirteen lie open to the full, and cards fill the width."""
    for spec in GAMES.values():
        layout = table_layout(spec, PORTRAIT, False)
        strips = [b.y - a.y for a, b in pairwise(layout.pile_rects(0, MANY_OPEN + 6, 6))][6:]
        assert min(strips) >= FULL_STRIP[Print.CLASSIC] * layout.card[1] - 1
        assert layout.card[0] >= 0.12 * PORTRAIT[0]
