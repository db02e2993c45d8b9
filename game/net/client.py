"""A client's connection: says hello, sends a heartbeat, reconnects by itself. What is kept and sent again is not its
business, but that of an ``Outbox`` for each game.

Knows no screen: it runs in an asyncio loop, tells what it hears by ``told`` and how it stands by ``stands``.
"""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.connection import broadcast
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from game.net import fromclient, fromserver, protocol
from game.net.protocol import HEARTBEAT, CloseCode, Malformed

#: Seconds without any message after which a connection is dead.
DEAD = 10.0
#: Seconds between two attempts, at first and at most.
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 30.0
#: Bytes of the largest message that is read; a reveal of two long games is the largest.
_MOST_BYTES = 1 << 20


class Standing(Enum):
    """How a connection stands."""

    CONNECTING = "connecting"
    CONNECTED = "connected"
    RECONNECTING = "reconnecting"
    TAKEN_OVER = "taken-over"  # the same player plays elsewhere; ends here
    UNKNOWN = "unknown"  # the server does not know this player; ends here
    VERSION = "version"  # the server speaks another version; ends here


_FINAL = {
    CloseCode.TAKEN_OVER: Standing.TAKEN_OVER,
    CloseCode.UNKNOWN_TOKEN: Standing.UNKNOWN,
    CloseCode.VERSION: Standing.VERSION,
}


@dataclass
class Identity:
    """Who the player is to one server: to be kept, ``token`` above all. Changes with each welcome."""

    name: str = ""
    token: str = ""
    resume: str = ""


class Client:
    """One player at one server. All calls and callbacks are in the thread of the loop that runs it."""

    def __init__(
        self,
        url: str,
        identity: Identity,
        told: Callable[[fromserver.FromServer], None],
        stands: Callable[[Standing], None],
    ) -> None:
        self.identity = identity
        self._home = url
        self._url = url
        self._told = told
        self._stands = stands
        self._socket: ClientConnection | None = None
        self._redirected = False

    def send(self, message: fromclient.FromClient) -> bool:
        """Send a message; False if there is no connection: it is not kept."""
        if self._socket is None:
            return False
        broadcast((self._socket,), protocol.encode(message), text=True)
        return True

    async def run(self) -> None:
        """Keep a connection until it is cancelled, or ended for good by the server."""
        pause = FIRST_PAUSE
        self._stands(Standing.CONNECTING)
        while True:
            final = None
            try:
                async with connect(
                    self._url,
                    compression=None,
                    max_size=_MOST_BYTES,
                    ping_interval=None,
                    open_timeout=DEAD,
                    close_timeout=1,
                ) as socket:
                    if await self._converse(socket):
                        pause = FIRST_PAUSE
                    final = self._after(socket.close_code)
            except (OSError, TimeoutError, InvalidHandshake, InvalidURI, Malformed):
                self._url = self._home
            finally:
                self._socket = None
            if final is not None:
                self._stands(final)
                return
            if self._redirected:
                self._redirected = False
                continue
            self._stands(Standing.RECONNECTING)
            await asyncio.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(LONGEST_PAUSE, pause * 2)

    def _after(self, code: int | None) -> Standing | None:
        """What a close code means; a token for resuming that is spent gives way to the lasting one."""
        if code == CloseCode.UNKNOWN_TOKEN and self.identity.resume and self.identity.token:
            self.identity.resume = ""
            return None
        return _FINAL.get(code or 0)

    async def _converse(self, socket: ClientConnection) -> bool:
        """One connection from its hello to its end; True if it was welcomed."""
        one = self.identity
        hello = fromclient.Hello(protocol.VERSION, one.name, "" if one.resume else one.token, one.resume)
        beating = None
        try:
            await socket.send(protocol.encode(hello).decode())
            async with asyncio.timeout(DEAD) as patience:
                while True:
                    text = await socket.recv()
                    patience.reschedule(asyncio.get_running_loop().time() + DEAD)
                    if isinstance(text, bytes):
                        raise Malformed
                    message = fromserver.read(text)
                    if isinstance(message, fromserver.Welcome):
                        self._welcomed(socket, message)
                        beating = asyncio.create_task(self._beat())
                    elif isinstance(message, fromserver.Redirect):
                        self._url, self._redirected = message.url, True
                    self._told(message)
        except (ConnectionClosed, TimeoutError):
            return beating is not None
        finally:
            if beating is not None:
                beating.cancel()

    def _welcomed(self, socket: ClientConnection, message: fromserver.Welcome) -> None:
        self.identity.resume = message.resume
        self.identity.token = message.token or self.identity.token
        self._socket = socket
        self._stands(Standing.CONNECTED)

    async def _beat(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                await asyncio.sleep(HEARTBEAT)
                self.send(fromclient.Ping())
