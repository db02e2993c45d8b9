"""Faults that a server must not have, planted one at a time: each must be found by the machine that is named."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from game.engine import view as views
from game.engine.session import Session
from game.engine.state import Command, Event, State
from game.net import fromclient, protocol
from game.net.match import Ending, Match, Verdict
from game.net.messages import Look
from game.net.solo import SoloAuthority
from game.server import solotable, works
from game.server.matchtable import MatchTable
from game.server.tables import Answer, Judgement, Line, encoded

Patch = pytest.MonkeyPatch


class Fault(NamedTuple):
    machine: str
    plant: Callable[[Patch], None]


def _undo_keeps(name: str) -> Callable[[Patch], None]:
    """An undo that forgets to give one part of the state back."""

    def plant(patch: Patch) -> None:
        whole = Session.do

        def do(self: Session, event: Event) -> None:
            before: State = self.state
            whole(self, event)
            if event is Command.UNDO:
                self.state = self.state._replace(**{name: getattr(before, name)})

        patch.setattr(Session, "do", do)

    return plant


def _looking_takes_time(patch: Patch) -> None:
    handle = SoloAuthority.handle

    def wrong(self: Any, command: Any, now: float) -> Any:
        if isinstance(command, Look) and self._record is not None and self._last is not None:
            self._record = replace(self._record, elapsed=self._record.elapsed + min(60.0, now - self._last))
            self._last = now
        return handle(self, command, now)

    patch.setattr(SoloAuthority, "handle", wrong)


def _absence_counts(patch: Patch) -> None:
    patch.setattr(solotable, "LONGEST_GAP", 1e9)


def _two_results(patch: Patch) -> None:
    patch.setattr(Match, "expire", lambda self, now: [0, 1] if now >= self.deadline else [])


def _deadline_is_still_in_time(patch: Patch) -> None:
    do = Match.do

    def wrong(self: Match, seat: int, event: Event, stamp: float) -> Any:
        return do(self, seat, event, stamp - 0.001)

    patch.setattr(Match, "do", wrong)


def _too_early(patch: Patch) -> None:
    do = Match.do

    def wrong(self: Match, seat: int, event: Event, stamp: float) -> Any:
        return do(self, seat, event, stamp + 0.001)

    patch.setattr(Match, "do", wrong)


def _leaks(patch: Patch) -> None:
    """The card under the waste's three is told as well."""
    masked = views.masked

    def wrong(spec: Any, state: State) -> State:
        covered = max(0, len(state.waste) - spec.draw - 1)
        return masked(spec, state)._replace(waste=bytes([255]) * covered + state.waste[covered:])

    patch.setattr(views, "masked", wrong)


def _leaks_below(patch: Patch) -> None:
    """The card under the face-up ones of a column is told as well."""
    masked = views.masked

    def wrong(spec: Any, state: State) -> State:
        columns = [
            bytes([255]) * (down - 1) + pile[max(0, down - 1) :]
            for pile, down in zip(state.columns, state.down, strict=True)
        ]
        return masked(spec, state)._replace(columns=tuple(columns))

    patch.setattr(views, "masked", wrong)


def _judges(wrongly: Judgement) -> Callable[[Patch], None]:
    """Commands with a wrong number are carried out."""

    def plant(patch: Patch) -> None:
        judge = Line.judge

        def wrong(self: Line, order: fromclient.Order) -> Judgement:
            found = judge(self, order)
            return Judgement.NEXT if found is wrongly else found

        patch.setattr(Line, "judge", wrong)

    return plant


def _reveals_early(patch: Patch) -> None:
    """Who has finished is told what was hidden, while the other still plays."""
    order = MatchTable.order

    def wrong(self: MatchTable, player: str, command: fromclient.Order, stamp: float) -> Answer:
        answer = order(self, player, command, stamp)
        if not self.is_open(player) and not self.match.over:
            return answer._replace(replies=[*answer.replies, *encoded(player, self._reveal())])
        return answer

    patch.setattr(MatchTable, "order", wrong)


