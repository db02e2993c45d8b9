"""A record to look at: every step is the position that playing the events gives, in any order and at any length."""

from __future__ import annotations

import json
import random
import time
from pathlib import Path

import pytest

from game.engine import rules
from game.engine.deals import parse_code
from game.engine.record import Deal, Record, RecordError, RecordFault, ReplayError, from_dict, from_json
from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.state import Command
from game.engine.view import view
from game.ui.screens.playback import Playback
from game.ui.screens.records_io import load_record, write_record

GOLDEN = sorted((Path(__file__).parent / "golden").glob("*.json"))


def golden(path: Path) -> Record:
    values = json.loads(path.read_text(encoding="utf-8"))
    return from_dict(values.get("record", values))


def rambling(code: str, count: int, undo: float = 0.25) -> Record:
    """A record of random moves and undos."""
    chance = random.Random(code)
    deal = Deal.from_code(parse_code(code))
    session = Session(deal.spec, deal.pack)
    while len(session.events) < count:
        moves = rules.legal_moves(session.spec, session.state)
        wanted = Command.UNDO if chance.random() < undo or not moves else chance.choice(moves)
        if session.refusal(wanted) is None:
            session.do(wanted)
    return Record.of(deal, session)


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_every_step_is_what_playing_the_events_gives(path: Path) -> None:
    record = golden(path)
    playback = Playback(record)
    assert playback.length == len(record.events)
    assert playback.fault is None
    session = Session(record.deal.spec, record.deal.pack)
    for step in range(playback.length + 1):
        assert playback.state(step) == session.state
        assert playback.view(step) == view(session.spec, session.pack, session.state)
        assert playback.score(step) == session.state.score
        assert playback.moves(step) == session.moves
        assert playback.outcome(step) is session.outcome
        assert playback.until(step).replay().state == session.state
        if step < playback.length:
            assert str(playback.event(step + 1)) == record.events[step]
            session.do_text(record.events[step])


@pytest.mark.parametrize("code", ["KL1-3-AAAAAAB", "RU1-R-AAAAABB", "EA1-C-AAAAAAB"])
def test_steps_may_be_asked_for_in_any_order(code: str) -> None:
    record = rambling(code, 700, undo=0.4)
    playback = Playback(record)
    states, session = [], Session(record.deal.spec, record.deal.pack)
    for event in record.events:
        states.append(session.state)
        session.do_text(event)
    order = list(range(len(states)))
    random.Random(1).shuffle(order)
    assert all(playback.state(step) == states[step] for step in order)


def test_a_long_record_is_opened_and_jumped_in_without_a_pause() -> None:
    record = rambling("KL1-3-AAAAAAB", 2000)
    begun = time.perf_counter()
    playback = Playback(record)
    assert time.perf_counter() - begun < 1.0
    steps = random.Random(1).choices(range(2001), k=200)
    begun = time.perf_counter()
    for step in steps:
        playback.view(step)
    assert (time.perf_counter() - begun) / len(steps) < 0.01


def test_only_a_few_states_of_a_record_are_kept() -> None:
    playback = Playback(rambling("KL1-1-AAAAAAC", 3000, undo=0.1))
    assert len(playback._kept) < 3000 / 16


def test_a_record_that_breaks_is_played_up_to_the_fault() -> None:
    record = golden(next(path for path in GOLDEN if path.stem == "win-RU1-C"))
    broken = Record(record.deal, (*record.events[:5], "t1:20>t2", *record.events[5:]))
    playback = Playback(broken)
    assert playback.length == 5
    assert playback.fault is not None
    assert (playback.fault.index, playback.fault.event) == (5, "t1:20>t2")
    assert playback.fault.refusal is Refusal.NOT_ENOUGH_CARDS
    assert playback.until(5).replay().state == playback.state(5)


def test_an_empty_record_has_the_deal_alone() -> None:
    playback = Playback(Record(Deal.from_code(parse_code("RU1-C-AAAAABB"))))
    assert playback.length == 0
    assert playback.state(0) == playback.state(playback.length)


def test_a_game_that_was_finished_is_over_from_there_on() -> None:
    playback = Playback(Record(Deal.from_code(parse_code("ER1-S-AAAAABB")), ("draw", "finish")))
    assert [playback.outcome(step) for step in range(3)] == [Outcome.OPEN, Outcome.OPEN, Outcome.FINISHED]


# --- Files


def test_a_written_record_is_read_back_and_none_is_written_over(tmp_path: Path) -> None:
    record = rambling("RU1-C-AAAAABB", 30)
    folder = tmp_path / "records"
    paths = [write_record(record, folder) for _ in range(3)]
    assert [path.name for path in paths] == [f"RU1-C-AAAAABB-{number}.json" for number in (1, 2, 3)]
    for path in paths:
        assert from_json(path.read_bytes()) == record
        assert load_record(path) == record
    assert sorted(folder.iterdir()) == paths
    secret = Record(Deal.from_seed(Deal.from_code(parse_code("ER1-S-AAAAABB")).spec, bytes(32)))
    assert write_record(secret, folder).name == "ER1-S-1.json"


def test_what_is_no_record_is_refused_by_name(tmp_path: Path) -> None:
    faults = {
        b"": RecordFault.NOT_JSON,
        b"\xff\xfe\x00": RecordFault.NOT_JSON,
        b"[1, 2]": RecordFault.NOT_A_RECORD,
        b'{"format": 1}': RecordFault.NO_DEAL,
        b'{"format": 2}': RecordFault.NEWER_FORMAT,
        b" " * (5 << 20): RecordFault.TOO_LARGE,
        b"[" * 200_000: RecordFault.NOT_JSON,
    }
    path = tmp_path / "dropped"
    for content, fault in faults.items():
        path.write_bytes(content)
        with pytest.raises(RecordError) as caught:
            load_record(path)
        assert caught.value.fault is fault
    for nothing in (tmp_path, tmp_path / "missing", Path("/dev/zero"), Path("\0")):
        with pytest.raises(RecordError):
            load_record(nothing)


def test_a_record_that_breaks_can_be_loaded_but_is_not_proved(tmp_path: Path) -> None:
    path = write_record(Record(Deal.from_code(parse_code("RU1-C-AAAAABB")), ("draw",)), tmp_path)
    with pytest.raises(ReplayError) as caught:
        load_record(path).replay()
    assert caught.value.refusal is Refusal.NO_STOCK
    assert Playback(load_record(path)).length == 0
