"""Files that survive a crash, and the thread that writes them."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from game.engine.record import from_json
from game.storage.files import read_bounded, set_aside, write_atomic
from game.storage.saver import Saver
from tests.support import ROOT


@pytest.fixture
def saver() -> Iterator[Saver]:
    saver = Saver()
    yield saver
    saver.close()


# --- The saver


def test_the_newest_content_of_each_file_wins(saver: Saver, tmp_path: Path) -> None:
    for number in range(200):
        for name in ("a", "b"):
            saver.put(tmp_path / name, partial(str.encode, f"{name}{number}"))
    saver.flush()
    assert [(tmp_path / name).read_text() for name in ("a", "b")] == ["a199", "b199"]
    assert saver.take_fault() is None


def test_files_are_written_in_the_order_they_were_asked_for(saver: Saver, tmp_path: Path) -> None:
    written: list[str] = []
    gate = threading.Event()

    def content(name: str) -> bytes:
        gate.wait()
        written.append(name)
        return name.encode()

    for name in ("first", "second", "third", "fourth"):
        saver.put(tmp_path / name, partial(content, name))
    gate.set()
    saver.flush()
    assert written == ["first", "second", "third", "fourth"]


def test_putting_never_waits_for_the_disk(saver: Saver, tmp_path: Path) -> None:
    gate = threading.Event()
    saver.put(tmp_path / "slow", lambda: b"slow" if gate.wait() else None)
    saver.put(tmp_path / "other", lambda: b"other")  # returns although the first one is stuck
    assert not (tmp_path / "other").exists()
    gate.set()
    saver.flush()
    assert (tmp_path / "other").read_bytes() == b"other"


def test_a_path_that_cannot_be_written_is_reported_once_and_others_go_on(saver: Saver, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    saver.put(tmp_path / "file" / "game.json", lambda: b"x")
    saver.put(tmp_path / "good.json", lambda: b"y")
    saver.flush()
    assert isinstance(saver.take_fault(), OSError)
    assert saver.take_fault() is None
    assert (tmp_path / "good.json").read_bytes() == b"y"


def test_closing_writes_what_waits(tmp_path: Path) -> None:
    saver = Saver()
    saver.put(tmp_path / "last.json", lambda: b"last words")
    saver.close()
    assert (tmp_path / "last.json").read_bytes() == b"last words"


def test_jobs_and_files_are_done_in_one_order_and_a_newer_job_replaces_its_older_one(
    saver: Saver, tmp_path: Path
) -> None:
    """What ends a game first writes it into the history, then removes its file."""
    done: list[str] = []
    gate = threading.Event()
    saver.do("first", lambda: done.append("first") if gate.wait() else None)
    saver.do("job", lambda: done.append("old"))
    saver.put(tmp_path / "file", lambda: done.append("file") or None)
    saver.do("job", lambda: done.append("new"))
    gate.set()
    saver.flush()
    assert done == ["first", "file", "new"]


def test_a_file_is_removed_when_there_is_no_content_and_one_that_is_not_there_is_no_matter(
    saver: Saver, tmp_path: Path
) -> None:
    (tmp_path / "there").write_text("x")
    for name in ("there", "not there"):
        saver.put(tmp_path / name, lambda: None)
    saver.flush()
    assert list(tmp_path.iterdir()) == []
    assert saver.take_fault() is None


def test_any_error_of_a_job_is_reported_and_the_next_job_is_done(saver: Saver) -> None:
    done: list[str] = []
    saver.do("bad", lambda: done.append(str(1 // 0)))
    saver.do("good", lambda: done.append("good"))
    saver.flush()
    assert isinstance(saver.take_fault(), ZeroDivisionError)
    assert done == ["good"]


def test_nothing_is_taken_on_after_the_end(tmp_path: Path) -> None:
    saver = Saver()
    saver.close()
    with pytest.raises(ValueError, match="closed"):
        saver.put(tmp_path / "late", lambda: b"late")


# --- Crashes

_SAVE_FOR_EVER = """
import sys
from datetime import datetime
from pathlib import Path
from game.engine.record import from_json
from game.storage.games import GameStore, SavedGame
from game.storage.history import History
from game.storage.saver import Saver
saver = Saver()
store = GameStore(Path(sys.argv[1]), saver, History(Path(sys.argv[1]) / "history.sqlite3"), datetime.now)
events = []
while True:
    events.append("draw")
    text = '{"format": 1, "code": "KL1-1-AAAAABB", "events": ["' + '","'.join(events) + '"]}'
    saved = from_json(text)
    store.keep(SavedGame(saved, saved.replay()))
    saver.flush()
    print(len(events), flush=True)
"""


def test_a_kill_at_any_instant_leaves_a_whole_game(tmp_path: Path) -> None:
    """No game that was reported as saved is lost either."""
    random = Random(1)
    file = tmp_path / "KL1-1.json"
    for _ in range(20):
        command = [sys.executable, "-c", _SAVE_FOR_EVER, str(tmp_path)]
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(random.random() * 0.02)
        child.kill()
        reported = child.stdout.read().split()
        child.wait()
        events = from_json(file.read_bytes()).events
        assert len(events) >= int((reported or ["1"])[-1])
        assert from_json(file.read_bytes()).replay().moves == len(events)


@pytest.mark.skipif(os.name == "nt", reason="there a file that is being read cannot be replaced")
def test_a_reader_sees_the_old_file_or_the_new_one_and_never_a_part(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    contents = [b"a" * 200_000, b"b" * 100_000]
    write_atomic(path, contents[0])
    done = threading.Event()
    seen: set[bytes] = set()

    def look() -> None:
        while not done.is_set():
            seen.add(path.read_bytes())

    reader = threading.Thread(target=look)
    reader.start()
    for number in range(100):
        write_atomic(path, contents[number % 2])
    done.set()
    reader.join()
    assert seen <= set(contents)
    assert [file.name for file in tmp_path.iterdir()] == ["game.json"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    write_atomic(path, b"old")
    (tmp_path / "game.json.new").mkdir()
    with pytest.raises(OSError, match=r"game\.json\.new"):
        write_atomic(path, b"new")
    assert path.read_bytes() == b"old"


def test_what_a_crash_left_half_written_does_not_hinder_the_next_save(tmp_path: Path) -> None:
    (tmp_path / "game.json.new").write_bytes(b"hal")
    write_atomic(tmp_path / "game.json", b"whole")
    assert (tmp_path / "game.json").read_bytes() == b"whole"


def test_reading_is_bounded_and_an_absent_file_is_none(tmp_path: Path) -> None:
    (tmp_path / "big").write_bytes(b"x" * 100)
    assert read_bounded(tmp_path / "big", 10) == b"x" * 11
    assert read_bounded(tmp_path / "absent", 10) is None


def test_setting_aside_takes_a_free_name_beside_the_file(tmp_path: Path) -> None:
    moved = []
    for content in ("one", "two"):
        (tmp_path / "لعبة.json").write_text(content)
        moved.append(set_aside(tmp_path / "لعبة.json"))
    assert [path.read_text() for path in moved] == ["one", "two"]
    assert {path.parent for path in moved} == {tmp_path}
