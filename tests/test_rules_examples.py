"""Tiny hand-made positions, one for each rule that tells the games apart."""

from __future__ import annotations

import pytest

from game.engine import rules
from game.engine.games import (
    EASTHAVEN,
    ERAM_SOLO,
    GAMES,
    KLONDIKE_ONE,
    KLONDIKE_THREE,
    RUSSIAN_CLASSIC,
    RUSSIAN_RELAXED,
)
from game.engine.refusal import IllegalEvent, Refusal
from game.engine.session import Outcome
from game.engine.spec import GameSpec
from game.engine.state import DRAW, Command, Move, State, parse_event
from tests.support import after, board, names, session_at, winning_record

KLONDIKES = [KLONDIKE_ONE, KLONDIKE_THREE]
RUSSIANS = [RUSSIAN_CLASSIC, RUSSIAN_RELAXED]
ALTERNATING = [KLONDIKE_ONE, KLONDIKE_THREE, ERAM_SOLO, EASTHAVEN]


def ids(spec: object) -> str:
    return spec.prefix if isinstance(spec, GameSpec) else str(spec)


def legal(spec: GameSpec, state: State, event: str) -> bool:
    return parse_event(event) in rules.legal_moves(spec, state)


# --- Building in the columns


@pytest.mark.parametrize(
    ("spec", "end", "card", "fits"),
    [
        (RUSSIAN_CLASSIC, "9H", "8H", True),
        (RUSSIAN_CLASSIC, "9H", "8D", False),
        (RUSSIAN_CLASSIC, "9H", "8S", False),
        (RUSSIAN_CLASSIC, "9H", "7H", False),
        (RUSSIAN_CLASSIC, "9H", "TH", False),
        (RUSSIAN_RELAXED, "9H", "8H", True),
        (RUSSIAN_RELAXED, "9H", "8D", True),
        (RUSSIAN_RELAXED, "9H", "8S", True),
        (RUSSIAN_RELAXED, "9H", "7S", False),
        (RUSSIAN_RELAXED, "9H", "9S", False),
        *[(spec, "9H", "8S", True) for spec in ALTERNATING],
        *[(spec, "9C", "8D", True) for spec in ALTERNATING],
        *[(spec, "9H", "8D", False) for spec in ALTERNATING],
        *[(spec, "9C", "8C", False) for spec in ALTERNATING],
        *[(spec, "9H", "7S", False) for spec in ALTERNATING],
        *[(spec, "AH", "KS", False) for spec in GAMES.values()],
    ],
    ids=ids,
)
def test_what_a_column_takes(spec: GameSpec, end: str, card: str, fits: bool) -> None:
    assert legal(spec, board(spec, end, card), "t2:1>t1") == fits


@pytest.mark.parametrize("spec", GAMES.values(), ids=ids)
def test_an_empty_column_takes_only_a_king(spec: GameSpec) -> None:
    state = board(spec, "", "4C KH QS", "QD", "KC")
    assert legal(spec, state, "t2:2>t1")
    assert legal(spec, state, "t4:1>t1")
    assert not legal(spec, state, "t3:1>t1")
    assert not legal(spec, state, "t2:1>t1")


@pytest.mark.parametrize("spec", RUSSIANS, ids=ids)
def test_a_russian_group_moves_in_any_order_if_its_bottom_card_fits(spec: GameSpec) -> None:
    state = after(spec, board(spec, "9S", "[AH] 8S KD 2C 7H"), "t2:4>t1")
    assert names(state.columns[0]) == "9S 8S KD 2C 7H"
    assert (names(state.columns[1]), state.down[1], state.score) == ("AH", 0, 5)


@pytest.mark.parametrize("spec", ALTERNATING, ids=ids)
def test_elsewhere_only_a_run_moves_and_any_part_of_its_end(spec: GameSpec) -> None:
    state = board(spec, "9S", "TD 8H 7C 6D", "7S", "8D KH")
    assert legal(spec, state, "t2:3>t1")
    assert legal(spec, state, "t2:1>t3")
    assert rules.refusal(spec, state, Move(1, 4, 0)) is Refusal.NOT_A_RUN
    assert rules.refusal(spec, state, Move(3, 2, 0)) is Refusal.NOT_A_RUN


def test_a_russian_group_of_20_moves_and_one_of_21_does_not() -> None:
    twenty = "8S " + " ".join(f"{rank}{suit}" for suit in "HDC" for rank in "A23456")
    state = board(RUSSIAN_CLASSIC, "9S", f"{twenty} 7H", "TS", f"9D {twenty.replace('8S', '8D')} 7D KH")
    assert len(state.columns[1]) == 20
    assert legal(RUSSIAN_CLASSIC, state, "t2:20>t1")
    with pytest.raises(IllegalEvent) as refused:
        after(RUSSIAN_CLASSIC, state, "t4:21>t3")
    assert not legal(RUSSIAN_CLASSIC, state, "t4:21>t3")
    assert refused.value.refusal is Refusal.GROUP_LIMIT


