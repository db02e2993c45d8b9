"""A server in a process of its own, and what the system says of it."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
_MANY = "1000000"


class ServerProcess:
    """A match server on a database; ``port`` 0 takes a free one. It takes any number of handshakes."""

    def __init__(self, database: str, port: int = 0, *more: str) -> None:
        command = [
            sys.executable,
            "main.py",
            "serve",
            "--database",
            database,
            "--port",
            str(port),
            "--health-port",
            "0",
        ]
        command += ["--handshakes", _MANY, "--open-competitive", "--most-connections", _MANY, *more]
        self._process = subprocess.Popen(
            command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True
        )
        self._lines: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, daemon=True)  # or a full pipe would stop the server
        self._reader.start()
        self.logged = ""
        while line := self._lines.get():
            self.logged += line
            told = json.loads(line) if line.startswith("{") else {}
            if told.get("event") == "serving":
                self.port: int = urlsplit(told["url"]).port or 0
                self.health_port: int = told["health_port"]
                return
        raise RuntimeError(f"the server did not start: {self.logged}")

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            self._lines.put(line)
        self._lines.put("")

    @property
    def pid(self) -> int:
        """The process's number."""
        return self._process.pid

    def cpu_seconds(self) -> float:
        """The processor time that it took so far (Linux)."""
        words = Path(f"/proc/{self.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def memory_kib(self) -> int:
        """The memory that it holds (Linux)."""
        for line in Path(f"/proc/{self.pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        raise RuntimeError("no VmRSS")

    def kill(self) -> None:
        """End it at once: it can do nothing more."""
        self._process.kill()
        self._end()

    def stop(self) -> int:
        """Tell it to end; its exit status. ``logged`` has all that it logged."""
        self._process.send_signal(signal.SIGTERM)
        return self._end()

    def _end(self) -> int:
        status = self._process.wait(timeout=30)
        self._reader.join()
        while not self._lines.empty():
            self.logged += self._lines.get()
        return status
