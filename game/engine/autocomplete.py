"""Auto-complete: the moves that send everything up, offered only when carrying them out really wins."""

from __future__ import annotations

from game.engine.cards import suit_of
from game.engine.rules import apply_legal, face_down_left, fits_foundation, is_won
from game.engine.spec import AutoComplete, GameSpec
from game.engine.state import WASTE, Move, State, foundation


def auto_complete(spec: GameSpec, state: State) -> tuple[Move, ...]:
    """The moves of the auto-complete that is offered in a position; empty when none is.

    Only cards that go up are played (columns' ends and the waste's top), so it costs nothing. Their order does
    not matter: a card that can go up never hinders another, so one greedy line decides.
    """
    if spec.auto_complete is AutoComplete.NEVER or face_down_left(state) or state.stock or is_won(spec, state):
        return ()
    if state.waste and spec.auto_complete is AutoComplete.STOCK_AND_WASTE_EMPTY:
        return ()
    moves: list[Move] = []
    while not is_won(spec, state):
        move = _lowest_upward(state)
        if move is None:
            return ()
        moves.append(move)
        state = apply_legal(spec, state, move)
    return tuple(moves)


def _lowest_upward(state: State) -> Move | None:
    """The move of the lowest card that can go up now, so that the suits rise together."""
    ends = [(pile[-1], column) for column, pile in enumerate(state.columns) if pile]
    if state.waste:
        ends.append((state.waste[-1], WASTE))
    fitting = [(state.foundations[suit_of(card)], src, card) for card, src in ends if fits_foundation(state, card)]
    if not fitting:
        return None
    _, src, card = min(fitting)
    return Move(src, 1, foundation(suit_of(card)))
