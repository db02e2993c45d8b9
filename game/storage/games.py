"""The active games: one record a variant, kept until it ends or a new deal replaces it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from game.engine import record
from game.engine.games import GAMES
from game.engine.record import Record, RecordError, ReplayError
from game.engine.session import Session
from game.storage.files import read_bounded, set_aside
from game.storage.saver import Saver


@dataclass(frozen=True)
class SetAside:
    """A saved game that could not be read: why, and where it is now (None: it could not even be moved)."""

    error: RecordError | ReplayError
    moved_to: Path | None


@dataclass(frozen=True)
class SavedGame:
    """A saved game as it was left."""

    record: Record
    session: Session


class GameStore:
    """The folder of active games."""

    def __init__(self, folder: Path, saver: Saver) -> None:
        self._folder = folder
        self._saver = saver
        self._locked: set[str] = set()

    def path(self, prefix: str) -> Path:
        """The file of a variant's active game."""
        return self._folder / f"{prefix}.json"

    def save(self, saved: Record) -> None:
        """Keep a game as its variant's active one, soon."""
        prefix = saved.deal.spec.prefix
        if prefix not in self._locked:
            self._saver.put(self.path(prefix), lambda: saved.to_json().encode())

    def remove(self, prefix: str) -> None:
        """Forget a variant's active game, soon."""
        if prefix not in self._locked:
            self._saver.put(self.path(prefix), lambda: None)

    def load(self, prefix: str) -> SavedGame | SetAside | None:
        """A variant's active game, if there is one. One that cannot be read is set aside, never overwritten."""
        self._saver.flush()
        path = self.path(prefix)
        try:
            content = read_bounded(path, record.MOST_BYTES)
            if content is None:
                return None
            saved = record.from_json(content)
            if saved.deal.spec.prefix != prefix:
                raise RecordError(record.RecordFault.RULES)
            return SavedGame(saved, saved.replay())
        except (RecordError, ReplayError) as error:
            return self._set_aside(prefix, error)
        except OSError:
            return self._set_aside(prefix, RecordError(record.RecordFault.NOT_A_RECORD))

    def _set_aside(self, prefix: str, error: RecordError | ReplayError) -> SetAside:
        try:
            return SetAside(error, set_aside(self.path(prefix)))
        except OSError:
            self._locked.add(prefix)  # what can be neither read nor moved is not written over either
            return SetAside(error, None)

    def active(self) -> list[str]:
        """The variants with a saved game, the last played first."""
        self._saver.flush()
        found = []
        for prefix in GAMES:
            try:
                found.append((self.path(prefix).stat().st_mtime_ns, prefix))
            except OSError:
                continue
        return [prefix for _, prefix in sorted(found, reverse=True)]
