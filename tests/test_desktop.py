"""The program on a desktop: one of it for each player, files it is started with, and where its window stood."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.cli import main
from game.instance import Instance, claim
from game.storage.placement import Placement, load
from game.ui.screens.menu import MenuScene
from tests.player import playing
from tests.support import GOLDEN, ROOT
from tools.bench.program import data_folder, wait_until
from tools.bench.screen import missing_tools, screen

_HOLD = """
import sys, time
from pathlib import Path
from game.instance import claim
instance = claim(Path(sys.argv[1]))
instance.listen(lambda files: print(*files, flush=True))
print("ready", flush=True)
time.sleep(60)
"""


@pytest.fixture
def other(tmp_path: Path):  # type: ignore[no-untyped-def]
    """Another process that runs on the folder already."""
    words = [sys.executable, "-c", _HOLD, str(tmp_path)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    yield process
    process.kill()
    process.wait()


# --- One program for each player


def test_a_second_start_hands_its_files_over_and_ends(tmp_path: Path, other) -> None:  # type: ignore[no-untyped-def]
    assert claim(tmp_path, ["/a b/ورق.json", "/c.json"]) is None
    assert other.stdout.readline() == "/a b/ورق.json /c.json\n"


def test_whoever_was_killed_leaves_nothing_in_the_way(tmp_path: Path, other) -> None:  # type: ignore[no-untyped-def]
    other.kill()
    other.wait()
    assert (tmp_path / "running.json").exists(), "a stale address is what this test is about"
    first = claim(tmp_path)
    assert first is not None
    first.listen(lambda files: None)
    assert claim(tmp_path) is None
    first.close()


def test_a_program_that_hangs_keeps_nobody_from_playing(tmp_path: Path, other) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "running.json").write_text('{"port": 1, "word": "no one listens there"}')
    assert isinstance(claim(tmp_path, patience=0.2), Instance)


@pytest.mark.parametrize(
    "content", [b"", b"[]", b'{"port": "x"}', b'{"port": 99999999999, "word": 1}', b"\xff" * 9, None]
)
def test_a_damaged_address_is_no_address(tmp_path: Path, other, content: bytes | None) -> None:  # type: ignore[no-untyped-def]
    address = tmp_path / "running.json"
    address.unlink() if content is None else address.write_bytes(content)
    assert claim(tmp_path, patience=0.1) is not None


def test_a_folder_that_cannot_be_written_is_played_on_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    instance = claim(tmp_path / "file" / "folder")
    assert instance is not None
    instance.listen(lambda files: None)
    instance.close()


def test_only_this_program_of_this_player_is_listened_to(tmp_path: Path) -> None:
    called: list[list[str]] = []
    instance = claim(tmp_path)
    assert instance is not None
    instance.listen(called.append)
    address = json.loads((tmp_path / "running.json").read_text())
    if sys.platform != "win32":
        assert (tmp_path / "running.json").stat().st_mode & 0o077 == 0
    messages = [
        b"",
        b"GET / HTTP/1.1\r\n\r\n",
        b"[" * 5000,
        b'{"word": "wrong", "files": ["/etc/passwd"]}',
        b"x" * 200_000,
    ]
    messages.append(json.dumps({"word": address["word"], "files": "no list"}).encode())
    for message in messages:
        with socket.create_connection(("127.0.0.1", address["port"]), 2) as wire:
            try:
                wire.sendall(message)
                wire.shutdown(socket.SHUT_WR)
                assert wire.recv(9) == b""
            except ConnectionError:
                pass  # it hung up while we still spoke
    assert claim(tmp_path, ["/game.json"]) is None
    assert wait_until(lambda: called == [["/game.json"]]), called
    instance.close()
    assert wait_until(lambda: not [thread for thread in threading.enumerate() if thread.name == "instance"])


# --- Files on the command line


def opened_by(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> tuple[object, list[str]]:
    calls: list[tuple[object, list[str]]] = []
    monkeypatch.setattr("game.opening.run", lambda folder, files, kiosk: calls.append((folder, list(files))) or 0)
    assert main([*arguments]) == 0
    return calls[0]


def test_plain_names_of_files_are_opened_as_desktops_give_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "saved").write_text("")
    assert opened_by(monkeypatch) == (None, [])
    assert opened_by(monkeypatch, "/a/game.json") == (None, ["/a/game.json"])
    assert opened_by(monkeypatch, "saved") == (None, ["saved"])
    assert opened_by(monkeypatch, "--data-dir", "d", "a.json", "b.json") == (Path("d"), ["a.json", "b.json"])
    assert opened_by(monkeypatch, "open", "deal") == (None, ["deal"])
    with pytest.raises(SystemExit) as ended:
        main(["dela"])  # a slip of the fingers is no file
    assert ended.value.code == 2


@pytest.mark.skipif(bool(missing_tools("Xvfb", "xdotool")), reason="Xvfb and xdotool are not installed")
def test_a_record_is_watched_in_the_window_that_is_open_already(tmp_path: Path) -> None:
    record = json.loads((GOLDEN / "win-RU1-R.json").read_text())["record"]
    (tmp_path / "a game.json").write_text(json.dumps(record))
    folder = data_folder(tmp_path / "player", (800, 600))
    words = [sys.executable, str(ROOT / "main.py"), "--data-dir", str(folder)]
    with screen((800, 600)) as own:
        environment = own.environment | {"SDL_AUDIODRIVER": "dummy"}
        first = subprocess.Popen(words, env=environment)
        try:
            assert wait_until((folder / "running.json").exists, 20)
            menu = own.wait_still(0.4)
            second = subprocess.run([*words, "a game.json"], env=environment, cwd=tmp_path, timeout=20, check=True)
            assert second.returncode == 0
            assert wait_until(lambda: own.rows() != menu), "the record was not opened"
            first.terminate()
            assert first.wait(10) == 0
        finally:
            first.kill()
            first.wait()
    assert not (folder / "running.json").exists()


# --- Where the window stood


def test_a_window_comes_back_as_large_as_it_was_left(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.resize((900, 640))
    with playing(tmp_path, (900, 640)) as player:
        assert player.app._opened.size == (900, 640)
        assert isinstance(player.scene, MenuScene)
    kept = load(tmp_path / "window.txt")
    assert kept is not None
    assert kept[2:] == (900, 640)


@pytest.mark.parametrize("content", ["", "0 0 9", "0 0 900 700 1", "0 0 0 700", "a b c d", "9" * 99, "0 0 9 99999999"])
def test_a_damaged_place_of_the_window_is_forgotten(tmp_path: Path, content: str) -> None:
    (tmp_path / "window.txt").write_text(content)
    assert load(tmp_path / "window.txt") is None
    with playing(tmp_path) as player:
        assert player.app._opened.size == (1280, 720)


@given(st.integers(-9000, 9000), st.integers(-9000, 9000), st.integers(640, 4000), st.integers(480, 3000))
def test_a_window_is_put_back_only_where_it_can_be_seen_and_grasped(x: int, y: int, width: int, height: int) -> None:
    placement = Placement(x, y, width, height)
    sees = placement.on([(1920, 1080)])
    grasped = max(0, min(x + width, 1920) - max(x, 0)) >= 64 and 0 <= y <= 1080 - 64
    assert sees == grasped
    assert not sees or placement.on([(1920, 1080), (1280, 1024)])


@given(st.tuples(*[st.integers(-(1 << 14), 1 << 14)] * 2, *[st.integers(1, 1 << 14)] * 2))
def test_a_place_is_kept_as_it_is(tmp_path_factory: pytest.TempPathFactory, values: tuple[int, int, int, int]) -> None:
    path = tmp_path_factory.mktemp("place") / "window.txt"
    path.write_bytes(Placement(*values).to_text())
    assert load(path) == Placement(*values)
