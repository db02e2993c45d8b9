"""Memory of the program at the table after a few moves made with a real mouse."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tools.bench.program import OPENING, OPENING_MOVES, command, data_folder, make_moves, memory, running
from tools.bench.report import Row
from tools.bench.screen import Size, screen

SIZES: tuple[Size, ...] = ((1280, 720), (1920, 1080))
AIM = 90.0


def measure() -> list[Row]:
    """Resident, proportional and own memory for each size of window."""
    rows = []
    for size in SIZES:
        game = {**OPENING, "events": []}
        with screen(size) as own, tempfile.TemporaryDirectory() as name:
            folder = data_folder(Path(name), size, game)
            with running(command(folder), own.environment) as process:
                time.sleep(1.5)
                make_moves(own, folder, game, [], OPENING_MOVES)
                time.sleep(0.5)
                sizes = memory(process.pid)
        window = f"{size[0]}x{size[1]}"
        rows.append(Row(f"{window}, resident", sizes["Rss"], "MB", AIM if size == SIZES[0] else None))
        rows.append(Row(f"{window}, proportional", sizes["Pss"], "MB"))
        rows.append(Row(f"{window}, its own alone", sizes["Uss"], "MB"))
    return rows
