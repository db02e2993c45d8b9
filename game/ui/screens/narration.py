"""The events of a record in words. Cards are written with their suit's sign (``7♥``), which a caption draws."""

from __future__ import annotations

from game.engine import cards
from game.engine.rules import bottom_card
from game.engine.spec import Stock
from game.engine.state import DRAW, Command, Move, State, is_foundation
from game.text.catalogue import Catalogue
from game.ui.screens.playback import Playback

_SIGNS = "♠♥♦♣"


def card_sign(card: int) -> str:
    """A card's short name, e.g. ``10♥``."""
    rank = cards.RANKS[cards.rank_of(card)].replace("T", "10")
    return rank + _SIGNS[cards.suit_of(card)]


def event_sentence(text: Catalogue, playback: Playback, step: int) -> str:
    """What happened on the way to a step; for step 0, that the cards are dealt."""
    if step == 0:
        return text("replay.deal")
    event = playback.event(step)
    if event is Command.UNDO:
        return text("replay.undo")
    if event is Command.FINISH:
        return text("replay.finish")
    assert isinstance(event, Move)
    before = playback.state(step - 1)
    if event == DRAW:
        return _stock_sentence(text, playback, before, playback.state(step))
    card = card_sign(bottom_card(before, event))
    if is_foundation(event.dst):
        return text("replay.up", card=card)
    if is_foundation(event.src):
        return text("replay.back", card=card, column=event.dst + 1)
    if event.size == 1:
        return text("replay.card", card=card, column=event.dst + 1)
    return text.plural("replay.group", event.size - 1, card=card, column=event.dst + 1)


def _stock_sentence(text: Catalogue, playback: Playback, before: State, after: State) -> str:
    if playback.record.deal.spec.stock is Stock.DEAL_ROW:
        return text.plural("replay.row", len(before.stock) - len(after.stock))
    if not before.stock:
        return text("replay.recycle")
    turned = len(before.stock) - len(after.stock)
    return text.plural("replay.draw", turned, cards=" ".join(card_sign(card) for card in after.waste[-turned:]))
