"""Memory and open handles over 200 games, 50 resizes and 20 changes of theme: flat once the program is warm."""

from __future__ import annotations

import json
import subprocess
import sys
from statistics import median

from tools.bench.many import GAMES_A_ROUND, RESIZES, ROUNDS, SIZE
from tools.bench.program import ROOT
from tools.bench.report import Row
from tools.bench.screen import screen

AIM = 5.0
_NAMES = {"Rss": "resident", "Pss": "proportional", "Uss": "its own alone"}
#: Readings on each side of the comparison: the last of the first third, and the last of all.
_COMPARED = 4


def measure() -> list[Row]:
    """What each kind of memory is at the end, and by how much it has grown since the first third."""
    with screen(SIZE) as own:
        words = [sys.executable, "-m", "tools.bench.many"]
        env = {**own.environment, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "SDL_AUDIODRIVER": "dummy"}
        done = subprocess.run(words, env=env, cwd=ROOT, stdout=subprocess.PIPE, timeout=900, check=True)
    readings: list[dict[str, float]] = json.loads(done.stdout)
    warm = ROUNDS // 3
    note = f"{ROUNDS * GAMES_A_ROUND} games, {RESIZES} resizes, {ROUNDS} themes; medians of {_COMPARED} readings"
    rows = []
    for key, name in (*_NAMES.items(), ("handles", "open handles")):
        values = [reading[key] for reading in readings]
        before = median(values[warm + 1 - _COMPARED : warm + 1])
        after = median(values[-_COMPARED:])
        unit, aim = ("MB", AIM) if key in _NAMES else ("", 0.0)
        rows.append(Row(f"{name}, at the end", after, unit, None, f"first round {values[0]:.1f}"))
        rows.append(Row(f"{name}, growth since the first third", after - before, unit, aim, note))
    return rows
