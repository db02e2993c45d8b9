"""A game looked at afterwards: where it was lost, and how short a win could have been. Asks the solver, never waits."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from game.engine.record import Deal, Record
from game.engine.state import Move
from game.solver.answer import Answer, Verdict
from game.solver.service import Solving, Ticket
from game.solver.turning import TurningPoint

#: Seconds for all verdicts together, for one of them, and for making the shortest win shorter.
_ALL_SECONDS, _ONE_SECONDS, _SHORTEN_SECONDS = 24.0, 5.0, 8.0
_POSITIONS = 600_000
#: How much of the progress the verdicts are.
_VERDICTS_SHARE = 0.7


class Finding(NamedTuple):
    """What a review found about a game of ``length`` moves; positions are numbered by the moves made.

    ``won`` is the latest position that is known to be winnable, ``lost`` the earliest that is known to be lost.
    ``taken`` is True if it was won; ``shortest`` is the length of the shortest win found, from the deal on.
    """

    length: int
    taken: bool
    won: int | None
    lost: int | None
    shortest: int | None


class Review:
    """The review of the moves that led to the end of a game; ``poll`` moves it on until there is a ``finding``."""

    def __init__(
        self, deal: Deal, moves: Sequence[Move], won: bool, solving: Solving, now: Callable[[], float]
    ) -> None:
        self._deal = deal
        self._moves = tuple(moves)
        self._solving = solving
        self._now = now
        self._began = now()
        self._point = TurningPoint(0, len(moves))
        self._taken = won
        self._most_questions = 2 * len(moves).bit_length() + 1
        self._asked = 0
        self._at = 0
        self._ticket: Ticket | None = None
        self._shortening: float | None = None
        #: The shortest win known, from the deal on.
        self._win: tuple[Move, ...] | None = None
        self._progress = 0.0
        self.finding: Finding | None = None
        if won:
            self._point.tell(len(moves), Verdict.SOLVABLE)
            self._win = self._moves
        self._go_on()

    @property
    def progress(self) -> float:
        """How far it is, 0..1; it never goes back."""
        now = self._now()
        if self._shortening is not None:
            share = min(1.0, (now - self._shortening) / _SHORTEN_SECONDS)
            reached = _VERDICTS_SHARE + (1 - _VERDICTS_SHARE) * share
        else:
            share = max(self._asked / self._most_questions, (now - self._began) / _ALL_SECONDS)
            reached = _VERDICTS_SHARE * min(1.0, share)
        self._progress = max(self._progress, reached)
        return self._progress

    def poll(self) -> bool:
        """Look for an answer; True if the review ended."""
        if self._ticket is None or not self._ticket.done:
            return False
        ticket, self._ticket = self._ticket, None
        if self._shortening is None:
            self._take(ticket.answer)
        elif ticket.answer is not None and self._win is not None and len(ticket.answer.moves) < len(self._win):
            self._win = ticket.answer.moves
        self._go_on()
        return self.finding is not None

    def cancel(self) -> None:
        """End it without a finding."""
        if self._ticket is not None:
            self._solving.cancel(self._ticket)
            self._ticket = None

    def _take(self, answer: Answer | None) -> None:
        """A verdict on the position that was asked about."""
        self._point.tell(self._at, Verdict.UNKNOWN if answer is None else answer.verdict)
        if answer is not None and answer.verdict is Verdict.SOLVABLE:
            win = (*self._moves[: self._at], *answer.moves)
            self._win = win if self._win is None or len(win) < len(self._win) else self._win

    def _go_on(self) -> None:
        """Ask the next question, or end."""
        left = _ALL_SECONDS - (self._now() - self._began)
        probe = self._point.probe
        if self._shortening is not None or (self._win is None and (probe is None or left <= 0)):
            self._end()
        elif probe is not None and left > 0:
            self._at = probe
            self._asked += 1
            self._ticket = self._ask("solve", self._moves[:probe], min(_ONE_SECONDS, left), {})
        else:
            assert self._win is not None
            self._shortening = self._now()
            self._ticket = self._ask("shorten", (), _SHORTEN_SECONDS, {"win": [str(move) for move in self._win]})

    def _ask(self, task: str, moves: Sequence[Move], seconds: float, more: dict[str, Any]) -> Ticket:
        record = Record(self._deal, tuple(map(str, moves)))
        question = {"record": record.to_dict(), "seconds": seconds, "positions": _POSITIONS, **more}
        return self._solving.ask(task, question)

    def _end(self) -> None:
        shortest = None if self._win is None else len(self._win)
        self.finding = Finding(len(self._moves), self._taken, self._point.won, self._point.lost, shortest)
