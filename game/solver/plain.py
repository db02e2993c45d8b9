"""Any game by the engine's rules alone: what is left for a spec that no faster form of position covers."""

from __future__ import annotations

from game.engine import rules
from game.engine.spec import GameSpec
from game.engine.state import Move, State
from game.solver.problem import Problem


class PlainProblem(Problem):
    """A problem over the engine's own states. Points do not matter."""

    def __init__(self, spec: GameSpec, state: State) -> None:
        self._spec = spec
        self._root = state

    def root(self) -> State:
        """The start."""
        return self._root

    def settled(self, node: State) -> State:
        """Nothing is done unasked; points are left out."""
        return node._replace(score=0, recycles=0)

    def key(self, node: State) -> bytes:
        """All piles, in order."""
        piles = (*node.columns, node.stock, node.waste)
        return b"\xff".join(piles) + bytes(node.down)

    def is_won(self, node: State) -> bool:
        """As the rules say."""
        return rules.is_won(self._spec, node)

    def successors(self, node: State) -> list[tuple[State, Move]]:
        """All legal moves."""
        return [(rules.apply_legal(self._spec, node, move), move) for move in rules.legal_moves(self._spec, node)]

    def score(self, node: State, scoring: int = 0) -> int:
        """The cards that are not up yet."""
        return -sum(node.foundations)

    def moves(self, path: list[Move]) -> tuple[Move, ...]:
        """The path itself."""
        return tuple(path)
