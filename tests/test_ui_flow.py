"""From scene to scene: new games, questions, the clock, settings, damaged files, quitting, winning."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame import Rect

from game.engine.deals import CodeError, parse_code
from game.storage import saver
from game.storage.settings import Direction, Speed
from game.text.faults import code_sentence
from game.ui.controls.fields import Choice, Switch
from game.ui.controls.textfield import TextField
from game.ui.controls.widgets import Widget
from game.ui.screens.options import Page
from game.ui.screens.win import FountainScene
from tests.player import Player, assert_painted, assert_played, playing
from tests.support import golden

CODE, OTHER = "RU1-C-AAAAABB", "RU1-C-QQQQQQQ"
FIRST = "t2:1>fD"
AIDS = ("double_tap", "placement_help", "interactive_rules", "auto_placement")
WON = golden("win-RU1-C")["record"]


def begun(player: Player) -> None:
    """A game is dealt and one move is made in it."""
    player.start(CODE)
    player.click(player.card_point(1))
    assert_played(player, FIRST)


def saved(folder: Path, content: str | bytes) -> Path:
    path = folder / "games" / "RU1-C.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


def all_of(player: Player, kind: type[Widget]) -> list[Any]:
    return [widget for widget in player.widgets() if isinstance(widget, kind)]


def choose(player: Player, index: int, nth: int = 0) -> None:
    """Click a word of a choice."""
    player.click(all_of(player, Choice)[nth]._cells()[index].center)


def told(player: Player, key: str) -> str:
    """The dialog's sentence; it must be made of the text of a key."""
    start = player.app.context.text._texts.gettext(key).split("{", maxsplit=1)[0]
    assert_painted(player)
    return next(text for text in player.texts if text.startswith(start))


