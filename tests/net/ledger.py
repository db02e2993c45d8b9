"""A database in memory that carries out the server's jobs at once, for tests of tables without a server."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Sequence
from functools import cache, partial
from typing import Any, TypeVar

from game.server import matchworks, works
from game.server.matchtable import MatchTable
from game.server.matchworks import NewMatch
from game.server.schema import SQLITE, TABLES
from game.server.solotable import SoloTable
from game.server.store import Job

T = TypeVar("T")
NODE = "node"
PLAYERS = ("first", "second")


@cache
def _sql(text: str) -> str:
    return re.sub(r"\$(\d+)", r"?\1", text.format(**SQLITE._asdict()))


class Ledger:
    """The server's tables in memory, with two players."""

    def __init__(self) -> None:
        self.database = sqlite3.connect(":memory:", isolation_level=None)
        for table in TABLES:
            self.database.execute(_sql(table))
        for player in PLAYERS:
            self.run(partial(works.sign_up, player, player, player.encode(), player.encode() + b"r", NODE))
        self.run(partial(matchworks.beat, NODE, "ws://node", 60.0))
        self._made = 0

    def run(self, job: Job[T]) -> T:
        """Carry out one job."""
        work = job()
        try:
            sql, values = next(work)
            while True:
                sql, values = work.send(self.database.execute(_sql(sql), values).fetchall())
        except StopIteration as end:
            result: T = end.value
            return result

    def commit(self, jobs: Sequence[Job[None]]) -> None:
        """Carry out jobs, all or none."""
        self.database.execute("BEGIN")
        try:
            for job in jobs:
                self.run(job)
        except BaseException:
            self.database.execute("ROLLBACK")
            raise
        self.database.execute("COMMIT")

    def rows(self, query: str, *values: Any) -> list[Any]:
        return self.database.execute(query, values).fetchall()

    def key(self) -> str:
        """A new identity, the same in every run."""
        self._made += 1
        return f"{self._made:016x}"

    def begin_match(self, seed: bytes) -> str:
        """A match of the two players; its identity."""
        for player in PLAYERS:
            self.run(partial(matchworks.enqueue, player, "", NODE))
        new = NewMatch(self.key(), seed, (self.key(), self.key()))
        assert self.run(partial(matchworks.pair, new, NODE)) is not None
        return new.id

    def match_table(self, match: str) -> MatchTable:
        stored = self.run(partial(matchworks.load_match, match))
        assert stored is not None
        return MatchTable(stored)

    def solo_table(self, seed: bytes, now: float) -> SoloTable:
        """The first player's solo table; deals made there are of ``seed``."""
        stored, counted = self.run(partial(works.open_solo, PLAYERS[0]))
        fence = works.Fence(PLAYERS[0], None, 1)
        return SoloTable(fence, PLAYERS[0], stored, counted, lambda: seed, self.key, now)
