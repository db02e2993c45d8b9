"""A kiosk as its visitors and its operator meet it."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game import opening
from game.engine.games import GAMES
from game.kiosk.daybook import Day, DayBook
from game.ui.kiosk.attract import AttractScene
from game.ui.kiosk.dark import DarkScene
from game.ui.kiosk.home import HomeScene
from game.ui.kiosk.pads import CodeScene, PinScene
from game.ui.screens.replay import ReplayScene
from game.ui.table.table import TableScene
from tests.kiosk.visitor import visiting
from tests.support import GOLDEN


def record(path: str) -> dict[str, object]:
    return json.loads((GOLDEN / f"{path}.json").read_text())["record"]  # type: ignore[no-any-return]


# --- While nobody plays


def test_won_games_play_themselves_one_after_the_other(tmp_path: Path) -> None:
    with visiting(tmp_path, '[look]\nmotion = "off"') as visitor:
        first = visitor.scene
        assert isinstance(first, AttractScene)
        codes = set()
        for _ in range(3):
            playback = first._playback
            assert playback is not None
            codes.add(str(playback.record.deal.code))
            seen = first.played
            while first.played == seen:
                visitor.turn()
        assert len(codes) == 3
        assert visitor.scene is first
        assert visitor.signs > 10, "the supervisor would think that it hangs"


def test_only_games_that_may_be_played_are_shown_and_offered(tmp_path: Path) -> None:
    with visiting(tmp_path, 'games = ["KL1-3", "EA1-C"]\nvariant = "EA1-C"') as visitor:
        assert isinstance(visitor.scene, AttractScene)
        for _ in range(12):
            visitor.scene._next_game()
            assert visitor.scene._playback is not None
            assert visitor.scene._playback.record.deal.spec.prefix in ("KL1-3", "EA1-C")
        visitor.begin()
        text = visitor.kiosk.visit.context.text
        words = [button.text for button in visitor.scene.group.widgets if hasattr(button, "text")]  # type: ignore[attr-defined]
        offered = [prefix for prefix in GAMES if text(f"variant.{prefix}") in words]
        assert sorted(offered) == ["EA1-C", "KL1-3"]
        assert words.index(text("variant.EA1-C")) < words.index(text("variant.KL1-3"))


def test_without_any_win_to_show_the_invitations_stand_alone(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        assert isinstance(visitor.scene, AttractScene)
        visitor.scene._wins = iter(())
        visitor.scene._next_game()
        visitor.kiosk.visit.scenes.rebuild()
        visitor.wait(30)
        visitor.begin()
        assert isinstance(visitor.scene, HomeScene)


@pytest.mark.parametrize(("place", "language"), [(0, "en"), (1, "ar"), (2, "ro")])
@pytest.mark.parametrize("size", [(1280, 720), (600, 1024)])
def test_a_visitor_begins_in_the_language_that_was_touched(
    tmp_path: Path, place: int, language: str, size: tuple[int, int]
) -> None:
    with visiting(tmp_path, size=size) as visitor:
        tile = visitor.scene.group.widgets[place]  # type: ignore[attr-defined]
        visitor.touch(tile.rect.center)
        assert isinstance(visitor.scene, HomeScene)
        assert visitor.kiosk.visit.context.text.language == language


# --- Playing


def test_a_game_is_dealt_played_and_counted(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.play()
        assert isinstance(visitor.scene, TableScene)
        visitor.kiosk.visit.navigator.menu()
        visitor.press("menu.continue")
        assert isinstance(visitor.scene, TableScene)
        visitor.kiosk.visit.navigator.menu()
        visitor.press("kiosk.done")
        assert isinstance(visitor.scene, AttractScene)
        (day,) = DayBook(tmp_path / "visits.json").days.items()
        assert day[0] == "2026-11-29"
        assert (day[1].visits, day[1].games, day[1].wins, day[1].languages) == (1, 1, 0, {"en": 1})
        assert 4 <= day[1].seconds <= 9


def test_a_code_is_typed_with_keys_on_the_screen(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.begin()
        visitor.press("kiosk.code")
        assert isinstance(visitor.scene, CodeScene)
        visitor.press(*"RU1-R-AAAAAAX", "kiosk.erase", "C", "kiosk.enter")
        visitor.wait(3)
        assert isinstance(visitor.scene, TableScene)
        assert visitor.scene.play.code == "RU1-R-AAAAAAC"


@pytest.mark.parametrize("typed", ["", "RU1-R", "RU1-R-AAAAAA1", "RU1-C-AAAAAAC", "X" * 30])
def test_a_code_that_is_none_or_of_another_game_is_not_dealt(tmp_path: Path, typed: str) -> None:
    with visiting(tmp_path, 'games = ["RU1-R"]') as visitor:
        visitor.begin()
        visitor.press("kiosk.code", *typed, "kiosk.enter")
        assert isinstance(visitor.scene, CodeScene)
        assert len(visitor.scene.typed) <= 24


@pytest.mark.parametrize("prefix", list(GAMES))
def test_only_winnable_deals_are_dealt_where_that_is_wanted(tmp_path: Path, prefix: str) -> None:
    with visiting(tmp_path, "winnable_only = true") as visitor:
        winnable = visitor.kiosk.visit.context.winnable
        for _ in range(5):
            deal = visitor.kiosk.house.pick(prefix)
            assert deal is not None
            assert deal.code is not None
            assert winnable.grade(deal.code) is not None


def test_the_volume_has_a_cap(tmp_path: Path) -> None:
    with visiting(tmp_path, "loudest = 2\n[sound]\nvolume = 9") as visitor:
        assert visitor.kiosk.visit.context.settings.sound.volume == 2
        visitor.begin()
        visitor.kiosk.visit.change("sound", "volume", 10)
        assert visitor.kiosk.visit.context.settings.sound.volume == 2


@pytest.mark.parametrize(("rules", "asked", "expected"), [("true", False, 1), ("false", False, 0), ("false", True, 1)])
def test_it_is_a_kiosk_by_its_settings_or_by_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rules: str, asked: bool, expected: int
) -> None:
    (tmp_path / "settings.toml").write_text(f"[kiosk]\nenabled = {rules}\n")
    calls: list[str] = []
    monkeypatch.setattr(opening, "_supervise", lambda *_: calls.append("kiosk") or 0)
    monkeypatch.setattr(opening, "_play", lambda *_: calls.append("game") or 0)
    assert opening.run(tmp_path, kiosk=asked) == 0
    assert calls == [["game", "kiosk"][expected]]


# --- What no visitor can do


def test_no_key_and_no_window_leads_out(tmp_path: Path) -> None:
    (tmp_path / "game.json").write_text(json.dumps(record("win-KL1-1")))
    with visiting(tmp_path / "kiosk") as visitor:
        visitor.play()
        table = visitor.scene
        surface = pygame.display.get_surface()
        for key in (pygame.K_F4, pygame.K_TAB, pygame.K_SPACE, pygame.K_q, pygame.K_c, pygame.K_v, pygame.K_z):
            for mod in (pygame.KMOD_LALT, pygame.KMOD_CTRL, pygame.KMOD_META):
                visitor.key(key, mod)
        for key in (pygame.K_F1, pygame.K_F3, pygame.K_F11, pygame.K_F12):
            visitor.key(key)
        visitor.turn(Event(pygame.QUIT), Event(pygame.WINDOWCLOSE))
        visitor.turn(Event(pygame.DROPFILE, file=str(tmp_path / "game.json")), Event(pygame.TEXTINPUT, text="x"))
        assert visitor.scene is table
        assert visitor.kiosk.running
        assert pygame.display.get_surface() is surface
        for _ in range(9):
            visitor.key(pygame.K_ESCAPE)
        assert isinstance(visitor.scene, (HomeScene, TableScene))
        assert visitor.kiosk.running


def test_nothing_is_copied_and_no_file_is_written_by_a_visitor(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.play()
        assert isinstance(visitor.scene, TableScene)
        visitor.touch(visitor.scene.hud.code.rect.center)
        visitor.kiosk.visit.navigator.watch(visitor.scene.play.record())  # type: ignore[attr-defined]
        assert isinstance(visitor.scene, ReplayScene)
        assert "replay.export" not in visitor.scene.buttons
        assert visitor.kiosk.visit.context.paste() == ""


def test_the_pointer_is_hidden_from_a_finger_and_shown_to_a_mouse(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.down((600, 300))
        assert not pygame.mouse.get_visible()
        visitor.turn(Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0), touch=False))
        assert pygame.mouse.get_visible()
    with visiting(tmp_path / "hidden", 'pointer = "hidden"') as visitor:
        visitor.turn(Event(pygame.MOUSEMOTION, pos=(9, 9), rel=(1, 1), buttons=(0, 0, 0), touch=False))
        assert not pygame.mouse.get_visible()


# --- Opening hours


def test_outside_the_opening_hours_the_screen_is_dark(tmp_path: Path) -> None:
    with visiting(tmp_path, 'hours = "08:00-20:00"') as visitor:
        visitor.play()
        visitor.clock = datetime(2026, 11, 29, 20, 0)
        visitor.wait(11)
        assert isinstance(visitor.scene, DarkScene)
        assert any("08:00" in line for line in visitor.scene._lines)
        visitor.touch((600, 300))
        assert isinstance(visitor.scene, DarkScene)
        first = [label.rect.y for label in visitor.scene._labels]
        visitor.wait(70)
        assert [label.rect.y for label in visitor.scene._labels] != first
        visitor.clock = datetime(2026, 11, 30, 8, 0)
        visitor.wait(11)
        assert isinstance(visitor.scene, AttractScene)


def test_a_clock_that_is_set_does_no_harm(tmp_path: Path) -> None:
    with visiting(tmp_path, 'hours = "08:00-20:00"') as visitor:
        visitor.play()
        table = visitor.scene
        for days in (-4000, 4000, -1):
            visitor.clock += timedelta(days=days)
            visitor.wait(11)
            assert visitor.scene is table
        visitor.kiosk.visit.navigator.quit()
        visitor.wait(1)
        assert list(DayBook(tmp_path / "visits.json").days) == [f"{visitor.clock:%Y-%m-%d}"]


def test_a_display_that_is_changed_for_another_is_filled_and_has_its_corner(tmp_path: Path) -> None:
    with visiting(tmp_path, 'corner = "bottom-right"') as visitor:
        visitor.play()
        for size in ((800, 600), (1080, 1920)):
            pygame.display.set_mode(size)
            visitor.turn(Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size), Event(pygame.WINDOWDISPLAYCHANGED))
            visitor.wait(1)
            assert visitor.kiosk.visit.scenes.size == size
            visitor.down((size[0] - 5, size[1] - 5))
            visitor.wait(5.2)
            assert isinstance(visitor.scene, PinScene)
            visitor.up((size[0] - 5, size[1] - 5))
            visitor.press("dialog.cancel")


# --- A display that was mounted upright


@pytest.mark.parametrize("turn", [0, 90, 180, 270])
def test_a_turned_picture_is_touched_where_it_is_seen(tmp_path: Path, turn: int) -> None:
    with visiting(tmp_path, f"turn = {turn}", (1280, 720)) as visitor:
        seen = visitor.kiosk.screen
        assert seen.size == ((1280, 720) if turn in (0, 180) else (720, 1280))
        visitor.wait(1)
        x, y = visitor.scene.group.widgets[1].rect.center  # type: ignore[attr-defined]
        wide, high = seen.size
        there = {0: (x, y), 90: (high - 1 - y, x), 180: (wide - 1 - x, high - 1 - y), 270: (y, wide - 1 - x)}[turn]
        display = pygame.display.get_surface()
        assert display is not None
        assert display.get_at(there) == seen.surface().get_at((x, y))
        visitor.touch(there)
        assert visitor.kiosk.visit.context.text.language == "ar"


def test_days_are_counted_as_they_are() -> None:
    day = Day(2, 3, 1, 90, {"ar": 2})
    assert day.average == 45
