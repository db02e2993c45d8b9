"""Saved games: resumed as they were left; a damaged, foreign or newer file is set aside and never written over."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.games import GAMES
from game.engine.record import Deal, Record, RecordError, RecordFault, ReplayError, from_dict
from game.engine.session import Session
from game.engine.spec import GameSpec
from game.storage.games import GameStore, SavedGame, SetAside
from game.storage.saver import Saver
from tests.support import games, golden


@pytest.fixture
def saver() -> Iterator[Saver]:
    saver = Saver()
    yield saver
    saver.close()


@pytest.fixture
def store(tmp_path: Path, saver: Saver) -> GameStore:
    return GameStore(tmp_path / "games", saver)


def kept(prefix: str) -> Record:
    return from_dict(golden(prefix)["record"])


def put(store: GameStore, prefix: str, content: bytes) -> Path:
    path = store.path(prefix)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path


# --- Active games


@pytest.mark.parametrize("prefix", GAMES)
def test_a_game_is_resumed_as_it_was_left(prefix: str, store: GameStore) -> None:
    store.save(kept(prefix))
    loaded = store.load(prefix)
    assert isinstance(loaded, SavedGame)
    assert loaded.record == kept(prefix)
    assert loaded.session.position() == golden(prefix)["position"]


@pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))
@given(data=st.data())
@settings(max_examples=10)
def test_any_game_is_resumed_as_it_was_left(
    spec: GameSpec, data: st.DataObject, tmp_path_factory: pytest.TempPathFactory
) -> None:
    saver = Saver()
    played: Session = data.draw(games(spec))
    store = GameStore(tmp_path_factory.mktemp("games"), saver)
    store.save(Record.of(Deal(played.spec, played.pack), played, 12.5))
    loaded = store.load(played.spec.prefix)
    saver.close()
    assert isinstance(loaded, SavedGame)
    assert (loaded.session.state, loaded.session.events) == (played.state, played.events)
    assert (loaded.session.moves, loaded.session.outcome) == (played.moves, played.outcome)


def test_each_variant_has_its_own_game_and_a_new_one_replaces_it(store: GameStore) -> None:
    for prefix in GAMES:
        store.save(kept(prefix))
    newer = from_dict({"format": 1, "code": "KL1-1-AAAAABB", "events": ["draw"]})
    store.save(newer)
    loaded = {prefix: store.load(prefix) for prefix in GAMES}
    assert {prefix: game.record for prefix, game in loaded.items() if isinstance(game, SavedGame)} == {
        **{prefix: kept(prefix) for prefix in GAMES},
        "KL1-1": newer,
    }


def test_without_a_saved_game_there_is_nothing_to_continue(store: GameStore) -> None:
    assert store.load("KL1-1") is None
    assert store.active() == []


def test_a_removed_game_is_gone(store: GameStore) -> None:
    store.save(kept("KL1-1"))
    store.remove("KL1-1")
    store.remove("RU1-C")
    assert store.load("KL1-1") is None
    assert store.active() == []


def test_the_last_played_game_is_listed_first(store: GameStore) -> None:
    for age, prefix in enumerate(["KL1-3", "RU1-C", "EA1-C"]):
        os.utime(put(store, prefix, b"{}"), (1e9 - age, 1e9 - age))
    assert store.active() == ["KL1-3", "RU1-C", "EA1-C"]


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
    store.save(kept("KL1-1"))
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
    store.save(kept("KL1-1"))
    assert isinstance(store.load("KL1-1"), SavedGame)


def test_what_can_be_neither_read_nor_moved_is_never_written_over(tmp_path: Path, saver: Saver) -> None:
    (tmp_path / "games").write_text("a file where the folder should be")
    store = GameStore(tmp_path / "games", saver)
    loaded = store.load("KL1-1")
    assert isinstance(loaded, SetAside)
    assert loaded.moved_to is None
    (tmp_path / "games").unlink()
    path = put(store, "KL1-1", b"came back")
    store.save(kept("KL1-1"))
    store.remove("KL1-1")
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
    store.save(loaded.record)
    flushed = threading.Thread(target=saver.flush, daemon=True)
    flushed.start()
    flushed.join(5)
    assert not flushed.is_alive()
