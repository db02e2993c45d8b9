"""Shorter wins: they win by the engine's rules and are never longer than what was known."""

from __future__ import annotations

import time

import pytest

from game.engine import rules
from game.engine.games import GAMES, KLONDIKE_ONE
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec
from game.engine.state import Move, parse_event
from game.solver.answer import Budget, Meter
from game.solver.shorten import shortened, without_needless
from tests.solver.test_budget import ticking
from tests.support import board, winning_record


def meter(seconds: float) -> Meter:
    return Meter(Budget(seconds, 10**9), lambda: False, time.process_time)


def line(*events: str) -> tuple[Move, ...]:
    return tuple(move for move in map(parse_event, events) if isinstance(move, Move))


@pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))
def test_a_shorter_win_is_a_win(spec: GameSpec) -> None:
    record = winning_record(spec)
    assert record is not None
    opening = Session(record.deal.spec, record.deal.pack)
    known = record.replay().line
    found = shortened(record.deal.spec, opening.state, known, meter(0.5))
    assert len(found) <= len(known)
    for move in found:
        opening.do(move)
    assert opening.outcome is Outcome.WON


def test_detours_and_needless_moves_are_left_out() -> None:
    state = board(KLONDIKE_ONE, "KH", "", "QS", foundations=(11, 12, 13, 12), stock="KC", waste="KS")
    detour = line("t3:1>t1", "t1:1>fS", "fS:1>t1", "draw", "waste:1>fC", "t1:1>fS", "waste:1>fS", "t1:1>fH")
    play = state
    for move in detour:
        play = rules.apply(KLONDIKE_ONE, play, move)
    assert rules.is_won(KLONDIKE_ONE, play)
    assert without_needless(KLONDIKE_ONE, state, detour, meter(9)) == line(
        "t3:1>t1", "t1:1>fS", "draw", "waste:1>fC", "waste:1>fS", "t1:1>fH"
    )


def test_without_time_the_known_win_comes_back() -> None:
    record = winning_record(KLONDIKE_ONE)
    assert record is not None
    known = record.replay().line
    spent = Meter(Budget(0.0), lambda: False, ticking())
    assert shortened(KLONDIKE_ONE, Session(KLONDIKE_ONE, record.deal.pack).state, known, spent) == known
