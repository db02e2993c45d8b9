"""What a frame costs while thirteen cards are dragged, and while a new game is dealt."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from statistics import median

from tools.bench.program import ROOT
from tools.bench.report import Row
from tools.bench.screen import Size, missing_tools, screen

SIZES: tuple[Size, ...] = ((1280, 720), (1920, 1080), (3840, 2160))
AIMS: Mapping[Size, float] = {(1920, 1080): 4.0, (3840, 2160): 12.0}
_NAMES = {"drag": "13-card drag", "home": "letting go", "deal": "opening deal"}
_ONCE = {"lift": "lifting 13 cards, once", "opening": "first frame of a new table, once"}


def measure(frames: int, runs: int, dummy: bool) -> list[Row]:
    """For each size: the medians, over some runs, of each run's p50, p99 and longest turn."""
    rows = []
    for size in SIZES:
        if dummy or missing_tools("Xvfb"):
            where = "dummy driver"
            taken = [_worker(size, frames, {**os.environ, "SDL_VIDEODRIVER": "dummy"}) for _ in range(runs)]
        else:
            where = "Xvfb"
            with screen(size) as own:
                taken = [_worker(size, frames, own.environment) for _ in range(runs)]
        rows += _rows(size, taken, where)
    return rows


def _worker(size: Size, frames: int, environment: Mapping[str, str]) -> dict[str, list[float]]:
    words = [sys.executable, "-m", "tools.bench.drag", str(size[0]), str(size[1]), str(frames)]
    env = {**environment, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(words, env=env, cwd=ROOT, stdout=subprocess.PIPE, timeout=300, check=True)
    times: dict[str, list[float]] = json.loads(done.stdout)
    return times


def _percentile(times: list[float], share: float) -> float:
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def _rows(size: Size, taken: list[dict[str, list[float]]], where: str) -> list[Row]:
    window = f"{size[0]}x{size[1]}"
    rows = []
    for key, name in _NAMES.items():
        note = f"{where}; {len(taken)} runs of {len(taken[0][key])} turns"
        p50, p99, most = (median(_percentile(run[key], share) for run in taken) for share in (0.50, 0.99, 1.0))
        rows.append(Row(f"{window}, {name}, p50", p50, "ms", None, note))
        rows.append(Row(f"{window}, {name}, p99", p99, "ms", AIMS.get(size) if key == "drag" else None, note))
        rows.append(Row(f"{window}, {name}, longest", most, "ms", None, note))
    for key, name in _ONCE.items():
        rows.append(Row(f"{window}, {name}", median(run[key][0] for run in taken), "ms", None, where))
    return rows
