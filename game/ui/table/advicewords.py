"""What the adviser says, in words. Cards are written with their suit's sign (``7♥``), which a caption draws."""

from __future__ import annotations

from game.engine.rules import bottom_card
from game.engine.spec import GameSpec, Stock
from game.engine.state import DRAW, Move, State, is_foundation
from game.play.adviser import Counsel, Ground, Lost, Topic
from game.solver.answer import Verdict
from game.solver.reasons import Reason
from game.text.cardnames import card_sign
from game.text.catalogue import Catalogue


def heading(text: Catalogue, counsel: Counsel) -> str:
    """What was asked, or what the hint rests on."""
    if counsel.topic is not Topic.HINT or counsel.verdict is Verdict.UNSOLVABLE:
        return text(f"advice.{counsel.topic.value}")
    if counsel.thinking:
        return text("advice.still-thinking")
    return text(f"ground.{counsel.ground.value}")


def sentence(text: Catalogue, spec: GameSpec, seen: State, counsel: Counsel) -> str:
    """The hint with its reason, or the verdict, or where the game was lost. ``seen`` is what lies on the table."""
    if counsel.move is not None and counsel.reason is not None:
        return f"{_move_words(text, spec, seen, counsel.move)} {reason_words(text, counsel.reason)}"
    if counsel.lost is Lost.BACK:
        return text.plural("lost.back", counsel.back)
    if counsel.lost is not None:
        return text(f"lost.{counsel.lost.value}")
    if counsel.topic is Topic.HINT:
        return text("hint.nothing")
    if counsel.ground is Ground.OPEN_CARDS:
        return text("verdict.secret")
    return text("verdict.thinking") if counsel.thinking else text(f"verdict.{counsel.verdict.value}")


def _move_words(text: Catalogue, spec: GameSpec, seen: State, move: Move) -> str:
    if move == DRAW:
        if spec.stock is Stock.DEAL_ROW:
            return text("hint.row")
        return text("hint.draw" if seen.stock else "hint.recycle")
    card = card_sign(bottom_card(seen, move))
    if is_foundation(move.dst):
        return text("hint.up", card=card)
    if is_foundation(move.src):
        return text("hint.back", card=card, column=move.dst + 1)
    if move.size == 1:
        return text("hint.card", card=card, column=move.dst + 1)
    return text.plural("hint.group", move.size - 1, card=card, column=move.dst + 1)


def reason_words(text: Catalogue, given: Reason) -> str:
    """A reason as a sentence."""
    values: dict[str, object] = {
        "card": "" if given.card is None else card_sign(given.card),
        "on": "" if given.on is None else card_sign(given.on),
        "column": 0 if given.column is None else given.column + 1,
    }
    if given.steps is not None:
        return text.plural(f"why.{given.why.value}", given.steps, **values)
    return text(f"why.{given.why.value}", **values)


def light_word(text: Catalogue, verdict: Verdict | None) -> str:
    """What the light in the bar says; None while it is being found out."""
    return text("light.thinking") if verdict is None else text(f"light.{verdict.value}")
