"""Several servers on one PostgreSQL: pairing across them, being sent to the right one, and one that dies."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from websockets.exceptions import ConnectionClosed

from game.net.protocol import CloseCode
from game.server.store import Work
from tests.net.harness import Talker, connected, run, serving, talking
from tools.netbench.server import ServerProcess

PAIRS = 4


async def begin(stack: AsyncExitStack, ports: tuple[int, int]) -> list[Talker]:
    """Two players, one at each port, who have asked for a match; as they are after a redirect, if there was one."""
    players = [await stack.enter_async_context(talking(port)) for port in ports]
    for player in players:
        await player.ask("queue", "waiting")
    return [await _seated(stack, player) for player in players]


async def _seated(stack: AsyncExitStack, player: Talker) -> Talker:
    message = await player.hear("matched", "redirect")
    if message["t"] == "matched":
        return player
    assert await player.closed() == CloseCode.MOVED
    token = player.welcome["token"]
    port = int(message["url"].rpartition(":")[2])
    moved = await stack.enter_async_context(talking(port, token=token))
    moved.welcome["token"] = token
    await moved.hear("matched")
    return moved


def test_players_of_two_servers_are_paired_and_meet_at_one(postgres: str) -> None:
    async def story() -> None:
        async with serving(postgres) as one, serving(postgres) as two, AsyncExitStack() as stack:
            players = await begin(stack, (one.port, two.port))
            games = [(await player.hear("snapshot"))["game"] for player in players]
            for player, game in zip(players, games, strict=True):
                assert (await player.do(game, 1, "draw"))["t"] == "ok"
                assert (await player.do(game, 2, "finish"))["outcome"] == "finished"
            verdicts = [(await player.hear("closed"))["verdict"] for player in players]
            assert verdicts == ["draw", "draw"]

    run(story)


def test_who_comes_to_the_wrong_server_is_sent_to_the_match(postgres: str) -> None:
    async def story() -> None:
        async with serving(postgres) as one, serving(postgres) as two, AsyncExitStack() as stack:
            first, _ = await begin(stack, (one.port, one.port))
            async with talking(two.port, token=first.welcome["token"]) as lost:
                assert (await lost.hear("redirect"))["url"].endswith(f":{one.port}")
                assert await lost.closed() == CloseCode.MOVED

    run(story)


def test_a_solo_player_who_moves_to_another_server_takes_the_game_along(postgres: str) -> None:
    async def story() -> None:
        async with serving(postgres) as one, serving(postgres) as two, talking(one.port) as here:
            game = (await here.ask("new", "snapshot"))["game"]
            assert (await here.do(game, 1, "draw"))["t"] == "ok"
            async with talking(two.port, token=here.welcome["token"]) as there:
                assert (await there.hear("snapshot"))["rev"] == 1
                assert await here.closed() == CloseCode.TAKEN_OVER
                assert (await there.do(game, 2, "draw"))["t"] == "ok"

    run(story)


def test_a_server_that_was_overtaken_unawares_writes_nothing_more(postgres: str) -> None:
    """Its connection is closed at the first command; the player's client would come back."""

    async def story() -> None:
        async with serving(postgres) as one, talking(one.port) as player:
            game = (await player.ask("new", "snapshot"))["game"]
            assert (await player.do(game, 1, "draw"))["t"] == "ok"

            def overtake() -> Work[None]:
                yield "UPDATE player SET epoch = epoch + 1", ()

            await one.node.store.run(overtake)
            await player.send("cmd", game=game, cid=2, rev=1, event="draw")
            assert await player.closed() == CloseCode.MOVED
            assert not [message for message in player.heard if message.get("cid") == 2]
            async with talking(one.port, token=player.welcome["token"]) as again:
                assert (await again.hear("snapshot"))["rev"] == 1
                assert (await again.do(game, 2, "draw"))["t"] == "ok"

    run(story)


async def draw_on(player: Talker, acked: dict[str, int]) -> None:
    """Draw until the connection is gone; ``acked`` by token."""
    token = player.welcome["token"]
    game = (await player.hear("snapshot"))["game"]
    try:
        for cid in range(1, 1000):
            await player.do(game, cid, "draw")
            acked[token] = cid
            await asyncio.sleep(0.06)
    except ConnectionClosed:
        return


async def come_back(port: int, token: str, acked: int) -> None:
    """Go on at another server as soon as it has the match, and finish."""
    async with asyncio.timeout(40):
        while True:
            async with connected(port) as player:
                await player.send("hello", v=1, token=token)
                message = await player.hear("matched", "redirect")
                if message["t"] == "matched":
                    snapshot = await player.hear("snapshot")
                    assert snapshot["rev"] >= acked, "acknowledged, and lost"
                    done = await player.do(snapshot["game"], snapshot["rev"] + 1, "finish")
                    assert done["outcome"] == "finished"
                    assert (await player.hear("closed"))["verdict"] in ("win", "loss", "draw")
                    return
            await asyncio.sleep(0.2)


def test_when_a_server_dies_another_takes_its_matches_over_and_nothing_is_lost(postgres: str) -> None:
    acked: dict[str, int] = {}
    dying = ServerProcess(postgres)

    async def story() -> None:
        async with serving(postgres) as staying:
            async with AsyncExitStack() as stack:
                players = []
                for _ in range(PAIRS):
                    players += await begin(stack, (dying.port, dying.port))
                playing = [asyncio.create_task(draw_on(player, acked)) for player in players]
                await asyncio.sleep(0.8)
                await asyncio.to_thread(dying.kill)
                await asyncio.gather(*playing)
            assert len(acked) == 2 * PAIRS
            await asyncio.gather(*(come_back(staying.port, token, cid) for token, cid in acked.items()))

            def count() -> Work[tuple[int, int]]:
                over = yield "SELECT count(*) FROM result", ()
                running = yield "SELECT count(*) FROM match WHERE state = 'running'", ()
                return over[0][0], running[0][0]

            assert await staying.node.store.run(count) == (PAIRS, 0)

    try:
        run(story)
    finally:
        dying.kill()
