"""The messages that a client sends."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from game.net.protocol import UNREADABLE, EventText, Key, Malformed, Message, Name, Number


class Hello(Message, frozen=True, tag="hello"):
    """The first message. ``resume`` is good for one hello; ``token`` for ever; without either a player is made."""

    v: int
    name: Name = ""
    token: Key = ""
    resume: Key = ""


class Greeting(msgspec.Struct, tag_field="t", tag="hello"):
    """As much of a hello as every version has."""

    v: int


class New(Message, frozen=True, tag="new"):
    """Deal a new solo game; an open one is abandoned."""


class Replay(Message, frozen=True, tag="replay"):
    """Deal one's own solo game again."""

    game: Key


class Cmd(Message, frozen=True, tag="cmd"):
    """Make a move: an event's text, such as ``draw`` or ``t3:5>t6``."""

    game: Key
    cid: Number
    rev: Number
    event: EventText


class Undo(Message, frozen=True, tag="undo"):
    """Take the last move back."""

    game: Key
    cid: Number
    rev: Number


class FinishAsk(Message, frozen=True, tag="finish_ask"):
    """What would be counted if the game were finished now?"""

    game: Key


class FinishConfirm(Message, frozen=True, tag="finish_confirm"):
    """Finish: nothing changes any more."""

    game: Key
    cid: Number
    rev: Number


class History(Message, frozen=True, tag="history"):
    """A page of one's own games, from 0, the newest first."""

    page: Annotated[int, Meta(ge=0, le=100_000)] = 0


class Recall(Message, frozen=True, tag="recall"):
    """Tell again how one's own match or solo game ended, and what was hidden."""

    of: Key


class Queue(Message, frozen=True, tag="queue"):
    """Wait for an opponent; ``rematch`` names a match that ended, and only its other player is one."""

    rematch: Key = ""


class LeaveQueue(Message, frozen=True, tag="leave_queue"):
    """Wait no longer."""


class Leave(Message, frozen=True, tag="leave"):
    """Leave the table of a match whose own board is closed; the result comes when the match has run its course."""


class Ping(Message, frozen=True, tag="ping"):
    """A sign of life."""


Order = Cmd | Undo | FinishConfirm
FromClient = (
    Hello | New | Replay | Cmd | Undo | FinishAsk | FinishConfirm | History | Recall | Queue | LeaveQueue | Leave | Ping
)

_greeting = msgspec.json.Decoder(Greeting)
_any: msgspec.json.Decoder[FromClient] = msgspec.json.Decoder(FromClient)


def version_of(text: str) -> int:
    """The version that a hello of any version speaks; ``Malformed`` if it is no hello."""
    try:
        return _greeting.decode(text).v
    except UNREADABLE:
        raise Malformed from None


def read(text: str) -> FromClient:
    """The message of a text; ``Malformed`` for anything else."""
    try:
        return _any.decode(text)
    except UNREADABLE as error:
        raise Malformed(str(error)) from None
