"""What a player's program gets to hear from a real server: welcomes, games, matches, history."""

from __future__ import annotations

from pathlib import Path

from game.engine.games import ERAM_SOLO
from game.engine.record import Deal
from game.net.fairness import commitment
from tests.net.harness import run, serving, sqlite, talking


def test_a_new_player_gets_a_token_and_later_comes_back_with_it(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(sqlite(tmp_path)) as server:
            async with talking(server.port, name="Maria") as maria:
                game = (await maria.ask("new", "snapshot"))["game"]
                assert (await maria.do(game, 1, "draw"))["t"] == "ok"
            async with talking(server.port, token=maria.welcome["token"]) as again:
                assert again.welcome["name"] == "Maria"
                assert again.welcome["player"] == maria.welcome["player"]
                assert "token" not in again.welcome
                snapshot = await again.hear("snapshot")
                assert (snapshot["game"], snapshot["rev"]) == (game, 1)

    run(story)


def test_a_match_has_one_shuffle_one_result_and_a_deal_that_was_promised(tmp_path: Path) -> None:
    async def story() -> None:
        async with (
            serving(sqlite(tmp_path)) as server,
            talking(server.port, name="A") as one,
            talking(server.port, name="B") as two,
        ):
            await one.send("queue")
            await two.send("queue")
            begun = [await each.hear("matched") for each in (one, two)]
            boards = [await each.hear("snapshot") for each in (one, two)]
            assert boards[0]["view"] == boards[1]["view"]
            assert [each["opponent"] for each in begun] == ["B", "A"]
            for each, board in zip((one, two), boards, strict=True):
                assert (await each.do(board["game"], 1, "draw"))["t"] == "ok"
                assert (await each.do(board["game"], 2, "finish"))["outcome"] == "finished"
            for each in (one, two):
                assert (await each.hear("closed"))["verdict"] == "draw"
                reveal = await each.hear("reveal")
                seed = bytes.fromhex(reveal["seed"])
                assert commitment(begun[0]["match"], seed) == begun[0]["commitment"] == reveal["commitment"]
                assert Deal.from_seed(ERAM_SOLO, seed).pack
                assert [board["events"] for board in reveal["boards"]] == [["draw", "finish"]] * 2

    run(story)
