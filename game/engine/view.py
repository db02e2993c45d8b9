"""What a player may see of a position: hidden faces are left out, and every card has an identity that is no secret.

A card's identity is its place in the deal (0 = dealt first). Where a face-down card lies is public, so its place
is too; its face is not. A view is all that a table needs to draw, and the rules can be asked about its state.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from game.engine.cards import HIDDEN, make
from game.engine.spec import GameSpec
from game.engine.state import STOCK, WASTE, State, foundation


class View(NamedTuple):
    """``state`` has ``HIDDEN`` for each face that may not be seen; ``places[pile]`` are the identities."""

    state: State
    places: dict[int, tuple[int, ...]]

    def faces(self, pile: int) -> Iterable[int]:
        """The faces of a pile's cards, bottom to top."""
        if pile == STOCK:
            return self.state.stock
        if pile == WASTE:
            return self.state.waste
        if pile >= foundation(0):
            suit = pile - foundation(0)
            return (make(suit, rank) for rank in range(self.state.foundations[suit]))
        return self.state.columns[pile]


def visible_waste(spec: GameSpec, state: State) -> int:
    """How many cards of the waste lie open to view."""
    return min(spec.draw, len(state.waste))


def masked(spec: GameSpec, state: State) -> State:
    """A state with ``HIDDEN`` in the place of every face that the player may not see now."""
    hidden = bytes((HIDDEN,))
    columns = tuple(
        hidden * down + pile[down:] for pile, down in zip(state.columns, state.down, strict=True)
    )
    covered = len(state.waste) - visible_waste(spec, state)
    return state._replace(
        columns=columns, stock=hidden * len(state.stock), waste=hidden * covered + state.waste[covered:]
    )


def view(spec: GameSpec, pack: bytes, state: State) -> View:
    """The view of a position of a game that was dealt from ``pack``."""
    piles = dict(enumerate(state.columns))
    piles |= {STOCK: state.stock, WASTE: state.waste}
    for suit, count in enumerate(state.foundations):
        piles[foundation(suit)] = bytes(range(make(suit, 0), make(suit, count)))
    places = _places(pack)
    return View(masked(spec, state), {pile: tuple(cards.translate(places)) for pile, cards in piles.items()})


@lru_cache(maxsize=4096)
def _places(pack: bytes) -> bytes:
    """The place of each card in a deal, as a table for ``bytes.translate``."""
    table = bytearray(range(256))
    for at, card in enumerate(pack):
        table[card] = at
    return bytes(table)
