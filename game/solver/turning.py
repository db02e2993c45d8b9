"""Where a game was lost: which positions along its moves to ask about, and what the verdicts say together.

Once lost, a game stays lost however it goes on, so the turning point is found by bisection. A verdict may stay
unknown; then the point is only narrowed down.
"""

from __future__ import annotations

from game.solver.answer import Verdict


class TurningPoint:
    """Positions ``first`` .. ``last`` of one game, numbered by the moves made; asked from the last one backwards.

    ``won`` is the latest position that is known to be winnable, ``lost`` the earliest that is known to be lost.
    """

    #: So many positions without a verdict are asked at most: each of them took the whole time that it was given.
    _MOST_UNKNOWN = 6

    def __init__(self, first: int, last: int) -> None:
        self._first = first
        self._last = last
        self._unknown: set[int] = set()
        self._stride = 1
        self.won: int | None = None
        self.lost: int | None = None

    def tell(self, at: int, verdict: Verdict) -> None:
        """A verdict was found."""
        if verdict is Verdict.SOLVABLE:
            self.won = at if self.won is None else max(at, self.won)
        elif verdict is Verdict.UNSOLVABLE:
            self.lost = at if self.lost is None else min(at, self.lost)
            self._stride *= 2
        else:
            self._unknown.add(at)

    @property
    def probe(self) -> int | None:
        """The position to ask about next; None when nothing more can be learned, or it would take too long."""
        if len(self._unknown) >= self._MOST_UNKNOWN:
            return None
        end = self._last + 1 if self.lost is None else self.lost
        begin = self._first if self.won is None else self.won + 1
        target = end - self._stride if self.won is None else (begin + end) // 2
        open_ = [at for at in range(begin, end) if at not in self._unknown]
        return min(open_, key=lambda at: abs(at - target), default=None)

    @property
    def exact(self) -> bool:
        """True if the move that lost the game is known: the one from ``won`` to ``lost``."""
        return self.won is not None and self.lost == self.won + 1
