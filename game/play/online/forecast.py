"""What a move will lead to, as far as a player can know: shown at once, and corrected by the server's word."""

from __future__ import annotations

from typing import NamedTuple

from game.engine import rules
from game.engine.spec import GameSpec
from game.engine.state import FIRST_FOUNDATION, STOCK, WASTE, Command, Event, Move, State, is_foundation
from game.engine.view import View, masked


class Position(NamedTuple):
    """What is seen of a game. ``before`` are the views that undos lead back to, as far as they were seen."""

    view: View
    moves: int
    before: tuple[View, ...] = ()


def foreseen(spec: GameSpec, position: Position, event: Event) -> Position | None:
    """The position after an event, cards that it turns up still hidden; None if that cannot be known."""
    if event is Command.UNDO and position.before:
        return Position(position.before[-1], position.moves, position.before[:-1])
    if not isinstance(event, Move) or rules.refusal(spec, position.view.state, event) is not None:
        return None
    state = masked(spec, rules.apply_legal(spec, position.view.state, event))
    moved = View(state, _moved(spec, position.view, event))
    return Position(moved, position.moves + 1, (*position.before, position.view))


def _moved(spec: GameSpec, view: View, move: Move) -> dict[int, tuple[int, ...]]:
    """Where every card lies after a move: the rules are asked with the cards' places in the deal as their faces."""
    places = view.places
    before = State(
        columns=tuple(bytes(places[column]) for column in range(len(spec.columns))),
        down=view.state.down,
        stock=bytes(places.get(STOCK, ())),
        waste=bytes(places.get(WASTE, ())),
        foundations=view.state.foundations,
    )
    after = rules.apply_legal(spec, before, move)
    piles: dict[int, tuple[int, ...]] = {column: tuple(pile) for column, pile in enumerate(after.columns)}
    piles |= {pile: places[pile] for pile in range(FIRST_FOUNDATION, STOCK)}
    piles |= {STOCK: tuple(after.stock), WASTE: tuple(after.waste)}
    if is_foundation(move.dst):
        piles[move.dst] = (*places[move.dst], *places[move.src][-move.size :])
    return piles
