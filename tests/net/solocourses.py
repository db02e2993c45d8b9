"""Random courses of one player's solo games: deals, replays, time, servers that come and go."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    initialize,
    invariant,
    precondition,
    rule,
)

from game.engine.session import Session
from game.net import fromclient
from game.server.solotable import SoloTable
from game.server.tables import Answer
from tests.net.courses import Course, CourseMachine, choices, order_of, seeds


class SoloMachine(CourseMachine):
    """One player's solo games: deals, replays, time, restarts."""

    @initialize(seed=seeds)
    def begin(self, seed: bytes) -> None:
        self.seed = seed
        self.table: SoloTable = self.ledger.solo_table(seed, self.now)
        self.one = Course()
        self.last: float | None = None
        self.elapsed = 0.0
        self.counted = 0
        self.hear(self.table.new(self.now))

    def session(self, seat: int) -> Session:
        session = self.table._notes.session
        assert session is not None
        return session

    def send(self, seat: int, order: fromclient.Order) -> Answer:
        return self.table.order(order, self.now)

    def snapshot(self, seat: int) -> dict[str, Any]:
        snapshot = self.hear(self.table.look(self.now))[0]
        assert abs(snapshot["elapsed_ms"] - self.elapsed * 1000) <= 1, "only commands add time, 60 s each at most"
        return snapshot

    def course(self, seat: int) -> Course:
        return self.one

    def game(self, seat: int) -> str:
        return self.table.game

    def check_secrets(self, seat: int, message: bytes) -> None:
        super().check_secrets(seat, message)
        assert self.one.ended or b"reveal" in message or self.seed.hex() not in message.decode()

    def do(self, seat: int, event: str) -> list[dict[str, Any]]:
        gap = 0.0 if self.last is None or not self.one.events else min(60.0, self.now - self.last)
        rev = len(self.one.events)
        before = self.state(self.snapshot(0))
        answer = self.send(0, order_of(self.game(0), rev + 1, rev, event))
        if answer.jobs:
            self.elapsed += gap
            self.last = self.now
        self.one.ended = "now" if b'"open"' not in answer.replies[0][1] and answer.jobs else self.one.ended
        heard = self.hear(answer)
        if heard[0]["t"] == "ok":
            self.one.events.append(event)
            self.one.replies.append(answer.replies[0][1])
            after = self.state(self.snapshot(0))
            if event == "undo":
                assert after == self.one.told.pop(), "an undo gives back exactly what was there"
            elif event != "finish":
                self.one.told.append(before)
            self.one.ended = "" if heard[0]["outcome"] == "open" else heard[0]["outcome"]
            self.counted += bool(self.one.ended)
        return heard

    @rule(choice=choices)
    def move(self, choice: int) -> None:
        was_open = not self.one.ended
        assert (self.do(0, self.legal(0, choice))[0]["t"] == "ok") == was_open

    @rule()
    def undo(self) -> None:
        possible = bool(self.one.told) and not self.one.ended
        assert (self.do(0, "undo")[0]["t"] == "ok") == possible

    @rule(sure=st.integers(0, 5))
    def finish(self, sure: int) -> None:
        if sure == 0:
            self.do(0, "finish")

    @precondition(lambda self: self.one.events)
    @rule(choice=choices)
    def again(self, choice: int) -> None:
        self.repeat(0, choice)

    @rule(seconds=st.sampled_from([0.5, 59.0, 61.0, 5000.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @rule()
    def ping(self) -> None:
        """A look is no activity."""
        self.snapshot(0)

    @rule(replay=st.booleans())
    def deal(self, replay: bool) -> None:
        abandoned = not self.one.ended and any(event not in ("undo", "finish") for event in self.one.events)
        again = replay and not self.one.ended
        heard = self.hear(self.table.replay(self.seed, self.now) if replay else self.table.new(self.now))
        if abandoned and not again:
            self.counted += 1
        assert heard[0]["number"] == self.counted + 1
        assert (heard[0]["rev"], heard[0].get("elapsed_ms", 0)) == (0, 0)
        self.one, self.last, self.elapsed = Course(), None, 0.0

    @rule()
    def restart(self) -> None:
        if not self.one.ended:
            self.table = self.ledger.solo_table(self.seed, self.now)
            self.last = self.now

    @invariant()
    def stored_is_what_was_told(self) -> None:
        assert self.stored(0) == self.one.events
        assert len(self.ledger.rows("SELECT 1 FROM game WHERE state = 'open'")) == (not self.one.ended)
        query = "SELECT count(*) FROM game WHERE state IN ('won', 'finished', 'abandoned')"
        assert self.ledger.rows(query)[0][0] == self.counted
