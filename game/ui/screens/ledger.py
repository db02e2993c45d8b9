"""What the list of games shows: the open games first, then those that ended, ten a page; and the figures of all.

Reads the database, and knows no picture. What an open game's cards are is not kept here.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, field

from game.engine.record import Record
from game.engine.session import Outcome
from game.net.solo import NUMBER
from game.play.house import Damaged, House
from game.play.play import Play
from game.storage.history import PAGE, Entry, History, Line, Result
from game.storage.statistics import Statistics

_SHOWN_SEED = 8  # digits of 64


@dataclass(frozen=True)
class Row:
    """One game. An open one has no ``result``, no date and no ``record``, but a ``slot`` to resume it from.

    ``word`` is the key of the result's word where it is not the usual one.
    """

    variant: str
    score: int
    elapsed: float
    moves: int
    code: str = ""
    result: Result | None = None
    ended: str = ""
    slot: str | None = None
    practice: bool = False
    record: Record | None = None
    word: str = ""


@dataclass(frozen=True)
class Sheet:
    """One page of the games of a filter. ``readable`` is False if the database could not be read."""

    rows: tuple[Row, ...] = ()
    page: int = 0
    pages: int = 1
    lines: tuple[Line, ...] = ()
    statistics: Statistics = field(default_factory=Statistics)
    readable: bool = True


def open_rows(house: House) -> tuple[list[Row], list[Damaged]]:
    """The open games, the last played first; and the files that could not be read and were set aside."""
    rows: list[Row] = []
    damaged: list[Damaged] = []
    for slot in house.active():
        found = house.glimpse(slot)
        if isinstance(found, Damaged):
            damaged.append(found)
        elif found is not None and found.outcome is Outcome.OPEN:
            rows.append(_open_row(slot, found))
    return rows, damaged


def _open_row(slot: str, play: Play) -> Row:
    return Row(play.spec.prefix, play.score, play.elapsed, play.moves, play.code, slot=slot, practice=play.practice)


def _ended_row(entry: Entry) -> Row:
    return Row(
        entry.variant,
        entry.score,
        entry.elapsed,
        entry.moves,
        _code(entry.record),
        entry.result,
        entry.ended,
        record=entry.record,
    )


def _code(saved: Record) -> str:
    """What names a deal: its code, else its number, else the beginning of its seed; nothing if it has no name."""
    deal, number = saved.deal, saved.extra.get(NUMBER)
    if deal.code is not None:
        return str(deal.code)
    if type(number) is int:
        return f"#{number}"
    return f"{deal.seed.hex()[:_SHOWN_SEED]}…" if deal.seed is not None else ""


def read_sheet(history: History, opened: Sequence[Row], variant: str | None, page: int) -> Sheet:
    """A page (from 0; a number too high means the last) of one variant's games, or of all, with their figures."""
    active = [row for row in opened if variant in (None, row.variant)]
    try:
        pages = max(1, -(-(len(active) + history.count(variant)) // PAGE))
        page = min(page, pages - 1)
        start = page * PAGE
        rows = active[start : start + PAGE]
        if len(rows) < PAGE:
            rows += map(_ended_row, history.entries(variant, max(0, start - len(active)), PAGE - len(rows)))
        lines = history.lines(variant)
    except sqlite3.Error:
        return Sheet(readable=False)
    return Sheet(tuple(rows), page, pages, tuple(lines), Statistics.of(lines))
