"""Finding winnable deals: which are tried, how much may be spent on one, and what is kept of it."""

from __future__ import annotations

import time
from collections.abc import Callable
from math import inf
from random import Random
from typing import Any

from game.engine.deals import DEAL_COUNT, Code
from game.engine.games import GAMES
from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.solver.answer import Answer, Budget, Verdict
from game.solver.difficulty import Grade, ease_of, grade_of
from game.solver.solve import solve

#: Positions that may be kept for a deal. Most wins are found with far fewer, and a deal that needs more is let go:
#: another one costs less. That is no measure of difficulty; no time is, so that every machine finds the same deals.
_POSITIONS = 3000
_MOST_SECONDS = 600.0


def never() -> bool:
    """No cancel."""
    return False


def proven(code: Code, cancel: Callable[[], bool] = never) -> Answer | None:
    """A win of a deal that was carried out move by move; None if none was found. The same on every machine."""
    game = Record(Deal.from_code(code)).replay()
    answer = solve(game.spec, game.state, Budget(inf, _POSITIONS), cancel, time.perf_counter)
    if answer.verdict is not Verdict.SOLVABLE:
        return None
    for move in answer.moves:
        game.do(move)
    return answer if game.outcome is Outcome.WON else None


def found(code: Code, cancel: Callable[[], bool] = never) -> int | None:
    """The ease of a deal if a win of it was found, else None."""
    return None if proven(code, cancel) is None else ease_of(code.prefix, Deal.from_code(code).pack)


def find_deals(values: dict[str, Any], cancel: Callable[[], bool]) -> dict[str, Any]:
    """``rules``, ``grade``, ``count``, ``seconds``, ``seed`` → ``deals``: the number and ease of each that was found.

    It looks for so many of a grade, in the order of the seed; what it finds of others on its way it gives as well.
    """
    prefix, grade, wanted = GAMES[values["rules"]].prefix, Grade(values["grade"]), int(values["count"])
    ends = time.perf_counter() + min(float(values["seconds"]), _MOST_SECONDS)
    random = Random(int(values["seed"]))
    deals: list[list[int]] = []

    def is_over() -> bool:
        return cancel() or time.perf_counter() >= ends

    while wanted > 0 and not is_over():
        number = random.randrange(DEAL_COUNT)
        ease = found(Code(prefix, number), is_over)
        if ease is not None:
            deals.append([number, ease])
            wanted -= grade_of(prefix, ease) is grade
    return {"deals": deals}
