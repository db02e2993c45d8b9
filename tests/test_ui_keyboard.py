"""A whole game of every variant by keyboard alone gives the same record as by mouse; and what the keys show."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest

from game.engine.games import GAMES
from game.engine.state import DRAW, WASTE, Move, is_column, is_foundation, parse_event
from game.ui.frame.stage import Item
from game.ui.screens.dialogs import TellScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.newgame import NewGameScene
from game.ui.screens.win import ResultScene
from game.ui.table.intent import Grip
from game.ui.table.marks import Outlook, Target
from tests.player import Player, assert_at_rest, playing

GOLDEN = Path(__file__).parent / "golden"


def by_keys(player: Player, text: str) -> None:
    """Carry out an event with keys only."""
    event = parse_event(text)
    if event == DRAW:
        player.key(pygame.K_SPACE)
        return
    assert isinstance(event, Move)
    if event.src == WASTE:
        player.key(pygame.K_w)
    elif is_column(event.src):
        player.key(pygame.K_1 + event.src)
        for _ in range(event.size - 1):
            player.key(pygame.K_UP)
    else:
        walk_to(player, event.src)
    assert player.table.cursor.at == Grip(event.src, event.size)
    player.key(pygame.K_RETURN)
    player.key(pygame.K_f if is_foundation(event.dst) else pygame.K_1 + event.dst)


def walk_to(player: Player, pile: int) -> None:
    """To a pile of the upper row, by arrows."""
    player.key(pygame.K_1)
    while is_column(player.table.cursor.at.pile):
        player.key(pygame.K_UP)
    goal = player.table.layout.slots[pile].x
    for _ in range(8):
        here = player.table.layout.slots[player.table.cursor.at.pile].x
        if here != goal:
            player.key(pygame.K_RIGHT if here < goal else pygame.K_LEFT)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("prefix", GAMES)
def test_a_whole_game_by_keyboard_alone(tmp_path: Path, prefix: str, mirrored: bool) -> None:
    record = json.loads((GOLDEN / f"win-{prefix}.json").read_text())["record"]
    with playing(tmp_path) as player:
        if mirrored:
            player.app.change("general", "language", "ar")
            player.turn()
        player.key(pygame.K_RETURN)  # the menu's first entry: a new game
        assert isinstance(player.scene, NewGameScene)
        player.type(record["code"])
        player.key(pygame.K_RETURN)
        table = player.table
        assert table.layout.mirrored is mirrored
        for event in record["events"]:
            by_keys(player, event)
        player.settle()
        assert isinstance(player.scene, ResultScene)
        assert list(table.play.record().events) == record["events"]  # type: ignore[attr-defined]


def marks(player: Player, kind: type) -> list[Item]:
    return [item for item in player.table.stage.items if isinstance(item, kind)]


def test_the_cursor_is_seen_and_what_is_held_shows_where_it_may_go(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("RU1-C-AAAAACM")
        player.settle()
        assert not marks(player, Outlook)
        player.key(pygame.K_RIGHT)
        assert len(marks(player, Outlook)) == 1
        player.key(pygame.K_RETURN)
        assert player.table.cursor.held == Grip(0, 1)
        assert len(marks(player, Target)) == 2  # its foundation, and itself
        player.key(pygame.K_ESCAPE)
        assert player.table.cursor.held is None and not marks(player, Target)
        player.key(pygame.K_ESCAPE)
        assert isinstance(player.scene, MenuScene)


def test_enter_twice_finds_a_place(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("RU1-C-AAAAACM")
        for key in (pygame.K_1, pygame.K_RETURN, pygame.K_RETURN):
            player.key(key)
        assert player.events == ["t1:1>fD"]
        player.settle()
        assert_at_rest(player)


def test_a_refused_place_is_explained_and_nothing_is_held(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("RU1-C-AAAAACM")
        for key in (pygame.K_2, pygame.K_RETURN, pygame.K_3):
            player.key(key)
        assert player.notice == player.sentence("refusal.build-same-suit")
        assert player.events == [] and player.table.cursor.held is None


def test_the_keys_are_told(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("KL1-3-AAAAABB")
        for key, mod in ((pygame.K_F1, 0), (pygame.K_SLASH, pygame.KMOD_LSHIFT)):
            player.key(key, mod)
            assert isinstance(player.scene, TellScene)
            player.key(pygame.K_RETURN)
        assert player.table.play.moves == 0


def test_the_pointer_takes_over_from_the_keys(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("RU1-C-AAAAACM")
        player.settle()
        player.key(pygame.K_2)
        player.key(pygame.K_RETURN)
        player.click(player.card_point(0))
        assert player.table.cursor.held is None and player.table.cursor.at is None
        assert player.events == ["t1:1>fD"]
        player.settle()
        assert_at_rest(player)


def test_the_cursor_stays_on_cards_that_are_there_while_others_are_played(tmp_path: Path) -> None:
    """Auto-complete empties the columns under the cursor."""
    record = json.loads((GOLDEN / "win-KL1-1.json").read_text())["record"]
    with playing(tmp_path) as player:
        player.start(record["code"])
        for event in record["events"]:
            if player.table.completion.moves():
                break
            by_keys(player, event)
        player.key(pygame.K_1)
        player.key(pygame.K_UP)
        player.push("table.auto_complete")
        player.settle()
        assert isinstance(player.scene, ResultScene)
