"""Random courses of a match: two boards, a deadline, servers that come and go."""

from __future__ import annotations

import json
from functools import partial
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
)

from game.engine.session import Session
from game.engine.state import Move
from game.net import fromclient
from game.server import matchworks
from game.server.matchtable import MatchTable
from game.server.store import Fenced
from game.server.tables import Answer
from tests.net.courses import Course, CourseMachine, choices, order_of, seats, seeds
from tests.net.ledger import PLAYERS


class MatchMachine(CourseMachine):
    """A match: two boards, a deadline, restarts."""

    @initialize(seed=seeds)
    def begin(self, seed: bytes) -> None:
        self.seed = seed
        self.match = self.ledger.begin_match(seed)
        self.table: MatchTable = self.ledger.match_table(self.match)
        self.table.match.deadline = self.deadline = self.now + 240.0
        self.ledger.database.execute("UPDATE match SET deadline = ?", (self.deadline,))
        self.courses = (Course(), Course())
        self.results = 0

    def session(self, seat: int) -> Session:
        return self.table.match.boards[seat].session

    def send(self, seat: int, order: fromclient.Order) -> Answer:
        return self.table.order(PLAYERS[seat], order, self.now)

    def snapshot(self, seat: int) -> dict[str, Any]:
        heard = self.hear(self.table.look(PLAYERS[seat], self.now))
        snapshot = next(message for message in heard if message["t"] == "snapshot")
        assert snapshot["remaining_ms"] == max(0, round((self.deadline - self.now) * 1000)), "only the server's clock"
        return snapshot

    def course(self, seat: int) -> Course:
        return self.courses[seat]

    def game(self, seat: int) -> str:
        return self.table.game_of(PLAYERS[seat])

    def hear(self, answer: Answer) -> list[dict[str, Any]]:
        over = all(course.ended for course in self.courses)
        heard = super().hear(answer)
        closed = [message for message in heard if message["t"] == "closed"]
        if closed:
            self.results += 1
            assert self.results == 1, "a match has one result"
            assert len(closed) == 2
            first, second = closed
            assert [first["score"], second["score"]] == [each.get("opponent_score", 0) for each in (second, first)]
            higher = (first["score"] > second["score"]) - (first["score"] < second["score"])
            expected = {1: ("win", "loss"), -1: ("loss", "win"), 0: ("draw", "draw")}[higher]
            assert (first["verdict"], second["verdict"]) in (expected, ("void", "void"))
        elif not over:
            assert not [message for message in heard if message["t"] == "reveal"], "revealed while a board is open"
        return heard

    def check_secrets(self, seat: int, message: bytes) -> None:
        super().check_secrets(seat, message)
        closed = all(board.ending.value != "open" for board in self.table.match.boards)
        assert closed or self.seed.hex() not in message.decode(), "the seed was told too early"

    def late(self) -> bool:
        return self.now >= self.deadline

    def expect(self, seat: int, heard: list[dict[str, Any]]) -> None:
        """A command before the deadline on an open board is answered by the game's rules, any other by the clock."""
        if self.courses[seat].ended and heard[0]["t"] == "err":
            assert heard[0].get("rule") == "game-over"
        elif self.late():
            assert self.refusal_of(heard) == "time-over"
        else:
            assert self.refusal_of(heard) in ("", "refused")

    @rule(seat=seats, choice=choices)
    def move(self, seat: int, choice: int) -> None:
        was_open = not self.courses[seat].ended
        heard = self.do(seat, self.legal(seat, choice))
        if was_open and not self.late():
            assert heard[0]["t"] == "ok"
        self.expect(seat, heard)

    @precondition(lambda self: not self.late())
    @rule(seat=seats, times=st.integers(4, 12))
    def round_the_stock(self, seat: int, times: int) -> None:
        """So often that the waste is turned over, as in long games."""
        if not self.courses[seat].ended:
            for _ in range(times):
                assert self.do(seat, "draw")[0]["t"] == "ok"

    @precondition(lambda self: not self.late())
    @rule(seat=seats, times=st.integers(1, 9), choice=choices)
    def there_and_back(self, seat: int, times: int, choice: int) -> None:
        """Moves and their undos, and round the stock and back: an undo must find all of it again."""
        if self.courses[seat].ended:
            return
        made = [self.do(seat, self.legal(seat, choice + number))[0]["t"] for number in range(times)]
        made += [self.do(seat, "draw")[0]["t"] for _ in range(times)]
        assert {*made} == {"ok"}
        for _ in made:
            self.undo(seat)

    @rule(seat=seats, choice=choices)
    def any_move(self, seat: int, choice: int) -> None:
        self.expect(seat, self.do(seat, str(Move(choice % 7, 1 + choice // 7 % 4, choice // 28 % 7))))

    @rule(seat=seats)
    def undo(self, seat: int) -> None:
        possible = bool(self.courses[seat].told) and not self.courses[seat].ended and not self.late()
        heard = self.do(seat, "undo")
        assert (heard[0]["t"] == "ok") == possible
        self.expect(seat, heard)

    @rule(seat=seats, sure=st.integers(0, 3))
    def finish(self, seat: int, sure: int) -> None:
        if sure == 0:
            self.expect(seat, self.do(seat, "finish"))

    @precondition(lambda self: any(course.events for course in self.courses))
    @rule(seat=seats, choice=choices)
    def again(self, seat: int, choice: int) -> None:
        if self.courses[seat].events:
            self.repeat(seat, choice)

    @rule(seat=seats, skip=st.integers(1, 3))
    def gap(self, seat: int, skip: int) -> None:
        rev = len(self.courses[seat].events)
        self.off_number(seat, rev + 1 + skip, rev, "draw", "gap")

    @rule(seat=seats, off=st.sampled_from([-1, 1, 2]))
    def stale(self, seat: int, off: int) -> None:
        rev = len(self.courses[seat].events)
        self.off_number(seat, rev + 1, rev + off if rev + off >= 0 else rev + 1, "draw", "stale")

    @rule(seconds=st.sampled_from([0.0, 0.001, 1.0, 30.0, 90.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def to_the_deadline(self) -> None:
        """One millisecond before, exactly at, or after it, in three steps."""
        self.now = max(self.now, self.deadline - 0.001) if self.now < self.deadline - 0.001 else self.now + 0.001

    @rule()
    def timer(self) -> None:
        self.hear(self.table.expire(self.now))
        if self.late():
            for course in self.courses:
                course.ended = course.ended or "expired"

    @precondition(lambda self: not self.results)
    @rule(seat=seats, choice=choices)
    def disk_full(self, seat: int, choice: int) -> None:
        """A command's jobs fail: it never happened."""
        rev = len(self.courses[seat].events)
        self.send(seat, order_of(self.game(seat), rev + 1, rev, self.legal(seat, choice)))
        self.table = self.ledger.match_table(self.match)

    @precondition(lambda self: not self.results)
    @rule(downtime=st.sampled_from([0.0, 1.5, 119.0, 121.0]))
    def restart(self, downtime: float) -> None:
        """Another server takes over; what the old one still writes is refused."""
        old, seat = self.table, next(seat for seat in (0, 1) if not self.courses[seat].ended)
        self.ledger.run(partial(matchworks.beat, "old", "ws://old", -1.0))
        self.ledger.database.execute("UPDATE match SET node = 'old'")
        assert len(self.ledger.run(partial(matchworks.claim, "new", False))) == 1
        self.now += downtime
        self.deadline += downtime
        self.ledger.database.execute("UPDATE match SET deadline = ?", (self.deadline,))
        self.table = self.ledger.match_table(self.match)
        voided = self.hear(self.table.resume(downtime, self.now))
        assert bool(voided) == (downtime > 120)
        if voided:
            self.deadline -= downtime
            assert {message["verdict"] for message in voided if message["t"] == "closed"} == {"void"}
            for course in self.courses:
                course.ended = course.ended or "void"
        rev = len(self.courses[seat].events)
        late = old.order(
            PLAYERS[seat], order_of(self.game(seat), rev + 1, rev, "draw"), min(self.now, old.match.deadline - 1)
        )
        with pytest.raises(Fenced):
            self.ledger.commit(late.jobs)
            raise Fenced if not late.jobs else AssertionError("two servers wrote one match")

    @invariant()
    def stored_is_what_was_told(self) -> None:
        for seat in (0, 1):
            assert self.stored(seat) == self.courses[seat].events
        states = [
            row[0] for row in self.ledger.rows("SELECT state FROM game WHERE match = ? ORDER BY seat", self.match)
        ]
        assert states == [course.ended or "open" for course in self.courses]
        assert len(self.ledger.rows("SELECT 1 FROM result")) == self.results
        assert (self.results == 1) == all(course.ended for course in self.courses)

    @invariant()
    def the_other_player_learns_no_card(self) -> None:
        for player in PLAYERS:
            _, message = self.table.opponent(player)
            assert set(json.loads(message)) <= {"t", "match", "score", "progress", "done"}
