"""How columns overlap: never outside, tighter only as needed, and opened under the pointer."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from game.storage.settings import Print
from game.ui.table.fan import FANS, at_offset, offsets, opened

prints = st.sampled_from(list(Print))
columns = st.integers(1, 40).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


@given(prints, columns, st.integers(80, 600), st.integers(60, 1500))
def test_a_column_never_leaves_its_room_and_its_cards_are_in_order(
    kind: Print, column: tuple[int, int], height: int, room: int
) -> None:
    found = offsets(FANS[kind], height, room, *column)
    assert len(found) == column[0] and found[0] == 0
    assert found == sorted(found)
    assert found[-1] <= room


@given(prints, st.integers(0, 6), st.integers(1, 5), st.integers(80, 300))
def test_with_room_to_spare_every_index_shows(kind: Print, down: int, up: int, height: int) -> None:
    found = offsets(FANS[kind], height, 10 * height, down + up, down)
    steps = [b - a for a, b in pairwise(found)]
    assert all(step >= int(height * FANS[kind].down) for step in steps)
    assert all(step >= int(height * FANS[kind].up) for step in steps[down:])


@given(columns.filter(lambda column: column[0] > 3), st.integers(120, 400), st.integers(150, 500), st.floats(0, 1))
def test_the_card_under_the_pointer_is_the_one_that_opens(
    column: tuple[int, int], height: int, room: int, share: float
) -> None:
    closed = offsets(FANS[Print.CLASSIC], height, room, *column)
    y = share * closed[-1]
    least = 48
    found = opened(closed, y, least)
    chosen = at_offset(closed, y)
    assert len(found) == len(closed) and found == sorted(found)
    assert found[0] >= 0 and found[-1] == closed[-1]
    if found != closed:
        assert found[chosen] - 1 <= y <= found[chosen] + least + 1
        assert found[chosen + 1] - found[chosen] >= min(least, closed[-1]) - 1


def test_a_column_that_is_wide_enough_stays_as_it_is() -> None:
    closed = [0, 50, 100, 150]
    assert opened(closed, 60, 48) is closed
    assert opened(closed, 155, 90) is closed  # the last card is open anyway
