"""A position as a picture in plain characters, for a terminal."""

from __future__ import annotations

from itertools import zip_longest

from game.engine import cards
from game.engine.record import Deal
from game.engine.session import Outcome, Session
from game.text.catalogue import Catalogue

_SIGNS = str.maketrans("SHDC", "♠♥♦♣")


def picture(text: Catalogue, deal: Deal, session: Session, signs: bool) -> str:
    """Foundations, columns side by side (face-down cards in brackets), stock and waste, then the counters.

    With ``signs`` suits are ♠ ♥ ♦ ♣, else letters.
    """
    state = session.state

    def sign(name: str) -> str:
        return name.translate(_SIGNS) if signs else name

    lines = [str(deal.code) if deal.code else deal.spec.prefix, ""]
    tops = [cards.RANKS[count - 1] if count else "-" for count in state.foundations]
    lines += ["  ".join(sign(suit) + top for suit, top in zip(cards.SUITS, tops, strict=True)), ""]
    columns = [
        [f"[{name}]" if row < down else f" {name} " for row, name in enumerate(cards.names(pile))]
        for pile, down in zip(state.columns, state.down, strict=True)
    ]
    lines += [sign(" ".join(row).rstrip()) for row in zip_longest(*columns, fillvalue="    ")]
    for key, pile in (("cli.stock", state.stock), ("cli.waste", state.waste)):
        if pile:
            lines += ["", text(key, cards=sign(" ".join(cards.names(pile))))]
    lines += ["", text("cli.counters", score=state.score, moves=session.moves, recycles=state.recycles)]
    if session.outcome is Outcome.WON:
        lines.append(text("cli.won"))
    return "\n".join(lines)

