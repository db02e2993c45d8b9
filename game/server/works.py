"""The work on the database that players and their games need.

Every write of a game is fenced: a solo game's by its player's epoch, which moves on when the player is welcomed by
another server, a board's by its match's epoch, which moves on when another server takes the match over. A writer that
was overtaken gets ``Fenced`` and has written nothing.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from game.net.protocol import PAGE
from game.server.store import Fenced, Row, Work

#: The results that are counted and told; a game that was only dealt, or begun anew, is none.
COUNTED = "('won', 'finished', 'abandoned', 'expired', 'void')"


class Fence(NamedTuple):
    """Whose epoch a write depends on: a player's, or a match's."""

    player: str
    match: str | None
    epoch: int


class PlayerRow(NamedTuple):
    """A player who was welcomed; ``before`` is the server of the last time."""

    id: str
    name: str
    epoch: int
    before: str


class StoredEvent(NamedTuple):
    """An event, the time in seconds that was played after it, and what was replied."""

    event: str
    elapsed: float
    reply: bytes


class StoredGame(NamedTuple):
    """A game with its events."""

    id: str
    player: str
    match: str | None
    number: int
    seed: bytes
    state: str
    elapsed: float
    events: tuple[StoredEvent, ...]


class Ended(NamedTuple):
    """How a game is entered when it is over; ``rev`` is the number of its events."""

    game: str
    rev: int
    state: str
    score: int
    moves: int
    elapsed: float


def now() -> Work[float]:
    """The database's clock."""
    rows = yield "SELECT {now}", ()
    return float(rows[0][0])


def sign_up(player: str, name: str, token: bytes, resume: bytes, node: str) -> Work[PlayerRow]:
    """Make a player. ``token`` and ``resume`` are the hashes of what only the player knows."""
    yield (
        "INSERT INTO player (id, name, token, resume, node, epoch, made) VALUES ($1, $2, $3, $4, $5, 1, {now})",
        (player, name, token, resume, node),
    )
    return PlayerRow(player, name, 1, node)


def sign_in(token: bytes | None, resume: bytes | None, name: str, fresh: bytes, node: str) -> Work[PlayerRow | None]:
    """Welcome a player by one of two hashes; ``fresh`` takes the place of the hash for resuming. None: unknown."""
    key, value = ("resume", resume) if resume is not None else ("token", token)
    found = yield f"SELECT id, node FROM player WHERE {key} = $1", (value,)
    if not found:
        return None
    rows = yield (
        "UPDATE player SET resume = $1, node = $2, epoch = CASE WHEN node = $2 THEN epoch ELSE epoch + 1 END,"
        f" name = CASE WHEN $3 = '' THEN name ELSE $3 END WHERE id = $4 AND {key} = $5 RETURNING id, name, epoch",
        (fresh, node, name, found[0][0], value),
    )
    if not rows:
        return None
    player, now_named, epoch = rows[0]
    return PlayerRow(player, now_named, epoch, found[0][1])


def _fence(fence: Fence, first: int) -> tuple[str, tuple[Any, ...]]:
    """A table of one row if the fence holds, of none if not; its values are numbered from ``first``."""
    if fence.match is None:
        return (
            f"WITH fence AS (SELECT id FROM player WHERE id = ${first} AND epoch = ${first + 1} {{share}})",
            (fence.player, fence.epoch),
        )
    return (
        f"WITH fence AS (SELECT id FROM match WHERE id = ${first} AND epoch = ${first + 1} AND state = 'running'"
        " {share})",
        (fence.match, fence.epoch),
    )


def open_game(fence: Fence, game: str, number: int, seed: bytes) -> Work[None]:
    """Enter a new solo game."""
    with_fence, values = _fence(fence, 5)
    rows = yield (
        with_fence + " INSERT INTO game (id, player, seat, number, seed, state, score, moves, elapsed, made)"
        " SELECT $1, $2, 0, $3, $4, 'open', 0, 0, 0, {now} FROM fence RETURNING id",
        (game, fence.player, number, seed, *values),
    )
    _held(rows)


def append(fence: Fence, game: str, cid: int, event: str, elapsed: float, reply: bytes) -> Work[None]:
    """Write an event after the one before it."""
    with_fence, values = _fence(fence, 7)
    rows = yield (
        with_fence + " INSERT INTO event (game, player, cid, event, elapsed, reply)"
        " SELECT $1, $2, $3, $4, $5, $6 FROM fence"
        " WHERE $3 = 1 OR EXISTS (SELECT 1 FROM event WHERE game = $1 AND player = $2 AND cid = $3 - 1) RETURNING cid",
        (game, fence.player, cid, event, elapsed, reply, *values),
    )
    _held(rows)


