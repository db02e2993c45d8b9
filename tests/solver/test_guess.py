"""Moves by what lies open: legal, of some use, and the same whatever the hidden cards are."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import rules
from game.engine.cards import HIDDEN
from game.engine.games import EASTHAVEN, ERAM_SOLO, GAMES, KLONDIKE_ONE, RUSSIAN_RELAXED
from game.engine.session import Session
from game.engine.spec import GameSpec
from game.engine.state import State
from game.engine.view import masked
from game.solver.guess import guess
from game.solver.reasons import reason
from tests.support import board, games

every_variant = pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))


def reshuffled(state: State, seen: State, random: Random) -> State:
    """A position that looks the same: other cards where faces are hidden."""
    piles = [*state.columns, state.stock, state.waste]
    masks = [*seen.columns, seen.stock, seen.waste]
    faces = zip(b"".join(piles), b"".join(masks), strict=True)
    hidden = [card for card, face in faces if face == HIDDEN]
    random.shuffle(hidden)
    deck = iter(hidden)
    piles = [bytes(next(deck) if face == HIDDEN else face for face in mask) for mask in masks]
    return state._replace(columns=tuple(piles[:-2]), stock=piles[-2], waste=piles[-1])


@every_variant
@settings(max_examples=25)
@given(st.data())
def test_a_guess_is_legal_and_has_a_reason(spec: GameSpec, data: st.DataObject) -> None:
    session = data.draw(games(spec))
    move = guess(spec, masked(spec, session.state))
    if move is not None:
        assert rules.refusal(spec, session.state, move) is None
        reason(spec, masked(spec, session.state), move, ())


@every_variant
@settings(max_examples=25)
@given(st.data())
def test_hidden_cards_make_no_difference(spec: GameSpec, data: st.DataObject) -> None:
    state = data.draw(games(spec)).state
    other = reshuffled(state, masked(spec, state), Random(data.draw(st.integers(0, 99))))
    assert masked(spec, other) == masked(spec, state)
    move = guess(spec, masked(spec, state))
    assert guess(spec, masked(spec, other)) == move
    if move is not None:
        whys = [reason(spec, masked(spec, each), move, ()) for each in (state, other)]
        assert whys[0] == whys[1]


@pytest.mark.parametrize("spec", [KLONDIKE_ONE, EASTHAVEN, RUSSIAN_RELAXED], ids=lambda spec: spec.prefix)
def test_following_guesses_never_goes_in_circles_without_the_stock(spec: GameSpec) -> None:
    """Every guess but a draw changes something for good, so there are not many between two draws."""
    for number in range(8):
        session = Session(spec, bytes(Random(number).sample(range(52), 52)))
        since_draw = 0
        for _ in range(300):
            move = guess(spec, masked(spec, session.state))
            if move is None:
                break
            since_draw = 0 if str(move) == "draw" else since_draw + 1
            assert since_draw < 120
            session.do(move)
            if session.state.recycles > 3:
                break


def guessed(spec: GameSpec, state: State) -> str:
    return str(guess(spec, masked(spec, state)))


def test_an_ace_goes_up_before_a_hidden_card_is_turned() -> None:
    state = board(KLONDIKE_ONE, "[9S] 5H", "[9C] 6S", "[8C] AD")
    assert guessed(KLONDIKE_ONE, state) == "t3:1>fD"


def test_the_column_with_more_hidden_cards_is_opened_first() -> None:
    state = board(KLONDIKE_ONE, "[9S] 5H", "[9C] [9D] 5D", "6S")
    assert guessed(KLONDIKE_ONE, state) == "t2:1>t3"


def test_a_whole_column_is_not_moved_for_nothing() -> None:
    assert guess(KLONDIKE_ONE, board(KLONDIKE_ONE, "5H", "6S")) is None
    assert guessed(KLONDIKE_ONE, board(KLONDIKE_ONE, "5H", "6S", "[2C] QS KH")) == "t1:1>t2"


def test_with_nothing_else_the_stock_is_drawn_from() -> None:
    assert guessed(ERAM_SOLO, board(ERAM_SOLO, "[2S] 5H", "[3S] 8H", stock="9C")) == "draw"
    assert guess(ERAM_SOLO, board(ERAM_SOLO, "[2S] 5H", "[3S] 8H")) is None
