"""A game whose cards are kept by an authority: the table knows only what the authority tells.

Here the authority is an object in the same program, in a thread of its own, behind the messages that a server
would get. Nothing that the table can reach leads to a hidden card.
"""

from __future__ import annotations

import queue
import secrets
import threading
from collections.abc import Callable
from typing import Any

from game.engine.games import ERAM_SOLO
from game.engine.record import SEED_BYTES, Deal, Record
from game.engine.refusal import Refusal
from game.engine.session import Session
from game.engine.state import Event
from game.net.messages import Command, Do, Look, Replay, Snapshot
from game.net.solo import NUMBER, SoloAuthority
from game.play.seen import SeenPlay
from game.storage.games import ID, GameStore, SavedGame, SetAside

_LONGEST_ANSWER = 5.0  # seconds; an answer takes well under one millisecond


class StoreKeeper:
    """Keeps the authority's games among the active ones of its own store."""

    def __init__(self, store: GameStore) -> None:
        self._store = store
        self._aside: SetAside | None = None

    def load(self) -> tuple[Record, Session] | None:
        """The active game; one that cannot be read is set aside by the store, and ``take_aside`` tells of it."""
        game = self._store.load(ERAM_SOLO.prefix)
        if isinstance(game, SetAside):
            self._aside = game
        return (game.record, game.session) if isinstance(game, SavedGame) else None

    def last(self) -> Deal | None:
        """The deal of the game that ended last."""
        newest = self._store.newest(ERAM_SOLO.prefix)
        return None if newest is None else newest.record.deal

    def take_aside(self) -> SetAside | None:
        """The saved game that was set aside since the last call."""
        aside, self._aside = self._aside, None
        return aside

    def flush(self) -> None:
        """Wait until the disk has everything."""
        self._store.flush()

    def keep(self, saved: Record, session: Session) -> None:
        """Keep or file a game."""
        self._store.keep(SavedGame(saved, session))

    def abandon(self, saved: Record, session: Session) -> None:
        """File an open game as abandoned."""
        self._store.end(SavedGame(saved, session))

    def fresh(self) -> dict[str, Any]:
        """A new identity, and the number after the games that ended."""
        return {ID: secrets.token_hex(8), NUMBER: self._store.ended(ERAM_SOLO.prefix) + 1}


#: What comes back: the game as it may be known, and a saved game that could not be read, if one was found.
Answer = tuple[Snapshot | None, SetAside | None]


class Link:
    """The wire to an authority: a command goes out, a snapshot comes back."""

    def __init__(self) -> None:
        self._out: queue.SimpleQueue[tuple[Command, queue.SimpleQueue[Answer]] | None] = queue.SimpleQueue()
        self._aside: SetAside | None = None

    def ask(self, command: Command) -> Snapshot | None:
        """Send a command and wait for the answer; ``queue.Empty`` if the authority is gone."""
        answer: queue.SimpleQueue[Answer] = queue.SimpleQueue()
        self._out.put((command, answer))
        snapshot, aside = answer.get(timeout=_LONGEST_ANSWER)
        self._aside = aside or self._aside
        return snapshot

    def take_aside(self) -> SetAside | None:
        """The saved game that the authority could not read, told once."""
        aside, self._aside = self._aside, None
        return aside

    def close(self) -> None:
        """Tell the authority to keep everything and end."""
        self._out.put(None)

    def serve(
        self,
        make_store: Callable[[], tuple[GameStore, Callable[[], None]]],
        longest_gap: float,
        now: Callable[[], float],
    ) -> threading.Thread:
        """Start an authority at the other end. It makes its own store, so that no other object leads to its games."""
        out = self._out

        def run() -> None:
            store, close = make_store()
            keeper = StoreKeeper(store)
            authority = SoloAuthority(ERAM_SOLO, keeper, lambda: secrets.token_bytes(SEED_BYTES), longest_gap)
            while (item := out.get()) is not None:
                command, answer = item
                snapshot = authority.handle(command, now())
                if isinstance(command, Look):
                    keeper.flush()  # who looks may look at the files next
                answer.put((snapshot, keeper.take_aside()))
            close()

        thread = threading.Thread(target=run, name="authority", daemon=True)
        thread.start()
        return thread


class HeldPlay(SeenPlay):
    """A game at the table that the authority keeps. It offers what ``LocalPlay`` does."""

    def __init__(self, link: Link, command: Command, longest_gap: float, now: Callable[[], float]) -> None:
        super().__init__(longest_gap, now)
        self._link = link
        self._take(command)

    def _take(self, command: Command) -> None:
        snapshot = self._link.ask(command)
        assert snapshot is not None, "the authority was asked for a game and has none"
        self._see(snapshot)

    def do(self, event: Event) -> Refusal | None:
        """Have the authority carry out an event; returns the rule that refused it."""
        answer = self._link.ask(Do(event))
        assert answer is not None
        if answer.refusal is None:
            self._see(answer)
        return answer.refusal

    def again(self) -> None:
        """Have the same cards dealt again."""
        self._take(Replay())
