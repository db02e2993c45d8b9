"""The database of several servers: PostgreSQL. What games write goes through one connection, many to a transaction."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple, TypeVar

import asyncpg

from game.server.observe import Metrics
from game.server.schema import POSTGRES, TABLES
from game.server.store import Done, Fenced, Job, StoreError

T = TypeVar("T")
_GROUP = 256
_CHANNEL = "waraq"
#: A number that all servers agree on, so that only one makes the tables.
_MAKING = 7_273_671
#: Seconds for a statement.
_TIMEOUT = 10.0
_FAULTS = (asyncpg.PostgresError, asyncpg.InterfaceError, OSError, TimeoutError)


@cache
def _postgres(sql: str) -> str:
    return sql.format(**POSTGRES._asdict())


class _Call(NamedTuple):
    jobs: Sequence[Job[None]]
    done: Done


class PostgresStore:
    """A PostgreSQL database, shared with other servers."""

    exclusive = False

    def __init__(self, pool: asyncpg.Pool, writer: asyncpg.Connection, metrics: Metrics) -> None:
        self._pool = pool
        self._writer = writer
        self._metrics = metrics
        self._calls: asyncio.Queue[_Call | None] = asyncio.Queue()
        self._writing = asyncio.create_task(self._write())
        self._listener: asyncpg.Connection | None = None

    @classmethod
    async def open(cls, url: str, metrics: Metrics) -> PostgresStore:
        """Connect, and make the tables if they are not there; ``StoreError`` if that fails."""
        try:
            pool = await asyncpg.create_pool(url, min_size=1, max_size=8, command_timeout=_TIMEOUT)
            async with pool.acquire() as connection, connection.transaction():
                await connection.execute(f"SELECT pg_advisory_xact_lock({_MAKING})")
                for table in TABLES:
                    await connection.execute(_postgres(table))
            return cls(pool, await pool.acquire(), metrics)
        except (*_FAULTS, ValueError) as error:
            raise StoreError(str(error)) from error

    async def run(self, job: Job[T]) -> T:
        """Carry out a job by itself."""
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                return await _carry_out(connection, job)
        except asyncpg.IntegrityConstraintViolationError as error:
            raise Fenced(str(error)) from error
        except _FAULTS as error:
            raise StoreError(str(error)) from error

    def commit(self, jobs: Sequence[Job[None]], done: Done) -> None:
        """Carry out jobs, all or none."""
        self._calls.put_nowait(_Call(jobs, done))

    async def notify(self, text: str) -> None:
        """Wake the other servers."""
        with suppress(*_FAULTS):
            await self._pool.execute("SELECT pg_notify($1, $2)", _CHANNEL, text)

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Have ``heard`` called with what is notified."""
        self._listener = await self._pool.acquire()
        await self._listener.add_listener(_CHANNEL, lambda _connection, _pid, _channel, text: heard(str(text)))

    async def close(self) -> None:
        """Carry out what was handed over, and close."""
        self._calls.put_nowait(None)
        await self._writing
        await self._pool.release(self._writer)
        if self._listener is not None:
            await self._listener.reset()  # or the pool would warn of the listener
            await self._pool.release(self._listener)
        await self._pool.close()

    async def _write(self) -> None:
        while (call := await self._calls.get()) is not None:
            group = [call]
            while len(group) < _GROUP and not self._calls.empty():
                more = self._calls.get_nowait()
                if more is None:
                    self._calls.put_nowait(None)
                    break
                group.append(more)
            for each, error in zip(group, await self._together(group), strict=True):
                each.done(error)

    async def _together(self, group: list[_Call]) -> list[Exception | None]:
        """All calls in one transaction; if one fails, each in its own."""
        try:
            with self._metrics.commit_seconds.time():
                await self._transaction(group)
            self._metrics.commit_calls.observe(len(group))
        except (Fenced, *_FAULTS):
            return [await self._alone(call) for call in group]
        return [None] * len(group)

    async def _alone(self, call: _Call) -> Exception | None:
        try:
            await self._transaction([call])
        except asyncpg.IntegrityConstraintViolationError as error:
            return Fenced(str(error))
        except _FAULTS as error:
            return StoreError(str(error))
        except Fenced as error:
            return error
        return None

    async def _transaction(self, group: list[_Call]) -> None:
        if self._writer.is_closed():
            await self._pool.release(self._writer)
            self._writer = await self._pool.acquire()
        async with self._writer.transaction():
            for call in group:
                for job in call.jobs:
                    await _carry_out(self._writer, job)


async def _carry_out(connection: Any, job: Job[T]) -> T:
    work = job()
    try:
        sql, values = next(work)
        while True:
            sql, values = work.send(await connection.fetch(_postgres(sql), *values))
    except StopIteration as end:
        result: T = end.value
        return result
