"""The authority of solo games: it shuffles, keeps the cards, the clock and the score. Pure: no clock, no file.

Rules: the game's own spec. Time: every event adds the time since the one before, but at most ``longest_gap``, so
that time does not pile up while the player is away.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from game.engine.record import Deal, Record
from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.engine.state import Command as Order
from game.engine.view import view
from game.net.messages import Command, Do, Look, NewDeal, Replay, Resume, Snapshot

NUMBER = "number"


class Keeper(Protocol):
    """Where the authority keeps its games."""

    def load(self) -> tuple[Record, Session] | None:
        """The active game."""

    def keep(self, saved: Record, session: Session) -> None:
        """Keep a game that is open, or file one that is over."""

    def last(self) -> Deal | None:
        """The deal of the game that ended last."""

    def abandon(self, saved: Record, session: Session) -> None:
        """File an open game as abandoned."""

    def fresh(self) -> dict[str, Any]:
        """What a new game's record carries besides the deal: its identity and its number."""


class SoloAuthority:
    """One player's solo games under one spec. ``random_seed`` makes 32 secret bytes."""

    def __init__(self, spec: GameSpec, keeper: Keeper, random_seed: Callable[[], bytes], longest_gap: float) -> None:
        self._spec = spec
        self._keeper = keeper
        self._random_seed = random_seed
        self._longest_gap = longest_gap
        self._last: float | None = None
        self._record: Record | None = None
        self._session = Session(spec, bytes(range(spec.pack_size)))

    def handle(self, command: Command, now: float) -> Snapshot | None:
        """Carry out a command at ``now`` (seconds on any clock that never goes back); None: there is no game."""
        refusal = None
        if isinstance(command, Resume):
            self._resume(command.deal)
            self._last = now  # the time since its last event does not count
        elif isinstance(command, Look):
            self._resume(deal=False)
        elif isinstance(command, NewDeal):
            self._abandon()
            self._deal(Deal.from_seed(self._spec, self._random_seed()), self._keeper.fresh())
        elif isinstance(command, Replay):
            self._replay(command.deal)
        elif isinstance(command, Do):
            refusal = self._do(command, now)
        return None if self._record is None else self._snapshot(refusal)

    def _resume(self, deal: bool) -> None:
        """Take up the active game."""
        if self._record is None:
            found = self._keeper.load()
            if found is not None:
                self._record, self._session = found
            elif deal:
                self._deal(Deal.from_seed(self._spec, self._random_seed()), self._keeper.fresh())

    def _abandon(self) -> None:
        if self._record is None:
            self._resume(deal=False)
        if self._record is not None and self._session.outcome is Outcome.OPEN:
            self._keeper.abandon(self._record, self._session)

    def _replay(self, deal: Deal | None) -> None:
        """The same seed again. An open game begins anew and stays the same game; one that is over stays filed."""
        if self._record is None:
            self._resume(deal=False)
        if deal is not None and (self._record is None or self._record.deal != deal):
            self._abandon()
            self._deal(deal, self._keeper.fresh())
        elif self._record is None:
            last = self._keeper.last() or Deal.from_seed(self._spec, self._random_seed())
            self._deal(last, self._keeper.fresh())
        else:
            fresh = self._record.extra if self._session.outcome is Outcome.OPEN else self._keeper.fresh()
            self._deal(self._record.deal, fresh)

    def _deal(self, deal: Deal, extra: dict[str, Any]) -> None:
        self._last = None
        self._record = Record(deal, extra=extra)
        self._session = Session(deal.spec, deal.pack)
        self._keeper.keep(self._record, self._session)

    def _do(self, command: Do, now: float) -> Refusal | None:
        if self._record is None:
            return Refusal.GAME_OVER
        refusal = self._session.refusal(command.event)
        if refusal is not None:
            return refusal
        gap = 0.0 if self._last is None or not self._session.events else now - self._last
        self._last = now
        self._session.do(command.event)
        elapsed = self._record.elapsed + max(0.0, min(gap, self._longest_gap))
        self._record = replace(
            self._record, events=(*self._record.events, str(command.event)), elapsed=round(elapsed, 3)
        )
        self._keeper.keep(self._record, self._session)
        return None

    def _snapshot(self, refusal: Refusal | None) -> Snapshot:
        assert self._record is not None
        session, over = self._session, self._session.outcome is not Outcome.OPEN
        number = self._record.extra.get(NUMBER)
        return Snapshot(
            view(self._spec, session.pack, session.state),
            session.state.score,
            session.moves,
            self._record.elapsed,
            session.outcome,
            session.refusal(Order.UNDO) is None,
            number if isinstance(number, int) else 0,
            self._record.deal.seed if over else None,
            refusal,
        )
