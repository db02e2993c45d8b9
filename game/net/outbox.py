"""A client's commands in one game: numbered, kept until they are acknowledged, sent again after a reconnect. Pure."""

from __future__ import annotations

from collections import deque

from game.engine.state import Command, Event
from game.net.fromclient import Cmd, FinishConfirm, Order, Undo
from game.net.fromserver import Err, Ok, Snapshot

#: Commands that may be on their way at a time; with these sent again a reconnect stays within the server's burst.
MOST = 24


class Outbox:
    """The commands on their way in the game that was told last."""

    def __init__(self) -> None:
        self.game = ""
        self._rev = 0
        self._sent: deque[Order] = deque()

    @property
    def orders(self) -> tuple[Order, ...]:
        """The commands that are not acknowledged, the oldest first."""
        return tuple(self._sent)

    def order(self, event: Event) -> Order | None:
        """The next command, to be sent; None while there is no game or too many are on their way."""
        if not self.game or len(self._sent) >= MOST:
            return None
        rev = self._rev + len(self._sent)
        order: Order
        if event is Command.UNDO:
            order = Undo(self.game, rev + 1, rev)
        elif event is Command.FINISH:
            order = FinishConfirm(self.game, rev + 1, rev)
        else:
            order = Cmd(self.game, rev + 1, rev, str(event))
        self._sent.append(order)
        return order

    def acknowledged(self, message: Ok) -> None:
        """A command was carried out."""
        if message.game == self.game and message.cid == self._rev + 1:
            self._rev = message.rev
            if self._sent and self._sent[0].cid == message.cid:
                self._sent.popleft()

    def refused(self, message: Err) -> None:
        """A command was refused; what was sent after it was built on it."""
        if message.game == self.game and message.cid:
            self._sent = deque(order for order in self._sent if order.cid < message.cid)

    def told(self, message: Snapshot) -> list[Order]:
        """The game as it stands. Returns what is still to be carried out, to be sent again after a reconnect."""
        if message.game != self.game:
            self._sent.clear()
        self.game, self._rev = message.game, message.rev
        self._sent = deque(order for order in self._sent if order.cid > message.cid)
        if self._sent and self._sent[0].cid != message.cid + 1:
            self._sent.clear()
        return list(self._sent)
