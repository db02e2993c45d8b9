"""Winnable deals for the player: none twice before all were there, kept over restarts, more found when few are left."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.deals import DEAL_COUNT, Code
from game.engine.games import GAMES
from game.play.winnable import ENOUGH, FEW, Winnable
from game.solver.bank import Bank, BankError
from game.solver.difficulty import MOST_EASE, Grade, grade_of
from game.solver.finding import find_deals, proven
from game.solver.service import Solving, Ticket
from game.storage.dealt import MOST_FOUND, Dealt, DealtStore
from game.storage.saver import Saver
from tests.solver.test_worker import answered, solving, until

PREFIX = "RU1-C"
__all__ = ["solving"]


class Desk:
    """In place of the solver's process: keeps what it is asked, and answers when it is told to."""

    def __init__(self) -> None:
        self.asked: list[Ticket] = []

    def ask(self, task: str, values: dict[str, Any], *, background: bool = False) -> Ticket:
        assert background, "a search must let the player's questions go first"
        self.asked.append(Ticket(task, values, background))
        return self.asked[-1]

    def answer(self, values: dict[str, Any] | None) -> None:
        self.asked[-1].values, self.asked[-1].done = values, True


class Program:
    """One run of the program as far as winnable deals go."""

    def __init__(self, folder: Path, eases: dict[int, int], random: Random) -> None:
        self.saver = Saver()
        self.desk = Desk()
        store = DealtStore(folder / "dealt.json", self.saver)
        self.winnable = Winnable(store, self.desk, random.choice, lambda prefix: Bank(prefix, eases))  # type: ignore[arg-type]

    def deal(self, grade: Grade) -> int:
        code = self.winnable.next(PREFIX, grade)
        assert self.winnable.grade(code) is grade
        self.winnable.note(code)
        return code.number

    def close(self) -> None:
        self.winnable.close()
        self.saver.close()


def easy(count: int, first: int = 0) -> dict[int, int]:
    return {first + number: MOST_EASE for number in range(count)}


@given(
    st.dictionaries(st.integers(0, DEAL_COUNT - 1), st.integers(0, MOST_EASE), min_size=1, max_size=40),
    st.lists(st.sampled_from([*Grade, None]), max_size=60),
    st.randoms(use_true_random=False),
)
def test_no_deal_comes_twice_before_all_of_its_grade_were_there(
    tmp_path_factory: pytest.TempPathFactory, eases: dict[int, int], acts: list[Grade | None], random: Random
) -> None:
    folder = tmp_path_factory.mktemp("player")
    program = Program(folder, eases, random)
    rounds: dict[Grade, set[int]] = {grade: set() for grade in Grade}
    for act in acts:
        if act is None:  # the program is closed and started again
            program.close()
            program = Program(folder, eases, random)
            continue
        members = {number for number, ease in eases.items() if grade_of(PREFIX, ease) is act}
        if not members:
            continue
        assert program.winnable.left(PREFIX, act) == len(members - rounds[act])
        if rounds[act] == members:
            rounds[act] = set()
        number = program.deal(act)
        assert number in members - rounds[act]
        rounds[act].add(number)
    program.close()


def test_a_deal_that_was_had_in_another_way_is_not_dealt_again(tmp_path: Path) -> None:
    program = Program(tmp_path, easy(2), Random(1))
    program.winnable.note(Code(PREFIX, 0))
    assert program.deal(Grade.EASY) == 1
    program.close()


def test_a_deal_that_is_only_looked_at_stays_new(tmp_path: Path) -> None:
    program = Program(tmp_path, easy(5), Random(1))
    for _ in range(20):
        program.winnable.next(PREFIX, Grade.EASY)
    assert program.winnable.left(PREFIX, Grade.EASY) == 5
    program.close()


def test_what_was_dealt_is_on_the_disk_before_the_program_ends(tmp_path: Path) -> None:
    program = Program(tmp_path, easy(3), Random(1))
    program.deal(Grade.EASY)
    program.saver.flush()
    again = Program(tmp_path, easy(3), Random(1))  # the first one was killed
    assert again.winnable.left(PREFIX, Grade.EASY) == 2
    again.close()
    program.close()


def test_more_are_looked_for_when_few_are_left_and_dealt_when_none_is(tmp_path: Path) -> None:
    program = Program(tmp_path, easy(FEW + 1), Random(1))
    program.deal(Grade.EASY)
    assert not program.desk.asked, "enough are left"
    for _ in range(FEW):
        program.deal(Grade.EASY)
    assert len(program.desk.asked) == 1, "one search at a time"
    program.desk.answer({"deals": [[1000, MOST_EASE], [1001, 0]]})
    assert program.winnable.left(PREFIX, Grade.EASY) == 1
    program.close()
    again = Program(tmp_path, easy(FEW + 1), Random(1))
    assert again.deal(Grade.EASY) == 1000
    assert again.winnable.grade(Code(PREFIX, 1001)) is Grade.HARD
    assert again.deal(Grade.EASY) <= FEW  # nothing new: the bank begins again
    assert again.winnable.left(PREFIX, Grade.EASY) == FEW
    again.close()


def test_what_a_search_found_is_kept_though_the_program_is_closed_at_once(tmp_path: Path) -> None:
    program = Program(tmp_path, easy(1), Random(1))
    program.deal(Grade.EASY)
    program.desk.answer({"deals": [[1000, MOST_EASE]]})
    program.close()
    again = Program(tmp_path, easy(1), Random(1))
    assert again.deal(Grade.EASY) == 1000
    again.close()


