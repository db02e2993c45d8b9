"""Time, memory and cancelling: the search stops when it must, and then says that it does not know."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable

import pytest

from game.engine.deals import pack_of
from game.engine.games import GAMES
from game.engine.state import State, deal
from game.solver.answer import Budget, Verdict
from game.solver.solve import solve

MOST_WAIT = 0.05  # seconds between a cancel and the answer


def hard(prefix: str) -> State:
    """A deal that takes long: found by trying."""
    return deal(GAMES[prefix], pack_of({"KL1-1": 1, "KL1-3": 2, "ER1-S": 2, "EA1-C": 5}.get(prefix, 11)))


@pytest.mark.parametrize("prefix", GAMES)
def test_cancel_is_asked_often(prefix: str) -> None:
    waits: list[float] = []
    last = time.process_time()

    def cancel() -> bool:
        nonlocal last
        now = time.process_time()
        waits.append(now - last)
        last = now
        return False

    solve(GAMES[prefix], hard(prefix), Budget(seconds=0.7), cancel, time.process_time)
    waits.append(time.process_time() - last)
    waits.sort()
    assert all(wait < MOST_WAIT for wait in waits[:-2])
    assert waits[-1] < 20 * MOST_WAIT, "longer than Python's own clearing up takes"


@pytest.mark.parametrize("prefix", GAMES)
def test_a_cancelled_search_knows_nothing(prefix: str) -> None:
    answer = solve(GAMES[prefix], hard(prefix), Budget(), lambda: True, time.process_time)
    assert answer.verdict is Verdict.UNKNOWN
    assert answer.moves == ()


@pytest.mark.parametrize("prefix", GAMES)
def test_no_time_no_verdict(prefix: str) -> None:
    assert solve(GAMES[prefix], hard(prefix), Budget(0.0), lambda: False, ticking()).verdict is Verdict.UNKNOWN


@pytest.mark.parametrize("prefix", ["KL1-3", "ER1-S", "EA1-C", "RU1-R"])
def test_memory_is_bounded_by_positions(prefix: str) -> None:
    positions = 6000
    tracemalloc.start()
    answer = solve(GAMES[prefix], hard(prefix), Budget(1e9, positions), lambda: False, ticking())
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.positions <= positions + 1
    assert peak < 2_000_000 + 1500 * positions


def ticking() -> Callable[[], float]:
    """A clock that goes on a little whenever it is asked."""
    ticks = iter(range(10**9))
    return lambda: next(ticks) * 6e-3
