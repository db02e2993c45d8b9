"""The supervisor: a program that dies is started again, one that dies for ever is told of, an end is an end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from game.kiosk.supervisor import Patience, Supervisor
from tests.support import ROOT
from tools.bench.program import wait_until

_CHILD = """
import signal, sys, time
signal.signal(signal.SIGTERM, lambda *_: sys.exit(7))
print(".", end="", flush=True)
time.sleep(60)
"""
_PARENT = """
import sys
from game.kiosk.supervisor import Supervisor, end_on_signals
one = Supervisor({child}, {child}, lambda what, **values: print(what, flush=True))
end_on_signals(one)
print("ready", flush=True)
sys.exit(one.run())
"""
QUICK = Patience(silence=2.0, healthy=30.0, pauses=(0.0, 0.05, 0.1), crashes=3, end=5.0)


def python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


class Supervised:
    """A supervisor in a thread of its own, and what it tells."""

    def __init__(self, command: list[str], out_of_order: list[str], patience: Patience = QUICK) -> None:
        self.told: list[tuple[str, dict[str, Any]]] = []
        self.supervisor = Supervisor(
            command, out_of_order, lambda what, **values: self.told.append((what, values)), patience
        )
        self.status: int | None = None
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        self.status = self.supervisor.run()

    def count(self, what: str) -> int:
        return sum(name == what for name, _ in self.told)

    def end(self) -> None:
        self.supervisor.end()
        self.thread.join(10)
        assert self.status == 0


def test_a_program_that_ends_by_itself_is_not_started_again(tmp_path: Path) -> None:
    one = Supervised(python("pass"), python("pass"))
    one.thread.join(10)
    assert one.status == 0
    assert one.told == []


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_program_that_is_killed_is_back_at_once(tmp_path: Path) -> None:
    pids = tmp_path / "pids"
    code = f"import os, time; open({str(pids)!r}, 'a').write(f'{{os.getpid()}} '); time.sleep(60)"
    one = Supervised(python(code), python("pass"), Patience(healthy=0.0))
    for times in range(1, 5):
        assert wait_until(lambda times=times: pids.exists() and len(pids.read_text().split()) == times, 5)  # type: ignore[misc]
        os.kill(int(pids.read_text().split()[-1]), signal.SIGKILL)
        assert wait_until(lambda times=times: len(pids.read_text().split()) == times + 1, 5)  # type: ignore[misc]
    one.end()
    assert one.count("restart") == 4
    assert [values["status"] for _, values in one.told] == [-signal.SIGKILL] * 4


def test_a_crash_at_every_start_slows_down_and_is_shown(tmp_path: Path) -> None:
    shown = tmp_path / "shown"
    show = f"import time; open({str(shown)!r}, 'a').write('x'); time.sleep(60)"
    one = Supervised(python("raise SystemExit(3)"), python(show))
    assert wait_until(lambda: shown.exists() and len(shown.read_text()) >= 2, 20)
    one.end()
    assert [values["pause"] for _, values in one.told][:4] == [0.0, 0.05, 0.1, 0.1]


def test_a_program_that_hangs_is_killed_and_one_that_says_it_lives_is_not(tmp_path: Path) -> None:
    hangs = Supervised(python("import time; time.sleep(60)"), python("pass"), Patience(silence=0.5, healthy=0.0))
    lives = "import sys, time\nwhile True: print('.', end='', flush=True); time.sleep(0.1)"
    other = Supervised(python(lives), python("pass"), Patience(silence=1.5, healthy=0.0))
    assert wait_until(lambda: hangs.count("hangs") >= 2, 10)
    assert other.told == []
    hangs.end()
    other.end()


def test_what_cannot_be_started_at_all_is_told_and_tried_again(tmp_path: Path) -> None:
    one = Supervised([str(tmp_path / "none")], [str(tmp_path / "none")])
    assert wait_until(lambda: one.count("cannot start") >= 2, 10)
    one.end()


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
def test_a_polite_end_reaches_the_program(tmp_path: Path) -> None:
    (tmp_path / "child.py").write_text(_CHILD)
    code = _PARENT.format(child=[sys.executable, str(tmp_path / "child.py")])
    process = subprocess.Popen(python(code), cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"ready\n"
    time.sleep(0.5)
    process.terminate()
    assert process.wait(10) == 0
    assert process.stdout.read() == b""
    process.stdout.close()
