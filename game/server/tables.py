"""What is common to solo tables and match tables: numbered commands in, what must be durable and what is replied out.

No input, no output, no clock: a table is told when a message arrived. What it answers may leave only when the jobs
that come with it are durable; a table whose jobs failed is thrown away and read anew.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from enum import Enum
from functools import partial
from typing import Any, NamedTuple

import msgspec

from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.engine.state import Command, Event, Move, parse_event
from game.engine.view import View, view
from game.net import fromclient, fromserver, protocol, wire
from game.server.store import Job
from game.server.works import Fence, StoredEvent, append

#: Replies that are kept at hand to be told again; older ones are read from the database.
_RECENT = 32


class Lookup(NamedTuple):
    """A reply that must be read from the database."""

    game: str
    cid: int
    event: str


class Answer(NamedTuple):
    """Jobs that must be durable before the replies may leave; each reply with the player whom it is for."""

    jobs: Sequence[Job[None]] = ()
    replies: Sequence[tuple[str, bytes]] = ()
    lookup: Lookup | None = None


class Table:
    """What is played at a table. ``pending`` counts answers whose jobs are on their way to the database; ``failed`` is
    set when jobs failed: what the table holds did not happen then."""

    def __init__(self) -> None:
        self.pending = 0
        self.failed = False


class Judgement(Enum):
    """What the numbers of a command say."""

    NEXT = "next"
    AGAIN = "again"
    GAP = "gap"
    STALE = "stale"


class Line:
    """The numbered course of one player's game: what was carried out, and what was replied to it."""

    def __init__(self, game: str, player: str, events: Sequence[StoredEvent] = ()) -> None:
        self.game = game
        self.player = player
        self.events = [event.event for event in events]
        first = max(0, len(events) - _RECENT)
        self._replies = OrderedDict((first + at + 1, event.reply) for at, event in enumerate(events[first:]))

    @property
    def rev(self) -> int:
        """The number of events; also the ``cid`` of the last command, for each event was commanded."""
        return len(self.events)

    def judge(self, order: fromclient.Order) -> Judgement:
        """A command that was carried out already is told by its number and its event together.

        The number alone would take another device's command for this one's.
        """
        if order.cid > self.rev + 1:
            return Judgement.GAP
        if 1 <= order.cid <= self.rev:
            return Judgement.AGAIN if self.events[order.cid - 1] == event_text(order) else Judgement.STALE
        return Judgement.NEXT if order.cid and order.rev == self.rev else Judgement.STALE

    def again(self, order: fromclient.Order) -> Answer:
        """The reply that a command had when it was carried out."""
        reply = self._replies.get(order.cid)
        if reply is None:
            return Answer(lookup=Lookup(self.game, order.cid, event_text(order)))
        return Answer(replies=((self.player, reply),))

    def add(self, fence: Fence, event: str, elapsed: float, reply: bytes) -> Job[None]:
        """Enter an event, and return the job that writes it."""
        self.events.append(event)
        self._replies[self.rev] = reply
        if len(self._replies) > _RECENT:
            self._replies.popitem(last=False)
        return partial(append, fence, self.game, self.rev, event, elapsed, reply)


def event_text(order: fromclient.Order) -> str:
    """The event that a command asks for, as it is written down."""
    if isinstance(order, fromclient.Cmd):
        return order.event
    return str(Command.UNDO if isinstance(order, fromclient.Undo) else Command.FINISH)


def event_of(order: fromclient.Order) -> Event | None:
    """The event that a command asks for; None if a move's text is none."""
    if isinstance(order, fromclient.Cmd):
        try:
            event = parse_event(order.event)
        except ValueError:
            return None
        return event if isinstance(event, Move) and str(event) == order.event else None
    return Command.UNDO if isinstance(order, fromclient.Undo) else Command.FINISH


def refused(line: Line, order: fromclient.Order, code: str, rule: Refusal | None = None) -> bytes:
    """The message that refuses a command."""
    return protocol.encode(
        fromserver.Err(code, order.cid, line.rev, line.game, "" if rule is None else rule.value),
    )


def ok(line: Line, session: Session, seen: tuple[View, View], outcome: str, time_ms: int) -> bytes:
    """The message that acknowledges the event that follows on ``line``; ``seen`` are the views before and after."""
    state = session.state
    return protocol.encode(
        fromserver.Ok(
            line.game,
            line.rev + 1,
            line.rev + 1,
            wire.changes(*seen),
            state.score,
            session.moves,
            state.recycles,
            outcome,
            can_undo(session, outcome),
            time_ms,
        )
    )


def can_undo(session: Session, outcome: str) -> bool:
    """True if there is something to take back."""
    return outcome == Outcome.OPEN.value and session.refusal(Command.UNDO) is None


def snapshot(
    line: Line, session: Session, seen: View, outcome: str, commitment: str, **more: Any
) -> fromserver.Snapshot:
    """The whole game as its player may know it; ``more`` is what solo games and matches differ in."""
    return fromserver.Snapshot(
        line.game,
        line.rev,
        line.rev,
        wire.piles(seen),
        session.state.score,
        session.moves,
        session.state.recycles,
        outcome,
        can_undo(session, outcome),
        commitment,
        **more,
    )


def seen_of(spec: GameSpec, session: Session) -> View:
    """What a player may see of a game."""
    return view(spec, session.pack, session.state)


def milliseconds(seconds: float) -> int:
    """Seconds as whole milliseconds."""
    return round(seconds * 1000)


def encoded(player: str, *messages: msgspec.Struct) -> list[tuple[str, bytes]]:
    """Messages as replies to a player."""
    return [(player, protocol.encode(message)) for message in messages]
