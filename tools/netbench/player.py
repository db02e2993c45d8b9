"""A player that costs as little as can be, for measuring the server rather than itself."""

from __future__ import annotations

import asyncio
import time
from collections import deque

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast
from websockets.exceptions import ConnectionClosed

from game.net import fromclient, protocol


class Heard(msgspec.Struct):
    """As much of a message as a measurement needs."""

    t: str
    game: str = ""
    match: str = ""
    rev: int = 0
    cid: int = 0
    token: str = ""
    resume: str = ""


_read = msgspec.json.Decoder(Heard).decode


class BenchPlayer:
    """One connection. ``acked`` is the last command of the game that was acknowledged, ``asked`` the last sent."""

    def __init__(self, port: int, token: str = "") -> None:
        self.token = token
        self.game = ""
        self.acked = 0
        self.asked = 0
        self.seconds: list[float] = []
        self.refused = 0
        self._port = port
        self._sent: deque[float] = deque()
        self._socket: ClientConnection | None = None

    async def connect(self, port: int | None = None) -> None:
        """Connect and be welcomed."""
        self._port = self._port if port is None else port
        self._socket = await connect(
            f"ws://127.0.0.1:{self._port}", compression=None, ping_interval=None, open_timeout=60, close_timeout=1
        )
        self.send(fromclient.Hello(protocol.VERSION, token=self.token))
        welcome = await self.hear("welcome")
        self.token = welcome.token or self.token

    @property
    def is_connected(self) -> bool:
        """True from the welcome on."""
        return bool(self.token) and self._socket is not None

    def send(self, message: fromclient.FromClient) -> None:
        """Send a message without waiting."""
        assert self._socket is not None
        broadcast((self._socket,), protocol.encode(message), text=True)

    async def hear(self, kind: str) -> Heard:
        """The next message of a kind."""
        assert self._socket is not None
        while True:
            heard = _read(await self._socket.recv())
            if heard.t == kind:
                return heard

    async def sit(self) -> None:
        """Hear the snapshot of the game that is played from now on."""
        snapshot = await self.hear("snapshot")
        self.game, self.acked, self.asked = snapshot.game, snapshot.rev, snapshot.rev
        self._sent.clear()

    def draw(self) -> None:
        """Turn the stock, which is always allowed in ERAM."""
        self._sent.append(time.perf_counter())
        self.send(fromclient.Cmd(self.game, self.asked + 1, self.asked, "draw"))
        self.asked += 1

    async def listen(self) -> None:
        """Note acknowledgements until the connection is gone."""
        assert self._socket is not None
        try:
            while True:
                heard = _read(await self._socket.recv())
                if heard.t == "ok":
                    self.seconds.append(time.perf_counter() - self._sent.popleft())
                    self.acked = heard.cid
                elif heard.t == "err":
                    self.refused += 1
        except ConnectionClosed:
            return

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()


async def connect_all(players: list[BenchPlayer], at_once: int) -> None:
    """Connect players, so many at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(player: BenchPlayer) -> None:
        async with gate:
            await player.connect()

    await asyncio.gather(*(one(player) for player in players))
