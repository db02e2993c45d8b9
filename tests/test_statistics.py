"""Statistics: what a list of games amounts to."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.storage.history import Line, Result
from game.storage.statistics import RUNNING, Statistics, running_rates, streaks

_LETTERS = {"w": Result.WON, "f": Result.FINISHED, "a": Result.ABANDONED}

lines = st.lists(
    st.builds(
        Line,
        st.sampled_from(Result),
        st.integers(-500, 1000),
        st.floats(0, 1e6),
        st.integers(1, 2000),
    )
)


def played(results: str) -> list[Line]:
    """Games of which only the results matter: w, f, a for won, finished, abandoned."""
    return [Line(_LETTERS[letter], 0, 0.0, 1) for letter in results]


def test_of_no_game_nothing_is_known() -> None:
    assert Statistics.of([]) == Statistics(0, 0, 0, 0, None, None, None, None, None, None, None)


def test_every_figure_of_a_small_list() -> None:
    figures = Statistics.of(
        [
            Line(Result.WON, 600, 300.0, 120),
            Line(Result.ABANDONED, 40, 10.0, 3),
            Line(Result.WON, 500, 200.0, 140),
            Line(Result.FINISHED, -60, 900.0, 400),
        ]
    )
    assert figures == Statistics(
        games=4,
        wins=2,
        streak=0,
        best_streak=1,
        win_rate=0.5,
        best_score=600,
        average_score=270.0,
        fastest=200.0,
        fewest_moves=120,
        average_seconds=250.0,
        average_moves=130.0,
    )


def test_the_best_score_may_be_that_of_a_lost_game_and_below_zero() -> None:
    assert Statistics.of([Line(Result.FINISHED, -40, 1.0, 1), Line(Result.WON, -60, 1.0, 1)]).best_score == -40


def test_without_a_win_times_and_moves_are_unknown() -> None:
    figures = Statistics.of(played("fa"))
    assert (figures.win_rate, figures.best_score) == (0.0, 0)
    assert figures.fastest is figures.fewest_moves is figures.average_seconds is figures.average_moves is None


@pytest.mark.parametrize(
    ("results", "streak", "best"),
    [("", 0, 0), ("w", 1, 1), ("wwa", 0, 2), ("wwaw", 1, 2), ("wafwww", 3, 3), ("fwwfw", 1, 2), ("aaa", 0, 0)],
)
def test_a_streak_is_broken_by_any_game_that_is_not_won(results: str, streak: int, best: int) -> None:
    assert streaks(played(results)) == (streak, best)


@given(lines)
def test_what_must_hold_for_every_list(games: list[Line]) -> None:
    figures = Statistics.of(games)
    assert 0 <= figures.streak <= figures.best_streak <= figures.wins <= figures.games == len(games)
    assert (figures.win_rate is None) == (not games)
    assert (figures.fastest is None) == (figures.wins == 0) == (figures.average_moves is None)
    if games:
        assert figures.win_rate == figures.wins / figures.games
        assert figures.best_score is not None
        assert figures.average_score is not None
        assert figures.average_score <= figures.best_score or figures.average_score == pytest.approx(figures.best_score)
    if figures.wins:
        won = [game for game in games if game.result is Result.WON]
        assert figures.fastest in [game.elapsed for game in won]
        assert figures.fewest_moves in [game.moves for game in won]
        assert figures.average_moves is not None
        assert figures.fewest_moves <= figures.average_moves


@given(lines, lines)
def test_more_games_never_take_a_record_away(before: list[Line], after: list[Line]) -> None:
    old, new = Statistics.of(before), Statistics.of(before + after)
    assert new.wins >= old.wins
    assert new.best_streak >= old.best_streak
    for best, sign in (("best_score", 1), ("fastest", -1), ("fewest_moves", -1)):
        known = getattr(old, best)
        assert known is None or sign * getattr(new, best) >= sign * known


def test_the_running_rate_is_that_of_the_last_games_up_to_each_one() -> None:
    games = played("w" * RUNNING + "a" * RUNNING + "w")
    assert running_rates(games, 100)[:3] == [1.0, 1.0, 1.0]
    assert running_rates(games, 2) == [0.0, 1 / RUNNING]
    assert running_rates(games, RUNNING + 1)[0] == 1 - 1 / RUNNING
    assert running_rates([], 30) == []
    assert len(running_rates(games, 30)) == len(games)
