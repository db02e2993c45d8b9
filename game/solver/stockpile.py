"""The stock and waste of a search as one number, and which of their cards can be played after enough draws.

Turning the waste over is unlimited in all games and costs only points, so a card that comes to lie on top of the
waste at any time of going round can be played. Which ones come to lie there depends on the cards that are left
and on how many of them the waste holds now; after a full round the latter does not matter.
"""

from __future__ import annotations

#: Looked-up stockpiles that are kept at most; beyond, the table is begun anew.
_MOST_KEPT = 100_000


class Stockpile:
    """Keys are ``cards left | cards in the waste << shift``, the latter reduced to 0 where that changes nothing."""

    def __init__(self, cards: list[int], waste: int, draw: int) -> None:
        self.cards = cards  # bottom of the waste first, the card that is drawn last at the end
        self._draw = draw
        self._shift = len(cards)
        self._sets: dict[int, int] = {}
        self._kept: dict[int, tuple[int, dict[int, int]]] = {}
        self.start = self._key((1 << len(cards)) - 1, waste, len(cards))
        self.size = self._shift + len(cards).bit_length()

    def _key(self, left: int, waste: int, count: int) -> int:
        """A waste of whole draws, or a complete one, offers nothing that a fresh round does not."""
        if not count or waste == count or waste % self._draw == 0:
            return left
        return left | waste << self._shift

    @property
    def is_open(self) -> bool:
        """True if every card can be played at any time."""
        return self._draw <= 1

    def left(self, key: int) -> int:
        """The set of cards that are left."""
        left = key & ((1 << self._shift) - 1)
        known = self._sets.get(left)
        if known is None:
            if len(self._sets) >= _MOST_KEPT:
                self._sets.clear()
            known = self._sets[left] = sum(card for at, card in enumerate(self.cards) if left >> at & 1)
        return known

    def plays(self, key: int) -> tuple[int, dict[int, int]]:
        """The set of cards that can be played, and for each of them the key after it."""
        known = self._kept.get(key)
        if known is None:
            if len(self._kept) >= _MOST_KEPT:
                self._kept.clear()
            known = self._kept[key] = self._plays(key)
        return known

    def _plays(self, key: int) -> tuple[int, dict[int, int]]:
        waste, left = key >> self._shift, key & ((1 << self._shift) - 1)
        places = [at for at in range(self._shift) if left >> at & 1]
        count = len(places)
        after: dict[int, int] = {}
        for size in self._tops(waste, count):
            at = places[size - 1]
            after[self.cards[at]] = self._key(left ^ 1 << at, size - 1, count - 1)
        return sum(after), after

    def _tops(self, waste: int, count: int) -> set[int]:
        """How many cards the waste may hold when its top is played."""
        if not count:
            return set()
        tops = {*range(self._draw, count, self._draw), count}
        if waste:
            tops |= set(range(waste, count, self._draw))
        return tops
