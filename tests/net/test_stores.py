"""What every kind of database must do alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from game.server import matchworks, works
from game.server.matchworks import NewMatch
from game.server.observe import Metrics
from game.server.serve import open_store
from game.server.sqlite import SqliteStore
from game.server.store import Fenced, Job, Store, StoreError, Work
from tests.net.harness import run

SEED = bytes(range(32))


@asynccontextmanager
async def stored(database: str) -> AsyncIterator[Store]:
    store = await open_store(database, Metrics())
    try:
        yield store
    finally:
        await store.close()


def with_store(database: str, story: Callable[[Store], Awaitable[None]]) -> None:
    async def told() -> None:
        async with stored(database) as store:
            await story(store)

    run(told)


async def commit(store: Store, *jobs: Job[None]) -> None:
    """Commit, and raise what ``done`` is told."""
    future: asyncio.Future[Exception | None] = asyncio.get_running_loop().create_future()
    store.commit(jobs, future.set_result)
    error = await future
    if error is not None:
        raise error


async def player(store: Store, name: str = "one", node: str = "n1") -> works.PlayerRow:
    return await store.run(partial(works.sign_up, name, name, name.encode(), name.encode() + b"r", node))


async def match(store: Store, node: str = "n1", names: tuple[str, str] = ("one", "two")) -> str:
    await store.run(partial(matchworks.beat, node, f"ws://{node}", 60.0))
    for name in names:
        await player(store, name, node)
        await store.run(partial(matchworks.enqueue, name, "", node))
    new = NewMatch("m1", SEED, ("g1", "g2"))
    assert await store.run(partial(matchworks.pair, new, node)) == names
    return new.id


def event(fence: works.Fence, game: str, cid: int, text: str = "draw") -> Job[None]:
    return partial(works.append, fence, game, cid, text, 1.5, b"reply %d" % cid)


def test_a_player_is_known_by_token_for_ever_and_by_resume_once(database: str) -> None:
    async def story(store: Store) -> None:
        await player(store)
        sign_in = partial(works.sign_in, name="", node="n1")
        row = await store.run(partial(sign_in, None, b"oner", fresh=b"second"))
        assert row is not None and (row.id, row.epoch, row.before) == ("one", 1, "n1")
        assert await store.run(partial(sign_in, None, b"oner", fresh=b"third")) is None
        assert await store.run(partial(sign_in, None, b"second", fresh=b"third")) is not None
        for _ in range(2):
            assert await store.run(partial(sign_in, b"one", None, fresh=b"fourth")) is not None
        assert await store.run(partial(sign_in, b"someone", None, fresh=b"fifth")) is None
        moved = await store.run(partial(works.sign_in, b"one", None, "new name", b"sixth", "n2"))
        assert moved is not None and (moved.name, moved.epoch, moved.before) == ("new name", 2, "n1")

    with_store(database, story)


def test_a_game_is_read_as_it_was_written(database: str) -> None:
    async def story(store: Store) -> None:
        await player(store)
        fence = works.Fence("one", None, 1)
        await commit(
            store, partial(works.open_game, fence, "g", 1, SEED), event(fence, "g", 1), event(fence, "g", 2, "undo")
        )
        game, counted = await store.run(partial(works.open_solo, "one"))
        assert game is not None and counted == 0
        assert (game.id, game.number, game.seed, game.state) == ("g", 1, SEED, "open")
        assert game.events == (works.StoredEvent("draw", 1.5, b"reply 1"), works.StoredEvent("undo", 1.5, b"reply 2"))
        assert await store.run(partial(works.reply_to, "g", "one", 2)) == ("undo", b"reply 2")
        assert await store.run(partial(works.reply_to, "g", "another", 2)) is None
        await commit(store, partial(works.end_game, fence, works.Ended("g", 2, "finished", -20, 1, 3.5)))
        assert await store.run(partial(works.open_solo, "one")) == (None, 1)
        count, rows = await store.run(partial(works.history, "one", 0))
        assert count == 1 and list(rows[0])[:6] == ["g", 1, "finished", -20, 1, 3.5]

    with_store(database, story)


def _refused(database: str, *jobs: Job[None]) -> None:
    """The jobs, after a game of one event, are refused as a whole: a good one before them leaves no trace."""

    async def story(store: Store) -> None:
        await player(store)
        fence = works.Fence("one", None, 1)
        await commit(store, partial(works.open_game, fence, "g", 1, SEED), event(fence, "g", 1))
        with pytest.raises(Fenced):
            await commit(store, event(fence, "g", 2), *jobs)
        game, _ = await store.run(partial(works.open_solo, "one"))
        assert game is not None and len(game.events) == 1

    with_store(database, story)


def test_an_event_that_does_not_follow_is_refused(database: str) -> None:
    _refused(database, event(works.Fence("one", None, 1), "g", 4))


def test_an_event_that_is_there_already_is_refused(database: str) -> None:
    _refused(database, event(works.Fence("one", None, 1), "g", 1))


def test_a_writer_of_an_older_epoch_is_refused(database: str) -> None:
    _refused(database, event(works.Fence("one", None, 0), "g", 3))


def test_a_second_open_game_is_refused(database: str) -> None:
    _refused(database, partial(works.open_game, works.Fence("one", None, 1), "h", 2, SEED))


def test_an_end_before_all_events_are_written_is_refused(database: str) -> None:
    _refused(database, partial(works.end_game, works.Fence("one", None, 1), works.Ended("g", 3, "won", 0, 0, 0.0)))


def test_of_many_commits_together_only_the_faulty_fails(database: str) -> None:
    async def story(store: Store) -> None:
        await player(store)
        fence = works.Fence("one", None, 1)
        await commit(store, partial(works.open_game, fence, "g", 1, SEED))
        outcomes: list[tuple[int, Exception | None]] = []
        for cid in (1, 2, 9, 3):
            store.commit((event(fence, "g", cid),), lambda error, cid=cid: outcomes.append((cid, error)))  # type: ignore[misc]
        await commit(store)
        assert [cid for cid, _ in outcomes] == [1, 2, 9, 3]
        assert [cid for cid, error in outcomes if error] == [9]
        game, _ = await store.run(partial(works.open_solo, "one"))
        assert game is not None and len(game.events) == 3

    with_store(database, story)


def test_a_match_is_closed_once(database: str) -> None:
    async def story(store: Store) -> None:
        await match(store)
        fences = [works.Fence(name, "m1", 1) for name in ("one", "two")]
        close = partial(matchworks.close_match, "m1", 1, "closed", (0, -20), "win")
        ends = [
            partial(works.end_game, fence, works.Ended(game, 0, "finished", 0, 0, 1.0))
            for fence, game in zip(fences, ("g1", "g2"), strict=True)
        ]
        await commit(store, *ends, close)
        for late in (close, event(fences[0], "g1", 1)):
            with pytest.raises(Fenced):
                await commit(store, late)
        found = await store.run(partial(matchworks.load_match, "m1"))
        assert found is not None and found.state == "closed" and found.names == ("one", "two")

    with_store(database, story)


def test_players_are_paired_by_wish_in_the_order_they_came(database: str) -> None:
    async def story(store: Store) -> None:
        await store.run(partial(matchworks.beat, "n1", "ws://n1", 60.0))
        for name, wish in (("a", "m0"), ("b", ""), ("c", ""), ("d", "m0")):
            await player(store, name)
            await store.run(partial(matchworks.enqueue, name, wish, "n1"))
        pairs = [
            await store.run(partial(matchworks.pair, NewMatch(f"m{n}", SEED, (f"g{n}", f"h{n}")), "n1"))
            for n in (1, 2, 3)
        ]
        assert pairs == [("b", "c"), ("a", "d"), None]

    with_store(database, story)


def test_who_waits_at_a_server_that_is_gone_is_not_paired(database: str) -> None:
    async def story(store: Store) -> None:
        await store.run(partial(matchworks.beat, "gone", "ws://gone", -1.0))
        await store.run(partial(matchworks.beat, "n1", "ws://n1", 60.0))
        for name, node in (("a", "gone"), ("b", "n1")):
            await player(store, name)
            await store.run(partial(matchworks.enqueue, name, "", node))
        assert await store.run(partial(matchworks.pair, NewMatch("m", SEED, ("g", "h")), "n1")) is None

    with_store(database, story)


def test_only_a_server_that_is_gone_loses_its_matches_and_the_epoch_moves_on(database: str) -> None:
    async def story(store: Store) -> None:
        await match(store)
        await store.run(partial(matchworks.beat, "n2", "ws://n2", 60.0))
        assert await store.run(partial(matchworks.claim, "n2", False)) == []
        before = await store.run(partial(matchworks.load_match, "m1"))
        await store.run(partial(matchworks.retire, "n1"))
        claimed = await store.run(partial(matchworks.claim, "n2", False))
        assert [claim.match for claim in claimed] == ["m1"] and 0 <= claimed[0].downtime < 20
        after = await store.run(partial(matchworks.load_match, "m1"))
        assert before is not None and after is not None
        assert (after.node, after.epoch) == ("n2", 2)
        assert after.deadline == pytest.approx(before.deadline + claimed[0].downtime)
        with pytest.raises(Fenced):
            await commit(store, event(works.Fence("one", "m1", 1), "g1", 1))
        await commit(store, event(works.Fence("one", "m1", 2), "g1", 1))

    with_store(database, story)


def test_what_was_committed_is_there_after_reopening(database: str) -> None:
    async def story() -> None:
        async with stored(database) as store:
            await player(store)
            store.commit((partial(works.open_game, works.Fence("one", None, 1), "g", 1, SEED),), lambda _: None)
        async with stored(database) as store:
            assert (await store.run(partial(works.open_solo, "one")))[0] is not None

    run(story)


def test_a_statement_that_the_database_refuses_is_a_fault_and_not_the_end(database: str) -> None:
    def broken() -> Work[None]:
        yield "SELECT nothing FROM nowhere", ()

    async def story(store: Store) -> None:
        with pytest.raises(StoreError):
            await store.run(broken)
        with pytest.raises(StoreError):
            await commit(store, broken)
        await player(store)

    with_store(database, story)


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        path = tmp_path / "x.sqlite3"
        first = SqliteStore(path, Metrics())
        with pytest.raises(StoreError):
            SqliteStore(path, Metrics())
        await first.close()
        again = SqliteStore(path, Metrics())
        await again.close()

    run(story)


def test_a_full_disk_fails_the_commit_and_the_store_goes_on(tmp_path: Path) -> None:
    async def story() -> None:
        store = SqliteStore(tmp_path / "x.sqlite3", Metrics())
        await player(store)
        pages = await store.run(_pragma("page_count"))
        await store.run(_pragma(f"max_page_count={pages}"))
        fence = works.Fence("one", None, 1)
        with pytest.raises(StoreError):
            await commit(store, *[partial(works.open_game, fence, "g", 1, bytes(200_000))])
        await store.run(_pragma("max_page_count=100000"))
        await commit(store, partial(works.open_game, fence, "g", 1, SEED))
        await store.close()

    run(story)


def _pragma(text: str) -> Any:
    def job() -> Work[int]:
        rows = yield f"PRAGMA {text}", ()
        return int(rows[0][0])

    return job


def test_other_servers_are_woken(postgres: str) -> None:
    async def story() -> None:
        async with stored(postgres) as one, stored(postgres) as two:
            heard: asyncio.Queue[str] = asyncio.Queue()
            await two.listen(heard.put_nowait)
            await one.notify("hello")
            async with asyncio.timeout(10):
                assert await heard.get() == "hello"

    run(story)
