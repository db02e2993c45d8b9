"""The frozen build as it is handed out: read-only, in a folder with Arabic letters and blanks, for another user."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from pathlib import Path

import pytest

from game import __version__
from game.paths import WORKER
from game.solver.answer import Verdict
from game.solver.service import Solving
from tests.player import Player
from tools.bench.program import OPENING, OPENING_MOVES, data_folder, game_file, make_moves, saved_events, wait_until
from tools.bench.screen import Screen, missing_tools, screen
from tools.bench.start import folder_size

ROOT = Path(__file__).resolve().parents[1]
SIZE = (1280, 720)
GAME = {"format": 1, "code": OPENING["code"], "events": []}
NOBODY = 65534

_missing = missing_tools("Xvfb", "xdotool", "objdump") + ([] if find_spec("PyInstaller") else ["pyinstaller"])
pytestmark = pytest.mark.skipif(bool(_missing) or sys.platform != "linux", reason=f"not installed: {_missing}")


@contextmanager
def building() -> Iterator[Path]:
    """The folder of a fresh build, where nobody may write."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        words = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
        words += ["--distpath", str(place / "dist"), "--workpath", str(place / "work"), str(ROOT / "waraq.spec")]
        subprocess.run(words, cwd=place, check=True, capture_output=True, timeout=300)
        folder = place / "ورق اللعب ٢" / "the game"
        folder.parent.mkdir()
        (place / "dist" / "waraq").rename(folder)
        for path in (*folder.rglob("*"), folder):
            if not path.is_symlink():
                path.chmod(0o555 if path.is_dir() or os.access(path, os.X_OK) else 0o444)
        place.chmod(0o755)
        yield folder
        for path in (folder, *folder.rglob("*")):
            if path.is_dir():
                path.chmod(0o755)


def someone() -> dict[str, int]:
    """Another user to run as, where that is possible."""
    return {"user": NOBODY, "group": NOBODY} if os.getuid() == 0 else {}


def run(build: Path, *arguments: str) -> str:
    environment = {"PATH": os.environ["PATH"], "HOME": "/nowhere", "LANG": "C.UTF-8"}
    words = [str(build / "waraq"), *arguments]
    kept = {"env": environment, "capture_output": True, "text": True, "timeout": 60, **someone()}
    done = subprocess.run(words, cwd="/", check=False, **kept)
    assert (done.returncode, done.stderr) == (0, ""), done
    return done.stdout


def check_commands(build: Path) -> None:
    assert run(build, "--version") == f"Waraq {__version__}\n"
    assert run(build, "--help").startswith("usage: waraq ")
    assert run(build, "deal", "RU1-C-AAAAABB", "--json").startswith('{"code": "RU1-C-AAAAABB"')
    assert '"verdict": "solvable"' in run(build, "solve", "RU1-C-AAAAACM", "--json")
    win = build / "_internal" / "assets" / "attract" / "RU1-R-AAAAAAC.json"
    assert '"won": true' in run(build, "replay", str(win), "--json")


def check_worker(build: Path) -> None:
    """The solver's process is the frozen program itself."""
    solving = Solving(lambda: None, [str(build / "waraq"), WORKER])
    try:
        values = {"record": {"format": 1, "code": "RU1-R-AAAAAAC", "events": []}, "seconds": 20.0, "positions": 100_000}
        ticket = solving.ask("solve", values)
        assert wait_until(lambda: ticket.done, 30)
        assert ticket.answer is not None
        assert ticket.answer.verdict is Verdict.SOLVABLE
    finally:
        solving.close()


def check_contents(build: Path) -> None:
    listed = (build / "_internal" / "licences" / "LIST.txt").read_text("utf-8")
    for name in ("Waraq", "Python", "pygame-ce", "pytweening", "fontpkg-cairo", "python-bidi", "platformdirs", "tomli"):
        assert f"\n{name}" in listed
    for line in listed.splitlines():
        if line.startswith("    "):
            assert (build / "_internal" / "licences" / line.strip()).stat().st_size
    assert (build / "_internal" / "icons" / "waraq.ico").read_bytes()[:4] == b"\0\0\1\0"
    assert (build / "_internal" / "waraq.desktop").is_file()
    assert not list(build.rglob("*.po"))
    assert folder_size(build) <= 70e6