def test_classic_is_preselected_and_relaxed_can_be_chosen(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.push("menu.new")
        player.push("newgame.start")
        assert player.table.play.spec.prefix == "RU1-C"
        player.push("hud.new")
        choose(player, 1, nth=1)
        player.push("newgame.start")
        assert player.table.play.spec.prefix == "RU1-R"
        assert_played(player)


@pytest.mark.parametrize("pasted", [True, False])
@pytest.mark.parametrize("text", ["RU1-C-AAAAABB", "  ru1-c-aaaaabb ", "ru1-R-AAAAABB"])
def test_a_code_is_typed_or_pasted_in_any_case(tmp_path: Path, text: str, pasted: bool) -> None:
    with playing(tmp_path) as player:
        player.push("menu.new")
        player.clipboard = text
        player.push("newgame.paste") if pasted else player.type(text)
        assert_painted(player)
        player.push("newgame.start") if pasted else player.key(pygame.K_RETURN)
        assert player.table.play.code == text.strip().upper()
        assert_played(player)


WRONG = ["hello", "XX1-C-AAAAAAA", "RU2-C-AAAAAAA", "RU1-X-AAAAAAA", "RU1-C-AAA"]


@pytest.mark.parametrize("text", WRONG)
def test_a_wrong_code_is_explained_beside_the_field_and_deals_nothing(tmp_path: Path, text: str) -> None:
    with playing(tmp_path) as player:
        player.push("menu.new")
        player.type(text)
        with pytest.raises(CodeError) as fault:
            parse_code(text)
        assert code_sentence(player.app.context.text, fault.value) in player.texts
        assert not player.button("newgame.start").enabled
        assert_painted(player)
        player.key(pygame.K_RETURN)
        player.push("newgame.start")
        assert player.offers("newgame.paste")
        player.click(all_of(player, TextField)[0].rect.center)
        player.key(pygame.K_END)
        player.key(pygame.K_BACKSPACE, pygame.KMOD_CTRL)
        assert player.button("newgame.start").enabled
        assert_painted(player)


def test_a_typed_code_and_the_chosen_rule_follow_each_other(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.push("menu.new")
        player.type(CODE)
        choose(player, 1, nth=1)
        assert all_of(player, TextField)[0].text == "RU1-R-AAAAABB"
        for player.clipboard, game, rule in ((CODE, 0, 0), ("kl1-3-aaaaaaa", 1, 1)):
            player.push("newgame.paste")
            assert [choice.chosen for choice in all_of(player, Choice)][:2] == [game, rule]
            assert_painted(player)
        player.key(pygame.K_ESCAPE)
        assert player.offers("menu.quit")


def test_a_game_with_moves_is_lost_only_after_a_question(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        begun(player)
        player.wait(64)
        for answer in ("dialog.keep", "newgame.deal"):
            player.start(OTHER)
            sentence = told(player, "newgame.lost")
            moves = player.app.context.text.plural("newgame.moves", 1)
            assert all(part in sentence for part in (moves, "10", "1:0"))
            player.push(answer)
            if answer == "dialog.keep":
                player.key(pygame.K_ESCAPE)
                assert player.table.play.code == CODE
                assert_played(player, FIRST)
        assert player.table.play.code == OTHER
        player.start(CODE)  # no move was made: no question
        assert player.table.play.code == CODE
        assert_played(player)


def test_restart_asks_and_deals_the_same_cards_with_nothing_played(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        begun(player)
        player.push("hud.restart")
        told(player, "newgame.lost")
        player.push("newgame.deal")
        assert_played(player)
        assert (player.table.play.code, player.table.play.moves, player.clock) == (CODE, 0, "0:00")


def test_a_click_on_the_code_copies_it_and_says_so(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.click(player.table.hud.code.rect.center)
        assert player.clipboard == CODE
        assert player.notice == player.sentence("notice.copied", code=CODE)
        assert_played(player)


def test_settings_hold_at_once_and_are_kept(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        begun(player)
        table = player.table
        before, size = table.layout, player.app.scenes.size
        player.app.navigator.settings()
        for switch in all_of(player, Switch):
            player.click(switch.rect.center)
        choose(player, list(Direction).index(Direction.RIGHT_TO_LEFT), -1)
        choose(player, list(Page).index(Page.LOOK), 0)
        player.app.scenes.top._scroll(9999)
        choose(player, list(Speed).index(Speed.OFF), -1)
        assert_painted(player)
        player.push("dialog.close")
        for pile, slot in before.slots.items():
            assert table.layout.slots[pile] == Rect(size[0] - slot.right, *slot[1:])
        player.push("hud.undo")
        assert not player.table.animated
        assert_played(player, FIRST, "undo")
        wanted, shipped = player.app.context.settings, player.app._opened.shipped
        assert all(getattr(wanted.play, aid) != getattr(shipped.play, aid) for aid in AIDS)
    with playing(tmp_path) as player:
        assert player.app.context.settings == wanted
        assert_played(player, FIRST, "undo")


SAVES = {
    "not-json": b"{broken",
    "not-a-record": b'{"format": "old"}',
    "newer-format": b'{"format": 2, "code": "RU1-C-AAAAABB", "events": []}',
    "no-deal": b'{"format": 1, "events": []}',
    "rules": b'{"format": 1, "code": "RU1-R-AAAAABB", "events": []}',
    "truncated": json.dumps(WON).encode()[:300],
}


@pytest.mark.parametrize("fault", SAVES)
def test_a_save_that_cannot_be_read_is_put_aside_and_told(tmp_path: Path, fault: str) -> None:
    path = saved(tmp_path, SAVES[fault])
    with playing(tmp_path) as player:
        key = f"record.{'not-json' if fault == 'truncated' else fault}"
        assert player.sentence(key) in told(player, "saved.aside")
        player.push("dialog.fine")
        assert player.offers("menu.quit")
        begun(player)
    assert [aside.read_bytes() for aside in path.parent.glob("*unreadable*")] == [SAVES[fault]]
    assert json.loads(path.read_text())["events"] == [FIRST]


@pytest.mark.parametrize(("text", "key"), [("][", "settings.unreadable"), ("[play]\nhelp = 1", "settings.wrong")])
def test_settings_that_cannot_be_read_are_told(tmp_path: Path, text: str, key: str) -> None:
    (tmp_path / "settings.toml").write_text(text)
    with playing(tmp_path) as player:
        told(player, key)
        player.key(pygame.K_RETURN)
        assert player.offers("menu.quit")
    assert text in [path.read_text() for path in tmp_path.glob("settings.toml*")]


def nearly_won(folder: Path) -> None:
    saved(folder, json.dumps({**WON, "events": WON["events"][:-1], "elapsed": 75}))


SKIPS: dict[str, Callable[[Player], None]] = {
    "key": lambda player: player.key(pygame.K_SPACE),
    "click": lambda player: player.click((300, 300)),
    "nothing": lambda player: player.wait(6),
}


@pytest.mark.parametrize(("skip", "way"), [("key", "won.again"), ("click", "won.new"), ("nothing", "won.menu")])
def test_a_win_is_celebrated_and_goes_on(tmp_path: Path, skip: str, way: str) -> None:
    nearly_won(tmp_path)
    with playing(tmp_path) as player:
        table = player.table
        player.play(WON["events"][-1])
        player.key(pygame.K_z, pygame.KMOD_CTRL)
        while player.scene is table:
            player.turn()
        assert isinstance(player.scene, FountainScene)
        SKIPS[skip](player)
        assert player.offers("won.again")
        player.wait(30)
        assert_painted(player)
        assert list(table.play.record().events) == WON["events"]
        assert (table.play.score, int(table.play.elapsed)) == (625, 75)
        assert "RU1-C" not in player.app.context.store.active()
        player.push(way)
        if way == "won.again":
            assert player.table.play.code == WON["code"]
            assert_played(player)
        else:
            assert player.offers("newgame.paste" if way == "won.new" else "menu.quit")


DELAYS: dict[str, Callable[[Player], None]] = {
    "resized": lambda player: player.resize((1100, 700)),
    "rules read": lambda player: (player.app.navigator.rules(None), player.key(pygame.K_ESCAPE))[0],
}


@pytest.mark.parametrize("delay", DELAYS)
def test_nothing_done_while_the_last_card_flies_hides_the_win(tmp_path: Path, delay: str) -> None:
    nearly_won(tmp_path)
    with playing(tmp_path) as player:
        player.play(WON["events"][-1])
        DELAYS[delay](player)
        player.wait(8)
        assert player.offers("won.again")


def test_without_motion_a_win_goes_straight_to_the_result(tmp_path: Path) -> None:
    nearly_won(tmp_path)
    with playing(tmp_path) as player:
        player.app.change("look", "motion", Speed.OFF)
        player.play(WON["events"][-1])
        assert player.offers("won.again")
        assert_painted(player)


@pytest.mark.parametrize("full", [True, False])
def test_play_goes_on_where_nothing_can_be_saved_and_that_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    def refuse(path: Path, content: bytes) -> None:
        raise OSError(28, "No space left on device")

    if full:
        monkeypatch.setattr(saver, "write_atomic", refuse)
    else:
        (tmp_path / "games").write_text("a file where the folder should be")
    with playing(tmp_path) as player:
        player.start(CODE)
        if not full:
            told(player, "saved.locked")
            player.push("dialog.fine")
        player.play(FIRST)
        player.app.saver.flush()
        player.wait(1.5)
        assert not full or player.notice == player.sentence("notice.not-saved")
        assert_played(player, FIRST)
