"""The work on the database that matches and several servers need: the queue, pairing, leases, results.

A server is a row in ``node`` that it renews; a match belongs to a server, under an epoch. When a server's row has
expired, on the database's clock, any other may claim its matches: that moves their epochs on, and with them the fence
before every write.
"""

from __future__ import annotations

from typing import NamedTuple

from game.net.match import LENGTH
from game.server.store import Fenced, Work
from game.server.works import StoredGame, boards_of

#: How many waiting players are looked through for a pair, and how many matches are claimed at a time.
_AT_ONCE = 50
#: Seconds after which the row of a server that is gone is forgotten.
_FORGET = 3600.0


class NewMatch(NamedTuple):
    """What a match is made of: its identity, its seed, and the identities of its two boards."""

    id: str
    seed: bytes
    games: tuple[str, str]


class StoredMatch(NamedTuple):
    """A match with its boards and the names of its players, by seat; ``deadline`` on the database's clock."""

    id: str
    seed: bytes
    state: str
    node: str
    epoch: int
    deadline: float
    boards: tuple[StoredGame, StoredGame]
    names: tuple[str, str]


class Seated(NamedTuple):
    """The match that a player plays: where it is kept, and whether that server is alive."""

    match: str
    node: str
    url: str
    alive: bool


class Claimed(NamedTuple):
    """A match that was taken over from a server that was away for ``downtime`` seconds."""

    match: str
    downtime: float


def beat(node: str, url: str, lease: float) -> Work[None]:
    """Renew a server's row for ``lease`` seconds."""
    yield (
        "INSERT INTO node (id, url, seen, expires) VALUES ($1, $2, {now}, {now} + $3)"
        " ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, expires = excluded.expires",
        (node, url, lease),
    )


def retire(node: str) -> Work[None]:
    """Give everything up at once, so that others need not wait."""
    yield "DELETE FROM queue WHERE node = $1", (node,)
    yield "UPDATE node SET seen = {now}, expires = 0 WHERE id = $1", (node,)


def forget_nodes() -> Work[None]:
    """Forget servers that are long gone and keep no match, and those who waited there."""
    gone = "(SELECT id FROM node WHERE expires < {now} - $1)"
    yield f"DELETE FROM queue WHERE node IN {gone}", (_FORGET,)
    yield (
        f"DELETE FROM node WHERE id IN {gone} AND id NOT IN (SELECT node FROM match WHERE state = 'running')",
        (_FORGET,),
    )


def enqueue(player: str, wish: str, node: str) -> Work[None]:
    """Let a player wait; ``wish`` is empty, or names the match whose other player is awaited."""
    yield (
        "INSERT INTO queue (player, wish, node, since) VALUES ($1, $2, $3, {now})"
        " ON CONFLICT (player) DO UPDATE SET wish = excluded.wish, node = excluded.node",
        (player, wish, node),
    )


def dequeue(player: str, node: str) -> Work[None]:
    """Let a player wait at this server no longer."""
    yield "DELETE FROM queue WHERE player = $1 AND node = $2", (player, node)


def took_part(player: str, match: str) -> Work[bool]:
    """True if a player had a seat in a match that ended."""
    rows = yield (
        "SELECT 1 FROM game JOIN match ON match.id = game.match WHERE player = $1 AND match.id = $2"
        " AND match.state <> 'running'",
        (player, match),
    )
    return bool(rows)