# --- Foundations


@pytest.mark.parametrize("spec", GAMES.values(), ids=ids)
def test_a_foundation_goes_up_by_one_in_its_own_suit(spec: GameSpec) -> None:
    state = board(spec, "3S", "2S", "AD", "4S", foundations=(1, 0, 0, 0))
    assert legal(spec, state, "t2:1>fS")
    assert legal(spec, state, "t3:1>fD")
    for refused in ("t1:1>fS", "t2:1>fH", "t4:1>fS"):
        assert not legal(spec, state, refused)


@pytest.mark.parametrize("spec", [*RUSSIANS, EASTHAVEN], ids=ids)
def test_a_card_taken_back_costs_nothing_and_earns_again(spec: GameSpec) -> None:
    game = session_at(spec, board(spec, "5S 4S" if spec in RUSSIANS else "5H 4S", foundations=(3, 0, 0, 0)))
    scores = []
    for event in ("t1:1>fS", "fS:1>t1", "t1:1>fS"):
        game.do_text(event)
        scores.append(game.state.score)
    assert scores == [10, 10, 20]


@pytest.mark.parametrize("spec", KLONDIKES, ids=ids)
def test_a_card_taken_back_costs_15_in_klondike_but_never_more_than_there_is(spec: GameSpec) -> None:
    for score, left in ((40, 25), (15, 0), (10, 0), (0, 0)):
        state = board(spec, "5H", foundations=(4, 0, 0, 0), score=score)
        assert after(spec, state, "fS:1>t1").score == left


@pytest.mark.parametrize("spec", GAMES.values(), ids=ids)
def test_points_of_each_act(spec: GameSpec) -> None:
    state = board(spec, "[KC] AS", "[KH] 9S 8S", "9D", "9S", foundations=(0, 0, 1, 0))
    confirmed = spec is not ERAM_SOLO
    assert after(spec, state, "t1:1>fS").score == (15 if confirmed else 0)
    onto = "t2:1>t4" if spec is RUSSIAN_CLASSIC else "t2:1>t3"
    assert after(spec, state, onto).score == 0


@pytest.mark.parametrize("spec", KLONDIKES, ids=ids)
def test_points_for_cards_from_the_waste(spec: GameSpec) -> None:
    state = board(spec, "9D", waste="AS 8S")
    assert after(spec, state, "waste:1>t1").score == 5
    assert after(spec, state, "waste:1>t1", "waste:1>fS").score == 15


@pytest.mark.parametrize(
    ("spec", "score"), [(RUSSIAN_CLASSIC, 625), (RUSSIAN_RELAXED, 625), (EASTHAVEN, 590)], ids=ids
)
def test_a_win_without_cards_taken_back_has_always_the_same_score(spec: GameSpec, score: int) -> None:
    record = winning_record(spec)
    assert record is not None
    assert not any(event.startswith("f") for event in record.events)
    assert record.replay().state.score == score


# --- The stock


@pytest.mark.parametrize(("stock", "waste"), [("AH", "AH"), ("2H AH", "AH 2H"), ("5H 4H 3H 2H AH", "AH 2H 3H")])
def test_draw_three_turns_up_to_three_cards_the_last_on_top(stock: str, waste: str) -> None:
    for spec in (KLONDIKE_THREE, ERAM_SOLO):
        assert names(after(spec, board(spec, stock=stock), "draw").waste) == waste


def test_draw_three_with_four_cards_leaves_one_that_comes_alone_on_top() -> None:
    state = after(KLONDIKE_THREE, board(KLONDIKE_THREE, stock="4H 3H 2H AH"), "draw")
    assert (names(state.stock), names(state.waste)) == ("4H", "AH 2H 3H")
    state = after(KLONDIKE_THREE, state, "draw")
    assert (names(state.stock), names(state.waste)) == ("", "AH 2H 3H 4H")


def test_draw_one_turns_one_card() -> None:
    assert names(after(KLONDIKE_ONE, board(KLONDIKE_ONE, stock="2H AH"), "draw").waste) == "AH"


@pytest.mark.parametrize("spec", [*KLONDIKES, ERAM_SOLO], ids=ids)
def test_a_recycle_gives_the_same_cards_in_the_same_order(spec: GameSpec) -> None:
    start = board(spec, stock="5H 4H 3H 2H AH")
    draws = ["draw"] * (5 if spec is KLONDIKE_ONE else 2)
    state = after(spec, start, *draws, "draw")
    assert (state.stock, state.waste, state.recycles) == (start.stock, b"", 1)


def scores_of_recycles(spec: GameSpec, score: int, count: int) -> list[int]:
    state, scores = board(spec, waste="AH", score=score), []
    for _ in range(count):
        state = after(spec, state, "draw")
        scores.append(state.score)
        state = after(spec, state, "draw")
    return scores


def test_each_recycle_costs_100_in_draw_one() -> None:
    assert scores_of_recycles(KLONDIKE_ONE, 250, 4) == [150, 50, 0, 0]


