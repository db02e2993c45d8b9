"""What was found out about positions of one game: ways that win, and positions that are lost or stayed unknown."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress

from game.engine.refusal import IllegalEvent
from game.engine.rules import apply, apply_legal, is_won
from game.engine.spec import GameSpec
from game.engine.state import Move, State
from game.solver.answer import Answer, Verdict

#: More is forgotten; a way has some hundred positions.
_MOST_KEPT = 20_000


def bare(state: State) -> State:
    """A position without what has no part in whether it can be won."""
    return state._replace(score=0, recycles=0)


class Ways:
    """Positions with their verdicts; for each winnable one the next move of a way that wins.

    The newest way goes before older ones. So whoever follows it from any position of any way comes to a win: each
    move stays on a way at least as new, and the newest one ends there.
    """

    def __init__(self, spec: GameSpec) -> None:
        self._spec = spec
        self._next: dict[State, Move] = {}
        self._other: dict[State, Verdict] = {}

    def verdict(self, state: State) -> Verdict | None:
        """What was found out about a position; None if nothing was asked."""
        here = bare(state)
        return Verdict.SOLVABLE if here in self._next else self._other.get(here)

    def learn(self, state: State, answer: Answer | None) -> None:
        """An answer came, or none will come. It is believed as far as the engine carries its moves out to a win."""
        if len(self._next) > _MOST_KEPT or len(self._other) > _MOST_KEPT:
            self._next.clear()
            self._other.clear()
        verdict = Verdict.UNKNOWN if answer is None else answer.verdict
        if answer is None or verdict is not Verdict.SOLVABLE:
            self._other[bare(state)] = verdict
            return
        found, asked = {}, state
        with suppress(IllegalEvent):
            for move in answer.moves:
                found[bare(state)] = move  # of a position that comes twice only the last move is kept: no detours
                state = apply(self._spec, state, move)
        if is_won(self._spec, state):
            self._next |= found
        else:
            self._other[bare(asked)] = Verdict.UNKNOWN

    def rest(self, state: State) -> Sequence[Move]:
        """The moves from a position to a win; none if no way is known."""
        moves: list[Move] = []
        while (move := self._next.get(bare(state))) is not None:
            moves.append(move)
            state = apply_legal(self._spec, state, move)
        return moves
