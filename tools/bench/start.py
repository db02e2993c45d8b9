"""How long until something is to be seen, ours and others' in the same run.

Inside: a hook round ``pygame.display.update`` tells when its first call returned. Outside: the pixels of the X server's
own memory, about every millisecond; ``first`` is their first change, ``whole`` the first picture that agrees with the
one that finally rests. Both count from the moment before the process is made. Outside needs a screen of our own.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median
from typing import NamedTuple

from tools.bench.program import OPENING, OPENING_MOVES, ROOT, command, data_folder, running
from tools.bench.report import Row
from tools.bench.screen import Screen, Watch, screen

SIZE = (1280, 720)
AIM = 0.30
_HOOK = """
import os, sys, time
os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
import pygame
update = pygame.display.update
def hooked(*rects):
    update(*rects)
    os.write(1, repr(time.time()).encode())
    os._exit(0)
pygame.display.update = hooked
sys.path.insert(0, os.getcwd())
sys.argv = ["main.py", *sys.argv[1:]]
import runpy
runpy.run_path("main.py", run_name="__main__")
"""


class Subject(NamedTuple):
    """A program to start: its name, its command, and what its environment has besides."""

    name: str
    words: list[str]
    environment: Mapping[str, str]
    folder: Path | None = None


def measure(runs: int, frozen: Path | None = None) -> list[Row]:
    """The medians of some runs, after one that warms up. Programs take turns, so that all meet the same noise.

    ``frozen`` is the folder of a frozen build, to be measured beside the sources.
    """
    with tempfile.TemporaryDirectory() as name:
        subjects = list(_subjects(Path(name), frozen))
        ours = [subject for subject in subjects if subject.folder is not None]
        if os.environ.get("DISPLAY"):
            kept = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
            return _rows(_inside(ours, kept, runs), {}, os.environ["DISPLAY"])
        with screen(SIZE) as own:
            rows = _rows(_inside(ours, own.environment, runs), _outside(subjects, own, runs), "own Xvfb")
    return rows if frozen is None else [*rows, Row("frozen build, size", folder_size(frozen) / 1e6, "MB", 70)]


def folder_size(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())


def _subjects(folder: Path, frozen: Path | None) -> Iterator[Subject]:
    menu = data_folder(folder / "menu", SIZE)
    table = data_folder(folder / "table", SIZE, {**OPENING, "events": list(OPENING_MOVES[:3])})
    yield Subject("menu", command(menu), {}, menu)
    yield Subject("table", command(table), {}, table)
    if frozen is not None:
        yield Subject("frozen, menu", [str(frozen / "waraq"), "--data-dir", str(menu)], {})
        yield Subject("frozen, table", [str(frozen / "waraq"), "--data-dir", str(table)], {})
    home = {"HOME": str(folder)}
    games = os.pathsep.join((os.environ.get("PATH", ""), "/usr/games"))
    path = shutil.which("sol", path=games)
    if path is not None:
        yield Subject("AisleRiot", [path], home)
    path, bus = shutil.which("kpat", path=games), shutil.which("dbus-run-session")
    if path is not None and bus is not None:  # without a session bus it crashes
        yield Subject("KPatience", [bus, "--", path, "--gametype", "klondike"], home)


def _inside(subjects: list[Subject], environment: Mapping[str, str], runs: int) -> dict[str, list[float]]:
    times: dict[str, list[float]] = {subject.name: [] for subject in subjects}
    for run in range(runs + 1):
        for subject in subjects:
            words = [sys.executable, "-c", _HOOK, "--data-dir", str(subject.folder)]
            began = time.time()
            done = subprocess.run(words, env=dict(environment), cwd=ROOT, capture_output=True, timeout=60, check=True)
            if run:
                times[subject.name].append(float(done.stdout) - began)
    return times


def _outside(subjects: list[Subject], own: Screen, runs: int) -> dict[str, list[Watch]]:
    times: dict[str, list[Watch]] = {subject.name: [] for subject in subjects}
    for run in range(runs + 1):
        for subject in subjects:
            blank = own.wait_still(0.3)
            began = time.perf_counter()
            with running(subject.words, {**own.environment, **subject.environment}):
                watch = own.watch(blank, began)
            if run:
                times[subject.name].append(watch)
    return times


def _rows(inside: Mapping[str, list[float]], outside: Mapping[str, list[Watch]], where: str) -> list[Row]:
    rows = [
        Row(f"{name}, inside", median(times), "s", AIM, f"{where}; {min(times):.3f} to {max(times):.3f}")
        for name, times in inside.items()
    ]
    for name, watches in outside.items():
        aim = AIM if name in inside or name.startswith("frozen") else None
        coarse = f"known to {max(watch.resolution for watch in watches) * 1000:.1f} ms"
        for word in ("first", "whole"):
            times = [getattr(watch, word) for watch in watches]
            note = f"{min(times):.3f} to {max(times):.3f}; {coarse}"
            rows.append(Row(f"{name}, outside, {word}", median(times), "s", aim, note))
    for theirs in ("AisleRiot", "KPatience"):
        if theirs in outside:
            other = median(watch.whole for watch in outside[theirs])
            for name in inside:
                ratio = median(watch.whole for watch in outside[name]) / other
                rows.append(Row(f"{name} / {theirs}, whole", ratio, "x", 1.0))
    return rows
