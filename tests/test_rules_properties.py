"""What holds in every position of every game, tried on random games."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from game.engine import cards, record, rules
from game.engine.cards import HIDDEN
from game.engine.games import GAMES
from game.engine.record import Deal, Record
from game.engine.refusal import IllegalEvent, Refusal
from game.engine.session import Outcome, Session
from game.engine.spec import GameSpec, Stock
from game.engine.state import STOCK, WASTE, Command, Event, Move, State, deal, foundation
from game.engine.view import masked, view, visible_waste
from tests.support import games, move_space, steps

every_game = pytest.mark.parametrize("spec", GAMES.values(), ids=list(GAMES))


def all_cards(state: State) -> list[int]:
    founded = [cards.make(suit, rank) for suit, count in enumerate(state.foundations) for rank in range(count)]
    return sorted([*founded, *b"".join(state.columns), *state.stock, *state.waste])


@every_game
@given(data=st.data())
@settings(max_examples=30)
def test_no_card_is_ever_lost_doubled_or_left_face_down_at_an_end(spec: GameSpec, data: st.DataObject) -> None:
    played = data.draw(games(spec))
    for _, _, session in steps(played):
        state = session.state
        assert all_cards(state) == list(range(52))
        for pile, down in zip(state.columns, state.down, strict=True):
            assert 0 <= down < len(pile) or (not pile and not down)


@every_game
@given(data=st.data())
@settings(max_examples=30)
def test_the_counters_keep_their_promises(spec: GameSpec, data: st.DataObject) -> None:
    """Each move counts once and an undo never; the score has its floor; ERAM gives no points but for recycles."""
    moves = 0
    for before, event, session in steps(data.draw(games(spec))):
        moves += isinstance(event, Move)
        assert session.moves == moves
        assert session.state.score >= 0 or not spec.scoring.floor
        assert isinstance(event, Command) or session.state.recycles - before.recycles in (0, 1)
        if not spec.scoring.confirmed:
            assert session.state.score == -20 * max(0, session.state.recycles - 3)


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_a_move_is_listed_exactly_when_it_can_be_made(spec: GameSpec, data: st.DataObject) -> None:
    state = data.draw(games(spec)).state
    listed = rules.legal_moves(spec, state)
    assert len(listed) == len(set(listed))
    made, reasons = set(), set()
    for move in move_space(spec):
        try:
            rules.apply(spec, state, move)
            made.add(move)
        except IllegalEvent as error:
            reasons.add(error.refusal)
    assert made == set(listed)
    assert reasons <= set(Refusal)


@every_game
@given(data=st.data())
@settings(max_examples=25)
def test_a_refused_event_changes_nothing(spec: GameSpec, data: st.DataObject) -> None:
    session = data.draw(games(spec))
    before = (session.state, session.moves, session.outcome, list(session.events))
    events: list[Event] = [*move_space(spec), Command.UNDO, Command.FINISH]
    for event in events:
        if session.refusal(event) is not None:
            with pytest.raises(IllegalEvent):
                session.do(event)
    assert (session.state, session.moves, session.outcome, session.events) == before


@every_game
@given(data=st.data())
@settings(max_examples=30)
def test_undo_gives_back_exactly_the_position_before_the_move(spec: GameSpec, data: st.DataObject) -> None:
    past: list[State] = []
    for before, event, session in steps(data.draw(games(spec))):
        if isinstance(event, Move):
            past.append(before)
        elif event is Command.UNDO:
            assert session.state == past.pop()


@every_game
@given(data=st.data())
@settings(max_examples=25)
def test_undo_leads_back_to_the_deal_or_to_its_limit(spec: GameSpec, data: st.DataObject) -> None:
    session = data.draw(games(spec))
    if session.outcome is not Outcome.OPEN and spec.declared_finish:
        assert session.refusal(Command.UNDO) is Refusal.GAME_OVER
        return
    past = states_that_undo_may_reach(session)
    while past:
        session.do(Command.UNDO)
        assert session.state == past.pop()
    at_the_deal = session.state == deal(spec, session.pack)
    reason = session.refusal(Command.UNDO)
    assert reason is Refusal.UNDO_LIMIT or (reason is Refusal.NOTHING_TO_UNDO and at_the_deal)
    assert reason is Refusal.NOTHING_TO_UNDO or spec.undo_limit is not None


def states_that_undo_may_reach(played: Session) -> list[State]:
    past: list[State] = []
    for before, event, _ in steps(played):
        if event is Command.UNDO:
            past.pop()
        else:
            past.append(before)
            past = past[-played.spec.undo_limit :] if played.spec.undo_limit else past
    return past


@every_game
@given(data=st.data())
@settings(max_examples=30)
def test_a_saved_game_is_the_same_game(spec: GameSpec, data: st.DataObject) -> None:
    session = data.draw(games(spec))
    elapsed = data.draw(st.floats(0, 1e6))
    saved = Record.of(Deal(spec, session.pack), session, elapsed)
    loaded = record.from_json(saved.to_json())
    assert loaded == saved
    again = loaded.replay()
    assert (again.state, again.position(), again.outcome) == (session.state, session.position(), session.outcome)
    assert again.events == session.events
    assert again.refusal(Command.UNDO) == session.refusal(Command.UNDO)


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_a_player_who_sees_no_hidden_card_has_the_same_moves(spec: GameSpec, data: st.DataObject) -> None:
    state = data.draw(games(spec)).state
    seen = masked(spec, state)
    moves = rules.legal_moves(spec, state)
    assert rules.legal_moves(spec, seen) == moves
    for move in moves:
        truth, guess = rules.apply(spec, state, move), rules.apply(spec, seen, move)
        assert (guess.down, guess.foundations, guess.score) == (truth.down, truth.foundations, truth.score)
        assert [len(pile) for pile in guess.columns] == [len(pile) for pile in truth.columns]


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_a_turned_card_whose_face_is_not_known_yet_is_refused_by_a_rule(spec: GameSpec, data: st.DataObject) -> None:
    """While an answer is on its way a player may click the card that just turned: that is refused, and no crash."""
    state = masked(spec, data.draw(games(spec)).state)
    uncovered = [rules.apply(spec, state, move) for move in rules.legal_moves(spec, state)]
    ends = [{pile[-1] for pile in (*after.columns, after.waste) if pile} for after in uncovered]
    for unknown in [after for after, end in zip(uncovered, ends, strict=True) if HIDDEN in end][:3]:
        moves = rules.legal_moves(spec, unknown)
        assert {move for move in move_space(spec) if rules.refusal(spec, unknown, move) is None} == set(moves)


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_a_view_shows_the_open_cards_and_no_other(spec: GameSpec, data: st.DataObject) -> None:
    session = data.draw(games(spec))
    truth, seen = session.state, view(spec, session.pack, session.state)
    assert set(seen.state.stock) <= {HIDDEN}
    for number, pile in enumerate(seen.state.columns):
        down = truth.down[number]
        assert pile == bytes([HIDDEN]) * down + truth.columns[number][down:]
    shown = visible_waste(spec, truth)
    assert seen.state.waste[len(truth.waste) - shown :] == truth.waste[len(truth.waste) - shown :]
    assert set(seen.state.waste[: len(truth.waste) - shown]) <= {HIDDEN}
    assert shown == min(len(truth.waste), spec.draw)


@every_game
@given(data=st.data())
@settings(max_examples=40)
def test_a_view_knows_each_card_by_its_place_in_the_deal(spec: GameSpec, data: st.DataObject) -> None:
    session = data.draw(games(spec))
    seen = view(spec, session.pack, session.state)
    assert sorted(place for places in seen.places.values() for place in places) == list(range(52))
    piles = [*range(len(spec.columns)), *map(foundation, range(4)), STOCK, WASTE]
    assert set(seen.places) == set(piles)
    for pile in piles:
        faces = list(seen.faces(pile))
        assert len(faces) == len(seen.places[pile])
        for face, place in zip(faces, seen.places[pile], strict=True):
            assert face in (HIDDEN, session.pack[place])


def test_random_games_reach_what_the_properties_are_about() -> None:
    """Guards the strategy itself: wins, undo, refused undo and paid recycles must all come up."""
    seen: set[str] = set()

    @given(data=st.data())
    @settings(max_examples=150, derandomize=True)
    def look(data: st.DataObject) -> None:
        spec = data.draw(st.sampled_from(list(GAMES.values())))
        session = data.draw(games(spec))
        seen.update(str(event) for event in session.events if isinstance(event, Command))
        seen.update(["won"] if session.outcome is Outcome.WON else [])
        seen.update(["recycled"] if session.state.recycles > 3 else [])
        seen.update(["row"] if spec.stock is Stock.DEAL_ROW and len(session.state.stock) < 31 else [])
        seen.update(["limit"] if spec.undo_limit and session.moves > spec.undo_limit else [])

    look()
    assert seen >= {"undo", "won", "recycled", "row", "limit"}
