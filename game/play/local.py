"""A game that is played on this machine: a session, its clock, and its record kept after every event."""

from __future__ import annotations

import secrets
from dataclasses import replace
from typing import Any

from game.engine.record import Deal, Record
from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.engine.state import Event
from game.engine.view import View, view
from game.play.play import Path
from game.storage.games import ID, PRACTICE, SHOWN, GameStore, SavedGame


class LocalPlay:
    """One game being played; every change is handed to the store at once."""

    def __init__(self, store: GameStore, game: SavedGame) -> None:
        self._store = store
        self._session = game.session
        self._extra = game.record.extra
        self.deal = game.record.deal
        self._elapsed = game.record.elapsed

    @classmethod
    def dealt(cls, store: GameStore, deal: Deal, *, practice: bool = False) -> LocalPlay:
        """A new game."""
        extra: dict[str, Any] = {ID: secrets.token_hex(8)}
        if practice:
            extra[PRACTICE] = True
        return cls(store, SavedGame(Record(deal, extra=extra), Session(deal.spec, deal.pack)))

    def restarted(self) -> LocalPlay:
        """The same cards from the start. An open game stays the same game, so it never counts twice."""
        if self.outcome is not Outcome.OPEN:
            return self.dealt(self._store, self.deal, practice=self.practice)
        anew = SavedGame(Record(self.deal, extra=self._extra), Session(self.spec, self.deal.pack))
        return LocalPlay(self._store, anew)

    @classmethod
    def taken_over(cls, store: GameStore, saved: Record) -> LocalPlay:
        """A practice game from where a record ends; ``ReplayError`` if the record breaks before that."""
        mine = replace(saved, elapsed=0.0, extra={ID: secrets.token_hex(8), PRACTICE: True})
        return cls(store, SavedGame(mine, mine.replay()))

    @property
    def spec(self) -> GameSpec:
        """The rules that are played."""
        return self._session.spec

    @property
    def code(self) -> str:
        """The deal's code, or the variant alone for a deal that has none."""
        return str(self.deal.code) if self.deal.code else self.spec.prefix

    @property
    def score(self) -> int:
        """The score now."""
        return self._session.state.score

    @property
    def moves(self) -> int:
        """Moves made; an undo does not lower it."""
        return self._session.moves

    @property
    def outcome(self) -> Outcome:
        """Open, won or finished."""
        return self._session.outcome

    @property
    def started(self) -> bool:
        """True once a move was made: the clock runs."""
        return self._session.moves > 0

    @property
    def elapsed(self) -> float:
        """Seconds played."""
        return self._elapsed

    def view(self) -> View:
        """What the player may see."""
        return view(self.spec, self.deal.pack, self._session.state)

    def refusal(self, event: Event) -> Refusal | None:
        """The rule that forbids an event now. After the win the table accepts nothing more."""
        return Refusal.GAME_OVER if self.outcome is not Outcome.OPEN else self._session.refusal(event)

    def do(self, event: Event) -> Refusal | None:
        """Carry out an event and keep the record; or return the rule that forbids it."""
        reason = self.refusal(event)
        if reason is None:
            self._session.do(event)
            self.keep()
        return reason

    def tick(self, seconds: float) -> None:
        """Let the clock run on: call it only while the player is at the table."""
        if self.started and self.outcome is Outcome.OPEN:
            self._elapsed += seconds

    @property
    def game(self) -> SavedGame:
        """The game as it stands, to keep or to end."""
        return SavedGame(self.record(), self._session)

    @property
    def practice(self) -> bool:
        """True if the game does not count."""
        return self.game.practice

    def path(self) -> Path:
        """The cards and the moves that led here."""
        return Path(self.deal, self._session.line, self._session.undoable)

    @property
    def shown(self) -> bool:
        """True once the program played moves of a win for the player."""
        return self.game.shown

    def show(self) -> None:
        """From now on the game is ``shown``."""
        self._extra = {**self._extra, SHOWN: True}
        self.keep()

    def keep(self) -> None:
        """Hand the game as it stands to the store; a game that is over goes into the history."""
        self._store.keep(self.game)

    def record(self) -> Record:
        """The game on paper."""
        return Record.of(self.deal, self._session, round(self._elapsed, 1), self._extra)