def end_game(fence: Fence, ended: Ended) -> Work[None]:
    """Enter how an open game, of which all events are written, ended."""
    with_fence, values = _fence(fence, 8)
    rows = yield (
        with_fence + " UPDATE game SET state = $2, score = $3, moves = $4, elapsed = $5, closed = {now}"
        " WHERE id = $1 AND state = 'open' AND EXISTS (SELECT 1 FROM fence)"
        " AND ($6 = 0 OR EXISTS (SELECT 1 FROM event WHERE game = $1 AND player = $7 AND cid = $6)) RETURNING id",
        (ended.game, ended.state, ended.score, ended.moves, ended.elapsed, ended.rev, fence.player, *values),
    )
    _held(rows)


def _held(rows: list[Row]) -> None:
    if not rows:
        raise Fenced


_GAME = "id, player, match, number, seed, state, elapsed"


def read_game(row: Row) -> Work[StoredGame]:
    """A game's row with its events."""
    rows = yield "SELECT event, elapsed, reply FROM event WHERE game = $1 AND player = $2 ORDER BY cid", tuple(row[:2])
    events = tuple(StoredEvent(event, elapsed, bytes(reply)) for event, elapsed, reply in rows)
    identity, player, match, number, seed, state, elapsed = row
    return StoredGame(identity, player, match, number, bytes(seed), state, elapsed, events)


def boards_of(match: str) -> Work[list[StoredGame]]:
    """The boards of a match, by seat."""
    rows = yield f"SELECT {_GAME} FROM game WHERE match = $1 ORDER BY seat", (match,)
    boards = []
    for row in rows:
        boards.append((yield from read_game(row)))
    return boards


def open_solo(player: str) -> Work[tuple[StoredGame | None, int]]:
    """A player's open solo game, and how many were counted before it."""
    counted = yield f"SELECT count(*) FROM game WHERE player = $1 AND match IS NULL AND state IN {COUNTED}", (player,)
    rows = yield f"SELECT {_GAME} FROM game WHERE player = $1 AND match IS NULL AND state = 'open'", (player,)
    return ((yield from read_game(rows[0])) if rows else None), int(counted[0][0])


def solo_game(player: str, game: str) -> Work[StoredGame | None]:
    """A solo game of a player by its identity."""
    rows = yield f"SELECT {_GAME} FROM game WHERE id = $1 AND player = $2 AND match IS NULL", (game, player)
    return (yield from read_game(rows[0])) if rows else None


def reply_to(game: str, player: str, cid: int) -> Work[tuple[str, bytes] | None]:
    """The event of a command that was carried out, and what was replied."""
    rows = yield "SELECT event, reply FROM event WHERE game = $1 AND player = $2 AND cid = $3", (game, player, cid)
    return (rows[0][0], bytes(rows[0][1])) if rows else None


def history(player: str, page: int) -> Work[tuple[int, list[Row]]]:
    """How many games of a player are counted, and the rows of a page, the newest first."""
    where = f"player = $1 AND state IN {COUNTED}"
    count = yield f"SELECT count(*) FROM game WHERE {where}", (player,)
    rows = yield (
        "SELECT game.id, number, state, score, moves, elapsed, game.closed, match, seat, verdict"
        " FROM game LEFT JOIN (SELECT match AS settled, verdict FROM result) AS results ON settled = match"
        f" WHERE {where} ORDER BY game.closed DESC, game.id LIMIT $2 OFFSET $3",
        (player, PAGE, page * PAGE),
    )
    return int(count[0][0]), rows


def totals(player: str) -> Work[Row]:
    """Games, wins, best score, fastest win (s), fewest moves of a win; then matches, and those of each verdict."""
    solo = yield (
        "SELECT count(*), coalesce(sum(won), 0), max(score), min(CASE WHEN won = 1 THEN elapsed END),"
        " min(CASE WHEN won = 1 THEN moves END) FROM"
        " (SELECT score, elapsed, moves, CASE WHEN state = 'won' THEN 1 ELSE 0 END AS won FROM game"
        f" WHERE player = $1 AND match IS NULL AND state IN {COUNTED}) AS counted",
        (player,),
    )
    matches = yield (
        "SELECT seat, verdict, count(*) FROM game JOIN result ON result.match = game.match"
        " WHERE player = $1 GROUP BY seat, verdict",
        (player,),
    )
    return [*solo[0], matches]
