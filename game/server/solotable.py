"""A player's solo games at the server: the same authority as in the game itself, with a keeper that notes down jobs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from game.engine.deals import shuffle
from game.engine.games import ERAM_SOLO
from game.engine.record import Deal, Record
from game.engine.session import Outcome, Session
from game.net import fromclient, fromserver
from game.net.fairness import commitment
from game.net.messages import Do, Look, NewDeal, Replay, Resume, Snapshot
from game.net.protocol import LONGEST_GAP
from game.net.solo import NUMBER, SoloAuthority
from game.server.store import Job
from game.server.tables import (
    Answer,
    Judgement,
    Line,
    Table,
    encoded,
    event_of,
    event_text,
    milliseconds,
    ok,
    refused,
    snapshot,
)
from game.server.works import Ended, Fence, StoredGame, end_game, open_game

_GAME = "game"
#: The state of a game that was left before its first move, or begun anew: it is not counted.
_DROPPED = "dropped"
_ABANDONED = "abandoned"


class Notes:
    """A keeper that notes down what is to be stored. ``stored`` is the open game, ``counted`` how many went before."""

    def __init__(self, fence: Fence, stored: StoredGame | None, counted: int, make_key: Callable[[], str]) -> None:
        self._fence = fence
        self._stored = stored
        self._counted = counted
        self._make_key = make_key
        self._jobs: list[Job[None]] = []
        self._key = ""
        self.line = Line("", fence.player)
        self.record: Record | None = None
        self.session: Session | None = None

    def load(self) -> tuple[Record, Session] | None:
        """The open game. ``ReplayError`` if its events are not those of a game."""
        stored, self._stored = self._stored, None
        if stored is None:
            return None
        self._key = stored.id
        deal = Deal.from_seed(ERAM_SOLO, stored.seed)
        events = tuple(event.event for event in stored.events)
        elapsed = stored.events[-1].elapsed if stored.events else 0.0
        self.record = Record(deal, events, elapsed, {_GAME: stored.id, NUMBER: stored.number})
        self.session = self.record.replay()
        self.line = Line(stored.id, self._fence.player, stored.events)
        return self.record, self.session

    def keep(self, saved: Record, session: Session) -> None:
        """Note a game that begins or ends; an event is noted by the table, which knows what is replied to it."""
        if saved.extra[_GAME] != self._key:
            self._begin(saved, saved.extra[_GAME])
        elif not saved.events and self.line.rev:
            self._end(_DROPPED)
            self._begin(saved, self._make_key())
            self._key = saved.extra[_GAME]
        self.record, self.session = saved, session
        if session.outcome is not Outcome.OPEN:
            self._end(session.outcome.value)

    def last(self) -> Deal | None:
        """Which game is to be dealt again is always said."""
        return None

    def abandon(self, saved: Record, session: Session) -> None:
        """Note that an open game was left."""
        self._end(_ABANDONED if session.moves else _DROPPED)

    def fresh(self) -> dict[str, Any]:
        """A new identity, and the number after the games that were counted."""
        return {_GAME: self._make_key(), NUMBER: self._counted + 1}

    def take(self) -> list[Job[None]]:
        """The jobs since the last call."""
        jobs, self._jobs = self._jobs, []
        return jobs

    def _begin(self, saved: Record, game: str) -> None:
        assert saved.deal.seed is not None
        self._key = saved.extra[_GAME]
        self.line = Line(game, self._fence.player)
        self._jobs.append(partial(open_game, self._fence, game, saved.extra[NUMBER], saved.deal.seed))

    def _end(self, state: str) -> None:
        assert self.record is not None and self.session is not None
        record, session = self.record, self.session
        self._counted += state != _DROPPED
        ended = Ended(self.line.game, len(record.events), state, session.state.score, session.moves, record.elapsed)
        self._jobs.append(partial(end_game, self._fence, ended))


class SoloTable(Table):
    """One player's solo games. ``random_seed`` makes 32 secret bytes, ``make_key`` a new identity;
    the time before ``now`` does not count.

    ``ReplayError`` if the stored game cannot be replayed.
    """

    def __init__(
        self,
        fence: Fence,
        name: str,
        stored: StoredGame | None,
        counted: int,
        random_seed: Callable[[], bytes],
        make_key: Callable[[], str],
        now: float,
    ) -> None:
        super().__init__()
        self.fence = fence
        self._name = name
        self._notes = Notes(fence, stored, counted, make_key)
        self._authority = SoloAuthority(ERAM_SOLO, self._notes, random_seed, LONGEST_GAP)
        self._told: Snapshot | None = self._authority.handle(Resume(deal=False), now)

    @property
    def game(self) -> str:
        """The identity of the game on the table; empty if there is none."""
        return self._notes.line.game

    @property
    def open(self) -> bool:
        """True if there is a game that is not over."""
        return self._told is not None and self._told.outcome is Outcome.OPEN

    def look(self, now: float) -> Answer:
        """The game as it stands; nothing if there is none."""
        self._told = self._authority.handle(Look(), now)
        return Answer() if self._told is None else self._whole()

    def new(self, now: float) -> Answer:
        """Deal a new game."""
        self._told = self._authority.handle(NewDeal(), now)
        return self._whole(self._notes.take())

    def replay(self, seed: bytes, now: float) -> Answer:
        """Deal the game of a seed again."""
        deal = Deal(ERAM_SOLO, shuffle(seed), seed=seed)
        self._told = self._authority.handle(Replay(deal), now)
        return self._whole(self._notes.take())

    def finish_ask(self, now: float) -> Answer:
        """What would be counted."""
        told = self._authority.handle(Look(), now)
        assert told is not None
        message = fromserver.Finish(self.game, self._notes.line.rev, told.score, told.moves, milliseconds(told.elapsed))
        return Answer((), encoded(self.fence.player, message))

    def order(self, order: fromclient.Order, stamp: float) -> Answer:
        """Carry out a command on the game of this table that arrived at ``stamp``."""
        line = self._notes.line
        judgement = line.judge(order)
        if judgement is Judgement.AGAIN:
            return line.again(order)
        if judgement is not Judgement.NEXT:
            return Answer((), [(line.player, refused(line, order, judgement.value)), *self._whole().replies])
        event = event_of(order)
        before = self._told
        if event is None or before is None:
            return Answer((), [(line.player, refused(line, order, "unreadable"))])
        told = self._authority.handle(Do(event), stamp)
        assert told is not None
        if told.refusal is not None:
            return Answer((), [(line.player, refused(line, order, "refused", told.refusal))])
        self._told = told
        session = self._notes.session
        assert session is not None
        reply = ok(line, session, (before.view, told.view), told.outcome.value, milliseconds(told.elapsed))
        job = line.add(self.fence, event_text(order), told.elapsed, reply)
        replies = [(line.player, reply)]
        if told.outcome is not Outcome.OPEN:
            replies += self._closing(told)
        return Answer((job, *self._notes.take()), replies)

    def _whole(self, jobs: list[Job[None]] | None = None) -> Answer:
        told, session, record = self._told, self._notes.session, self._notes.record
        assert told is not None and session is not None and record is not None and record.deal.seed is not None
        line = self._notes.line
        message = snapshot(
            line,
            session,
            told.view,
            told.outcome.value,
            commitment(line.game, record.deal.seed),
            number=told.number,
            elapsed_ms=milliseconds(told.elapsed),
        )
        return Answer(jobs or (), encoded(line.player, message))

    def _closing(self, told: Snapshot) -> list[tuple[str, bytes]]:
        line, seed = self._notes.line, told.seed
        assert seed is not None
        outcome, elapsed = told.outcome.value, milliseconds(told.elapsed)
        board = fromserver.Board(self._name, outcome, told.score, tuple(line.events))
        return encoded(
            line.player,
            fromserver.Closed(line.game, outcome, told.score, told.moves, elapsed),
            fromserver.Reveal(line.game, ERAM_SOLO.prefix, seed.hex(), commitment(line.game, seed), (board,)),
        )
