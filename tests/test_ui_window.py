"""Full screen and back from everywhere, the frame meter, files dropped on the window, and a window that is resized."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.ui.screens.dialogs import TellScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.newgame import NewGameScene
from game.ui.screens.replay import ReplayScene
from tests.player import Player, assert_at_rest, assert_painted, playing

GOLDEN = Path(__file__).parent / "golden"


def to_menu(player: Player) -> None:
    player.app.navigator.menu()
    player.turn()


def to_dialog(player: Player) -> None:
    player.start("RU1-C-AAAAACM")
    player.app.navigator.new_game("RU1-C")
    player.turn()


def to_drag(player: Player) -> None:
    player.start("RU1-C-AAAAACM")
    player.settle()
    player.lift(player.card_point(2), (300, 600))


@pytest.mark.parametrize("where", [to_menu, to_dialog, to_drag])
def test_full_screen_and_back_from_everywhere(tmp_path: Path, where) -> None:  # type: ignore[no-untyped-def]
    with playing(tmp_path) as player:
        where(player)
        window, scene = player.app.scenes.size, player.scene
        player.key(pygame.K_F11)
        whole = pygame.display.get_surface().get_size()
        assert player.app.scenes.size == whole
        assert player.scene is scene
        player.settle()
        assert_painted(player)
        player.key(pygame.K_F11)
        assert player.app.scenes.size == window == pygame.display.get_surface().get_size()
        assert_painted(player)
        if where is to_drag:
            player.settle()
            assert_at_rest(player)


def test_the_frame_meter_comes_and_goes_and_changes_nothing(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("RU1-C-AAAAACM")
        player.settle()
        before = pygame.display.get_surface().copy()
        player.key(pygame.K_F3)
        player.turn()
        shown = pygame.display.get_surface()
        assert shown.subsurface((0, 0, 240, 30)).get_buffer().raw != before.subsurface((0, 0, 240, 30)).get_buffer().raw
        player.key(pygame.K_F3)
        player.turn()
        assert pygame.display.get_surface().get_buffer().raw == before.get_buffer().raw
        assert_at_rest(player)


def test_a_dropped_record_is_watched(tmp_path: Path) -> None:
    record = json.loads((GOLDEN / "win-KL1-1.json").read_text())["record"]
    (tmp_path / "game.json").write_text(json.dumps(record))
    with playing(tmp_path / "data") as player:
        player.turn(Event(pygame.DROPFILE, file=str(tmp_path / "game.json")))
        assert isinstance(player.scene, ReplayScene)
        assert player.scene.playback.length == len(record["events"])


@pytest.mark.parametrize("content", [b"", b"no json", b'{"format": 99}', b"\xff\x00" * 99])
def test_a_dropped_file_that_is_no_record_is_said_to_be_none(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "file").write_bytes(content)
    with playing(tmp_path / "data") as player:
        player.turn(Event(pygame.DROPFILE, file=str(tmp_path / "file")))
        assert isinstance(player.scene, TellScene)
        player.push("dialog.fine")
        assert isinstance(player.scene, MenuScene)
    assert (tmp_path / "file").read_bytes() == content


def test_a_window_may_be_as_small_as_a_stamp(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        to_dialog(player)
        for size in ((200, 150), (90, 400), (320, 240), (1280, 720)):
            player.resize(size)
            player.settle()
        assert_painted(player)
        assert isinstance(player.scene, NewGameScene)
