"""Matches and solo games at a real server: time, leaving early, rematch, the other's news, history, faults."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from game.engine.games import ERAM_SOLO
from game.engine.record import Record
from game.net.protocol import CloseCode
from game.server import hall, matchtable, matchworks
from game.server.serve import Running
from game.server.sqlite import SqliteStore
from tests.net.harness import Talker, run, serving, sqlite, talking
from tests.support import winning_record


def with_two(folder: Path, story: Callable[[Running, Talker, Talker], Awaitable[None]]) -> None:
    async def told() -> None:
        async with (
            serving(sqlite(folder)) as server,
            talking(server.port, name="A") as one,
            talking(server.port, name="B") as two,
        ):
            await story(server, one, two)

    run(told)


async def begin(one: Talker, two: Talker, **queue: str) -> tuple[str, str, str]:
    """A match of two players: its identity, and their boards."""
    await one.ask("queue", "waiting", **queue)
    await two.send("queue", **queue)
    match = (await one.hear("matched"))["match"]
    assert (await two.hear("matched"))["match"] == match
    return match, (await one.hear("snapshot"))["game"], (await two.hear("snapshot"))["game"]


def shorten(monkeypatch: pytest.MonkeyPatch, seconds: float) -> None:
    """Matches of this length."""
    for module in (matchworks, matchtable):
        monkeypatch.setattr(module, "LENGTH", seconds)


def test_when_the_time_is_out_both_boards_close_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shorten(monkeypatch, 1.5)

    async def story(server: Running, one: Talker, two: Talker) -> None:
        match, first, _ = await begin(one, two)
        assert (await one.do(first, 1, "draw"))["t"] == "ok"
        for each in (one, two):
            closed = await each.hear("closed")
            assert (closed["match"], closed["outcome"], closed["verdict"]) == (match, "expired", "draw")
            assert closed["time_ms"] == 1500
            assert len((await each.hear("reveal"))["boards"]) == 2
        assert (await one.do(first, 2, "draw"))["t"] == "err"
        assert (await one.do(first, 1, "draw"))["t"] == "ok", "the reply of before, told again"

    with_two(tmp_path, story)


def test_who_finishes_early_may_leave_and_hears_the_result_later(tmp_path: Path) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        match, first, second = await begin(one, two)
        assert (await one.ask("leave", "err"))["code"] == "not-finished"
        assert (await one.ask("queue", "err"))["code"] == "in-match"
        assert (await one.do(first, 1, "finish"))["outcome"] == "finished"
        assert (await one.do(first, 2, "draw"))["rule"] == "game-over"
        assert (await two.hear("opponent")) == {
            "t": "opponent",
            "match": match,
            "score": 0,
            "progress": 0,
            "done": False,
        }
        assert (await two.hear("opponent"))["done"] is True
        await one.send("leave")
        solo = (await one.ask("new", "snapshot"))["game"]
        assert (await one.do(solo, 1, "draw"))["t"] == "ok"
        assert (await one.ask("recall", "err", of=match))["code"] == "no-such-game", "the result is not there yet"
        assert (await two.do(second, 1, "draw"))["t"] == "ok"
        assert (await two.do(second, 2, "finish"))["t"] == "ok"
        for each in (one, two):
            assert (await each.hear("closed"))["verdict"] == "draw"

    with_two(tmp_path, story)


def test_a_rematch_is_between_the_same_two(tmp_path: Path) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        match, first, second = await begin(one, two)
        for each, game in ((one, first), (two, second)):
            assert (await each.do(game, 1, "finish"))["t"] == "ok"
            await asyncio.sleep(0)
        for each in (one, two):
            await each.hear("closed")
        async with talking(server.port) as third:
            await third.ask("queue", "waiting")
            again, *_ = await begin(one, two, rematch=match)
            assert again != match
            assert (await third.ask("leave_queue", "waiting"))["waiting"] is False

    with_two(tmp_path, story)


def test_who_hangs_up_waits_no_longer(tmp_path: Path) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        await one.ask("queue", "waiting")
        await one.socket.close()
        async with asyncio.timeout(10):
            while server.node.players[one.welcome["player"]].peer is not None:
                await asyncio.sleep(0.01)
        await two.ask("queue", "waiting")
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(0.3):
                await two.hear("matched")

    with_two(tmp_path, story)


def test_the_other_player_is_told_what_changed_and_once_a_second_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    win = winning_record(ERAM_SOLO)
    assert win is not None and win.deal.code is not None
    monkeypatch.setattr(hall, "_OPPONENT_EVERY", 0.4)
    seed = b"deal-1:%d" % win.deal.code.number
    monkeypatch.setattr(hall, "secrets", SimpleNamespace(token_bytes=lambda _: seed, token_hex=secrets.token_hex))

    async def story(server: Running, one: Talker, two: Talker) -> None:
        _, first, _ = await begin(one, two)
        start = time.monotonic()
        for cid, event in enumerate(win.events[:40], 1):
            assert (await one.do(first, cid, event))["t"] == "ok"
            await asyncio.sleep(0.05)
        passed = time.monotonic() - start
        await asyncio.sleep(0.5)
        await two.ask("ping", "pong")
        told = [message for message in two.heard if message["t"] == "opponent"][1:]  # the first came with the board
        progress = [message["progress"] for message in told]
        assert 2 <= len(told) <= passed / 0.4 + 2
        assert progress[1:] == sorted(set(progress[1:])), "only what changed"
        assert progress[-1] == sum(Record(win.deal, win.events[:40]).replay().state.foundations)

    with_two(tmp_path, story)


def test_a_player_who_comes_back_finds_the_match_with_the_time_that_is_left(tmp_path: Path) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        match, first, _ = await begin(one, two)
        left = (await one.do(first, 1, "draw"))["time_ms"]
        await one.socket.close()
        async with talking(server.port, resume=one.welcome["resume"]) as again:
            matched = await again.hear("matched")
            assert (matched["match"], matched["game"], matched["opponent"]) == (match, first, "B")
            assert left - 20_000 < matched["remaining_ms"] <= left
            assert (await again.hear("snapshot"))["rev"] == 1

    with_two(tmp_path, story)


def test_history_is_told_ten_games_a_page_with_the_figures_over_all(tmp_path: Path) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        for number in range(1, 13):
            snapshot = await one.ask("new", "snapshot")
            assert snapshot["number"] == number
            assert (await one.do(snapshot["game"], 1, "draw"))["t"] == "ok"
            if number % 2:
                assert (await one.do(snapshot["game"], 2, "finish"))["t"] == "ok"
            await asyncio.sleep(0.12)  # the limit of messages a second
        page = await one.ask("history", "history_page")
        assert (page["pages"], len(page["games"])) == (2, 10), "the twelfth is still open"
        assert [game["number"] for game in page["games"]] == list(range(11, 1, -1))
        assert [game["outcome"] for game in page["games"][:2]] == ["finished", "abandoned"]
        assert page["totals"]["games"] == 11 and page["totals"]["wins"] == 0 and page["totals"]["best_score"] == 0
        last = await one.ask("history", "history_page", page=1)
        assert [game["number"] for game in last["games"]] == [1]
        assert (await one.ask("history", "history_page", page=9))["games"] == []
        assert (await two.ask("history", "history_page"))["games"] == []

    with_two(tmp_path, story)


def test_a_game_is_dealt_again_by_its_name(tmp_path: Path) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        first = await one.ask("new", "snapshot")
        assert (await one.do(first["game"], 1, "draw"))["t"] == "ok"
        second = await one.ask("new", "snapshot")
        assert second["view"] != first["view"]
        again = await one.ask("replay", "snapshot", game=first["game"])
        assert (again["view"], again["number"]) == (first["view"], 2)
        assert again["game"] not in (first["game"], second["game"])
        assert (await one.do(again["game"], 1, "draw"))["t"] == "ok"
        anew = await one.ask("replay", "snapshot", game=again["game"])
        assert (anew["view"], anew["number"], anew["rev"]) == (first["view"], 2, 0), "the open game begins anew"

    with_two(tmp_path, story)


def test_what_cannot_be_stored_did_not_happen_and_the_client_is_sent_to_come_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(server: Running, one: Talker, two: Talker) -> None:
        solo = (await two.ask("new", "snapshot"))["game"]
        _, first, _ = await begin(one, two)
        assert (await one.do(first, 1, "draw"))["t"] == "ok"

        def full(self: SqliteStore, group: object) -> None:
            raise sqlite3.OperationalError("database or disk is full")

        with monkeypatch.context() as patch:
            patch.setattr(SqliteStore, "_transaction", full)
            await one.send("cmd", game=first, cid=2, rev=1, event="draw")
            assert await one.closed() == await two.closed() == CloseCode.STORAGE
        assert not [message for message in one.heard if message.get("cid") == 2]
        async with talking(server.port, token=one.welcome["token"]) as again:
            assert (await again.hear("snapshot"))["rev"] == 1
            assert (await again.do(first, 2, "draw"))["t"] == "ok"
            assert (await again.do(first, 3, "finish"))["t"] == "ok"
        assert solo

    with_two(tmp_path, story)


def test_a_game_that_is_damaged_on_the_disk_costs_that_game_only(tmp_path: Path) -> None:
    tokens: list[str] = []

    async def before() -> None:
        async with serving(sqlite(tmp_path)) as server, talking(server.port) as one:
            game = (await one.ask("new", "snapshot"))["game"]
            assert (await one.do(game, 1, "draw"))["t"] == "ok"
            tokens.append(one.welcome["token"])

    async def after() -> None:
        async with serving(sqlite(tmp_path)) as server, talking(server.port, token=tokens[0]) as one:
            snapshot = await one.ask("new", "snapshot")
            assert snapshot["rev"] == 0
            assert (await one.do(snapshot["game"], 1, "draw"))["t"] == "ok"
            page = await one.ask("history", "history_page")
            assert [game["outcome"] for game in page["games"]] == ["void"]

    run(before)
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        database.execute("UPDATE event SET event = 't1:9>t2'")
    run(after)
