"""The match server as a program: its options, its sockets, its start and its orderly end."""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import signal
import ssl
import sys
from contextlib import AsyncExitStack
from dataclasses import dataclass
from enum import Enum
from http import HTTPStatus
from pathlib import Path
from urllib.parse import urlsplit

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.http11 import Request, Response

from game.net.protocol import MOST_BYTES
from game.server import works
from game.server.clock import Clock
from game.server.conversation import Conversation
from game.server.limits import Addresses
from game.server.node import Node
from game.server.observe import LOG, JsonLines, Metrics, log
from game.server.store import Store, StoreError

_SWEEP = 5.0
_SQLITE = "sqlite:///"
_POSTGRES = ("postgresql://", "postgres://")


class Fault(Enum):
    """Why a server cannot start."""

    DATABASE = "database"
    DATABASE_URL = "database_url"
    NO_ASYNCPG = "no_asyncpg"
    PORT_TAKEN = "port_taken"
    CERT = "cert"
    CERT_AND_KEY = "cert_and_key"
    PLAIN = "plain"


class ServeFault(Exception):
    """The server cannot start; ``values`` go into the sentence that says so."""

    def __init__(self, fault: Fault, **values: object) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.values = values


@dataclass(frozen=True)
class Options:
    """How a server is to run. ``public_url`` is what clients of other servers are sent to; port 0 takes a free one."""

    host: str = "127.0.0.1"
    port: int = 8765
    health_host: str = "127.0.0.1"
    health_port: int = 8766
    database: str = "sqlite:///waraq-server.sqlite3"
    cert: Path | None = None
    key: Path | None = None
    plain: bool = False
    public_url: str = ""
    open_competitive: bool = False
    most_connections: int = 5000
    handshakes: float = 20.0


