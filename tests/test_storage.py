"""Active games: resumed as they were left; what ends goes into the history; a file that cannot be used is set aside."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.games import GAMES
from game.engine.record import Deal, Record, RecordError, RecordFault, ReplayError, from_dict
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.storage.games import ID, PRACTICE, PRACTICE_SLOT, GameStore, SavedGame, SetAside, slots
from game.storage.history import History, Result
from game.storage.saver import Saver
from tests.support import games, golden

NOW = datetime(2026, 3, 4, 5, 6)


@pytest.fixture
def saver() -> Iterator[Saver]:
    saver = Saver()
    yield saver
    saver.close()


@pytest.fixture
def store(tmp_path: Path, saver: Saver) -> GameStore:
    return store_in(tmp_path, saver)


def store_in(folder: Path, saver: Saver) -> GameStore:
    return GameStore(folder / "games", saver, History(folder / "history.sqlite3"), lambda: NOW)


def kept(prefix: str) -> Record:
    """The first 100 events of a kept game, while it is still open."""
    whole = from_dict(golden(prefix)["record"])
    return replace(whole, events=whole.events[:100])


def game(saved: Record) -> SavedGame:
    return SavedGame(saved, saved.replay())


def named(prefix: str, events: int | None = None, **extra: object) -> SavedGame:
    """A game with an identity, after the first so many events of a winning line; None: all of them, to the win."""
    won = from_dict(golden(f"win-{prefix}")["record"])
    return game(replace(won, events=won.events[:events], elapsed=90.0, extra={ID: "an identity", **extra}))


def put(store: GameStore, prefix: str, content: bytes) -> Path:
    path = store.path(prefix)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


# --- Active games


@pytest.mark.parametrize("prefix", GAMES)
def test_a_game_is_resumed_as_it_was_left(prefix: str, store: GameStore) -> None:
    store.keep(game(kept(prefix)))
    loaded = store.load(prefix)
    assert isinstance(loaded, SavedGame)
    assert loaded.record == kept(prefix)
    assert loaded.session.position() == kept(prefix).replay().position()
    counters = [loaded.session.state.score, loaded.session.moves, loaded.session.state.recycles]
    assert [100, *counters] in golden(prefix)["checkpoints"]


@pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
@settings(max_examples=10)
def test_any_game_is_resumed_as_it_was_left(
    spec: GameSpec, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    saver = Saver()
    played: Session = data.draw(games(spec))
    store = store_in(tmp_path_factory.mktemp("games"), saver)
    saved = Record.of(Deal(played.spec, played.pack), played, 12.5, {ID: "a"})
    store.keep(SavedGame(saved, played))
    loaded = store.load(played.spec.prefix)
    saver.close()
    if played.outcome is not Outcome.OPEN:
        assert loaded is None
        assert [entry.record for entry in store.history.page(None, 0)] == [saved]
        return
    assert isinstance(loaded, SavedGame)
    assert (loaded.session.state, loaded.session.events) == (played.state, played.events)
    assert (loaded.session.moves, loaded.session.outcome) == (played.moves, played.outcome)


def test_each_variant_has_its_own_game_and_a_new_one_replaces_it(store: GameStore) -> None:
    for prefix in GAMES:
        store.keep(game(kept(prefix)))
    newer = from_dict({"format": 1, "code": "KL1-1-AAAAABB", "events": ["draw"]})
    store.keep(game(newer))
    loaded = {prefix: store.load(prefix) for prefix in GAMES}
    assert {prefix: found.record for prefix, found in loaded.items() if isinstance(found, SavedGame)} == {
        **{prefix: kept(prefix) for prefix in GAMES},
        "KL1-1": newer,
    }


def test_without_a_saved_game_there_is_nothing_to_continue(store: GameStore) -> None:
    assert store.load("KL1-1") is None
    assert store.active() == []


def test_a_game_that_was_ended_is_gone(store: GameStore) -> None:
    store.keep(game(kept("KL1-1")))
    store.end(game(kept("KL1-1")))
    store.end(game(kept("RU1-C")))
    assert store.load("KL1-1") is None
    assert store.active() == []


def test_the_last_played_game_is_listed_first(store: GameStore) -> None:
    for age, prefix in enumerate(["KL1-3", "RU1-C", "EA1-C"]):
        os.utime(put(store, prefix, b"{}"), (1e9 - age, 1e9 - age))
    assert store.active() == ["KL1-3", "RU1-C", "EA1-C"]


def test_a_practice_game_has_a_place_of_its_own(store: GameStore) -> None:
    counted, practice = named("KL1-1", 5), named("KL1-1", 9, **{PRACTICE: True})
    store.keep(counted)
    store.keep(practice)
    found = [store.load(slot) for slot in ("KL1-1", "KL1-1" + PRACTICE_SLOT)]
    assert [saved.record for saved in found if isinstance(saved, SavedGame)] == [counted.record, practice.record]
    assert set(store.active()) == {"KL1-1", "KL1-1" + PRACTICE_SLOT} <= set(slots())


# --- The way into the history


def only_entry(store: GameStore) -> tuple[str, str, Result, str, int, float, int]:
    (entry,) = store.history.page(None, 0)
    return entry.id, entry.variant, entry.result, entry.ended, entry.score, entry.elapsed, entry.moves


def test_a_won_game_is_in_the_history_and_no_longer_active(store: GameStore, saver: Saver) -> None:
    won = named("RU1-C")
    store.keep(named("RU1-C", 30))
    store.keep(won)
    saver.flush()
    assert saver.take_fault() is None
    assert only_entry(store) == ("an identity", "RU1-C", Result.WON, "2026-03-04 05:06", 625, 90.0, won.session.moves)
    assert store.history.page(None, 0)[0].record == won.record
    assert store.active() == []


def test_a_finished_game_is_in_the_history_as_finished(store: GameStore, saver: Saver) -> None:
    opened = named("ER1-S", 8)
    store.keep(game(replace(opened.record, events=(*opened.record.events, "finish"))))
    saver.flush()
    assert only_entry(store)[2] is Result.FINISHED


def test_an_open_game_that_is_ended_is_abandoned(store: GameStore, saver: Saver) -> None:
    store.keep(named("EA1-C", 12))
    store.end(named("EA1-C", 12))
    saver.flush()
    assert only_entry(store)[2] is Result.ABANDONED
    assert store.active() == []


@pytest.mark.parametrize("ended", ["no move", "practice", "won practice", "no identity"])
def test_some_games_leave_no_trace(ended: str, store: GameStore, saver: Saver) -> None:
    none = named("KL1-1", 0)
    store.end(
        {
            "no move": none,
            "practice": named("KL1-1", 9, **{PRACTICE: True}),
            "won practice": named("KL1-1", **{PRACTICE: True}),
            "no identity": game(replace(named("KL1-1", 9).record, extra={})),
        }[ended]
    )
    saver.flush()
    assert saver.take_fault() is None
    assert store.history.count() == 0


def test_a_won_game_that_a_crash_left_among_the_active_ones_is_put_into_the_history(store: GameStore) -> None:
    put(store, "KL1-3", named("KL1-3").record.to_json().encode())
    assert store.load("KL1-3") is None
    assert store.active() == []
    assert only_entry(store)[2] is Result.WON


def test_a_history_that_cannot_be_written_does_not_stop_the_saving_of_games(tmp_path: Path, saver: Saver) -> None:
    (tmp_path / "history.sqlite3").mkdir()
    store = store_in(tmp_path, saver)
    store.end(named("KL1-1", 9))
    store.keep(named("RU1-C", 9))
    assert isinstance(store.load("RU1-C"), SavedGame)
    assert saver.take_fault() is not None
    assert (store.ended("KL1-1"), store.newest("KL1-1")) == (0, None)


def test_the_store_tells_how_many_games_ended_and_which_was_the_last(store: GameStore) -> None:
    last = named("KL1-1", 9, **{ID: "second"})
    store.end(named("KL1-1", 5))
    store.end(last)
    store.end(named("RU1-C", 5, **{ID: "third"}))
    newest = store.newest("KL1-1")
    assert newest is not None
    assert newest.record == last.record
    assert (store.ended("KL1-1"), store.ended("KL1-3"), store.newest("KL1-3")) == (2, 0, None)


# --- Files that cannot be used


def damaged() -> dict[str, tuple[bytes, object]]:
    good = kept("KL1-1").to_json().encode()
    return {
        "empty": (b"", RecordFault.NOT_JSON),
        "truncated": (good[: len(good) // 2], RecordFault.NOT_JSON),
        "zeros": (b"\x00" * len(good), RecordFault.NOT_JSON),
        "binary": (bytes(range(256)), RecordFault.NOT_JSON),
        "too large": (good + b" " * (5 << 20), RecordFault.TOO_LARGE),
        "another variant": (kept("RU1-C").to_json().encode(), RecordFault.RULES),
        "newer format": (good.replace(b'"format": 1', b'"format": 2'), RecordFault.NEWER_FORMAT),
        "another program": (b'{"name": "waraq"}', RecordFault.NOT_A_RECORD),
        "illegal event": (b'{"format": 1, "code": "KL1-1-AAAAABB", "events": ["t1:9>t2"]}', ReplayError),
    }


@pytest.mark.parametrize("kind", damaged())
def test_an_unusable_file_is_set_aside_whole_and_play_goes_on(kind: str, store: GameStore) -> None:
    content, fault = damaged()[kind]
    path = put(store, "KL1-1", content)
    loaded = store.load("KL1-1")
    assert isinstance(loaded, SetAside)
    assert fault is (loaded.error.fault if isinstance(loaded.error, RecordError) else type(loaded.error))
    assert loaded.moved_to is not None
    store.keep(game(kept("KL1-1")))
    assert isinstance(store.load("KL1-1"), SavedGame)
    assert loaded.moved_to.read_bytes() == content
    assert loaded.moved_to != path


def test_a_second_unusable_file_leaves_the_first_one_alone(store: GameStore) -> None:
    moved = []
    for content in (b"first", b"second", b"third"):
        put(store, "KL1-1", content)
        loaded = store.load("KL1-1")
        assert isinstance(loaded, SetAside)
        moved.append(loaded.moved_to)
    assert [path.read_bytes() for path in moved if path] == [b"first", b"second", b"third"]
    assert store.active() == []


def test_a_folder_in_place_of_the_file_is_set_aside(store: GameStore) -> None:
    store.path("KL1-1").mkdir(parents=True)
    assert isinstance(store.load("KL1-1"), SetAside)
    store.keep(game(kept("KL1-1")))
    assert isinstance(store.load("KL1-1"), SavedGame)


def test_what_can_be_neither_read_nor_moved_is_never_written_over(tmp_path: Path, saver: Saver) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    store = store_in(tmp_path, saver)
    loaded = store.load("KL1-1")
    assert isinstance(loaded, SetAside)
    assert loaded.moved_to is None
    (tmp_path / "games").unlink()
    path = put(store, "KL1-1", b"came back")
    store.keep(game(kept("KL1-1")))
    store.end(game(kept("KL1-1")))
    saver.flush()
    assert path.read_bytes() == b"came back"


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="this user may read everything")
def test_a_file_that_may_not_be_read_is_set_aside(store: GameStore) -> None:
    put(store, "KL1-1", b"secret").chmod(0)
    assert isinstance(store.load("KL1-1"), SetAside)


def test_keys_of_another_program_are_no_obstacle_to_saving(store: GameStore, saver: Saver) -> None:
    """What was loaded can be saved again: half a surrogate pair, which JSON allows, must not stop the saver."""
    put(store, "KL1-1", b'{"format": 1, "code": "KL1-1-AAAAABB", "events": [], "note": "\\ud800"}')
    loaded = store.load("KL1-1")
    assert isinstance(loaded, SavedGame)
    store.keep(loaded)
    flushed = threading.Thread(target=saver.flush, daemon=True)
    flushed.start()
    flushed.join(5)
    assert not flushed.is_alive()
