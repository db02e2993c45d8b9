"""The size of texts: chosen in the settings, seen at once, kept, and limited only by the window."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.storage import settings as stored_settings
from game.storage.settings import TextSize
from game.ui.controls.fields import Choice
from game.ui.controls.tiles import GameTile
from game.ui.look.theme import Metrics
from game.ui.screens.menu import MenuScene
from tests.player import Player, assert_painted, playing
from tests.test_ui_history import leave_open


def size_choice(player: Player) -> Choice:
    return next(w for w in player.widgets() if isinstance(w, Choice) and w.words[0].startswith("100"))


def test_a_chosen_size_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.app.navigator.settings()
        before = player.scene.kit.metrics.body
        choice = size_choice(player)
        player.click(choice._cells()[2].center)
        assert player.scene.kit.metrics.body == round(before * 1.5)
        assert_painted(player)
        player.key(pygame.K_ESCAPE)
        assert player.scene.kit.metrics.body == round(before * 1.5), "the menu below has not grown"
    shipped = stored_settings.shipped()
    assert stored_settings.load(tmp_path / "settings.toml", shipped)[0].look.text_size is TextSize.LARGE


def test_by_keyboard_the_choice_keeps_the_keys_while_everything_grows(tmp_path: Path) -> None:
    with playing(tmp_path, (640, 480)) as player:
        player.app.navigator.settings()
        player.scene.group.focus(size_choice(player))
        for wanted in (125, 150, 175, 200):
            player.key(pygame.K_RIGHT)
            assert player.app.context.settings.look.text_size.value == wanted
            focused = player.scene.group.focused
            assert focused is size_choice(player)
            assert player.scene._view.contains(focused.rect), "the choice is scrolled out of sight"


@pytest.mark.parametrize(("size", "told"), [((640, 480), True), ((1280, 720), False)])
def test_a_window_that_cannot_hold_the_size_says_so(tmp_path: Path, size: tuple[int, int], told: bool) -> None:
    (tmp_path / "settings.toml").write_text("[look]\ntext_size = 200\n")
    with playing(tmp_path, size) as player:
        player.app.navigator.settings()
        assert (player.sentence("settings.text_size_limit") in player.texts) is told


def test_larger_texts_never_make_the_window_too_small_for_them() -> None:
    """The shorter edge holds 360 units, or as many as it does at the usual size; no text is smaller than usual."""
    for size in ((320, 240), (640, 480), (800, 600), (1280, 720), (1080, 1920)):
        usual = Metrics.of(size)
        before = usual
        for text in TextSize:
            grown = Metrics.of(size, text.value / 100)
            assert before.body <= grown.body
            assert min(grown.room) >= min(359.5, *usual.room)
            before = grown
    assert Metrics.of((1280, 720), 2.0).body == 2 * Metrics.of((1280, 720)).body


def test_open_games_without_room_beside_the_menu_can_be_continued_in_it(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text("[look]\ntext_size = 200\n")
    leave_open(tmp_path, "RU1-C")
    leave_open(tmp_path, "KL1-3")
    with playing(tmp_path, (800, 600)) as player:
        player.app.navigator.menu()
        assert isinstance(player.scene, MenuScene)
        tiles = [widget for widget in player.widgets() if isinstance(widget, GameTile)]
        assert len(tiles) == 2
        while player.scene.group.focused is not tiles[1]:
            player.key(pygame.K_TAB)
        assert player.scene._view.contains(tiles[1].rect), "the tile is not scrolled into view"
        before = pygame.display.get_surface().copy()
        assert len({before.get_at((x, tiles[1].rect.y + tiles[1].rect.h // 3))[:3] for x in range(800)}) > 20
        player.click(tiles[1].rect.center)
        assert player.table.play.spec.prefix in ("RU1-C", "KL1-3")


@pytest.mark.parametrize("scrolled", [0, 10_000])
def test_the_button_that_deals_stays_in_sight_while_the_dialog_scrolls(tmp_path: Path, scrolled: int) -> None:
    (tmp_path / "settings.toml").write_text("[look]\ntext_size = 150\n")
    with playing(tmp_path, (800, 600)) as player:
        player.app.navigator.new_game("EA1-C")
        player.turn()
        player.turn(Event(pygame.MOUSEWHEEL, x=0, y=-scrolled))
        cancel, deal = player.button("dialog.cancel"), player.button("newgame.start")
        panel = player.scene.panel
        assert panel.contains(cancel.rect) and panel.contains(deal.rect)
        assert deal.rect.top >= player.scene._view.bottom, "what scrolls lies under it"
        assert_painted(player)
        player.click(deal.rect.center)
        assert player.table.play.spec.prefix == "EA1-C"
