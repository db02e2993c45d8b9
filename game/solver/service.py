"""The solver's own process, parent side: questions are asked and never waited for.

The process starts with the first question and rests when it has had none for a while. It is asked one question at a
time: the player's before those in the background, which start over when the player interrupts them. If it dies it is
started again; if it cannot be started, questions get no answer and all else goes on.
"""

from __future__ import annotations

import contextlib
import json
import queue
import threading
import time
from collections import deque
from collections.abc import Callable
from typing import Any

from game.paths import WORKER, own_command
from game.solver.answer import Answer

#: Seconds without a question after which the process is let go.
_LONGEST_REST = 120.0
#: Seconds between a cancel and the process being killed; it answers within some hundredths.
_PATIENCE = 2.0
#: Seconds that an answer may take beyond the question's own time: a start on a slow machine.
_GRACE = 20.0
#: Bytes of one answer; a win has some hundred moves.
_LONGEST_ANSWER = 1 << 20


class Ticket:
    """One question. ``done`` turns True once; ``values`` is then the answer, or None if there is none."""

    def __init__(self, task: str, values: dict[str, Any], background: bool) -> None:
        #: Counts what is sent to the process: a question that starts over has a new one.
        self.number = 0
        self.question = {**values, "task": task}
        self.seconds = float(values["seconds"])
        self.background = background
        self.cancelled = False
        self.interrupted = False
        self.done = False
        self.values: dict[str, Any] | None = None

    @property
    def answer(self) -> Answer | None:
        """The answer to a question for a verdict; None if there is none."""
        try:
            return None if self.values is None else Answer.from_dict(self.values)
        except (KeyError, TypeError, ValueError):
            return None


class Solving:
    """Asks the solver's process. All methods return at once; ``wake`` is called, in another thread, on each answer."""

    def __init__(self, wake: Callable[[], None], command: list[str] | None = None) -> None:
        self._wake = wake
        self._command = command or own_command(WORKER)
        self._lock = threading.Condition()
        self._waiting: deque[Ticket] = deque()
        self._running: Ticket | None = None
        self._process: _Process | None = None
        self._thread: threading.Thread | None = None
        self._sent = 0
        self._closed = False

    def ask(self, task: str, values: dict[str, Any], *, background: bool = False) -> Ticket:
        """Ask for one of the ``tasks``; ``values`` hold ``seconds``. One in the background waits for all others."""
        with self._lock:
            ticket = Ticket(task, values, background)
            if self._closed:
                ticket.done = True
                return ticket
            self._waiting.append(ticket)
            running = self._running
            if not background and running is not None and running.background:
                running.interrupted = True
                self._stop(running)
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="solving", daemon=True)
                self._thread.start()
            self._lock.notify_all()
        return ticket

    def cancel(self, ticket: Ticket) -> None:
        """Take a question back; it is done without an answer."""
        with self._lock:
            if ticket.done:
                return
            ticket.cancelled = ticket.done = True
            if ticket is self._running:
                self._stop(ticket)
            elif ticket in self._waiting:
                self._waiting.remove(ticket)

    @property
    def process_id(self) -> int | None:
        """The running process, for those who measure it; None if there is none."""
        process = self._process
        return None if process is None else process.number

    def close(self) -> None:
        """End the process; what was asked is not answered any more."""
        with self._lock:
            self._closed = True
            if self._process is not None:
                self._process.kill()
            self._lock.notify_all()
            thread = self._thread
        if thread is not None:
            thread.join(_PATIENCE)

    def _stop(self, ticket: Ticket) -> None:
        """Tell the process that the running question is no more asked."""
        if self._process is not None:
            self._process.send({"cancel": ticket.number})

    def _run(self) -> None:
        """Have one question after the other answered, until there is none for long or the program ends."""
        while (ticket := self._next()) is not None:
            values = self._answered(ticket)
            with self._lock:
                self._running = None
                if ticket.interrupted and not ticket.cancelled:
                    ticket.interrupted = False
                    self._waiting.appendleft(ticket)
                    continue
                if not ticket.cancelled:
                    ticket.values = values
                    ticket.done = True
            self._wake()

    def _next(self) -> Ticket | None:
        """The question whose turn it is, waited for; None lets the process and this thread end."""
        with self._lock:
            self._lock.wait_for(lambda: self._waiting or self._closed, timeout=_LONGEST_REST)
            if self._closed or not self._waiting:
                if self._process is not None:
                    self._process.kill()
                self._process = self._thread = None
                return None
            urgent = (ticket for ticket in self._waiting if not ticket.background)
            ticket = next(urgent, self._waiting[0])
            self._waiting.remove(ticket)
            self._running = ticket
            return ticket

    def _answered(self, ticket: Ticket) -> dict[str, Any] | None:
        """The process's answer; a second process is tried if the first one dies."""
        for _ in range(2):
            process = self._alive()
            if process is None:
                return None
            with self._lock:
                self._sent += 1
                ticket.number = self._sent
            process.send({**ticket.question, "id": ticket.number})
            if ticket.cancelled or ticket.interrupted:  # it may have been stopped before it was sent
                self._stop(ticket)
            values = self._received(process, ticket)
            if values is not None or ticket.cancelled or ticket.interrupted or self._closed:
                return None if values is None or "fault" in values else values
        return None

    def _alive(self) -> _Process | None:
        """The process, started if there is none; None if that is impossible."""
        if self._process is None:
            with contextlib.suppress(OSError, ValueError):
                started = _Process(self._command)
                with self._lock:
                    self._process = started
                    if self._closed:
                        started.kill()
        return self._process

    def _received(self, process: _Process, ticket: Ticket) -> dict[str, Any] | None:
        """The answer to a question; None when the process died, and it is ended if it does not answer in time."""
        longest = time.monotonic() + ticket.seconds + _GRACE
        while time.monotonic() < longest:
            if ticket.cancelled or ticket.interrupted:
                longest = min(longest, time.monotonic() + _PATIENCE)
            try:
                values = process.answers.get(timeout=_PATIENCE / 2)
            except queue.Empty:
                continue
            if values is None:
                break
            if values.get("id") == ticket.number:
                return values
        process.kill()
        with self._lock:
            self._process = None
        return None


class _Process:
    """A running process with a thread that writes to it and one that reads, so that no pipe can hold anybody up."""

    def __init__(self, command: list[str]) -> None:
        import subprocess  # noqa: PLC0415 - the start of the program must not wait for it

        self._child = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            creationflags=getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0)
            | getattr(subprocess, "CREATE_NO_WINDOW", 0),
        )
        self.number = self._child.pid
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        #: What came back; None at last, when the process has ended.
        self.answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        for target in (self._write, self._read):
            threading.Thread(target=target, name="solver-pipe", daemon=True).start()

    def send(self, message: dict[str, Any]) -> None:
        """Have a message written."""
        self._outbox.put(json.dumps(message).encode() + b"\n")

    def kill(self) -> None:
        """End the process."""
        self._outbox.put(None)
        self._child.kill()

    def _write(self) -> None:
        stdin = self._child.stdin
        assert stdin is not None
        with contextlib.suppress(OSError, ValueError), stdin:
            while (line := self._outbox.get()) is not None:
                stdin.write(line)
                stdin.flush()

    def _read(self) -> None:
        stdout = self._child.stdout
        assert stdout is not None
        with contextlib.suppress(OSError, ValueError), stdout:
            while line := stdout.readline(_LONGEST_ANSWER):
                values = json.loads(line)
                if not isinstance(values, dict):
                    break
                self.answers.put(values)
        self._child.kill()
        self._child.wait()
        self._outbox.put(None)
        self.answers.put(None)