def test_found_deals_do_not_pile_up(tmp_path: Path) -> None:
    program = Program(tmp_path, easy(1), Random(1))
    for turn in range(2 * ENOUGH):
        program.deal(Grade.EASY)
        if len(program.desk.asked) <= turn:
            break
        program.desk.answer({"deals": [[1000 + 3 * turn + more, MOST_EASE] for more in range(3)]})
    program.saver.flush()
    kept = json.loads((tmp_path / "dealt.json").read_text())[PREFIX]["found"]
    assert 0 < len(kept) <= ENOUGH <= MOST_FOUND // len(Grade)
    program.close()


@pytest.mark.parametrize(
    "values",
    [
        None,
        {},
        {"deals": 3},
        {"deals": [3, [1], [1, 2, 3], ["x", 1], [1, "x"], [-1, 1], [DEAL_COUNT, 1], [7, 999], [True, 1]]},
    ],
)
def test_an_answer_that_is_none_brings_nothing(tmp_path: Path, values: dict[str, Any] | None) -> None:
    program = Program(tmp_path, easy(1), Random(1))
    program.deal(Grade.EASY)
    program.desk.answer(values)
    assert [program.winnable.left(PREFIX, grade) for grade in Grade] == [0, 0, 0]
    program.close()


def test_without_a_bank_nothing_is_offered_and_nothing_breaks(tmp_path: Path) -> None:
    def none(prefix: str) -> Bank:
        raise BankError("gone")

    saver = Saver()
    winnable = Winnable(DealtStore(tmp_path / "dealt.json", saver), Desk(), lambda numbers: numbers[0], none)  # type: ignore[arg-type]
    assert winnable.bank(PREFIX) is None
    assert winnable.of_day(PREFIX, date(2026, 1, 1)) is None
    assert winnable.left(PREFIX, Grade.EASY) == 0
    winnable.note(Code(PREFIX, 1))
    assert winnable.grade(Code(PREFIX, 1)) is None
    saver.close()


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"{",
        b"[]",
        b'{"format": 2}',
        b'{"format": 1, "RU1-C": 3}',
        b'{"format": 1, "RU1-C": {"dealt": "zz", "found": [], "choice": ""}}',
        b'{"format": 1, "RU1-C": {"dealt": "-1", "found": [], "choice": ""}}',
        b'{"format": 1, "RU1-C": {"dealt": "0", "found": [[1]], "choice": ""}}',
        b'{"format": 1, "RU1-C": {"dealt": "0", "found": [], "choice": 5}}',
        b'{"format": 1, "RU1-C": {"dealt": "' + b"f" * 100_000 + b'", "found": [], "choice": ""}}',
        b"[" * 100_000,
        b" " * 300_000,
        b"\xff\xfe",
    ],
)
def test_a_damaged_file_is_set_aside_and_all_deals_are_new(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "dealt.json"
    path.write_bytes(content)
    program = Program(tmp_path, easy(3), Random(1))
    assert program.winnable.left(PREFIX, Grade.EASY) == 3
    aside = program.winnable.take_aside()
    assert aside is not None and aside.read_bytes() == content
    assert program.winnable.take_aside() is None
    program.deal(Grade.EASY)
    program.close()
    assert aside.read_bytes() == content
    again = Program(tmp_path, easy(3), Random(1))
    assert again.winnable.left(PREFIX, Grade.EASY) == 2
    again.close()


@given(
    st.integers(0, 1 << 6000),
    st.dictionaries(st.integers(0, DEAL_COUNT - 1), st.integers(0, MOST_EASE), max_size=MOST_FOUND),
    st.sampled_from(["", "random", "hard"]),
)
def test_what_is_kept_is_read_back(bits: int, found: dict[int, int], choice: str) -> None:
    kept = Dealt(bits, found, choice)
    assert Dealt.from_dict(json.loads(json.dumps(kept.to_dict()))) == kept


def test_the_solvers_process_finds_winnable_deals(solving: Solving) -> None:
    values = {"rules": "RU1-R", "grade": "easy", "count": 1, "seconds": 60.0, "seed": 7}
    ticket = answered(solving.ask("find", values, background=True))
    assert ticket.values is not None
    for number, ease in ticket.values["deals"]:
        assert proven(Code("RU1-R", number)) is not None
        assert 0 <= ease <= MOST_EASE
    assert grade_of("RU1-R", ticket.values["deals"][-1][1]) is Grade.EASY


def test_a_player_who_had_all_of_a_grade_gets_new_ones_that_can_be_won(tmp_path: Path, solving: Solving) -> None:
    saver = Saver()
    store = DealtStore(tmp_path / "dealt.json", saver)
    winnable = Winnable(store, solving, Random(3).choice, lambda prefix: Bank(prefix, easy(1)))
    winnable.note(winnable.next("RU1-R", Grade.EASY))
    until(lambda: winnable.left("RU1-R", Grade.EASY))
    code = winnable.next("RU1-R", Grade.EASY)
    assert code.number > 0 and proven(code) is not None
    winnable.close()
    saver.close()


@pytest.mark.parametrize("prefix", GAMES)
def test_a_search_ends_when_it_is_cancelled_or_its_time_is_over(prefix: str) -> None:
    values = {"rules": prefix, "grade": "hard", "count": 100, "seed": 1}
    assert find_deals({**values, "seconds": 60.0}, lambda: True) == {"deals": []}
    assert find_deals({**values, "seconds": 0.0}, lambda: False) == {"deals": []}


