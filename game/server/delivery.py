"""What is told leaves when it is durable, in the order of each table."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

from game.server.observe import Metrics
from game.server.player import Player
from game.server.store import Store
from game.server.tables import Answer, Table


class Delivery(ABC):
    """Has answers stored and sends their replies to ``players``, who are found by their identity."""

    def __init__(self, store: Store, metrics: Metrics) -> None:
        self.store = store
        self.metrics = metrics
        self.players: dict[str, Player] = {}

    def settle(self, table: Table, answer: Answer, then: Callable[[], None] | None = None) -> None:
        """Have an answer's jobs done, then send its replies; in order with the table's other answers."""
        if not answer.jobs and not table.pending:
            self.tell(answer.replies)
            return
        table.pending += 1
        began = time.perf_counter()
        self.store.commit(answer.jobs, partial(self._settled, table, answer, then, began))

    def _settled(
        self, table: Table, answer: Answer, then: Callable[[], None] | None, began: float, error: Exception | None
    ) -> None:
        table.pending -= 1
        if error is not None:
            table.failed = True
            self.failed(table, error)
        if table.failed:
            return
        self.metrics.reply_seconds.observe(time.perf_counter() - began)
        self.tell(answer.replies)
        if then is not None:
            then()
        self.settled(table)

    def tell(self, replies: Sequence[tuple[str, bytes]]) -> None:
        """Send messages to those players who are connected."""
        for identity, message in replies:
            player = self.players.get(identity)
            if player is not None and player.peer is not None:
                player.peer.send(message)

    @abstractmethod
    def settled(self, table: Table) -> None:
        """An answer of a table is durable and told."""

    @abstractmethod
    def failed(self, table: Table, error: Exception) -> None:
        """Nothing of an answer happened, and nothing that a table answered after it."""
