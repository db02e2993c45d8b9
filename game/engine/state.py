"""Positions and moves as immutable, hashable values; dealing a pack into a position.

Piles are numbered: columns 0.. from the left, then the foundations, the stock and the waste. Their names
in text are ``t1``.. ``fS fH fD fC`` ``stock`` ``waste``.
"""

from __future__ import annotations

from enum import Enum
from typing import Any, NamedTuple

from game.engine import cards
from game.engine.cards import SUITS
from game.engine.spec import GameSpec

FIRST_FOUNDATION = 16
STOCK = 20
WASTE = 21


class State(NamedTuple):
    """Everything that an undo gives back.

    Piles run bottom to top; ``down[i]`` counts the face-down cards at the bottom of column i; ``foundations``
    counts the cards per suit (♠ ♥ ♦ ♣).
    """

    columns: tuple[bytes, ...]
    down: tuple[int, ...]
    stock: bytes
    waste: bytes
    foundations: tuple[int, ...]
    score: int = 0
    recycles: int = 0


class Move(NamedTuple):
    """The last ``size`` cards of pile ``src`` onto pile ``dst``; or ``DRAW``."""

    src: int
    size: int
    dst: int

    def __str__(self) -> str:
        if self == DRAW:
            return "draw"
        return f"{pile_name(self.src)}:{self.size}>{pile_name(self.dst)}"


#: The stock's one act: turn cards, recycle, or deal a row, whichever it does now.
DRAW = Move(STOCK, 0, STOCK)


class Command(Enum):
    """Events that are no moves."""

    UNDO = "undo"
    FINISH = "finish"

    def __str__(self) -> str:
        return self.value


Event = Move | Command


def is_column(pile: int) -> bool:
    """True for a column's number."""
    return pile < FIRST_FOUNDATION


def is_foundation(pile: int) -> bool:
    """True for a foundation's number."""
    return FIRST_FOUNDATION <= pile < STOCK


def foundation(suit: int) -> int:
    """The pile number of a suit's foundation."""
    return FIRST_FOUNDATION + suit


def pile_name(pile: int) -> str:
    """The name of a pile in event texts."""
    if is_column(pile):
        return f"t{pile + 1}"
    if is_foundation(pile):
        return "f" + SUITS[pile - FIRST_FOUNDATION]
    return "stock" if pile == STOCK else "waste"


_PILES = {pile_name(pile): pile for pile in (*range(7), *range(FIRST_FOUNDATION, WASTE + 1))}


def parse_event(text: object) -> Event:
    """The event of a text such as ``t3:5>t6``, ``draw`` or ``undo``; ``ValueError`` for anything else."""
    if not isinstance(text, str):
        raise ValueError(text)
    if text == "draw":
        return DRAW
    if text in ("undo", "finish"):
        return Command(text)
    source, colon, rest = text.partition(":")
    count, arrow, target = rest.partition(">")
    if not (colon and arrow and source in _PILES and target in _PILES):
        raise ValueError(text)
    if not (count.isascii() and count.isdigit() and len(count) <= 2 and count[0] != "0"):
        raise ValueError(text)
    return Move(_PILES[source], int(count), _PILES[target])


def deal(spec: GameSpec, pack: bytes) -> State:
    """The opening position: the pack from its front, column by column, face-down cards first; the rest is the stock."""
    columns, at = [], 0
    for down, up in spec.columns:
        columns.append(pack[at : at + down + up])
        at += down + up
    return State(
        columns=tuple(columns),
        down=tuple(down for down, _ in spec.columns),
        stock=pack[at:],
        waste=b"",
        foundations=(0, 0, 0, 0),
    )


def position(state: State) -> dict[str, Any]:
    """The piles of a state as plain JSON values, in the contract's form."""
    return {
        "columns": [cards.names(column) for column in state.columns],
        "down": list(state.down),
        "stock": cards.names(state.stock),
        "waste": cards.names(state.waste),
        "foundations": dict(zip(SUITS, state.foundations, strict=True)),
        "score": state.score,
        "recycles": state.recycles,
    }
