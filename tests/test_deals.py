"""Deal codes: what is read, what is refused and which part is blamed; the shuffle."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine.deals import (
    DEAL_COUNT,
    Code,
    CodeError,
    CodeFault,
    letters,
    number_of,
    pack_of,
    parse_code,
    shuffle,
)
from game.engine.games import GAMES
from game.engine.record import Deal

prefixes = st.sampled_from(list(GAMES))
numbers = st.integers(0, DEAL_COUNT - 1)
blanks = st.text(" \t\n\r\v\f\u00a0\u3000", max_size=20)


@given(prefixes, numbers)
def test_a_code_is_read_back_as_it_was_written(prefix: str, number: int) -> None:
    code = Code(prefix, number)
    assert parse_code(str(code)) == code
    assert len(str(code)) == 13


@given(prefixes, numbers, blanks, blanks, st.data())
def test_case_and_surrounding_blanks_do_not_matter(
    prefix: str, number: int, before: str, after: str, data: st.DataObject
) -> None:
    code = Code(prefix, number)
    typed = "".join(data.draw(st.sampled_from([sign, sign.lower()])) for sign in str(code))
    assert parse_code(before + typed + after) == code


@pytest.mark.parametrize(
    ("number", "text"), [(0, "AAAAAAA"), (27, "AAAAABB"), (DEAL_COUNT - 1, "ZZZZZZZ"), (26**6, "BAAAAAA")]
)
def test_the_letters_of_a_number(number: int, text: str) -> None:
    assert letters(number) == text
    assert number_of(text) == number


@pytest.mark.parametrize("number", [-1, DEAL_COUNT])
def test_there_is_no_deal_beyond_the_letters(number: int) -> None:
    with pytest.raises(ValueError, match=str(number)):
        letters(number)


@pytest.mark.parametrize("text", ["", "AAAAAB", "AAAAABBB", "aaaaabb", "AAAAAB1", "AAAAAÀÀ", "AAAA BB"])
def test_letters_are_seven_capitals(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        number_of(text)


EXAMPLES: list[tuple[CodeFault, str, str]] = [
    (CodeFault.FORM, "", ""),
    (CodeFault.FORM, "RU1", "RU1"),
    (CodeFault.FORM, "RU1-C", "RU1-C"),
    (CodeFault.FORM, "RU1-C-AAAAABB-X", "RU1-C-AAAAABB-X"),
    (CodeFault.FORM, "RU1 C AAAAABB", "RU1 C AAAAABB"),
    (CodeFault.FORM, "RU1–C–AAAAABB", "RU1–C–AAAAABB"),  # dashes, not hyphens
    (CodeFault.FORM, "روسي", "روسي"),
    (CodeFault.FORM, "-" * 2000, "-" * 64),
    (CodeFault.GAME, "XX1-C-AAAAABB", "XX1"),
    (CodeFault.GAME, "RU-C-AAAAABB", "RU"),
    (CodeFault.GAME, "RU12-C-AAAAABB", "RU12"),
    (CodeFault.GAME, "--", ""),
    (CodeFault.VERSION, "RU2-C-AAAAABB", "RU2"),
    (CodeFault.VERSION, "ru9-c-aaaaabb", "ru9"),
    (CodeFault.RULE, "RU1-X-AAAAABB", "X"),
    (CodeFault.RULE, "RU1-1-AAAAABB", "1"),
    (CodeFault.RULE, "KL1-C-AAAAABB", "C"),
    (CodeFault.RULE, "EA1--AAAAABB", ""),
    (CodeFault.LETTERS, "RU1-C-AAAAAB", "AAAAAB"),
    (CodeFault.LETTERS, "RU1-C-AAAAABBB", "AAAAABBB"),
    (CodeFault.LETTERS, "RU1-C-AAAAAB1", "AAAAAB1"),
    (CodeFault.LETTERS, "RU1-C- AAAAABB", " AAAAABB"),
    (CodeFault.LETTERS, "RU1-C-", ""),
]


@pytest.mark.parametrize(("fault", "text", "part"), EXAMPLES)
def test_a_wrong_code_is_blamed_on_the_part_that_is_wrong(fault: CodeFault, text: str, part: str) -> None:
    with pytest.raises(CodeError) as refused:
        parse_code(text)
    assert (refused.value.fault, refused.value.part) == (fault, part)


@pytest.mark.parametrize("fault", CodeFault)
def test_every_fault_of_a_code_has_an_example(fault: CodeFault) -> None:
    assert fault in {example[0] for example in EXAMPLES}


_PIECES = ["RU1", "KL1", "EA", "ru", "-", "C", "1", "AAAAABB", "aaaaa", " ", "ß", "ı", "\u212a", "\0", "１"]
near_codes = st.lists(st.sampled_from(_PIECES), max_size=9)


@given(st.text() | near_codes.map("".join))
@settings(max_examples=500)
def test_any_text_is_a_code_or_is_refused_as_one(text: str) -> None:
    try:
        code = parse_code(text)
    except CodeError as error:
        assert len(error.part) <= 64
    else:
        assert str(code) == text.strip().upper()


@given(numbers)
@settings(max_examples=50)
def test_the_same_letters_are_the_same_cards_in_every_game(number: int) -> None:
    packs = {Deal.from_code(Code(prefix, number)).pack for prefix in GAMES}
    assert packs == {pack_of(number)}


@given(st.binary(max_size=64))
def test_a_shuffled_pack_is_a_whole_pack(seed: bytes) -> None:
    assert sorted(shuffle(seed)) == list(range(52))


def test_the_first_card_of_many_deals_is_any_card_about_as_often() -> None:
    """A shuffle that favours some cards would show here: 52 cards, about 100 times each."""
    counts = [0] * 52
    for number in range(5200):
        counts[pack_of(number)[0]] += 1
    assert min(counts) > 55
    assert max(counts) < 150
