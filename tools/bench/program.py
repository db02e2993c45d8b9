"""The program as a process: its data folder, its start, its readings, and where its cards lie on the screen."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from game.engine import record
from game.engine.state import Move, parse_event
from game.engine.view import view
from game.ui.table.layout import table_layout
from tools.bench.screen import Point, Screen, Size

ROOT = Path(__file__).resolve().parent.parent.parent

#: A deal with an open game in it, and the moves that begin it.
OPENING: dict[str, Any] = {"format": 1, "code": "RU1-R-AAAAAAC", "elapsed": 5.0}
OPENING_MOVES = ("t2:3>t1", "t5:3>t4", "t5:2>t6", "t5:1>t7", "t5:1>t4", "t5:1>t2")


def data_folder(folder: Path, size: Size, game: Mapping[str, Any] | None = None) -> Path:
    """Make the player's folder: English, a window of ``size``, and perhaps an open game."""
    (folder / "games").mkdir(parents=True, exist_ok=True)
    settings = f'[general]\nlanguage = "en"\nwelcomed = true\n[window]\nwidth = {size[0]}\nheight = {size[1]}\n'
    (folder / "settings.toml").write_text(settings, encoding="utf-8")
    if game is not None:
        saved = record.from_dict(dict(game))
        game_file(folder, saved.deal.spec.prefix).write_text(saved.to_json(), encoding="utf-8")
    return folder


def game_file(folder: Path, prefix: str) -> Path:
    """Where the program keeps the open game of a variant."""
    return folder / "games" / f"{prefix}.json"


def saved_events(path: Path) -> list[str]:
    """The events of a kept game; none if there is no such file yet."""
    try:
        return list(json.loads(path.read_text(encoding="utf-8"))["events"])
    except FileNotFoundError:
        return []


def wait_until(true: Callable[[], bool], most: float = 10.0) -> bool:
    """Poll until something is so; False if it is not within ``most`` seconds."""
    until = time.monotonic() + most
    while not (answer := true()) and time.monotonic() < until:
        time.sleep(0.02)
    return answer


def command(folder: Path) -> list[str]:
    """The command that starts the program on a data folder."""
    return [sys.executable, str(ROOT / "main.py"), "--data-dir", str(folder)]


@contextmanager
def running(words: Sequence[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended afterwards."""
    quiet = subprocess.DEVNULL
    process = subprocess.Popen(words, env=dict(environment), cwd=ROOT, stdout=quiet, stderr=quiet)
    try:
        yield process
    finally:
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def ticks_seconds(pid: int) -> float:
    """CPU seconds of a process by the kernel's clock ticks (usually 10 ms each)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def scheduled_seconds(pid: int) -> float:
    """CPU seconds of all threads of a process by the scheduler's own nanoseconds."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def memory(pid: int) -> dict[str, float]:
    """``Rss``, ``Pss`` and ``Uss`` of a process in megabytes (10^6 bytes)."""
    sizes: dict[str, int] = {}
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()[1:]:
        name, size, *_ = line.split()
        sizes[name.rstrip(":")] = int(size) * 1024
    own = sizes["Private_Clean"] + sizes["Private_Dirty"]
    return {"Rss": sizes["Rss"] / 1e6, "Pss": sizes["Pss"] / 1e6, "Uss": own / 1e6}


def drag_points(game: Mapping[str, Any], events: Sequence[str], text: str, size: Size) -> tuple[Point, Point]:
    """Where a player presses and lets go to make a move after ``events``, in a left-to-right window of ``size``."""
    saved = record.from_dict({**game, "events": list(events)})
    session, move = saved.replay(), parse_event(text)
    assert isinstance(move, Move)
    seen = view(saved.deal.spec, saved.deal.pack, session.state)
    layout = table_layout(saved.deal.spec, size, False)
    rects = layout.pile_rects(move.src, len(seen.places[move.src]), seen.state.down[move.src])
    lowest = rects[-move.size]
    shows = rects[-move.size + 1].y - lowest.y if move.size > 1 else lowest.h
    start = (lowest.centerx, lowest.y + max(1, min(shows, lowest.h) // 2))
    target = layout.landing_in(seen, move.dst)
    return start, (start[0] + target.x - lowest.x, start[1] + target.y - lowest.y)


def make_moves(
    screen: Screen, folder: Path, game: Mapping[str, Any], done: Sequence[str], moves: Sequence[str]
) -> list[str]:
    """Make moves with the mouse, each kept before the next; returns all events then made."""
    events = list(done)
    path = game_file(folder, record.from_dict({**game, "events": []}).deal.spec.prefix)
    for move in moves:
        screen.drag(*drag_points(game, events, move, screen.size))
        events.append(move)
        if not wait_until(lambda: saved_events(path) == events):
            raise RuntimeError(f"{move} was not kept: {saved_events(path)}")
        time.sleep(0.4)  # the cards are at rest
    return events
