"""Every reason to refuse an event, each with positions that bring it about."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from game.engine.games import EASTHAVEN, ERAM_SOLO, KLONDIKE_ONE, KLONDIKE_THREE, RUSSIAN_CLASSIC, RUSSIAN_RELAXED
from game.engine.refusal import IllegalEvent, Refusal
from game.engine.spec import GameSpec
from game.engine.state import State
from tests.support import board, session_at


class Case(NamedTuple):
    """In ``state``, after the events before it, the last of ``events`` is refused for ``refusal``."""

    refusal: Refusal
    spec: GameSpec
    state: State
    events: tuple[str, ...]


def case(refusal: Refusal, spec: GameSpec, state: State, *events: str) -> Case:
    return Case(refusal, spec, state, events)


R, KL, KL3, ER, EA = RUSSIAN_CLASSIC, KLONDIKE_ONE, KLONDIKE_THREE, ERAM_SOLO, EASTHAVEN
_LAST_CARD = (13, 13, 13, 12)
_SHUTTLE = ("t1:1>t2", "t2:1>t1") * 51
_TWENTY_ONE = "8S " + " ".join(["AH"] * 20)
_UNREADABLE = ("", "t1:0>t2", "t8:1>t1", "t1:1>t2 ", "T1:1>t2", "fs:1>t1", "undo ", "t1:100>t2", "t1:１>t2", "t1>t2")

CASES = [
    *[case(Refusal.UNREADABLE, R, board(R, "KS"), event) for event in _UNREADABLE],
    case(Refusal.GAME_OVER, R, board(R, "KC", foundations=_LAST_CARD), "t1:1>fC", "fC:1>t1"),
    case(Refusal.GAME_OVER, KL, board(KL, "KC", foundations=_LAST_CARD), "t1:1>fC", "draw"),
    case(Refusal.GAME_OVER, ER, board(ER, "KC", foundations=_LAST_CARD), "t1:1>fC", "undo"),
    case(Refusal.GAME_OVER, ER, board(ER, "KC"), "finish", "t1:1>t2"),
    case(Refusal.GAME_OVER, ER, board(ER, "KC"), "finish", "finish"),
    case(Refusal.NO_SUCH_PILE, R, board(R, "KS"), "stock:1>t1"),
    case(Refusal.NO_SUCH_PILE, R, board(R, "KS"), "t1:1>waste"),
    case(Refusal.NO_SUCH_PILE, EA, board(EA, "KS"), "waste:1>t1"),
    case(Refusal.SAME_PILE, R, board(R, "KS"), "t1:1>t1"),
    case(Refusal.SAME_PILE, KL, board(KL, waste="KS"), "waste:1>waste"),
    case(Refusal.NOT_ENOUGH_CARDS, R, board(R, "KS"), "t1:2>t2"),
    case(Refusal.NOT_ENOUGH_CARDS, R, board(R, "KS"), "t2:1>t1"),
    case(Refusal.NOT_ENOUGH_CARDS, KL, board(KL, "2S"), "waste:1>t1"),
    case(Refusal.NOT_ENOUGH_CARDS, KL, board(KL, "2S"), "fH:1>t1"),
    case(Refusal.FACE_DOWN, R, board(R, "[8S] KH", "9S"), "t1:2>t2"),
    case(Refusal.FACE_DOWN, KL, board(KL, "[8S] 7H", "9H"), "t1:2>t2"),
    case(Refusal.ONE_AT_A_TIME, R, board(R, "2S AS"), "t1:2>fS"),
    case(Refusal.ONE_AT_A_TIME, KL, board(KL, "9H", waste="7H 8S"), "waste:2>t1"),
    case(Refusal.ONE_AT_A_TIME, KL, board(KL, "3H", foundations=(2, 0, 0, 0)), "fS:2>t1"),
    case(Refusal.GROUP_LIMIT, R, board(R, "9S", _TWENTY_ONE), "t2:21>t1"),
    case(Refusal.GROUP_LIMIT, RUSSIAN_RELAXED, board(RUSSIAN_RELAXED, "9D", _TWENTY_ONE), "t2:21>t1"),
    *[case(Refusal.NOT_A_RUN, spec, board(spec, "9S", "8H 7H"), "t2:2>t1") for spec in (KL, KL3, ER, EA)],
    case(Refusal.NOT_A_TARGET, KL, board(KL, "9S", waste="8H"), "t1:1>waste"),
    case(Refusal.NOT_A_TARGET, EA, board(EA, "9S", stock="8H"), "t1:1>stock"),
    case(Refusal.NOT_A_TARGET, KL, board(KL, foundations=(1, 0, 0, 0)), "fS:1>fH"),
    case(Refusal.NOT_A_SOURCE, KL, board(KL, "9S", stock="8H"), "stock:1>t1"),
    case(Refusal.NOT_A_SOURCE, EA, board(EA, "9S", stock="8H"), "stock:2>t1"),
    *[case(Refusal.KINGS_ONLY, spec, board(spec, "QS"), "t1:1>t2") for spec in (R, KL, ER, EA)],
    case(Refusal.BUILD_SAME_SUIT, R, board(R, "9S", "8C"), "t2:1>t1"),
    case(Refusal.BUILD_ANY_SUIT, RUSSIAN_RELAXED, board(RUSSIAN_RELAXED, "9S", "7S"), "t2:1>t1"),
    *[case(Refusal.BUILD_ALTERNATING, spec, board(spec, "9S", "8C"), "t2:1>t1") for spec in (KL, KL3, ER, EA)],
    case(Refusal.FOUNDATION_SUIT, R, board(R, "AS"), "t1:1>fH"),
    case(Refusal.FOUNDATION_ORDER, R, board(R, "2S"), "t1:1>fS"),
    case(Refusal.FOUNDATION_ORDER, KL, board(KL, waste="3S", foundations=(1, 0, 0, 0)), "waste:1>fS"),
    case(Refusal.NO_TAKEBACK, ER, board(ER, "2H", foundations=(1, 0, 0, 0)), "fS:1>t1"),
    case(Refusal.NO_STOCK, R, board(R, "KS"), "draw"),
    case(Refusal.STOCK_EMPTY, KL, board(KL, "KS"), "draw"),
    case(Refusal.STOCK_EMPTY, EA, board(EA, *["KS"] * 7), "draw"),
    case(Refusal.EMPTY_COLUMN, EA, board(EA, *["KS"] * 6, stock="AH"), "draw"),
    case(Refusal.NOTHING_TO_UNDO, R, board(R, "KS"), "undo"),
    case(Refusal.NOTHING_TO_UNDO, KL, board(KL, stock="AH"), "draw", "undo", "undo"),
    case(Refusal.UNDO_LIMIT, R, board(R, "KS"), *_SHUTTLE, *["undo"] * 101),
    *[case(Refusal.NO_FINISH, spec, board(spec, "KS"), "finish") for spec in (R, KL, EA)],
]


@pytest.mark.parametrize("example", CASES, ids=lambda example: f"{example.refusal.value}-{example.spec.prefix}")
def test_a_refused_event_names_its_rule(example: Case) -> None:
    *before, last = example.events
    game = session_at(example.spec, example.state, *before)
    with pytest.raises(IllegalEvent) as refused:
        game.do_text(last)
    assert refused.value.refusal is example.refusal


@pytest.mark.parametrize("value", [None, 1, ["draw"], b"draw", {}])
def test_what_is_no_text_is_no_event(value: object) -> None:
    with pytest.raises(IllegalEvent) as refused:
        session_at(KL, board(KL, stock="AH")).do_text(value)
    assert refused.value.refusal is Refusal.UNREADABLE


@pytest.mark.parametrize("refusal", Refusal)
def test_every_rule_that_can_refuse_has_an_example(refusal: Refusal) -> None:
    assert refusal in {example.refusal for example in CASES}


def test_a_king_from_a_foundation_is_taken_back_to_an_empty_column() -> None:
    game = session_at(R, board(R, "QC", foundations=(13, 0, 0, 0)), "fS:1>t2")
    assert game.state.foundations == (12, 0, 0, 0)
