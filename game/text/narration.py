"""The narrator: what happened at a table, and what lies there, in one sentence or two of the player's language.

It is told views, so it can say no more than the player sees. Cards have their short names (``7♥``): a caption draws
them, ``spelled_out`` puts them into words. No sentence is put together from parts whose gender or case would matter.
"""

from __future__ import annotations

from collections.abc import Iterable

from game.engine.cards import HIDDEN
from game.engine.rules import bottom_card, end_card
from game.engine.state import DRAW, STOCK, WASTE, Command, Event, Move, State, foundation, is_column, is_foundation
from game.engine.view import View
from game.text.cardnames import card_sign, suit_name
from game.text.catalogue import Catalogue


def deal_sentence(text: Catalogue) -> str:
    """That a game begins."""
    return text("told.deal")


def event_sentence(text: Catalogue, event: Event, before: View, after: View) -> str:
    """What an event did, from the views before and after it."""
    if event is Command.UNDO:
        return _undo_sentence(text, before, after)
    if event is Command.FINISH:
        return text("told.finish")
    assert isinstance(event, Move)
    if event == DRAW:
        return _stock_sentence(text, before.state, after.state)
    sentence = _move_sentence(text, event, before.state)
    if is_column(event.src) and after.state.down[event.src] < before.state.down[event.src]:
        turned = end_card(after.state, event.src)
        assert turned is not None and turned != HIDDEN
        sentence += " " + text("told.turned", card=card_sign(turned))
    return sentence


def _move_sentence(text: Catalogue, move: Move, before: State) -> str:
    card, others = card_sign(bottom_card(before, move)), move.size - 1
    if is_foundation(move.dst):
        return text("told.up", card=card)
    column = move.dst + 1
    if is_foundation(move.src):
        return text("told.back", card=card, column=column)
    end = end_card(before, move.dst)
    if end is None:
        if others:
            return text.plural("told.group-space", others, card=card, column=column)
        return text("told.space", card=card, column=column)
    onto = card_sign(end)
    if others:
        return text.plural("told.group", others, card=card, onto=onto, column=column)
    return text("told.card", card=card, onto=onto, column=column)


def _stock_sentence(text: Catalogue, before: State, after: State) -> str:
    taken = len(before.stock) - len(after.stock)
    if before.columns != after.columns:
        row = [new[-1] for old, new in zip(before.columns, after.columns, strict=True) if len(new) > len(old)]
        return text.plural("told.row", taken, cards=_list(text, row))
    if taken < 0:
        return text("told.recycle")
    return text.plural("told.draw", taken, cards=_list(text, after.waste[-taken:]))


def _list(text: Catalogue, cards: Iterable[int]) -> str:
    return text("list.comma").join(card_sign(card) for card in cards)


def _undo_sentence(text: Catalogue, before: View, after: View) -> str:
    """That a move was taken back; and where its cards are again, unless they went face down into the stock."""
    sentence = text("told.undo")
    now = {place: (pile, index) for pile, places in after.places.items() for index, place in enumerate(places)}
    moved = {now[place] for pile, places in before.places.items() for place in places if now[place][0] != pile}
    piles = {pile for pile, _ in moved}
    came_from_stock = len(after.state.stock) != len(before.state.stock)
    if len(piles) != 1 or came_from_stock:
        return sentence
    pile, index = min(moved)
    card = card_sign(list(after.faces(pile))[index])
    if is_column(pile):
        return sentence + " " + text("told.again-column", card=card, column=pile + 1)
    return sentence + " " + text("told.again-waste" if pile == WASTE else "told.again-foundation", card=card)


# --- Where the keyboard is


def pile_sentence(text: Catalogue, view: View, pile: int, size: int) -> str:
    """What the last ``size`` cards of a pile are; 0 for an empty place."""
    if pile == STOCK:
        count = len(view.state.stock)
        return text.plural("at.stock", count) if count else text("at.stock-empty")
    cards = list(view.faces(pile))
    card = card_sign(cards[-size]) if size else ""
    if pile == WASTE:
        return text("at.waste", card=card) if size else text("at.waste-empty")
    if is_foundation(pile):
        if size:
            return text("at.foundation", card=card)
        return text("at.foundation-empty", suit=suit_name(text, pile - foundation(0)))
    return _column_sentence(text, view, pile, size, card)


def _column_sentence(text: Catalogue, view: View, column: int, size: int, card: str) -> str:
    """A card of a column with what lies on it; at the column's end also how many lie hidden."""
    if not size:
        return text("at.space", column=column + 1)
    if size > 1:
        return text.plural("at.group", size - 1, column=column + 1, card=card)
    sentence, down = text("at.column", column=column + 1, card=card), view.state.down[column]
    return f"{sentence} {text.plural('at.hidden', down)}" if down else sentence


def taken_sentence(text: Catalogue, view: View, pile: int, size: int) -> str:
    """That the last ``size`` cards of a pile are held now."""
    card = card_sign(list(view.faces(pile))[-size])
    return text.plural("at.taken-group", size - 1, card=card) if size > 1 else text("at.taken", card=card)


def standing_sentence(text: Catalogue, score: int, clock: str, moves: int) -> str:
    """Score, playing time (as the bar shows it) and moves."""
    return text("told.standing", score=score, time=clock, moves=text.plural("newgame.moves", moves))
