"""Records from outside: every fault has its name, whatever the bytes are."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import cards
from game.engine.deals import Code, CodeFault, pack_of, shuffle
from game.engine.games import GAMES
from game.engine.record import (
    MOST_BYTES,
    MOST_EVENTS,
    Deal,
    Record,
    RecordError,
    RecordFault,
    ReplayError,
    from_dict,
    from_json,
)
from game.engine.refusal import Refusal

GOOD: dict[str, Any] = {"format": 1, "code": "RU1-C-AAAAABB", "events": [], "elapsed": 83.2}
PACK = cards.names(pack_of(27))
SEED = "0123456789abcdef" * 4


def with_(**changes: object) -> str:
    """The good record with some keys changed, or left out where the value is ``...``."""
    values = {**GOOD, **changes}
    return json.dumps({key: value for key, value in values.items() if value is not ...})


def by_rules(**changes: object) -> str:
    return with_(**{"code": ..., "rules": "ER1-S", **changes})


def each(fault: RecordFault, make: Callable[..., str], key: str, *values: object) -> list[tuple[RecordFault, str]]:
    return [(fault, make(**{key: value})) for value in values]


FAULTS: list[tuple[RecordFault, str]] = [
    (RecordFault.TOO_LARGE, with_(note="x" * MOST_BYTES)),
    (RecordFault.NOT_JSON, ""),
    (RecordFault.NOT_JSON, with_()[:-3]),
    (RecordFault.NOT_JSON, with_() + "}"),
    (RecordFault.NOT_JSON, "[" * 200_000),
    (RecordFault.NOT_JSON, '{"a":' * 200_000),
    (RecordFault.NOT_JSON, "1" * 5000),
    (RecordFault.NOT_A_RECORD, "null"),
    (RecordFault.NOT_A_RECORD, "[]"),
    (RecordFault.NOT_A_RECORD, "{}"),
    *each(RecordFault.NOT_A_RECORD, with_, "format", 0, -1, True, 1.0, "1", None, [1], float("nan")),
    *each(RecordFault.NEWER_FORMAT, with_, "format", 2, 10**400),
    (RecordFault.NO_DEAL, with_(code=...)),
    (RecordFault.NO_DEAL, by_rules()),
    *each(RecordFault.CODE, with_, "code", None, 27, ["RU1-C-AAAAABB"], "RU1-C", "RU1-C-AAAAAB1"),
    *each(RecordFault.RULES, by_rules, "rules", "ER1", "er1-s", 1, ["ER1-S"], {}),
    *each(RecordFault.SEED, by_rules, "seed", "", SEED[1:], SEED + "00", "g" * 64, " " * 64, 7, None),
    *each(RecordFault.SEED, by_rules, "seed", "٣" * 64, [SEED], SEED[:62] + "\n0"),
    (RecordFault.PACK, by_rules(pack=PACK[:-1])),
    (RecordFault.PACK, by_rules(pack=[*PACK, "AS"])),
    (RecordFault.PACK, by_rules(pack=[*PACK[:-1], PACK[0]])),
    (RecordFault.PACK, by_rules(pack=[*PACK[:-1], "1S"])),
    (RecordFault.PACK, by_rules(pack=[*PACK[:-1], 7])),
    (RecordFault.PACK, by_rules(pack=[*PACK[:-1], None])),
    *each(RecordFault.PACK, by_rules, "pack", None, "", " ".join(PACK), {"0": "AS"}, list(range(52))),
    *each(RecordFault.EVENTS, with_, "events", ..., None, "draw", {}, [1], [None], [["draw"]]),
    (RecordFault.EVENTS, with_(events=["undo"] * (MOST_EVENTS + 1))),
    *each(RecordFault.ELAPSED, with_, "elapsed", None, "1", True, False, [], -1, -0.001, 10**400),
    *each(RecordFault.ELAPSED, with_, "elapsed", float("nan"), float("inf"), float("-inf")),
    (RecordFault.ELAPSED, with_().replace("83.2", "1e999")),
]


@pytest.mark.parametrize(("fault", "text"), FAULTS, ids=lambda value: str(getattr(value, "value", value))[:60])
def test_a_faulty_record_is_refused_with_its_fault(fault: RecordFault, text: str) -> None:
    for content in (text, text.encode()):
        with pytest.raises(RecordError) as refused:
            from_json(content)
        assert refused.value.fault is fault


@pytest.mark.parametrize("fault", RecordFault)
def test_every_fault_of_a_record_has_an_example(fault: RecordFault) -> None:
    assert fault in {example[0] for example in FAULTS}


def test_the_fault_of_a_code_is_kept() -> None:
    with pytest.raises(RecordError) as refused:
        from_json(with_(code="RU1-X-AAAAABB"))
    assert refused.value.code_error is not None
    assert refused.value.code_error.fault is CodeFault.RULE


@pytest.mark.parametrize("elapsed", [0, 5, 1e9, 83.2])
def test_a_time_may_be_any_sensible_number(elapsed: float) -> None:
    assert from_json(with_(elapsed=elapsed)).elapsed == elapsed


def test_the_time_may_be_left_out() -> None:
    assert from_json(with_(elapsed=...)).elapsed == 0


@pytest.mark.parametrize("content", [b"\xff\xfe\x00", b"\x80abc", b"\x00" * 100, b"PK\x03\x04", b"\xef\xbb\xbf"])
def test_a_file_of_another_kind_is_not_json(content: bytes) -> None:
    with pytest.raises(RecordError) as refused:
        from_json(content)
    assert refused.value.fault is RecordFault.NOT_JSON


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.sampled_from(["undo", 10**400, SEED]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)
near_records = st.dictionaries(
    st.sampled_from(["format", "code", "rules", "seed", "pack", "events", "elapsed", "x"]),
    values | st.sampled_from([1, "KL1-1", "KL1-1-ABCDEFG", SEED, PACK, ["draw"], ["undo"], 1.5]),
)


@given(values | near_records)
@settings(max_examples=400)
def test_any_json_is_a_record_or_is_refused_as_one(value: object) -> None:
    try:
        from_dict(value)
    except RecordError as error:
        assert error.fault in RecordFault


@given(st.binary() | st.binary(max_size=30).map(lambda tail: with_().encode()[:-1] + b"," + tail))
@settings(max_examples=300)
def test_any_bytes_are_a_record_or_are_refused_as_one(content: bytes) -> None:
    try:
        from_json(content)
    except RecordError as error:
        assert error.fault in RecordFault


@given(st.dictionaries(st.text(min_size=1).filter(lambda key: key not in {*GOOD, "rules", "seed", "pack"}), values))
def test_keys_of_other_programs_survive(extra: dict[str, Any]) -> None:
    kept = from_json(json.dumps({**GOOD, **extra}))
    again = from_json(kept.to_json())
    assert json.dumps(again.to_dict()) == json.dumps(kept.to_dict())  # as text: NaN is no equal of itself
    assert set(again.to_dict()) == {*GOOD, *extra}


def test_what_could_be_read_can_be_written_as_a_file() -> None:
    """A lone half of a surrogate pair is valid in JSON, and no valid text in a file."""
    kept = from_json('{"format": 1, "code": "RU1-C-AAAAABB", "events": [], "note": "\\ud800"}')
    assert from_json(kept.to_json().encode()).extra == {"note": "\ud800"}


def test_a_deep_value_that_could_be_read_can_be_written() -> None:
    for depth in range(100, 1000):
        text = with_()[:-1] + ', "deep": ' + "[" * depth + "]" * depth + "}"
        try:
            kept = from_json(text)
        except RecordError:
            return
        assert from_json(kept.to_json()).extra == kept.extra


@pytest.mark.parametrize("prefix", GAMES)
def test_a_deal_by_seed_or_pack_is_the_deal_that_it_says(prefix: str) -> None:
    by_seed = from_json(with_(code=..., rules=prefix, seed=SEED.upper()))
    assert by_seed.deal.pack == shuffle(bytes.fromhex(SEED))
    assert by_seed.to_dict()["seed"] == SEED
    by_pack = from_json(with_(code=..., rules=prefix, pack=PACK))
    by_code = from_json(with_(code=f"{prefix}-AAAAABB"))
    assert by_pack.replay().position() == by_code.replay().position()
    for record in (by_seed, by_pack, by_code):
        assert from_json(record.to_json()) == record


def test_a_refused_event_is_named_with_its_index_and_rule() -> None:
    record = Record(Deal.from_code(Code("KL1-1", 0)), ("draw", "draw", "stock:1>t1", "draw"))
    with pytest.raises(ReplayError) as refused:
        record.replay()
    assert (refused.value.index, refused.value.event) == (2, "stock:1>t1")
    assert refused.value.refusal is Refusal.NOT_A_SOURCE


def test_an_event_that_is_no_event_is_named_too() -> None:
    with pytest.raises(ReplayError) as refused:
        Record(Deal.from_code(Code("KL1-1", 0)), ("hello",)).replay()
    assert (refused.value.index, refused.value.event, refused.value.refusal) == (0, "hello", Refusal.UNREADABLE)


def test_the_longest_record_is_read() -> None:
    assert len(from_json(with_(code="KL1-1-AAAAABB", events=["draw"] * MOST_EVENTS)).events) == MOST_EVENTS
