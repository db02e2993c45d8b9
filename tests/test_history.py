"""The history: durable, never counts a game twice, and survives a file that is not what it should be."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from game.engine.record import from_dict
from game.storage import history as storage
from game.storage.history import PAGE, Entry, History, Line, Result
from tests.support import ROOT, golden

RECORD = from_dict(golden("KL1-1")["record"])


def entry(identity: str, result: Result = Result.WON, variant: str = "KL1-1", score: int = 100) -> Entry:
    return Entry(identity, variant, result, "2026-03-04 05:06", score, 61.5, 70, RECORD)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "تاريخ" / "history.sqlite3"


@pytest.fixture
def history(path: Path) -> History:
    return History(path)


def spoil(path: Path, statement: str, *values: object) -> None:
    """Do to the database what this program never does."""
    with sqlite3.connect(path) as database:
        database.execute(statement, values)
    database.close()


# --- What is written is read


def test_a_look_at_no_history_finds_nothing_and_makes_no_file(history: History, path: Path) -> None:
    assert (history.count(), history.page(None, 0), history.lines(), history.check()) == (0, [], [], None)
    assert not path.exists()


def test_a_game_is_read_as_it_was_written(history: History) -> None:
    written = entry("a", Result.FINISHED, score=-40)
    history.add(written)
    assert history.page(None, 0) == [written]
    assert history.lines() == [Line(Result.FINISHED, -40, 61.5, 70)]


def test_pages_are_full_and_hold_every_game_once_the_newest_first(history: History) -> None:
    for number in range(2 * PAGE + 3):
        history.add(entry(f"g{number}", variant=("KL1-1", "RU1-C")[number % 2], score=number))
    pages = [[game.score for game in history.page(None, page)] for page in range(4)]
    assert [len(page) for page in pages] == [PAGE, PAGE, 3, 0]
    assert [score for page in pages for score in page] == [*range(2 * PAGE + 2, -1, -1)]
    assert [line.score for line in history.lines()] == [*range(2 * PAGE + 3)]


def test_a_variant_has_its_own_count_pages_and_lines(history: History) -> None:
    for number in range(7):
        history.add(entry(f"g{number}", variant=("KL1-1", "RU1-C")[number % 2], score=number))
    assert (history.count(), history.count("KL1-1"), history.count("RU1-C"), history.count("EA1-C")) == (7, 4, 3, 0)
    assert [game.score for game in history.page("RU1-C", 0)] == [5, 3, 1]
    assert [line.score for line in history.lines("KL1-1")] == [0, 2, 4, 6]


def test_any_stretch_of_the_list_can_be_read(history: History) -> None:
    for number in range(12):
        history.add(entry(f"g{number}", score=number))
    assert [game.score for game in history.entries(None, 3, 4)] == [8, 7, 6, 5]
    assert history.entries(None, 12, 4) == []
    assert history.entries(None, 0, 0) == []


# --- One game is one game


@pytest.mark.parametrize("final", [Result.WON, Result.FINISHED])
@pytest.mark.parametrize("again", Result)
def test_what_is_over_stays_as_it_was_written_first(final: Result, again: Result, history: History) -> None:
    """Symptom: a win, left among the active games by a crash, was taken up again and became an abandoned game."""
    history.add(entry("a", final, score=625))
    history.add(entry("a", again, score=5))
    assert history.page(None, 0) == [entry("a", final, score=625)]


def test_an_abandoned_game_that_was_taken_up_again_ends_anew_and_is_the_newest(history: History) -> None:
    history.add(entry("a", Result.ABANDONED, score=5))
    history.add(entry("b"))
    history.add(entry("a", Result.WON, score=625))
    assert [(game.id, game.result, game.score) for game in history.page(None, 0)] == [
        ("a", Result.WON, 625),
        ("b", Result.WON, 100),
    ]


def test_two_threads_lose_nothing(history: History) -> None:
    def write(name: str) -> None:
        for number in range(20):
            history.add(entry(f"{name}{number}"))

    threads = [threading.Thread(target=write, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert history.count() == 40


# --- A file that is not what it should be


@pytest.mark.parametrize(
    "change",
    [
        "score = 'many'",
        "elapsed = 'long'",
        "elapsed = 9e999",
        "elapsed = -1.0",
        "moves = -3",
        "moves = x'00ff'",
        "record = '{'",
        "record = x'00'",
        "ended = x'00'",
        "variant = x'00'",
    ],
)
def test_a_foreign_row_is_passed_over(change: str, history: History, path: Path) -> None:
    for identity in "abc":
        history.add(entry(identity))
    spoil(path, f"UPDATE game SET {change} WHERE id = 'b'")
    assert [game.id for game in history.page(None, 0)] == ["c", "a"]
    assert history.lines().count(Line(Result.WON, 100, 61.5, 70)) >= 2
    assert history.check() is None


def test_a_game_of_a_later_version_is_passed_over(history: History, path: Path) -> None:
    history.add(entry("a"))
    spoil(path, "UPDATE game SET record = ?", RECORD.to_json().replace('"format": 1', '"format": 2'))
    assert history.page(None, 0) == []
    assert history.count() == 1


def test_how_much_is_read_is_bounded(history: History, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(5):
        history.add(entry(f"g{number}", score=number))
    spoil(path, "UPDATE game SET record = record || printf('%*c', 4194305, ' ') WHERE id = 'g3'")
    assert [game.score for game in history.page(None, 0)] == [4, 2, 1, 0]
    monkeypatch.setattr(storage, "MOST_LINES", 2)
    assert [line.score for line in history.lines()] == [3, 4]


def damaged(good: bytes) -> dict[str, bytes]:
    return {
        "text": b"no database at all, but long enough to look like one" * 20,
        "zeros in the middle": good[:4096] + bytes(len(good) - 8192) + good[-4096:],
        "truncated": good[: len(good) // 2],
        "broken header": b"SQLite format 4\x00" + good[16:],
    }


@pytest.mark.parametrize("kind", damaged(b" " * 9000))
def test_a_damaged_database_is_set_aside_whole_and_a_new_one_begun(kind: str, history: History, path: Path) -> None:
    for number in range(30):
        history.add(entry(f"g{number}"))
    content = damaged(path.read_bytes())[kind]
    path.write_bytes(content)
    moved = history.check()
    assert moved is not None
    assert moved.read_bytes() == content
    history.add(entry("new"))
    assert [game.id for game in history.page(None, 0)] == ["new"]
    assert history.check() is None


def test_another_programs_database_is_set_aside(history: History, path: Path) -> None:
    path.parent.mkdir(parents=True)
    spoil(path, "CREATE TABLE game (name TEXT)")
    assert history.check() is not None
    history.add(entry("a"))
    assert history.count() == 1


def test_a_folder_in_place_of_the_database_is_set_aside(history: History, path: Path) -> None:
    path.mkdir(parents=True)
    with pytest.raises(sqlite3.Error):
        history.add(entry("a"))
    assert history.check() is not None
    history.add(entry("a"))
    assert history.count() == 1


def test_the_journal_goes_with_the_database_it_belongs_to(history: History, path: Path) -> None:
    """Symptom: SQLite played the journal of the damaged file back into the new one."""
    path.mkdir(parents=True)
    journal = path.with_name(path.name + "-journal")
    journal.write_bytes(b"its journal")
    moved = history.check()
    assert moved is not None
    assert not journal.exists()
    assert moved.with_name(moved.name + "-journal").read_bytes() == b"its journal"


def test_an_empty_file_is_a_history_without_games(history: History, path: Path) -> None:
    """A kill between the making of the file and its tables leaves it so."""
    path.parent.mkdir(parents=True)
    path.touch()
    assert history.check() is None
    assert history.lines() == []
    history.add(entry("a"))
    assert history.count() == 1


def test_a_locked_database_is_an_error_soon_and_not_damage(
    history: History, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    history.add(entry("a"))
    monkeypatch.setattr(storage, "_WRITE_WAIT", 0.1)
    holder = sqlite3.connect(path)
    holder.execute("BEGIN EXCLUSIVE")
    began = time.monotonic()
    for look in (history.count, history.lines, lambda: history.page(None, 0), lambda: history.add(entry("b"))):
        with pytest.raises(sqlite3.OperationalError):
            look()
    assert time.monotonic() - began < 2
    assert history.check() is None
    holder.rollback()
    holder.close()
    assert history.count() == 1


@pytest.mark.skipif(os.name == "nt", reason="there a name may not end so")
def test_a_place_that_cannot_be_written_is_an_sqlite_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    history = History(tmp_path / "file" / "history.sqlite3")
    with pytest.raises(sqlite3.Error):
        history.add(entry("a"))
    assert history.count() == 0


# --- Crashes

_ADD_FOR_EVER = """
import sys
from dataclasses import replace
from pathlib import Path
from game.storage.history import History
from tests.test_history import entry
history = History(Path(sys.argv[1]))
number = history.count()
while True:
    history.add(entry(f"g{number}", score=number))
    print(number, flush=True)
    number += 1
"""


def test_a_kill_at_any_instant_loses_no_game_that_was_written(tmp_path: Path) -> None:
    random = Random(2)
    history = History(tmp_path / "history.sqlite3")
    for _ in range(6):
        child = subprocess.Popen(
            [sys.executable, "-c", _ADD_FOR_EVER, str(tmp_path / "history.sqlite3")],
            cwd=ROOT,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(random.random() * 0.05)
        child.kill()
        reported = [first, *child.stdout.read().splitlines()]
        child.wait()
        assert history.check() is None
        scores = [line.score for line in history.lines()]
        assert scores == [*range(len(scores))]
        assert len(scores) > int([line for line in reported if line.strip()][-1])


def test_a_record_survives_the_way_there_and_back(history: History) -> None:
    kept = replace(entry("a"), record=from_dict(golden("win-ER1-S")["record"]))
    history.add(kept)
    (read,) = history.page(None, 0)
    assert read.record == kept.record
    assert read.record.replay().position() == kept.record.replay().position()
