"""What a disk may do to a player: damaged files of every kind, folders that go, disks that are full, sudden deaths."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from game.storage.settings import Speed
from game.ui.screens.dialogs import TellScene
from game.ui.screens.menu import MenuScene
from tests.player import Player, playing
from tools.deaths import rounds

RECORD = {"format": 1, "code": "RU1-R-AAAAAAC", "events": ["t2:3>t1"], "elapsed": 3.0}
CONTENT: dict[str, bytes] = {
    "settings.toml": b'[general]\nlanguage = "en"\n',
    "games/RU1-R.json": json.dumps(RECORD).encode(),
    "history.sqlite3": b"SQLite format 3\0" + bytes(200),
    "dealt.json": b'{"format": 1}',
    "window.txt": b"10 10 900 700",
    "waraq.log": b"2026-11-29 10:00:00 start\n",
    "running.json": b'{"port": 9, "word": "x"}',
}
DAMAGE = {
    "truncated": lambda content: content[: len(content) // 2],
    "random": lambda content: bytes((i * 37 + 11) % 256 for i in range(300)),
    "foreign": lambda content: b"<html><body>Hello</body></html>\n",
    "newer": lambda content: content.replace(b"1", b"99").replace(b"[general]", b"[general2]"),
    "empty": lambda content: b"",
}


def dismiss(player: Player) -> None:
    """Read and put away what the program has to tell."""
    for _ in range(9):
        if not isinstance(player.scene, TellScene):
            return
        player.push("dialog.fine")


def deal(player: Player) -> None:
    """Deal a game by the dialog, whatever has to be read before."""
    dismiss(player)
    player.app.navigator.new_game(None)
    player.turn()
    dismiss(player)
    player.type("RU1-R-AAAAAAC")
    player.push("newgame.start")


def begin(player: Player) -> None:
    """From wherever the program started: a new game, and a move in it."""
    dismiss(player)
    player.app.change("look", "motion", Speed.OFF)
    player.app.navigator.menu()
    deal(player)
    if player.offers("newgame.deal"):
        player.push("newgame.deal")
    player.settle()
    player.play("t2:3>t1")
    player.settle()
    assert player.events == ["t2:3>t1"]


@pytest.mark.parametrize(("name", "damage"), [(name, damage) for name in CONTENT for damage in DAMAGE])
def test_a_damaged_file_of_any_kind_keeps_nobody_from_playing(tmp_path: Path, name: str, damage: str) -> None:
    content = DAMAGE[damage](CONTENT[name])
    path = tmp_path / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content)
    with playing(tmp_path) as player:
        begin(player)
    with playing(tmp_path) as player:
        dismiss(player)
        player.settle()
        assert player.events == ["t2:3>t1"]
    if name in ("games/RU1-R.json", "history.sqlite3", "dealt.json") and damage != "empty":
        kept = [file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name)]
        assert content in kept, "what could not be read is kept"


def test_a_folder_that_goes_while_the_game_runs_is_made_anew(tmp_path: Path) -> None:
    folder = tmp_path / "player"
    with playing(folder) as player:
        player.start("RU1-R-AAAAAAC")
        player.settle()
        player.app.context.store.flush()
        shutil.rmtree(folder)
        player.play("t2:3>t1")
        player.settle()
    with playing(folder) as player:
        assert player.events == ["t2:3>t1"]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 64 kB."""
    if not hasattr(os, "getuid") or os.getuid() != 0:
        pytest.skip("only root may make a small disk")
    place = tmp_path / "disk"
    place.mkdir()
    made = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(place)], check=False)
    if made.returncode != 0:
        pytest.skip("file systems cannot be mounted here")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_on_a_full_disk_the_game_goes_on_and_says_that_it_is_not_saved(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(bytes(52_000))
    with playing(small_disk) as player:
        begin(player)
        player.app.context.store.flush()
        kept = (small_disk / "games" / "RU1-R.json").read_bytes()
        with open(small_disk / "rest", "wb", buffering=0) as rest, pytest.raises(OSError):
            while True:
                rest.write(bytes(512))
        player.play("t5:3>t4")
        player.settle()
        player.app.context.store.flush()
        player.wait(1.5)
        assert player.notice == player.sentence("notice.not-saved")
        assert (small_disk / "games" / "RU1-R.json").read_bytes() == kept, "the old file is whole"
        (small_disk / "rest").unlink()
        player.play("t5:2>t6")
        player.settle()
    with playing(small_disk) as player:
        assert player.events == ["t2:3>t1", "t5:3>t4", "t5:2>t6"]


def test_a_folder_that_is_a_file_is_played_on_without_saving(tmp_path: Path) -> None:
    (tmp_path / "player").write_text("a file")
    with playing(tmp_path / "player") as player:
        dismiss(player)
        assert isinstance(player.scene, MenuScene)
        deal(player)
        dismiss(player)
        player.settle()
        player.play("t2:3>t1")
        player.settle()
        assert player.events == ["t2:3>t1"]
    assert (tmp_path / "player").read_text() == "a file"


def test_two_programs_on_one_folder_harm_no_file(tmp_path: Path) -> None:
    """Two starts are one program (see ``test_desktop``); where that cannot be known, the last one to play is kept."""
    with playing(tmp_path) as first:
        begin(first)
        first.app.context.store.flush()
        second = Player(tmp_path)
        assert second.events == ["t2:3>t1"]
        second.play("t5:3>t4")
        second.settle()
        second.app.context.store.flush()
        kept = json.loads((tmp_path / "games" / "RU1-R.json").read_text())
        assert kept["events"] == ["t2:3>t1", "t5:3>t4"]
        second.app.scenes.clear()
        second.app.end()


def test_a_sudden_death_loses_at_most_the_move_that_was_being_made() -> None:
    for found in rounds(3, seed=7, flush=True):
        assert found.fault == ""
        assert found.kept >= found.told > 0
