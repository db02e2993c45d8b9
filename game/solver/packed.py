"""A compressed position for games of alternating colours in which ordered runs move: sets of cards, no order.

Why no order is needed: a face-up card that does not lie on something unmovable (a face-down card, a card that it
does not fit, the bare table) lies on one of the two cards that it fits. The four cards of one rank and colour and
of the next lower rank and the other colour can be rearranged freely with moves of runs as long as one of the upper
two is free, and when none is free nothing depends on who lies on whom. So the set of movable face-up cards, and
which of them are *locked* (the lowest of the last run of a column, on something unmovable), say everything.

A card is one bit, ``rank * 4 + lane``; the lanes are such that a pair (same rank, same colour) takes two
neighbouring bits and the cards that fit on it are the pair four bits lower. What the searches do with this is in
``expand.py``; real moves are made from it in ``unpack.py``.
"""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from game.engine.cards import is_red, make, rank_of, suit_of
from game.engine.rules import build_table
from game.engine.spec import Build, GameSpec, Lift, Stock
from game.engine.state import State
from game.solver.stockpile import Stockpile


class Node(NamedTuple):
    """A compressed position.

    ``visible`` and ``locked`` are sets of cards; ``nexts`` has for each suit the card that its foundation waits for
    (a bit above the king when it is full); ``free`` counts empty columns; ``stock`` is the stockpile's key;
    ``key`` identifies foundations and columns, and with ``stock`` the whole position.
    """

    visible: int
    locked: int
    nexts: int
    free: int
    stock: int
    key: int


class Uncover(NamedTuple):
    """What happens when a locked card leaves its place."""

    visible: int  # the cards of the run that is uncovered
    locked: int  # its lowest card, or 0 if that one may move about as it likes (a king on the table)
    free: int  # 1 when the column is empty now
    key: int  # to be added to the key


def lane_bit(card: int) -> int:
    """The bit of a card."""
    suit, rank = int(suit_of(card)), rank_of(card)
    # ♥♦ first, ♠♣ next; the colours change places with each rank.
    lane = suit - 1 if is_red(card) else 2 + (suit == 3)
    return 1 << (rank * 4 + (lane ^ (2 * (rank & 1))))


def is_packable(spec: GameSpec, state: State) -> bool:
    """True if the position can be compressed: the order of the columns must not matter to the stock."""
    if spec.build is not Build.ALTERNATING or spec.lift is not Lift.RUN or spec.group_limit is not None:
        return False
    return spec.stock is Stock.TURN or not state.stock


class Suits:
    """What holds for all cards of a pack, whatever the position."""

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.takeback = spec.takeback
        self.pairs = sum(1 << at for at in range(0, 4 * spec.ranks, 2))
        self.kings = 0b1111 << (4 * spec.king)
        self.full = 0  # what the foundations wait for when all is won
        self.up: dict[int, int] = {}  # card -> the next one of its suit
        self.below: dict[int, int] = {}  # the other way
        self.suit_key: dict[int, int] = {}  # card -> what its going up adds to the key
        self.safe: dict[int, int] = {}  # card -> cards that must have been passed before it goes up unasked
        self.of_suit: dict[int, int] = {}  # waiting card -> all cards of its suit
        self.card: dict[int, int] = {}  # bit -> card of the engine
        self.bit: dict[int, int] = {}  # the other way
        ranks = spec.ranks
        for suit in range(4):
            # A suit's lanes go on regularly, so the card above the king gives the bit for a full foundation.
            bits = [lane_bit(make(suit, rank)) for rank in range(ranks)]
            bits.append(1 << (ranks * 4 + ((bits[0].bit_length() - 1) ^ (2 * (ranks & 1)))))
            self.full |= bits[ranks]
            self.card |= {bits[rank]: make(suit, rank) for rank in range(ranks)}
            self.up |= dict(pairwise(bits))
            self.below |= {upper: lower for lower, upper in pairwise(bits)}
            self.suit_key |= dict.fromkeys(bits, (ranks + 1) ** suit)
            self.of_suit |= dict.fromkeys(bits, sum(bits[:ranks]))
        self.bit |= {card: bit for bit, card in self.card.items()}
        self.safe |= {bit: self._safe(card) for bit, card in self.card.items()}

    def _safe(self, card: int) -> int:
        """The cards that must be up before nothing is ever to lie on a card again.

        Those of the other colour that fit on it then go up themselves, and so do those that would lie on them.
        """
        return sum(
            bit
            for bit, other in self.card.items()
            if suit_of(other) != suit_of(card)
            and rank_of(other) <= rank_of(card) - (2 if is_red(other) != is_red(card) else 3)
        )


class Packing:
    """The tables that hold for one search, made from the position that it starts at."""

    def __init__(self, suits: Suits, state: State) -> None:
        self.suits = suits
        spec = suits.spec
        bits = [suits.bit[card] for card in state.waste + state.stock[::-1]]
        self.stock = Stockpile(bits, len(state.waste), spec.draw)
        self.uncover: dict[int, Uncover] = {}
        self.root = self._root(spec, state)

    def _root(self, spec: GameSpec, state: State) -> Node:
        visible = locked = free = key = 0
        weight = (spec.ranks + 1) ** 4
        for pile, down in zip(state.columns, state.down, strict=True):
            under = Uncover(0, 0, 1, 0)
            runs = _runs(spec, pile, down)
            for run in runs:
                bits = [self.suits.bit[card] for card in run]
                fixed = 0 if under.free and rank_of(run[0]) == spec.king else bits[0]
                if fixed:
                    self.uncover[fixed] = under._replace(key=weight)
                under = Uncover(sum(bits), fixed, 0, 0)
            visible |= under.visible
            locked |= under.locked
            free += under.free
            weight *= len(runs) + 1
        nexts = 0
        for suit, count in enumerate(state.foundations):
            bit = self.suits.bit[make(suit, 0)]
            key += count * self.suits.suit_key[bit]
            for _ in range(count):
                bit = self.suits.up[bit]
            nexts |= bit
        return Node(visible, locked, nexts, free, self.stock.start, key)


def _runs(spec: GameSpec, pile: bytes, down: int) -> list[bytes]:
    """A column as runs from its bottom: each face-down card alone, the face-up cards cut where one does not fit."""
    accepts = build_table(spec.build)
    cuts = [at for at in range(1, len(pile)) if at <= down or pile[at] not in accepts[pile[at - 1]]]
    bounds = [0, *cuts, len(pile)]
    return [pile[start:end] for start, end in pairwise(bounds) if start < end]
