"""Cards in sentences: short with the suit's sign (``7♥``), which captions draw, or spelled out for the ear."""

from __future__ import annotations

import re

from game.engine import cards
from game.text.catalogue import Catalogue

SIGNS = "♠♥♦♣"
#: A card's short name in a sentence: its rank and its suit's sign.
CARD = re.compile(rf"(10|[A2-9JQK])([{SIGNS}])")
_ENDS = (".", "!", "?", "؟")


def card_sign(card: int) -> str:
    """A card's short name, e.g. ``10♥``."""
    rank = cards.RANKS[cards.rank_of(card)].replace("T", "10")
    return rank + SIGNS[cards.suit_of(card)]


def suit_name(text: Catalogue, suit: int) -> str:
    """The name of a suit (0..3)."""
    return text(f"suit.{cards.SUITS[suit]}")


def spelled_out(text: Catalogue, sentence: str) -> str:
    """A sentence with each card's short name in words: "Queen of hearts" for ``Q♥``, small inside a sentence."""

    def words(match: re.Match[str]) -> str:
        rank = text(f"rank.{match[1].replace('10', 'T')}")
        name = text("card.name", rank=rank, suit=suit_name(text, SIGNS.index(match[2])))
        before = sentence[: match.start()].rstrip()
        return name[:1].upper() + name[1:] if not before or before.endswith(_ENDS) else name

    return CARD.sub(words, sentence)
