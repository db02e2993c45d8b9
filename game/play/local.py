"""A game that is played on this machine: a session, its clock, and its record kept after every event."""

from __future__ import annotations

from typing import Any

from game.engine.record import Deal, Record
from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.engine.state import Event
from game.engine.view import View, view
from game.storage.games import GameStore, SavedGame


class LocalPlay:
    """One game being played; every change is handed to the store at once."""

    def __init__(self, store: GameStore, deal: Deal, session: Session | None = None, elapsed: float = 0.0) -> None:
        self._store = store
        self._extra: dict[str, Any] = {}
        self.deal = deal
        self._session = session or Session(deal.spec, deal.pack)
        self.elapsed = elapsed

    @classmethod
    def resumed(cls, store: GameStore, saved: SavedGame) -> LocalPlay:
        """A saved game, as it was left."""
        play = cls(store, saved.record.deal, saved.session, saved.record.elapsed)
        play._extra = saved.record.extra
        return play

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
            self.elapsed += seconds

    def keep(self) -> None:
        """Hand the game as it stands to the store; a game that is over is no longer an active one."""
        if self.outcome is Outcome.OPEN:
            self._store.save(self.record())
        else:
            self._store.remove(self.spec.prefix)

    def record(self) -> Record:
        """The game on paper."""
        return Record.of(self.deal, self._session, round(self.elapsed, 1), self._extra)
