"""A whole won game of each variant, by mouse on the mirrored board: the record is that of the plain board."""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.games import GAMES
from game.engine.state import FIRST_FOUNDATION
from game.ui.screens.win import ResultScene
from tests.player import playing
from tests.support import golden
from tests.test_ui_smoke import play_event


@pytest.mark.parametrize("prefix", GAMES)
def test_a_whole_game_on_the_mirrored_board_gives_the_same_record(tmp_path: Path, prefix: str) -> None:
    won = golden(f"win-{prefix}")
    (tmp_path / "settings.toml").write_text('[general]\nlanguage = "ar"\n[look]\nmotion = "off"\n')
    with playing(tmp_path) as player:
        player.start(won["record"]["code"])
        table = player.table
        slots = table.layout.slots
        assert table.layout.mirrored
        assert slots[0].x > slots[1].x and slots[FIRST_FOUNDATION].x != slots[FIRST_FOUNDATION + 3].x
        for event in won["record"]["events"]:
            play_event(player, event)
        player.settle()
        assert isinstance(player.scene, ResultScene)
        record = table.play.record()
        assert list(record.events) == won["record"]["events"]
        assert str(record.deal.code) == won["record"]["code"]
        assert table.play.score == won["position"]["score"]
