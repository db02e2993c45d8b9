"""Saving beside the frame loop: the newest content of each file is written by a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

from game.storage.files import write_atomic

#: Makes the content to write, or None to remove the file. Called in the saver's thread: it must own its data.
Content = Callable[[], bytes | None]


class Saver:
    """Writes files in the order they were first asked for; a newer content replaces one that still waits."""

    def __init__(self) -> None:
        self._waiting: dict[Path, Content] = {}
        self._change = threading.Condition()
        self._busy = False
        self._closed = False
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
        self._thread.start()

    def put(self, path: Path, content: Content) -> None:
        """Have a file written soon. Never waits for the disk. ``ValueError`` after ``close``."""
        with self._change:
            if self._closed:
                raise ValueError("the saver is closed")
            self._waiting[path] = content
            self._change.notify_all()

    def flush(self) -> None:
        """Wait until all that was put is on the disk or has failed."""
        with self._change:
            self._change.wait_for(lambda: not self._waiting and not self._busy)

    def close(self) -> None:
        """Write what waits and end the thread."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    def take_fault(self) -> Exception | None:
        """The newest error of writing since the last call, if any."""
        with self._change:
            fault, self._fault = self._fault, None
            return fault

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                path = next(iter(self._waiting))
                content = self._waiting.pop(path)
                self._busy = True
            fault = _write(path, content)
            with self._change:
                self._busy = False
                self._fault = fault or self._fault
                self._change.notify_all()


def _write(path: Path, content: Content) -> Exception | None:
    """Write or remove a file; what goes wrong is returned, for if the thread died, ``flush`` would wait for ever."""
    try:
        data = content()
        if data is None:
            path.unlink(missing_ok=True)
        else:
            write_atomic(path, data)
    except Exception as error:
        return error
    return None
