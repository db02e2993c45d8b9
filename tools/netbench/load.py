"""Many matches at once: what a message costs, how long an acknowledgement takes, what a connection holds."""

from __future__ import annotations

import asyncio
import random
from typing import NamedTuple

from game.net import fromclient
from game.net.protocol import HEARTBEAT
from tools.bench.report import Row
from tools.netbench.player import BenchPlayer, connect_all
from tools.netbench.server import ServerProcess


class Load(NamedTuple):
    """The figures of one run; times in milliseconds, processor time in microseconds a command."""

    clients: int
    commands: int
    a_second: float
    p50: float
    p99: float
    longest: float
    cpu_us: float
    kib_a_connection: float
    refused: int

    def rows(self) -> list[Row]:
        """The figures with what they are held to."""
        return [
            Row("connections", self.clients, ""),
            Row("commands acknowledged", self.commands, ""),
            Row("commands a second", self.a_second, "1/s"),
            Row("acknowledged after, p50", self.p50, "ms"),
            Row("acknowledged after, p99", self.p99, "ms", 50),
            Row("acknowledged after, longest", self.longest, "ms"),
            Row("server's processor time a command", self.cpu_us, "us", 300),
            Row("server's memory a connection", self.kib_a_connection, "KiB", 20),
            Row("refused", self.refused, "", 0),
        ]


async def measure(database: str, matches: int, seconds: float, rate: float) -> Load:
    """``matches`` matches of two players, ``rate`` commands a second over all for ``seconds`` seconds."""
    server = ServerProcess(database)
    try:
        players = [BenchPlayer(server.port) for _ in range(2 * matches)]
        before = server.memory_kib()
        beating = asyncio.create_task(_beat(players))
        await connect_all(players, 50)
        connected = server.memory_kib()
        for player in players:
            player.send(fromclient.Queue())
        await asyncio.gather(*(player.sit() for player in players))
        listening = [asyncio.create_task(player.listen()) for player in players]
        await asyncio.sleep(2.0)
        beating.cancel()
        cpu = server.cpu_seconds()
        await asyncio.gather(*(_play(player, seconds, len(players) / rate) for player in players))
        async with asyncio.timeout(30):
            while any(player.acked < player.asked for player in players):
                await asyncio.sleep(0.05)
        cpu = server.cpu_seconds() - cpu
        for task in listening:
            task.cancel()
        times = sorted(1000 * second for player in players for second in player.seconds)
        return Load(
            len(players),
            len(times),
            round(len(times) / seconds, 1),
            round(times[len(times) // 2], 1),
            round(times[len(times) * 99 // 100], 1),
            round(times[-1], 1),
            round(1e6 * cpu / len(times), 1),
            round((connected - before) / len(players), 1),
            sum(player.refused for player in players),
        )
    finally:
        server.kill()


async def _beat(players: list[BenchPlayer]) -> None:
    """Signs of life, until everybody is there and plays."""
    while True:
        await asyncio.sleep(HEARTBEAT)
        for player in players:
            if player.is_connected:
                player.send(fromclient.Ping())


async def _play(player: BenchPlayer, seconds: float, pause: float) -> None:
    """A command every ``pause`` seconds, begun at a random moment."""
    loop = asyncio.get_running_loop()
    end, due = loop.time() + seconds, loop.time() + random.random() * pause
    while due < end:
        await asyncio.sleep(max(0.0, due - loop.time()))
        player.draw()
        due += pause
