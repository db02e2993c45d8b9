"""The messages that a server sends."""

from __future__ import annotations

import msgspec

from game.net.protocol import UNREADABLE, Malformed, Message


class Pile(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, gc=False):
    """A pile as it may be seen: ``down`` cards without a face, then the faces ``up``; ``at`` are the places in the
    deal of all of them, bottom to top (a card's public identity)."""

    down: int = 0
    up: tuple[str, ...] = ()
    at: tuple[int, ...] = ()


class Welcome(Message, frozen=True, tag="welcome"):
    """The answer to a hello. ``token`` is told once, to a new player."""

    player: str
    name: str
    resume: str
    server_now: int
    competitive: bool
    token: str = ""


class Snapshot(Message, frozen=True, tag="snapshot"):
    """A whole game. One of ``elapsed_ms`` (solo) and ``remaining_ms`` (match) is there.

    ``cid`` is that of the last command that was carried out. ``outcome``: ``open``, ``won``, ``finished``, and in a
    match ``expired`` and ``void``.
    """

    game: str
    rev: int
    cid: int
    view: dict[str, Pile]
    score: int
    moves: int
    recycles: int
    outcome: str
    can_undo: bool
    commitment: str
    number: int = 0
    elapsed_ms: int | None = None
    remaining_ms: int | None = None
    match: str = ""


class Ok(Message, frozen=True, tag="ok"):
    """A command was carried out and is durable. ``delta`` holds the piles that changed, whole; ``time_ms`` is what the
    snapshot's time would be."""

    game: str
    cid: int
    rev: int
    delta: dict[str, Pile]
    score: int
    moves: int
    recycles: int
    outcome: str
    can_undo: bool
    time_ms: int


class Err(Message, frozen=True, tag="err"):
    """A message was refused; ``code`` is one of the protocol page's, ``rule`` the rule of the game if it was one."""

    code: str
    cid: int = 0
    rev: int = 0
    game: str = ""
    rule: str = ""


class Finish(Message, frozen=True, tag="finish"):
    """What would be counted."""

    game: str
    rev: int
    score: int
    moves: int
    time_ms: int


class Waiting(Message, frozen=True, tag="waiting"):
    """Whether the player waits for an opponent."""

    waiting: bool


class Matched(Message, frozen=True, tag="matched"):
    """A match began, or goes on; the snapshot of one's own board follows."""

    match: str
    game: str
    opponent: str
    commitment: str
    remaining_ms: int


class Opponent(Message, frozen=True, tag="opponent"):
    """How far the other player is: ``progress`` counts the cards on the foundations. At most one a second."""

    match: str
    score: int
    progress: int
    done: bool


class Closed(Message, frozen=True, tag="closed"):
    """A game is over and counted. In a match ``verdict`` is ``win``, ``loss``, ``draw`` or ``void``."""

    game: str
    outcome: str
    score: int
    moves: int
    time_ms: int
    match: str = ""
    verdict: str = ""
    opponent_score: int = 0


class Board(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One player's course of a game."""

    name: str
    outcome: str
    score: int
    events: tuple[str, ...]


class Reveal(Message, frozen=True, tag="reveal"):
    """What was hidden: the seed, and all boards that it was dealt to. ``of`` is the match, or the solo game."""

    of: str
    rules: str
    seed: str
    commitment: str
    boards: tuple[Board, ...]


class Past(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A game of the history. ``closed`` is Unix time in milliseconds; ``verdict`` is empty for a solo game."""

    game: str
    number: int
    outcome: str
    score: int
    moves: int
    time_ms: int
    closed: int
    match: str = ""
    verdict: str = ""


class Totals(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Figures over all games of a player; ``None`` where there was no such game."""

    games: int = 0
    wins: int = 0
    best_score: int | None = None
    fastest_win_ms: int | None = None
    fewest_moves: int | None = None
    matches: int = 0
    matches_won: int = 0
    matches_drawn: int = 0


class HistoryPage(Message, frozen=True, tag="history_page"):
    """A page of one's own games."""

    page: int
    pages: int
    games: tuple[Past, ...]
    totals: Totals


class Redirect(Message, frozen=True, tag="redirect"):
    """The player's match is kept by another node: connect there."""

    url: str


class Pong(Message, frozen=True, tag="pong"):
    """The answer to a ping."""

    server_now: int


FromServer = (
    Welcome
    | Snapshot
    | Ok
    | Err
    | Finish
    | Waiting
    | Matched
    | Opponent
    | Closed
    | Reveal
    | HistoryPage
    | Redirect
    | Pong
)

_any: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)


def read(text: str) -> FromServer:
    """The message of a text; ``Malformed`` for anything else."""
    try:
        return _any.decode(text)
    except UNREADABLE as error:
        raise Malformed(str(error)) from None
