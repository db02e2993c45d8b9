"""From the menu to a won game and back, through the real loop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.engine.state import Command, Move, parse_event
from game.ui.menu import MenuScene
from game.ui.win import WonScene
from tests.player import Player, playing

GOLDEN = Path(__file__).parent / "golden"


def play_event(player: Player, text: str) -> None:
    event = parse_event(text)
    if event is Command.UNDO:
        player.push("hud.undo")
    else:
        assert isinstance(event, Move)
        player.drag(player.card_point(event.src, event.size), player.place_point(event.dst))


@pytest.mark.parametrize("prefix", ["RU1-C", "RU1-R"])
def test_a_whole_game_by_dragging_is_won_and_celebrated(tmp_path: Path, prefix: str) -> None:
    golden = json.loads((GOLDEN / f"win-{prefix}.json").read_text())
    record = golden.get("record", golden)
    with playing(tmp_path) as player:
        assert isinstance(player.scene, MenuScene)
        player.start(record["code"])
        assert player.table.play.code == record["code"]
        for event in record["events"][:-1]:
            play_event(player, event)
            assert player.events[-1] == event
        table = player.table
        play_event(player, record["events"][-1])
        player.settle()
        assert isinstance(player.scene, WonScene)
        assert list(table.play.record().events) == record["events"]
        assert table.play.score == 625
