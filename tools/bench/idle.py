"""CPU time of the program at rest."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from tools.bench.program import (
    OPENING,
    OPENING_MOVES,
    command,
    data_folder,
    running,
    scheduled_seconds,
    ticks_seconds,
)
from tools.bench.report import Row
from tools.bench.screen import screen

SIZE = (1280, 720)
AIM = 1.0
#: Seconds since the last input when the measurement begins: the program looks for input ever less often.
_SETTLE = 6.0


def measure(seconds: float) -> list[Row]:
    """Percent of one core at the table before the first move, after it (the clock's text runs), and at the menu."""
    rows = []
    cases = {
        "table, not started": {**OPENING, "events": []},
        "table, clock runs": {**OPENING, "events": list(OPENING_MOVES[:1])},
        "menu": None,
    }
    with screen(SIZE) as own:
        for name, game in cases.items():
            with (
                tempfile.TemporaryDirectory() as folder,
                running(command(data_folder(Path(folder), SIZE, game)), own.environment) as process,
            ):
                own.mouse("mousemove", SIZE[0] - 5, SIZE[1] - 5)
                time.sleep(_SETTLE)
                if own.colours() < 10:
                    raise RuntimeError("the program shows nothing")
                exact, ticks = scheduled_seconds(process.pid), ticks_seconds(process.pid)
                time.sleep(seconds)
                exact, ticks = scheduled_seconds(process.pid) - exact, ticks_seconds(process.pid) - ticks
            note = f"of a core over {seconds:g} s; {ticks:.2f} s by clock ticks, {exact * 1000:.2f} ms by the scheduler"
            rows.append(Row(name, max(exact, ticks) / seconds * 100, "%", AIM, note))
    return rows
