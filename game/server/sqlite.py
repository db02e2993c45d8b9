"""The database in a file: one thread writes, many jobs to a transaction, and answers when the disk has them."""

from __future__ import annotations

import asyncio
import queue
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from game.server.observe import Metrics
from game.server.schema import SQLITE, TABLES
from game.server.store import Done, Fenced, Job, StoreError

T = TypeVar("T")
#: Calls that are committed together at most.
_GROUP = 512
#: Seconds that the first of a group waits for others: fewer commits, each of which costs as much as many calls.
_GATHER = 0.003
#: Beside the database: held locked for as long as a server works on it.
_LOCK = ".lock"


@cache
def _sqlite(sql: str) -> str:
    return re.sub(r"\$(\d+)", r"?\1", sql.format(**SQLITE._asdict()))


class _Call(NamedTuple):
    """Jobs that happen all or not at all, and who waits for them."""

    jobs: Sequence[Job[Any]]
    done: Callable[[list[Any], Exception | None], None]


class SqliteStore:
    """A database in a file of its own. ``StoreError`` if it cannot be used or another server uses it."""

    exclusive = True

    def __init__(self, path: Path, metrics: Metrics) -> None:
        self._loop = asyncio.get_running_loop()
        self._metrics = metrics
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock = _connect(path.with_name(path.name + _LOCK))
            self._lock.execute("PRAGMA locking_mode=EXCLUSIVE")
            self._lock.execute("BEGIN EXCLUSIVE")
            self._database = _connect(path)
            self._database.execute("PRAGMA journal_mode=WAL")
            self._database.execute("PRAGMA synchronous=FULL")
            for table in TABLES:
                self._database.execute(_sqlite(table))
        except (OSError, sqlite3.Error) as error:
            raise StoreError(str(error)) from error
        self._thread = threading.Thread(target=self._write, name="store", daemon=True)
        self._thread.start()

    async def run(self, job: Job[T]) -> T:
        """Carry out a job by itself."""
        future: asyncio.Future[T] = self._loop.create_future()

        def done(results: list[Any], error: Exception | None) -> None:
            if future.cancelled():
                return
            if error is None:
                future.set_result(results[0])
            else:
                future.set_exception(error)

        self._calls.put(_Call((job,), done))
        return await future

    def commit(self, jobs: Sequence[Job[None]], done: Done) -> None:
        """Carry out jobs, all or none."""
        self._calls.put(_Call(jobs, lambda _, error: done(error)))

    async def notify(self, text: str) -> None:
        """Nobody else is there."""

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Nobody else is there."""

    async def close(self) -> None:
        """Carry out what was handed over, and close."""
        self._calls.put(None)
        await asyncio.to_thread(self._thread.join)
        self._database.close()
        self._lock.close()

    def _write(self) -> None:
        """The thread: takes all calls that are waiting, commits them together, and tells the event loop."""
        open_for_more = True
        while open_for_more:
            group: list[_Call] = []
            while len(group) < _GROUP and (not group or not self._calls.empty()):
                call = self._calls.get()
                if call is None:
                    open_for_more = False
                    break
                group.append(call)
                if len(group) == 1:
                    time.sleep(_GATHER)
            if group:
                outcomes = self._together(group)
                self._loop.call_soon_threadsafe(_tell, group, outcomes)

    def _together(self, group: list[_Call]) -> list[tuple[list[Any], Exception | None]]:
        """All calls in one transaction; if one fails, each in its own."""
        try:
            with self._metrics.commit_seconds.time():
                outcomes = self._transaction(group)
            self._metrics.commit_calls.observe(len(group))
        except (Fenced, sqlite3.Error):
            return [self._alone(call) for call in group]
        return [(results, None) for results in outcomes]

    def _alone(self, call: _Call) -> tuple[list[Any], Exception | None]:
        try:
            return self._transaction([call])[0], None
        except sqlite3.IntegrityError as error:
            return [], Fenced(str(error))
        except sqlite3.Error as error:
            return [], StoreError(str(error))
        except Fenced as error:
            return [], error

    def _transaction(self, group: list[_Call]) -> list[list[Any]]:
        execute = self._database.execute
        execute("BEGIN IMMEDIATE")
        try:
            outcomes = [[self._carry_out(job) for job in call.jobs] for call in group]
            execute("COMMIT")
        except BaseException:
            if self._database.in_transaction:
                execute("ROLLBACK")
            raise
        return outcomes

    def _carry_out(self, job: Job[T]) -> T:
        work = job()
        try:
            sql, values = next(work)
            while True:
                sql, values = work.send(self._database.execute(_sqlite(sql), values).fetchall())
        except StopIteration as end:
            result: T = end.value
            return result


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=1.0, isolation_level=None, check_same_thread=False, cached_statements=64)


def _tell(group: list[_Call], outcomes: list[tuple[list[Any], Exception | None]]) -> None:
    for call, (results, error) in zip(group, outcomes, strict=True):
        call.done(results, error)
