"""A test that proves some positions lost: even if cards never got in each other's way, not all could go up.

The position is made easier in every respect: a card that was ever free stays a place for the cards that fit on it,
any number of them; a card that could go up is both up and, with takebacks, still at hand; rows that are dealt cover
nothing. What cannot be reached so cannot be reached in the game.
"""

from __future__ import annotations

from game.engine.cards import make, rank_of, suit_of
from game.engine.rules import build_table
from game.solver.tableau import DOWN, Board, Tableau


class Hopeless:
    """The test for a game of ordered runs without a waste."""

    def __init__(self, tableau: Tableau) -> None:
        spec, rows = tableau.spec, tableau.rows
        table = build_table(spec.build)
        self._begin = tableau.run_begins
        pack = [make(suit, rank) for suit in range(4) for rank in range(spec.ranks)]
        most = pack[-1] + 1
        self._ranks = spec.ranks
        self._kings = frozenset(make(suit, spec.king) for suit in range(4))
        self._hosts = [0] * most
        for lower in pack:
            for upper in table[lower]:
                if upper < most:
                    self._hosts[upper] |= 1 << lower
        self._suit = [int(suit_of(card)) for card in range(most)]
        self._rank = [rank_of(card) for card in range(most)]
        #: By suit and height: the cards that are up, and the next one (none above the king).
        heights = range(spec.ranks + 1)
        self._lowest = [[((1 << height) - 1) << make(suit, 0) for height in heights] for suit in range(4)]
        self._next = [[1 << make(suit, rank) for rank in range(spec.ranks)] + [0] for suit in range(4)]
        self._rows = [sum(1 << card for card in rows[:count]) for count in range(len(rows) + 1)]

    def is_lost(self, board: Board) -> bool:
        """True only if the position cannot be won."""
        heights = list(board.founded)
        free = self._rows[board.stock]  # cards that are free at some time
        for suit, height in enumerate(heights):
            free |= self._lowest[suit][height]
        room = not all(board.columns)
        # Columns down to the last run that is reached, with the place where that run begins.
        open_ = [(pile, self._begin(pile)) for pile in board.columns if pile]
        runs = [entry for entry in open_ if entry[1] + 1 < len(entry[0])]
        for pile, _ in open_:
            free |= 1 << pile[-1]
        while True:
            before = free
            for pile, begin in runs:
                free = self._inner(pile, begin, heights, free)
            stuck: list[tuple[bytes, int]] = []
            moved = False
            while open_:
                pile, begin = open_.pop()
                card = pile[begin]
                if (
                    not self._hosts[card] & free
                    and self._rank[card] >= heights[self._suit[card]]
                    and not (room and card in self._kings)
                ):
                    stuck.append((pile, begin))
                    continue
                moved = True
                if not begin:
                    room = True
                    continue
                under = pile[: begin - 1] + bytes((pile[begin - 1] % DOWN,))
                free |= 1 << under[-1]
                begin = self._begin(under)
                open_.append((under, begin))
                if begin + 1 < len(under):
                    runs.append((under, begin))
            open_ = stuck
            for suit in range(4):
                while self._next[suit][heights[suit]] & free:
                    heights[suit] += 1
                    moved = True
            if not open_ and not runs:
                # Every card was free at some time.
                return False
            if not moved and before == free:
                return sum(heights) < 4 * self._ranks

    def _inner(self, pile: bytes, begin: int, heights: list[int], free: int) -> int:
        """The free cards, with those of a run whose upper neighbour can leave them."""
        for at in range(len(pile) - 1, begin, -1):
            card, below = pile[at], pile[at - 1]
            if self._rank[card] < heights[self._suit[card]] or self._hosts[card] & free & ~(1 << below):
                free |= 1 << below
        return free
