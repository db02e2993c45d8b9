"""Auto-complete is offered exactly when the rules allow it and carrying it out really wins."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import cards, rules
from game.engine.autocomplete import auto_complete
from game.engine.games import EASTHAVEN, ERAM_SOLO, GAMES, KLONDIKE_ONE, KLONDIKE_THREE, RUSSIAN_CLASSIC
from game.engine.spec import GameSpec
from game.engine.state import State, is_foundation
from tests.support import board

OFFERING = [KLONDIKE_ONE, KLONDIKE_THREE, ERAM_SOLO, EASTHAVEN]
offering_games = pytest.mark.parametrize("spec", OFFERING, ids=lambda spec: spec.prefix)


@st.composite
def late_positions(draw: st.DrawFn, spec: GameSpec) -> State:
    """At most twelve cards left, over columns and waste, often in order; now and then one face down or in the stock."""
    foundations = tuple(13 - draw(st.integers(0, 3)) for _ in range(4))
    left = [cards.make(suit, rank) for suit, count in enumerate(foundations) for rank in range(count, 13)]
    random = Random(draw(st.integers(0, 2**32)))
    piles: list[list[int]] = [[] for _ in range(9)]
    places = 8 if spec is not EASTHAVEN else 7
    for card in sorted(left, key=cards.rank_of, reverse=True):
        piles[random.randrange(places)].append(card)
    if draw(st.booleans()):
        for pile in piles:
            random.shuffle(pile)
    *columns, waste, stock = piles
    disturbance = draw(st.sampled_from(["none", "none", "none", "stock", "down"]))
    if disturbance == "stock" and columns[0]:
        stock.append(columns[0].pop())
    deep = [len(column) > 1 and disturbance == "down" for column in columns]
    return State(tuple(map(bytes, columns)), tuple(map(int, deep)), bytes(stock), bytes(waste), foundations)


def wins_upward(spec: GameSpec, state: State) -> bool:
    """True if some order of moves to the foundations wins, by trying all."""
    seen, todo = {state}, [state]
    while todo:
        state = todo.pop()
        if rules.is_won(spec, state):
            return True
        upward = [move for move in rules.legal_moves(spec, state) if is_foundation(move.dst)]
        after = {rules.apply(spec, state, move)._replace(score=0) for move in upward} - seen
        seen |= after
        todo += after
    return False


def may_be_offered(spec: GameSpec, state: State) -> bool:
    over = rules.is_won(spec, state)
    return not (over or any(state.down) or state.stock or (spec is ERAM_SOLO and state.waste))


@offering_games
@given(data=st.data())
@settings(max_examples=200)
def test_it_is_offered_exactly_when_it_wins(spec: GameSpec, data: st.DataObject) -> None:
    state = data.draw(late_positions(spec))
    assert bool(auto_complete(spec, state)) == (may_be_offered(spec, state) and wins_upward(spec, state))


@offering_games
@given(data=st.data())
@settings(max_examples=100)
def test_its_moves_are_legal_go_up_and_win(spec: GameSpec, data: st.DataObject) -> None:
    start = state = data.draw(late_positions(spec))
    moves = auto_complete(spec, state)
    for move in moves:
        assert is_foundation(move.dst)
        state = rules.apply(spec, state, move)
        assert state.score >= start.score
    assert not moves or rules.is_won(spec, state)


@offering_games
def test_the_positions_tried_hold_both_answers(spec: GameSpec) -> None:
    """Guards the strategy: offered, refused for the condition, refused because it does not win."""
    answers: set[tuple[bool, bool]] = set()

    @given(state=late_positions(spec))
    @settings(max_examples=100, derandomize=True)
    def look(state: State) -> None:
        answers.add((may_be_offered(spec, state), wins_upward(spec, state)))

    look()
    assert answers >= {(True, True), (True, False), (False, True)}


@pytest.mark.parametrize("prefix", ["RU1-C", "RU1-R"])
@given(data=st.data())
def test_russian_never_plays_by_itself(prefix: str, data: st.DataObject) -> None:
    assert auto_complete(GAMES[prefix], data.draw(late_positions(RUSSIAN_CLASSIC))) == ()


def test_a_card_on_the_waste_forbids_it_in_eram_only() -> None:
    late = board(KLONDIKE_ONE, waste="KC", foundations=(13, 13, 13, 12))
    assert auto_complete(KLONDIKE_ONE, late)
    assert auto_complete(KLONDIKE_THREE, late)
    assert not auto_complete(ERAM_SOLO, late)
    assert auto_complete(ERAM_SOLO, board(ERAM_SOLO, "KC", foundations=(13, 13, 13, 12)))


def test_a_waste_in_the_wrong_order_forbids_it() -> None:
    late = board(KLONDIKE_ONE, waste="QC KC", foundations=(13, 13, 13, 11))
    assert not auto_complete(KLONDIKE_ONE, late)
    assert auto_complete(KLONDIKE_ONE, late._replace(waste=late.waste[::-1]))


def test_a_won_game_has_nothing_left_to_complete() -> None:
    for spec in OFFERING:
        assert auto_complete(spec, board(spec, foundations=(13, 13, 13, 13))) == ()
