"""Presses, drags, taps and long presses from pointer events: no rules, no screen, and time comes in as an argument."""

from __future__ import annotations

from enum import Enum

Point = tuple[int, int]

#: Two taps within this many seconds, at one place, are a double tap.
DOUBLE_TAP_SECONDS = 0.4
#: A press that is held for so many seconds without moving is a long one.
LONG_PRESS_SECONDS = 0.5
#: How many times the slack a pointer must wander to make a drag of a long press that only looks.
_FIRM = 4
#: After a tap that moved cards, a further tap of the same burst (a triple click) is no new wish.
BURST_SECONDS = 0.25


class Phase(Enum):
    """What the pointer is doing."""

    IDLE = "idle"
    PRESSED = "pressed"
    LOOKING = "looking"
    DRAGGING = "dragging"


class Gesture:
    """One pointer. ``slack`` is how many pixels a shaky press may wander before it is a drag."""

    def __init__(self, slack: float) -> None:
        self.slack = slack
        self.phase = Phase.IDLE
        self.origin: Point = (0, 0)
        self._last_tap: tuple[float, Point] | None = None
        self._acted_at: float | None = None
        self._long_at: float | None = None

    def press(self, at: Point, now: float) -> None:
        """The pointer went down, or begins anew at another place."""
        self.phase, self.origin, self._long_at = Phase.PRESSED, at, now + LONG_PRESS_SECONDS

    def look(self) -> None:
        """The press only looks: it is no tap any more, and a drag only if it wanders far."""
        self.phase, self._last_tap = Phase.LOOKING, None

    def wait(self, now: float) -> float | None:
        """Seconds until the press is a long one; None if it cannot be."""
        if self.phase is not Phase.PRESSED or self._long_at is None:
            return None
        return max(0.0, self._long_at - now)

    def long(self, now: float) -> bool:
        """True once, when the press has become a long one."""
        if self.wait(now) != 0:
            return False
        self._long_at = None
        return True

    def move(self, at: Point) -> bool:
        """The pointer moved; True once, when the press becomes a drag."""
        slack = {Phase.PRESSED: self.slack, Phase.LOOKING: _FIRM * self.slack}.get(self.phase)
        if slack is not None and _distance(at, self.origin) > slack:
            self.phase = Phase.DRAGGING
            self._last_tap = None
            return True
        return False

    def cancel(self) -> None:
        """The press or drag is let go without meaning anything."""
        self.phase = Phase.IDLE
        self._last_tap = None

    def release(self, at: Point, now: float) -> int:
        """The pointer went up after a press: 1 for a tap, 2 for the second of two quick ones, 0 for none."""
        self.phase = Phase.IDLE
        last, self._last_tap = self._last_tap, (now, at)
        near = last is not None and _distance(at, last[1]) <= 2 * self.slack
        if near and self._acted_at is not None and now - self._acted_at <= BURST_SECONDS:
            self._acted_at = now
            return 0
        self._acted_at = None
        return 2 if near and last is not None and now - last[0] <= DOUBLE_TAP_SECONDS else 1

    def acted(self, now: float) -> None:
        """The tap moved cards: what follows at once at this place belongs to it."""
        self._acted_at = now


def _distance(a: Point, b: Point) -> float:
    return float(((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5)
