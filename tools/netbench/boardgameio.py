"""The same load on boardgame.io (not a dependency: ``npm install boardgame.io`` in a folder), beside our own server."""

from __future__ import annotations

import asyncio
import json
import os
import random
import socket
import subprocess
import time
from collections import deque
from pathlib import Path
from typing import NamedTuple

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tools.bench.report import Row
from tools.netbench.load import Load

_SERVER = Path(__file__).with_name("boardgameio.cjs")
_SPACE = "/default,"


class Other(NamedTuple):
    """The figures of one run, as in ``Load``; it keeps its matches in memory only."""

    commands: int
    p50: float
    p99: float
    cpu_us: float

    def rows(self, ours: Load) -> list[Row]:
        """Beside our own figures."""
        return [
            Row("boardgame.io: commands acknowledged", self.commands, ""),
            Row("boardgame.io: acknowledged after, p50", self.p50, "ms"),
            Row("boardgame.io: acknowledged after, p99", self.p99, "ms"),
            Row("boardgame.io: processor time a command", self.cpu_us, "us"),
            Row("ours, as a share of its processor time", round(ours.cpu_us / self.cpu_us, 3), "", 0.5),
        ]


class _Player:
    """A connection that speaks socket.io."""

    def __init__(self, match: str, seat: str) -> None:
        self._match = match
        self._seat = seat
        self._socket: ClientConnection | None = None
        self._sent: deque[float] = deque()
        self.seconds: list[float] = []
        self.asked = 0
        self.state = 0

    async def connect(self, port: int) -> None:
        """Connect, and be told the match."""
        url = f"ws://localhost:{port}/socket.io/?EIO=4&transport=websocket"
        self._socket = await connect(url, compression=None, ping_interval=None, open_timeout=60, max_size=None)
        await self._socket.recv()
        await self._socket.send(f"40{_SPACE}")
        await self._socket.recv()
        await self._emit("sync", self._match, self._seat, None, 2)
        while not str(await self._socket.recv()).startswith(f'42{_SPACE}["sync"'):
            pass

    async def _emit(self, *words: object) -> None:
        assert self._socket is not None
        await self._socket.send(f"42{_SPACE}{json.dumps(words)}")

    async def draw(self) -> None:
        """Turn the stock."""
        self._sent.append(time.perf_counter())
        self.asked += 1
        action = {"type": "MAKE_MOVE", "payload": {"type": "draw", "args": [], "playerID": self._seat}}
        await self._emit("update", action, self.state, self._match, self._seat)

    async def listen(self) -> None:
        """Note acknowledgements: what is told of a match counts for whoever's move it was."""
        assert self._socket is not None
        try:
            while True:
                text = str(await self._socket.recv())
                if text == "2":
                    await self._socket.send("3")
                elif text.startswith(f'42{_SPACE}["update"'):
                    words = json.loads(text[len(f"42{_SPACE}") :])
                    self.state = words[2]["_stateID"]
                    last = words[3][-1] if len(words) > 3 and words[3] else {}
                    if last.get("action", {}).get("payload", {}).get("playerID") == self._seat:
                        self.seconds.append(time.perf_counter() - self._sent.popleft())
        except ConnectionClosed:
            return


async def measure(folder: Path, matches: int, seconds: float, rate: float) -> Other:
    """The load of ``load.measure`` on a boardgame.io that is installed in a folder."""
    port, lobby = _free_port(), _free_port()
    environment = {**os.environ, "NODE_PATH": str(folder / "node_modules"), "NODE_ENV": "production"}
    process = subprocess.Popen(
        ["node", str(_SERVER), str(port), str(lobby)], env=environment, stdout=subprocess.PIPE, text=True
    )
    try:
        assert process.stdout is not None
        while "serving" not in process.stdout.readline():
            if process.poll() is not None:
                raise RuntimeError("boardgame.io did not start")
        players = [_Player(f"m{number // 2}", str(number % 2)) for number in range(2 * matches)]
        for number in range(0, len(players), 50):
            await asyncio.gather(*(player.connect(port) for player in players[number : number + 50]))
        listening = [asyncio.create_task(player.listen()) for player in players]
        await asyncio.sleep(2.0)
        cpu = _cpu_seconds(process.pid)
        await asyncio.gather(*(_play(player, seconds, len(players) / rate) for player in players))
        async with asyncio.timeout(30):
            while any(len(player.seconds) < player.asked for player in players):
                await asyncio.sleep(0.05)
        cpu = _cpu_seconds(process.pid) - cpu
        for task in listening:
            task.cancel()
        times = sorted(1000 * second for player in players for second in player.seconds)
        p50, p99 = times[len(times) // 2], times[len(times) * 99 // 100]
        return Other(len(times), round(p50, 1), round(p99, 1), round(1e6 * cpu / len(times), 1))
    finally:
        process.kill()
        process.communicate()


async def _play(player: _Player, seconds: float, pause: float) -> None:
    loop = asyncio.get_running_loop()
    end, due = loop.time() + seconds, loop.time() + random.random() * pause
    while due < end:
        await asyncio.sleep(max(0.0, due - loop.time()))
        await player.draw()
        due += pause


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _cpu_seconds(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
