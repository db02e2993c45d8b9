"""Times of single turns of the loop, in a process of its own: ``frames`` starts it and reads its JSON."""

from __future__ import annotations

import json
import math
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pygame

from game.engine.deals import parse_code
from game.engine.record import Deal
from tools.bench.program import data_folder
from tools.bench.screen import Point, Size
from tools.bench.turns import FRAME, Cost, Program, button, motion

_LIFTED = 13
#: Two moves make a column of 15 face-up cards: 5S and all on it go onto 6S, then 8H and all on it onto 9H.
_PACK = (
    "KC AC 5S 2C 3C 4C 9H 6C 7C JC QC 8C TC 6S AS 2S 3S 8H 4S 7S 8S 9S TS JS QS KS AH 2H 3H 4H 5H 6H 7H TH JH QH KH "
    "AD 2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD 5C 9C"
)
GAME: dict[str, Any] = {"format": 1, "rules": "RU1-C", "pack": _PACK.split(), "events": ["t2:5>t3", "t4:5>t3"]}
_FRESH = "RU1-R-AAAAABB"


def sweep(size: Size, frames: int) -> Iterator[Point]:
    """A hand that sweeps the whole table, at most about one and a half window widths a second."""
    for frame in range(frames):
        x = size[0] * (0.5 + 0.42 * math.sin(frame * FRAME * 3.5 + 1))
        y = size[1] * (0.4 + 0.3 * math.sin(frame * FRAME * 2.3))
        yield round(x), round(y)


def lift(program: Program) -> Cost:
    """Take 13 cards of ``GAME`` into the hand; the cost of the turn that lifts them."""
    table = program.table
    view = table.play.view()
    rects = table.layout.pile_rects(2, len(view.places[2]), view.state.down[2])
    start = (rects[-_LIFTED].centerx, rects[-_LIFTED].y + 2)
    program.turn(motion(start))
    program.turn(button(pygame.MOUSEBUTTONDOWN, start))
    taken = program.turn(motion((start[0] + 40, start[1] + 20)))
    assert table.board.lifted is not None and len(table.board.lifted.sprites) == _LIFTED
    return taken


def let_go(program: Program, size: Size) -> list[Cost]:
    """Drop what is in the hand where nothing takes it; the turns until all lies at home."""
    return [program.turn(button(pygame.MOUSEBUTTONUP, (size[0] - 2, size[1] - 2))), *program.until_rest()]


def measure(size: Size, frames: int, folder: Path) -> dict[str, list[float]]:
    """Times in milliseconds: of lifting 13 cards, dragging them all over the table, letting go, and a fresh deal."""
    program = Program(data_folder(folder, size, GAME))
    assert program.app.scenes.size == size, program.app.scenes.size
    for _ in range(20):
        program.turn()
    lifted = lift(program)
    drag = [program.turn(motion(at)) for at in sweep(size, frames)]
    home = let_go(program, size)
    program.app.navigator.start(Deal.from_code(parse_code(_FRESH)))
    opening = program.turn()
    deal = list(program.until_rest())
    program.app.close()
    times = {"lift": [lifted], "drag": drag, "home": home, "opening": [opening], "deal": deal}
    return {name: [cost.wall for cost in costs] for name, costs in times.items()}


def main() -> None:
    """Width, height and number of frames come as arguments."""
    width, height, frames = map(int, sys.argv[1:4])
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure((width, height), frames, Path(folder))))


if __name__ == "__main__":
    main()
