"""The authority of a competitive match: two boards of one shuffle, one deadline, one result. Pure, as ``solo.py``.

An event counts if its stamp, the time of its arrival, is before the deadline. Whatever comes first closes a board:
its win, its finish, or the deadline. When both are closed the match has its result, and never another one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from game.engine.deals import shuffle
from game.engine.refusal import Refusal
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.engine.state import Event

#: Seconds from the deal to the deadline.
LENGTH = 240.0
#: Seconds that the server may have been away; after a longer time the match counts for nothing.
LONGEST_DOWNTIME = 120.0
SEATS = (0, 1)


class Ending(Enum):
    """How a board was closed."""

    OPEN = "open"
    WON = "won"
    FINISHED = "finished"
    EXPIRED = "expired"
    VOID = "void"


class Verdict(Enum):
    """How a match ended, as seen from one seat."""

    WIN = "win"
    LOSS = "loss"
    DRAW = "draw"
    VOID = "void"


_FROM_OUTCOME = {Outcome.WON: Ending.WON, Outcome.FINISHED: Ending.FINISHED}


@dataclass
class MatchBoard:
    """One player's board. ``session`` is that player's game, ``ending`` how it was closed."""

    session: Session
    ending: Ending = Ending.OPEN

    @property
    def score(self) -> int:
        """The score now, or when the board was closed."""
        return self.session.state.score

    @property
    def progress(self) -> int:
        """Cards on the foundations."""
        return sum(self.session.state.foundations)


class TimeOver(Exception):
    """An event came at or after the deadline."""


class Match:
    """A match of ``spec`` dealt from ``seed``; ``deadline`` in seconds on the clock that stamps events."""

    def __init__(self, spec: GameSpec, seed: bytes, deadline: float) -> None:
        self.spec = spec
        self.seed = seed
        self.deadline = deadline
        self.pack = shuffle(seed)
        self.boards = (MatchBoard(Session(spec, self.pack)), MatchBoard(Session(spec, self.pack)))

    def do(self, seat: int, event: Event, stamp: float) -> Refusal | None:
        """Carry out an event that arrived at ``stamp``, or return the rule that refuses it.

        ``TimeOver`` if the board is open and the deadline is not after the stamp.
        """
        board = self.boards[seat]
        if board.ending is not Ending.OPEN:
            return Refusal.GAME_OVER
        if stamp >= self.deadline:
            raise TimeOver
        refusal = board.session.refusal(event)
        if refusal is None:
            board.session.do(event)
            board.ending = _FROM_OUTCOME.get(board.session.outcome, Ending.OPEN)
        return refusal

    def restore(self, seat: int, events: list[str], ending: Ending) -> None:
        """Bring a new match's board to where it was kept; ``IllegalEvent`` if the events are not those of a game."""
        board = self.boards[seat]
        for event in events:
            board.session.do_text(event)
        board.ending = ending

    def expire(self, now: float) -> list[int]:
        """Close the boards that are still open if the deadline has come; the seats of those."""
        return self._close(Ending.EXPIRED) if now >= self.deadline else []

    def void(self) -> list[int]:
        """Let the match count for nothing; the seats of the boards that were still open."""
        return self._close(Ending.VOID)

    def _close(self, ending: Ending) -> list[int]:
        closed = [seat for seat in SEATS if self.boards[seat].ending is Ending.OPEN]
        for seat in closed:
            self.boards[seat].ending = ending
        return closed

    def resume(self, downtime: float) -> bool:
        """Go on after the server was away for ``downtime`` seconds, which count for nobody.

        False if that was too long: the match is void then.
        """
        if downtime > LONGEST_DOWNTIME:
            self.void()
            return False
        self.deadline += max(0.0, downtime)
        return True

    @property
    def over(self) -> bool:
        """True when both boards are closed."""
        return all(board.ending is not Ending.OPEN for board in self.boards)

    def verdict(self, seat: int) -> Verdict | None:
        """The result for a seat: the higher score wins; None while a board is open."""
        if not self.over:
            return None
        if any(board.ending is Ending.VOID for board in self.boards):
            return Verdict.VOID
        mine, other = self.boards[seat].score, self.boards[1 - seat].score
        if mine == other:
            return Verdict.DRAW
        return Verdict.WIN if mine > other else Verdict.LOSS
