"""The program's log: one line for each thing worth knowing later, in a file that never grows beyond its bounds."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

#: Bytes of a file; when it is full it becomes the old one, and the one that was old goes.
MOST_BYTES = 256 << 10
_LONGEST_LINE = 8 << 10  # letters
_OLD = ".old"


class Journal:
    """Writes lines; any thread may. A disk that takes none loses them and nothing else. ``now`` is local time."""

    def __init__(self, path: Path, now: Callable[[], datetime] = datetime.now) -> None:
        self._path = path
        self._now = now
        self._lock = threading.Lock()
        #: How many lines the disk did not take since it took one.
        self.lost = 0

    def write(self, what: str, **values: object) -> None:
        """Add a line: the time, what happened, and values as JSON. Line breaks in them stay inside the line."""
        details = json.dumps(values, ensure_ascii=False, default=str) if values else ""
        line = f"{self._now():%Y-%m-%d %H:%M:%S} {what} {details}".rstrip()[:_LONGEST_LINE]
        with self._lock:
            try:
                self._append(line.encode(errors="replace") + b"\n")
                self.lost = 0
            except OSError:
                self.lost += 1

    def _append(self, line: bytes) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        with open(self._path, "ab") as file:
            if file.tell() + len(line) <= MOST_BYTES:
                file.write(line)
                return
        self._path.replace(self._path.with_name(self._path.name + _OLD))
        with open(self._path, "ab") as file:
            file.write(line)
