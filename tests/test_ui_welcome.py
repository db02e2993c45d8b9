"""The first start: what a stranger is asked, in which language, that each answer is seen at once, and never again."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pygame
import pytest

from game.engine.state import FIRST_FOUNDATION
from game.storage.settings import Colours, Direction, Print
from game.ui.controls.boards import BoardChoice
from game.ui.controls.fields import Choice, Switch
from game.ui.screens.dialogs import TellScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.newgame import NewGameScene
from game.ui.screens.welcome import WelcomeScene
from tests.player import Player, assert_painted, lay, playing
from tests.test_languages_ruler import Ruler


def stranger(player: Player) -> WelcomeScene:
    """The panel, which must be shown."""
    assert isinstance(player.scene, WelcomeScene)
    return player.scene


def kept(folder: Path) -> dict[str, dict[str, object]]:
    """The settings on the disk."""
    return tomllib.loads((folder / "settings.toml").read_text(encoding="utf-8"))


def control(player: Player, kind: type, word: str) -> Switch | Choice:
    """A switch by its sentence, or a choice by one of its words."""
    return next(w for w in player.widgets() if type(w) is kind and word in (getattr(w, "words", None) or w.text))


def picture() -> bytes:
    screen = pygame.display.get_surface()
    assert screen is not None
    return pygame.image.tobytes(screen, "RGB")


@pytest.mark.parametrize(
    ("locale", "language"), [("ar_EG.UTF-8", "ar"), ("ro_RO.UTF-8", "ro"), ("en_GB.UTF-8", "en"), ("fr_FR.UTF-8", "en")]
)
def test_the_first_start_speaks_the_systems_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, locale: str, language: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LANG"):
        monkeypatch.setenv(name, locale)
    with playing(tmp_path, (800, 600), welcomed=False) as player:
        stranger(player)
        assert player.app.context.text.language == language
        assert player.texts[0] == player.sentence("welcome.title")
        boards = next(w for w in player.widgets() if isinstance(w, BoardChoice))
        assert boards.chosen == int(language == "ar")
        assert_painted(player)


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (1080, 1920)])
@pytest.mark.parametrize("language", ["en", "ro", "ar"])
def test_all_of_it_fits_without_scrolling(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    with playing(tmp_path, size, welcomed=False) as player:
        player.app.change("general", "language", language)
        player.turn()
        ruler = Ruler(player)
        ruler.look()
        assert not ruler.found, "\n".join(ruler.found)
        assert not stranger(player)._overflow


def test_it_comes_once_however_it_is_left(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        stranger(player)
        player.quit()  # by closing the window, without an answer
    assert kept(tmp_path) == {"general": {"welcomed": True}}
    with playing(tmp_path, welcomed=False) as player:
        assert isinstance(player.scene, MenuScene)


@pytest.mark.parametrize("way", ["escape", "press"])
def test_one_press_skips_it_to_the_menu(tmp_path: Path, way: str) -> None:
    with playing(tmp_path, welcomed=False) as player:
        stranger(player)
        if way == "escape":
            player.key(pygame.K_ESCAPE)
        else:
            player.click((5, 5))
        assert isinstance(player.scene, MenuScene)
    assert kept(tmp_path) == {"general": {"welcomed": True}}


def test_a_press_on_the_panel_itself_leaves_it_there(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        player.click((stranger(player).panel.x + 4, stranger(player).panel.centery))
        stranger(player)


def test_each_choice_is_seen_at_once_and_kept(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        for key in ("print.large", "colours.four", "settings.sound"):
            before = picture()
            player.click(control(player, Switch, player.sentence(key)).rect.center)
            assert picture() != before
            assert_painted(player)
        player.click(control(player, Choice, "العربية")._cells()[1].center)  # type: ignore[union-attr]
        assert player.texts[0] == player.sentence("welcome.title")
        assert player.app.context.board_mirrored
        boards = next(w for w in player.widgets() if isinstance(w, BoardChoice))
        assert boards.chosen == 1
        player.click(boards._cells()[0].center)
        assert not player.app.context.board_mirrored
        look = player.app.context.settings.look
        assert (look.print, look.colours, look.direction) == (Print.LARGE, Colours.FOUR, Direction.LEFT_TO_RIGHT)
        player.push("welcome.play")
        assert isinstance(player.scene, NewGameScene)
    assert kept(tmp_path) == {
        "general": {"language": "ar", "welcomed": True},
        "look": {"print": "large", "colours": "four", "direction": "left-to-right"},
        "sound": {"on": False},
    }


def test_the_languages_own_direction_goes_on_following_the_language(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        player.app.change("general", "language", "en")
        player.turn()
        boards = next(w for w in player.widgets() if isinstance(w, BoardChoice))
        player.click(boards._cells()[1].center)
        assert player.app.context.settings.look.direction is Direction.RIGHT_TO_LEFT
        boards = next(w for w in player.widgets() if isinstance(w, BoardChoice))
        player.click(boards._cells()[0].center)
        assert player.app.context.settings.look.direction is Direction.LANGUAGE


def test_by_keyboard_alone_from_the_first_start_to_a_deal(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        player.app.change("general", "language", "en")
        player.turn()
        boards = next(w for w in player.widgets() if isinstance(w, BoardChoice))
        for _ in range(20):
            if stranger(player).group.focused is boards:
                break
            player.key(pygame.K_TAB)
        player.key(pygame.K_RIGHT)
        assert player.app.context.board_mirrored
        assert isinstance(stranger(player).group.focused, BoardChoice)  # though all was built anew
        player.key(pygame.K_TAB)
        player.key(pygame.K_SPACE)
        assert player.app.context.settings.look.print is Print.LARGE
        for _ in range(3):
            player.key(pygame.K_TAB)
        player.key(pygame.K_RETURN)
        assert isinstance(player.scene, NewGameScene)
        player.key(pygame.K_RETURN)
        slots = player.table.layout.slots
        assert player.table.layout.mirrored
        assert slots[0].x > slots[1].x and FIRST_FOUNDATION in slots


def test_enter_alone_begins(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        player.key(pygame.K_RETURN)
        assert isinstance(player.scene, NewGameScene)


def test_a_resized_window_keeps_what_was_chosen(tmp_path: Path) -> None:
    with playing(tmp_path, welcomed=False) as player:
        player.click(control(player, Switch, player.sentence("colours.four")).rect.center)
        player.resize((800, 600))
        assert stranger(player).panel.right <= 800
        assert control(player, Switch, player.sentence("colours.four")).on  # type: ignore[union-attr]
        assert_painted(player)


def test_who_has_an_open_game_is_no_stranger(tmp_path: Path) -> None:
    lay(tmp_path, "RU1-C", {0: "AS"})
    with playing(tmp_path, welcomed=False) as player:
        assert player.table.play.spec.prefix == "RU1-C"


def test_a_broken_settings_file_is_told_and_what_was_lost_is_asked_again(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_bytes(b"[general\n\xff")
    with playing(tmp_path, welcomed=False) as player:
        assert isinstance(player.scene, TellScene)
        player.key(pygame.K_RETURN)
        stranger(player)
        player.key(pygame.K_ESCAPE)
    assert kept(tmp_path) == {"general": {"welcomed": True}}
    assert [path.read_bytes() for path in tmp_path.glob("settings.toml?*")] == [b"[general\n\xff"]


def test_an_operator_may_ship_it_as_done(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        assert isinstance(player.scene, MenuScene)
        player.app.change("look", "colours", Colours.FOUR)
    assert kept(tmp_path) == {"look": {"colours": "four"}}
