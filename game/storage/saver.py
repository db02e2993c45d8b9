"""Saving beside the frame loop: what writes is done by a thread of its own, in order, the newest of each kind."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable
from pathlib import Path

from game.storage.files import write_atomic

#: Writes something; raises what goes wrong. Called in the saver's thread: it must own its data.
Job = Callable[[], None]
#: Makes the content to write, or None to remove the file.
Content = Callable[[], bytes | None]


class Saver:
    """Does jobs in the order in which they were put; a newer one replaces one of the same key that still waits."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, Job] = {}
        self._change = threading.Condition()
        self._busy = False
        self._closed = False
        self._fault: Exception | None = None
        self._thread = threading.Thread(target=self._run, name="saver", daemon=True)
        self._thread.start()

    def put(self, path: Path, content: Content) -> None:
        """Have a file written soon, or removed."""
        self.do(path, lambda: _write(path, content))

    def do(self, key: Hashable, job: Job) -> None:
        """Have a job done soon. Never waits for the disk. ``ValueError`` after ``close``."""
        with self._change:
            if self._closed:
                raise ValueError("the saver is closed")
            self._waiting.pop(key, None)
            self._waiting[key] = job
            self._change.notify_all()

    def flush(self) -> None:
        """Wait until all that was put is done or has failed."""
        with self._change:
            self._change.wait_for(lambda: not self._waiting and not self._busy)

    def close(self) -> None:
        """Do what waits and end the thread."""
        with self._change:
            self._closed = True
            self._change.notify_all()
        self._thread.join()

    def take_fault(self) -> Exception | None:
        """The newest error since the last call, if any."""
        with self._change:
            fault, self._fault = self._fault, None
            return fault

    def _run(self) -> None:
        while True:
            with self._change:
                self._change.wait_for(lambda: self._waiting or self._closed)
                if not self._waiting:
                    return
                key = next(iter(self._waiting))
                job = self._waiting.pop(key)
                self._busy = True
            fault = _outcome(job)
            with self._change:
                self._busy = False
                self._fault = fault or self._fault
                self._change.notify_all()


def _write(path: Path, content: Content) -> None:
    data = content()
    if data is None:
        path.unlink(missing_ok=True)
    else:
        write_atomic(path, data)


def _outcome(job: Job) -> Exception | None:
    """Do a job; what goes wrong is returned, for if the thread died, ``flush`` would wait for ever."""
    try:
        job()
    except Exception as error:
        return error
    return None
