"""The solver's own process, child side: a question a line on standard input, an answer a line on standard output.

A question is ``{"id": n, "task": name, ...}``, its answer ``{"id": n, ...}`` or ``{"id": n, "fault": why}``;
``{"cancel": n}`` ends a question at once. The process ends with its input: when the program closes it or dies.
"""

from __future__ import annotations

import contextlib
import ctypes
import gc
import json
import os
import queue
import signal
import threading
from typing import Any, BinaryIO, NoReturn

from game.engine.record import MOST_BYTES
from game.solver.tasks import TASKS

#: Bytes of address space; a search that needs more ends and does not know.
_MOST_MEMORY = 3 << 29
_NICE = 10


def serve(questions: BinaryIO, answers: BinaryIO) -> NoReturn:
    """Answer questions, one at a time, until the input ends."""
    _be_modest()
    inbox = Inbox(questions)
    while True:
        question = inbox.next()
        answers.write(json.dumps(answered(question, inbox)).encode() + b"\n")
        answers.flush()
        _give_back()  # now nobody waits


def _give_back() -> None:
    """Give the system the memory back that a search took: without this the C library keeps most of it."""
    gc.collect()
    with contextlib.suppress(OSError, AttributeError, TypeError):  # only GNU's library can be told to
        ctypes.CDLL(None).malloc_trim(0)


def answered(question: dict[str, Any], inbox: Inbox) -> dict[str, Any]:
    """The answer to a question; one that cannot be understood, or needs too much memory, has a fault."""
    try:
        values = TASKS[question["task"]](question, lambda: inbox.cancelled >= question["id"])
    except (KeyError, TypeError, ValueError, MemoryError) as error:
        values = {"fault": f"{type(error).__name__}: {error}"[:200]}
    return {"id": question["id"], **values}


class Inbox:
    """The questions as they come in, read by a thread of its own so that a cancel is seen while a search runs."""

    def __init__(self, source: BinaryIO) -> None:
        self._waiting: queue.SimpleQueue[dict[str, Any]] = queue.SimpleQueue()
        #: All questions up to this number are cancelled.
        self.cancelled = -1
        threading.Thread(target=self._read, args=(source,), name="inbox", daemon=True).start()

    def next(self) -> dict[str, Any]:
        """The next question, waited for."""
        return self._waiting.get()

    def _read(self, source: BinaryIO) -> None:
        """Take lines in until the input ends; then nobody is left to answer to, and the process ends at once."""
        while line := source.readline(MOST_BYTES):
            message = understood(line)
            if message is None:
                break
            if "cancel" in message:
                self.cancelled = max(self.cancelled, message["cancel"])
            else:
                self._waiting.put(message)
        os._exit(0)


def understood(line: bytes) -> dict[str, Any] | None:
    """A message, or None: whoever sends anything else is not our program."""
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        return None
    known = isinstance(message, dict) and type(message.get("id", message.get("cancel"))) is int
    return message if known else None


def _be_modest() -> None:
    """Let the window go first, take no more memory than a share, and leave the keyboard's signals to the program."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(AttributeError, OSError):  # not on Windows, where the parent sets the priority
        os.nice(_NICE)
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
