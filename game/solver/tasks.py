"""What the solver's process can be asked to do: each task takes and gives plain JSON values.

``cancel`` is asked often; a task that it ends gives what it has.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from game.engine import record
from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.solver.answer import Answer, Budget, Meter, Verdict
from game.solver.finding import find_deals
from game.solver.shorten import shortened
from game.solver.solve import solve

Values = dict[str, Any]
Cancel = Callable[[], bool]

#: More than this is given to no question.
_MOST_SECONDS = 3600.0
_MOST_POSITIONS = 5_000_000


def solve_record(values: Values, cancel: Cancel) -> Values:
    """``record`` (a deal and events), ``seconds``, ``positions`` → the answer for the position it ends in."""
    game = record.from_dict(values["record"]).replay()
    return solve(game.spec, game.state, budget_of(values), cancel, time.perf_counter).to_dict()


def shorten_win(values: Values, cancel: Cancel) -> Values:
    """``record``, ``win`` (events from there to a win), ``seconds``, ``positions`` → an answer, maybe shorter."""
    game = record.from_dict(values["record"]).replay()
    win = Record(Deal(game.spec, game.pack), (*map(str, game.line), *values["win"])).replay()
    if win.outcome is not Outcome.WON:
        raise ValueError("no win")
    meter = Meter(budget_of(values), cancel, time.perf_counter)
    moves = shortened(game.spec, game.state, win.line[len(game.line) :], meter)
    return Answer(Verdict.SOLVABLE, moves, meter.positions, meter.seconds()).to_dict()


def budget_of(values: Values) -> Budget:
    """The budget that a question gives, within bounds."""
    seconds = min(float(values["seconds"]), _MOST_SECONDS)
    return Budget(seconds, min(int(values["positions"]), _MOST_POSITIONS))


TASKS: dict[str, Callable[[Values, Cancel], Values]] = {
    "solve": solve_record,
    "shorten": shorten_win,
    "find": find_deals,
}
