"""Events that the program carries out by itself, one after the other, until they are done or somebody stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.engine.state import Event


class AutoPlay:
    """What is still to be carried out. ``act`` carries out one event and says if it happened."""

    def __init__(self, act: Callable[[Event], bool]) -> None:
        self._act = act
        self._events: list[Event] = []
        self._gap = self._wait = 0.0
        #: No two events follow each other faster, however they are asked for.
        self.least_gap = 0.0

    @property
    def active(self) -> bool:
        """True while there is more to come."""
        return bool(self._events)

    def start(self, events: Iterable[Event], gap: float) -> None:
        """Begin with some events, ``gap`` seconds apart; without a gap all at once."""
        self._events = [*events]
        self._gap, self._wait = max(gap, self.least_gap), 0.0
        while self._events and not self._gap:
            self._next()

    def step(self, seconds: float) -> None:
        """Let time pass."""
        self._wait -= seconds
        if self._events and self._wait <= 0:
            self._wait = self._gap
            self._next()

    def stop(self) -> None:
        """Leave the rest to the player."""
        self._events = []

    def _next(self) -> None:
        if not self._act(self._events.pop(0)):
            self.stop()
