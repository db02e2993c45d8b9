"""The frame meter (F3): how long the last frames took, for those who work on the game and those who report a fault."""

from __future__ import annotations

from collections import deque

from pygame import Rect, Surface

from game.ui.frame.stage import Stage
from game.ui.look.lettering import Lettering, Style

_KEPT = 240  # frames
_STYLE = Style(16, fixed_digits=True)


class FrameMeter:
    """A line in the corner, painted over every frame while it is switched on."""

    z: tuple[int, ...] = (99,)
    lively = True

    def __init__(self, lettering: Lettering) -> None:
        self._lettering = lettering
        self._taken: deque[float] = deque(maxlen=_KEPT)
        self._stage: Stage | None = None

    def toggle(self, stage: Stage) -> None:
        """Show it on a stage, or take it away from where it is."""
        if self._stage is not None:
            self._stage.remove(self)
            self._stage = None
        else:
            self._stage = stage
            stage.add(self)

    def took(self, seconds: float) -> None:
        """One round of steps and drawing took so long."""
        self._taken.append(seconds)

    def _line(self) -> str:
        taken = sorted(self._taken) or [0.0]
        middle, slow = taken[len(taken) // 2], taken[min(len(taken) - 1, len(taken) * 99 // 100)]
        return f"{1000 * middle:5.2f}  {1000 * slow:5.2f}  {1000 * taken[-1]:5.2f} ms"

    def bounds(self, alpha: float) -> Rect:
        """The corner."""
        return Rect(4, 4, 240, 30)

    def paint(self, target: Surface, alpha: float) -> None:
        """Write median, 99th percentile and longest of the last frames."""
        target.fill((0, 0, 0), self.bounds(alpha))
        target.blit(self._lettering.line(self._line(), _STYLE, (255, 255, 255)), (10, 2))
