"""A player at a match server: what was told of solo game, match, queue and history, and what can be asked for."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from game.engine.refusal import Refusal
from game.net import fromclient, fromserver
from game.net.fairness import ProofFault
from game.net.match import Ending as MatchEnding
from game.net.match import Verdict
from game.net.protocol import MOST_NAME
from game.play.online.network import Heard
from game.play.online.play import OnlinePlay, OutOfStep

_MOST_REMARKS = 8
_ENDINGS = {"abandoned", *(ending.value for ending in MatchEnding)}
_VERDICTS = {verdict.value for verdict in Verdict}
#: The largest number and the longest text that is taken for real: times are Unix milliseconds, a text is a digest.
_LARGEST, _LONGEST = 1 << 50, 256


@dataclass
class Ending:
    """How a game ended. ``fault`` is what is wrong with the deal's proof; ``reveal`` may not have come yet."""

    closed: fromserver.Closed
    reveal: fromserver.Reveal | None = None
    fault: ProofFault | None = None
    #: What the server had promised with the deal; empty if that was not heard.
    promised: str = ""

    @property
    def fair(self) -> bool:
        """True if the deal is the one that was promised, and all boards are games of it."""
        told = self.reveal
        return told is not None and self.fault is None and self.promised in ("", told.commitment)


@dataclass
class Match:
    """A match: the other player as told last, one's own board when it was told, and the end."""

    id: str
    opponent: str
    commitment: str
    play: OnlinePlay | None = None
    score: int = 0
    progress: int = 0
    done: bool = False
    ending: Ending | None = None
    left: bool = False


@dataclass
class Past:
    """What was asked of the history: the page that was told last, and the games whose end was told."""

    page: fromserver.HistoryPage | None = None
    endings: dict[str, Ending] = field(default_factory=dict)


