"""The server is killed under load, again and again: is anything missing that was acknowledged?"""

from __future__ import annotations

import asyncio
import random
from typing import NamedTuple

from game.net import fromclient
from tools.bench.report import Row
from tools.netbench.player import BenchPlayer, connect_all
from tools.netbench.server import ServerProcess

#: Commands that a player has on the way at a time, and the seconds between two.
_ON_THE_WAY, _PAUSE = 4, 0.06


class Crashes(NamedTuple):
    """Over all rounds: commands that were acknowledged, those of them that were missing afterwards, commands that were
    refused although they were sent in order."""

    rounds: int
    acknowledged: int
    lost: int
    refused: int

    def rows(self) -> list[Row]:
        """The figures with what they are held to."""
        return [
            Row("rounds", self.rounds, ""),
            Row("acknowledged", self.acknowledged, ""),
            Row("acknowledged and lost", self.lost, "", 0),
            Row("refused", self.refused, "", 0),
        ]


async def measure(database: str, rounds: int, clients: int, port: int = 0) -> Crashes:
    """``rounds`` times: ``clients`` players play, the server is killed, it starts again, all come back."""
    server = ServerProcess(database, port)
    players = [BenchPlayer(server.port) for _ in range(clients)]
    await connect_all(players, 20)
    for player in players:
        player.send(fromclient.New())
        await player.sit()
    acknowledged = lost = 0
    try:
        for _ in range(rounds):
            before = [player.acked for player in players]
            playing = [asyncio.create_task(_play(player)) for player in players]
            await asyncio.sleep(random.uniform(0.3, 0.8))
            await asyncio.to_thread(server.kill)
            await asyncio.gather(*playing)
            acked = [player.acked for player in players]
            acknowledged += sum(acked) - sum(before)
            server = await asyncio.to_thread(ServerProcess, database, server.port)
            for player in players:
                await player.connect()
                await player.sit()
            lost += sum(max(0, one - player.acked) for one, player in zip(acked, players, strict=True))
    finally:
        server.kill()
    return Crashes(rounds, acknowledged, lost, sum(player.refused for player in players))


async def _play(player: BenchPlayer) -> None:
    """Draw without waiting for every acknowledgement, until the connection is gone."""
    listening = asyncio.create_task(player.listen())
    while not listening.done():
        if player.asked - player.acked < _ON_THE_WAY:
            player.draw()
        await asyncio.sleep(_PAUSE)
    await listening
