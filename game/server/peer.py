"""One connection: what it may send, and what is sent to it without ever waiting for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress

from websockets.asyncio.server import ServerConnection, broadcast
from websockets.exceptions import ConnectionClosed

from game.net.protocol import BURST, RATE
from game.server.limits import Bucket

#: Bytes that may wait for a slow reader; beyond them it gets one snapshot when it has caught up.
_MOST_WAITING = 32_768
#: Seconds that a slow reader has to catch up.
_CATCH_UP = 30.0


class Peer:
    """A connection. ``resync`` is called when a slow reader has caught up and must be told where things stand."""

    def __init__(self, socket: ServerConnection, now: float, resync: Callable[[], None]) -> None:
        self._socket = socket
        self._resync = resync
        self._bucket = Bucket(RATE, BURST, now)
        self._catching_up: asyncio.Task[None] | None = None
        self._closing: asyncio.Task[None] | None = None
        self.heard = now

    @property
    def is_open(self) -> bool:
        """False once it was closed from here."""
        return self._closing is None

    def may_send(self, now: float) -> bool:
        """True if one more message may come at ``now``."""
        self.heard = now
        return self._bucket.take(now)

    def send(self, message: bytes) -> None:
        """Send a message, unless too many wait to be read already."""
        if self._catching_up is not None or self._closing is not None:
            return
        if self._socket.transport.get_write_buffer_size() > _MOST_WAITING:
            self._catching_up = asyncio.create_task(self._catch_up())
        else:
            broadcast((self._socket,), message, text=True)

    async def _catch_up(self) -> None:
        """The answer to a ping says that everything before it was read."""
        try:
            async with asyncio.timeout(_CATCH_UP):
                await (await self._socket.ping())
        except (TimeoutError, ConnectionClosed):
            self._socket.transport.abort()
            return
        self._catching_up = None
        self._resync()

    def close(self, code: int, reason: str) -> None:
        """Close it, and take nothing more from it."""
        if self._closing is None:
            self._closing = asyncio.create_task(self._close(code, reason))

    async def closed(self) -> None:
        """Until a close that was begun here is done; who ends the connection's task before it takes its code away."""
        if self._closing is not None:
            await self._closing

    async def _close(self, code: int, reason: str) -> None:
        with suppress(ConnectionClosed):
            await self._socket.close(code, reason)
