"""Many games, resizes and changes of theme in one process: ``growth`` starts it and reads its JSON.

Every round deals ten games, plays a few moves of each, resizes the window two or three times and back, and changes
the theme once; then memory and open handles are read, always with the same scene in a window of the same size.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import tempfile
from pathlib import Path

import pygame

from game.engine import rules
from game.engine.deals import Code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.engine.state import DRAW, STOCK, Move
from game.storage.settings import TableTheme
from game.ui.table.intent import pile_down
from tools.bench.program import data_folder, memory
from tools.bench.turns import Program, button, motion

SIZE = (1280, 720)
ROUNDS, GAMES_A_ROUND, RESIZES = 20, 10, 50
_MOVES = 6
_SIZES = ((900, 700), (1100, 640), (1000, 720), (1280, 600), (800, 600), (1180, 700))


def _play(program: Program, number: int) -> None:
    """Deal a game and make a few moves with the pointer."""
    names = [name for name, spec in GAMES.items() if not spec.declared_finish]
    spec = GAMES[names[number % len(names)]]
    house = program.app.context.house
    program.app.navigator.table(house.deal(Deal.from_code(Code(spec.prefix, 1000 + number))), True)
    list(program.until_rest())
    for step in range(_MOVES):
        moves = rules.legal_moves(spec, program.table.play.view().state)
        if not moves:
            break
        _move(program, moves[step % len(moves)])


def _move(program: Program, move: Move) -> None:
    """Make a move as a player does."""
    table = program.table
    seen, layout = table.play.view(), table.layout
    if move == DRAW:
        program.click(layout.slots[STOCK].center)
    else:
        src, size, dst = move.src, move.size, move.dst
        rects = layout.pile_rects(src, len(seen.places[src]), pile_down(seen, src))
        start = (rects[-size].centerx, rects[-size].y + 2)
        end = layout.landing_in(seen, dst)
        program.turn(motion(start))
        program.turn(button(pygame.MOUSEBUTTONDOWN, start))
        for share in (0.3, 0.7, 1.0):
            x = round(start[0] + (end.centerx - start[0]) * share)
            program.turn(motion((x, round(start[1] + (end.y + 2 - start[1]) * share))))
        program.turn(button(pygame.MOUSEBUTTONUP, (end.centerx, end.y + 2)))
    list(program.until_rest())


def _round(program: Program, number: int) -> None:
    for game in range(GAMES_A_ROUND):
        _play(program, number * GAMES_A_ROUND + game)
    for index in range(RESIZES * number // ROUNDS, RESIZES * (number + 1) // ROUNDS):
        program.resize(_SIZES[index % len(_SIZES)])
        program.turn()
    program.resize(SIZE)
    themes = list(TableTheme)
    program.app.change("look", "theme", themes[(number + 1) % len(themes)])
    program.turn()
    program.prepare()


def measure(folder: Path) -> list[dict[str, float]]:
    """Memory in MB and open handles, after each round."""
    program = Program(data_folder(folder, SIZE))
    readings = []
    for number in range(ROUNDS):
        _round(program, number)
        gc.collect()
        readings.append({**memory(os.getpid()), "handles": float(len(list(Path("/proc/self/fd").iterdir())))})
    program.app.close()
    return readings


def main() -> None:
    """Takes no arguments."""
    with tempfile.TemporaryDirectory() as folder:
        json.dump(measure(Path(folder)), sys.stdout)


if __name__ == "__main__":
    main()
