"""The kiosk as its machine meets it: two processes, a real screen, sudden deaths of either, and a polite end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from game.kiosk.daybook import Day, DayBook
from tests.support import ROOT
from tools.bench.program import wait_until
from tools.bench.screen import Screen, missing_tools, screen

SIZE = (800, 600)
pytestmark = pytest.mark.skipif(
    bool(missing_tools("Xvfb", "xdotool")) or sys.platform != "linux",
    reason=f"not installed: {missing_tools('Xvfb', 'xdotool')}",
)


def children(pid: int) -> list[int]:
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def starts(folder: Path) -> int:
    """How often the program itself has come up."""
    return (folder / "waraq.log").read_text().count(" start\n") if (folder / "waraq.log").exists() else 0


def kill_child(process: subprocess.Popen[bytes]) -> None:
    """Kill the program, and wait until its supervisor has seen it."""
    (child,) = children(process.pid)
    os.kill(child, signal.SIGKILL)
    assert wait_until(lambda: child not in children(process.pid), 20)


@contextmanager
def kiosk(folder: Path, own: Screen, rules: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A kiosk on a screen, its attract screen drawn."""
    folder.mkdir(exist_ok=True)
    (folder / "settings.toml").write_text(f'[general]\nlanguage = "en"\n[kiosk]\n{rules}')
    words = [sys.executable, str(ROOT / "main.py"), "--data-dir", str(folder), "--kiosk"]
    with (folder / "output.txt").open("ab") as output:
        environment = own.environment | {"SDL_AUDIODRIVER": "dummy"}
        process = subprocess.Popen(words, env=environment, cwd=ROOT, stdout=output, stderr=output)
    try:
        assert wait_until(lambda: starts(folder) > 0 and own.colours() > 100, 20), (folder / "output.txt").read_text()
        yield process
    finally:
        for pid in [*(children(process.pid) if process.poll() is None else []), process.pid]:
            if alive(pid):
                os.kill(pid, signal.SIGKILL)
        process.wait(10)
        assert (folder / "output.txt").read_bytes() == b""


def test_a_kiosk_outlives_its_own_death_and_obeys_its_machine(tmp_path: Path) -> None:
    folder = tmp_path / "kiosk"
    with screen(SIZE) as own, kiosk(folder, own) as process:
        for times in (2, 3):
            kill_child(process)
            assert wait_until(lambda times=times: starts(folder) == times, 20)  # type: ignore[misc]
        own.click((400, 150))
        own.wait_still(0.4)
        own.mouse("key", "alt+F4", "sleep", 0.2, "key", "Escape", "sleep", 0.2, "key", "F11")
        (child,) = children(process.pid)
        assert alive(child)
        process.terminate()
        assert process.wait(15) == 0
        assert not alive(child)
    days = DayBook(folder / "visits.json").days
    assert [day.visits for day in days.values()] == [1], "the visit that was cut short is counted"
    assert not list(folder.glob("visit-*"))
    log = (folder / "waraq.log").read_text()
    assert log.count(" restart ") == 2
    assert log.count(" start") == 3
    assert log.rstrip().endswith(" end")


def test_without_its_supervisor_the_program_ends(tmp_path: Path) -> None:
    with screen(SIZE) as own, kiosk(tmp_path / "kiosk", own) as process:
        (child,) = children(process.pid)
        process.kill()
        process.wait(10)
        assert wait_until(lambda: not alive(child), 15)


def test_a_program_that_dies_again_and_again_is_out_of_order_for_a_while(tmp_path: Path) -> None:
    folder = tmp_path / "kiosk"
    with screen(SIZE) as own, kiosk(folder, own) as process:
        for _ in range(3):
            assert wait_until(lambda: len(children(process.pid)) == 1, 20)
            kill_child(process)
        assert wait_until(lambda: 1 < own.colours() < 100, 20), "out of order is a plain screen"
        before = starts(folder)
        assert wait_until(lambda: starts(folder) == before + 1, 30), "and then it is tried again"
        process.terminate()
        assert process.wait(15) == 0


def test_the_report_is_printed_and_a_spreadsheet_can_have_it(tmp_path: Path) -> None:
    book = DayBook(tmp_path / "visits.json")
    book.add("2026-11-28", Day(3, 4, 1, 300, {"ro": 2, "ar": 1}))
    words = [sys.executable, str(ROOT / "main.py"), "--data-dir", str(tmp_path), "kiosk-report"]
    environment = os.environ | {"LANG": "C.UTF-8", "LANGUAGE": "en"}
    shown = subprocess.run(words, env=environment, capture_output=True, text=True, check=True, timeout=30)
    assert shown.stdout.splitlines()[1].split() == ["2026-11-28", "3", "4", "1", "100", "1", "2"]
    assert shown.stdout.splitlines()[2].split()[0] == "Total"
    csv = subprocess.run([*words, "--csv"], env=environment, capture_output=True, text=True, check=True, timeout=30)
    assert csv.stdout.splitlines()[0] == "day,visits,games,wins,average_seconds,ar,ro"
    assert time.strptime(csv.stdout.splitlines()[1].split(",")[0], "%Y-%m-%d")
