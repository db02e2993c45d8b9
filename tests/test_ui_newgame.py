"""A player who begins or goes on with a game: the new-game dialog of every game, and the menu's open games."""

from __future__ import annotations

import os
import time
from contextlib import ExitStack
from datetime import date
from functools import partial
from pathlib import Path

import pygame
import pytest

from game.engine.deals import Code
from game.engine.games import GAMES
from game.solver import bank
from game.solver.difficulty import Grade
from game.storage import saver
from game.ui.controls.fields import Choice
from game.ui.controls.tiles import GameTile
from game.ui.controls.widgets import Button
from game.ui.look.lettering import Style
from game.ui.screens.newgame import FAMILIES
from tests.player import Player, assert_at_rest, assert_painted, playing
from tests.support import golden
from tests.test_ui_auto_complete import lay
from tests.test_ui_eram import ended, finish, look, saved, secret
from tests.test_ui_stock import stock

TODAY, TOMORROW = date(2026, 2, 28), date(2026, 3, 1)


def dialog(player: Player, prefix: str | None) -> None:
    player.app.navigator.new_game(prefix)
    player.turn()


def choices(player: Player) -> list[Choice]:
    return [widget for widget in player.widgets() if isinstance(widget, Choice)]


def choose(player: Player, key: str) -> None:
    """Click the word of a text."""
    word = player.sentence(key)
    choice = next(choice for choice in choices(player) if word in choice.words)
    player.click(choice._cells()[choice.words.index(word)].center)


def says(player: Player, sentence: str) -> bool:
    return sentence.strip() in map(str.strip, player.texts)


@pytest.mark.parametrize("prefix", GAMES)
def test_every_games_page_tells_its_rules_variants_and_where_the_deal_comes_from(tmp_path: Path, prefix: str) -> None:
    with playing(tmp_path) as player:
        dialog(player, next(other for other in GAMES if other[:2] != prefix[:2]))
        choose(player, f"short.{prefix[:2]}")
        variants = FAMILIES[prefix[:2]]
        if len(variants) > 1:
            choose(player, f"rule.{prefix}")
        assert says(player, player.sentence(f"about.{prefix}"))
        expected = [f"short.{family}" for family in FAMILIES]
        expected += [f"rule.{variant}" for variant in variants] * (len(variants) > 1)
        expected += ["source.random", "source.daily", "source.code"]  # nothing was played: nothing to repeat
        expected += [f"grade.{grade.value}" for grade in Grade]
        words = [word for choice in choices(player) for word in choice.words]
        assert words == [player.sentence(key) for key in expected]
        assert_painted(player)
        player.app.context.random_deal = lambda: 77
        player.push("newgame.start")
        assert player.table.play.spec.prefix == prefix
        assert player.table.play.code == ("#1" if prefix == "ER1-S" else str(Code(prefix, 77)))
        assert_at_rest(player)


def deal_of_the_day(folder: Path, prefix: str, day: date) -> str:
    with playing(folder) as player:
        player.app.context.today = lambda: day
        dialog(player, prefix)
        choose(player, "source.daily")
        code = Code(prefix, bank.load(prefix).of_day(day))
        grade = bank.load(prefix).grade(code.number)
        assert grade is not None
        note = player.sentence("newgame.daily", code=code, proven=player.sentence(f"proven.{grade.value}"))
        practice = player.sentence("newgame.practice", note=note)
        assert says(player, practice if prefix == "ER1-S" else note)
        player.push("newgame.start")
        assert player.table.play.practice == (prefix == "ER1-S")
        return player.table.play.code


@pytest.mark.parametrize("prefix", GAMES)
def test_the_deal_of_the_day_is_the_same_for_everyone_and_another_one_tomorrow(tmp_path: Path, prefix: str) -> None:
    mine = deal_of_the_day(tmp_path / "mine", prefix, TODAY)
    assert mine == deal_of_the_day(tmp_path / "yours", prefix, TODAY)
    assert mine == str(Code(prefix, bank.load(prefix).of_day(TODAY)))
    assert mine != deal_of_the_day(tmp_path / "mine", prefix, TOMORROW)


