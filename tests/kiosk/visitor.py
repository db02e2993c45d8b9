"""A visitor at a kiosk, for tests: the whole kiosk through its real loop, with scripted input and scripted time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pygame
from pygame.event import Event

from game.kiosked import Kiosk
from game.paths import user_paths
from game.storage import settings
from game.ui.controls.widgets import Button
from game.ui.frame.scenes import Scene
from game.ui.frame.window import open_window
from tests.player import Point, ScriptedPump


class LeapingPump(ScriptedPump):
    """Time leaps over what the loop would sleep through, so that minutes of rest cost a few turns."""

    def events(self, timeout: float | None) -> list[Event]:
        """What the script put in; else time runs on to the end of the wait."""
        events, self.queue = self.queue, []
        if not events:
            self.time += min(0.25, timeout or 0.25)
        return events


class Visitor:
    """Touches, waits, and looks at what is on top. ``clock`` is what the clock on the wall says."""

    def __init__(self, folder: Path, rules: str = "", size: Point = (1280, 720)) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "settings.toml").write_text(f'[general]\nlanguage = "en"\n[kiosk]\npin = "1234"\n{rules}')
        self.folder = folder
        self.pump = LeapingPump()
        self.clock = datetime(2026, 11, 29, 12, 0)
        self.signs = 0
        paths = user_paths(folder)
        opened = open_window(paths, settings.read(paths.settings))
        pygame.display.set_mode(size)
        self.kiosk = Kiosk(replace(opened, size=size), self.pump, lambda: self.clock, self._alive)

    def _alive(self) -> None:
        self.signs += 1

    @property
    def scene(self) -> Scene:
        """The scene on top."""
        return self.kiosk.visit.scenes.top

    def turn(self, *events: Event) -> None:
        """One round of the loop with these events."""
        self.pump.queue += events
        self.kiosk.turn()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.pump.time + seconds
        while self.pump.time < until and self.kiosk.running:
            self.turn()

    def down(self, at: Point, touch: bool = True) -> None:
        """Put a finger on the screen."""
        self.turn(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=1, touch=touch))

    def up(self, at: Point) -> None:
        """Take the finger away."""
        self.turn(Event(pygame.MOUSEBUTTONUP, pos=at, button=1, touch=True))

    def touch(self, at: Point) -> None:
        """Touch a point."""
        self.down(at)
        self.up(at)
        self.wait(0.5)

    def key(self, key: int, mod: int = 0, unicode: str = "") -> None:
        """Press a key of a keyboard that someone has plugged in."""
        self.turn(Event(pygame.KEYDOWN, key=key, mod=mod, unicode=unicode, scancode=0))
        self.turn(Event(pygame.KEYUP, key=key, mod=mod, unicode=unicode, scancode=0))

    def button(self, word: str) -> Button:
        """The button with a word on it."""
        return next(w for w in self.scene.group.widgets if isinstance(w, Button) and w.text == word)  # type: ignore[attr-defined]

    def press(self, *keys: str) -> None:
        """Touch buttons, each by the key of its text or by the letter on it."""
        text = self.kiosk.visit.context.text
        for key in keys:
            self.touch(self.button(text(key) if "." in key else key).rect.center)

    def begin(self) -> None:
        """Touch the attract screen."""
        self.touch((640, 100))

    def play(self, prefix: str = "RU1-R") -> None:
        """Begin, and have a game dealt."""
        self.begin()
        self.press(f"variant.{prefix}")
        self.wait(4.0)

    def hold_corner(self, seconds: float = 5.2) -> None:
        """Hold the operator's corner."""
        self.down((10, 10))
        self.wait(seconds)


@contextmanager
def visiting(folder: Path, rules: str = "", size: Point = (1280, 720)) -> Iterator[Visitor]:
    """A visitor at a kiosk that is closed in the end."""
    visitor = Visitor(folder, rules, size)
    try:
        yield visitor
    finally:
        visitor.kiosk.close()
