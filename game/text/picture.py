"""A position as a picture in plain characters, for a terminal."""

from __future__ import annotations

from itertools import zip_longest

from game.engine import cards
from game.engine.record import Deal
from game.engine.session import Outcome, Session
from game.text.catalogue import Catalogue

_SIGNS = str.maketrans("SHDC", "♠♥♦♣")


def picture(text: Catalogue, deal: Deal, session: Session) -> str:
    """Foundations, columns side by side (face-down cards in brackets), stock and waste, then the counters."""
    state = session.state
    lines = [str(deal.code) if deal.code else deal.spec.prefix, ""]
    tops = [cards.RANKS[count - 1] if count else "-" for count in state.foundations]
    lines += ["  ".join(sign + top for sign, top in zip("♠♥♦♣", tops, strict=True)), ""]
    columns = [
        [f"[{_sign(card)}]" if row < down else f" {_sign(card)} " for row, card in enumerate(pile)]
        for pile, down in zip(state.columns, state.down, strict=True)
    ]
    lines += [" ".join(row).rstrip() for row in zip_longest(*columns, fillvalue="    ")]
    for key, pile in (("cli.stock", state.stock), ("cli.waste", state.waste)):
        if pile:
            lines += ["", text(key, cards=" ".join(map(_sign, pile)))]
    lines += ["", text("cli.counters", score=state.score, moves=session.moves, recycles=state.recycles)]
    if session.outcome is Outcome.WON:
        lines.append(text("cli.won"))
    return "\n".join(lines)


def _sign(card: int) -> str:
    return cards.name(card).translate(_SIGNS)
