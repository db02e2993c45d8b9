"""A match at the server: its authority, the numbered courses of both boards, and its one result as a job."""

from __future__ import annotations

from functools import partial

from game.engine.games import ERAM_SOLO
from game.net import fromclient, fromserver, protocol
from game.net.fairness import commitment
from game.net.match import LENGTH, SEATS, Ending, Match, TimeOver, Verdict
from game.server.matchworks import StoredMatch, close_match
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
    seen_of,
    snapshot,
)
from game.server.works import Ended, Fence, end_game

_SPEC = ERAM_SOLO


class MatchTable(Table):
    """A running match as it is stored. ``IllegalEvent`` if its events are not those of a game."""

    def __init__(self, stored: StoredMatch) -> None:
        super().__init__()
        self.id = stored.id
        self.epoch = stored.epoch
        self.names = stored.names
        self.players = tuple(board.player for board in stored.boards)
        self.match = Match(_SPEC, stored.seed, stored.deadline)
        self._commitment = commitment(stored.id, stored.seed)
        self._lines = [Line(board.id, board.player, board.events) for board in stored.boards]
        for seat, board in enumerate(stored.boards):
            self.match.restore(seat, [event.event for event in board.events], Ending(board.state))
        self._played = [board.elapsed for board in stored.boards]
        self._seen = [seen_of(_SPEC, board.session) for board in self.match.boards]

    def seat_of(self, player: str) -> int:
        """The seat of one of the two players."""
        return self.players.index(player)

    def game_of(self, player: str) -> str:
        """The identity of a player's board."""
        return self._lines[self.seat_of(player)].game

    def is_open(self, player: str) -> bool:
        """True while a player's board is not closed."""
        return self.match.boards[self.seat_of(player)].ending is Ending.OPEN

    def look(self, player: str, now: float) -> Answer:
        """The match and a player's own board as they stand."""
        seat = self.seat_of(player)
        line, remaining = self._lines[seat], self._remaining(now)
        matched = fromserver.Matched(self.id, line.game, self.names[1 - seat], self._commitment, remaining)
        return Answer((), encoded(player, matched, self._snapshot(seat, now), self._opponent(1 - seat)))

    def opponent(self, of: str) -> tuple[str, bytes]:
        """What the other player may know of a player's board."""
        seat = self.seat_of(of)
        return self.players[1 - seat], protocol.encode(self._opponent(seat))

    def finish_ask(self, player: str, now: float) -> Answer:
        """What would be counted."""
        seat = self.seat_of(player)
        line, board = self._lines[seat], self.match.boards[seat]
        message = fromserver.Finish(line.game, line.rev, board.score, board.session.moves, self._remaining(now))
        return Answer((), encoded(player, message))

    def order(self, player: str, order: fromclient.Order, stamp: float) -> Answer:
        """Carry out a command on a player's own board that arrived at ``stamp``."""
        seat = self.seat_of(player)
        line, board = self._lines[seat], self.match.boards[seat]
        judgement = line.judge(order)
        if judgement is Judgement.AGAIN:
            return line.again(order)
        if judgement is not Judgement.NEXT:
            whole = encoded(player, self._snapshot(seat, stamp))
            return Answer((), [(player, refused(line, order, judgement.value)), *whole])
        event = event_of(order)
        if event is None:
            return Answer((), [(player, refused(line, order, "unreadable"))])
        try:
            rule = self.match.do(seat, event, stamp)
        except TimeOver:
            return Answer((), [(player, refused(line, order, "time-over"))])
        if rule is not None:
            return Answer((), [(player, refused(line, order, "refused", rule))])
        seen = self._seen[seat], seen_of(_SPEC, board.session)
        self._seen[seat] = seen[1]
        reply = ok(line, board.session, seen, board.ending.value, self._remaining(stamp))
        job = line.add(self._fence(seat), event_text(order), self._elapsed(stamp), reply)
        closing = self._close([seat], stamp) if board.ending is not Ending.OPEN else Answer()
        return Answer((job, *closing.jobs), [(player, reply), *closing.replies])

    def expire(self, now: float) -> Answer:
        """Close what is open if the deadline has come."""
        return self._close(self.match.expire(now), now)

    def resume(self, downtime: float, now: float) -> Answer:
        """Go on after the server was away; nothing is to be done if that was short enough.

        The stored deadline has been moved already.
        """
        still_open = [seat for seat in SEATS if self.match.boards[seat].ending is Ending.OPEN]
        self.match.deadline -= downtime
        return Answer() if self.match.resume(downtime) else self._close(still_open, now)

    def _close(self, seats: list[int], now: float) -> Answer:
        """Enter the endings of boards that were closed, and the result if both are."""
        if not seats:
            return Answer()
        jobs: list[Job[None]] = []
        for seat in seats:
            board, line = self.match.boards[seat], self._lines[seat]
            self._played[seat] = self._elapsed(now)
            ended = Ended(line.game, line.rev, board.ending.value, board.score, board.session.moves, self._played[seat])
            jobs.append(partial(end_game, self._fence(seat), ended))
        verdict = self.match.verdict(0)
        if verdict is None:
            return Answer(jobs)
        first, second = self.match.boards
        state = "void" if verdict is Verdict.VOID else "closed"
        scores = first.score, second.score
        jobs.append(partial(close_match, self.id, self.epoch, state, scores, verdict.value))
        replies: list[tuple[str, bytes]] = []
        for seat in SEATS:
            replies += encoded(self.players[seat], self._closed(seat), self._reveal())
        return Answer(jobs, replies)

    def _closed(self, seat: int) -> fromserver.Closed:
        board, verdict = self.match.boards[seat], self.match.verdict(seat)
        assert verdict is not None
        return fromserver.Closed(
            self._lines[seat].game,
            board.ending.value,
            board.score,
            board.session.moves,
            milliseconds(self._played[seat]),
            self.id,
            verdict.value,
            self.match.boards[1 - seat].score,
        )

    def _reveal(self) -> fromserver.Reveal:
        boards = tuple(
            fromserver.Board(self.names[seat], board.ending.value, board.score, tuple(self._lines[seat].events))
            for seat, board in enumerate(self.match.boards)
        )
        return fromserver.Reveal(self.id, _SPEC.prefix, self.match.seed.hex(), self._commitment, boards)

    def _snapshot(self, seat: int, now: float) -> fromserver.Snapshot:
        board = self.match.boards[seat]
        return snapshot(
            self._lines[seat],
            board.session,
            self._seen[seat],
            board.ending.value,
            self._commitment,
            remaining_ms=self._remaining(now),
            match=self.id,
        )

    def _opponent(self, seat: int) -> fromserver.Opponent:
        board = self.match.boards[seat]
        return fromserver.Opponent(self.id, board.score, board.progress, board.ending is not Ending.OPEN)

    def _fence(self, seat: int) -> Fence:
        return Fence(self.players[seat], self.id, self.epoch)

    def _remaining(self, now: float) -> int:
        return max(0, milliseconds(self.match.deadline - now))

    def _elapsed(self, now: float) -> float:
        """Seconds of the match that were played; the times when the server was away are not in it."""
        return round(min(LENGTH, LENGTH - (self.match.deadline - now)), 3)
