"""How far a position seems to be from a win, for best-first search: a sum over columns. A guess, never a proof."""

from __future__ import annotations

from typing import NamedTuple

from game.solver.tableau import DOWN, Tableau

#: Columns whose scores are kept at most.
_MOST_KEPT = 100_000


class Weights(NamedTuple):
    """What counts how much."""

    down: int  # a face-down card
    blocking: int  # a card on a lower one of its suit
    broken: int  # a card on one that it does not fit
    founded: int  # a card on its foundation, to be subtracted
    waiting: int  # a card in the stock


#: The first worked for Russian relaxed in earlier measurements, found by others. The second is for what it misses.
RUSSIAN = (
    Weights(down=6, blocking=2, broken=0, founded=3, waiting=0),
    Weights(down=6, blocking=4, broken=1, founded=3, waiting=0),
)
#: Measured on the winnable deals of the verdict file; each misses some that the other finds.
EASTHAVEN = (
    Weights(down=6, blocking=4, broken=2, founded=3, waiting=2),
    Weights(down=2, blocking=4, broken=4, founded=1, waiting=5),
)


class Scorer:
    """Scores columns, and remembers them."""

    def __init__(self, tableau: Tableau, weights: Weights) -> None:
        self.weights = weights
        self._tableau = tableau
        self._kept: dict[bytes, int] = {}

    def columns(self, columns: tuple[bytes, ...] | list[bytes]) -> int:
        """The sum over some columns."""
        kept = self._kept
        if len(kept) > _MOST_KEPT:
            kept.clear()
        total = 0
        for pile in columns:
            known = kept.get(pile)
            if known is None:
                known = kept[pile] = self._column(pile)
            total += known
        return total

    def _column(self, pile: bytes) -> int:
        tableau, weights = self._tableau, self.weights
        lowest = [tableau.spec.ranks] * 4
        score, below = 0, -1
        for item in pile:
            card = item % DOWN
            score += weights.down if item >= DOWN else 0
            suit, rank = tableau.suit[card], tableau.rank[card]
            if lowest[suit] < rank:
                score += weights.blocking
            lowest[suit] = min(rank, lowest[suit])
            if below >= 0 and card not in tableau.accepted[below]:
                score += weights.broken
            below = card
        return score
