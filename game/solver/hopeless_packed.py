"""The test of ``hopeless.py`` for compressed positions."""

from __future__ import annotations

from game.solver.expand import Moves
from game.solver.packed import Node


def is_lost(moves: Moves, node: Node) -> bool:
    """True only if the position cannot be won, even when a card that was ever free stays a place for others.

    ``places`` are the pairs of which a card is free at some time, ``at_hand`` the cards that were uncovered.
    """
    packing, suits = moves.packing, moves.suits
    uncover, pairs, kings = packing.uncover, suits.pairs, suits.kings
    stock = packing.stock.left(node.stock)
    reach, _ = packing.stock.plays(node.stock)
    elsewhere = reach | moves.founded(node) if suits.takeback else reach
    at_hand = node.visible | elsewhere
    places = moves.ends(node) | (elsewhere | elsewhere >> 1) & pairs
    locked, nexts, room = node.locked, node.nexts, node.free > 0
    stuck_stock = stock & ~reach
    while True:
        spots = places * 3 >> 4
        spots = spots | kings if room else spots & ~kings
        if stuck_stock and reach & (spots | nexts):
            at_hand |= stuck_stock
            places |= (stuck_stock | stuck_stock >> 1) & pairs
            stuck_stock = 0
            continue
        up = nexts & at_hand & places * 3
        leave = locked & spots
        if not up and not leave:
            return nexts != suits.full
        while up:
            card = up & -up
            up ^= card
            nexts ^= card | suits.up[card]
            if card & locked:
                leave |= card
            elif card & kings:
                room = True
            else:
                places |= (card | card >> 1) << 4 & pairs
        while leave:
            card = leave & -leave
            leave ^= card
            locked ^= card
            under = uncover[card]
            if under.free:
                room = True
            else:
                at_hand |= under.visible
                end = under.visible & -under.visible
                places |= (end | end >> 1) & pairs
                locked |= under.locked
        if not locked and not stuck_stock:
            return False
