"""One program for each player's folder: a second start hands its files over to the first and ends.

Who runs holds a lock that the system takes back when the process ends, however it ends; so a lock is never stale.
Where locks cannot be had (a read-only folder, a foreign file system) the program runs as if it were alone.

The start of the window waits for this: what only a second start needs (``handover``) is loaded late.
"""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from game.handover import Listener

_LOCK = "running.lock"
#: Seconds that a second start waits for the first, which may be starting itself.
_PATIENCE = 3.0


class Instance:
    """The place of the one that runs. It keeps the lock until the process ends or ``close`` is called."""

    def __init__(self, folder: Path, lock: IO[bytes] | None) -> None:
        self._folder = folder
        self._lock = lock
        self._listener: Listener | None = None

    def listen(self, called: Callable[[list[str]], None]) -> None:
        """Have later starts hand their files over: ``called`` gets their paths, in another thread. Never fails."""
        from game.handover import Listener  # noqa: PLC0415 - as above

        if self._lock is not None:
            with contextlib.suppress(OSError):
                self._listener = Listener(self._folder, called)

    def close(self) -> None:
        """Let the next start be the first."""
        if self._listener is not None:
            self._listener.close()
            self._listener = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None


def claim(folder: Path, files: Sequence[str] = (), patience: float = _PATIENCE) -> Instance | None:
    """Be the one that runs on a player's folder; None: another one does, and has taken the files.

    If another one holds the lock but does not answer within ``patience`` seconds, this one runs beside it: a player
    who waits for a window gets one.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = open(folder / _LOCK, "ab")  # noqa: SIM115 - it stays open as long as the process runs
    except OSError:
        return Instance(folder, None)
    ends = time.monotonic() + patience
    while not _locked(lock):
        from game.handover import hand_over  # noqa: PLC0415 - as above

        if hand_over(folder, files):
            lock.close()
            return None
        if time.monotonic() >= ends:
            lock.close()
            return Instance(folder, None)
        time.sleep(0.05)
    return Instance(folder, lock)


if sys.platform == "win32":
    import msvcrt

    def _locked(lock: IO[bytes]) -> bool:
        """Take the lock, if it is free; a file system without locks has them all free."""
        try:
            lock.seek(0)
            msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def _locked(lock: IO[bytes]) -> bool:
        """Take the lock, if it is free; a file system without locks has them all free."""
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True
        return True