def _acknowledges_unstored(patch: Patch) -> None:
    order = MatchTable.order

    def wrong(self: MatchTable, player: str, command: fromclient.Order, stamp: float) -> Answer:
        return order(self, player, command, stamp)._replace(jobs=())

    patch.setattr(MatchTable, "order", wrong)


def _first_wins_ties(patch: Patch) -> None:
    verdict = Match.verdict

    def wrong(self: Match, seat: int) -> Verdict | None:
        found = verdict(self, seat)
        return (Verdict.WIN, Verdict.LOSS)[seat] if found is Verdict.DRAW else found

    patch.setattr(Match, "verdict", wrong)


def _keeps_the_downtime(patch: Patch) -> None:
    patch.setattr(Match, "resume", lambda self, downtime: downtime <= 120 or not self.void())


def _plays_on_after_a_long_downtime(patch: Patch) -> None:
    def wrong(self: Match, downtime: float) -> bool:
        self.deadline += downtime
        return True

    patch.setattr(Match, "resume", wrong)


def _no_fence(patch: Patch) -> None:
    patch.setattr(works, "_fence", lambda fence, first: (f"WITH fence AS (SELECT ${first})", ("",)))


def _replies_anew(patch: Patch) -> None:
    """A repeated command is answered by a new message rather than by the one of before."""
    again = Line.again

    def wrong(self: Line, order: fromclient.Order) -> Answer:
        answer = again(self, order)
        stale = protocol.encode(fromclient.Ping())
        return answer._replace(replies=[(player, stale) for player, _ in answer.replies])

    patch.setattr(Line, "again", wrong)


def _closed_boards_play_on(patch: Patch) -> None:
    do = Match.do

    def wrong(self: Match, seat: int, event: Event, stamp: float) -> Any:
        board = self.boards[seat]
        ending, board.ending = board.ending, Ending.OPEN
        try:
            return do(self, seat, event, stamp)
        finally:
            board.ending = ending if board.ending is Ending.OPEN else board.ending

    patch.setattr(Match, "do", wrong)


def _counts_what_began_anew(patch: Patch) -> None:
    patch.setattr(solotable, "_DROPPED", "abandoned")


FAULTS = {
    "an undo does not give the recycle count back": Fault("match", _undo_keeps("recycles")),
    "an undo does not give the turned card back": Fault("match", _undo_keeps("down")),
    "a look or a ping adds time": Fault("solo", _looking_takes_time),
    "time while the player was away counts": Fault("solo", _absence_counts),
    "a game that was begun anew is counted twice": Fault("solo", _counts_what_began_anew),
    "a match that is over expires again": Fault("match", _two_results),
    "a command at the deadline is accepted": Fault("match", _deadline_is_still_in_time),
    "a command a millisecond before the deadline is refused": Fault("match", _too_early),
    "a covered card of the waste is told": Fault("match", _leaks),
    "a face-down card is told": Fault("match", _leaks_below),
    "a repeated command is carried out again": Fault("match", _judges(Judgement.AGAIN)),
    "a command on a state of before is carried out": Fault("match", _judges(Judgement.STALE)),
    "a command after one that never came is carried out": Fault("match", _judges(Judgement.GAP)),
    "the seed is told to who finishes first": Fault("match", _reveals_early),
    "a command is acknowledged and not stored": Fault("match", _acknowledges_unstored),
    "a tie is won by the first seat": Fault("match", _first_wins_ties),
    "the server's downtime counts": Fault("match", _keeps_the_downtime),
    "a match goes on after a downtime of more than two minutes": Fault("match", _plays_on_after_a_long_downtime),
    "a server that lost its match goes on writing": Fault("match", _no_fence),
    "a repeated command gets another reply": Fault("match", _replies_anew),
    "an expired board is played on": Fault("match", _closed_boards_play_on),
}