def frozen(build: Path, folder: Path, own: Screen) -> subprocess.Popen[bytes]:
    """The frozen program on a screen, its window drawn."""
    environment = own.environment | {"SDL_AUDIODRIVER": "dummy", "HOME": "/nowhere"}
    words = [str(build / "waraq"), "--data-dir", str(folder)]
    output = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    process = subprocess.Popen(words, env=environment, cwd="/", **output, **someone())
    assert wait_until(lambda: own.colours() > 10, 20)
    own.wait_still(0.4)
    return process


def leave_by_the_menu(own: Screen, folder_of_map: Path) -> None:
    """From the table: Escape, and the button of the menu. A second program, not in a window, tells where it is."""
    player = Player(data_folder(folder_of_map, SIZE, {**GAME, "events": list(OPENING_MOVES[:3])}))
    try:
        player.app.navigator.menu()
        player.turn()
        at = player.button("menu.quit").rect.center
    finally:
        player.quit()
    own.mouse("key", "Escape")
    own.wait_still(0.4)
    own.click(at)


def check_play(build: Path) -> None:
    with tempfile.TemporaryDirectory() as name, screen(SIZE) as own:
        folder = data_folder(Path(name) / "player", SIZE, GAME)
        for path in (Path(name), folder, folder / "games", *folder.rglob("*.*")):
            shutil.chown(path, *someone().values()) if someone() else None
        process = frozen(build, folder, own)
        try:
            events = make_moves(own, folder, GAME, [], OPENING_MOVES[:3])
            leave_by_the_menu(own, Path(name) / "map")
            assert process.communicate(timeout=15) == (b"", None)
            assert process.returncode == 0
            assert saved_events(game_file(folder, "RU1-R")) == events == list(OPENING_MOVES[:3])

            process = frozen(build, folder, own)
            # The next move goes where only the resumed position has it.
            make_moves(own, folder, GAME, events, OPENING_MOVES[3:4])
            process.terminate()
            assert process.communicate(timeout=15) == (b"", None)
            assert process.returncode == 0
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def started(log: Path, times: int) -> bool:
    return log.exists() and log.read_text().count(" start\n") == times


def check_kiosk(build: Path) -> None:
    """The supervisor and the kiosk are the frozen program itself; the folder is another user's."""
    with tempfile.TemporaryDirectory() as name, screen(SIZE) as own:
        folder = Path(name)
        if someone():
            shutil.chown(folder, *someone().values())
        environment = own.environment | {"SDL_AUDIODRIVER": "dummy", "HOME": "/nowhere"}
        words = [str(build / "waraq"), "--data-dir", name, "--kiosk"]
        process = subprocess.Popen(words, env=environment, cwd="/", stderr=subprocess.PIPE, **someone())
        try:
            for times in (1, 2):
                assert wait_until(partial(started, folder / "waraq.log", times), 20)
                children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
                if times == 1:
                    os.kill(int(children[0]), signal.SIGKILL)
            process.terminate()
            assert process.communicate(timeout=20) == (None, b"")
            assert process.returncode == 0
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


def answers(url: str) -> bool:
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def check_server(build: Path) -> None:
    """The server loads all that it needs and comes up; what it does is tested from the sources."""
    port, health = free_port(), free_port()
    with tempfile.TemporaryDirectory() as name:
        if someone():
            shutil.chown(name, *someone().values())
        words = [str(build / "waraq"), "serve", "--port", str(port), "--health-port", str(health)]
        words += ["--database", f"sqlite:///{name}/games.sqlite3"]
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        process = subprocess.Popen(words, cwd=name, env={"LANG": "C.UTF-8"}, **quiet, **someone())
        try:
            assert wait_until(lambda: answers(f"http://127.0.0.1:{health}/health"), 20)
            process.terminate()
            assert process.wait(20) == 0
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()


def test_the_frozen_build_serves_another_user_from_a_read_only_folder() -> None:
    """One test, so that only one process of a parallel run has to make the build."""
    with building() as build:
        check_contents(build)
        check_commands(build)
        check_worker(build)
        check_play(build)
        check_kiosk(build)
        check_server(build)
