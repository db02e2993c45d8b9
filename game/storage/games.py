"""The active games: one record a variant, kept until it ends or a new deal replaces it.

A practice game (a typed deal of a game that is otherwise dealt in secret, or one taken over from a replay) has a
place of its own and leaves no trace in the history.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from game.engine import record
from game.engine.games import GAMES
from game.engine.record import Record, RecordError, RecordFault, ReplayError
from game.engine.session import Outcome, Session
from game.storage.files import read_bounded, set_aside, write_atomic
from game.storage.history import Entry, History, Result
from game.storage.saver import Saver

#: Keys that the program adds to a record.
ID, PRACTICE, SHOWN = "id", "practice", "shown"
PRACTICE_SLOT = "-practice"
_RESULTS = {Outcome.WON: Result.WON, Outcome.FINISHED: Result.FINISHED, Outcome.OPEN: Result.ABANDONED}


@dataclass(frozen=True)
class SetAside:
    """A saved game that could not be read: why, and where it is now (None: it could not even be moved)."""

    error: RecordError | ReplayError
    moved_to: Path | None


@dataclass(frozen=True)
class SavedGame:
    """A game as it was left."""

    record: Record
    session: Session

    @property
    def slot(self) -> str:
        """Where it is kept: its variant, or its variant's place for practice."""
        return self.record.deal.spec.prefix + (PRACTICE_SLOT if self.practice else "")

    @property
    def practice(self) -> bool:
        """True if it does not count."""
        return bool(self.record.extra.get(PRACTICE))

    @property
    def shown(self) -> bool:
        """True if the program played moves of a win for the player: it counts as abandoned, however it ends."""
        return bool(self.record.extra.get(SHOWN))

    @property
    def result(self) -> Result:
        """How it counts if it ends as it stands."""
        return Result.ABANDONED if self.shown else _RESULTS[self.session.outcome]


def slots() -> list[str]:
    """All places for active games."""
    return [prefix + kind for prefix in GAMES for kind in ("", PRACTICE_SLOT)]


class GameStore:
    """The folder of active games, and the way from there into the history."""

    def __init__(self, folder: Path, saver: Saver, history: History, today: Callable[[], datetime]) -> None:
        self._folder = folder
        self._saver = saver
        self._today = today
        self._locked: set[str] = set()
        self.history = history

    def path(self, slot: str) -> Path:
        """The file of an active game."""
        return self._folder / f"{slot}.json"

    def keep(self, game: SavedGame) -> None:
        """Keep an open game as the active one of its slot, or put one that is over into the history; soon."""
        if game.session.outcome is not Outcome.OPEN:
            self.end(game)
        elif game.slot not in self._locked:
            saved = game.record
            self._saver.put(self.path(game.slot), lambda: saved.to_json().encode())

    def end(self, game: SavedGame) -> None:
        """End a game, as abandoned if it is still open; soon. One with no move made, or for practice, is no game.

        It is in the history before it leaves the active ones: a crash between the two is mended by ``load``.
        """
        identity = game.record.extra.get(ID)
        if game.session.moves and not game.practice and isinstance(identity, str):
            entry = Entry(
                identity,
                game.record.deal.spec.prefix,
                game.result,
                self._today().strftime("%Y-%m-%d %H:%M"),
                game.session.state.score,
                game.record.elapsed,
                game.session.moves,
                game.record,
            )
            path = self.path(game.slot) if game.slot not in self._locked else None
            self._saver.do(("end", identity), lambda: self._file(entry, path))
        elif game.slot not in self._locked:
            self._saver.put(self.path(game.slot), lambda: None)

    def _file(self, entry: Entry, path: Path | None) -> None:
        """Put a game that ended into the history and then out of the active ones; if that fails, put it aside."""
        try:
            self.history.add(entry)
        except sqlite3.Error:
            if path is not None:
                write_atomic(path, entry.record.to_json().encode())
                set_aside(path)
            raise
        if path is not None:
            path.unlink(missing_ok=True)

    def load(self, slot: str) -> SavedGame | SetAside | None:
        """The active game of a slot, if there is one. One that cannot be read is set aside, never overwritten."""
        self._saver.flush()
        try:
            content = read_bounded(self.path(slot), record.MOST_BYTES)
            if content is None:
                return None
            saved = record.from_json(content)
            game = SavedGame(saved, saved.replay())
            if game.slot != slot:
                raise RecordError(RecordFault.RULES)
        except (RecordError, ReplayError) as error:
            return self._set_aside(slot, error)
        except OSError:
            return self._set_aside(slot, RecordError(RecordFault.NOT_A_RECORD))
        if game.session.outcome is not Outcome.OPEN:
            self.end(game)
            return None
        return game

    def _set_aside(self, slot: str, error: RecordError | ReplayError) -> SetAside:
        try:
            return SetAside(error, set_aside(self.path(slot)))
        except OSError:
            self._locked.add(slot)  # what can be neither read nor moved is not written over either
            return SetAside(error, None)

    def flush(self) -> None:
        """Wait until the disk has everything that was handed in."""
        self._saver.flush()

    def ended(self, prefix: str) -> int:
        """How many games of a variant have ended."""
        self._saver.flush()
        try:
            return self.history.count(prefix)
        except sqlite3.Error:
            return 0

    def newest(self, prefix: str) -> Entry | None:
        """The game of a variant that ended last."""
        self._saver.flush()
        try:
            return next(iter(self.history.page(prefix, 0)), None)
        except sqlite3.Error:
            return None

    def active(self) -> list[str]:
        """The slots with a saved game, the last played first."""
        self._saver.flush()
        found = []
        for slot in slots():
            try:
                found.append((self.path(slot).stat().st_mtime_ns, slot))
            except OSError:
                continue
        return [slot for _, slot in sorted(found, reverse=True)]
