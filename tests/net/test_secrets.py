"""Hidden cards stay hidden: what is told does not depend on them, and no message of a whole evening names one."""

from __future__ import annotations

import json
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.deals import shuffle
from game.engine.games import ERAM_SOLO
from game.engine.record import Deal
from game.engine.session import Outcome, Session
from game.engine.state import Event
from game.net import match as matches
from game.net.messages import Do, NewDeal
from game.net.solo import SoloAuthority
from game.server.matchtable import MatchTable
from tests.net.courses import open_cards, order_of
from tests.net.ledger import PLAYERS, Ledger
from tests.support import choose
from tests.test_solo_authority import Memory


def course(seed: bytes, random: Random, length: int) -> tuple[bytes, list[Event], set[int]]:
    """A random game: its pack, its events (a finish left out), and the places of all cards that were ever open."""
    pack = shuffle(seed)
    session = Session(ERAM_SOLO, pack)
    names = dict(zip(map(_name, pack), range(len(pack)), strict=True))
    events, seen = [], {names[name] for name in open_cards(session)}
    for _ in range(length):
        event = choose(session, random, undo_share=0.15)
        if event is None or session.outcome is not Outcome.OPEN:
            break
        session.do(event)
        events.append(event)
        seen |= {names[name] for name in open_cards(session)}
    return pack, events, seen


def _name(card: int) -> str:
    from game.engine import cards

    return cards.name(card)


def another_pack(pack: bytes, seen: set[int], random: Random) -> bytes:
    """A pack that differs only in cards that were never open."""
    hidden = [place for place in range(len(pack)) if place not in seen]
    faces = [pack[place] for place in hidden]
    random.shuffle(faces)
    other = bytearray(pack)
    for place, face in zip(hidden, faces, strict=True):
        other[place] = face
    return bytes(other)


def match_stream(pack: bytes, events: list[Event], monkeyed: dict[str, bytes]) -> list[bytes]:
    """Everything that both players hear while the first plays: replies, repeats, refusals, looks, the other's news."""
    monkeyed["pack"] = pack
    ledger = Ledger()
    table = ledger.match_table(ledger.begin_match(bytes(32)))
    table.match.deadline = 240.0
    heard = [message for player in PLAYERS for _, message in table.look(player, 0.0).replies]
    game = table.game_of(PLAYERS[0])
    for at, event in enumerate(events):
        for cid, rev, text in (
            (at + 1, at, str(event)),
            (at + 1, at, str(event)),
            (at + 9, at, "draw"),
            (at + 2, at + 1, "t1:9>t2"),
        ):
            answer = table.order(PLAYERS[0], order_of(game, cid, rev, text), at * 0.01)
            heard += [message for _, message in answer.replies]
            ledger.commit(answer.jobs)
        heard += [message for _, message in table.look(PLAYERS[0], at * 0.01).replies]
        heard += [message for _, message in table.finish_ask(PLAYERS[0], at * 0.01).replies]
        heard.append(table.opponent(PLAYERS[0])[1])
    return heard


@settings(max_examples=25)
@given(seed=st.integers(0, 1 << 30), length=st.integers(0, 60))
def test_two_packs_that_look_alike_give_the_same_messages_byte_for_byte(seed: int, length: int) -> None:
    random = Random(seed)
    pack, events, seen = course(seed.to_bytes(32), random, length)
    other = another_pack(pack, seen, random)
    given_pack: dict[str, bytes] = {}
    dealt, matches.shuffle = matches.shuffle, lambda _: given_pack["pack"]
    try:
        assert match_stream(pack, events, given_pack) == match_stream(other, events, given_pack)
    finally:
        matches.shuffle = dealt


@settings(max_examples=25)
@given(seed=st.integers(0, 1 << 30), length=st.integers(0, 60))
def test_the_local_authority_tells_the_same_for_packs_that_look_alike(seed: int, length: int) -> None:
    random = Random(seed)
    pack, events, seen = course(seed.to_bytes(32), random, length)
    other = another_pack(pack, seen, random)

    def stream(of: bytes) -> list[object]:
        solo = SoloAuthority(ERAM_SOLO, Memory(), lambda: bytes(32), 60.0)
        solo.handle(NewDeal(), 0.0)
        solo._deal(Deal(ERAM_SOLO, of, seed=bytes(32)), {"id": "x", "number": 1})
        return [solo.handle(Do(event), float(at)) for at, event in enumerate(events)]

    assert stream(pack) == stream(other)


def test_the_packs_of_the_comparison_do_differ() -> None:
    """Guards this module: were nothing left to differ, nothing would be shown."""
    different = 0
    for seed in range(20):
        random = Random(seed)
        pack, _, seen = course(seed.to_bytes(32), random, 40)
        different += another_pack(pack, seen, random) != pack
    assert different >= 18


def test_the_other_player_hears_only_a_score_a_progress_and_whether_it_is_over() -> None:
    ledger = Ledger()
    table: MatchTable = ledger.match_table(ledger.begin_match(bytes(32)))
    answer = table.order(PLAYERS[0], order_of(table.game_of(PLAYERS[0]), 1, 0, "draw"), 0.0)
    assert [player for player, _ in answer.replies] == [PLAYERS[0]]
    player, message = table.opponent(PLAYERS[0])
    assert player == PLAYERS[1]
    assert set(json.loads(message)) == {"t", "match", "score", "progress", "done"}
