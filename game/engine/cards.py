"""Cards as small integers, and their two-character names ("TS", "AH").

A card is ``suit * 13 + rank`` with suits ♠ ♥ ♦ ♣ as 0..3 and ranks A..K as 0..12, so that a pile is a
``bytes`` value: immutable, hashable and compact.
"""

from __future__ import annotations

from enum import IntEnum

RANKS = "A23456789TJQK"
SUITS = "SHDC"
PACK_SIZE = 52
RANKS_IN_SUIT = 13

#: Stands in a pile for a card whose face the viewer may not see (see ``view.py``); never in a true state.
HIDDEN = 255


class Suit(IntEnum):
    """The suits in the fixed order of the foundations."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3


def make(suit: int, rank: int) -> int:
    """The card of a suit (0..3) and a rank (0 = ace .. 12 = king)."""
    return suit * RANKS_IN_SUIT + rank


def suit_of(card: int) -> Suit:
    """The suit of a card."""
    return Suit(card // RANKS_IN_SUIT)


def rank_of(card: int) -> int:
    """The rank of a card, 0 = ace .. 12 = king."""
    return card % RANKS_IN_SUIT


def is_red(card: int) -> bool:
    """True for ♥ and ♦."""
    return card // RANKS_IN_SUIT in (Suit.HEARTS, Suit.DIAMONDS)


def name(card: int) -> str:
    """The two-character name of a card, e.g. ``TS``."""
    return RANKS[card % RANKS_IN_SUIT] + SUITS[card // RANKS_IN_SUIT]


def parse(text: str) -> int:
    """The card of a two-character name; ``ValueError`` for anything else."""
    if len(text) != 2 or text[0] not in RANKS or text[1] not in SUITS:
        raise ValueError(text)
    return make(SUITS.index(text[1]), RANKS.index(text[0]))


def names(pile: bytes) -> list[str]:
    """The names of a pile's cards, bottom to top."""
    return [name(card) for card in pile]
