"""What a search needs to know of a game, whatever form its positions have."""

from __future__ import annotations

from enum import Flag, auto
from typing import Any

from game.engine.state import Move

#: A position in a problem's own form, and what leads from one to the next.
Node = Any
Step = Any


class Prune(Flag):
    """What a problem may leave out. Each is proved where it is made, and tests compare the search without it."""

    SAFE = auto()  # cards on which nothing is ever to lie again go up unasked
    USELESS = auto()  # a card is put onto the columns only if something that matters could come to lie on it
    ALIKE = auto()  # empty columns are alike when no rows are dealt

    HOPELESS = auto()  # positions that are lost even when cards never get in each other's way


NOTHING = Prune(0)
EVERYTHING = Prune.SAFE | Prune.USELESS | Prune.ALIKE | Prune.HOPELESS


class Problem:
    """A position to be won. Positions are settled before they are looked at: moves that need no choice are made."""

    def root(self) -> Node:
        """The position that the search starts from, not settled."""
        raise NotImplementedError

    def settled(self, node: Node) -> Node:
        """The position after the moves that need no choice."""
        raise NotImplementedError

    def key(self, node: Node) -> int | bytes:
        """What identifies a settled position exactly."""
        raise NotImplementedError

    def is_won(self, node: Node) -> bool:
        """True when a settled position is won."""
        raise NotImplementedError

    def successors(self, node: Node) -> list[tuple[Node, Step]]:
        """All that must be tried from a settled position, the most promising last; not settled."""
        raise NotImplementedError

    def score(self, node: Node, scoring: int = 0) -> int:
        """How far a settled position seems to be from a win, in one of the ways."""
        raise NotImplementedError

    def moves(self, path: list[Step]) -> tuple[Move, ...]:
        """The moves of the game for the steps of a path from the root to a win, carried out by the engine."""
        raise NotImplementedError
