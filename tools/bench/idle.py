"""CPU time of the program at rest."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tools.bench.program import (
    OPENING,
    OPENING_MOVES,
    command,
    data_folder,
    drag_points,
    running,
    scheduled_seconds,
    ticks_seconds,
)
from tools.bench.report import Row
from tools.bench.screen import Screen, screen

SIZE = (1280, 720)
AIM = 1.0
#: Seconds since the last input when the measurement begins: the program looks for input ever less often.
_SETTLE = 6.0
_BEGUN = {**OPENING, "events": list(OPENING_MOVES[:1])}
_CASES: Mapping[str, Mapping[str, Any] | None] = {
    "table, not started": {**OPENING, "events": []},
    "table, clock runs": _BEGUN,
    "menu": None,
}


def measure(seconds: float) -> list[Row]:
    """Percent of one core at the table before the first move, after it (the clock's text runs), and at the menu.

    The sound's device is opened by the first sound and stays open. Its two rows make one move with the mouse, once
    with a device (SDL's dummy, which takes samples in real time like a real one) and once with the sound switched off.
    """
    with screen(SIZE) as own:
        rows = [_row(own, name, game, seconds) for name, game in _CASES.items()]
        rows.append(_row(own, "table after a move, sound's device open", _BEGUN, seconds, sound=True))
        rows.append(_row(own, "table after a move, sound off", _BEGUN, seconds, sound=False))
    return rows


def _row(own: Screen, name: str, game: Mapping[str, Any] | None, seconds: float, sound: bool | None = None) -> Row:
    """One case; ``sound`` tells whether the move that is then made is heard, None makes no move."""
    with tempfile.TemporaryDirectory() as folder:
        data = data_folder(Path(folder), SIZE, game)
        if sound is not None:
            with (data / "settings.toml").open("a", encoding="utf-8") as settings:
                settings.write(f"[sound]\non = {str(sound).lower()}\n")
        with running(command(data), {**own.environment, "SDL_AUDIODRIVER": "dummy"}) as process:
            if sound is not None and game is not None:
                time.sleep(1.5)
                own.drag(*drag_points(game, game["events"], OPENING_MOVES[1], SIZE))
            own.mouse("mousemove", SIZE[0] - 5, SIZE[1] - 5)
            time.sleep(_SETTLE)
            if own.colours() < 10:
                raise RuntimeError("the program shows nothing")
            exact, ticks = scheduled_seconds(process.pid), ticks_seconds(process.pid)
            time.sleep(seconds)
            exact, ticks = scheduled_seconds(process.pid) - exact, ticks_seconds(process.pid) - ticks
            threads = len(list(Path(f"/proc/{process.pid}/task").iterdir()))
    note = f"of a core over {seconds:g} s; {ticks:.2f} s by clock ticks, {exact * 1000:.2f} ms by the scheduler"
    return Row(name, max(exact, ticks) / seconds * 100, "%", AIM, f"{note}; {threads} threads")
