"""What is shown before the server's word comes is what it will say, but for the faces that nobody can know."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from game.engine.cards import HIDDEN
from game.engine.deals import shuffle
from game.engine.games import ERAM_SOLO
from game.engine.session import Session
from game.engine.state import DRAW, Command, Event, State
from game.engine.view import View, masked
from game.net.fromclient import Order
from game.play.online.forecast import Position, foreseen
from game.play.online.play import OnlinePlay
from tests.online import Deal, seen_of
from tests.support import choose


def faces(state: State) -> bytes:
    return b"".join((*state.columns, state.waste, state.stock))


def agrees(shown: View, told: View) -> bool:
    """True if two views are of the same position, and no face is shown that the other one has not."""
    pairs = zip(faces(shown.state), faces(told.state), strict=True)
    same = shown.state._replace(columns=(), waste=b"", stock=b"") == told.state._replace(
        columns=(), waste=b"", stock=b""
    )
    return same and shown.places == told.places and all(face in (HIDDEN, truth) for face, truth in pairs)


@given(st.binary(min_size=32, max_size=32), st.randoms(use_true_random=False))
def test_a_move_is_foreseen_as_it_will_be(seed: bytes, random: Random) -> None:
    session = Session(ERAM_SOLO, shuffle(seed))
    position = Position(seen_of(ERAM_SOLO, session), 0)
    for _ in range(40):
        event = choose(session, random, 0.25)
        if event is None:
            break
        ahead = foreseen(ERAM_SOLO, position, event)
        session.do(event)
        told = seen_of(ERAM_SOLO, session)
        assert ahead is not None and agrees(ahead.view, told) and ahead.moves == session.moves
        position = Position(told, ahead.moves, ahead.before)


@given(st.binary(min_size=32, max_size=32), st.randoms(use_true_random=False))
def test_however_late_the_server_answers_the_table_agrees_with_it(seed: bytes, random: Random) -> None:
    """Events are sent ahead; the server carries them out late, and refuses what it must."""
    deal, sent = Deal(seed), list[Order]()
    play = OnlinePlay(deal.snapshot(), sent.append, lambda: 0.0)
    ahead: list[Event] = []
    player = Session(ERAM_SOLO, shuffle(seed))  # knows no more than what the test chooses from
    for _ in range(40):
        event = choose(player, random, 0.2)
        if event is not None and not play.crowded and random.random() < 0.7 and play.refusal(event) is None:
            assert play.do(event) is None
            player.do(event)
            ahead.append(event)
        elif ahead:
            play.acknowledge(deal.ok(ahead.pop(0)))
        assert agrees(play.view(), masked_view(player))
    while ahead:
        play.acknowledge(deal.ok(ahead.pop(0)))
    assert play.view() == seen_of(ERAM_SOLO, deal.session) and not play.waiting
    assert [order.cid for order in sent] == [*range(1, len(sent) + 1)]


def masked_view(session: Session) -> View:
    seen = seen_of(ERAM_SOLO, session)
    return seen._replace(state=masked(ERAM_SOLO, seen.state))


def test_an_undo_to_what_was_never_seen_waits_for_the_server() -> None:
    deal = Deal()
    for _ in range(3):
        deal.session.do(DRAW)
    play = OnlinePlay(deal.snapshot(), lambda order: None, lambda: 0.0)
    before = play.view()
    assert play.do(Command.UNDO) is None
    assert play.view() == before and play.waiting == 1
    play.acknowledge(deal.ok(Command.UNDO))
    assert play.view() == seen_of(ERAM_SOLO, deal.session) != before
