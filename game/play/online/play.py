"""A game at the table that a match server keeps: the last word of the server, and what is on its way to it."""

from __future__ import annotations

import math
from collections.abc import Callable

from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.state import Command, Event
from game.net import fromserver
from game.net.fromclient import Order
from game.net.messages import Snapshot
from game.net.outbox import MOST, Outbox
from game.net.protocol import LONGEST_GAP
from game.net.wire import to_view
from game.play.online.forecast import Position, foreseen
from game.play.seen import SeenPlay

_OPEN, _WON = "open", "won"


class OutOfStep(Exception):
    """The server told of something that does not follow on what it told before: it must be asked for the whole."""


class OnlinePlay(SeenPlay):
    """One game. ``send`` sends a command, or loses it: it is kept until the server's word on it comes."""

    def __init__(self, told: fromserver.Snapshot, send: Callable[[Order], None], now: Callable[[], float]) -> None:
        super().__init__(LONGEST_GAP, now)
        self._send = send
        self._outbox = Outbox()
        self._events: dict[int, Event] = {}
        self._seed: bytes | None = None
        self._holding = False
        #: How the server says the game stands: ``open``, ``won``, ``finished``, ``expired`` or ``void``.
        self.ending = _OPEN
        #: True when the game is over for all who play it.
        self.closed = False
        self.take(told)

    # --- The server's word

    def take(self, told: fromserver.Snapshot) -> None:
        """The game as it stands; ``NotAView`` if it cannot be one."""
        view = to_view(self.spec, told.view, told.score, told.recycles)
        self._outbox.told(told)
        self.game, self.number, self.commitment = told.game, told.number, told.commitment
        self._rev = told.rev
        self._piles = dict(told.view)
        self._known = Position(view, told.moves)
        self.timed = told.remaining_ms is not None
        self._time(told.elapsed_ms if told.remaining_ms is None else told.remaining_ms)
        self.ending, self._can_undo = told.outcome, told.can_undo
        self._foresee()

    def acknowledge(self, ok: fromserver.Ok) -> None:
        """An event was carried out; ``OutOfStep`` if another one should have been, ``NotAView`` if it cannot be."""
        if ok.cid <= self._rev:
            return  # told before; its snapshot was faster
        if ok.cid != self._rev + 1:
            raise OutOfStep
        piles = self._piles | ok.delta
        view = to_view(self.spec, piles, ok.score, ok.recycles)
        before = self._known.before
        event = self._events.get(ok.cid)
        if event is Command.UNDO:
            before = before[:-1]
        elif event is not Command.FINISH:
            before = (*before, self._known.view)
        self._outbox.acknowledged(ok)
        self._rev, self._piles, self._known = ok.rev, piles, Position(view, ok.moves, before)
        self._time(ok.time_ms)
        self.ending, self._can_undo = ok.outcome, ok.can_undo
        self._foresee()

    def refuse(self, err: fromserver.Err) -> Refusal | None:
        """A command was refused, and with it what was built on it. Returns the rule of the game, if it was one."""
        self._outbox.refused(err)
        self._foresee()
        try:
            return Refusal(err.rule)
        except ValueError:
            return None

    def close(self, told: fromserver.Closed) -> None:
        """The game is over; ``time_ms`` is how long it took."""
        self.ending, self.closed = told.outcome, True
        self._known = self._known._replace(moves=told.moves)
        self._outbox = Outbox()
        self._time(told.time_ms)
        self._foresee()

    def reveal(self, seed: bytes) -> None:
        """The cards are no secret any more."""
        self._seed = seed
        self._foresee()

    def hold(self) -> None:
        """The connection is lost: what is done now is only kept, until ``send_again``."""
        self._holding = True

    def send_again(self) -> None:
        """There is a new connection: send what is not acknowledged, under the same numbers."""
        self._holding = False
        for order in self._outbox.orders:
            self._send(order)

    def _time(self, milliseconds: int | None) -> None:
        self._seconds = (milliseconds or 0) / 1000
        self._taken_at = self._now()

    def _foresee(self) -> None:
        """See what is known, and after it what the commands on their way will lead to."""
        self._events = {order.cid: self._events[order.cid] for order in self._outbox.orders}
        position: Position | None = self._known
        seen = self._known
        for order in self._outbox.orders:
            position = foreseen(self.spec, seen, self._events[order.cid])
            if position is None:
                break
            seen = position
        self._snapshot = Snapshot(
            seen.view,
            seen.view.state.score,
            seen.moves,
            self._seconds,
            self._outcome,
            bool(seen.before) or self._can_undo,
            self.number,
            self._seed,
        )

    @property
    def _outcome(self) -> Outcome:
        if self.ending == _OPEN:
            return Outcome.OPEN
        return Outcome.WON if self.ending == _WON else Outcome.FINISHED

    # --- At the table

    @property
    def waiting(self) -> int:
        """Commands that are not acknowledged."""
        return len(self._outbox.orders)

    @property
    def over(self) -> bool:
        """True when the player's own game is over."""
        return self.ending != _OPEN

    @property
    def crowded(self) -> bool:
        """True while so much is on its way that nothing more can be done."""
        return self.waiting >= MOST

    @property
    def code(self) -> str:
        """A match is named by what the server promised of its deal, for whoever wants to check it."""
        return self.commitment if self.timed else super().code

    @property
    def elapsed(self) -> float:
        """Seconds played; in a match that runs, the whole ones that are left of it by the server's last word."""
        if self.timed and not self.closed:
            return float(math.ceil(self._remaining))
        return super().elapsed

    @property
    def _remaining(self) -> float:
        return max(0.0, self._seconds - (self._now() - self._taken_at))

    def next_second(self) -> float | None:
        """Seconds until the clock of a match that runs shows another second."""
        if not self.timed or self.closed or not self._remaining:
            return None
        return math.modf(self._remaining)[0] + 0.005

    def refusal(self, event: Event) -> Refusal | None:
        """The rule that forbids an event, as far as what is seen tells."""
        if Command.FINISH in self._events.values():
            return Refusal.GAME_OVER
        return super().refusal(event)

    def do(self, event: Event) -> Refusal | None:
        """Command an event, and show what it leads to; or return the rule that forbids it. Not while ``crowded``."""
        reason = self.refusal(event)
        if reason is not None:
            return reason
        order = self._outbox.order(event)
        assert order is not None, "asked while crowded"
        self._events[order.cid] = event
        if not self._holding:
            self._send(order)
        self._foresee()
        return None
