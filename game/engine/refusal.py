"""Why a move is refused: one value per rule, no text. The catalogues put each into words."""

from __future__ import annotations

from enum import Enum


class Refusal(Enum):
    """The rule that refused an event."""

    UNREADABLE = "unreadable"  # not an event text at all
    GAME_OVER = "game-over"  # won or finished: nothing changes any more
    NO_SUCH_PILE = "no-such-pile"
    SAME_PILE = "same-pile"
    NOT_ENOUGH_CARDS = "not-enough-cards"
    FACE_DOWN = "face-down"
    ONE_AT_A_TIME = "one-at-a-time"  # to or from a foundation, and from the waste
    GROUP_LIMIT = "group-limit"
    NOT_A_RUN = "not-a-run"
    NOT_A_TARGET = "not-a-target"  # nothing is ever put on the stock or the waste by hand
    NOT_A_SOURCE = "not-a-source"  # the stock gives its cards only by a draw
    KINGS_ONLY = "kings-only"
    BUILD_SAME_SUIT = "build-same-suit"
    BUILD_ANY_SUIT = "build-any-suit"
    BUILD_ALTERNATING = "build-alternating"
    FOUNDATION_SUIT = "foundation-suit"
    FOUNDATION_ORDER = "foundation-order"
    NO_TAKEBACK = "no-takeback"
    NO_STOCK = "no-stock"
    STOCK_EMPTY = "stock-empty"
    EMPTY_COLUMN = "empty-column"  # a row is dealt only while no column is empty
    NOTHING_TO_UNDO = "nothing-to-undo"
    UNDO_LIMIT = "undo-limit"
    NO_FINISH = "no-finish"  # the game has no declared finish


class IllegalEvent(Exception):
    """An event was refused; ``refusal`` names the rule."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.value)
        self.refusal = refusal
