"""The vocabulary of rules: what a game can differ in. The games themselves are in ``games.py``.

Common to every game, and therefore no field: four foundations in fixed places, built A..K by suit; an
empty column takes a king; a face-down end card turns up by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.engine.cards import RANKS_IN_SUIT


class Build(Enum):
    """What may lie on a column's last card: one rank lower, and of which suit."""

    SAME_SUIT = "same-suit"
    ANY_SUIT = "any-suit"
    ALTERNATING = "alternating"


class Lift(Enum):
    """Which face-up cards move together."""

    GROUP = "group"  # any card with all that lies on it, in order or not
    RUN = "run"  # only a tail that is built by the game's own rule


class Stock(Enum):
    """What a click on the stock does."""

    NONE = "none"
    TURN = "turn"  # turns cards onto the waste; when empty, turns the waste over
    DEAL_ROW = "deal-row"  # deals one card onto each column; never while a column is empty


class AutoComplete(Enum):
    """When the rest may be played by the program (offered, never forced)."""

    NEVER = "never"
    STOCK_EMPTY = "stock-empty"  # every column card face up, stock empty
    STOCK_AND_WASTE_EMPTY = "stock-and-waste-empty"


class Tap(Enum):
    """What a tap on a card asks for."""

    FOUNDATION = "foundation"  # one tap: its foundation; two quick taps: a place on the columns
    FOUNDATION_OR_COLUMN = "foundation-or-column"  # one tap: its foundation, else the first fitting column


@dataclass(frozen=True)
class Scoring:
    """Points per act. ``floor`` keeps the score from falling below 0."""

    column_to_foundation: int = 0
    waste_to_foundation: int = 0
    waste_to_column: int = 0
    turned: int = 0
    takeback: int = 0
    recycle: int = 0
    free_recycles: int = 0
    floor: bool = True
    #: False while the game's owner has not confirmed the whole table; the table then says so in words.
    confirmed: bool = True


@dataclass(frozen=True)
class GameSpec:
    """One variant of one game, as data.

    ``columns`` lists (face-down, face-up) counts from the left. ``ranks`` is 13; small packs for tests have
    fewer. ``None`` as a limit means unlimited.
    """

    prefix: str
    columns: tuple[tuple[int, int], ...]
    build: Build
    lift: Lift
    stock: Stock
    scoring: Scoring
    auto_complete: AutoComplete
    tap: Tap
    draw: int = 0
    takeback: bool = True
    group_limit: int | None = None
    undo_limit: int | None = None
    declared_finish: bool = False
    #: Dealt and kept by an authority; a game whose cards are known beforehand is for practice only.
    secret_deals: bool = False
    ranks: int = RANKS_IN_SUIT

    @property
    def pack_size(self) -> int:
        """Cards in the pack."""
        return 4 * self.ranks

    @property
    def king(self) -> int:
        """The highest rank, the one that fills an empty column."""
        return self.ranks - 1
