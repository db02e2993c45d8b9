"""Views as messages and back, whatever is played; and piles that no game can have."""

from __future__ import annotations

from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.deals import pack_of
from game.engine.games import ERAM_SOLO
from game.engine.session import Session
from game.engine.view import view
from game.net import wire
from game.net.fromserver import Pile
from tests.support import choose


@settings(max_examples=25)
@given(seed=st.integers(0, 1 << 30), length=st.integers(0, 80))
def test_a_view_comes_through_whole_and_in_changes(seed: int, length: int) -> None:
    random, session = Random(seed), Session(ERAM_SOLO, pack_of(seed))
    old = view(ERAM_SOLO, session.pack, session.state)
    told = wire.piles(old)
    for _ in range(length):
        event = choose(session, random, undo_share=0.2)
        if event is None or session.refusal(event) is not None:
            break
        session.do(event)
        new = view(ERAM_SOLO, session.pack, session.state)
        told |= wire.changes(old, new)
        old = new
    assert told == wire.piles(old)
    read = msgspec.json.decode(msgspec.json.encode(told), type=dict[str, Pile])
    assert wire.to_view(ERAM_SOLO, read, session.state.score, session.state.recycles) == old


def piles() -> dict[str, Pile]:
    pack = pack_of(1)
    return wire.piles(view(ERAM_SOLO, pack, Session(ERAM_SOLO, pack).state))


WRONG = {
    "a pile is missing": {"waste": None},
    "a pile too many": {"t8": Pile()},
    "a place twice": {"waste": Pile(0, (), (1,))},
    "fewer places than cards": {"t2": Pile(1, ("AS",), (1,))},
    "a negative count": {"t2": Pile(-1, ("AS", "KH", "2D"), (1, 2))},
    "no card": {"t1": Pile(0, ("XX",), (0,))},
    "a card twice": {"t1": Pile(0, ("AS",), (0,)), "t2": Pile(0, ("AS", "2S"), (1, 2))},
    "a foundation of a king": {"t1": Pile(), "fS": Pile(0, ("KS",), (0,))},
    "a hidden card on a foundation": {"t1": Pile(), "fS": Pile(1, (), (0,))},
}


@pytest.mark.parametrize("name", WRONG)
def test_what_no_game_can_have_is_refused(name: str) -> None:
    changed: dict[str, Pile | None] = {**piles(), **WRONG[name]}  # type: ignore[dict-item]
    with pytest.raises(wire.NotAView):
        wire.to_view(ERAM_SOLO, {key: pile for key, pile in changed.items() if pile is not None}, 0, 0)
