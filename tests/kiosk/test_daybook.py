"""What an operator may know of the visitors: counts by day that survive everything, and opening hours."""

from __future__ import annotations

import csv
import random
from datetime import datetime
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.games import GAMES
from game.engine.session import Outcome
from game.kiosk.daybook import MOST_DAYS, Day, DayBook, as_csv, rows
from game.kiosk.hours import is_open
from game.kiosk.wins import wins

counts = st.builds(
    Day,
    st.integers(0, 500),
    st.integers(0, 500),
    st.integers(0, 500),
    st.integers(0, 90_000),
    st.dictionaries(st.sampled_from(["en", "ro", "ar"]), st.integers(0, 500)),
)
days = st.dates().map(lambda day: day.isoformat())


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(days, counts), max_size=8))
def test_every_visit_is_counted_once_whenever_the_program_is_started_anew(
    tmp_path_factory: pytest.TempPathFactory, visits: list[tuple[str, Day]]
) -> None:
    path = tmp_path_factory.mktemp("book") / "visits.json"
    for day, count in visits:
        DayBook(path).add(day, count)
    total = Day()
    for _, count in visits:
        total.add(count)
    kept = Day()
    for count in DayBook(path).days.values():
        kept.add(count)
    assert kept == total


def test_the_book_never_grows_beyond_a_year_and_a_bit(tmp_path: Path) -> None:
    book = DayBook(tmp_path / "visits.json")
    for number in range(MOST_DAYS + 30):
        book.days[datetime.fromordinal(737_000 + number).date().isoformat()] = Day(1)
    book.add("2026-11-29", Day(1, languages={"ar": 1}))
    kept = DayBook(tmp_path / "visits.json").days
    assert len(kept) == MOST_DAYS
    assert kept["2026-11-29"] == Day(1, languages={"ar": 1})


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"null",
        b'{"2026-01-01": 3}',
        b'{"2026-01-01": {"visits": 1}}',
        b'{"today": {"visits":1,"games":0,"wins":0,"seconds":0,"languages":{}}}',
        b'{"2026-01-01": {"visits":-1,"games":0,"wins":0,"seconds":0,"languages":{}}}',
        b'{"2026-01-01": {"visits":1e3,"games":0,"wins":0,"seconds":0,"languages":{}}}',
        b'{"2026-01-01": {"visits":1,"games":0,"wins":0,"seconds":0,"languages":{"=cmd()":1}}}',
        b"[" * 100_000,
        b"\xff\xfe" * 40,
        b" " * (1 << 21),
    ],
)
def test_a_damaged_book_is_set_aside_and_a_new_one_begun(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "visits.json"
    path.write_bytes(content)
    book = DayBook(path)
    assert book.days == {}
    assert book.aside is not None
    assert book.aside.read_bytes() == content
    book.add("2026-11-29", Day(1))
    assert DayBook(path).days == {"2026-11-29": Day(1)}


def test_a_disk_that_takes_nothing_loses_no_count_of_this_run(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    book = DayBook(tmp_path / "file" / "visits.json")
    for _ in range(2):
        with pytest.raises(OSError):
            book.add("2026-11-29", Day(1, games=2))
    assert book.days == {"2026-11-29": Day(2, games=4)}


def test_the_report_has_a_line_for_each_day_and_the_sum() -> None:
    known = {"2026-01-02": Day(2, 3, 1, 100, {"ar": 2}), "2026-01-01": Day(1, 1, 0, 50, {"ro": 1})}
    assert list(rows(known)) == [
        ["day", "visits", "games", "wins", "average_seconds", "ar", "ro"],
        ["2026-01-01", "1", "1", "0", "50", "0", "1"],
        ["2026-01-02", "2", "3", "1", "50", "2", "0"],
        ["total", "3", "4", "1", "50", "2", "1"],
    ]
    assert list(csv.reader(as_csv(known).splitlines())) == list(rows(known))
    assert list(rows({}))[1] == ["total", "0", "0", "0", "0"]


@pytest.mark.parametrize(
    ("minutes", "clock", "expected"),
    [
        (None, "03:00", True),
        ((480, 1200), "07:59", False),
        ((480, 1200), "08:00", True),
        ((480, 1200), "19:59", True),
        ((480, 1200), "20:00", False),
        ((1320, 120), "23:00", True),
        ((1320, 120), "01:59", True),
        ((1320, 120), "02:00", False),
        ((1320, 120), "12:00", False),
    ],
)
def test_opening_hours(minutes: tuple[int, int] | None, clock: str, expected: bool) -> None:
    assert is_open(minutes, datetime.fromisoformat(f"2026-11-29T{clock}")) is expected


# --- The wins that play themselves


@pytest.mark.parametrize("prefix", list(GAMES))
def test_there_are_wins_of_every_variant_and_all_come_before_any_comes_again(prefix: str) -> None:
    found = list(islice(wins([prefix], random.Random(1)), 12))
    codes = [str(saved.deal.code) for saved in found]
    assert len(set(codes[:6])) == 6
    assert sorted(codes[:6]) == sorted(codes[6:])
    assert all(saved.replay().outcome is Outcome.WON for saved in found[:6])
    assert all(code.startswith(prefix) for code in codes)


def test_files_that_hold_no_win_are_passed_over(tmp_path: Path) -> None:
    (tmp_path / "KL1-1-AAAAAAA.json").write_text('{"format": 1, "code": "KL1-1-AAAAAAB", "events": []}')
    (tmp_path / "KL1-1-AAAAAAB.json").write_bytes(b"\xff" * 50)
    (tmp_path / "KL1-1-AAAAAAC.json").mkdir()
    assert list(wins(["KL1-1"], random.Random(1), tmp_path)) == []
    assert list(wins(["KL1-1"], random.Random(1), tmp_path / "none")) == []
