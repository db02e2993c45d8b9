"""Everybody comes back at once, after the server was killed."""

from __future__ import annotations

import asyncio
import time
from typing import NamedTuple

from game.net import fromclient
from tools.bench.report import Row
from tools.netbench.player import BenchPlayer, connect_all
from tools.netbench.server import ServerProcess


class Reconnects(NamedTuple):
    """How long it took until all were told their games again, in seconds; the server's processor time for each, in
    microseconds; how many commands were missing then."""

    clients: int
    seconds: float
    cpu_us: float
    lost: int

    def rows(self) -> list[Row]:
        """The figures with what they are held to."""
        return [
            Row("clients", self.clients, ""),
            Row("until all are back", self.seconds, "s", 2),
            Row("server's processor time for each", self.cpu_us, "us"),
            Row("acknowledged and lost", self.lost, "", 0),
        ]


async def measure(database: str, clients: int) -> Reconnects:
    """``clients`` players, each with a solo game of three events, reconnect at the same moment."""
    server = ServerProcess(database)
    players = [BenchPlayer(server.port) for _ in range(clients)]
    await connect_all(players, 50)
    for player in players:
        player.send(fromclient.New())
        await player.sit()
        for _ in range(3):
            player.draw()
    await asyncio.gather(*(_all_acknowledged(player) for player in players))
    server.kill()
    server = ServerProcess(database, server.port)
    try:
        acked = [player.acked for player in players]
        start, cpu = time.perf_counter(), server.cpu_seconds()
        await asyncio.gather(*(_back(player) for player in players))
        seconds, cpu = time.perf_counter() - start, server.cpu_seconds() - cpu
        lost = sum(max(0, before - player.acked) for before, player in zip(acked, players, strict=True))
        return Reconnects(clients, round(seconds, 2), round(1e6 * cpu / clients, 1), lost)
    finally:
        server.kill()


async def _all_acknowledged(player: BenchPlayer) -> None:
    while player.acked < player.asked:
        player.acked = (await player.hear("ok")).cid


async def _back(player: BenchPlayer) -> None:
    await player.connect()
    await player.sit()
