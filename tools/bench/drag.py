"""Times of single turns of the loop, in a process of its own: ``frames`` starts it and reads its JSON.

The time that the program sees is scripted (a sixtieth of a second a turn), so that every run does the same work; what a
turn costs is measured with the real clock. Waiting is left out: a turn takes events, steps, draws and updates.
"""

from __future__ import annotations

import json
import math
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")  # as game/cli.py does

import pygame
from pygame.event import Event

from game.app import App
from game.engine.deals import parse_code
from game.engine.record import Deal
from game.ui.table import TableScene
from game.ui.window import open_window
from tools.bench.program import data_folder

_FRAME = 1 / 60
_LIFTED = 13
#: Two moves make a column of 15 face-up cards: 5S and all on it go onto 6S, then 8H and all on it onto 9H.
_PACK = (
    "KC AC 5S 2C 3C 4C 9H 6C 7C JC QC 8C TC 6S AS 2S 3S 8H 4S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H TH JH QH KH "
    "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 5C 9C"
)
GAME: dict[str, Any] = {"format": 1, "rules": "RU1-C", "pack": _PACK.split(), "events": ["t2:5>t3", "t4:5>t3"]}
_FRESH = "RU1-R-AAAAABB"


class _Pump:
    """Scripted time and events; what the window system really sends is taken and dropped."""

    def __init__(self) -> None:
        self.time = 100.0
        self.queue: list[Event] = []

    def now(self) -> float:
        return self.time

    def events(self, timeout: float | None) -> list[Event]:
        pygame.event.get()
        events, self.queue = self.queue, []
        return events


class _Bench:
    """The program, turn by turn."""

    def __init__(self, folder: Path) -> None:
        self.pump = _Pump()
        self.app = App(open_window(folder), self.pump)
        self.app.start()

    def turn(self, *events: Event) -> float:
        """Milliseconds of one turn with these events."""
        self.pump.time += _FRAME
        self.pump.queue += events
        began = time.perf_counter()
        self.app.loop.turn()
        return (time.perf_counter() - began) * 1000

    def until_rest(self) -> Iterator[float]:
        """Turns while cards move."""
        while self.app.scenes.top.animated:
            yield self.turn()


def _motion(at: tuple[int, int]) -> Event:
    return Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=False)


def _button(kind: int, at: tuple[int, int]) -> Event:
    return Event(kind, pos=at, button=1, touch=False)


def measure(size: tuple[int, int], frames: int, folder: Path) -> dict[str, list[float]]:
    """Times in milliseconds: of lifting 13 cards, dragging them all over the table, letting go, and a fresh deal."""
    bench = _Bench(data_folder(folder, size, GAME))
    table = bench.app.scenes.top
    assert isinstance(table, TableScene) and bench.app.scenes.size == size, (table, bench.app.scenes.size)
    first = bench.turn()
    for _ in range(20):
        bench.turn()
    view, layout = table.play.view(), table.layout
    rects = layout.pile_rects(2, len(view.places[2]), view.state.down[2])
    start = (rects[-_LIFTED].centerx, rects[-_LIFTED].y + 2)
    bench.turn(_motion(start))
    bench.turn(_button(pygame.MOUSEBUTTONDOWN, start))
    lift = bench.turn(_motion((start[0] + 40, start[1] + 20)))
    assert table.board.lifted is not None and len(table.board.lifted.sprites) == _LIFTED
    drag = []
    for frame in range(frames):
        # A hand that sweeps the whole table, at most about one and a half window widths a second.
        x = size[0] * (0.5 + 0.42 * math.sin(frame * _FRAME * 3.5 + 1))
        y = size[1] * (0.4 + 0.3 * math.sin(frame * _FRAME * 2.3))
        drag.append(bench.turn(_motion((round(x), round(y)))))
    home = [bench.turn(_button(pygame.MOUSEBUTTONUP, (size[0] - 2, size[1] - 2))), *bench.until_rest()]
    bench.app.navigator.start(Deal.from_code(parse_code(_FRESH)))
    opening = bench.turn()
    deal = list(bench.until_rest())
    bench.app.close()
    return {"first": [first], "lift": [lift], "drag": drag, "home": home, "opening": [opening], "deal": deal}


def main() -> None:
    """Width, height and number of frames come as arguments."""
    width, height, frames = map(int, sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure((width, height), frames, Path(folder))))


if __name__ == "__main__":
    main()
