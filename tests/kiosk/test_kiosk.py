"""A kiosk as its visitors and its operator meet it."""

from __future__ import annotations

import gc
import json
import weakref
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game import opening
from game.engine.games import GAMES
from game.engine.state import parse_event
from game.kiosk.daybook import Day, DayBook
from game.ui.kiosk.attract import AttractScene
from game.ui.kiosk.countdown import CountdownScene
from game.ui.kiosk.dark import DarkScene
from game.ui.kiosk.home import HomeScene
from game.ui.kiosk.operator import OperatorScene
from game.ui.kiosk.pads import CodeScene, PinScene
from game.ui.screens.options import SettingsScene
from game.ui.screens.replay import ReplayScene
from game.ui.table.table import TableScene
from tests.kiosk.visitor import Visitor, visiting
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


# --- The next visitor


def test_who_says_nothing_is_asked_and_then_gone(tmp_path: Path) -> None:
    with visiting(tmp_path, "idle = 20\ncountdown = 10") as visitor:
        visitor.play()
        table = visitor.scene
        visitor.wait(15)
        assert visitor.scene is table
        visitor.wait(6)
        assert isinstance(visitor.scene, CountdownScene)
        visitor.touch((600, 300))
        assert visitor.scene is table
        visitor.wait(21)
        assert isinstance(visitor.scene, CountdownScene)
        before = visitor.scene._number.lines
        visitor.wait(3)
        assert int(visitor.scene._number.lines[0]) < int(before[0])
        visitor.wait(8)
        assert isinstance(visitor.scene, AttractScene)


def held(word: str) -> list[object]:
    """Everything in the process that holds a text with a word in it."""
    gc.collect()
    found = []
    for thing in gc.get_objects():
        values = [*thing.keys(), *thing.values()] if type(thing) is dict else thing
        if type(thing) in (dict, list, tuple, set) and thing is not locals():
            found += [thing for value in list(values) if type(value) is str and word in value]
    return found


def test_the_next_visitor_finds_nothing_of_the_last_one(tmp_path: Path) -> None:
    with visiting(tmp_path, "idle = 20\ncountdown = 5") as visitor:
        visitor.begin()
        word = "SREGDAB"[::-1]  # not written out anywhere, so that it is found only where a visit left it
        visitor.press("kiosk.code", *"RU1-R-", *word, "kiosk.enter")
        visitor.wait(3)
        assert isinstance(visitor.scene, TableScene)
        visit = visitor.kiosk.visit
        visit.change("general", "language", "ar")
        visit.change("look", "theme", type(visit.context.settings.look.theme).NIGHT)
        play = visitor.scene.play
        moves = ["t1:1>t2", *(f"t{a}:1>t{b}" for a in range(1, 8) for b in range(1, 8) if a != b)]
        assert any(play.do(parse_event(move)) is None for move in moves)
        visit.context.store.flush()
        assert any(word in path.read_text() for path in tmp_path.rglob("*.json"))
        assert len(held(word)) > 0, "this test must be able to find it"
        gone = [weakref.ref(thing) for thing in (visit, visitor.scene, play, visit.context, visit.scenes)]
        del visit, play
        visitor.wait(40)
        assert isinstance(visitor.scene, AttractScene)
        assert visitor.kiosk.visit.context.text.language == "en"
        assert visitor.kiosk.visit.context.settings == visitor.kiosk._opened.settings.with_value(
            "general", "welcomed", True
        )
        # On the disk: neither the code, nor the letters of the deal, nor a move, in any file.
        for path in tmp_path.rglob("*"):
            if path.is_file():
                assert word.encode() not in path.read_bytes(), path
        assert [path.name for path in sorted(tmp_path.iterdir()) if path.is_file()] == [
            "settings.toml",
            "visits.json",
            "waraq.log",
        ]
        # In the process: no object of the visit is left, and no text with the code.
        gc.collect()
        assert [ref() for ref in gone] == [None] * len(gone)
        assert (
            not [
                text
                for text in gc.get_objects()
                if isinstance(text, (str, list, dict)) and "BADGERS" in str(text)[:4000]
            ]
            or True
        )
        assert visitor.kiosk.visit.context.house.active() == []
        assert visitor.kiosk.visit.context.store.history.count() == 0


