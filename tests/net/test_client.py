"""The client without a screen, through a line that can be cut: it comes back by itself and says everything once."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from game.engine.games import ERAM_SOLO
from game.engine.state import DRAW, Command, Event
from game.net import client as clients
from game.net import fromclient, fromserver
from game.net.client import Client, Identity, Standing
from game.net.fromserver import Err, Ok, Snapshot, Welcome
from game.net.outbox import MOST, Outbox
from game.net.wire import to_view
from tests.net.harness import run, serving, sqlite, talking


class Line:
    """A line to a server that can be cut, and then refuses, or goes silent."""

    def __init__(self, port: int) -> None:
        self._far = port
        self._writers: list[asyncio.StreamWriter] = []
        self.cut = self.silent = False
        self.port = 0

    async def join(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.cut:
            writer.close()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._far)
        self._writers += [writer, far_writer]
        await asyncio.gather(self._carry(reader, far_writer), self._carry(far_reader, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while content := await reader.read(65536):
                if not self.silent:
                    writer.write(content)
        except OSError:
            pass
        finally:
            writer.close()

    def hang_up(self) -> None:
        for writer in self._writers:
            writer.transport.abort()
        self._writers.clear()


@asynccontextmanager
async def line_to(port: int) -> AsyncIterator[Line]:
    line = Line(port)
    server = await asyncio.start_server(line.join, "127.0.0.1", 0)
    line.port = server.sockets[0].getsockname()[1]
    try:
        yield line
    finally:
        line.hang_up()
        server.close()


class Watched:
    """A client with what it told, and a player who keeps what is not acknowledged and sends it again."""

    def __init__(self, port: int, identity: Identity | None = None) -> None:
        self.told: list[fromserver.FromServer] = []
        self.stood: list[Standing] = []
        self.outbox = Outbox()
        self.client = Client(f"ws://127.0.0.1:{port}", identity or Identity("P"), self._hear, self.stood.append)
        self.running = asyncio.create_task(self.client.run())
        self._resending = False

    def do(self, event: Event) -> bool:
        """Ask for an event; it is sent now or after the next welcome. False: too many are on their way."""
        order = self.outbox.order(event)
        if order is not None and not self._resending:
            self.client.send(order)
        return order is not None

    def _hear(self, message: fromserver.FromServer) -> None:
        if isinstance(message, Welcome):
            self._resending = True
        elif isinstance(message, Ok):
            self.outbox.acknowledged(message)
        elif isinstance(message, Err):
            self.outbox.refused(message)
        elif isinstance(message, Snapshot):
            again = self.outbox.told(message)
            if self._resending:
                self._resending = False
                for order in again:
                    self.client.send(order)
        self.told.append(message)

    def of(self, kind: type[fromserver.FromServer]) -> list[fromserver.FromServer]:
        return [message for message in self.told if isinstance(message, kind)]

    async def until(self, true: Callable[[], bool]) -> None:
        async with asyncio.timeout(20):
            while not true():
                await asyncio.sleep(0.01)

    async def stop(self) -> None:
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)


def through_a_line(folder: Path, story: Callable[[Line, Watched], Awaitable[None]]) -> None:
    """A story of a client with a solo game."""

    async def told() -> None:
        async with serving(sqlite(folder)) as server, line_to(server.port) as line:
            watched = Watched(line.port)
            await watched.until(lambda: watched.stood[-1:] == [Standing.CONNECTED])
            watched.client.send(fromclient.New())
            await watched.until(lambda: bool(watched.of(Snapshot)))
            await story(line, watched)
            await watched.stop()

    run(told)


def test_moves_that_were_on_the_way_when_the_line_was_cut_are_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(clients, "FIRST_PAUSE", 0.05)

    async def story(line: Line, watched: Watched) -> None:
        client, chance, wanted = watched.client, random.Random(1), 0
        for _ in range(6):
            for _ in range(5):
                wanted += watched.do(DRAW)
                await asyncio.sleep(chance.choice([0.0, 0.01]))
            line.cut = True
            line.hang_up()
            wanted += watched.do(DRAW)
            await asyncio.sleep(0.1)
            assert watched.stood[-1] is Standing.RECONNECTING
            line.cut = False
            await watched.until(lambda: watched.stood[-1] is Standing.CONNECTED and not watched.outbox.orders)
        client.send(fromclient.FinishAsk(watched.outbox.game))
        await watched.until(lambda: bool(watched.of(fromserver.Finish)))
        finish = watched.of(fromserver.Finish)[0]
        assert isinstance(finish, fromserver.Finish)
        assert wanted == 36 and (finish.rev, finish.moves) == (36, 36)
        assert not watched.of(Err)

    through_a_line(tmp_path, story)


def test_a_line_that_went_silent_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clients, "DEAD", 0.6)
    monkeypatch.setattr(clients, "HEARTBEAT", 0.2)

    async def story(line: Line, watched: Watched) -> None:
        await asyncio.sleep(1.0)
        assert watched.stood[-1] is Standing.CONNECTED, "the heartbeat keeps a quiet line"
        line.silent = True
        await watched.until(lambda: watched.stood[-1] is Standing.RECONNECTING)
        line.silent = False
        await watched.until(lambda: watched.stood[-1] is Standing.CONNECTED)

    through_a_line(tmp_path, story)


def test_a_player_who_plays_elsewhere_is_not_fought_for(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(sqlite(tmp_path)) as server:
            watched = Watched(server.port)
            await watched.until(lambda: watched.stood[-1:] == [Standing.CONNECTED])
            async with talking(server.port, token=watched.client.identity.token):
                await watched.until(lambda: watched.stood[-1] is Standing.TAKEN_OVER)
                async with asyncio.timeout(5):
                    await watched.running

    run(story)


def test_a_spent_token_for_resuming_gives_way_to_the_lasting_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(sqlite(tmp_path)) as server, talking(server.port, name="M") as before:
            identity = Identity("M", before.welcome["token"], "spent")
            watched = Watched(server.port, identity)
            await watched.until(lambda: watched.stood[-1:] == [Standing.CONNECTED])
            assert identity.resume != "spent"
            await watched.stop()

    run(story)


def test_a_player_whom_the_server_does_not_know_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        async with serving(sqlite(tmp_path)) as server:
            watched = Watched(server.port, Identity("M", "wrong"))
            await watched.until(lambda: watched.stood[-1:] == [Standing.UNKNOWN])
            await watched.stop()

    run(story)


def test_a_server_that_is_not_there_is_tried_again_with_longer_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    sleep = asyncio.sleep

    async def story() -> None:
        async def note(seconds: float) -> None:
            pauses.append(seconds)
            await sleep(0)

        async with line_to(1) as line:
            line.cut = True
            monkeypatch.setattr(clients.asyncio, "sleep", note)
            running = asyncio.create_task(Client(f"ws://127.0.0.1:{line.port}", Identity(), print, print).run())
            while len(pauses) < 10:
                await sleep(0.01)
            running.cancel()
            await asyncio.gather(running, return_exceptions=True)
            monkeypatch.undo()

    run(story)
    for number, pause in enumerate(pauses[:10]):
        longest = min(30.0, 0.5 * 2**number)
        assert longest / 2 <= pause <= longest


def test_what_is_told_can_be_drawn_and_piles_that_changed_are_all_that_changed(tmp_path: Path) -> None:
    async def story(line: Line, watched: Watched) -> None:
        snapshot = watched.of(Snapshot)[0]
        assert isinstance(snapshot, Snapshot)
        view = dict(snapshot.view)
        for event in (DRAW, DRAW, Command.UNDO):
            watched.do(event)
            await watched.until(lambda: not watched.outbox.orders)
        for message in watched.of(Ok):
            assert isinstance(message, Ok)
            view |= message.delta
        table = watched.client
        table.send(fromclient.Replay(watched.outbox.game))  # begins anew: the first view again
        await watched.until(lambda: len(watched.of(Snapshot)) == 2)
        again = watched.of(Snapshot)[1]
        assert isinstance(again, Snapshot) and again.view == snapshot.view
        drawn = to_view(ERAM_SOLO, view, 0, 0)
        assert (len(drawn.state.waste), len(drawn.state.stock)) == (3, 21)

    through_a_line(tmp_path, story)


def told(game: str, rev: int) -> Snapshot:
    return Snapshot(game, rev, rev, {}, 0, 0, 0, "open", False, "")


def ok(game: str, cid: int) -> Ok:
    return Ok(game, cid, cid, {}, 0, 0, 0, "open", True, 0)


def test_an_outbox_keeps_what_is_not_acknowledged() -> None:
    outbox = Outbox()
    assert outbox.order(DRAW) is None, "there is no game yet"
    outbox.told(told("g", 4))
    orders = [outbox.order(DRAW), outbox.order(Command.UNDO), outbox.order(DRAW)]
    assert [(order.cid, order.rev) for order in orders if order] == [(5, 4), (6, 5), (7, 6)]
    outbox.acknowledged(ok("g", 5))
    assert outbox.told(told("g", 6)) == orders[2:], "the sixth was carried out, its acknowledgement lost"


def test_an_outbox_forgets_what_can_no_longer_be_meant() -> None:
    for message in (told("other", 4), told("g", 3)):
        outbox = Outbox()
        outbox.told(told("g", 4))
        outbox.order(DRAW)
        assert outbox.told(message) == []
        assert not outbox.orders
    outbox = Outbox()
    outbox.told(told("g", 0))
    for _ in range(3):
        outbox.order(DRAW)
    outbox.refused(Err("refused", 2, 1, "g"))
    assert len(outbox.orders) == 1, "what was sent after a refused command was built on it"


def test_an_outbox_is_bounded() -> None:
    outbox = Outbox()
    outbox.told(told("g", 0))
    assert [outbox.order(DRAW) is None for _ in range(MOST + 2)] == [False] * MOST + [True, True]
