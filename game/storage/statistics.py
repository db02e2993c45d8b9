"""What a list of games amounts to. Pure: knows no database and no clock."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from game.storage.history import Line, Result

#: The running win rate is that of so many games up to each one.
RUNNING = 10


@dataclass(frozen=True)
class Statistics:
    """Figures of some games; None where nothing is known yet. Times in seconds, rates from 0 to 1.

    ``streak`` and ``best_streak`` count wins in a row, in the order in which games ended. All that follows
    ``average_score`` is of won games alone.
    """

    games: int = 0
    wins: int = 0
    streak: int = 0
    best_streak: int = 0
    win_rate: float | None = None
    best_score: int | None = None
    average_score: float | None = None
    fastest: float | None = None
    fewest_moves: int | None = None
    average_seconds: float | None = None
    average_moves: float | None = None

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Statistics:
        """The figures of some games, the oldest first."""
        if not lines:
            return cls()
        won = [line for line in lines if line.result is Result.WON]
        streak, best = streaks(lines)
        scores = [line.score for line in lines]
        return cls(
            games=len(lines),
            wins=len(won),
            streak=streak,
            best_streak=best,
            win_rate=len(won) / len(lines),
            best_score=max(scores),
            average_score=_average(scores),
            fastest=min((line.elapsed for line in won), default=None),
            fewest_moves=min((line.moves for line in won), default=None),
            average_seconds=_average([line.elapsed for line in won]),
            average_moves=_average([line.moves for line in won]),
        )


def streaks(lines: Iterable[Line]) -> tuple[int, int]:
    """Wins in a row up to the last game, and the most there ever were."""
    streak = best = 0
    for line in lines:
        streak = streak + 1 if line.result is Result.WON else 0
        best = max(best, streak)
    return streak, best


def running_rates(lines: Sequence[Line], last: int) -> list[float]:
    """For each of the ``last`` newest games the win rate of the ``RUNNING`` games that end with it (fewer at first)."""
    rates = []
    for end in range(max(0, len(lines) - last), len(lines)):
        window = lines[max(0, end + 1 - RUNNING) : end + 1]
        rates.append(sum(line.result is Result.WON for line in window) / len(window))
    return rates


def _average(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None