def run(options: Options) -> None:
    """Serve until the program is told to end; ``ServeFault`` if it cannot start."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    LOG.addHandler(handler)
    LOG.setLevel(logging.INFO)
    LOG.propagate = False
    asyncio.run(_until_told(options))


async def _until_told(options: Options) -> None:
    loop, told = asyncio.get_running_loop(), asyncio.Event()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: loop.call_soon_threadsafe(told.set))
    async with AsyncExitStack() as stack:
        await start(options, stack)
        await told.wait()
        log("stopping")
    log("stopped")


@dataclass(frozen=True)
class Running:
    """A server that runs: its ports as they are."""

    node: Node
    port: int
    health_port: int


async def start(options: Options, stack: AsyncExitStack) -> Running:
    """Start a server; closing ``stack`` ends it, with everything kept."""
    tls = _tls(options)
    metrics = Metrics()
    try:
        store = await open_store(options.database, metrics)
        stack.push_async_callback(store.close)
        clock = Clock(await store.run(works.now))
        scheme = "ws" if tls is None else "wss"
        door = _Door(options, clock, metrics)
        # The socket is there before the node, so that its port is known; until the node is there, nobody is let in.
        server = await serve(
            door.enter,
            options.host,
            options.port,
            ssl=tls,
            process_request=door.admit,
            compression=None,
            max_size=MOST_BYTES,
            max_queue=8,
            ping_interval=None,
            open_timeout=10,
            close_timeout=2,
            server_header=None,
            logger=_quiet(),
        )
        port = _port(server)
        url = options.public_url or f"{scheme}://{options.host}:{port}"
        node = Node(store, clock, metrics, url, options.open_competitive)
        stack.push_async_callback(_stop, server, node, door)
        await node.start()
        door.node = node
        health = await serve(
            _nothing,
            options.health_host,
            options.health_port,
            process_request=door.health,
            server_header=None,
            logger=_quiet(),
        )
        stack.callback(health.close)
    except StoreError as error:
        raise ServeFault(Fault.DATABASE, reason=error) from error
    except OSError as error:
        raise ServeFault(Fault.PORT_TAKEN, reason=error.strerror or error) from error
    sweeping = asyncio.create_task(_sweep(node))
    stack.callback(sweeping.cancel)
    log("serving", url=url, node=node.id, health_port=_port(health), competitive=options.open_competitive)
    return Running(node, port, _port(health))


def _quiet() -> logging.Logger:
    """A log for the sockets themselves: what strangers do at the door is not worth a line."""
    logger = LOG.getChild("sockets")
    logger.setLevel(logging.CRITICAL)
    return logger


def _port(server: Server) -> int:
    return int(next(iter(server.sockets)).getsockname()[1])


async def _stop(server: Server, node: Node, door: _Door) -> None:
    """Take nothing new, close every connection, give up what is kept; the store closes after this."""
    door.node = None
    server.close(code=1012, reason="the server restarts")
    await server.wait_closed()
    await node.stop()


async def _sweep(node: Node) -> None:
    while True:
        await asyncio.sleep(_SWEEP)
        node.sweep()


async def _nothing(socket: ServerConnection) -> None:
    """Health and figures are told before there is a connection."""


class _Door:
    """Lets connections in, and tells on the other port how the server is."""

    def __init__(self, options: Options, clock: Clock, metrics: Metrics) -> None:
        self._options = options
        self._clock = clock
        self._metrics = metrics
        self._addresses = Addresses(options.handshakes)
        self.node: Node | None = None

    def admit(self, socket: ServerConnection, request: Request) -> Response | None:
        """Refuse a handshake, or None."""
        if self.node is None or self._metrics.connections.value >= self._options.most_connections:
            return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "try again later\n")
        address = str(socket.remote_address[0]) if socket.remote_address else ""
        if not self._addresses.take(address, self._clock.now()):
            return socket.respond(HTTPStatus.TOO_MANY_REQUESTS, "too many connections from this address\n")
        return None

    async def enter(self, socket: ServerConnection) -> None:
        """Hold a conversation."""
        if self.node is not None:
            await Conversation(socket, self.node).hold()

    def health(self, socket: ServerConnection, request: Request) -> Response:
        """The answer to a request on the other port."""
        path = request.path.partition("?")[0]
        if path == "/health":
            if self.node is None:
                return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "stopping\n")
            if not self.node.hall.is_held:
                return socket.respond(HTTPStatus.SERVICE_UNAVAILABLE, "the database does not answer\n")
            return socket.respond(HTTPStatus.OK, "ok\n")
        if path == "/metrics":
            return socket.respond(HTTPStatus.OK, self._metrics.text())
        return socket.respond(HTTPStatus.NOT_FOUND, "/health or /metrics\n")


async def open_store(database: str, metrics: Metrics) -> Store:
    """The database of an address; ``ServeFault`` or ``StoreError`` if it cannot be used."""
    if database.startswith(_SQLITE) and len(database) > len(_SQLITE):
        from game.server.sqlite import SqliteStore  # noqa: PLC0415 - only the database that is used

        return SqliteStore(Path(database.removeprefix(_SQLITE)), metrics)
    if database.startswith(_POSTGRES):
        try:
            from game.server.postgres import PostgresStore  # noqa: PLC0415 - asyncpg is an optional package
        except ImportError:
            raise ServeFault(Fault.NO_ASYNCPG) from None
        return await PostgresStore.open(database, metrics)
    raise ServeFault(Fault.DATABASE_URL, url=urlsplit(database).scheme or database)


def _tls(options: Options) -> ssl.SSLContext | None:
    if options.cert is not None and options.key is not None:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        try:
            context.load_cert_chain(options.cert, options.key)
        except OSError as error:
            raise ServeFault(Fault.CERT, reason=error.strerror or error) from error
        return context
    if options.cert is not None or options.key is not None:
        raise ServeFault(Fault.CERT_AND_KEY)
    if not (options.plain or _is_loopback(options.host)):
        raise ServeFault(Fault.PLAIN, host=options.host)
    return None


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
