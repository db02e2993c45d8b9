"""One connection from its hello to its end: what it sends is stamped, counted, read, and acted on in its order."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Coroutine
from typing import Any

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from game.net import fromclient, protocol
from game.net.protocol import CloseCode, Malformed
from game.server.node import Node
from game.server.observe import log
from game.server.peer import Peer
from game.server.player import Player
from game.server.store import StoreError

#: Seconds that a connection has for its hello.
_HELLO = 5.0
#: The codes that are counted each by itself; a client may close with any.
_KNOWN_CODES = {
    1000,
    1001,
    1003,
    1006,
    1009,
    1011,
    1012,
    *(code for code in vars(CloseCode).values() if type(code) is int),
}
#: Messages that wait while one is acted on at most; then nothing more is read.
_MOST_WAITING = protocol.BURST


class Conversation:
    """A connection to a node."""

    def __init__(self, socket: ServerConnection, node: Node) -> None:
        self._socket = socket
        self._node = node
        self._peer = Peer(socket, node.clock.now(), self._resync)
        self._player: Player | None = None
        self._waiting: deque[tuple[str, float]] = deque()
        self._working: asyncio.Task[None] | None = None

    def _resync(self) -> None:
        if self._player is not None and self._player.peer is self._peer:
            self._node.resync(self._player)

    async def hold(self) -> None:
        """Until the connection is closed, by either end."""
        metrics = self._node.metrics
        metrics.connections.value += 1
        try:
            if await self._hello():
                await self._read()
        except ConnectionClosed:
            pass
        except Exception as error:  # a fault of this program ends one connection, and is told
            self._fault(error)
        finally:
            if self._working is not None:
                await asyncio.gather(self._working, return_exceptions=True)
            await self._peer.closed()
            if self._player is not None:
                await self._node.leave(self._player, self._peer)
            metrics.connections.value -= 1
            code = self._socket.close_code
            metrics.closed.add(str(code) if code in _KNOWN_CODES else "other")

    async def _hello(self) -> bool:
        try:
            async with asyncio.timeout(_HELLO):
                text = await self._socket.recv()
            if isinstance(text, bytes):
                return self._refuse(1003, "text only")
            if fromclient.version_of(text) != protocol.VERSION:
                return self._refuse(CloseCode.VERSION, f"this server speaks version {protocol.VERSION}")
            hello = fromclient.read(text)
            if not isinstance(hello, fromclient.Hello):
                return self._refuse(CloseCode.MALFORMED, "a hello comes first")
            self._player = await self._node.welcome(self._peer, hello)
        except TimeoutError:
            return self._refuse(CloseCode.NO_HELLO, "no hello came")
        except Malformed:
            return self._refuse(CloseCode.MALFORMED, "not a message of this protocol")
        except StoreError as error:
            log("no welcome", logging.ERROR, fault=repr(error))
            return self._refuse(CloseCode.STORAGE, "try again")
        return self._player is not None or self._refuse(CloseCode.UNKNOWN_TOKEN, "this token is not known")

    def _refuse(self, code: int, reason: str) -> bool:
        self._peer.close(code, reason)
        return False

    async def _read(self) -> None:
        now, peer = self._node.clock.now, self._peer
        async for text in self._socket:
            stamp = now()
            if not peer.is_open:
                return
            if isinstance(text, bytes):
                peer.close(1003, "text only")
            elif not peer.may_send(stamp):
                peer.close(CloseCode.TOO_MANY, "too many messages")
            elif self._working is not None and not self._working.done():
                self._waiting.append((text, stamp))
                if len(self._waiting) >= _MOST_WAITING:
                    await self._working
            else:
                rest = self._act(text, stamp)
                if rest is not None:
                    self._working = asyncio.create_task(self._work(rest))

    def _act(self, text: str, stamp: float) -> Coroutine[Any, Any, None] | None:
        player = self._player
        assert player is not None
        if player.peer is not self._peer or not self._peer.is_open:
            return None  # what a connection that was taken over still sends is ignored
        try:
            return self._node.receive(player, text, stamp)
        except Malformed:
            self._peer.close(CloseCode.MALFORMED, "not a message of this protocol")
            return None

    async def _work(self, rest: Coroutine[Any, Any, None] | None) -> None:
        """Act on what takes longer, and on what came in the meantime."""
        try:
            if rest is not None:
                await rest
            while self._waiting:
                rest = self._act(*self._waiting.popleft())
                if rest is not None:
                    await rest
        except StoreError as error:
            log("not read", logging.ERROR, fault=repr(error))
            self._waiting.clear()
            self._peer.close(CloseCode.STORAGE, "try again")
        except Exception as error:
            self._waiting.clear()
            self._fault(error)

    def _fault(self, error: Exception) -> None:
        log("fault", logging.ERROR, error)
        self._peer.close(1011, "a fault of the server")
