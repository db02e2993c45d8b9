"""A small process that keeps the kiosk running: it starts the program again whenever that dies or hangs.

It needs nothing that could break: no window, no settings, no sound. The program says that it is alive by a byte down
a pipe every few seconds. When it dies again and again, the pauses grow and a plain "out of order" screen is shown in
between. The operator's way out and a polite end (SIGTERM) end both; if the supervisor dies, so does the program,
which sees its pipe closed.
"""

from __future__ import annotations

import contextlib
import queue
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO

#: What the program prints to say that it is alive, and how often at least (seconds).
ALIVE, PULSE = b".", 10.0
#: Seconds between two looks at the clock; the death of the program is heard at once.
_LOOK = 1.0
#: What ends the kiosk for good when the program returns it; anything else is a crash.
ENDED = 0


@dataclass(frozen=True)
class Patience:
    """How long the supervisor waits, in seconds."""

    #: Without a sign of life the program hangs.
    silence: float = 60.0
    #: A program that lived for longer did not crash at its start.
    healthy: float = 30.0
    #: The pauses before the second start, the third and so on; the last one holds from then on.
    pauses: tuple[float, ...] = (0.0, 0.5, 2.0, 10.0, 60.0)
    #: After so many crashes at the start the screen says "out of order" meanwhile.
    crashes: int = 3
    #: For a program that was asked to end.
    end: float = 10.0


class Supervisor:
    """Runs ``command`` until it ends by itself; ``out_of_order`` shows a screen and never ends by itself."""

    def __init__(
        self,
        command: list[str],
        out_of_order: list[str],
        tell: Callable[..., None],
        patience: Patience | None = None,
    ) -> None:
        self._command = command
        self._out_of_order = out_of_order
        self._tell = tell
        self._patience = patience or Patience()
        self._ending = threading.Event()

    def end(self) -> None:
        """End the program politely, and then the supervisor; may be called in a signal handler."""
        self._ending.set()

    def run(self) -> int:
        """Supervise until the end; returns the exit status."""
        crashes = 0
        while not self._ending.is_set():
            began = time.monotonic()
            status = self._one(self._command, None)
            if status == ENDED or self._ending.is_set():
                return 0
            lived = time.monotonic() - began
            crashes = 1 if lived >= self._patience.healthy else crashes + 1
            pause = self._patience.pauses[min(crashes, len(self._patience.pauses)) - 1]
            self._tell("restart", status=status, lived=round(lived, 1), crashes=crashes, pause=pause)
            if crashes >= self._patience.crashes:
                self._one(self._out_of_order, pause)
            else:
                self._ending.wait(pause)
        return 0

    def _one(self, command: list[str], seconds: float | None) -> int | None:
        """Run a program until it ends, hangs, ``seconds`` are over or the end is asked for; returns its status."""
        try:
            process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            self._tell("cannot start", error=repr(error))
            self._ending.wait(1.0)
            return None
        assert process.stdin is not None
        assert process.stdout is not None
        signs: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(process.stdout, signs), daemon=True).start()
        until = None if seconds is None else time.monotonic() + seconds
        heard = time.monotonic()
        while process.poll() is None:
            now = time.monotonic()
            if self._ending.is_set() or (until is not None and now >= until):
                self._end(process)
            elif now - heard > self._patience.silence and until is None:
                self._tell("hangs", seconds=round(now - heard, 1))
                process.kill()
            with contextlib.suppress(queue.Empty):
                if signs.get(timeout=_LOOK):
                    heard = time.monotonic()
                else:
                    with contextlib.suppress(subprocess.TimeoutExpired):
                        process.wait(_LOOK)  # its end of the pipe is closed: it is about to be gone
        process.stdin.close()
        process.stdout.close()
        return process.returncode

    def _end(self, process: subprocess.Popen[bytes]) -> None:
        process.terminate()
        try:
            process.wait(self._patience.end)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _listen(stream: IO[bytes], signs: queue.SimpleQueue[bytes]) -> None:
    """Hand over what a program says; an empty word says that it says no more."""
    with contextlib.suppress(ValueError, OSError):
        while sign := stream.read(1):
            signs.put(sign)
    signs.put(b"")


def end_on_signals(supervisor: Supervisor) -> None:
    """Have the usual signals end it politely."""
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None:
            signal.signal(number, lambda *_: supervisor.end())
