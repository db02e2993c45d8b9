"""Where things stand: every card of every game in every window can be seen, pointed at and dropped on."""

from __future__ import annotations

from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pygame import Rect

from game.engine import rules
from game.engine.games import GAMES
from game.engine.spec import GameSpec
from game.engine.state import DRAW, STOCK, WASTE, State, is_column
from game.engine.view import View, view
from game.ui.table.intent import Drop, Grip, drop, grip_at, pile_down
from game.ui.table.layout import CARD_RATIO, TableLayout, table_layout
from tests.player import assert_painted, playing
from tests.support import games

SIZES = [
    (640, 480),
    (800, 600),
    (1024, 768),
    (1280, 720),
    (1366, 768),
    (1920, 1080),
    (2560, 1080),
    (3840, 2160),
    (1080, 1920),
    (700, 1400),
]
#: The longest column that a test makes: a king's run on a full opening column and more.
LONGEST = 25

specs = st.sampled_from(list(GAMES.values()))
sizes = st.one_of(
    st.sampled_from(SIZES),
    st.tuples(st.integers(640, 3840), st.integers(480, 2160)),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[GameSpec, View, TableLayout]:
    """A game somewhere in its course, in a window."""
    spec = draw(specs)
    session = draw(games(spec, most=120))
    layout = table_layout(spec, draw(sizes), draw(st.booleans()))
    return spec, view(spec, session.pack, session.state), layout


def long_view(spec: GameSpec, column: int, length: int, down: int) -> View:
    """One column of many cards; the rest of the pack lies on the first other column."""
    pack = bytes(range(52))
    columns = [b""] * len(spec.columns)
    columns[column] = pack[:length]
    columns[(column + 1) % len(columns)] = pack[length : length + 12]
    downs = tuple(down if i == column else 0 for i in range(len(columns)))
    return view(spec, pack, State(tuple(columns), downs, b"", b"", (0, 0, 0, 0)))


def piles(layout: TableLayout, seen: View) -> dict[int, list[Rect]]:
    return {
        pile: layout.pile_rects(pile, len(seen.places[pile]), pile_down(seen, pile)) for pile in layout.slots
    }


def visible_point(rects: list[Rect], index: int) -> tuple[int, int]:
    """A point of a card that no later card of its pile covers."""
    rect = rects[index]
    later = rects[index + 1 :]
    for point in ((rect.centerx, rect.y), (rect.x + 1, rect.centery), (rect.right - 2, rect.centery)):
        if not any(other.collidepoint(point) for other in later):
            return point
    raise AssertionError(f"card {index} of {len(rects)} is wholly covered")


def assert_seen_and_within_reach(layout: TableLayout, seen: View) -> None:
    """Every card lies inside the window, beside bars and other piles, and a press on it takes it."""
    window = Rect((0, 0), layout.metrics.size)
    for pile, rects in piles(layout, seen).items():
        for rect in rects:
            assert window.contains(rect)
            assert not rect.colliderect(layout.hud) and not rect.colliderect(layout.actions)
            assert rect.size == layout.card
        if is_column(pile):
            assert all(a.y < b.y and a.x == b.x for a, b in pairwise(rects)), "a card hides the one below it"
            for index in range(len(rects)):
                assert grip_at(layout, seen, visible_point(rects, index)) == Grip(pile, len(rects) - index)
        elif rects:
            assert grip_at(layout, seen, rects[-1].center) == Grip(pile, 1)
        else:
            assert grip_at(layout, seen, layout.slots[pile].center) == Grip(pile, 0)


@settings(max_examples=120)
@given(table=tables())
def test_every_card_of_a_game_is_seen_and_within_reach(table: tuple[GameSpec, View, TableLayout]) -> None:
    _, seen, layout = table
    assert_seen_and_within_reach(layout, seen)


@settings(max_examples=120)
@given(specs, sizes, st.booleans(), st.integers(0, 6), st.integers(1, LONGEST), st.integers(0, 6))
def test_the_longest_columns_stay_in_the_window(
    spec: GameSpec, size: tuple[int, int], mirrored: bool, column: int, length: int, down: int
) -> None:
    seen = long_view(spec, column, length, min(down, length - 1))
    assert_seen_and_within_reach(table_layout(spec, size, mirrored), seen)


@given(specs, sizes)
def test_places_stand_apart_and_cards_have_their_shape(spec: GameSpec, size: tuple[int, int]) -> None:
    layout = table_layout(spec, size, False)
    width, height = layout.card
    assert abs(height - CARD_RATIO * width) <= 0.5
    assert all(slot.size == layout.card for slot in layout.slots.values())
    areas = [*layout.slots.values(), layout.hud, layout.actions]
    assert not [pair for pair in combinations(areas, 2) if pair[0].colliderect(pair[1])]
    columns = [layout.slots[i] for i in range(len(spec.columns))]
    assert all(a.right <= b.x and a.y == b.y for a, b in pairwise(columns))
    foundations = [layout.slots[pile] for pile in sorted(layout.slots) if not is_column(pile) and pile < STOCK]
    assert len(foundations) == 4
    assert all(a.right <= b.x and a.y == b.y for a, b in pairwise(foundations))


@given(tables())
def test_the_mirrored_board_is_the_exact_mirror(table: tuple[GameSpec, View, TableLayout]) -> None:
    spec, seen, layout = table
    width = layout.metrics.size[0]
    other = table_layout(spec, layout.metrics.size, not layout.mirrored)

    def flipped(rect: Rect) -> Rect:
        return Rect(width - rect.right, rect.y, rect.w, rect.h)

    assert other.card == layout.card
    for name in ("hud", "actions", "table"):
        assert getattr(other, name) == flipped(getattr(layout, name))
    mine, theirs = piles(layout, seen), piles(other, seen)
    for pile in layout.slots:
        assert other.slots[pile] == flipped(layout.slots[pile])
        assert theirs[pile] == [flipped(rect) for rect in mine[pile]]
        assert other.landing_in(seen, pile) == flipped(layout.landing_in(seen, pile))


@settings(max_examples=120)
@given(tables())
def test_a_drop_on_the_landing_of_a_legal_move_is_that_move(table: tuple[GameSpec, View, TableLayout]) -> None:
    spec, seen, layout = table
    for move in rules.legal_moves(spec, seen.state):
        if move != DRAW:
            lead = layout.landing_in(seen, move.dst)
            assert drop(spec, layout, seen, Grip(move.src, move.size), lead, False) == Drop(move)


@settings(max_examples=60)
@given(tables())
def test_what_is_put_down_where_it_was_taken_stays_there(table: tuple[GameSpec, View, TableLayout]) -> None:
    spec, seen, layout = table
    for pile, rects in piles(layout, seen).items():
        for size in range(1, len(rects) + 1 if is_column(pile) else min(2, len(rects) + 1)):
            if rules.lift_refusal(spec, seen.state, pile, size) is None:
                assert drop(spec, layout, seen, Grip(pile, size), rects[-size], False) == Drop(None)


def test_a_waste_of_three_shows_three_and_only_its_end_can_be_taken() -> None:
    spec = GAMES["KL1-3"]
    for mirrored in (False, True):
        layout = table_layout(spec, (1280, 720), mirrored)
        rects = layout.pile_rects(WASTE, 5)
        assert len({rect.x for rect in rects}) == 3
        assert rects[0] == rects[1] == rects[2]
        pack = bytes(range(52))
        state = State((b"",) * 7, (0,) * 7, pack[5:], pack[:5], (0, 0, 0, 0))
        seen = view(spec, pack, state)
        for rect in rects[2:]:
            edge = rect.right - 1 if mirrored else rect.x
            taken = grip_at(layout, seen, (edge, rect.centery))
            assert taken == (Grip(WASTE, 1) if rect == rects[-1] else None)


@pytest.mark.parametrize("size", SIZES)
def test_the_first_frame_at_each_size_is_drawn(tmp_path: Path, size: tuple[int, int]) -> None:
    with playing(tmp_path, size) as player:
        player.start("RU1-C-AAAAABB")
        player.settle()
        assert player.app.scenes.size == size
        assert_painted(player)
