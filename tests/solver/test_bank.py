"""The shipped winnable deals: whole, unique, graded, provable; and what becomes of a damaged file."""

from __future__ import annotations

from datetime import date, timedelta
from functools import cache
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.deals import DEAL_COUNT, Code, pack_of
from game.engine.games import GAMES
from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.solver import bank
from game.solver.bank import Bank, BankError
from game.solver.difficulty import MOST_EASE, Grade, ease_of, grade_of
from game.solver.finding import proven
from tools.dealbank import find, looks_ahead_and_wins

PREFIXES = [*GAMES]
_SAMPLE = 10
_FEWEST = 5000
DEALS = st.dictionaries(st.integers(0, DEAL_COUNT - 1), st.integers(0, MOST_EASE), min_size=1, max_size=50)


@cache
def shipped(prefix: str) -> Bank:
    return bank.load(prefix)


@pytest.mark.parametrize("prefix", PREFIXES)
def test_there_are_five_thousand_deals_and_no_grade_is_rare(prefix: str) -> None:
    numbers = [*shipped(prefix).eases]
    assert len(numbers) == len(set(numbers)) >= _FEWEST
    for grade in Grade:
        assert 0.25 < len(shipped(prefix).graded(grade)) / len(numbers) < 0.42


def test_the_files_are_small() -> None:
    assert sum(path.stat().st_size for path in bank.FOLDER.iterdir()) <= 200_000


@pytest.mark.parametrize("prefix", PREFIXES)
def test_a_sample_is_won_by_the_engines_rules_and_has_its_ease(prefix: str) -> None:
    eases = shipped(prefix).eases
    for number in Random(20261130).sample([*eases], _SAMPLE):
        code = Code(prefix, number)
        answer = proven(code)
        assert answer is not None, code
        record = Record(Deal.from_code(code), tuple(map(str, answer.moves)))
        assert record.replay().outcome is Outcome.WON
    assert ease_of(prefix, pack_of(number)) == eases[number]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_every_day_of_two_years_has_a_winnable_deal_of_its_own(prefix: str) -> None:
    days = [date(2026, 1, 1) + timedelta(days) for days in range(731)]
    numbers = [shipped(prefix).of_day(day) for day in days]
    assert len(set(numbers)) == len(days)
    assert {shipped(prefix).grade(number) for number in numbers} == set(Grade)


@given(DEALS)
def test_a_day_keeps_its_deal_when_the_bank_grows(more: dict[int, int]) -> None:
    old = shipped("RU1-C")
    grown = Bank(old.prefix, {**old.eases, **more})
    day = date(2027, 7, 7)
    assert grown.of_day(day) == old.of_day(day)


def test_the_bank_begins_with_the_first_winnable_deals_of_its_sequence(tmp_path: Path) -> None:
    for prefix in ("RU1-R", "KL1-1"):
        find(prefix, 2, tmp_path)
        find(prefix, 3, tmp_path)  # goes on
        assert [*bank.load(prefix, tmp_path).eases.items()] == [*shipped(prefix).eases.items()][:3]


@given(DEALS)
def test_a_file_says_what_was_put_in(eases: dict[int, int]) -> None:
    read = bank.unpacked(bank.packed(eases))
    assert [*read.items()] == [*eases.items()]


@given(DEALS, st.data())
def test_any_changed_byte_and_any_lost_end_is_noticed(eases: dict[int, int], data: st.DataObject) -> None:
    content = bytearray(bank.packed(eases))
    at = data.draw(st.integers(0, len(content) - 1))
    with pytest.raises(BankError):
        bank.unpacked(bytes(content[:at]))
    content[at] ^= data.draw(st.integers(1, 255))
    with pytest.raises(BankError):
        bank.unpacked(bytes(content))


@pytest.mark.parametrize("eases", [{}, {DEAL_COUNT: 1}])
def test_an_empty_bank_or_a_number_that_is_no_deal_is_refused(eases: dict[int, int]) -> None:
    with pytest.raises(BankError):
        bank.unpacked(bank.packed(eases))


def test_a_deal_that_comes_twice_is_refused() -> None:
    once = bank.packed({5: 1})
    entry = once[len(bank._MAGIC) : -bank._CHECK]
    body = bank._MAGIC + 2 * entry
    with pytest.raises(BankError):
        bank.unpacked(body + bank.crc32(body).to_bytes(bank._CHECK))


def test_a_missing_file_and_a_folder_in_its_place_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BankError):
        bank.load("RU1-C", tmp_path)
    bank.path_of("RU1-C", tmp_path).mkdir()
    with pytest.raises(BankError):
        bank.load("RU1-C", tmp_path)


def test_a_player_who_looks_ahead_wins_more_of_the_easy_deals_than_of_the_hard_ones() -> None:
    eases = shipped("KL1-3").eases
    chosen = sorted([*eases][:200], key=eases.__getitem__)
    wins = [
        sum(looks_ahead_and_wins(GAMES["KL1-3"], pack_of(number), Random(number)) for number in numbers)
        for numbers in (chosen[:3], chosen[-3:])
    ]
    assert wins[0] < wins[1]


@pytest.mark.parametrize("prefix", PREFIXES)
def test_grades_go_by_ease(prefix: str) -> None:
    order = [Grade.HARD, Grade.MIDDLE, Grade.EASY]
    grades = [order.index(grade_of(prefix, ease)) for ease in range(MOST_EASE + 1)]
    assert grades == sorted(grades)
    assert set(grades) == {0, 1, 2}