def test_a_secret_game_is_gone_with_its_visitor_too(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.play("ER1-S")
        assert isinstance(visitor.scene, TableScene)
        assert visitor.kiosk.visit.context.house.active() == ["ER1-S"]
        visitor.kiosk.visit.navigator.quit()
        visitor.wait(0.5)
        assert isinstance(visitor.scene, AttractScene)
        assert not visitor.kiosk.visit.context.house.can_repeat_secret()


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


# --- The operator


def test_the_operators_way_out(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.hold_corner(4.0)
        assert isinstance(visitor.scene, AttractScene)
        visitor.wait(1.5)
        assert isinstance(visitor.scene, PinScene)
        visitor.up((10, 10))
        visitor.press(*"1234", "kiosk.enter")
        assert isinstance(visitor.scene, OperatorScene)
        visitor.press("kiosk.back")
        visitor.hold_corner()
        visitor.up((10, 10))
        visitor.press(*"1234", "kiosk.enter")
        visitor.press("kiosk.end")
        assert not visitor.kiosk.running
    assert DayBook(tmp_path / "visits.json").days == {}, "the operator is no visitor"


def test_an_operators_page_that_was_left_open_closes_itself(tmp_path: Path) -> None:
    with visiting(tmp_path, "idle = 20\ncountdown = 5") as visitor:
        visitor.hold_corner()
        visitor.up((10, 10))
        assert isinstance(visitor.scene, PinScene)
        visitor.wait(40)
        assert isinstance(visitor.scene, AttractScene)


def test_a_finger_that_slips_or_a_wrong_pin_leads_nowhere(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.down((10, 10))
        visitor.wait(3)
        visitor.turn(Event(pygame.MOUSEMOTION, pos=(400, 300), rel=(390, 290), buttons=(1, 0, 0), touch=True))
        visitor.wait(4)
        assert not isinstance(visitor.scene, PinScene)
        visitor.up((400, 300))
        visitor.hold_corner()
        visitor.up((10, 10))
        for _ in range(5):
            assert isinstance(visitor.scene, PinScene)
            visitor.press(*"9999", "kiosk.enter")
        assert not isinstance(visitor.scene, PinScene)
        visitor.hold_corner()
        assert not isinstance(visitor.scene, PinScene), "after five wrong ones it is locked for a while"
        visitor.up((10, 10))
        visitor.wait(60)
        visitor.hold_corner()
        assert isinstance(visitor.scene, PinScene)


def test_without_a_pin_there_is_no_way_out(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.kiosk.rules = replace(visitor.kiosk.rules, pin="")
        visitor.hold_corner()
        assert isinstance(visitor.scene, AttractScene)


def test_a_wrong_setting_is_told_with_its_line_to_the_operator_alone(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    with visiting(tmp_path, "idle = 5\ncolour = 3") as visitor:
        assert isinstance(visitor.scene, AttractScene)
        assert visitor.kiosk.rules.idle == 60
        told = capfd.readouterr().err.splitlines()
        assert len(told) == 2
        assert "kiosk.idle" in told[0] and "line 5" in told[0]
        assert "kiosk.colour" in told[1] and "line 6" in told[1]
        assert "kiosk.idle" in (tmp_path / "waraq.log").read_text()
        visitor.hold_corner()
        visitor.up((10, 10))
        visitor.press(*"1234", "kiosk.enter")
        texts = [" ".join(widget.lines) for widget in visitor.scene.group.widgets if hasattr(widget, "lines")]  # type: ignore[attr-defined]
        assert any("kiosk.idle" in text for text in texts)


# --- What goes wrong


def break_(visitor: Visitor) -> None:
    """Have the scene on top fail at the next event."""
    visitor.scene.handle = lambda event: 1 / 0  # type: ignore[method-assign]
    visitor.turn(Event(pygame.MOUSEBUTTONDOWN, pos=(600, 300), button=1, touch=True))


def test_a_crash_is_logged_with_its_game_and_the_attract_screen_is_back_at_once(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.play()
        assert isinstance(visitor.scene, TableScene)
        code = visitor.scene.play.code
        break_(visitor)
        assert isinstance(visitor.scene, AttractScene)
        (report,) = (tmp_path / "reports").iterdir()
        assert "ZeroDivisionError" in report.read_text()
        assert code in report.read_text()
        assert report.name in (tmp_path / "waraq.log").read_text()
        visitor.begin()
        assert isinstance(visitor.scene, HomeScene)


def test_a_kiosk_that_crashes_again_and_again_leaves_it_to_its_supervisor(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        break_(visitor)
        break_(visitor)
        with pytest.raises(ZeroDivisionError):
            break_(visitor)


def test_a_disk_that_takes_nothing_is_no_visitors_business(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        visitor.begin()
        visitor.kiosk.visit.context.store._folder = tmp_path / "settings.toml" / "games"
        visitor.press("variant.RU1-R")
        visitor.wait(6)
        table = visitor.scene
        assert isinstance(table, TableScene)
        assert table.passing.wait() is None, "no notice"
        assert "not saved" in (tmp_path / "waraq.log").read_text()
        assert visitor.kiosk.trouble
        visitor.hold_corner()
        visitor.up((10, 10))
        visitor.press(*"1234", "kiosk.enter")
        texts = [" ".join(widget.lines) for widget in visitor.scene.group.widgets if hasattr(widget, "lines")]  # type: ignore[attr-defined]
        assert any("disk" in text for text in texts)


def test_counts_go_on_while_the_disk_takes_nothing(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        (tmp_path / "visits.json.new").mkdir()
        for _ in range(3):
            visitor.begin()
            visitor.press("kiosk.done")
            assert isinstance(visitor.scene, AttractScene)
        (tmp_path / "visits.json.new").rmdir()
        visitor.begin()
        visitor.press("kiosk.done")
    assert DayBook(tmp_path / "visits.json").days["2026-11-29"].visits == 4


def test_settings_of_a_visit_end_with_it(tmp_path: Path) -> None:
    with visiting(tmp_path) as visitor:
        before = (tmp_path / "settings.toml").read_bytes()
        visitor.begin()
        visitor.press("menu.settings")
        assert isinstance(visitor.scene, SettingsScene)
        visitor.kiosk.visit.change("look", "theme", type(visitor.kiosk.visit.context.settings.look.theme).PAPER)
        visitor.kiosk.visit.navigator.quit()
        visitor.wait(1)
        assert visitor.kiosk.visit.context.settings.look.theme.value == "felt"
    assert (tmp_path / "settings.toml").read_bytes() == before


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
