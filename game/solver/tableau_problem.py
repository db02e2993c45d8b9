"""Games without a waste as a problem over uncompressed positions."""

from __future__ import annotations

from collections.abc import Sequence

from game.engine import rules
from game.engine.spec import GameSpec
from game.engine.state import Move, State
from game.solver.problem import EVERYTHING, Problem, Prune
from game.solver.score import RUSSIAN, Scorer, Weights
from game.solver.tableau import Board, Tableau


class TableauProblem(Problem):
    """The problem of a position that ``tableau.is_searchable``."""

    def __init__(
        self, spec: GameSpec, state: State, prune: Prune = EVERYTHING, weights: Sequence[Weights] = RUSSIAN
    ) -> None:
        self._spec = spec
        self._state = state
        self.tableau = Tableau(spec, state, prune)
        self.scorers = [Scorer(self.tableau, each) for each in weights]

    def root(self) -> Board:
        """The start."""
        return self.tableau.root

    def settled(self, node: Board) -> Board:
        """After the moves that need no choice."""
        return self.tableau.settle(node)

    def key(self, node: Board) -> bytes:
        """All columns."""
        return self.tableau.key(node)

    def is_won(self, node: Board) -> bool:
        """True when every foundation is full."""
        return self.tableau.is_won(node)

    def successors(self, node: Board) -> list[tuple[Board, Move]]:
        """The successors by one move each."""
        tableau = self.tableau
        return [(tableau.after(node, move), move) for move in reversed(tableau.moves(node))]

    def score(self, node: Board, scoring: int = 0) -> int:
        """Little is left to turn and to put up, and little is in the wrong order: low."""
        scorer = self.scorers[scoring]
        weights = scorer.weights
        return scorer.columns(node.columns) + weights.waiting * node.stock - weights.founded * sum(node.founded)

    def moves(self, path: list[Move]) -> tuple[Move, ...]:
        """The path with the moves that settle the positions on it."""
        moves: list[Move] = []
        node = self.tableau.settle(self.tableau.root, moves)
        for move in path:
            moves.append(move)
            node = self.tableau.settle(self.tableau.after(node, move), moves)
        state = self._state
        for move in moves:
            state = rules.apply(self._spec, state, move)
        assert rules.is_won(self._spec, state)
        return tuple(moves)