class Club:
    """One player at one server, from the first welcome on. ``post`` sends a message or loses it; ``now`` is the clock.

    ``changes`` counts what was heard that can be seen.
    """

    def __init__(self, post: Callable[[fromclient.FromClient], bool], now: Callable[[], float]) -> None:
        self._post = post
        self._now = now
        self._resuming = False
        self._told: set[str] = set()
        self.changes = 0
        self.name = ""
        self.competitive = False
        self.solo: OnlinePlay | None = None
        self.solo_ending: Ending | None = None
        self.match: Match | None = None
        #: The match that a rematch is wished of, empty for any opponent; None: not waiting.
        self.wish: str | None = None
        self.past = Past()
        #: Rules that refused commands, to be told at the table.
        self.remarks: deque[Refusal] = deque(maxlen=_MOST_REMARKS)
        self._hears: dict[type, Callable[[Any], None]] = {
            fromserver.Welcome: self._welcomed,
            fromserver.Snapshot: self._snapshot,
            fromserver.Ok: self._acknowledged,
            fromserver.Err: self._refused,
            fromserver.Waiting: self._waiting,
            fromserver.Matched: self._matched,
            fromserver.Opponent: self._opponent,
            fromserver.Closed: self._closed,
            fromserver.HistoryPage: self._turned,
        }

    # --- Hearing

    def hear(self, heard: Heard) -> None:
        """Take a message in; ``ValueError`` or ``OutOfStep`` if it does not fit what is known."""
        message = heard.message
        if not _is_bounded(message):
            raise ValueError(message)
        if isinstance(message, fromserver.Pong):
            self._settle()
            return
        self.changes += 1
        if isinstance(message, fromserver.Reveal):
            self._revealed(message, heard.fault)
            return
        hear = self._hears.get(type(message))
        if hear is not None:
            hear(message)

    def _plays(self, game: str) -> list[OnlinePlay]:
        plays = [self.solo, None if self.match is None else self.match.play]
        return [play for play in plays if play is not None and play.game == game]

    def _welcomed(self, message: fromserver.Welcome) -> None:
        """A new connection. What is on the table follows; after the answer to a ping it has all been told."""
        self.name, self.competitive = _name(message.name), message.competitive
        self._resuming = True
        self._told.clear()
        for play in (self.solo, None if self.match is None else self.match.play):
            if play is not None:
                play.hold()
        self._post(fromclient.Ping())

    def _settle(self) -> None:
        """All that is on the table has been told anew: send what is open, ask for what is missing."""
        if not self._resuming:
            return
        self._resuming = False
        self.changes += 1
        match = self.match
        running = match is not None and match.ending is None
        if match is not None and running and match.id not in self._told:
            self._post(fromclient.Recall(match.id))
        for play in (self.solo, None if match is None else match.play):
            if play is not None:
                play.send_again()
        solo = self.solo
        if solo is not None and solo.game not in self._told and not (running or solo.waiting or solo.over):
            self.solo = None  # it ended elsewhere
        if self.wish is not None and not running:
            self._post(fromclient.Queue(self.wish))

    def _snapshot(self, message: fromserver.Snapshot) -> None:
        self._told.add(message.game)
        if message.match:
            match = self.match
            if match is None or match.id != message.match:
                raise OutOfStep
            if match.play is None:
                match.play = OnlinePlay(message, self._order, self._now)
            else:
                match.play.take(message)
        elif self.solo is not None and self.solo.game == message.game:
            self.solo.take(message)
        else:
            self.solo = OnlinePlay(message, self._order, self._now)
            self.solo_ending = None
            if self._resuming:
                self.solo.hold()

    def _matched(self, message: fromserver.Matched) -> None:
        self._told.add(message.match)
        self.wish = None
        if self.match is None or self.match.id != message.match:
            self.match = Match(message.match, _name(message.opponent), message.commitment)

    def _acknowledged(self, message: fromserver.Ok) -> None:
        for play in self._plays(message.game):
            play.acknowledge(message)

    def _waiting(self, message: fromserver.Waiting) -> None:
        if not message.waiting:
            self.wish = None

    def _turned(self, message: fromserver.HistoryPage) -> None:
        self.past.page = message

    def _opponent(self, message: fromserver.Opponent) -> None:
        match = self.match
        if match is not None and match.id == message.match:
            match.score, match.progress, match.done = message.score, message.progress, message.done

    def _refused(self, message: fromserver.Err) -> None:
        if message.code == "competitive-closed":
            self.competitive, self.wish = False, None
        elif message.code in ("in-match", "no-such-game") and not message.game:
            self.wish = None
        for play in self._plays(message.game):
            rule = play.refuse(message)
            if rule is not None:
                self.remarks.append(rule)

    def _closed(self, message: fromserver.Closed) -> None:
        if message.outcome not in _ENDINGS or (message.match and message.verdict not in _VERDICTS):
            raise ValueError(message)
        for play in self._plays(message.game):
            play.close(message)
        match = self.match
        if match is not None and message.match == match.id:
            match.ending = Ending(message, promised=match.commitment)
        elif self.solo is not None and self.solo.game == message.game:
            self.solo_ending = Ending(message, promised=self.solo.commitment)
        self.past.endings[message.match or message.game] = Ending(message)

    def _revealed(self, message: fromserver.Reveal, fault: ProofFault | None) -> None:
        match, solo = self.match, self.solo
        endings = [match.ending if match is not None and match.id == message.of else None]
        endings += [self.solo_ending if solo is not None and solo.game == message.of else None]
        endings += [self.past.endings.get(message.of)]
        for ending in endings:
            if ending is not None:
                ending.reveal, ending.fault = message, fault
        if solo is not None and solo.game == message.of and fault is None:
            solo.reveal(bytes.fromhex(message.seed))

    # --- Asking

    def _order(self, order: fromclient.Order) -> None:
        self._post(order)

    def new_game(self) -> None:
        """Have a new solo game dealt; an open one is abandoned."""
        self._post(fromclient.New())

    def deal_again(self, game: str) -> None:
        """Have one of the player's own solo games dealt again."""
        self._post(fromclient.Replay(game))

    def queue(self, rematch: str = "") -> None:
        """Wait for an opponent, or for the other player of a match that ended."""
        self.wish = rematch
        self.changes += 1
        self._post(fromclient.Queue(rematch))

    def leave_queue(self) -> None:
        """Wait no longer."""
        self.wish = None
        self.changes += 1
        self._post(fromclient.LeaveQueue())

    def leave_match(self) -> None:
        """Leave a match whose own board is closed; its result is told when it has one."""
        assert self.match is not None
        self.match.left = True
        self.changes += 1
        self._post(fromclient.Leave())

    def turn_to(self, page: int) -> None:
        """Ask for a page of the history, from 0. Courses of games that were told for another page are let go."""
        self.past.endings.clear()
        self._post(fromclient.History(page))

    def recall(self, of: str) -> None:
        """Ask how a match or a solo game ended."""
        self._post(fromclient.Recall(of))


def _is_bounded(message: msgspec.Struct) -> bool:
    """True if all numbers and texts of a message are such as a server of good sense would send."""
    for value in msgspec.structs.astuple(message):
        if isinstance(value, int) and abs(value) > _LARGEST:
            return False
        if isinstance(value, str) and len(value) > _LONGEST:
            return False
        if isinstance(value, msgspec.Struct) and not _is_bounded(value):
            return False
        if isinstance(value, tuple) and not all(_is_bounded(v) for v in value if isinstance(v, msgspec.Struct)):
            return False
    return True


def _name(told: str) -> str:
    """A player's name, as it can be shown."""
    return "".join(letter for letter in told if letter.isprintable())[:MOST_NAME]
