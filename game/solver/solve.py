"""One question, one answer: which searches are made, in which order, on which form of the position."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from game.engine.cards import HIDDEN
from game.engine.spec import Build, GameSpec
from game.engine.state import State
from game.solver.answer import Answer, Budget, Meter, Verdict
from game.solver.packed import is_packable
from game.solver.packed_problem import PackedProblem
from game.solver.plain import PlainProblem
from game.solver.problem import Problem
from game.solver.rows_problem import RowsProblem, is_rows_problem
from game.solver.search import Found, best_first, depth_first
from game.solver.tableau import is_searchable
from game.solver.tableau_problem import TableauProblem


class Plan(NamedTuple):
    """A problem, and the best-first tries before depth-first search begins: way of scoring, most positions."""

    problem: Problem
    tries: tuple[tuple[int, int], ...]


def solve(
    spec: GameSpec,
    state: State,
    budget: Budget,
    cancel: Callable[[], bool],
    clock: Callable[[], float],
) -> Answer:
    """Can a position be won, with all cards known and by the moves of the game alone (undo is none)?

    ``clock`` gives seconds; ``cancel`` is asked often and ends the search with ``UNKNOWN`` when it says so.
    The moves of a win have been carried out by the engine. ``ValueError`` for a view in which faces are hidden: what
    may not be seen must not be used.
    """
    if any(HIDDEN in pile for pile in (*state.columns, state.stock, state.waste)):
        raise ValueError("a position with hidden faces")
    meter = Meter(budget, cancel, clock)
    plan = planned(spec, state)
    verdict, path = _search(plan, meter)
    moves = plan.problem.moves(path) if verdict is Verdict.SOLVABLE else ()
    return Answer(verdict, moves, meter.positions, meter.seconds())


def planned(spec: GameSpec, state: State) -> Plan:
    """The plan for a position. Each way of scoring finds wins that others miss, so none is tried for long."""
    if is_packable(spec, state):
        return Plan(PackedProblem(spec, state), ((0, 30_000),))
    if is_rows_problem(spec, state):
        return Plan(RowsProblem(spec, state), ((0, 4_000), (1, 6_000), (0, 20_000)))
    if not is_searchable(spec):
        return Plan(PlainProblem(spec, state), ())
    if spec.build is Build.SAME_SUIT:
        # Each card has one place to go to: there is little to search.
        return Plan(TableauProblem(spec, state), ())
    return Plan(TableauProblem(spec, state), ((0, 20_000), (1, 60_000), (0, 80_000), (1, 200_000)))


def _search(plan: Plan, meter: Meter) -> Found:
    if meter.charge(0):
        return Verdict.UNKNOWN, []
    for scoring, most in plan.tries:
        verdict, path = best_first(plan.problem, meter, most, scoring)
        if verdict is not Verdict.UNKNOWN or meter.charge(0):
            return verdict, path
    return depth_first(plan.problem, meter)
