"""The tables, in the SQL that SQLite and PostgreSQL share; ``{…}`` stands for what they say differently.

``event`` is append-only. A game is its deal and its events; there is no second copy of a position that could differ.
"""

from __future__ import annotations

from typing import NamedTuple


class Dialect(NamedTuple):
    """What the databases say differently."""

    #: The database's own clock, in Unix seconds.
    now: str
    #: Holds the rows that were read until the end of the transaction.
    share: str
    #: Takes rows that nobody else has taken.
    skip: str
    #: Keeps a table's rows within its primary key.
    clustered: str


SQLITE = Dialect("((julianday('now') - 2440587.5) * 86400.0)", "", "", "WITHOUT ROWID")
POSTGRES = Dialect(
    "CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)", "FOR SHARE", "FOR UPDATE SKIP LOCKED", ""
)

#: ``game.state``: open, won, finished, abandoned, expired, void, or restarted (its deal was begun anew: not counted).
#: ``game.seat`` is the place in the match. A match's deadline is in seconds on the database's clock.
TABLES = (
    """CREATE TABLE IF NOT EXISTS player (
        id TEXT PRIMARY KEY,
        name TEXT NOT NULL,
        token BYTEA NOT NULL UNIQUE,
        resume BYTEA UNIQUE,
        node TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        made DOUBLE PRECISION NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS match (
        id TEXT PRIMARY KEY,
        seed BYTEA NOT NULL,
        state TEXT NOT NULL CHECK (state IN ('running', 'closed', 'void')),
        node TEXT NOT NULL,
        epoch INTEGER NOT NULL,
        began DOUBLE PRECISION NOT NULL,
        deadline DOUBLE PRECISION NOT NULL
    )""",
    "CREATE INDEX IF NOT EXISTS match_running ON match (node) WHERE state = 'running'",
    """CREATE TABLE IF NOT EXISTS result (
        match TEXT PRIMARY KEY REFERENCES match (id),
        first_score INTEGER NOT NULL,
        second_score INTEGER NOT NULL,
        verdict TEXT NOT NULL,
        closed DOUBLE PRECISION NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS game (
        id TEXT PRIMARY KEY,
        player TEXT NOT NULL REFERENCES player (id),
        match TEXT REFERENCES match (id),
        seat INTEGER NOT NULL,
        number INTEGER NOT NULL,
        seed BYTEA NOT NULL,
        state TEXT NOT NULL,
        score INTEGER NOT NULL,
        moves INTEGER NOT NULL,
        elapsed DOUBLE PRECISION NOT NULL,
        made DOUBLE PRECISION NOT NULL,
        closed DOUBLE PRECISION
    )""",
    "CREATE UNIQUE INDEX IF NOT EXISTS one_open_game ON game (player) WHERE state = 'open' AND match IS NULL",
    "CREATE UNIQUE INDEX IF NOT EXISTS one_open_board ON game (player) WHERE state = 'open' AND match IS NOT NULL",
    "CREATE INDEX IF NOT EXISTS game_of_player ON game (player, closed)",
    "CREATE INDEX IF NOT EXISTS game_of_match ON game (match) WHERE match IS NOT NULL",
    """CREATE TABLE IF NOT EXISTS event (
        game TEXT NOT NULL REFERENCES game (id),
        player TEXT NOT NULL,
        cid INTEGER NOT NULL,
        event TEXT NOT NULL,
        elapsed DOUBLE PRECISION NOT NULL,
        reply BYTEA NOT NULL,
        PRIMARY KEY (game, player, cid)
    ) {clustered}""",
    """CREATE TABLE IF NOT EXISTS queue (
        player TEXT PRIMARY KEY REFERENCES player (id),
        wish TEXT NOT NULL,
        node TEXT NOT NULL,
        since DOUBLE PRECISION NOT NULL
    )""",
    """CREATE TABLE IF NOT EXISTS node (
        id TEXT PRIMARY KEY,
        url TEXT NOT NULL,
        seen DOUBLE PRECISION NOT NULL,
        expires DOUBLE PRECISION NOT NULL
    )""",
)
