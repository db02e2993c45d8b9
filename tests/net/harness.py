"""A server in this process, and players that speak to it in plain JSON."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from game.engine.deals import shuffle
from game.engine.games import ERAM_SOLO
from game.engine.session import Session
from game.engine.state import parse_event
from game.server.peer import Peer
from game.server.serve import Options, Running, start
from game.server.store import Work
from game.server.works import StoredGame, read_game
from tests.net.courses import open_cards

T = TypeVar("T")
_PATIENCE = 20.0
_CARD = re.compile(r'"([A2-9TJQK][SHDC])"')


def run(story: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """A story that ends, or fails after a while."""

    async def bounded() -> T:
        async with asyncio.timeout(60):
            return await story()

    return asyncio.run(bounded())


@asynccontextmanager
async def serving(database: str, **options: Any) -> AsyncIterator[Running]:
    """A server in this loop. When the story is over, every message that was sent is searched for hidden cards."""
    usual = {"port": 0, "health_port": 0, "open_competitive": True, "handshakes": 1000}
    sent: list[bytes] = []
    send = Peer.send

    def noted(self: Peer, message: bytes) -> None:
        sent.append(message)
        send(self, message)

    Peer.send = noted  # type: ignore[method-assign]
    try:
        async with AsyncExitStack() as stack:
            running = await start(Options(database=database, **{**usual, **options}), stack)
            yield running
            await _search(running, sent)
    finally:
        Peer.send = send  # type: ignore[method-assign]


def _games() -> Work[list[StoredGame]]:
    rows = yield "SELECT id, player, match, number, seed, state, elapsed FROM game", ()
    games = []
    for row in rows:
        games.append((yield from read_game(row)))
    return games


async def _search(running: Running, sent: list[bytes]) -> None:
    """No message names a card that did not lie open in the state that it tells, and none before a reveal the seed."""
    games = {game.id: game for game in await running.node.store.run(_games)}
    shown = {game.id: _shown(game) for game in games.values()}
    revealed: set[str] = set()
    for message in sent:
        text = message.decode()
        told = json.loads(message)
        if told["t"] == "reveal":
            revealed.add(told["seed"])
        seeds = {game.seed.hex() for game in games.values()} - revealed
        assert not [seed for seed in seeds if seed in text], "a seed was told before its reveal"
        cards = set(_CARD.findall(text))
        if cards:
            assert told["t"] in ("ok", "snapshot")
            if told["game"] in shown:  # another server's games may be gone from this database
                hidden = cards - shown[told["game"]][told["rev"]]
                assert not hidden, f"hidden cards were told: {hidden}"


def _shown(game: StoredGame) -> list[set[str]]:
    """What lay open after each number of events."""
    session = Session(ERAM_SOLO, shuffle(game.seed))
    shown = [open_cards(session)]
    for event in game.events:
        if game.state == "void" and session.refusal(parse_event(event.event)) is not None:
            break  # a test damaged it
        session.do_text(event.event)
        shown.append(open_cards(session))
    return shown


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
        try:
            while True:
                await self.hear()
        except ConnectionClosed:
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
