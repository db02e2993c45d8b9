"""What is asked of the solver and what it answers; nothing here searches."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

from game.engine.state import Move, parse_event


class Verdict(Enum):
    """What is known of a position. ``UNSOLVABLE`` is said only after a complete search."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Budget:
    """How much may be spent on one answer.

    ``positions`` bounds the memory: every position that is kept counts, in whatever search, and a kept position
    costs about 100 bytes (depth-first) or 700 (best-first, which keeps a bounded number of them). The table never
    forgets: when the budget is spent the answer is ``UNKNOWN``.
    """

    seconds: float = 10.0
    positions: int = 2_000_000


@dataclass(frozen=True)
class Answer:
    """A verdict; ``moves`` win when it is ``SOLVABLE`` and are empty otherwise. ``positions`` were looked at."""

    verdict: Verdict
    moves: tuple[Move, ...]
    positions: int
    seconds: float

    def to_dict(self) -> dict[str, Any]:
        """The answer as plain JSON values, in the contract's form."""
        events = [str(move) for move in self.moves]
        values = {"verdict": self.verdict.value, "events": events, "positions": self.positions}
        return {**values, "seconds": round(self.seconds, 4)}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Answer:
        """The answer of plain JSON values; ``KeyError``, ``TypeError`` or ``ValueError`` if it is none."""
        moves = [parse_event(text) for text in values["events"]]
        if not all(isinstance(move, Move) for move in moves):
            raise ValueError("an answer holds moves only")
        verdict, positions, seconds = Verdict(values["verdict"]), int(values["positions"]), float(values["seconds"])
        return cls(verdict, tuple(move for move in moves if isinstance(move, Move)), positions, seconds)


class Meter:
    """Spends a budget. ``charge`` is called for each position that is looked at, with 0 if it is not kept.

    ``cancel`` and the clock are asked once in so many calls as take some milliseconds.
    """

    _FEWEST = 16  # calls between two askings
    _MOST = 1024
    _OFTEN = 0.004  # seconds between two askings
    _SELDOM = 0.012

    def __init__(self, budget: Budget, cancel: Callable[[], bool], clock: Callable[[], float]) -> None:
        self._cancel = cancel
        self._clock = clock
        self._most = budget.positions
        self._started = clock()
        self._ends = self._started + budget.seconds
        self._asked = self._started
        self._every = self._FEWEST
        self._calls_left = 0
        self.positions = 0
        self._stopped = False

    def charge(self, count: int = 1) -> bool:
        """Count kept positions; True when the search must stop."""
        self.positions += count
        self._calls_left -= 1
        if self._calls_left < 0:
            self._ask()
        return self._stopped or self.positions > self._most

    def _ask(self) -> None:
        now = self._clock()
        if now - self._asked < self._OFTEN:
            self._every = min(self._every * 2, self._MOST)
        elif now - self._asked > self._SELDOM:
            self._every = max(self._every // 2, self._FEWEST)
        self._asked = now
        self._calls_left = self._every
        self._stopped = self._stopped or self._cancel() or now >= self._ends

    def seconds(self) -> float:
        """Seconds since the start."""
        return self._clock() - self._started
