"""A finger alone plays everything: whole games, one act per finger, nothing twice; and lists that are pulled."""

from __future__ import annotations

import json
from pathlib import Path

import pygame
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from pygame.event import Event

from game.engine.cards import Suit
from game.engine.games import GAMES
from game.engine.state import foundation
from game.ui.controls.fields import Stepper
from game.ui.frame.fingers import Fingers
from game.ui.screens.menu import MenuScene
from game.ui.screens.newgame import NewGameScene
from game.ui.screens.options import Page, SettingsScene
from game.ui.screens.replay import ReplayScene
from game.ui.screens.rulebook import RulesScene
from game.ui.screens.win import ResultScene
from game.ui.table.marks import Outlook
from tests.player import Player, assert_at_rest, assert_painted, assert_played, playing
from tests.support import golden
from tests.touch import Hand, echo, finger_event

CODE, FIRST, TARGET = "RU1-C-AAAAABB", "t2:1>fD", foundation(Suit.DIAMONDS)
_ACTS = st.tuples(st.sampled_from("dmu"), st.integers(0, 2), st.sampled_from(["finger", "mouse"]))


def at_table(player: Player, code: str = CODE) -> Hand:
    player.start(code)
    player.settle()
    return Hand(player)


@pytest.mark.parametrize("prefix", GAMES)
def test_a_whole_game_by_touch_alone_gives_the_record_of_the_mouse(tmp_path: Path, prefix: str) -> None:
    won = golden(f"win-{prefix}")
    (tmp_path / "settings.toml").write_text('[look]\nmotion = "off"\n')
    with playing(tmp_path) as player:
        hand = Hand(player)
        hand.tap(player.button("menu.new").rect.center)
        assert isinstance(player.scene, NewGameScene)
        player.clipboard = won["record"]["code"]
        hand.tap(player.button("newgame.paste").rect.center)
        hand.tap(player.button("newgame.start").rect.center)
        table = player.table
        for event in won["record"]["events"]:
            hand.play(event)
        player.settle()
        assert isinstance(player.scene, ResultScene)
        record = table.play.record()
        assert list(record.events) == won["record"]["events"]
        assert str(record.deal.code) == won["record"]["code"]
        assert table.play.score == won["position"]["score"]


def test_a_tap_acts_once_although_the_mouse_echoes_it(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player, "KL1-3-AAAAABB")
        hand.play("draw")
        assert_played(player, "draw")


