"""The turning point of a game is bracketed whatever verdicts stay unknown, and found when none does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from game.solver.answer import Verdict
from game.solver.turning import TurningPoint


def searched(first: int, last: int, lost_from: int, unknown: set[int]) -> tuple[TurningPoint, list[int]]:
    """A search to its end in a game that is lost from a position on; and what it asked about."""
    point = TurningPoint(first, last)
    asked: list[int] = []
    while (at := point.probe) is not None:
        assert first <= at <= last and at not in asked
        asked.append(at)
        verdict = Verdict.UNSOLVABLE if at >= lost_from else Verdict.SOLVABLE
        point.tell(at, Verdict.UNKNOWN if at in unknown else verdict)
    return point, asked


games = st.integers(0, 300).flatmap(
    lambda last: st.tuples(st.integers(0, last), st.just(last), st.integers(0, last + 1))
)


@given(games)
def test_with_all_verdicts_the_move_that_lost_is_found_in_few_questions(game: tuple[int, int, int]) -> None:
    first, last, lost_from = game
    point, asked = searched(first, last, lost_from, set())
    assert len(asked) <= 2 * (last - first + 1).bit_length() + 1
    if lost_from > last:
        assert (point.won, point.lost) == (last, None) and asked == [last]
    elif lost_from <= first:
        assert (point.won, point.lost) == (None, first)
    else:
        assert point.exact and point.lost == lost_from


@given(games, st.sets(st.integers(0, 300)))
def test_unknown_verdicts_never_make_a_wrong_bracket(game: tuple[int, int, int], unknown: set[int]) -> None:
    first, last, lost_from = game
    point, asked = searched(first, last, lost_from, unknown)
    assert point.won is None or first <= point.won < lost_from
    assert point.lost is None or lost_from <= point.lost <= last
    assert not point.exact or point.lost == lost_from
    assert len(set(asked) & unknown) <= TurningPoint._MOST_UNKNOWN


@given(games, st.sets(st.integers(0, 300), max_size=3))
def test_a_few_unknown_verdicts_only_widen_the_bracket(game: tuple[int, int, int], unknown: set[int]) -> None:
    first, last, lost_from = game
    point, _ = searched(first, last, lost_from, unknown)
    judged_won = [at for at in range(first, min(lost_from, last + 1)) if at not in unknown]
    judged_lost = [at for at in range(max(first, lost_from), last + 1) if at not in unknown]
    assert point.won == max(judged_won, default=None)
    if judged_won != [*range(first, last + 1)] and point.won != last:
        assert point.lost == min(judged_lost, default=None)
