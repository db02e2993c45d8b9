"""Moves of compressed positions: what must be tried, and what need not be.

A *step* is ``card << 3 | kind``; a chain of steps leads from a position to its successor. Moves that a later move
takes back at no cost are not successors: with takebacks, a card that lies on another goes up and comes down freely,
so every position is first *settled* (all such cards up), and the takebacks that could be of use are tried within
``expand``.
"""

from __future__ import annotations

from game.solver.packed import Node, Packing
from game.solver.problem import EVERYTHING, Prune

UP = 0  # end of a column to its foundation
MOVE = 1  # a locked card, with what lies on it, onto another column
STOCK_UP = 2  # from the stock to its foundation
STOCK_DOWN = 3  # from the stock onto a column
BACK = 4  # from its foundation onto a column

Chain = tuple[int, ...]


class Moves:
    """The moves of one packing. What ``prune`` lacks is tried."""

    def __init__(self, packing: Packing, prune: Prune = EVERYTHING) -> None:
        self.packing = packing
        self.suits = packing.suits
        self.safe = Prune.SAFE in prune
        self.useless = Prune.USELESS in prune
        #: With takebacks and every stock card at hand, a stock card can wait until it is of use.
        self.stock_at_hand = packing.suits.takeback and packing.stock.is_open
        self.stock_can_wait = self.useless and self.stock_at_hand

    def ends(self, node: Node) -> int:
        """The pairs (lower bit of each) that have a free card: fewer cards on them than they are."""
        visible = node.visible
        loose = visible & ~node.locked
        either = visible | visible >> 1
        odd = visible ^ visible >> 1
        return (odd ^ (loose ^ loose >> 1) << 4 | either & ~((loose | loose >> 1) << 4)) & self.suits.pairs

    def spots(self, node: Node, ends: int) -> int:
        """The cards that would find a place on the columns."""
        spots = ends * 3 >> 4
        return spots | self.suits.kings if node.free else spots & ~self.suits.kings

    def settle(self, node: Node, steps: list[int] | None = None) -> Node:
        """The position after all moves that need no choice; they are appended to ``steps``."""
        suits = self.suits
        while True:
            ready = node.visible & node.nexts
            if ready:
                ready &= self.ends(node) * 3
            card = 0
            while ready:
                card = ready & -ready
                if suits.takeback and not card & node.locked:
                    break
                if self.safe and not suits.safe[card] & node.nexts:
                    break
                ready ^= card
                card = 0
            if card:
                node = self.up(node, card)
                if steps is not None:
                    steps.append(card << 3 | UP)
                continue
            if self.safe and self.stock_at_hand:
                card = self._stock_up_for_nothing(node)
                if card:
                    node = self.take(node, card << 3 | STOCK_UP)
                    if steps is not None:
                        steps.append(card << 3 | STOCK_UP)
                    continue
            return node

    def _stock_up_for_nothing(self, node: Node) -> int:
        """A stock card whose going up costs nothing: it can come back, and what it covers need not; or 0."""
        packing, suits = self.packing, self.suits
        reach, _ = packing.stock.plays(node.stock)
        ready = reach & node.nexts
        while ready:
            card = ready & -ready
            ready ^= card
            if not suits.safe.get(suits.below.get(card, 0), 0) & node.nexts:
                return card
        return 0

    def up(self, node: Node, card: int) -> Node:
        """A column's end goes up."""
        packing, suits = self.packing, self.suits
        visible, locked, nexts, free, stock, key = node
        visible ^= card
        nexts ^= card | suits.up[card]
        key += suits.suit_key[card]
        if card & locked:
            under = packing.uncover[card]
            visible |= under.visible
            locked = locked ^ card | under.locked
            free += under.free
            key += under.key
        elif card & suits.kings:
            free += 1
        return Node(visible, locked, nexts, free, stock, key)

    def move(self, node: Node, card: int) -> Node:
        """A locked card goes to another column."""
        under = self.packing.uncover[card]
        free = node.free + under.free - (1 if card & self.suits.kings else 0)
        visible, locked = node.visible | under.visible, node.locked ^ card | under.locked
        return Node(visible, locked, node.nexts, free, node.stock, node.key + under.key)

    def stock_up(self, node: Node, card: int, stock: int) -> Node:
        """A stock card goes up."""
        visible, locked, nexts, free, _, key = node
        nexts ^= card | self.suits.up[card]
        return Node(visible, locked, nexts, free, stock, key + self.suits.suit_key[card])

    def stock_down(self, node: Node, card: int, stock: int) -> Node:
        """A stock card goes onto a column."""
        visible, locked, nexts, free, _, key = node
        if card & self.suits.kings:
            free -= 1
        return Node(visible | card, locked, nexts, free, stock, key)

    def back(self, node: Node, waiting: int) -> Node:
        """The top card of the foundation that waits for ``waiting`` comes back."""
        card = self.suits.below[waiting]
        visible, locked, nexts, free, stock, key = node
        if card & self.suits.kings:
            free -= 1
        return Node(visible | card, locked, nexts ^ (waiting | card), free, stock, key - self.suits.suit_key[card])

    def take(self, node: Node, step: int) -> Node:
        """The position after a step."""
        card, kind = step >> 3, step & 7
        if kind == UP:
            return self.up(node, card)
        if kind == MOVE:
            return self.move(node, card)
        if kind == BACK:
            return self.back(node, self.suits.up[card])
        _, after = self.packing.stock.plays(node.stock)
        return (self.stock_up if kind == STOCK_UP else self.stock_down)(node, card, after[card])

    def steps(self, chains: list[Chain]) -> list[int]:
        """All steps from the packing's position along a path of chains, with those that settle between them."""
        steps: list[int] = []
        node = self.settle(self.packing.root, steps)
        for chain in chains:
            for step in chain:
                node = self.take(node, step)
                steps.append(step)
            node = self.settle(node, steps)
        return steps

    def expand(self, node: Node) -> list[tuple[Node, Chain]]:
        """The successors of a settled position, the most promising last."""
        packing, suits = self.packing, self.suits
        reach, after = packing.stock.plays(node.stock)
        found: list[tuple[Node, Chain]] = []
        self._successors(node, (), reach, after, 0, 0, found)
        if suits.takeback:
            self._with_takebacks(node, reach, after, found)
        found.reverse()
        return found

    def _successors(
        self,
        node: Node,
        chain: Chain,
        reach: int,
        after: dict[int, int],
        tried: int,
        tried_up: int,
        found: list[tuple[Node, Chain]],
    ) -> None:
        """Append the moves that cannot be undone, without those already tried from a position that leads here."""
        ends = self.ends(node)
        spots = self.spots(node, ends)
        ups = ends * 3 & node.visible & node.nexts & ~tried_up
        if self.suits.takeback:
            ups &= node.locked
        while ups:
            card = ups & -ups
            ups ^= card
            found.append((self.up(node, card), (*chain, card << 3 | UP)))
        moves = node.locked & spots & ~tried
        while moves:
            card = moves & -moves
            moves ^= card
            found.append((self.move(node, card), (*chain, card << 3 | MOVE)))
        ups = reach & node.nexts & ~tried_up
        while ups:
            card = ups & -ups
            ups ^= card
            found.append((self.stock_up(node, card, after[card]), (*chain, card << 3 | STOCK_UP)))
        downs = reach & spots & ~tried
        if self.stock_can_wait:
            downs &= self.wanted(node)
        while downs:
            card = 1 << (downs.bit_length() - 1)
            downs ^= card
            found.append((self.stock_down(node, card, after[card]), (*chain, card << 3 | STOCK_DOWN)))

    def wanted(self, node: Node) -> int:
        """Cards outside the columns that could be of use there, by themselves or below others that are.

        Of use is a card on which a locked card fits, and the twin of a card that would go up if the one on it
        could move over to the twin. All stock cards count as being at hand.
        """
        packing, suits = self.packing, self.suits
        stock = packing.stock.left(node.stock)
        outside = stock | self.founded(node)
        base = node.locked if self.stock_can_wait else node.locked | stock
        ready = node.visible & node.nexts
        twins = ((ready & suits.pairs) << 1 | ready >> 1 & suits.pairs) & outside
        new = ((base | base >> 1) & suits.pairs) * 3 << 4 & outside | twins
        wanted = 0
        while new:
            wanted |= new
            new = ((new | new >> 1) & suits.pairs) * 3 << 4 & outside & ~wanted
        return wanted

    def founded(self, node: Node) -> int:
        """The set of cards on the foundations."""
        founded, nexts = 0, node.nexts
        while nexts:
            card = nexts & -nexts
            nexts ^= card
            founded |= self.suits.of_suit[card] & (card - 1)
        return founded

    def _with_takebacks(
        self, top: Node, reach: int, after: dict[int, int], found: list[tuple[Node, Chain]]
    ) -> None:
        """What can be done after some cards came back from their foundations."""
        suits = self.suits
        seen = {top.nexts}
        wanted = self.wanted(top) if self.useless else -1
        if not wanted & self.founded(top):
            return
        queue: list[tuple[Node, Chain, int, int, int]] = [(top, (), 0, 0, wanted)]
        for node, chain, tried, tried_up, wanted in queue:
            ends = self.ends(node)
            spots = self.spots(node, ends)
            if chain:
                self._successors(node, chain, reach, after, tried, tried_up, found)
                # A twin may go up instead of the card that came back.
                ups = ends * 3 & node.visible & node.nexts & ~node.locked
                while ups:
                    card = ups & -ups
                    ups ^= card
                    higher = self.up(node, card)
                    if higher.nexts not in seen:
                        seen.add(higher.nexts)
                        wanted_there = self.wanted(higher) if self.useless else -1
                        queue.append((higher, (*chain, card << 3 | UP), 0, 0, wanted_there))
            done = tried | (node.locked | reach) & spots
            done_up = tried_up | (ends * 3 & node.visible & node.locked | reach) & node.nexts
            nexts = node.nexts
            while nexts:
                waiting = nexts & -nexts
                nexts ^= waiting
                card = suits.below.get(waiting, 0)
                if card & spots and wanted & suits.of_suit[waiting] & (waiting - 1):
                    lower = self.back(node, waiting)
                    if lower.nexts not in seen:
                        seen.add(lower.nexts)
                        queue.append((lower, (*chain, card << 3 | BACK), done, done_up, wanted))
