"""Makes a known win shorter: other searches that are in more haste, and no needless moves.

What comes out wins, carried out by the engine; that it is the shortest win there is is not claimed.
"""

from __future__ import annotations

from collections.abc import Iterator

from game.engine.rules import apply_legal, is_won, refusal
from game.engine.spec import GameSpec
from game.engine.state import Move, State
from game.solver.answer import Meter, Verdict
from game.solver.search import best_first
from game.solver.solve import planned

Line = tuple[Move, ...]
#: From little haste to much: each finds wins that the others miss. Measured on winnable deals of every variant.
_HASTES = (3, 6, 4, 8, 12, 2, 16)
#: Positions that one search may look at.
_MOST = 60_000


def shortened(spec: GameSpec, state: State, line: Line, meter: Meter) -> Line:
    """A win from a position that is as short as ``line`` or shorter; the meter may end the work at any time."""
    best = without_needless(spec, state, line, meter)
    for other in _other_wins(spec, state, meter):
        tried = without_needless(spec, state, other, meter) if len(other) < len(best) * 9 // 8 else other
        if len(tried) < len(best):
            best = tried
    return best


def without_needless(spec: GameSpec, state: State, line: Line, meter: Meter) -> Line:
    """A line without the moves that it wins without, tried from the end on."""
    states = [state]
    for move in line:
        states.append(apply_legal(spec, states[-1], move))
    for at in range(len(line) - 1, -1, -1):
        if meter.charge(0):
            break
        rest = _played(spec, states[at], line[at + 1 :])
        if rest is not None:
            line = line[:at] + rest
    return line


def _played(spec: GameSpec, state: State, rest: Line) -> Line | None:
    """The moves of a rest as far as they are legal, if they win."""
    moves: list[Move] = []
    for move in rest:
        if refusal(spec, state, move) is None:
            state = apply_legal(spec, state, move)
            moves.append(move)
    return tuple(moves) if is_won(spec, state) else None


def _other_wins(spec: GameSpec, state: State, meter: Meter) -> Iterator[Line]:
    """Wins that searches in haste find."""
    for haste in _HASTES:
        plan = planned(spec, state)
        for scoring in sorted({scoring for scoring, _ in plan.tries} or {0}):
            if meter.charge(0):
                return
            verdict, path = best_first(plan.problem, meter, _MOST, scoring, haste)
            if verdict is Verdict.SOLVABLE:
                yield plan.problem.moves(path)
