"""The kiosk's operator: the way out, what is told to nobody else, and what goes wrong."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.kiosk.daybook import DayBook
from game.ui.kiosk.attract import AttractScene
from game.ui.kiosk.home import HomeScene
from game.ui.kiosk.operator import OperatorScene
from game.ui.kiosk.pads import PinScene
from game.ui.table.table import TableScene
from tests.kiosk.visitor import Visitor, visiting


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
