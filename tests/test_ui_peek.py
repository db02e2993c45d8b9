"""A covered card is seen whole while a press is held on it, and nothing comes of it."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine.cards import HIDDEN
from game.engine.state import WASTE
from game.ui.screens.menu import MenuScene
from game.ui.table.peek import Raised
from tests.player import Player, Point, assert_at_rest, assert_painted, assert_played, playing
from tests.touch import Hand

CODE = "RU1-C-AAAAABB"
LONG = 0.6  # seconds


def seen(player: Player) -> list[Raised]:
    """The cards that are raised now."""
    return [item for item in player.table.stage.items if isinstance(item, Raised)]


def at_table(player: Player, code: str = CODE) -> Hand:
    player.start(code)
    player.settle()
    return Hand(player)


def face(player: Player, pile: int, size: int) -> int:
    return [*player.table.play.view().faces(pile)][-size]


def press(player: Player, how: str, at: Point) -> None:
    if how == "finger":
        Hand(player).down(at)
    else:
        player.press(at, button=3 if how == "other button" else 1)


def release(player: Player, how: str, at: Point) -> None:
    if how == "finger":
        Hand(player).up(at)
    else:
        player.release(at, button=3 if how == "other button" else 1)


@pytest.mark.parametrize("how", ["finger", "mouse", "other button"])
def test_a_covered_card_is_seen_whole_until_it_is_let_go(tmp_path: Path, how: str) -> None:
    with playing(tmp_path) as player:
        at_table(player)
        at = player.card_point(3, 3)
        press(player, how, at)
        player.wait(LONG)
        (card,) = seen(player)
        assert card.face == face(player, 3, 3)
        assert card.rect.size == player.table.layout.card
        assert_painted(player)
        player.wait(5)
        assert seen(player) == [card]
        release(player, how, at)
        assert not seen(player)
        assert_played(player)
        assert player.notice is None


def test_the_other_button_does_not_wait(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        at_table(player)
        player.press(player.card_point(3, 3), button=3)
        assert seen(player)
        player.move((600, 600))
        assert seen(player) and player.table.board.lifted is None
        player.release((600, 600), button=3)
        assert_played(player)


def test_a_short_press_is_a_tap_and_shows_nothing(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        hand.down(player.card_point(1))
        player.wait(0.4)
        assert not seen(player)
        hand.up(player.card_point(1))
        assert_played(player, "t2:1>fD")


@pytest.mark.parametrize("how", ["finger", "mouse", "other button"])
def test_a_card_that_lies_free_is_not_raised_and_a_slow_tap_plays_it(tmp_path: Path, how: str) -> None:
    with playing(tmp_path) as player:
        at_table(player)
        press(player, how, player.card_point(1))
        player.wait(LONG)
        assert not seen(player)
        release(player, how, player.card_point(1))
        assert_played(player, *([] if how == "other button" else ["t2:1>fD"]))


def test_of_a_card_that_lies_face_down_only_the_back_is_seen(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        view = player.table.play.view()
        down = view.state.down[6]
        assert down
        hand.down(player.card_point(6, len(view.places[6]) - down + 1))
        player.wait(LONG)
        assert [card.face for card in seen(player)] == [HIDDEN]
        hand.up((600, 600))
        assert_played(player)


def test_a_covered_card_of_the_waste_is_seen_too(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player, "KL1-3-AAAAABB")
        hand.play("draw")
        player.settle()
        layout, size = player.table.layout, len(player.table.play.view().places[WASTE])
        under = layout.pile_rects(WASTE, size)[-2]
        hand.down((under.x + 3, under.centery))
        player.wait(LONG)
        (card,) = seen(player)
        assert (card.face, card.rect) == (face(player, WASTE, 2), under)
        hand.up((under.x + 3, under.centery))
        assert_played(player, "draw")


def test_a_trembling_finger_looks_and_a_long_way_drags(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        x, y = player.card_point(3, 3)
        hand.down((x, y))
        hand.move((x + 3, y - 2))
        player.wait(LONG)
        hand.move((x - 9, y + 9))
        assert seen(player) and player.table.board.lifted is None
        hand.move((x + 60, y + 60))
        assert not seen(player)
        lifted = player.table.board.lifted
        assert lifted is not None and len(lifted.sprites) == 3
        hand.move((x, y))
        hand.up((x, y))
        assert_played(player)


def test_a_drag_that_began_soon_never_becomes_a_look(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        hand.hold(player.card_point(3, 3), (600, 500))
        player.wait(2)
        assert not seen(player) and player.table.board.lifted is not None
        hand.up(player.card_point(3, 3))
        player.settle()


def test_the_loop_wakes_when_a_press_becomes_long_and_sleeps_before_and_after(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        player.wait(8)
        assert player.app.loop._patience() is None
        hand.down(player.card_point(3, 3))
        player.turn()
        patience = player.app.loop._patience()
        assert patience is not None and 0.4 < patience <= 0.5
        player.pump.time += patience
        player.turn()
        assert seen(player)
        player.wait(0.2)
        assert player.app.loop._patience() is None
        hand.up(player.card_point(3, 3))


def test_what_is_looked_at_is_put_back_when_the_cards_change_or_the_table_is_left(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player, "KL1-3-AAAAABB")
        hand.play("draw")
        player.settle()
        for leave in (
            lambda: player.key(pygame.K_SPACE),
            lambda: player.key(pygame.K_z),
            lambda: player.resize((1000, 700)),
            lambda: player.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST)),
        ):
            at = player.card_point(6, 2)
            hand.down(at)
            player.wait(LONG)
            assert seen(player)
            leave()
            assert not seen(player)
            hand.up(at)
            player.settle()
            player.wait(2)  # in a window of another size all cards are drawn anew
            assert_at_rest(player)


def test_the_keys_show_the_card_under_the_cursor_whole(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        at_table(player)
        for key in (pygame.K_4, pygame.K_UP, pygame.K_UP, pygame.K_p):
            player.key(key)
        assert [card.face for card in seen(player)] == [face(player, 3, 3)]
        player.key(pygame.K_p)
        assert not seen(player)
        player.key(pygame.K_p)
        player.key(pygame.K_DOWN)
        assert not seen(player)
        player.key(pygame.K_p)
        player.key(pygame.K_ESCAPE)
        assert not seen(player)
        player.key(pygame.K_ESCAPE)
        assert isinstance(player.scene, MenuScene)
