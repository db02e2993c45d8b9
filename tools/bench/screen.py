"""A screen of our own: an X server without hardware, its picture read straight from its memory, and a mouse.

The server keeps its picture in a file that other processes can map (``Xvfb -fbdir``). Reading a few rows of it costs
microseconds, so the moment of a change is known to about a millisecond and looking does not slow what is looked at.
"""

from __future__ import annotations

import mmap
import os
import shutil
import struct
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

Point = tuple[int, int]
Size = tuple[int, int]

#: Pixel rows between two that are looked at.
_ROW_STEP = 24
_POLL = 0.001
_HEADER = struct.Struct(">25I")


def missing_tools(*names: str) -> list[str]:
    """Those of the named programs that are not installed."""
    return [name for name in names if shutil.which(name) is None]


class Watch(NamedTuple):
    """When a picture began to change, when it was whole, and how coarsely that is known (seconds since the start)."""

    first: float
    whole: float
    resolution: float


class Screen:
    """One running X server."""

    def __init__(self, display: str, size: Size, picture: Path) -> None:
        self.display = display
        self.size = size
        with picture.open("rb") as file:
            self._map = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        header = _HEADER.unpack_from(self._map)
        # XWD: header size first; the 13th word is the bytes of a line, the 20th the number of 12-byte colour entries.
        self._start: int = header[0] + header[19] * 12
        self._stride: int = header[12]

    @property
    def environment(self) -> dict[str, str]:
        """An environment for programs on this screen."""
        drop = ("SDL_", "WAYLAND_", "PYTHONDONTWRITEBYTECODE", "DBUS_SESSION_BUS_ADDRESS")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(drop)}
        return {**kept, "DISPLAY": self.display}

    def rows(self) -> bytes:
        """Every 24th row of pixels, as it is now."""
        starts = range(self._start + _ROW_STEP // 2 * self._stride, self._end, _ROW_STEP * self._stride)
        return b"".join(self._map[at : at + self._stride] for at in starts)

    @property
    def _end(self) -> int:
        return self._start + self.size[1] * self._stride

    def colours(self) -> int:
        """How many colours the watched rows show."""
        seen: set[object] = set(memoryview(self.rows()).cast("I"))
        return len(seen)

    def wait_still(self, seconds: float, most: float = 20.0) -> bytes:
        """The picture once it has not changed for some seconds."""
        began = changed = time.perf_counter()
        last = self.rows()
        while time.perf_counter() - changed < seconds:
            if time.perf_counter() - began > most:
                raise TimeoutError("the screen never comes to rest")
            time.sleep(0.01)
            if (now := self.rows()) != last:
                last, changed = now, time.perf_counter()
        return last

    def watch(self, blank: bytes, began: float, still: float = 0.7, most: float = 30.0) -> Watch:
        """Wait until the picture has changed from ``blank`` and come to rest; times count from ``began``."""
        changes: list[tuple[float, bytes]] = []
        last, before, resolution = blank, time.perf_counter(), 0.0
        while not changes or before - began - changes[-1][0] < still:
            time.sleep(_POLL)
            rows, now = self.rows(), time.perf_counter()
            if now - began > most:
                raise TimeoutError("nothing appeared, or it never came to rest")
            if rows != last:
                changes.append((now - began, rows))
                last, resolution = rows, max(resolution, now - before)
            before = now
        whole = next(at for at, rows in changes if _agreement(rows, last) >= 0.99)
        return Watch(changes[0][0], whole, resolution)

    def mouse(self, *words: object) -> None:
        """Run one xdotool command chain."""
        command = ["xdotool", *map(str, words)]
        subprocess.run(command, env=self.environment, check=True, capture_output=True, timeout=20)

    def click(self, at: Point) -> None:
        """Press and release the mouse at a point."""
        self.mouse("mousemove", *at, "sleep", 0.05, "mousedown", 1, "sleep", 0.05, "mouseup", 1)

    def drag(self, start: Point, end: Point) -> None:
        """Drag from one point to another."""
        words: list[object] = ["mousemove", *start, "sleep", 0.05, "mousedown", 1, "sleep", 0.05]
        for step in range(1, 6):
            at = (start[0] + (end[0] - start[0]) * step // 5, start[1] + (end[1] - start[1]) * step // 5)
            words += ["mousemove", *at, "sleep", 0.03]
        self.mouse(*words, "mouseup", 1)


def _agreement(one: bytes, other: bytes) -> float:
    """The share of pixels that two pictures have in common."""
    a, b = memoryview(one).cast("I"), memoryview(other).cast("I")
    return sum(x == y for x, y in zip(a, b, strict=True)) / len(a)


@contextmanager
def screen(size: Size) -> Iterator[Screen]:
    """An X server of our own with one screen of ``size`` pixels; ``RuntimeError`` if it does not start."""
    with tempfile.TemporaryDirectory(prefix="screen-") as folder:
        read, write = os.pipe()
        # Without -noreset the server would start anew after each program that was alone on it.
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24", "-noreset"]
        command += ["-nolisten", "tcp", "-fbdir", folder]
        server = subprocess.Popen(command, pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        try:
            with os.fdopen(read) as answer:
                number = answer.readline().strip()
            if not number:
                raise RuntimeError("Xvfb does not start")
            yield Screen(f":{number}", size, Path(folder) / "Xvfb_screen0")
        finally:
            server.terminate()
            server.wait(10)