@pytest.mark.parametrize("prefix", [prefix for prefix in GAMES if prefix != "ER1-S"])
def test_the_same_deal_is_offered_once_there_is_one_and_after_a_restart_of_the_program(
    tmp_path: Path, prefix: str
) -> None:
    code = f"{prefix}-AAAAABB"
    for time_around in (1, 2):
        with playing(tmp_path) as player:
            if time_around == 1:
                player.start(code)
            dialog(player, prefix)
            choose(player, "source.again")
            player.push("newgame.start")
            assert (player.table.play.code, player.table.play.moves) == (code, 0)
    with playing(tmp_path) as player:
        dialog(player, next(other for other in GAMES if other[:2] not in (prefix[:2], "ER")))
        assert player.sentence("source.again") not in [word for choice in choices(player) for word in choice.words]


def test_pasting_any_games_code_switches_to_its_game_and_rules(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        dialog(player, None)
        for prefix in [*GAMES, *reversed(GAMES)]:
            player.clipboard = f" {prefix.lower()}-qqqqqqq\n"
            player.push("newgame.paste")
            rule = [player.sentence(f"rule.{prefix}")] * (len(FAMILIES[prefix[:2]]) > 1)
            game = player.sentence(f"short.{prefix[:2]}")
            chosen = [choice.words[choice.chosen] for choice in choices(player) if choice.chosen >= 0]
            assert chosen == [game, *rule, player.sentence("source.code")]
            assert says(player, player.sentence(f"about.{prefix}"))
            assert says(player, player.sentence("newgame.practice", note="")) == (prefix == "ER1-S")
        player.push("newgame.start")
        assert player.table.play.code == "RU1-C-QQQQQQQ"


def test_a_new_deal_records_the_open_game_as_abandoned_but_not_one_without_a_move(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        secret(player)
        secret(player)
        finish(player)
        secret(player)
        assert player.table.play.code == "#1"
        player.click(stock(player))
        pack = saved(tmp_path, 1).deal.pack
        secret(player)
        assert player.table.play.code == "#2"
        assert saved(tmp_path, 0).deal.pack != pack
    assert ended(tmp_path) == [("abandoned", 1)]


@pytest.mark.parametrize("closed", [False, True])
def test_the_same_deal_can_be_had_again_after_the_end(tmp_path: Path, closed: bool) -> None:
    with ExitStack() as programs:
        player = programs.enter_context(playing(tmp_path))
        secret(player)
        first = look(player)
        player.click(stock(player))
        finish(player)
        if closed:
            player.quit()
            player = programs.enter_context(playing(tmp_path))
        dialog(player, "ER1-S")
        choose(player, "source.again")
        player.push("newgame.start")
        assert look(player) == (*first[:3], "#2")


def test_a_typed_code_is_a_practice_game_beside_the_secret_one(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        secret(player)
        player.click(stock(player))
        mine, before = saved(tmp_path, 1), look(player)
        player.start("ER1-S-AAAAAAF")
        assert player.table.play.code == "ER1-S-AAAAAAF" and player.table.play.practice
        assert player.sentence("hud.practice") in player.texts
        player.click(stock(player))
        finish(player)
        player.app.navigator.resume("ER1-S")
        assert look(player) == before and saved(tmp_path, 1) == mine
    assert ended(tmp_path) == []


def test_restarting_deals_the_same_cards_and_stays_one_game(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        secret(player)
        first, deal = look(player), saved(tmp_path, 0).deal
        for _ in range(3):
            player.click(stock(player))
            player.push("hud.restart")
            player.push("newgame.deal")
            assert look(player) == first and saved(tmp_path, 0).deal == deal
        player.click(stock(player))
        finish(player)
        player.push("won.again")
        assert look(player) == (*first[:3], "#2")
    assert ended(tmp_path) == [("finished", 1)]


def assert_fits(player: Player) -> None:
    """Everything stands in the panel, or can be scrolled there; no word is wider than its place."""
    scene, body = player.scene, Style(player.scene.kit.metrics.body, bold=True)
    width = scene.kit.lettering.width
    ends = []
    for notches in (30, -30):
        player.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=notches))
        ends.append([widget.rect.copy() for widget in player.widgets()])
    for widget, top, bottom in zip(player.widgets(), *ends, strict=True):
        assert scene.panel.x <= top.x and top.right <= scene.panel.right
        assert scene.panel.y <= top.y and bottom.bottom <= scene.panel.bottom <= player.app.scenes.size[1]
        if isinstance(widget, Button):
            assert width(widget.text, body) <= widget.rect.w
        elif isinstance(widget, Choice):
            assert all(width(word, body) <= widget.rect.w / len(widget.words) for word in widget.words)
    for _ in player.widgets():
        player.key(pygame.K_TAB)
        assert scene.panel.contains(scene.group.focused.rect)
    assert_painted(player)


@pytest.mark.parametrize("size", [(640, 480), (800, 600)])
def test_the_dialogs_fit_into_small_windows_or_scroll(tmp_path: Path, size: tuple[int, int]) -> None:
    with playing(tmp_path, size) as player:
        secret(player)
        routes = player.app.navigator
        pages = [partial(routes.new_game, prefix) for prefix in GAMES]
        for page in [*pages, routes.settings, partial(routes.tell, "A long sentence. " * 12)]:
            page()
            player.turn()
            assert_fits(player)
            player.key(pygame.K_ESCAPE)
        finish(player)
        assert_fits(player)


def tiles(player: Player) -> list[GameTile]:
    return [widget for widget in player.widgets() if isinstance(widget, GameTile)]


def some_games(folder: Path) -> None:
    """An open game of every variant, and one for practice; the last one was played last."""
    for age, prefix in enumerate(GAMES):
        won = golden(f"win-{prefix}")["record"]
        lay(folder, prefix, won["code"], *won["events"][: 10 + age], elapsed=61.0 + age, number=3)
        path = folder / "games" / f"{prefix}.json"
        os.utime(path, (1e9 + age, 1e9 + age))
    lay(folder, "ER1-S", "ER1-S-AAAAAAC", "draw", practice=True)
    os.utime(folder / "games" / "ER1-S-practice.json", (9e8, 9e8))


def test_the_menu_has_a_tile_for_each_open_game_and_a_click_or_enter_goes_on_with_it(tmp_path: Path) -> None:
    some_games(tmp_path)
    order = [*reversed(GAMES), "ER1-S"]
    with playing(tmp_path) as player:
        assert player.table.play.spec.prefix == order[0]
        for number, prefix in enumerate(order):
            player.app.navigator.menu()
            player.turn()
            assert len(tiles(player)) == len(order)
            assert_painted(player)
            practice = player.sentence("tile.practice")
            name = player.sentence(f"variant.{prefix}")
            tile = next(
                tile for tile in tiles(player) if tile.name == name and tile.line.endswith(practice) == (number == 6)
            )
            line = tile.line
            while number % 2 and not tile.focused:
                player.key(pygame.K_TAB)
            player.key(pygame.K_RETURN) if tile.focused else player.click(tile.rect.center)
            play = player.table.play
            assert (play.spec.prefix, play.practice) == (prefix, number == 6)
            clock = f"1:0{6 - number}" if number < 6 else "0:00"
            state = player.sentence("tile.state", score=play.score, time=clock)
            assert line == state + practice * (number == 6)
            assert play.moves == (15 - number if number < 6 else 1)
            assert_at_rest(player)


@pytest.mark.parametrize("broken", ["KL1-1", "ER1-S", "ER1-S-practice"])
def test_a_damaged_game_among_them_is_told_and_set_aside_and_the_others_are_there(tmp_path: Path, broken: str) -> None:
    some_games(tmp_path)
    path = tmp_path / "games" / f"{broken}.json"
    path.write_text("{broken")
    os.utime(path, (1, 1))
    with playing(tmp_path) as player:
        player.push("hud.menu")
        variant = player.sentence(f"variant.{broken[:5]}")
        start = player.sentence("saved.aside", variant=variant, reason="|", place="").split("|")[0]
        assert any(sentence.startswith(start) for sentence in player.texts)
        player.push("dialog.fine")
        assert len(tiles(player)) == 6
        assert [aside.read_text() for aside in path.parent.glob("*unreadable*")] == ["{broken"]
        player.app.navigator.menu()
        player.turn()
        assert len(tiles(player)) == 6  # told once


def test_a_slow_disk_does_not_confuse_the_menu(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = saver._write
    monkeypatch.setattr(saver, "_write", lambda *job: (time.sleep(0.25), write(*job)))
    with playing(tmp_path) as player:
        secret(player)
        player.push("hud.menu")
        assert len(tiles(player)) == 1
        player.app.navigator.resume("ER1-S")
        finish(player)
        player.push("won.menu")
        assert not tiles(player)
