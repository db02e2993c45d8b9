"""Why a move: what it does at once, or what it makes possible later in the line that it begins. No words here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from game.engine.cards import HIDDEN, rank_of, suit_of
from game.engine.rules import apply_legal, bottom_card, fits_foundation
from game.engine.spec import GameSpec, Stock
from game.engine.state import DRAW, WASTE, Move, State, is_column, is_foundation
from game.solver.guess import turns


class Why(Enum):
    """What a move is good for."""

    TURNS = "turns"  # a hidden card of ``column``
    ACE = "ace"
    UP = "up"
    UP_THEN = "up-then"  # ``card`` can follow it
    EMPTIES = "empties"  # ``column``
    EMPTIES_FOR = "empties-for"  # ``column``, for the king ``card``
    KING = "king"  # takes an empty column
    FREES_UP = "frees-up"  # ``card`` below can go up
    FREES_PLACE = "frees-place"  # on ``on`` below ``card`` finds a place
    FREES_MOVE = "frees-move"  # ``card`` below can move on
    TAKES = "takes"  # ``card`` finds a place on the moved cards
    NEXT_OF_WASTE = "next-of-waste"  # ``card`` is then free on the waste
    STOCK_FOR = "stock-for"  # ``card`` lies in the stock
    RECYCLE_FOR = "recycle-for"  # ``card`` lies in the waste
    STOCK = "stock"
    RECYCLE = "recycle"
    ROW = "row"
    ORDER = "order"  # it lies on the next card of its suit, ``on``
    LATER_TURNS = "later-turns"  # a hidden card of ``column``, in ``steps`` moves
    LATER_UP = "later-up"  # ``card`` goes up, in ``steps`` moves
    STEP = "step"  # no more can be said


class Reason(NamedTuple):
    """A reason, with the cards, the column (from 0) and the number of moves that it speaks of."""

    why: Why
    card: int | None = None
    on: int | None = None
    column: int | None = None
    steps: int | None = None


def reason(spec: GameSpec, state: State, move: Move, rest: Sequence[Move]) -> Reason:
    """Why ``move`` is made in ``state``; ``rest`` is how the line goes on, empty for a guess."""
    after = apply_legal(spec, state, move)
    if move == DRAW:
        return _of_draw(spec, state, after, rest)
    if turns(state, move):
        return Reason(Why.TURNS, column=move.src)
    if is_foundation(move.dst) and rank_of(bottom_card(state, move)) == 0:
        return Reason(Why.ACE)
    later = [*_positions(spec, after, rest)]
    if is_column(move.src) and not after.columns[move.src]:
        return _of_empty(move.src, later)
    return (
        _of_first_touch(state, after, move, later)
        or _at_once(state, after, move)
        or _of_milestone(later)
        or Reason(Why.UP if is_foundation(move.dst) else Why.STEP)
    )


def _positions(spec: GameSpec, state: State, rest: Sequence[Move]) -> Iterator[tuple[State, Move]]:
    """Each move of the rest with the position in which it is made."""
    for move in rest:
        yield state, move
        state = apply_legal(spec, state, move)


def _of_draw(spec: GameSpec, state: State, after: State, rest: Sequence[Move]) -> Reason:
    """The first card of the waste that the line plays."""
    if spec.stock is Stock.DEAL_ROW:
        return Reason(Why.ROW)
    recycles = not state.stock
    for before, move in _positions(spec, after, rest):
        if move.src == WASTE:
            # What is drawn only after the waste was turned over lies in the waste now.
            over_first = recycles or before.recycles > state.recycles
            return Reason(Why.RECYCLE_FOR if over_first else Why.STOCK_FOR, card=bottom_card(before, move))
    return Reason(Why.RECYCLE if recycles else Why.STOCK)


def _of_empty(column: int, later: Sequence[tuple[State, Move]]) -> Reason:
    """A column is empty now: which king takes it."""
    for before, move in later:
        if move.dst == column:
            return Reason(Why.EMPTIES_FOR, card=bottom_card(before, move), column=column)
    return Reason(Why.EMPTIES, column=column)


def _of_first_touch(state: State, after: State, move: Move, later: Sequence[tuple[State, Move]]) -> Reason | None:
    """The first later move that has to do with the card laid bare, or with the cards that were moved."""
    for before, then in later:
        if then == DRAW:
            continue
        if is_column(move.src) and then.src == move.src:
            card = bottom_card(before, then)
            return Reason(Why.FREES_UP if is_foundation(then.dst) else Why.FREES_MOVE, card=card)
        if is_column(move.src) and then.dst == move.src:
            return Reason(Why.FREES_PLACE, card=bottom_card(before, then), on=after.columns[move.src][-1])
        if move.src == WASTE and then.src == WASTE and before.waste == after.waste:
            return Reason(Why.NEXT_OF_WASTE, card=bottom_card(before, then))
        if then.dst == move.dst:
            why = Why.TAKES if is_column(move.dst) else Why.UP_THEN
            return Reason(why, card=bottom_card(before, then))
        if then.src == move.dst:
            return None
    return None


def _at_once(state: State, after: State, move: Move) -> Reason | None:
    """What is seen without looking ahead."""
    if is_column(move.src) and fits_foundation(after, after.columns[move.src][-1]):
        return Reason(Why.FREES_UP, card=after.columns[move.src][-1])
    if not is_column(move.dst):
        return None
    below = state.columns[move.dst][-1:]
    if not below:
        return Reason(Why.KING)
    moved = bottom_card(state, move)
    if HIDDEN not in (moved, below[0]) and suit_of(below[0]) == suit_of(moved):
        return Reason(Why.ORDER, on=below[0])
    return None


def _of_milestone(later: Sequence[tuple[State, Move]]) -> Reason | None:
    """The first later move that wins ground."""
    for steps, (before, move) in enumerate(later, 1):
        if turns(before, move):
            return Reason(Why.LATER_TURNS, column=move.src, steps=steps)
        if is_foundation(move.dst) and move != DRAW:
            return Reason(Why.LATER_UP, card=bottom_card(before, move), steps=steps)
    return None
