"""Opens games: resumes, deals and restarts them, wherever their cards are kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from game.engine.games import ERAM_SOLO, GAMES
from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.net.messages import Look, NewDeal, Replay, Resume
from game.play.held import HeldPlay, Link
from game.play.local import LocalPlay
from game.play.play import Play
from game.storage.games import PRACTICE_SLOT, GameStore, SavedGame, SetAside


@dataclass(frozen=True)
class Damaged:
    """A saved game that could not be read and was set aside."""

    prefix: str
    aside: SetAside


class House:
    """All games of one player. ERAM's own games are held by an authority at the end of ``link``."""

    def __init__(self, store: GameStore, link: Link, longest_gap: float, now: Callable[[], float]) -> None:
        self._store = store
        self._link = link
        self._longest_gap = longest_gap
        self._now = now

    def active(self) -> list[str]:
        """The slots with an open game, the last played first."""
        self._link.ask(Look())  # has the authority write down what it keeps
        return self._store.active()

    def open(self, slot: str) -> Play | Damaged | None:
        """The open game of a slot, as it was left."""
        return self._held(Resume(deal=False)) if slot == ERAM_SOLO.prefix else self._local(slot)

    def glimpse(self, slot: str) -> Play | Damaged | None:
        """``open`` only to look at it: an authority's clock is not touched."""
        return self._held(Look()) if slot == ERAM_SOLO.prefix else self._local(slot)

    def damage(self) -> list[Damaged]:
        """What the authority could not read since the last call."""
        aside = self._link.take_aside()
        return [] if aside is None else [Damaged(ERAM_SOLO.prefix, aside)]

    def _held(self, command: Resume | Look) -> Play | Damaged | None:
        snapshot = self._link.ask(command)
        damage = self.damage()
        if damage:
            return damage[0]
        if snapshot is None or snapshot.outcome is not Outcome.OPEN:
            return None
        return HeldPlay(self._link, command, self._longest_gap, self._now)

    def _local(self, slot: str) -> Play | Damaged | None:
        game = self._store.load(slot)
        if isinstance(game, SavedGame):
            return LocalPlay(self._store, game)
        return None if game is None else Damaged(slot[: len(ERAM_SOLO.prefix)], game)

    def at_stake(self, prefix: str, known: bool) -> Play | Damaged | None:
        """The open game that a new one of a variant would end; a game of ``known`` cards may be for practice only."""
        found = self.glimpse(slot_for(prefix, known))
        if found is None or isinstance(found, Damaged):
            return found
        return found if found.moves and found.outcome is Outcome.OPEN else None

    def deal(self, deal: Deal) -> Play:
        """A new game of known cards, in place of the open one."""
        practice = deal.spec.secret_deals
        self._end(slot_for(deal.spec.prefix, known=True))
        return LocalPlay.dealt(self._store, deal, practice=practice)

    def deal_secret(self) -> Play:
        """A new game whose cards only the authority knows."""
        return HeldPlay(self._link, NewDeal(), self._longest_gap, self._now)

    def at_practice(self, prefix: str) -> Play | None:
        """The open practice game of a variant."""
        found = self._local(prefix + PRACTICE_SLOT)
        return None if isinstance(found, Damaged) else found

    def take_over(self, saved: Record) -> Play:
        """A practice game from where a record ends, in place of the open one."""
        self._end(saved.deal.spec.prefix + PRACTICE_SLOT)
        return LocalPlay.taken_over(self._store, saved)

    def again(self, play: Play) -> Play:
        """The same cards from the start. An open game stays the same game, so it never counts twice."""
        if isinstance(play, HeldPlay):
            play.again()
            return play
        assert isinstance(play, LocalPlay)
        return play.restarted()

    def over(self, play: Play) -> Record | None:
        """The record of a game that is over; an authority tells it then, cards and all."""
        if isinstance(play, LocalPlay):
            return play.record()
        self._link.ask(Look())  # has the authority write down what it keeps
        newest = self._store.newest(play.spec.prefix)
        return None if newest is None else newest.record

    def last(self, prefix: str) -> Deal | None:
        """The deal of a variant that was played last, if its cards are known here."""
        game = self._store.load(slot_for(prefix, known=True))
        if isinstance(game, SavedGame):
            return game.record.deal
        newest = self._store.newest(prefix)
        return None if newest is None else newest.record.deal

    def can_repeat_secret(self) -> bool:
        """True if there is a secret game that can be dealt again."""
        return self._link.ask(Look()) is not None or self._store.newest(ERAM_SOLO.prefix) is not None

    def secret_again(self) -> Play:
        """The authority's last game dealt again."""
        return HeldPlay(self._link, Replay(), self._longest_gap, self._now)

    def _end(self, slot: str) -> None:
        game = self._store.load(slot)
        if isinstance(game, SavedGame):
            self._store.end(game)


def slot_for(prefix: str, known: bool) -> str:
    """Where a new game is kept: one of known cards is for practice, where the game's own deals are secret."""
    return prefix + PRACTICE_SLOT if known and GAMES[prefix].secret_deals else prefix
