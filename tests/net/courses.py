"""What random courses of matches and solo games have in common: what a player was told, and the model that holds it."""

from __future__ import annotations

import json
import re
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
)

from game.engine import cards, rules
from game.engine.games import ERAM_SOLO
from game.engine.session import Session
from game.engine.state import DRAW
from game.net import fromclient
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


class CourseMachine(RuleBasedStateMachine):
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
