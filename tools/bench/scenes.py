"""What a turn of the loop costs in scripted scenes of ten seconds: deals, a drag, cascades, celebrations, resizing."""

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

#: The most that the 99th percentile may be.
AIMS: Mapping[Size, float] = {(1280, 720): 4.0, (1920, 1080): 8.0, (3840, 2160): 16.0}
#: Scenes that are judged; what happens once, or only before or after them, is told beside them.
_JUDGED = ("deal", "drag of 13 cards", "auto-complete", "celebration", "between sizes set", "sizes set")

#: By scene: each turn's milliseconds by the clock and of the processor.
Times = dict[str, list[tuple[float, float]]]


def measure(runs: int, dummy: bool) -> list[Row]:
    """For each size and scene: the medians, over some runs, of each run's p50, p99 and longest turn."""
    rows = []
    for size in AIMS:
        if dummy or missing_tools("Xvfb"):
            where = "dummy driver"
            taken = [_worker(size, {**os.environ, "SDL_VIDEODRIVER": "dummy"}) for _ in range(runs)]
        else:
            where = "Xvfb"
            with screen(size) as own:
                taken = [_worker(size, own.environment) for _ in range(runs)]
        rows += _rows(size, taken, where)
    return rows


def _worker(size: Size, environment: Mapping[str, str]) -> Times:
    words = [sys.executable, "-m", "tools.bench.acts", str(size[0]), str(size[1])]
    env = {**environment, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(words, env=env, cwd=ROOT, stdout=subprocess.PIPE, timeout=600, check=True)
    times: Times = json.loads(done.stdout)
    return times


def percentile(times: list[float], share: float) -> float:
    """The value that a share of all does not exceed."""
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def _rows(size: Size, taken: list[Times], where: str) -> list[Row]:
    rows = []
    for scene in taken[0]:
        note = f"{where}; {len(taken)} runs of {len(taken[0][scene])} turns"
        for word, share in (("p50", 0.50), ("p99", 0.99), ("longest", 1.0)):
            wall, cpu = (median(percentile([turn[i] for turn in run[scene]], share) for run in taken) for i in (0, 1))
            aim = AIMS[size] if word == "p99" and scene in _JUDGED else None
            rows.append(Row(f"{size[0]}x{size[1]}, {scene}, {word}", wall, "ms", aim, f"{cpu:.2f} ms of CPU; {note}"))
    return rows
