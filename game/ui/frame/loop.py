"""The loop: fixed steps of time, frames between them, and sleep while nothing moves.

Time and events come from a ``Pump``, so that tests run the same loop with a scripted one.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Protocol

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.frame.scenes import SceneStack
from game.ui.frame.waiting import wait_for_event

STEP = 1 / 120
FRAME = 1 / 60
#: Posted by other threads when there is news for the top scene, which looks for it in ``elapse``: only wakes the loop.
NEWS = pygame.event.custom_type()
#: Motion catches up with at most this much of a pause; more would look like a jump.
LONGEST_JUMP = 0.1
#: The players' clock counts at most this much of a pause; more is a suspended machine or a stopped process.
LONGEST_PAUSE = 2.0


class Pump(Protocol):
    """Where time and events come from."""

    def now(self) -> float:
        """Seconds on a clock that never goes back."""
        ...

    def events(self, timeout: float | None) -> list[Event]:
        """The waiting events; with none, wait for one at most ``timeout`` seconds (None: as long as it takes)."""
        ...


#: Seconds between two bits of what is done while nothing else is to do.
_IDLE_GAP = 0.02


class SystemPump:
    """The machine's clock and SDL's events."""

    def __init__(self) -> None:
        self._last_event = self.now()

    def now(self) -> float:
        """Seconds."""
        return time.perf_counter()

    def events(self, timeout: float | None) -> list[Event]:
        """SDL's events."""
        end = None if timeout is None else self.now() + timeout
        while True:
            events = pygame.event.get()
            now = self.now()
            if events:
                self._last_event = now
                return events
            if end is not None and now >= end:
                return []
            wait_for_event(None if end is None else end - now, now - self._last_event)


class Screen(Protocol):
    """Where frames are painted and shown."""

    def surface(self) -> Surface:
        """What to paint on."""
        ...

    def show(self, dirty: list[Rect]) -> None:
        """Have what was painted seen."""
        ...


class Display:
    """The window itself."""

    def surface(self) -> Surface:
        """The window's surface."""
        screen = pygame.display.get_surface()
        assert screen is not None
        return screen

    def show(self, dirty: list[Rect]) -> None:
        """Update the window."""
        pygame.display.update(dirty)


class Loop:
    """Runs the scenes until none is left.

    ``before`` sees each event first and may swallow it by returning True; ``after`` is called when a round's events
    have been handled; ``took`` is told how many seconds each frame took.
    """

    screen: Screen = Display()

    def __init__(
        self,
        scenes: SceneStack,
        pump: Pump,
        before: Callable[[Event], bool],
        after: Callable[[], None],
        took: Callable[[float], None],
    ) -> None:
        self._scenes = scenes
        self._pump = pump
        self._before = before
        self._after = after
        self._took = took
        self._last = pump.now()
        self._owed = 0.0
        self._idle_left = True
        self._next_frame = self._last

    def run(self) -> None:
        """Run until the last scene is gone."""
        while self._scenes:
            self.turn()

    def turn(self) -> None:
        """One round: wait if nothing moves, take events, step, draw."""
        events = self._pump.events(self._patience())
        if events:
            self._idle_left = True
        elif self._resting and self._idle_left:
            self._idle_left = self._scenes.top.idle()
        began = self._pump.now()
        self._pass_time()  # before the events: what they start begins now, not when the wait began
        for event in events:
            if self._scenes and not self._before(event):
                self._scenes.top.handle(event)
        self._after()
        if self._scenes and self._draw():
            self._took(self._pump.now() - began)

    @property
    def _resting(self) -> bool:
        top = self._scenes.top
        return not (top.animated or top.stage.changed)

    def _patience(self) -> float | None:
        top = self._scenes.top
        if not self._resting:
            return max(0.0, self._next_frame - self._pump.now())
        return _IDLE_GAP if self._idle_left else top.wake_after()

    def _pass_time(self) -> None:
        now = self._pump.now()
        passed, self._last = now - self._last, now
        top = self._scenes.top
        top.elapse(min(passed, LONGEST_PAUSE))
        self._owed = min(self._owed + passed, LONGEST_JUMP) if top.animated else 0.0
        while self._owed >= STEP and self._scenes and self._scenes.top is top:
            self._owed -= STEP
            top.step(STEP)

    def _draw(self) -> bool:
        if not (self._scenes.top.stage.changed or self._scenes.top.animated):
            return False
        self.screen.show(self._scenes.frame(self.screen.surface(), self._owed / STEP))
        self._next_frame = self._pump.now() + FRAME
        return True
