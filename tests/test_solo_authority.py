"""The authority of solo games as an object by itself: commands, refusals, time, identity, and what it never tells."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import rules
from game.engine.deals import shuffle
from game.engine.games import ERAM_SOLO
from game.engine.record import Deal, Record
from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.state import DRAW, STOCK, Command, Event, Move
from game.engine.view import view
from game.net.messages import Do, Look, NewDeal, Replay, Resume, Snapshot
from game.net.solo import NUMBER, SoloAuthority
from tests.support import choose, winning_record

GAP = 60.0
UNDO, FINISH = Do(Command.UNDO), Do(Command.FINISH)


class Memory:
    """Keeps games as the store does, without a disk."""

    def __init__(self, active: tuple[Record, Session] | None = None) -> None:
        self.active = active
        self.ended: list[tuple[str, Record]] = []
        self.made = 0

    def load(self) -> tuple[Record, Session] | None:
        return self.active

    def keep(self, saved: Record, session: Session) -> None:
        if session.outcome is Outcome.OPEN:
            self.active = (saved, saved.replay())
        else:
            self.active = None
            self.ended.append((session.outcome.value, saved))

    def abandon(self, saved: Record, session: Session) -> None:
        self.active = None
        if session.moves:
            self.ended.append(("abandoned", saved))

    def fresh(self) -> dict[str, Any]:
        self.made += 1
        return {"id": f"game {self.made}", NUMBER: len(self.ended) + 1}


def seeds() -> Any:
    numbers = iter(range(1, 1000))
    return lambda: next(numbers).to_bytes(32)


def authority(keeper: Memory | None = None) -> tuple[SoloAuthority, Memory]:
    keeper = keeper or Memory()
    return SoloAuthority(ERAM_SOLO, keeper, seeds(), GAP), keeper


def told(solo: SoloAuthority, command: Any, now: float = 0.0) -> Snapshot:
    snapshot = solo.handle(command, now)
    assert snapshot is not None
    return snapshot


def kept(keeper: Memory) -> Record:
    assert keeper.active is not None
    return keeper.active[0]


def test_without_a_game_nothing_is_told_and_nothing_happens() -> None:
    solo, keeper = authority()
    for command in (Look(), Resume(deal=False), Do(DRAW), UNDO, FINISH, Look()):
        assert solo.handle(command, 5.0) is None
    assert keeper.active is None and keeper.made == 0


@pytest.mark.parametrize("command", [Resume(), NewDeal()])
def test_a_first_game_is_dealt_from_the_seed_and_kept_before_any_move(command: Any) -> None:
    solo, keeper = authority()
    snapshot = told(solo, command)
    pack = shuffle((1).to_bytes(32))
    assert snapshot.view == view(ERAM_SOLO, pack, Session(ERAM_SOLO, pack).state)
    assert (snapshot.score, snapshot.moves, snapshot.elapsed, snapshot.number) == (0, 0, 0.0, 1)
    assert (snapshot.outcome, snapshot.can_undo, snapshot.seed, snapshot.refusal) == (Outcome.OPEN, False, None, None)
    assert kept(keeper).deal.seed == (1).to_bytes(32)


def test_an_open_game_is_resumed_rather_than_dealt_anew() -> None:
    solo, keeper = authority()
    told(solo, Resume())
    before = told(solo, Do(DRAW), 3.0)
    for again in (solo, SoloAuthority(ERAM_SOLO, keeper, seeds(), GAP)):
        assert told(again, Resume(), 99.0) == told(again, Look(), 999.0) == before


REFUSED: list[tuple[Event, Refusal]] = [
    (Command.UNDO, Refusal.NOTHING_TO_UNDO),
    (Move(0, 2, 1), Refusal.NOT_ENOUGH_CARDS),
    (Move(6, 2, 0), Refusal.FACE_DOWN),
    (Move(9, 1, 0), Refusal.NO_SUCH_PILE),
    (Move(STOCK, 1, 0), Refusal.NOT_A_SOURCE),
    (Move(0, 1, 0), Refusal.SAME_PILE),
]


@pytest.mark.parametrize(("event", "rule"), REFUSED)
def test_a_refused_event_is_told_with_its_rule_and_changes_nothing(event: Event, rule: Refusal) -> None:
    solo, keeper = authority()
    before, saved = told(solo, Resume()), kept(keeper)
    snapshot = told(solo, Do(event), 7.0)
    assert snapshot.refusal is rule
    assert told(solo, Look()) == before
    assert kept(keeper) == saved


def test_pauses_count_up_to_the_longest_gap_and_a_clock_going_back_never_lowers_the_time() -> None:
    solo, keeper = authority()
    told(solo, Resume(), 1000.0)
    times = [(1500.0, 0.0), (1510.0, 10.0), (1570.0, 70.0), (9999.0, 130.0), (9000.0, 130.0), (9005.5, 135.5)]
    for now, elapsed in times:
        snapshot = told(solo, Do(DRAW), now)
        assert snapshot.elapsed == kept(keeper).elapsed == pytest.approx(elapsed)
    assert told(solo, Look(), 9030.0).elapsed == 135.5
    assert told(solo, UNDO, 9015.5).elapsed == 145.5  # looking changed nothing
    told(solo, Resume(), 9050.0)
    assert told(solo, Do(DRAW), 9052.0).elapsed == 147.5  # nothing for the time away
    assert told(solo, FINISH, 9053.0).elapsed == 148.5


def test_the_first_move_starts_the_clock_also_of_a_new_deal_and_a_replay() -> None:
    solo, _ = authority()
    for command in (Resume(), NewDeal(), Replay()):
        told(solo, command, 10.0)
        assert told(solo, Do(DRAW), 40.0).elapsed == 0.0
        assert told(solo, Do(DRAW), 45.0).elapsed == 5.0


def test_replaying_an_open_game_deals_the_same_cards_and_stays_the_same_game() -> None:
    solo, keeper = authority()
    first = told(solo, Resume())
    extra = kept(keeper).extra
    told(solo, Do(DRAW), 5.0)
    assert told(solo, Replay(), 9.0) == first
    assert (kept(keeper).extra, keeper.ended) == (extra, [])


def test_replaying_an_ended_game_is_another_game_of_the_same_cards() -> None:
    solo, keeper = authority()
    first = told(solo, Resume())
    told(solo, Do(DRAW))
    ended = told(solo, FINISH)
    assert (ended.outcome, ended.seed) == (Outcome.FINISHED, (1).to_bytes(32))
    again = told(solo, Replay())
    assert (again.view, again.seed, again.number, again.moves) == (first.view, None, 2, 0)
    assert kept(keeper).extra["id"] != keeper.ended[0][1].extra["id"]
    assert [result for result, _ in keeper.ended] == ["finished"]


def test_a_new_deal_abandons_an_open_game_once_and_an_ended_one_not_at_all() -> None:
    solo, keeper = authority()
    told(solo, Resume())
    told(solo, Do(DRAW))
    second = told(solo, NewDeal())
    assert ([result for result, _ in keeper.ended], second.number) == (["abandoned"], 2)
    told(solo, Do(DRAW))
    told(solo, FINISH)
    assert (told(solo, NewDeal()).number, len(keeper.ended)) == (3, 2)
    assert told(SoloAuthority(ERAM_SOLO, keeper, seeds(), GAP), NewDeal()).moves == 0
    assert len(keeper.ended) == 2  # no move was made in the third


def test_a_new_deal_abandons_also_a_game_that_was_only_on_the_disk() -> None:
    solo, keeper = authority()
    told(solo, Resume())
    told(solo, Do(DRAW))
    told(SoloAuthority(ERAM_SOLO, keeper, seeds(), GAP), NewDeal())
    assert [result for result, _ in keeper.ended] == ["abandoned"]


def test_after_the_finish_everything_is_refused_and_the_game_is_still_told() -> None:
    solo, keeper = authority()
    told(solo, Resume())
    told(solo, Do(DRAW))
    ended = told(solo, FINISH)
    for event in (Command.UNDO, Command.FINISH, DRAW, Move(0, 1, 1)):
        assert told(solo, Do(event)).refusal is Refusal.GAME_OVER
        assert told(solo, Look()) == told(solo, Resume()) == ended
    assert len(keeper.ended) == 1


def test_a_win_ends_the_game_by_itself_and_is_filed_once() -> None:
    won = winning_record(ERAM_SOLO)
    assert won is not None
    saved = Record(won.deal, won.events[:-1], extra={"id": "x", NUMBER: 4})
    solo, keeper = authority(Memory((saved, saved.replay())))
    assert told(solo, Resume()).number == 4
    snapshot = told(solo, Do(won.replay().events[-1]))
    assert (snapshot.outcome, snapshot.can_undo) == (Outcome.WON, False)
    assert told(solo, UNDO).refusal is Refusal.GAME_OVER
    assert [(result, record.events) for result, record in keeper.ended] == [("won", won.events)]


@given(data=st.data())
@settings(max_examples=60)
def test_random_play_is_told_as_a_session_played_beside_it(data: st.DataObject) -> None:
    solo, keeper = authority()
    told(solo, Resume())
    pack = shuffle((1).to_bytes(32))
    session = Session(ERAM_SOLO, pack)
    random = Random(data.draw(st.integers(0, 2**32)))
    now = last = elapsed = 0.0
    for _ in range(data.draw(st.integers(0, 60))):
        now += random.choice([0.5, 3.0, 59.0, 100.0, -20.0])
        kind = random.random()
        event = choose(session, random, 0.2) or DRAW
        if kind < 0.2:  # most of these are refused
            event = Move(random.choice([*range(7), 16, 21]), random.randint(1, 3), random.choice([*range(7), 16, 17]))
        elif kind < 0.25:
            told(solo, random.choice([Look(), Replay()]) if not session.events else Look(), now)
        elif kind < 0.27:
            solo, last = SoloAuthority(ERAM_SOLO, keeper, seeds(), GAP), now
            told(solo, Resume(), now)
        elif kind < 0.28:
            event = Command.FINISH
        reason = session.refusal(event)
        if reason is None:
            elapsed += min(GAP, max(0.0, now - last)) if session.events else 0.0
            last = now
            session.do(event)
        snapshot = told(solo, Do(event), now)
        assert (snapshot.refusal, snapshot.outcome) == (reason, session.outcome)
        assert snapshot.view == view(ERAM_SOLO, pack, session.state)
        assert (snapshot.score, snapshot.moves) == (session.state.score, session.moves)
        assert snapshot.can_undo == (session.refusal(Command.UNDO) is None)
        assert snapshot.elapsed == pytest.approx(elapsed)
        if session.outcome is not Outcome.OPEN:
            break
        assert kept(keeper).events == tuple(map(str, session.events))


def snapshots(pack: bytes, events: list[Event]) -> list[Snapshot | None]:
    """What is told of a game of a pack while these events are tried."""
    saved = Record(Deal(ERAM_SOLO, pack), extra={"id": "x", NUMBER: 1})
    solo, _ = authority(Memory((saved, saved.replay())))
    asked: list[Any] = [Resume(), *map(Do, events)]
    return [solo.handle(command, 2.0 * second) for second, command in enumerate(asked)]


def open_cards(session: Session) -> set[int]:
    """The cards that lie open to view; those on the foundations did so before."""
    state = session.state
    columns = [pile[down:] for pile, down in zip(state.columns, state.down, strict=True)]
    return {*state.waste[-3:], *b"".join(columns)}


@given(data=st.data())
@settings(max_examples=60)
def test_cards_that_stay_hidden_make_no_difference_to_what_is_told(data: st.DataObject) -> None:
    random = Random(data.draw(st.integers(0, 2**32)))
    pack = bytes(random.sample(range(52), 52))
    session = Session(ERAM_SOLO, pack)
    events: list[Event] = []
    seen = open_cards(session)
    for _ in range(data.draw(st.integers(0, 40))):
        legal = [move for move in rules.legal_moves(ERAM_SOLO, session.state) if move != DRAW or random.random() < 0.3]
        event: Event = random.choice([*legal, Move(random.randrange(7), random.randint(1, 3), random.randrange(7))])
        if random.random() < 0.1:
            event = Command.UNDO
        events.append(event)
        if session.refusal(event) is None:
            session.do(event)
            seen |= open_cards(session)
    hidden = [place for place in range(52) if pack[place] not in seen]
    other = bytearray(pack)
    for place, source in zip(hidden, random.sample(hidden, len(hidden)), strict=True):
        other[place] = pack[source]
    assert len(hidden) < 12 or bytes(other) != pack
    assert snapshots(bytes(other), events) == snapshots(pack, events)
