"""From the menu to a won game and its celebration, for every variant, through the real loop."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.engine.deals import parse_code
from game.engine.games import GAMES
from game.engine.state import DRAW, STOCK, Command, Move, parse_event
from game.ui.screens.menu import MenuScene
from game.ui.screens.win import ResultScene
from tests.player import Player, playing

GOLDEN = Path(__file__).parent / "golden"


def play_event(player: Player, text: str) -> None:
    event = parse_event(text)
    if event is Command.UNDO:
        player.push("hud.undo")
    elif event == DRAW:
        player.click(player.table.layout.slots[STOCK].center, pause=0.0)
    else:
        assert isinstance(event, Move)
        player.drag(player.card_point(event.src, event.size), player.place_point(event.dst))


@pytest.mark.parametrize("prefix", GAMES)
def test_a_whole_game_by_mouse_is_won_and_celebrated(tmp_path: Path, prefix: str) -> None:
    golden = json.loads((GOLDEN / f"win-{prefix}.json").read_text())
    record = golden.get("record", golden)
    with playing(tmp_path) as player:
        assert isinstance(player.scene, MenuScene)
        player.start(record["code"])
        table = player.table
        assert table.play.code == str(parse_code(record["code"]))
        for event in record["events"][:-1]:
            play_event(player, event)
            assert player.events[-1] == event
        play_event(player, record["events"][-1])
        player.settle()
        assert isinstance(player.scene, ResultScene)
        assert list(table.play.record().events) == record["events"]  # type: ignore[attr-defined]
        assert table.play.score == golden["position"]["score"]
