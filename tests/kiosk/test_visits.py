"""A visit's end: who says nothing is gone, and the next visitor finds nothing of the last one."""

from __future__ import annotations

import gc
import weakref
from pathlib import Path

from game.engine.state import parse_event
from game.ui.kiosk.attract import AttractScene
from game.ui.kiosk.countdown import CountdownScene
from game.ui.screens.options import SettingsScene
from game.ui.table.table import TableScene
from tests.kiosk.visitor import visiting


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
