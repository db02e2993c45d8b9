"""The program turn by turn, in this process: scripted time and events, and what a turn costs by the real clock.

A sixtieth of a second passes for the program from turn to turn, so that every run does the same work. Waiting is left
out: a turn takes events, steps, draws and updates the window.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # as game/cli.py does

import pygame
from pygame.event import Event

from game.app import App
from game.paths import user_paths
from game.storage import settings
from game.ui.frame.window import open_window
from game.ui.table.table import TableScene
from tools.bench.screen import Point, Size

FRAME = 1 / 60


class Cost(NamedTuple):
    """Milliseconds of one turn: on the wall's clock, and of the processor's time that this thread used.

    The second leaves out what other programs on a busy machine took, but also what the X server did.
    """

    wall: float
    cpu: float


class Pump:
    """Scripted time and events; what the window system really sends is taken and dropped."""

    def __init__(self) -> None:
        self.time = 100.0
        self.queue: list[Event] = []

    def now(self) -> float:
        """Scripted seconds."""
        return self.time

    def events(self, timeout: float | None) -> list[Event]:
        """What the script put in; it never waits."""
        pygame.event.get()
        events, self.queue = self.queue, []
        return events


class Program:
    """The program in an open window; garbage is collected as in the real one."""

    def __init__(self, folder: Path) -> None:
        self.pump = Pump()
        paths = user_paths(folder)
        self.app = App(open_window(paths, settings.read(paths.settings)), self.pump)
        self.app.start()
        self.app.loop.turn()
        gc.freeze()

    @property
    def table(self) -> TableScene:
        """The top scene, which must be a table."""
        top = self.app.scenes.top
        assert isinstance(top, TableScene), top
        return top

    def turn(self, *events: Event, act: Callable[[], object] | None = None) -> Cost:
        """What one turn costs with these events, and of what an event would do (``act``) before it."""
        self.pump.time += FRAME
        self.pump.queue += events
        wall, cpu = time.perf_counter(), time.thread_time()
        if act is not None:
            act()
        self.app.loop.turn()
        return Cost((time.perf_counter() - wall) * 1000, (time.thread_time() - cpu) * 1000)

    def until_rest(self) -> Iterator[Cost]:
        """Turns while something moves."""
        while self.app.scenes.top.animated:
            yield self.turn()

    def prepare(self) -> None:
        """What the program does while nothing else is to do: it draws the cards ahead."""
        while self.app.scenes.top.idle():
            pass

    def click(self, at: Point) -> list[Cost]:
        """Press and let go."""
        steps = (motion(at), button(pygame.MOUSEBUTTONDOWN, at), button(pygame.MOUSEBUTTONUP, at))
        return [self.turn(event) for event in steps]

    def resize(self, size: Size) -> Cost:
        """Give the window another size, and one turn; what SDL does for it is not counted."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        return self.turn(Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))


def motion(at: Point) -> Event:
    """The pointer moves."""
    return Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=False)


def button(kind: int, at: Point) -> Event:
    """The left button goes down or up."""
    return Event(kind, pos=at, button=1, touch=False)