def test_where_only_the_echo_comes_it_plays(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        at_table(player)
        at = player.card_point(1)
        player.turn(echo(pygame.FINGERDOWN, at))
        player.turn(echo(pygame.FINGERUP, at))
        assert_played(player, FIRST)


def test_a_second_finger_neither_breaks_nor_takes_over_a_drag(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        hand.hold(player.card_point(1), (600, 500))
        lifted = player.table.board.lifted
        assert lifted is not None
        lead = lifted.lead.topleft
        hand.down(player.button("hud.menu").rect.center, 1)
        hand.move((100, 100), 1)
        hand.up(player.button("hud.menu").rect.center, 1)
        assert player.table.board.lifted is lifted and lifted.lead.topleft == lead
        hand.move((620, 480))
        assert lifted.lead.topleft == (lead[0] + 20, lead[1] - 20)
        hand.down((50, 50), 1)
        hand.move(player.place_point(TARGET))
        hand.up(player.place_point(TARGET))
        hand.move((300, 300), 1)
        hand.up((300, 300), 1)
        assert_played(player, FIRST)


def test_the_mouse_is_not_heard_while_a_finger_acts(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        hand.hold(player.card_point(1), (600, 500))
        lifted = player.table.board.lifted
        player.move((10, 10))
        player.press((10, 10), button=3)
        player.release((10, 10), button=3)
        assert player.table.board.lifted is lifted is not None
        hand.move(player.place_point(TARGET))
        hand.up(player.place_point(TARGET))
        assert_played(player, FIRST)


def test_a_finger_is_not_heard_while_a_mouse_button_is_held(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        player.lift(player.card_point(1), (600, 500))
        hand.tap(player.button("hud.menu").rect.center)
        player.move(player.place_point(TARGET))
        player.release(player.place_point(TARGET))
        assert_played(player, FIRST)
        hand.tap(player.button("hud.undo").rect.center)
        assert_played(player, FIRST, "undo")


def test_a_window_that_is_left_under_a_finger_lets_go_and_hears_the_next_one(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        hand.hold(player.card_point(1), (600, 500))
        player.turn(Event(pygame.WINDOWFOCUSLOST))
        assert player.table.board.lifted is None
        player.turn(Event(pygame.WINDOWFOCUSGAINED))
        hand.down(player.card_point(1), 3)
        hand.up(player.card_point(1), 3)
        assert_played(player, FIRST)


def test_a_button_under_a_finger_when_the_window_is_left_is_not_pressed(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = Hand(player)
        hand.down(player.button("menu.new").rect.center)
        player.turn(Event(pygame.WINDOWFOCUSLOST))
        hand.up(player.button("menu.new").rect.center)
        assert isinstance(player.scene, MenuScene)
        assert not any(widget.pressed for widget in player.widgets())


def test_a_finger_leaves_no_outlook_and_no_hover_behind(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = at_table(player)
        hand.drag(player.card_point(1), (600, 500))
        undo = player.button("hud.undo")
        hand.hold((undo.rect.centerx, undo.rect.y - 30), undo.rect.center)
        hand.up(undo.rect.center)
        assert not any(widget.hovered for widget in player.widgets())
        assert not [item for item in player.table.stage.items if isinstance(item, Outlook)]
        assert_at_rest(player)


@example([("d", 0, "finger"), ("d", 0, "mouse"), ("u", 0, "finger"), ("u", 0, "mouse")])
@given(st.lists(_ACTS, max_size=40))
def test_scenes_see_one_pointer_that_goes_down_and_up_in_turn(script: list[tuple[str, int, str]]) -> None:
    """Whatever three fingers and a mouse do together."""
    fingers, down, seen = Fingers(lambda: (100, 50)), set(), []
    kinds = {"d": (pygame.FINGERDOWN, pygame.MOUSEBUTTONDOWN), "m": (pygame.FINGERMOTION, pygame.MOUSEMOTION)}
    kinds["u"] = (pygame.FINGERUP, pygame.MOUSEBUTTONUP)
    for act, number, device in script:
        who = (number if device == "finger" else 0, device)
        if act != "m" and (act == "d") == (who in down):
            continue  # what is down cannot go down, nor what is up go up
        if act != "m":
            down ^= {who}
        if device == "finger":
            event = Event(kinds[act][0], touch_id=1, finger_id=number, x=0.5 + number / 10, y=1.0)
        else:
            event = Event(kinds[act][1], pos=(1, 1), rel=(0, 0), buttons=(0, 0, 0), button=1, touch=False)
        seen += fingers.translated([event])
    presses = [event for event in seen if event.type in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)]
    assert [event.type == pygame.MOUSEBUTTONDOWN for event in presses] == [i % 2 == 0 for i in range(len(presses))]
    for press, release in zip(presses[::2], presses[1::2], strict=False):
        assert press.touch == release.touch
    assert all(0 <= event.pos[0] < 100 and 0 <= event.pos[1] < 50 for event in seen)


# --- Panels


def at_rules(player: Player) -> Hand:
    player.push("menu.rules")
    assert isinstance(player.scene, RulesScene) and player.scene._overflow > 100
    return Hand(player)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_page_is_pulled_by_a_finger_and_the_button_beneath_is_not_pressed(tmp_path: Path, language: str) -> None:
    (tmp_path / "settings.toml").write_text(f'[general]\nlanguage = "{language}"\n')
    with playing(tmp_path, (800, 600)) as player:
        hand = at_rules(player)
        start = player.button("rules.watch").rect.center
        hand.drag(start, (start[0], start[1] - 150))
        assert isinstance(player.scene, RulesScene)
        assert 130 <= player.scene._scrolled <= 150
        assert not any(widget.pressed or widget.hovered for widget in player.widgets())
        scrolled = player.scene._scrolled
        player.wait(1)
        assert player.scene._scrolled == scrolled, "it goes on by itself"
        hand.drag((400, 300), (400, 500))
        assert player.scene._scrolled == 0
        assert_painted(player)


def test_a_shaky_tap_in_a_page_that_can_be_pulled_still_presses(tmp_path: Path) -> None:
    with playing(tmp_path, (800, 600)) as player:
        hand = at_rules(player)
        x, y = player.button("rules.watch").rect.center
        hand.down((x, y))
        hand.move((x + 3, y + 4))
        hand.up((x + 3, y + 4))
        assert not isinstance(player.scene, RulesScene)


def test_where_there_is_nothing_to_pull_a_long_way_on_a_button_is_a_press(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        hand = Hand(player)
        rect = player.button("menu.new").rect
        hand.drag((rect.centerx, rect.y + 3), (rect.centerx, rect.bottom - 4))
        assert isinstance(player.scene, NewGameScene)


def test_the_list_of_games_is_pulled_by_its_rows(tmp_path: Path) -> None:
    with playing(tmp_path, (640, 480)) as player:
        hand = at_table(player)
        player.play(FIRST)
        player.app.navigator.menu()
        player.turn()
        player.push("menu.history")
        row = next(widget for widget in player.scene._rows if widget.row is not None)  # type: ignore[attr-defined]
        player.scene._scroll(row.rect.y - 200)  # type: ignore[attr-defined]
        before = row.rect.y
        hand.drag(row.rect.center, (row.rect.centerx, row.rect.centery - 80))
        assert row.rect.y < before - 60
        assert not row.chosen


def test_the_volume_follows_a_finger_and_the_page_stays(tmp_path: Path) -> None:
    with playing(tmp_path, (640, 480)) as player:
        player.push("menu.settings")
        assert isinstance(player.scene, SettingsScene)
        player.scene._turn(list(Page).index(Page.SOUND))
        player.turn()
        hand = Hand(player)
        stepper = next(widget for widget in player.widgets() if isinstance(widget, Stepper))
        y = stepper.rect.centery
        hand.hold((stepper.rect.x + 4, y), (stepper.rect.right - 4, y + 20))
        assert stepper.value == stepper.most
        hand.move((stepper.rect.centerx, y + 200))
        assert abs(stepper.value - stepper.most / 2) <= 1
        hand.up((stepper.rect.centerx, y + 200))
        assert player.app.context.settings.sound.volume == stepper.value


def test_the_slider_of_a_replay_is_taken_by_a_finger_a_little_above_it(tmp_path: Path) -> None:
    won = golden("win-KL1-1")["record"]
    with playing(tmp_path) as player:
        (tmp_path / "game.json").write_text(json.dumps(won))
        player.turn(Event(pygame.DROPFILE, file=str(tmp_path / "game.json")))
        hand = Hand(player)
        assert isinstance(player.scene, ReplayScene)
        slider = player.scene.transport.slider
        hand.hold((slider.rect.x + 30, slider.rect.y - 15), slider.rect.center)
        assert abs(player.scene.step_shown - slider.last / 2) <= 2
        hand.up(slider.rect.center)
        assert not slider.held


# --- Sizes


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 1280)])
def test_what_is_pressed_at_the_table_is_as_large_as_a_fingertip(tmp_path: Path, size: tuple[int, int]) -> None:
    for code in (CODE, "EA1-C-AAAAABB"):
        with playing(tmp_path / code, size) as player:
            player.start(code)
            assert player.table.play.code == code
            for widget in player.widgets():
                if widget.focusable:
                    assert min(widget.rect.size) >= 44, widget.rect


def test_a_finger_at_the_very_edge_is_inside_the_window(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        event = finger_event(player, pygame.FINGERDOWN, (0, 0))
        event.x, event.y = 1.0, 1.0
        fingers = Fingers(pygame.display.get_window_size)
        assert fingers.translated([event])[0].pos == (1279, 719)