def pair(new: NewMatch, node: str) -> Work[tuple[str, str] | None]:
    """Begin a match of two players who wait with the same wish, at this server; the players, or None."""
    rows = yield (
        "SELECT player, wish FROM queue"
        " WHERE EXISTS (SELECT 1 FROM node WHERE node.id = queue.node AND expires > {now})"
        f" ORDER BY since LIMIT {_AT_ONCE} {{skip}}",
        (),
    )
    waiting: dict[str, str] = {}
    for player, wish in rows:
        if wish not in waiting:
            waiting[wish] = player
            continue
        pair_found = (waiting[wish], player)
        for one in pair_found:
            yield "DELETE FROM queue WHERE player = $1", (one,)
        yield (
            "INSERT INTO match (id, seed, state, node, epoch, began, deadline)"
            " VALUES ($1, $2, 'running', $3, 1, {now}, {now} + $4)",
            (new.id, new.seed, node, LENGTH),
        )
        for seat, (one, game) in enumerate(zip(pair_found, new.games, strict=True)):
            yield (
                "INSERT INTO game (id, player, match, seat, number, seed, state, score, moves, elapsed, made)"
                " VALUES ($1, $2, $3, $4, 0, $5, 'open', 0, 0, 0, {now})",
                (game, one, new.id, seat, new.seed),
            )
        return pair_found
    return None


def seated(player: str) -> Work[Seated | None]:
    """The newest running match in which a player has a seat; one whose board is still open before all others."""
    rows = yield (
        "SELECT match.id, node.id, node.url, CASE WHEN node.expires > {now} THEN 1 ELSE 0 END"
        " FROM game JOIN match ON match.id = game.match JOIN node ON node.id = match.node"
        " WHERE game.player = $1 AND match.state = 'running'"
        " ORDER BY CASE WHEN game.state = 'open' THEN 0 ELSE 1 END, match.began DESC LIMIT 1",
        (player,),
    )
    return Seated(rows[0][0], rows[0][1], rows[0][2], bool(rows[0][3])) if rows else None


def claim(node: str, exclusive: bool) -> Work[list[Claimed]]:
    """Take over running matches of servers that are gone; with ``exclusive``, of all other servers."""
    dead = "node <> $1" if exclusive else "node <> $1 AND node IN (SELECT id FROM node WHERE expires <= {now})"
    rows = yield f"SELECT id, node FROM match WHERE state = 'running' AND {dead} LIMIT {_AT_ONCE} {{skip}}", (node,)
    claimed = []
    for match, owner in rows:
        away = yield "SELECT {now} - seen FROM node WHERE id = $1", (owner,)
        downtime = max(0.0, float(away[0][0])) if away else 0.0
        yield (
            "UPDATE match SET node = $1, epoch = epoch + 1, deadline = deadline + $2 WHERE id = $3",
            (node, downtime, match),
        )
        claimed.append(Claimed(match, downtime))
    return claimed


def move_on(match: str, node: str) -> Work[None]:
    """Begin a new epoch of a server's own match: what was handed over under the old one is not written any more."""
    yield "UPDATE match SET epoch = epoch + 1 WHERE id = $1 AND node = $2 AND state = 'running'", (match, node)


def load_match(match: str) -> Work[StoredMatch | None]:
    """A match with its boards and their events."""
    rows = yield "SELECT id, seed, state, node, epoch, deadline FROM match WHERE id = $1", (match,)
    if not rows:
        return None
    boards = yield from boards_of(match)
    names = []
    for board in boards:
        found = yield "SELECT name FROM player WHERE id = $1", (board.player,)
        names.append(str(found[0][0]))
    identity, seed, state, node, epoch, deadline = rows[0]
    return StoredMatch(
        identity, bytes(seed), state, node, epoch, deadline, (boards[0], boards[1]), (names[0], names[1])
    )


def close_match(match: str, epoch: int, state: str, scores: tuple[int, int], verdict: str) -> Work[None]:
    """Enter the one result of a running match; ``verdict`` is that of the first seat."""
    rows = yield (
        "UPDATE match SET state = $1 WHERE id = $2 AND epoch = $3 AND state = 'running' RETURNING id",
        (state, match, epoch),
    )
    if not rows:
        raise Fenced
    yield (
        "INSERT INTO result (match, first_score, second_score, verdict, closed) VALUES ($1, $2, $3, $4, {now})",
        (match, *scores, verdict),
    )


def void_match(match: str, epoch: int) -> Work[None]:
    """Let a match count for nothing that cannot be read."""
    yield "UPDATE game SET state = 'void', closed = {now} WHERE match = $1 AND state = 'open'", (match,)
    yield from close_match(match, epoch, "void", (0, 0), "void")
