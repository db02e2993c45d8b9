"""Games of alternating colours and ordered runs as a problem over compressed positions."""

from __future__ import annotations

from game.engine.spec import GameSpec
from game.engine.state import Move, State
from game.solver.expand import Chain, Moves
from game.solver.hopeless_packed import is_lost
from game.solver.packed import Node, Packing, Suits
from game.solver.problem import EVERYTHING, Problem, Prune
from game.solver.thrift import Thrift
from game.solver.unpack import unpacked

# Weights of a position's score: cards under locked ones, cards in the stock, cards on the foundations.
_COVERED = 6
_STOCK = 2
_FOUNDED = 3

#: The test for lost positions costs as much as the moves do, so it should find one in so many.
_WORTH = 4


class PackedProblem(Problem):
    """The problem of a position that ``packed.is_packable``."""

    def __init__(self, spec: GameSpec, state: State, prune: Prune = EVERYTHING) -> None:
        self._spec = spec
        self._state = state
        self._packing = Packing(Suits(spec), state)
        self._thrift = Thrift(_WORTH)
        self._hopeless = Prune.HOPELESS in prune
        self._expand = Moves(self._packing, prune)

    def root(self) -> Node:
        """The start."""
        return self._packing.root

    def settled(self, node: Node) -> Node:
        """After the moves that need no choice."""
        return self._expand.settle(node)

    def key(self, node: Node) -> int:
        """One integer of at most 62 bits for a full pack."""
        return node.key << self._packing.stock.size | node.stock

    def is_won(self, node: Node) -> bool:
        """True when every foundation is full."""
        return node.nexts == self._packing.suits.full

    def successors(self, node: Node) -> list[tuple[Node, Chain]]:
        """The successors by chains of steps."""
        if self._hopeless and self._thrift.is_due() and self._thrift.note(is_lost(self._expand, node)):
            return []
        return self._expand.expand(node)

    def score(self, node: Node, scoring: int = 0) -> int:
        """Little is left to uncover, to draw and to put up: low."""
        stock = self._packing.stock.left(node.stock).bit_count()
        founded = self._expand.founded(node).bit_count()
        covered = len(self._packing.suits.card) - stock - founded - node.visible.bit_count()
        return _COVERED * covered + _STOCK * stock - _FOUNDED * founded

    def moves(self, path: list[Chain]) -> tuple[Move, ...]:
        """The moves of the game for a path of chains."""
        return unpacked(self._spec, self._state, self._packing, self._expand.steps(path))
