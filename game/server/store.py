"""What the server keeps, and how: work on the database, written once for every kind of database.

A piece of work is a generator: it yields statements with their values and gets rows, so that it neither knows whether
the database answers at once (SQLite) nor later (PostgreSQL). It may be run again after a failure, so it is handed over
as a ``Job`` that makes it anew.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol, TypeVar

Row = Sequence[Any]
Statement = tuple[str, tuple[Any, ...]]
T = TypeVar("T")
#: Yields statements, gets their rows, returns a result.
Work = Generator[Statement, list[Row], T]
Job = Callable[[], Work[T]]
#: Is called when jobs are durable, or with the fault for which none of them happened.
Done = Callable[[Exception | None], None]


class Fenced(Exception):
    """What was to be written belongs to somebody else now, or does not follow on what is written."""


class StoreError(Exception):
    """The database is at fault."""


class Store(Protocol):
    """A database. All calls come from the event loop's thread."""

    #: True if no other server can work on this database while this one does.
    exclusive: bool

    async def run(self, job: Job[T]) -> T:
        """Carry out a job by itself; ``Fenced`` or ``StoreError`` if it fails, and then nothing of it happened."""
        ...

    def commit(self, jobs: Sequence[Job[None]], done: Done) -> None:
        """Carry out jobs, all or none, and call ``done`` when they are durable. In the order of the calls."""
        ...

    async def notify(self, text: str) -> None:
        """Wake the other servers on this database; may get lost."""
        ...

    async def listen(self, heard: Callable[[str], None]) -> None:
        """Have ``heard`` called with what other servers notify."""
        ...

    async def close(self) -> None:
        """Carry out what was handed over, and close."""
        ...
