"""A server in this process, and players that speak to it in plain JSON."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect

from game.server.serve import Options, Running, start

T = TypeVar("T")
_PATIENCE = 20.0


def run(story: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """A story that ends, or fails after a while."""

    async def bounded() -> T:
        async with asyncio.timeout(60):
            return await story()

    return asyncio.run(bounded())


@asynccontextmanager
async def serving(database: str, **options: Any) -> AsyncIterator[Running]:
    """A server in this loop."""
    async with AsyncExitStack() as stack:
        usual = {"port": 0, "health_port": 0, "open_competitive": True, "handshakes": 1000}
        yield await start(Options(database=database, **{**usual, **options}), stack)


def sqlite(folder: Path) -> str:
    return f"sqlite:///{folder / 'server.sqlite3'}"


class Talker:
    """A player's raw connection: what it sends and hears, as plain JSON values."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.heard: list[dict[str, Any]] = []
        self.welcome: dict[str, Any] = {}

    async def send(self, kind: str, **fields: Any) -> None:
        await self.socket.send(json.dumps({"t": kind, **fields}))

    async def hear(self, *kinds: str) -> dict[str, Any]:
        """The next message; with ``kinds``, the next of one of these."""
        async with asyncio.timeout(_PATIENCE):
            while True:
                message = json.loads(await self.socket.recv())
                self.heard.append(message)
                if not kinds or message["t"] in kinds:
                    return dict(message)

    async def ask(self, kind: str, answer: str, **fields: Any) -> dict[str, Any]:
        await self.send(kind, **fields)
        return await self.hear(answer)

    async def do(self, game: str, cid: int, event: str, rev: int | None = None) -> dict[str, Any]:
        """Send an event as a command and hear what comes of it."""
        numbers = {"game": game, "cid": cid, "rev": cid - 1 if rev is None else rev}
        kind = {"undo": "undo", "finish": "finish_confirm"}.get(event)
        if kind is None:
            await self.send("cmd", event=event, **numbers)
        else:
            await self.send(kind, **numbers)
        return await self.hear("ok", "err")

    async def closed(self) -> int:
        """The code that the server closes with."""
        async with asyncio.timeout(_PATIENCE):
            await self.socket.wait_closed()
        assert self.socket.close_code is not None
        return self.socket.close_code


@asynccontextmanager
async def connected(port: int) -> AsyncIterator[Talker]:
    """A connection without a hello."""
    async with connect(f"ws://127.0.0.1:{port}", compression=None, close_timeout=1, max_size=1 << 20) as socket:
        yield Talker(socket)


@asynccontextmanager
async def talking(port: int, **hello: Any) -> AsyncIterator[Talker]:
    """A player who was welcomed; without ``token`` or ``resume`` a new one."""
    async with connected(port) as talker:
        await talker.send("hello", **{"v": 1, **hello})
        talker.welcome = await talker.hear("welcome")
        yield talker
