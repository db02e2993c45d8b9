"""The loop and the clocks: sleep while nothing moves, equal steps, pauses that count for nothing, a kept ending."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import cycle, pairwise
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.ui.frame.loop import STEP, Loop
from game.ui.frame.scenes import Scene, SceneStack
from game.ui.frame.stage import Stage
from game.ui.screens.win import FountainScene
from tests.player import Player, ScriptedPump, assert_played, playing
from tests.test_ui_flow import WON, nearly_won

CODE, FIRST = "RU1-C-AAAAABB", "t2:1>fD"


@pytest.fixture
def updates(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """What was shown on the screen since the test began."""
    shown: list[object] = []
    monkeypatch.setattr(pygame.display, "update", shown.append)
    yield shown


def quiet(player: Player) -> None:
    player.settle()
    player.wait(8)  # a notice goes away
    player.turn()


def test_a_table_at_rest_draws_nothing_until_something_happens(tmp_path: Path, updates: list[object]) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        quiet(player)
        updates.clear()
        assert player.app.loop._patience() is None
        player.wait(60)
        assert updates == []
        assert player.app.loop._patience() is None
        assert_played(player)


def test_with_the_clock_running_a_table_draws_about_once_a_second(tmp_path: Path, updates: list[object]) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.play(FIRST)
        quiet(player)
        updates.clear()
        for _ in range(60):
            patience = player.app.loop._patience()
            assert patience is not None and 0 < patience <= 1.01
            player.wait(1)
        assert 55 <= len(updates) <= 65
        assert_played(player, FIRST)


@pytest.mark.parametrize("away", [pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN])
def test_a_table_that_is_not_looked_at_sleeps(tmp_path: Path, updates: list[object], away: int) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.play(FIRST)
        quiet(player)
        player.turn(Event(away))
        updates.clear()
        player.wait(30)
        assert updates == []
        assert player.app.loop._patience() is None


def test_menus_and_dialogs_sleep(tmp_path: Path, updates: list[object]) -> None:
    with playing(tmp_path) as player:
        for key in ("menu.new", "menu.settings", "menu.rules"):
            player.push(key)
            player.wait(1)
            updates.clear()
            assert player.app.loop._patience() is None
            player.wait(10)
            assert updates == []
            player.key(pygame.K_ESCAPE)


def test_a_held_drag_that_does_not_move_draws_nothing(tmp_path: Path, updates: list[object]) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        quiet(player)
        player.lift(player.card_point(1), (600, 500))
        player.wait(0.2)
        updates.clear()
        player.wait(5)
        assert len(updates) <= 5


class Counting(Scene):
    """A scene that moves and counts its steps."""

    animated = True

    def __init__(self) -> None:
        self.steps: list[float] = []
        self.elapsed = 0.0

    def arrange(self, size: tuple[int, int], backdrop: object) -> None:
        self.stage = Stage(size, pygame.Surface(size))

    def step(self, seconds: float) -> None:
        self.steps.append(seconds)

    def elapse(self, seconds: float) -> None:
        self.elapsed += seconds


@pytest.mark.parametrize("frames", [[1 / 60], [1 / 144], [1 / 30], [0.001, 0.05, 0.007], [0.09]])
def test_steps_are_equal_and_as_many_as_time_has_room_for(tmp_path: Path, frames: list[float]) -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 48))
    pump, scenes, scene = ScriptedPump(), SceneStack((64, 48)), Counting()
    scenes.push(scene)
    loop = Loop(scenes, pump, lambda event: False, lambda: None, lambda seconds: None)
    start = pump.time
    for frame in cycle(frames):
        pump.queue.append(Event(pygame.USEREVENT))  # so that the pump itself lets no time pass
        pump.time += frame
        loop.turn()
        if pump.time - start > 3:
            break
    passed = pump.time - start
    assert set(scene.steps) == {STEP}
    assert abs(len(scene.steps) * STEP - passed) < 2 * STEP
    assert abs(scene.elapsed - passed) < 1e-6


@pytest.mark.parametrize("frame", [1 / 60, 1 / 144, 1 / 25])
def test_a_flight_takes_the_same_way_whatever_the_frames(tmp_path: Path, frame: float) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        quiet(player)
        event = Event(pygame.USEREVENT)
        point = player.card_point(1)
        player.press(point)
        player.release(point)
        sprite = next(sprite for sprite in player.table.board.sprites if sprite.moving)
        way = [sprite.at]
        step = player.table.board.step

        def seen(seconds: float) -> None:
            step(seconds)
            way.append(sprite.at)

        player.table.board.step = seen  # type: ignore[method-assign]
        while player.table.animated:
            player.pump.time += frame
            player.turn(event)
        still = [a for a, b in pairwise(way) if a != b]
        assert len(still) > 10
        assert way[-1] == sprite.home
        WAYS.setdefault("first", still)
        assert still == WAYS["first"]
        assert_played(player, FIRST)


#: The way of the flight that was flown first.
WAYS: dict[str, list[tuple[float, float]]] = {}


@pytest.mark.parametrize("moves", [0, 1])
def test_a_pause_does_not_make_the_flight_after_it_jump(tmp_path: Path, moves: int) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        for event in [FIRST] * moves:
            player.play(event)
            player.push("hud.undo")
        quiet(player)
        point = player.card_point(1)
        player.pump.time += 10
        player.press(point)
        player.pump.time += 10
        player.release(point)
        sprite = next(sprite for sprite in player.table.board.sprites if sprite.moving)
        far = sprite.at
        player.turn()
        assert sprite.moving
        way = abs(sprite.home[0] - far[0]) + abs(sprite.home[1] - far[1])
        assert abs(sprite.at[0] - far[0]) + abs(sprite.at[1] - far[1]) < way / 2
        assert_played(player, *[FIRST, "undo"] * moves, FIRST)


@pytest.mark.parametrize("moves", [[], [FIRST]])
def test_a_game_is_found_again_as_it_was_left(tmp_path: Path, moves: list[str]) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        for event in moves:
            player.play(event)
        player.wait(30)
        left = (player.table.play.code, player.table.play.score, player.clock, player.table.play.moves)
    with playing(tmp_path) as player:
        assert (player.table.play.code, player.table.play.score, player.clock, player.table.play.moves) == left
        assert left[2] == ("0:30" if moves else "0:00")
        assert_played(player, *moves)


def test_the_clock_runs_only_at_the_table_and_after_the_first_move(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.wait(10)
        assert player.clock == "0:00"
        player.play(FIRST)
        player.wait(5.1)
        assert player.clock == "0:05"
        player.push("hud.new")
        begun_at = player.app.scenes._scenes[0].play.elapsed  # type: ignore[attr-defined]
        player.wait(30)
        player.key(pygame.K_ESCAPE)
        player.key(pygame.K_ESCAPE)
        assert player.offers("menu.quit")
        player.wait(30)
        player.push("menu.continue")
        assert player.table.play.elapsed < begun_at + 1
        player.turn(Event(pygame.WINDOWFOCUSLOST))
        player.wait(30)
        player.turn(Event(pygame.WINDOWFOCUSGAINED))
        assert player.table.play.elapsed < begun_at + 1
        player.pump.time += 3600
        player.turn()
        assert player.table.play.elapsed < begun_at + 4
        assert_played(player, FIRST)


def test_closing_the_window_during_the_celebration_leaves_no_open_game(tmp_path: Path) -> None:
    nearly_won(tmp_path)
    with playing(tmp_path) as player:
        player.play(WON["events"][-1])
        player.wait(1.5)
        assert isinstance(player.scene, FountainScene)
    assert list((tmp_path / "games").iterdir()) == []
    with playing(tmp_path) as player:
        assert player.offers("menu.quit")
