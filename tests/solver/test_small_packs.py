"""Small packs, positions reached by play: the verdict is that of a plain exhaustive search, whatever is left out."""

from __future__ import annotations

from random import Random

import pytest

from game.engine.games import GAMES
from game.solver.answer import Budget, Meter, Verdict
from game.solver.plain import PlainProblem
from game.solver.search import depth_first
from tests.solver.differential import compare, wins
from tests.solver.plain import exhaustive, played, small_deal, small_specs


@pytest.mark.parametrize("prefix", GAMES)
def test_verdicts_are_those_of_an_exhaustive_search(prefix: str) -> None:
    known, _ = compare(prefix, count=25, seed=11, most=1200)
    assert known[True], "no winnable position among them: the comparison says little"
    assert known[False]


def test_the_search_by_the_engine_alone_agrees_too() -> None:
    random = Random(3)
    for _ in range(15):
        spec = small_specs("ER1-S")[0]
        state, _ = played(spec, small_deal(spec, random), random)
        problem = PlainProblem(spec, state)
        verdict, path = depth_first(problem, Meter(Budget(), lambda: False, lambda: 0.0))
        assert (verdict is Verdict.SOLVABLE) is exhaustive(spec, state)
        assert verdict is not Verdict.SOLVABLE or wins(spec, state, problem.moves(path))
