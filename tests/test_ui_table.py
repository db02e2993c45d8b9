"""A player at the table: drags, drops, taps and undos, and what each of them leaves behind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.engine import rules
from game.engine.state import foundation
from game.storage.settings import Speed
from game.ui.table.marks import Target
from tests.player import Player, assert_at_rest, assert_played, lay, playing

#: The last cards of a game made by hand: the ace goes up, then the 2♠; 8♥ fits 9♥, and relaxed 8♣ fits both nines.
ENDS = {0: "AS", 1: "9H", 2: "8C", 3: "9S", 4: "KD 3D", 5: "KH 2S", 6: "QD 8H"}
UP = "t1:1>fS"
SPADES, CLUBS = foundation(0), foundation(3)
#: Five columns of face-up cards that can be gathered on one: 25 cards lie open there in the end.
LONG = {1: "8H 4D 5D 6D 2C", 2: "8S 3C 4C 5C 9H", 3: "8D 2H 3H 4H 9S", 4: "8C AH 2S 3S 9D", 5: "KS KH KD KC 9C"}
GATHER = ["t2:5>t3", "t3:10>t4", "t4:15>t5", "t5:20>t6"]
CTRL_Z = (pygame.K_z, pygame.KMOD_CTRL)
FELT = (40, 690)  # a place of the table where no pile is near


@contextmanager
def at(folder: Path, *events: str, relaxed: bool = False, ends: dict[int, str] = ENDS) -> Iterator[Player]:
    lay(folder, "RU1-R" if relaxed else "RU1-C", ends, *events)
    with playing(folder) as player:
        yield player


def test_a_drag_onto_a_fitting_column_moves_the_card(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        player.drag(player.card_point(6), player.place_point(1))
        assert player.notice is None
        assert_played(player, "t7:1>t2")


def test_a_tap_sends_an_end_card_up_but_only_where_it_fits(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        for column in (1, 2, 4):
            player.click(player.card_point(column))
        player.click(player.card_point(4, 2))
        assert_played(player)
        player.click(player.card_point(0))
        assert_played(player, UP)
        assert player.table.play.score == 10


def test_a_long_and_shaky_press_is_still_a_tap(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        x, y = player.card_point(0)
        player.press((x, y))
        player.wait(2)
        player.move((x + 3, y - 2))
        player.release((x + 3, y - 2))
        assert_played(player, UP)


def test_a_double_tap_finds_the_longest_column_then_an_empty_one_for_a_king(tmp_path: Path) -> None:
    with at(tmp_path, UP, relaxed=True) as player:
        player.taps(player.card_point(2), 2)
        assert_played(player, UP, "t3:1>t4")
        player.taps(player.card_point(4, 2), 2)
        assert_played(player, UP, "t3:1>t4", "t5:2>t1")


def test_a_double_tap_that_fits_nowhere_shakes_and_two_slow_or_unwanted_taps_do_nothing(tmp_path: Path) -> None:
    with at(tmp_path / "classic") as player:
        player.taps(player.card_point(2), 2, gap=0.02)
        assert player.table.animated
        assert_played(player)
    with at(tmp_path / "relaxed", relaxed=True) as player:
        player.taps(player.card_point(2), 2, gap=0.6)
        player.app.change("play", "double_tap", False)
        player.taps(player.card_point(2), 2)
        assert_played(player)


@pytest.mark.parametrize("gap", [0.06, 0.12, 0.15, 0.2])
@pytest.mark.parametrize(("column", "event"), [(6, "t7:1>t2"), (5, "t6:1>fS")])
def test_a_triple_click_makes_one_move_only(tmp_path: Path, column: int, event: str, gap: float) -> None:
    with at(tmp_path, UP) as player:
        player.taps(player.card_point(column), 3, gap)
        assert_played(player, UP, event)


REFUSED = [(1, 3, "build-same-suit"), (1, 0, "kings-only"), (1, CLUBS, "foundation-order"), (2, CLUBS, "one-at-a-time")]


@pytest.mark.parametrize(("size", "target", "rule"), REFUSED)
@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize("motion", [Speed.NORMAL, Speed.OFF])
def test_a_refused_drop_glides_back_and_says_its_rule(
    tmp_path: Path, size: int, target: int, rule: str, said: bool, motion: Speed
) -> None:
    with at(tmp_path, UP) as player:
        player.app.change("play", "interactive_rules", said)
        player.app.change("look", "motion", motion)
        column = 2 if size == 1 else 6
        player.drag(player.card_point(column, size), player.place_point(target))
        assert player.notice == (player.sentence(f"refusal.{rule}") if said else None)
        assert player.table.animated == (motion is not Speed.OFF)
        assert_played(player, UP)


ACCIDENTS: dict[str, Callable[[Player], None]] = {
    "released outside": lambda player: player.release((-400, -300)),
    "escape": lambda player: player.key(pygame.K_ESCAPE),
    "other button": lambda player: player.press(player.place_point(1), button=3),
    "focus lost": lambda player: player.turn(Event(pygame.WINDOWFOCUSLOST)),
    "resized": lambda player: player.resize((1000, 760)),
}


@pytest.mark.parametrize("accident", ACCIDENTS)
def test_a_drag_that_is_broken_off_changes_nothing(tmp_path: Path, accident: str) -> None:
    with at(tmp_path) as player:
        target = player.place_point(1)
        player.lift(player.card_point(6), target)
        assert player.table.board.lifted is not None and player.targets
        ACCIDENTS[accident](player)
        player.turn()
        assert player.table.board.lifted is None and not player.targets
        player.move(target)
        player.release(target)
        assert_played(player)


@pytest.mark.parametrize("motion", [Speed.NORMAL, Speed.OFF])
def test_a_card_can_be_put_back_where_it_was_and_played_onto(tmp_path: Path, motion: Speed) -> None:
    with at(tmp_path) as player:
        player.app.change("look", "motion", motion)
        start = player.card_point(1)
        player.lift(start, (start[0] + 30, start[1] + 60))
        player.move(start)
        player.release(start)
        assert player.notice is None, "putting a card back is no move that a rule refuses"
        assert_at_rest(player)
        player.drag(player.card_point(6), player.place_point(1))
        assert_played(player, "t7:1>t2")


def test_a_second_press_during_a_drag_loses_no_card(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        player.lift(player.card_point(6), FELT)
        player.lift(player.card_point(1), FELT)
        player.release(FELT)
        assert_played(player)


def test_a_button_that_was_never_released_does_not_swallow_the_next_drag(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        player.press(player.button("hud.menu").rect.center)
        player.turn(Event(pygame.WINDOWFOCUSLOST))
        player.turn(Event(pygame.WINDOWFOCUSGAINED))
        player.drag(player.card_point(6), player.place_point(1))
        assert_played(player, "t7:1>t2")


def test_a_drop_over_any_foundation_finds_the_suits_own_place(tmp_path: Path) -> None:
    for suit in range(4):
        with at(tmp_path / str(suit)) as player:
            player.drag(player.card_point(0), player.place_point(foundation(suit)))
            assert_played(player, UP)


def test_a_drop_that_misses_by_a_third_of_a_card_still_lands(tmp_path: Path) -> None:
    with at(tmp_path, UP) as player:
        start, end = player.card_point(4, 2), player.place_point(0)
        layout = player.table.layout
        king = layout.pile_rects(4, 9, 4)[-2]
        # The king's upper edge stops a third of a card's width below the empty place.
        below = layout.slots[0].bottom + layout.card[0] // 3 - king.y
        player.drag(start, (start[0] + end[0] - king.centerx, start[1] + below))
        assert_played(player, UP, "t5:2>t1")


def test_the_nearest_fitting_pile_wins_over_a_nearer_one_that_does_not_fit(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        layout, start = player.table.layout, player.card_point(6)
        step = layout.slots[3].x - layout.slots[2].x
        # 8♥ lies mostly on 8♣, which refuses it, and touches 9♥, which takes it.
        end = player.place_point(2)
        player.drag(start, (end[0] - step * 2 // 5, end[1]))
        assert_played(player, "t7:1>t2")


def test_a_face_down_card_cannot_be_dragged(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        top = player.table.layout.slots[6]
        player.lift((top.centerx, top.y + 3), player.place_point(1))
        assert player.table.board.lifted is None and not player.targets
        player.release(player.place_point(1))
        assert_played(player)


def test_a_group_of_more_than_twenty_cards_is_refused_with_its_own_words(tmp_path: Path) -> None:
    with at(tmp_path, *GATHER, ends=LONG) as player:
        for size in (21, 25):
            player.drag(player.card_point(5, size), FELT)
            assert player.notice == player.sentence("refusal.group-limit", limit=20)
            player.settle()
        player.lift(player.card_point(5, 20), FELT)
        assert len(player.table.board.lifted.sprites) == 20
        player.release(FELT)
        assert_played(player, *GATHER)


def test_taking_a_card_back_costs_nothing_and_putting_it_up_again_earns_ten(tmp_path: Path) -> None:
    with at(tmp_path, UP) as player:
        player.drag(player.card_point(SPADES), player.place_point(5))
        assert player.table.play.score == 10
        assert_played(player, UP, "fS:1>t6")
        player.click(player.card_point(5))
        assert player.table.play.score == 20
        assert_played(player, UP, "fS:1>t6", "t6:1>fS")


@pytest.mark.parametrize("relaxed", [False, True])
def test_placement_help_marks_exactly_the_places_that_accept_the_cards(tmp_path: Path, relaxed: bool) -> None:
    with at(tmp_path, UP, relaxed=relaxed) as player:
        for on in (True, False):
            player.app.change("play", "placement_help", on)
            table = player.table
            view = table.play.view()
            legal = rules.legal_moves(table.play.spec, view.state)
            for pile, size in [(SPADES, 1), (1, 1), (2, 1), (4, 2), (5, 2), (5, 1), (6, 1), (6, 2)]:
                places = [table.layout.landing_in(view, move.dst) for move in legal if move[:2] == (pile, size)]
                marks = [Target(place, table.art, table.context.theme).bounds(1.0) for place in places]
                player.lift(player.card_point(pile, size), FELT)
                assert player.targets == (sorted(map(tuple, marks)) if on else [])
                player.release(FELT)
        assert_played(player, UP)


@pytest.mark.parametrize("on", [True, False])
def test_auto_placement_finds_the_longest_fitting_column_from_anywhere(tmp_path: Path, on: bool) -> None:
    with at(tmp_path, relaxed=True) as player:
        player.app.change("play", "auto_placement", on)
        player.drag(player.card_point(2), FELT)
        assert_played(player, *["t3:1>t4"] * on)


@pytest.mark.parametrize("undo", [lambda player: player.key(*CTRL_Z), lambda player: player.push("hud.undo")])
def test_undo_by_button_and_by_key_takes_the_move_back(tmp_path: Path, undo: Callable[[Player], None]) -> None:
    with at(tmp_path) as player:
        player.click(player.card_point(0))
        undo(player)
        assert_played(player, UP, "undo")
        assert (player.table.play.score, player.table.play.moves) == (0, 1)


def test_ten_undos_during_the_deal_and_while_cards_fly_do_no_harm(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("RU1-C-AAAAABB")
        assert player.table.animated
        for _ in range(10):
            player.key(*CTRL_Z)
        assert player.notice == player.sentence("refusal.nothing-to-undo")
        assert_played(player)
        player.taps(player.card_point(1), 1, gap=0.05)
        assert player.table.animated
        for _ in range(10):
            player.key(*CTRL_Z)
        assert_played(player, "t2:1>fD", "undo")


def test_a_card_can_be_caught_and_dragged_on_while_it_flies(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        player.taps(player.card_point(0), 1, gap=0.05)
        assert player.table.animated
        player.drag(player.card_point(SPADES), player.place_point(5))
        assert_played(player, UP, "fS:1>t6")


def test_the_hundred_and_first_undo_is_refused_with_its_own_words(tmp_path: Path) -> None:
    events = [UP, *["fS:1>t6", "t6:1>fS"] * 50]
    with at(tmp_path, *events) as player:
        for _ in range(101):
            player.key(*CTRL_Z)
        assert player.notice == player.sentence("refusal.undo-limit", limit=100)
        assert_played(player, *events, *["undo"] * 100)


def test_no_card_ever_goes_up_by_itself(tmp_path: Path) -> None:
    with at(tmp_path) as player:
        player.wait(60)
        assert_played(player)
        player.click(player.card_point(0))
        player.wait(120)
        assert_played(player, UP)
