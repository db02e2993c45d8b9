"""What the operator may know of the visitors: counts by day, and nothing about anyone.

A visit is written down when it ends, all days in one file that is replaced as a whole. A year and a bit is kept.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from game.storage.files import read_bounded, set_aside, write_atomic

MOST_DAYS = 400
_MOST_BYTES = 1 << 20
_DAY = re.compile(r"\d{4}-\d\d-\d\d")
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_LARGEST = 1 << 40
_MOST_LANGUAGES = 20


@dataclass
class Day:
    """One day's counts; ``seconds`` are those of all visits together."""

    visits: int = 0
    games: int = 0
    wins: int = 0
    seconds: int = 0
    languages: dict[str, int] = field(default_factory=dict)

    def add(self, other: Day) -> None:
        """Count another one's in."""
        self.visits += other.visits
        self.games += other.games
        self.wins += other.wins
        self.seconds += other.seconds
        for language, count in other.languages.items():
            self.languages[language] = self.languages.get(language, 0) + count

    @property
    def average(self) -> float:
        """Seconds of a visit."""
        return self.seconds / self.visits if self.visits else 0.0


class DayBook:
    """The counts by day (``YYYY-MM-DD``), the oldest first."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.days: dict[str, Day] = {}
        #: Where a file was moved that could not be read.
        self.aside: Path | None = None
        self._load()

    def _load(self) -> None:
        try:
            content = read_bounded(self._path, _MOST_BYTES)
            if content is not None:
                self.days = _days(content)
        except OSError:
            self.days = {}
        except (ValueError, RecursionError):
            self._set_aside()

    def _set_aside(self) -> None:
        try:
            self.aside = set_aside(self._path)
        except OSError:
            self.aside = None

    def add(self, day: str, counts: Day) -> None:
        """Count a visit in and keep the book; ``OSError`` if the disk does not take it (the counts stay here)."""
        self.days.setdefault(day, Day()).add(counts)
        for old in sorted(self.days)[:-MOST_DAYS]:
            del self.days[old]
        write_atomic(self._path, json.dumps({day: vars(self.days[day]) for day in sorted(self.days)}).encode())


def _days(content: bytes) -> dict[str, Day]:
    """The days in a file; ``ValueError`` for anything that this program cannot have written."""
    values = json.loads(content) if len(content) <= _MOST_BYTES else None
    if not isinstance(values, dict) or len(values) > MOST_DAYS:
        raise ValueError
    return {_checked(day, _DAY): _day(counts) for day, counts in values.items()}


def _day(values: object) -> Day:
    if not isinstance(values, dict) or set(values) != set(vars(Day())):
        raise ValueError
    languages = values.pop("languages")
    if not isinstance(languages, dict) or len(languages) > _MOST_LANGUAGES:
        raise ValueError
    counts = {name: _count(value) for name, value in values.items()}
    return Day(**counts, languages={_checked(name, _LANGUAGE): _count(n) for name, n in languages.items()})


def _count(value: object) -> int:
    if type(value) is not int or not 0 <= value <= _LARGEST:
        raise ValueError
    return value


def _checked(value: str, form: re.Pattern[str]) -> str:
    if not form.fullmatch(value):
        raise ValueError
    return value


def rows(days: Mapping[str, Day]) -> Iterator[list[str]]:
    """The lines of a report: the head, a line for each day, and the sum."""
    languages = sorted({language for day in days.values() for language in day.languages})
    yield ["day", "visits", "games", "wins", "average_seconds", *languages]
    total = Day()
    for name in sorted(days):
        total.add(days[name])
        yield _row(name, days[name], languages)
    yield _row("total", total, languages)


def _row(name: str, day: Day, languages: list[str]) -> list[str]:
    counts = [str(day.languages.get(language, 0)) for language in languages]
    return [name, str(day.visits), str(day.games), str(day.wins), f"{day.average:.0f}", *counts]


def as_csv(days: Mapping[str, Day]) -> str:
    """The report for a spreadsheet."""
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows(rows(days))
    return out.getvalue().rstrip("\n")
