"""What both ends of a match server agree on: version, limits, close codes, and what every message is.

Messages are JSON text, each with its kind under ``t``; docs/PROTOCOL.md tells them all. Times are whole milliseconds. A
command names its game, counts up from 1 in that game (``cid``), and says on which state it was made (``rev``: the
number of events before it)."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

VERSION = 1
#: Bytes of the largest message that a client may send.
MOST_BYTES = 2048
#: Messages a second that a client may send, and how many at once after a rest.
RATE, BURST = 20, 40
#: Seconds between two signs of life that a client owes, and after how long a silent end is given up.
HEARTBEAT, SILENCE = 5.0, 15.0
#: Seconds that a pause between two commands adds to the time of a solo game at most.
LONGEST_GAP = 60.0
#: Games on a page of the history.
PAGE = 10
MOST_NAME = 24

Name = Annotated[str, Meta(max_length=MOST_NAME)]
Key = Annotated[str, Meta(max_length=64)]
Number = Annotated[int, Meta(ge=0, le=1_000_000)]
EventText = Annotated[str, Meta(max_length=16)]


class CloseCode:
    """Why a server closes a connection, beside the codes of RFC 6455."""

    MALFORMED = 4400  # not a message of this protocol, or not the time for it
    UNKNOWN_TOKEN = 4401
    NO_HELLO = 4408  # silent too long before the hello
    TAKEN_OVER = 4409  # a newer connection of the same player
    MOVED = 4410  # what was played here is kept elsewhere now: connect again
    SILENT = 4411  # nothing was heard, not even a ping
    VERSION = 4426
    TOO_MANY = 4429  # messages, beyond the burst
    STORAGE = 4503  # something could not be kept: connect again, what was not acknowledged did not happen


class Message(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="t", gc=False):
    """Common to all messages."""


encode = msgspec.json.Encoder().encode


class Malformed(ValueError):
    """Not a message of this protocol."""


#: What a decoder raises for a text from outside.
UNREADABLE = (msgspec.DecodeError, UnicodeError, RecursionError)
