"""The program as a player meets it: its own process, a real window, a real mouse and keyboard, and sudden deaths."""

from __future__ import annotations

import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.player import Player
from tools.bench.program import (
    OPENING_MOVES,
    ROOT,
    command,
    data_folder,
    drag_points,
    game_file,
    make_moves,
    saved_events,
    wait_until,
)
from tools.bench.screen import Screen, missing_tools, screen

SIZE = (1280, 720)
CODE = "RU1-R-AAAAAAC"
GAME = {"format": 1, "code": CODE}

pytestmark = pytest.mark.skipif(
    bool(missing_tools("Xvfb", "xdotool")), reason=f"not installed: {missing_tools('Xvfb', 'xdotool')}"
)


@contextmanager
def program(folder: Path, own: Screen) -> Iterator[subprocess.Popen[bytes]]:
    """The program on a screen, with something to see; killed in the end if the test did not end it."""
    with (folder / "output.txt").open("ab") as output:
        environment = own.environment | {"SDL_AUDIODRIVER": "dummy"}  # a machine without sound says so on its own
        process = subprocess.Popen(command(folder), env=environment, cwd=ROOT, stdout=output, stderr=output)
    try:
        assert wait_until(lambda: own.colours() > 10, 20), (folder / "output.txt").read_text()
        own.wait_still(0.4)
        yield process
    finally:
        if process.poll() is None:
            process.kill()
        process.wait(10)
        assert (folder / "output.txt").read_bytes() == b""


def deal_by_dialog(own: Screen, map_of_windows: Path) -> None:
    """From the menu to a typed deal, by mouse and keyboard. A second program, not in a window, tells where to click."""
    player = Player(data_folder(map_of_windows, SIZE))
    try:
        own.click(player.button("menu.new").rect.center)
        player.push("menu.new")
        own.wait_still(0.4)
        own.mouse("type", "--delay", 30, CODE.lower())
        player.type(CODE)
        own.wait_still(0.8, 5)
        own.click(player.button("newgame.start").rect.center)
    finally:
        player.quit()


def test_a_game_in_a_real_window_outlives_a_polite_end_and_a_kill(tmp_path: Path) -> None:
    folder = data_folder(tmp_path / "player", SIZE)
    path = game_file(folder, "RU1-R")
    with screen(SIZE) as own:
        with program(folder, own) as process:
            deal_by_dialog(own, tmp_path / "map")
            assert wait_until(path.exists), "the dialog dealt no game"
            own.wait_still(0.5)
            events = make_moves(own, folder, GAME, [], OPENING_MOVES[:3])
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
        assert saved_events(path) == events == list(OPENING_MOVES[:3])
        assert f'"{CODE}"' in path.read_text()

        with program(folder, own) as process:
            if shutil.which("import"):
                picture = tmp_path / "resumed.png"
                subprocess.run(["import", "-window", "root", str(picture)], env=own.environment, check=True)
            assert own.colours() > 100, "the window is empty"
            # The very next move goes where only the resumed position has it.
            events = make_moves(own, folder, GAME, events, OPENING_MOVES[3:4])
            own.drag(*drag_points(GAME, events, OPENING_MOVES[4], SIZE))
            process.kill()
            assert process.wait(10) == -signal.SIGKILL
        assert saved_events(path) in (events, [*events, OPENING_MOVES[4]])
        kept = saved_events(path)

        with program(folder, own) as process:
            process.send_signal(signal.SIGTERM)
            assert process.wait(10) == 0
        assert saved_events(path) == kept


@pytest.mark.parametrize("game", [None, {**GAME, "events": []}], ids=["menu", "table before the first move"])
def test_a_polite_end_is_heard_while_nothing_happens(tmp_path: Path, game: dict[str, object] | None) -> None:
    folder = data_folder(tmp_path / "player", SIZE, game)
    with screen(SIZE) as own, program(folder, own) as process:
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 0
