"""Known verdicts: not one is contradicted, whatever the budget, and every win wins through the engine."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from game.engine.games import GAMES
from game.engine.record import from_dict
from game.solver.answer import Budget, Verdict
from game.solver.solve import solve
from tests.support import DATA, shared
from tools.solverbench import Figures, record_of, wins

SMALL = [json.loads(line) for line in (DATA / "verdicts-small.jsonl").read_text(encoding="utf-8").splitlines()]


def checked(known: dict[str, Any], budget: Budget) -> Figures:
    """The figures of one deal."""
    figures = Figures(known["rules"])
    state = from_dict(record_of(known)).replay().state
    figures.add(known, solve(GAMES[known["rules"]], state, budget, lambda: False, time.process_time))
    return figures


@pytest.mark.parametrize("known", SMALL, ids=lambda known: f"{known['rules']}-{known['id']}-{known['verdict']}")
def test_known_verdicts_are_not_contradicted(known: dict[str, Any]) -> None:
    assert not checked(known, Budget(seconds=1.0)).contradictions


def test_most_of_the_easy_ones_are_decided() -> None:
    decided = sum(checked(known, Budget(seconds=1.0)).decided for known in SMALL)
    assert decided >= 0.8 * len(SMALL)


@pytest.mark.parametrize("prefix", GAMES)
def test_a_sample_of_the_shared_verdicts(prefix: str) -> None:
    path: Path = shared(f"vectors/verdicts/{prefix}.jsonl")
    lines = path.read_text(encoding="utf-8").splitlines()
    for line in lines[3::15]:
        assert not checked(json.loads(line), Budget(seconds=0.2)).contradictions


@pytest.mark.parametrize("prefix", GAMES)
def test_from_any_position_of_a_win_the_rest_is_winnable(prefix: str) -> None:
    known = next(known for known in SMALL if known["rules"] == prefix and known["verdict"] == "solvable")
    spec = GAMES[prefix]
    start = from_dict(record_of(known)).replay().state
    answer = solve(spec, start, Budget(20.0), lambda: False, time.process_time)
    assert answer.verdict is Verdict.SOLVABLE
    assert wins(known, answer)
    texts = [str(move) for move in answer.moves]
    for keep in range(0, len(texts), max(1, len(texts) // 5)):
        state = from_dict({**record_of(known), "events": texts[:keep]}).replay().state
        rest = solve(spec, state, Budget(2.0), lambda: False, time.process_time)
        assert rest.verdict is not Verdict.UNSOLVABLE
        if rest.verdict is Verdict.SOLVABLE:
            record = {**record_of(known), "events": texts[:keep] + [str(move) for move in rest.moves]}
            assert from_dict(record).replay().position()["won"]
