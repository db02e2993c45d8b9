"""A sensible move by what lies open, without any search: for games whose hidden cards are secret, and until a search is
done. It is given a view's state, so it knows no more than the player."""

from __future__ import annotations

from game.engine.cards import HIDDEN, rank_of, suit_of
from game.engine.rules import bottom_card, build_table, fits_foundation, legal_moves
from game.engine.spec import GameSpec, Lift
from game.engine.state import DRAW, WASTE, Move, State, is_column, is_foundation

#: What a move is worth by what it does; 0 is no help. The order is what matters.
_LOW_CARD_UP, _TURN_BY_UP, _TURN, _UP = 100, 80, 60, 50
_ROOM_FOR_A_KING, _FROM_WASTE, _KING_SETTLES, _ORDER, _HIGH_UP, _DRAW = 40, 30, 25, 20, 15, 5


def guess(spec: GameSpec, seen: State) -> Move | None:
    """The legal move that seems best; None if none seems to help. ``seen`` has hidden faces in it."""
    moves = [(worth(spec, seen, move), move) for move in legal_moves(spec, seen)]
    best, move = max(moves, key=lambda each: each[0], default=(0, None))
    return move if best > 0 else None


def worth(spec: GameSpec, seen: State, move: Move) -> int:
    """How good a legal move looks, 0 for one that does not help."""
    if move == DRAW:
        return _DRAW
    if is_foundation(move.src):
        return 0
    if is_foundation(move.dst):
        return _worth_up(seen, move)
    if move.src == WASTE:
        return _FROM_WASTE
    return _worth_across(spec, seen, move)


def turns(seen: State, move: Move) -> int:
    """How many face-down cards the column has that loses its last face-up card by a move; else 0."""
    if move == DRAW or not is_column(move.src):
        return 0
    down = seen.down[move.src]
    return down if len(seen.columns[move.src]) - move.size == down else 0


def _worth_up(seen: State, move: Move) -> int:
    card, hidden = bottom_card(seen, move), turns(seen, move)
    return max(_TURN_BY_UP + hidden if hidden else 0, _worth_of_card_up(seen, card))


def _worth_of_card_up(seen: State, card: int) -> int:
    """A card that others may still need on the columns is worth little on its foundation."""
    rank = rank_of(card)
    if rank <= 1:
        return _LOW_CARD_UP
    return _UP if rank <= min(seen.foundations) + 1 else _HIGH_UP


def _worth_across(spec: GameSpec, seen: State, move: Move) -> int:
    """From column to column."""
    hidden = turns(seen, move)
    if hidden:
        return _TURN + hidden
    pile = seen.columns[move.src]
    left, card = pile[: -move.size], pile[-move.size]
    if not left:
        return _ROOM_FOR_A_KING if seen.columns[move.dst] and _king_waits(spec, seen) else 0
    if fits_foundation(seen, left[-1]):
        return _worth_of_card_up(seen, left[-1]) - 1  # less than its going up, or cards would be moved to and fro
    if not seen.columns[move.dst]:
        return _KING_SETTLES
    if spec.lift is Lift.GROUP and _suits_well(spec, seen.columns[move.dst][-1], card):
        return 0 if _suits_well(spec, left[-1], card) else _ORDER
    return 0


def _suits_well(spec: GameSpec, lower: int, upper: int) -> bool:
    """True if a card lies on the next one of its own suit."""
    return HIDDEN not in (lower, upper) and upper in build_table(spec.build)[lower] and suit_of(lower) == suit_of(upper)


def _king_waits(spec: GameSpec, seen: State) -> bool:
    """True if a king lies open that has no column of its own yet."""
    open_cards = [card for pile, down in zip(seen.columns, seen.down, strict=True) for card in pile[max(1, down) :]]
    open_cards += seen.waste[-1:]
    return any(card != HIDDEN and rank_of(card) == spec.king for card in open_cards)