def test_three_recycles_are_free_in_draw_three_and_each_later_one_costs_20() -> None:
    assert scores_of_recycles(KLONDIKE_THREE, 50, 7) == [50, 50, 50, 30, 10, 0, 0]


def test_the_score_of_eram_falls_below_zero() -> None:
    assert scores_of_recycles(ERAM_SOLO, 0, 5) == [0, 0, 0, -20, -40]


@pytest.mark.parametrize("spec", [KLONDIKE_ONE, ERAM_SOLO], ids=ids)
def test_undo_of_a_recycle_gives_back_its_points_and_its_count(spec: GameSpec) -> None:
    start = board(spec, waste="2H AH", score=-40 if spec is ERAM_SOLO else 30, recycles=5)
    game = session_at(spec, start, "draw")
    assert (game.state.score, game.state.recycles) == ((-60, 6) if spec is ERAM_SOLO else (0, 6))
    game.do_text("undo")
    assert game.state == start


def test_undo_of_a_takeback_gives_back_only_what_it_took() -> None:
    start = board(KLONDIKE_ONE, "5H", foundations=(4, 0, 0, 0), score=10)
    game = session_at(KLONDIKE_ONE, start, "fS:1>t1")
    assert game.state.score == 0
    game.do_text("undo")
    assert game.state.score == 10


@pytest.mark.parametrize(("left", "row"), [(31, 7), (8, 7), (7, 7), (3, 3)])
def test_a_row_is_dealt_from_left_to_right_while_cards_remain(left: int, row: int) -> None:
    stock = " ".join([f"{rank}{suit}" for suit in "SHD" for rank in "A23456789TJQK"][:left])
    before = board(EASTHAVEN, *["KC"] * 7, stock=stock)
    state = after(EASTHAVEN, before, "draw")
    assert [len(column) for column in state.columns] == [2] * row + [1] * (7 - row)
    assert b"".join(column[1:] for column in state.columns) == before.stock[::-1][:row]
    assert state.down == (0,) * 7


def test_easthaven_deals_four_rows_of_seven_and_one_of_three() -> None:
    state, rows = board(EASTHAVEN, *["[KS] [KH] KC"] * 7, stock=" ".join(["AS"] * 31)), []
    while state.stock:
        after_row = after(EASTHAVEN, state, "draw")
        rows.append(len(state.stock) - len(after_row.stock))
        state = after_row
    assert rows == [7, 7, 7, 7, 3]


def test_no_row_is_dealt_while_a_column_is_empty() -> None:
    columns = ["KC"] * 6
    assert rules.refusal(EASTHAVEN, board(EASTHAVEN, *columns, stock="AS"), DRAW) is Refusal.EMPTY_COLUMN
    assert rules.refusal(EASTHAVEN, board(EASTHAVEN, *columns, "QC", stock="AS"), DRAW) is None


# --- The end


@pytest.mark.parametrize("spec", GAMES.values(), ids=ids)
def test_the_last_card_up_wins_at_once(spec: GameSpec) -> None:
    game = session_at(spec, board(spec, "KC", foundations=(13, 13, 13, 12)))
    assert not game.position()["won"]
    game.do_text("t1:1>fC")
    assert game.outcome is Outcome.WON
    assert rules.legal_moves(spec, game.state) == []
    assert game.position()["won"]


@pytest.mark.parametrize("spec", [spec for spec in GAMES.values() if not spec.declared_finish], ids=ids)
def test_an_undo_after_the_win_does_not_change_the_result(spec: GameSpec) -> None:
    game = session_at(spec, board(spec, "KC", foundations=(13, 13, 13, 12)), "t1:1>fC", "undo")
    assert game.outcome is Outcome.WON
    assert game.position()["won"]


def test_nothing_happens_after_an_eram_game_is_finished_or_won() -> None:
    finished = session_at(ERAM_SOLO, board(ERAM_SOLO, "KC", stock="AS"), "draw", "finish")
    won = session_at(ERAM_SOLO, board(ERAM_SOLO, "KC", foundations=(13, 13, 13, 12)), "t1:1>fC")
    assert (finished.outcome, won.outcome) == (Outcome.FINISHED, Outcome.WON)
    for game in (finished, won):
        for event in ("draw", "undo", "finish", "t1:1>t2", "waste:1>fS"):
            with pytest.raises(IllegalEvent) as refused:
                game.do_text(event)
            assert refused.value.refusal is Refusal.GAME_OVER
    assert not finished.position()["won"]


def test_a_russian_game_undoes_a_hundred_moves_and_no_more() -> None:
    shuttle = ["t1:1>t2", "t2:1>t1"] * 60
    game = session_at(RUSSIAN_CLASSIC, board(RUSSIAN_CLASSIC, "KS"), *shuttle, *["undo"] * 100)
    assert game.moves == 120
    assert game.refusal(Command.UNDO) is Refusal.UNDO_LIMIT
