"""Taking a game over from a replay: a practice game, won once like any other, and without a trace in the history."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.engine.games import GAMES
from game.engine.record import from_dict
from game.engine.session import Outcome
from game.ui.screens.replay import ReplayScene
from game.ui.screens.win import FountainScene, ResultScene
from tests.player import Player, assert_at_rest, playing
from tests.test_ui_smoke import play_event

GOLDEN = Path(__file__).parent / "golden"


def taken_over(player: Player, prefix: str, left: int) -> list[str]:
    """Watch a won game and take it over ``left`` events before its end; returns these."""
    record = from_dict(json.loads((GOLDEN / f"win-{prefix}.json").read_text())["record"])
    player.app.navigator.watch(record)
    player.turn()
    assert isinstance(player.scene, ReplayScene)
    player.scene.seek(len(record.events) - left)
    player.push("replay.take-over")
    return list(record.events[len(record.events) - left :])


@pytest.mark.parametrize("prefix", GAMES)
def test_a_win_after_taking_over_is_detected_once_and_does_not_count(tmp_path: Path, prefix: str) -> None:
    with playing(tmp_path) as player:
        rest = taken_over(player, prefix, 2)
        table = player.table
        player.settle()
        assert_at_rest(player)
        assert table.play.practice and table.play.outcome is Outcome.OPEN
        celebrations = 0
        over = player.app.navigator.over

        def counted(*arguments: object) -> None:
            nonlocal celebrations
            celebrations += 1
            over(*arguments)  # type: ignore[arg-type]

        player.app.navigator.over = counted  # type: ignore[method-assign]
        for event in rest:
            play_event(player, event)
        player.settle()
        player.wait(10)
        assert isinstance(player.scene, FountainScene | ResultScene)
        assert table.play.outcome is Outcome.WON and celebrations == 1
        player.app.context.store.flush()
        assert player.app.context.store.history.count() == 0
    with playing(tmp_path) as player:
        assert player.app.context.house.active() == []


def test_a_game_taken_over_leaves_the_open_one_alone(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("KL1-3-AAAAABB")
        player.click(player.table.layout.slots[20].center)
        taken_over(player, "KL1-3", 5)
        assert set(player.app.context.house.active()) == {"KL1-3", "KL1-3-practice"}
        player.app.navigator.resume("KL1-3")
        player.turn()
        assert player.events == ["draw"] and not player.table.play.practice
