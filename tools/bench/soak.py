"""A kiosk that runs for long: wins that play themselves, visits that come and go, languages; is anything growing?

Headless and in scripted time, so that a game takes as long as its frames do. After each round the process's memory,
its open handles, its threads and what lies in its folder are read.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from statistics import median

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

import pygame
from pygame.event import Event

from game.kiosked import Kiosk
from game.paths import user_paths
from game.storage import settings
from game.ui.frame.window import open_window
from game.ui.kiosk.attract import AttractScene
from tools.bench.program import memory
from tools.bench.report import Row
from tools.bench.start import folder_size

ROUNDS = 20
SIZE = (1280, 720)
AIM = 5.0
_COMPARED = 4
_LANGUAGES = ("en", "ar", "ro")
_SETTINGS = """
[general]
language = "en"
[look]
motion = "off"
[sound]
on = false
[kiosk]
idle = 10
countdown = 5
"""
_TOUCH = {"pos": (640, 60), "button": 1, "touch": True}


class Pump:
    """Time runs on by what the loop would have slept."""

    def __init__(self) -> None:
        self.time = 0.0
        self.queue: list[Event] = []

    def now(self) -> float:
        """Scripted seconds."""
        return self.time

    def events(self, timeout: float | None) -> list[Event]:
        """What was put in; else the end of the wait, at most a second."""
        events, self.queue = self.queue, []
        if not events:
            self.time += min(1.0, 1.0 if timeout is None else max(timeout, 0.001))
        return events


class Soak:
    """A kiosk, and the acts that are repeated with it."""

    def __init__(self, folder: Path) -> None:
        (folder / "settings.toml").write_text(_SETTINGS)
        paths = user_paths(folder)
        opened = open_window(paths, settings.read(paths.settings))
        pygame.display.set_mode(SIZE)
        self.folder = folder
        self.pump = Pump()
        self.kiosk = Kiosk(replace(opened, size=SIZE), self.pump, datetime.now, lambda: None)

    def until(self, true: Callable[[], bool]) -> None:
        """Turn until something is so."""
        while not true():
            self.kiosk.turn()

    def _attracts(self) -> bool:
        return isinstance(self.kiosk.visit.scenes.top, AttractScene)

    def games(self, count: int) -> None:
        """Have so many wins play themselves."""
        scene = self.kiosk.visit.scenes.top
        assert isinstance(scene, AttractScene)
        until = scene.played + count
        self.until(lambda: scene.played >= until)

    def visit(self, languages: int) -> None:
        """A visitor begins a game, changes the language so many times, and goes away without a word."""
        self.pump.queue += [Event(pygame.MOUSEBUTTONDOWN, _TOUCH), Event(pygame.MOUSEBUTTONUP, _TOUCH)]
        self.until(lambda: not self._attracts())
        visit = self.kiosk.visit
        visit.navigator.new_game("RU1-R")
        for number in range(languages):
            visit.change("general", "language", _LANGUAGES[number % len(_LANGUAGES)])
            self.kiosk.turn()
        del visit
        self.until(self._attracts)

    def reading(self) -> dict[str, float]:
        """Memory in MB, open handles, threads, and kilobytes on the disk."""
        own = Path("/proc/self")
        handles, threads = (len(list((own / name).iterdir())) for name in ("fd", "task"))
        return {**memory(os.getpid()), "handles": handles, "threads": threads, "disk": folder_size(self.folder) / 1e3}


def measure(games: int, visits: int, languages: int) -> list[Row]:
    """How much each reading has grown from the end of the first third to the end."""
    readings = []
    with tempfile.TemporaryDirectory() as name:
        soak = Soak(Path(name))
        for _ in range(ROUNDS):
            soak.games(games // ROUNDS)
            for visit in range(visits // ROUNDS):
                soak.visit(-(-languages // ROUNDS) if visit == 0 else 0)
            readings.append(soak.reading())
        soak.kiosk.close()
    note = f"{games} games, {visits} visits, {-(-languages // ROUNDS) * ROUNDS} languages; medians of {_COMPARED}"
    warm, rows = ROUNDS // 3, []
    names = {"Rss": "resident", "Uss": "its own alone"}
    units = {"handles": ("", 0.0), "threads": ("", 0.0), "disk": ("kB", 300.0)}
    for key in (*names, *units):
        values = [reading[key] for reading in readings]
        before = median(values[warm + 1 - _COMPARED : warm + 1])
        after = median(values[-_COMPARED:])
        unit, aim = units.get(key, ("MB", AIM))
        rows.append(Row(f"{names.get(key, key)}, at the end", after, unit, None, f"first round {values[0]:.1f}"))
        rows.append(Row(f"{names.get(key, key)}, growth since the first third", after - before, unit, aim, note))
    return rows
