"""What must not come from a client: each thing gets its refusal, and the server goes on for everybody else."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from game.net.protocol import BURST, MOST_BYTES, RATE, CloseCode
from game.server import conversation, peer
from game.server.serve import Running
from tests.net.harness import Talker, connected, run, serving, sqlite, talking

HELLO = {"t": "hello", "v": 1}


def with_server(folder: Path, story: Callable[[Running], Awaitable[None]], **options: Any) -> None:
    """A story at a server; whatever it does, another player can play before and after it."""

    async def told() -> None:
        async with serving(sqlite(folder), **options) as server, talking(server.port) as bystander:
            game = (await bystander.ask("new", "snapshot"))["game"]
            assert (await bystander.do(game, 1, "draw"))["t"] == "ok"
            await story(server)
            assert (await bystander.do(game, 2, "draw"))["t"] == "ok"

    run(told)


_UNREADABLE = [
    "",
    "{",
    "null",
    "[]",
    "7",
    '"hello"',
    '{"t":"nothing"}',
    '{"t":7}',
    '{"t":"ping","more":1}',
    '{"t":"cmd"}',
    '{"t":"cmd","game":"g","cid":"1","rev":0,"event":"draw"}',
    '{"t":"cmd","game":"g","cid":1.5,"rev":0,"event":"draw"}',
    '{"t":"cmd","game":"g","cid":-1,"rev":0,"event":"draw"}',
    '{"t":"cmd","game":"g","cid":99999999999999999999,"rev":0,"event":"draw"}',
    '{"t":"cmd","game":["g"],"cid":1,"rev":0,"event":"draw"}',
    '{"t":"cmd","game":"g","cid":1,"rev":0,"event":"' + "x" * 99 + '"}',
    '{"t":"undo","game":"' + "g" * 99 + '","cid":1,"rev":0}',
    '{"t":"history","page":-1}',
    '{"t":"welcome","player":"p","name":"n","resume":"r","server_now":1,"competitive":true}',
    "[" * 1000,
    '{"t":"ping","t":"ping"' + ',"x":{"y":[1,2]}' * 20 + "}",
    json.dumps(HELLO),
]


@pytest.mark.parametrize("text", _UNREADABLE, ids=range(len(_UNREADABLE)))
def test_what_is_no_message_closes_the_connection(tmp_path: Path, text: str) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            await talker.socket.send(text)
            assert await talker.closed() == CloseCode.MALFORMED

    with_server(tmp_path, story)


_NO_HELLO = [
    ("", CloseCode.MALFORMED),
    ('{"t":"ping"}', CloseCode.MALFORMED),
    ('{"t":"hello"}', CloseCode.MALFORMED),
    ('{"t":"hello","v":"1"}', CloseCode.MALFORMED),
    ('{"t":"hello","v":1,"name":"' + "n" * 25 + '"}', CloseCode.MALFORMED),
    ('{"t":"hello","v":1,"more":true}', CloseCode.MALFORMED),
    ('{"t":"hello","v":2,"more":true}', CloseCode.VERSION),
    ('{"t":"hello","v":0}', CloseCode.VERSION),
    ('{"t":"hello","v":1,"token":"somebody"}', CloseCode.UNKNOWN_TOKEN),
    ('{"t":"hello","v":1,"resume":"something"}', CloseCode.UNKNOWN_TOKEN),
]


@pytest.mark.parametrize(("text", "code"), _NO_HELLO)
def test_without_a_right_hello_nobody_comes_in(tmp_path: Path, text: str, code: int) -> None:
    async def story(server: Running) -> None:
        async with connected(server.port) as talker:
            await talker.socket.send(text)
            assert await talker.closed() == code

    with_server(tmp_path, story)


def test_binary_frames_and_large_messages_are_closed_by_their_codes(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        for content, code in ((b'{"t":"ping"}', 1003), ("x" * (MOST_BYTES + 1), 1009), ("x" * (1 << 20), 1009)):
            async with talking(server.port) as talker:
                await talker.socket.send(content)
                assert await talker.closed() == code
            async with connected(server.port) as talker:
                await talker.socket.send(content)
                assert await talker.closed() == code

    with_server(tmp_path, story)


def test_a_burst_is_let_through_and_a_flood_is_not(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            for _ in range(BURST):
                await talker.send("ping")
            for _ in range(BURST):
                await talker.hear("pong")
            for _ in range(10 * RATE):
                await talker.send("ping")
            assert await talker.closed() == CloseCode.TOO_MANY

    with_server(tmp_path, story)


def test_who_says_nothing_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conversation, "_HELLO", 0.2)

    async def story(server: Running) -> None:
        async with connected(server.port) as talker:
            assert await talker.closed() == CloseCode.NO_HELLO

    with_server(tmp_path, story)


def test_a_connection_whose_other_end_is_gone_is_given_up(tmp_path: Path) -> None:
    """Half open: the other end never answers, not even the closing handshake."""

    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            player = server.node.players[talker.welcome["player"]]
            assert player.peer is not None
            server.node.sweep()
            assert player.peer.is_open
            player.peer.heard -= 60.0
            talker.socket.transport.pause_reading()
            server.node.sweep()
            async with asyncio.timeout(10):
                while player.peer is not None:
                    await asyncio.sleep(0.02)
            talker.socket.transport.resume_reading()

    with_server(tmp_path, story)


def test_a_slow_reader_gets_one_snapshot_instead_of_a_backlog(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(peer, "_MOST_WAITING", 2048)

    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            game = (await talker.ask("new", "snapshot"))["game"]
            player = server.node.players[talker.welcome["player"]]
            assert player.peer is not None
            transport = player.peer._socket.transport
            transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)
            talker.socket.transport.pause_reading()
            opponent = json.dumps({"t": "pong", "server_now": 1}).encode()
            largest = 0
            for _ in range(200_000):
                player.peer.send(opponent)
                largest = max(largest, transport.get_write_buffer_size())
                if player.peer._catching_up is not None:
                    break
            assert player.peer._catching_up is not None
            assert largest < 2048 + 2 * len(opponent)
            for cid in (1, 2, 3):  # acknowledged while nothing is sent
                await talker.socket.send(
                    json.dumps({"t": "cmd", "game": game, "cid": cid, "rev": cid - 1, "event": "draw"})
                )
            async with asyncio.timeout(10):
                while (await _events(server, game)) < 3:
                    await asyncio.sleep(0.02)
            assert transport.get_write_buffer_size() < 8192
            talker.socket.transport.resume_reading()
            snapshot = await talker.hear("snapshot")
            assert snapshot["rev"] == 3
            assert not [message for message in talker.heard if message["t"] == "ok"]
            assert (await talker.do(game, 4, "draw"))["t"] == "ok"

    with_server(tmp_path, story)


async def _events(server: Running, game: str) -> int:
    def count() -> Any:
        rows = yield "SELECT count(*) FROM event WHERE game = $1", (game,)
        return rows[0][0]

    return int(await server.node.store.run(count))


def test_commands_again_and_out_of_order_are_answered_and_happen_once(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            game = (await talker.ask("new", "snapshot"))["game"]
            first = await talker.do(game, 1, "draw")
            assert await talker.do(game, 1, "draw") == first
            gap = await talker.do(game, 3, "draw")
            assert (gap["t"], gap["code"]) == ("err", "gap")
            assert (await talker.hear("snapshot"))["rev"] == 1
            stale = await talker.do(game, 2, "draw", rev=0)
            assert (stale["t"], stale["code"]) == ("err", "stale")
            assert (await talker.hear("snapshot"))["rev"] == 1
            other = await talker.do(game, 1, "undo")
            assert (other["t"], other["code"]) == ("err", "stale"), "the number of another event"
            assert (await talker.do(game, 2, "undo"))["t"] == "ok"
            for refused in ("t1:0>t2", "t8:1>t1", "undo ", "DRAW"):
                assert (await talker.do(game, 3, refused))["code"] == "unreadable"
            assert (await talker.do(game, 3, "t1:9>t2"))["rule"] == "not-enough-cards"
            assert await _events(server, game) == 2

    with_server(tmp_path, story)


def test_a_reply_of_long_ago_is_told_again_from_the_disk(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            game = (await talker.ask("new", "snapshot"))["game"]
            first = await talker.do(game, 1, "draw")
            for cid in range(2, 36):
                assert (await talker.do(game, cid, "undo" if cid % 2 == 0 else "draw"))["t"] == "ok"
            await asyncio.sleep(1.0)  # the limit of messages a second
            assert await talker.do(game, 1, "draw") == first
            await talker.ask("new", "snapshot")
            assert await talker.do(game, 1, "draw") == first, "also when another game is on the table"

    with_server(tmp_path, story)


def test_games_of_others_cannot_be_reached(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as owner, talking(server.port) as thief:
            game = (await owner.ask("new", "snapshot"))["game"]
            assert (await owner.do(game, 1, "draw"))["t"] == "ok"
            assert (await thief.do(game, 1, "draw"))["code"] == "no-such-game"
            assert (await thief.do(game, 2, "draw"))["code"] == "no-such-game"
            for kind, field in (("replay", "game"), ("finish_ask", "game"), ("recall", "of")):
                assert (await thief.ask(kind, "err", **{field: game}))["code"] == "no-such-game"
            assert (await thief.ask("queue", "err", rematch=game))["code"] == "no-such-game"

    with_server(tmp_path, story)


def test_a_stolen_token_for_resuming_is_worth_nothing_after_the_next_welcome(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as owner:
            stolen = owner.welcome["resume"]
        async with talking(server.port, resume=stolen) as again:
            assert again.welcome["player"] == owner.welcome["player"]
            assert again.welcome["resume"] != stolen
            async with connected(server.port) as thief:
                await thief.send("hello", v=1, resume=stolen)
                assert await thief.closed() == CloseCode.UNKNOWN_TOKEN
            assert (await again.ask("ping", "pong"))["t"] == "pong"

    with_server(tmp_path, story)


def test_no_token_is_on_the_disk(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            tokens.extend((talker.welcome["token"], talker.welcome["resume"]))

    with_server(tmp_path, story)
    stored = b"".join(path.read_bytes() for path in tmp_path.iterdir() if path.is_file())
    assert stored and not [token for token in tokens if token.encode() in stored]


def test_a_newer_connection_takes_over_and_the_older_is_told(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as older:
            game = (await older.ask("new", "snapshot"))["game"]
            async with talking(server.port, token=older.welcome["token"]) as newer:
                assert (await newer.hear("snapshot"))["game"] == game
                assert await older.closed() == CloseCode.TAKEN_OVER
                assert (await newer.do(game, 1, "draw"))["t"] == "ok"

    with_server(tmp_path, story)


def test_an_address_that_knocks_too_often_waits_outside(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        refused = 0
        for _ in range(20):
            try:
                async with connected(server.port):
                    pass
            except Exception as error:
                assert "429" in str(error)
                refused += 1
        assert refused
        await asyncio.sleep(1.1)
        async with talking(server.port) as later:
            assert later.welcome

    with_server(tmp_path, story, handshakes=2)


def test_a_full_house_says_so(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port):
            with pytest.raises(Exception, match="503"):
                async with connected(server.port):
                    pass

    with_server(tmp_path, story, most_connections=2)


def test_matches_are_closed_unless_the_server_opens_them(tmp_path: Path) -> None:
    async def story(server: Running) -> None:
        async with talking(server.port) as talker:
            assert talker.welcome["competitive"] is False
            assert (await talker.ask("queue", "err"))["code"] == "competitive-closed"

    with_server(tmp_path, story, open_competitive=False)


def test_nothing_that_random_bytes_say_stops_the_server(tmp_path: Path) -> None:
    from random import Random

    random = Random(3)

    async def story(server: Running) -> None:
        pieces = ["{", "}", '"t"', ":", ",", '"cmd"', '"hello"', "1", "-", "e9", "[", "\\u0000", '"game"', "null", "𝕏"]
        for _ in range(60):
            async with connected(server.port) as talker:
                await _rubbish(talker, "".join(random.choices(pieces, k=random.randint(1, 30))))

    with_server(tmp_path, story)


async def _rubbish(talker: Talker, text: str) -> None:
    await talker.socket.send(text)
    assert await talker.closed() in (CloseCode.MALFORMED, CloseCode.VERSION)


def test_a_fault_of_the_server_ends_one_connection_and_is_told_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    async def broken_later(*_: object) -> None:
        raise ZeroDivisionError

    async def story(server: Running) -> None:
        for act, fault, message in (("receive", broken, "ping"), ("_ask", broken_later, "history")):
            async with talking(server.port) as talker:
                with monkeypatch.context() as patch:
                    patch.setattr(server.node, act, fault)
                    await talker.send(message)
                    assert await talker.closed() == 1011

    with_server(tmp_path, story)
    faults = [record for record in caplog.records if record.getMessage() == "fault"]
    assert len(faults) == 2 and all(record.exc_info for record in faults)
