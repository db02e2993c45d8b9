"""The reasons of moves: one example for each, and a sentence in every language for every move of whole games."""

from __future__ import annotations

import pytest

from game.engine.cards import parse
from game.engine.games import EASTHAVEN, GAMES, KLONDIKE_ONE, RUSSIAN_CLASSIC
from game.engine.spec import GameSpec
from game.engine.state import Move, State, parse_event
from game.engine.view import masked
from game.solver.reasons import Reason, Why, reason
from game.text.catalogue import Catalogue, languages
from game.ui.table.advicewords import reason_words
from tests.support import board, session_at, steps, winning_record


def why(spec: GameSpec, state: State, *line: str) -> Reason:
    moves = [move for move in map(parse_event, line) if isinstance(move, Move)]
    session_at(spec, state, *line)  # the line is legal
    return reason(spec, state, moves[0], moves[1:])


def card(name: str) -> int:
    return parse(name)


K = KLONDIKE_ONE
EXAMPLES = {
    Why.TURNS: (Reason(Why.TURNS, column=0), K, board(K, "[9S] 5H", "6S"), ["t1:1>t2"]),
    Why.ACE: (Reason(Why.ACE), K, board(K, "9S AH"), ["t1:1>fH"]),
    Why.UP: (Reason(Why.UP), K, board(K, "9S 2H", foundations=(0, 1, 0, 0)), ["t1:1>fH"]),
    Why.UP_THEN: (
        Reason(Why.UP_THEN, card("3H")), K, board(K, "9S 2H", "3H", foundations=(0, 1, 0, 0)), ["t1:1>fH", "t2:1>fH"],
    ),
    Why.EMPTIES: (Reason(Why.EMPTIES, column=0), K, board(K, "5H", "6S"), ["t1:1>t2"]),
    Why.EMPTIES_FOR: (
        Reason(Why.EMPTIES_FOR, card("KD"), column=0),
        K,
        board(K, "5H", "6S", waste="KD"),
        ["t1:1>t2", "waste:1>t1"],
    ),
    Why.KING: (Reason(Why.KING), K, board(K, "", "9S KD"), ["t2:1>t1"]),
    Why.FREES_UP: (
        Reason(Why.FREES_UP, card("2S")), K, board(K, "2S 5H", "6S", foundations=(1, 0, 0, 0)), ["t1:1>t2", "t1:1>fS"],
    ),
    Why.FREES_PLACE: (
        Reason(Why.FREES_PLACE, card("8D"), on=card("9S")), K, board(K, "9S 5H", "6S", "8D"), ["t1:1>t2", "t3:1>t1"],
    ),
    Why.FREES_MOVE: (
        Reason(Why.FREES_MOVE, card("9S")), K, board(K, "8D 9S 5H", "6S", "TD"), ["t1:1>t2", "t1:1>t3"],
    ),
    Why.TAKES: (
        Reason(Why.TAKES, card("4S")), K, board(K, "", "6S", "4S", waste="5H"), ["waste:1>t2", "t3:1>t2"],
    ),
    Why.NEXT_OF_WASTE: (
        Reason(Why.NEXT_OF_WASTE, card("9H")), K, board(K, "TS", "6S", waste="9H 5H"), ["waste:1>t2", "waste:1>t1"],
    ),
    Why.STOCK_FOR: (
        Reason(Why.STOCK_FOR, card("5H")), K, board(K, "", "6S", stock="5H 9C"), ["draw", "draw", "waste:1>t2"],
    ),
    Why.RECYCLE_FOR: (
        Reason(Why.RECYCLE_FOR, card("5H")), K, board(K, "", "6S", waste="5H 9C"), ["draw", "draw", "waste:1>t2"],
    ),
    Why.STOCK: (Reason(Why.STOCK), K, board(K, "6S", stock="9C"), ["draw"]),
    Why.RECYCLE: (Reason(Why.RECYCLE), K, board(K, "6S", waste="9C"), ["draw"]),
    Why.ROW: (Reason(Why.ROW), EASTHAVEN, board(EASTHAVEN, *["9S"] * 7, stock="9C"), ["draw"]),
    Why.ORDER: (
        Reason(Why.ORDER, on=card("6H")), RUSSIAN_CLASSIC, board(RUSSIAN_CLASSIC, "9S 5H", "6H"), ["t1:1>t2"],
    ),
    Why.LATER_TURNS: (
        Reason(Why.LATER_TURNS, column=2, steps=1), K, board(K, "9S 5H", "6S", "[2C] QH", "KS"), ["t1:1>t2", "t3:1>t4"],
    ),
    Why.LATER_UP: (
        Reason(Why.LATER_UP, card("AC"), steps=1), K, board(K, "9S 5H", "6S", "7D AC"), ["t1:1>t2", "t3:1>fC"],
    ),
    Why.STEP: (Reason(Why.STEP), K, board(K, "9S 5H", "6S"), ["t1:1>t2"]),
}


@pytest.mark.parametrize("wanted", Why)
def test_each_reason_has_its_example(wanted: Why) -> None:
    expected, spec, state, line = EXAMPLES[wanted]
    assert expected.why is wanted
    assert why(spec, state, *line) == expected


def test_a_card_that_this_round_does_not_bring_is_said_to_come_in_the_next_one() -> None:
    state = board(K, "", "6S", waste="5H", stock="9C")
    assert why(K, state, "draw", "draw", "draw", "waste:1>t2") == Reason(Why.RECYCLE_FOR, card("5H"))


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("prefix", GAMES)
def test_every_move_of_a_won_game_is_explained(prefix: str, language: str) -> None:
    record, text, spec = winning_record(GAMES[prefix]), Catalogue(language), GAMES[prefix]
    assert record is not None
    played = record.replay()
    line = [*played.line]
    for at, (before, event, _) in enumerate(steps(played)):
        assert isinstance(event, Move)
        for given in (reason(spec, before, event, line[at + 1 :]), reason(spec, masked(spec, before), event, ())):
            words = reason_words(text, given)
            assert words.strip() and "{" not in words and not words.startswith("why.")
