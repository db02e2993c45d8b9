"""Random courses of matches and solo games through the server's tables, against a model that shares no rules with them.

The model knows: an undo gives back exactly what was told before; a command counts once; a deadline is a deadline; what
was never open to view is never told; what is stored is what was acknowledged. ``python -m tests.net.machine`` runs as
many examples as asked.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from functools import partial
from typing import Any

import pytest
from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from game.engine import cards, rules
from game.engine.games import ERAM_SOLO
from game.engine.session import Session
from game.engine.state import DRAW, Move
from game.net import fromclient
from game.server import matchworks
from game.server.matchtable import MatchTable
from game.server.solotable import SoloTable
from game.server.store import Fenced
from game.server.tables import Answer
from tests.net.ledger import PLAYERS, Ledger

_CARD = re.compile(r'"([A2-9TJQK][SHDC])"')
seats = st.integers(0, 1)
choices = st.integers(0, 10_000)
seeds = st.integers(0, 5).map(lambda number: number.to_bytes(32))


def order_of(game: str, cid: int, rev: int, event: str) -> fromclient.Order:
    """A command as a client would send it."""
    if event == "undo":
        return fromclient.Undo(game, cid, rev)
    if event == "finish":
        return fromclient.FinishConfirm(game, cid, rev)
    return fromclient.Cmd(game, cid, rev, event)


def open_cards(session: Session) -> set[str]:
    """What lies open to view: not asked of the code that tells it."""
    state = session.state
    shown = [card for pile, down in zip(state.columns, state.down, strict=True) for card in pile[down:]]
    shown += state.waste[-3:]
    shown += [cards.make(suit, rank) for suit, count in enumerate(state.foundations) for rank in range(count)]
    return {cards.name(card) for card in shown}


class Course:
    """What one player was told, and must be told again."""

    def __init__(self) -> None:
        self.events: list[str] = []
        self.replies: list[bytes] = []
        self.told: list[dict[str, Any]] = []  # the state to undo to, one for each move that stands
        self.ended = ""


class _Machine(RuleBasedStateMachine):
    """What matches and solo games have in common."""

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.now = 1_000_000.0

    # What the two kinds differ in.

    def session(self, seat: int) -> Session:
        raise NotImplementedError

    def send(self, seat: int, order: fromclient.Order) -> Answer:
        raise NotImplementedError

    def snapshot(self, seat: int) -> dict[str, Any]:
        raise NotImplementedError

    def course(self, seat: int) -> Course:
        raise NotImplementedError

    def game(self, seat: int) -> str:
        raise NotImplementedError

    def hear(self, answer: Answer) -> list[dict[str, Any]]:
        """What leaves once an answer's jobs are done; every message is searched for hidden cards."""
        self.ledger.commit(answer.jobs)
        heard = []
        for player, message in answer.replies:
            self.check_secrets(PLAYERS.index(player), message)
            heard.append(json.loads(message))
        return heard

    def check_secrets(self, seat: int, message: bytes) -> None:
        hidden = set(_CARD.findall(message.decode())) - open_cards(self.session(seat))
        assert not hidden, f"hidden cards were told: {hidden}"

    def do(self, seat: int, event: str) -> list[dict[str, Any]]:
        """Send the next command, and hold what comes against the model."""
        course = self.course(seat)
        before = self.state(self.snapshot(seat))
        rev = len(course.events)
        answer = self.send(seat, order_of(self.game(seat), rev + 1, rev, event))
        heard = self.hear(answer)
        if heard and heard[0]["t"] == "ok":
            reply = next(message for player, message in answer.replies if player == PLAYERS[seat])
            assert answer.jobs, "acknowledged, but not stored"
            course.events.append(event)
            course.replies.append(reply)
            after = self.state(self.snapshot(seat))
            if event == "undo":
                assert after == course.told.pop(), "an undo gives back exactly what was there"
            elif event != "finish":
                course.told.append(before)
                assert self.pieces(after["view"]) == self.pieces(before["view"])
            assert (heard[0]["cid"], heard[0]["rev"]) == (rev + 1, rev + 1)
            course.ended = "" if heard[0]["outcome"] == "open" else heard[0]["outcome"]
        else:
            assert not answer.jobs
            assert self.state(self.snapshot(seat)) == before, "what is refused changes nothing"
        return heard

    @staticmethod
    def state(snapshot: dict[str, Any]) -> dict[str, Any]:
        """What an undo gives back."""
        return {name: snapshot[name] for name in ("view", "score", "recycles")}

    @staticmethod
    def pieces(view: dict[str, Any]) -> list[int]:
        return sorted(place for pile in view.values() for place in pile.get("at", ()))

    def legal(self, seat: int, choice: int) -> str:
        """A move that the rules allow; drawing is the likeliest."""
        session = self.session(seat)
        moves = [move for move in rules.legal_moves(ERAM_SOLO, session.state) if session.refusal(move) is None]
        moves += [DRAW] * (len(moves) // 2 + 1)
        return str(moves[choice % len(moves)])

    def refusal_of(self, heard: list[dict[str, Any]]) -> str:
        return str(heard[0]["code"]) if heard and heard[0]["t"] == "err" else ""

    def repeat(self, seat: int, choice: int) -> None:
        course = self.course(seat)
        at = choice % len(course.events)
        answer = self.send(seat, order_of(self.game(seat), at + 1, at, course.events[at]))
        assert not answer.jobs, "a command was carried out twice"
        if answer.lookup is not None:
            stored = self.ledger.rows("SELECT reply FROM event WHERE game = ? AND cid = ?", self.game(seat), at + 1)
            replies = [stored[0][0]]
        else:
            replies = [message for _, message in answer.replies]
        assert replies == [course.replies[at]], "the stored reply, byte for byte"

    def off_number(self, seat: int, cid: int, rev: int, event: str, code: str) -> None:
        heard = self.hear(self.send(seat, order_of(self.game(seat), cid, rev, event)))
        assert [message["t"] for message in heard] == ["err", "snapshot"]
        assert heard[0]["code"] == code
        assert heard[1]["rev"] == len(self.course(seat).events)

    def stored(self, seat: int) -> list[str]:
        return [
            row[0] for row in self.ledger.rows("SELECT event FROM event WHERE game = ? ORDER BY cid", self.game(seat))
        ]


class MatchMachine(_Machine):
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


class SoloMachine(_Machine):
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


MACHINES = {"match": MatchMachine, "solo": SoloMachine}


def check(machine: type[_Machine], examples: int, steps: int = 40, shrink: bool = True) -> None:
    """Run a machine; an ``AssertionError`` tells a course that breaks the model."""
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=steps, phases=phases, deadline=None)
    )


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.net.machine", description="random courses against a model")
    parser.add_argument("--examples", type=int, default=3000)
    options = parser.parse_args(arguments)
    for name, machine in MACHINES.items():
        check(machine, options.examples)
        print(f"{name}: {options.examples} examples hold")


if __name__ == "__main__":
    main(sys.argv[1:])
