"""A player has a game reviewed: from the result and from the history, with progress, a mark, and a way to stop."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.engine.deals import parse_code
from game.engine.games import GAMES
from game.engine.record import Deal, Record
from game.engine.state import parse_event
from game.ui.screens.replay import ReplayScene
from game.ui.screens.win import ResultScene
from tests.player import Player, assert_painted, playing
from tests.solver.test_worker import until
from tests.support import winning_record


@pytest.fixture
def player(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Player]:
    monkeypatch.setattr("game.play.review._SHORTEN_SECONDS", 0.3)
    with playing(tmp_path) as player:
        yield player


LOST_BY_DEALING = Record(Deal.from_code(parse_code("EA1-C-AAAAAAB")), ("draw",) * 5)


def viewer(player: Player) -> ReplayScene:
    assert isinstance(player.scene, ReplayScene)
    return player.scene


def words(player: Player) -> str:
    plate = viewer(player).reviewer.plate
    return "" if plate is None else plate._caption.text


def reviewed(player: Player) -> None:
    """Wait in real time, which the program's clock follows."""
    offset = player.pump.time - time.monotonic()

    def done() -> bool:
        player.pump.time = max(player.pump.time, time.monotonic() + offset)
        player.turn()
        return viewer(player).reviewer._finding is not None

    until(done)
    player.turn()


def test_the_move_that_lost_is_named_marked_and_shown(player: Player) -> None:
    player.app.navigator.watch(LOST_BY_DEALING)
    player.turn()
    player.push("replay.review")
    assert words(player) == player.sentence("review.working")
    reviewed(player)
    assert words(player).startswith(player.sentence("review.lost", move=2))
    assert viewer(player).transport.slider.mark == (1, 2)
    assert_painted(player)
    player.push("review.go")
    assert viewer(player).step_shown == 1 and not words(player)
    player.push("replay.review")
    assert words(player).startswith(player.sentence("review.lost", move=2)), "what was found is not looked for again"


def test_moves_that_were_taken_back_are_not_judged(player: Player) -> None:
    record = Record(LOST_BY_DEALING.deal, ("draw", "draw", "undo", "draw", "undo", "draw"))
    player.app.navigator.watch(record, review=True)
    player.turn()
    reviewed(player)
    assert viewer(player).transport.slider.mark == (1, 6)
    player.push("review.go")
    assert viewer(player).step_shown == 5


def test_a_review_can_be_stopped_and_leaving_ends_it(player: Player) -> None:
    player.app.navigator.watch(LOST_BY_DEALING)
    player.turn()
    for leave in ("review.stop", "replay.close"):
        player.push("replay.review")
        review = viewer(player).reviewer._review
        assert review is not None
        player.push(leave)
        assert review._ticket is None
    player.wait(1.0)
    assert not isinstance(player.scene, ReplayScene)


def test_the_progress_is_shown_and_the_viewer_sleeps_between(player: Player) -> None:
    player.app.navigator.watch(Record(Deal.from_code(parse_code("EA1-C-AAAAAAG")), ("draw",)), review=True)
    player.turn()
    plate = viewer(player).reviewer.plate
    assert plate is not None
    player.wait(6.0)
    first = plate.progress
    assert 0 < first < 1
    player.wait(6.0)
    assert first < plate.progress < 1
    wake = viewer(player).wake_after()
    assert wake is not None and wake >= 0.1


def test_a_resized_window_still_says_what_was_found(player: Player) -> None:
    player.app.navigator.watch(LOST_BY_DEALING, review=True)
    player.turn()
    reviewed(player)
    said = words(player)
    player.resize((800, 600))
    assert words(player) == said
    assert viewer(player).transport.slider.mark == (1, 2)
    assert_painted(player)


def test_the_result_of_a_won_game_offers_the_review(player: Player) -> None:
    won = winning_record(GAMES["RU1-R"])
    assert won is not None and won.deal.code is not None
    player.start(str(won.deal.code))
    player.settle()
    for event in won.events:
        assert player.table._do(parse_event(event))
    while not isinstance(player.scene, ResultScene):
        player.key(pygame.K_RETURN) if not player.scene.animated else player.turn()
    player.push("won.review")
    assert viewer(player).step_shown == len(won.events)
    reviewed(player)
    taken = player.app.context.text.plural("review.taken", len(won.events))
    assert words(player).startswith(taken)


def test_an_eram_game_that_is_over_can_be_reviewed(player: Player) -> None:
    player.app.navigator.start_secret()
    player.settle()
    assert player.table._do(parse_event("draw"))
    player.settle()
    player.table.finish()
    while not isinstance(player.scene, ResultScene):
        player.turn()
    player.push("won.review")
    assert viewer(player).playback.record.deal.seed is not None
    assert viewer(player).last == 2
