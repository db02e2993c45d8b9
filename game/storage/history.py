"""The games that were played: one row each, in a small database that survives a crash at any instant.

A game has an identity from its first deal to its end, so that saving it again, resuming or restarting it never
counts it twice. Knows no clock: entries carry their own time.

The file is not trusted: how much is read of it is bounded, and a row that this program cannot have written is
passed over.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, NamedTuple

from game.engine import record
from game.engine.record import Record
from game.storage.files import set_aside

PAGE = 10
#: Statistics are of the newest games only, should there ever be more than these.
MOST_LINES = 50_000
#: Seconds to wait for another program that holds the file. Reading happens between two frames: hardly any.
_WRITE_WAIT, _READ_WAIT = 2.0, 0.1
#: What SQLite reports when a file is no database of ours; all else (locked, full, no rights) may pass by itself.
_DAMAGE = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_FORMAT)
#: Beside the file: what SQLite needs to undo a write that a crash cut short.
_JOURNAL = "-journal"

# The second index holds all that statistics need, so that they never read through the records.
_SCHEMA = """
CREATE TABLE IF NOT EXISTS game (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    variant TEXT NOT NULL,
    result TEXT NOT NULL CHECK (result IN ('won', 'finished', 'abandoned')),
    ended TEXT NOT NULL,
    score INTEGER NOT NULL,
    elapsed REAL NOT NULL,
    moves INTEGER NOT NULL,
    record TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS game_by_variant ON game (variant, number);
CREATE INDEX IF NOT EXISTS game_lines ON game (number, variant, result, score, elapsed, moves);
"""
_COLUMNS = "id, variant, result, ended, score, elapsed, moves, record"


class Result(Enum):
    """How a game ended."""

    WON = "won"
    FINISHED = "finished"
    ABANDONED = "abandoned"


_RESULTS = {result.value: result for result in Result}


@dataclass(frozen=True)
class Entry:
    """One game that ended. ``ended`` is local time as ``YYYY-MM-DD HH:MM``; ``elapsed`` in seconds."""

    id: str
    variant: str
    result: Result
    ended: str
    score: int
    elapsed: float
    moves: int
    record: Record


class Line(NamedTuple):
    """What statistics need of a game; ``elapsed`` in seconds."""

    result: Result
    score: int
    elapsed: float
    moves: int


class History:
    """The database of ended games. Every call opens it anew, so any thread may call; ``sqlite3.Error`` if it fails."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @contextmanager
    def _open(self, wait: float) -> Iterator[sqlite3.Connection]:
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise sqlite3.OperationalError(str(error)) from error
        database = sqlite3.connect(self._path, timeout=wait)
        try:
            database.executescript(_SCHEMA)
            with database:
                yield database
        finally:
            database.close()

    def _read(self, query: str, values: tuple[object, ...]) -> list[Any]:
        """The rows of a query; none if there is no file yet, which is not made for a mere look."""
        if not self._path.exists():
            return []
        with self._open(_READ_WAIT) as database:
            return database.execute(query, values).fetchall()

    def check(self) -> Path | None:
        """Set a damaged database aside and return where it is now; None if all is well, or not ours to judge."""
        if self._path.is_dir():
            return self._set_aside()
        try:
            self._read(f"SELECT {_COLUMNS} FROM game ORDER BY number DESC LIMIT 1", ())
            damaged = self._read("PRAGMA quick_check(1)", ()) not in ([], [("ok",)])
        except sqlite3.DatabaseError as error:
            # The low byte is the kind of error; the others only tell its circumstances.
            damaged = getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGE
        return self._set_aside() if damaged else None

    def _set_aside(self) -> Path | None:
        """With its journal, which SQLite would otherwise play back into the next database of this name."""
        journal = self._path.with_name(self._path.name + _JOURNAL)
        try:
            aside = set_aside(self._path)
            if journal.exists():
                journal.replace(aside.with_name(aside.name + _JOURNAL))
        except OSError:
            return None
        return aside

    def add(self, entry: Entry) -> None:
        """Write a game down; durable when it returns. The same game again is not another one.

        What is over stays as it is: only an abandoned game may have been taken up again, and then ends anew. (A
        crash can leave a game among the active ones after its end was written.)
        """
        row = (
            entry.id,
            entry.variant,
            entry.result.value,
            entry.ended,
            entry.score,
            entry.elapsed,
            entry.moves,
            entry.record.to_json(),
        )
        with self._open(_WRITE_WAIT) as database:
            database.execute("DELETE FROM game WHERE id = ? AND result = ?", (entry.id, Result.ABANDONED.value))
            database.execute(
                f"INSERT INTO game ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING", row
            )

    def count(self, variant: str | None = None) -> int:
        """How many games ended, of one variant or of all."""
        only, values = _only(variant)
        rows = self._read(f"SELECT COUNT(*) FROM game {only}", values)
        return int(rows[0][0]) if rows else 0

    def page(self, variant: str | None, number: int) -> list[Entry]:
        """Page ``number`` (from 0) of the games, the newest first. A row that cannot be read is left out."""
        return self.entries(variant, PAGE * number, PAGE)

    def entries(self, variant: str | None, start: int, count: int) -> list[Entry]:
        """``count`` games from the ``start``-th newest on. A row that cannot be read is left out."""
        only, values = _only(variant)
        rows = self._read(
            f"SELECT {_COLUMNS} FROM game WHERE number IN"
            f" (SELECT number FROM game {only} ORDER BY number DESC LIMIT ? OFFSET ?)"
            " AND length(record) <= ? ORDER BY number DESC",
            (*values, max(0, count), max(0, start), record.MOST_BYTES),
        )
        return [entry for row in rows if (entry := _entry(*row)) is not None]

    def lines(self, variant: str | None = None) -> list[Line]:
        """All games of one variant or of all, the oldest first; the newest ``MOST_LINES``."""
        only, values = _only(variant)
        rows = self._read(
            f"SELECT result, score, elapsed, moves FROM game {only} ORDER BY number DESC LIMIT ?",
            (*values, MOST_LINES),
        )
        return [line for row in reversed(rows) if (line := _line(*row)) is not None]


def _only(variant: str | None) -> tuple[str, tuple[object, ...]]:
    """The condition on the variant, and its values."""
    return ("", ()) if variant is None else ("WHERE variant = ?", (variant,))


def _line(result: object, score: object, elapsed: object, moves: object) -> Line | None:
    """A line from database values, which SQLite does not hold to the columns' types."""
    known = _RESULTS.get(result) if isinstance(result, str) else None
    if known is None or not isinstance(score, int) or not isinstance(moves, int) or not isinstance(elapsed, float):
        return None
    if not (math.isfinite(elapsed) and elapsed >= 0 and moves >= 0):
        return None
    return Line(known, score, elapsed, moves)


def _entry(
    identity: object,
    variant: object,
    result: object,
    ended: object,
    score: object,
    elapsed: object,
    moves: object,
    text: object,
) -> Entry | None:
    """An entry from the columns in their order, held to their types as in ``_line``."""
    line = _line(result, score, elapsed, moves)
    if line is None or not all(isinstance(value, str) for value in (identity, variant, ended, text)):
        return None
    try:
        saved = record.from_json(str(text))
    except ValueError:
        return None
    return Entry(str(identity), str(variant), line.result, str(ended), line.score, line.elapsed, line.moves, saved)
