"""A match as its players see it: the deadline to the millisecond, one result however its ends race, who wins."""

from __future__ import annotations

from functools import partial
from random import Random

import pytest

from game.engine.deals import pack_of
from game.engine.games import ERAM_SOLO
from game.engine.session import Outcome
from game.engine.state import DRAW, Command
from game.net.match import LENGTH, LONGEST_DOWNTIME, Ending, Match, TimeOver, Verdict
from game.server import matchworks, works
from game.server.matchtable import MatchTable
from game.server.store import Fenced
from game.server.tables import Answer
from tests.net.courses import order_of
from tests.net.ledger import NODE, PLAYERS, Ledger
from tests.support import winning_record

#: The kept win was played on the deal of this number; the seed of its shuffle is not of 32 bytes, which nothing asks.
_WON_SEED = b"deal-1:5"
MATCHES = 3000


def winning_events() -> list[str]:
    record = winning_record(ERAM_SOLO)
    assert record is not None and record.deal.pack == pack_of(5)
    return list(record.events)


def match() -> Match:
    return Match(ERAM_SOLO, bytes(32), 1000.0)


@pytest.mark.parametrize(("stamp", "counts"), [(999.999, True), (1000.0, False), (1000.001, False)])
def test_a_command_counts_until_the_last_millisecond_before_the_deadline(stamp: float, counts: bool) -> None:
    for event in (DRAW, Command.FINISH):
        played = match()
        if counts:
            assert played.do(0, event, stamp) is None
        else:
            with pytest.raises(TimeOver):
                played.do(0, event, stamp)
            assert not played.boards[0].session.events


def test_the_timer_closes_at_the_deadline_and_not_before() -> None:
    played = match()
    assert played.expire(999.999) == []
    assert played.verdict(0) is None
    assert played.expire(1000.0) == [0, 1]
    assert played.expire(1000.1) == []
    assert played.verdict(0) is Verdict.DRAW


def test_both_have_the_same_cards() -> None:
    one, two = match().boards
    assert one.session.state == two.session.state


def test_the_higher_score_wins_and_an_exact_tie_is_a_draw() -> None:
    played = match()
    while played.boards[0].score == 0:  # turning the waste over a fourth time costs 20
        assert played.do(0, DRAW, 0.0) is None
    played.do(0, Command.FINISH, 1.0)
    assert played.verdict(0) is None, "the result is settled when the match has run its course"
    played.do(1, Command.FINISH, 2.0)
    assert (played.verdict(0), played.verdict(1)) == (Verdict.LOSS, Verdict.WIN)


def test_all_cards_up_close_a_board_by_themselves() -> None:
    played = Match(ERAM_SOLO, _WON_SEED, 1000.0)
    played.restore(0, winning_events()[:-1], Ending.OPEN)
    from game.engine.state import parse_event

    assert played.do(0, parse_event(winning_events()[-1]), 999.0) is None
    assert played.boards[0].ending is Ending.WON
    assert played.boards[0].session.outcome is Outcome.WON
    assert played.boards[1].ending is Ending.OPEN


def test_a_short_downtime_is_given_back_and_a_long_one_voids_the_match() -> None:
    short, long = match(), match()
    assert short.resume(LONGEST_DOWNTIME)
    assert short.deadline == 1000.0 + LONGEST_DOWNTIME
    assert not long.resume(LONGEST_DOWNTIME + 0.001)
    assert long.over and long.verdict(0) is long.verdict(1) is Verdict.VOID


def test_whatever_ends_a_match_first_there_is_one_result() -> None:
    """Finish, win, the timer and a server that was overtaken, in random order around the deadline."""
    ledger, random, win = Ledger(), Random(7), winning_events()
    overtaken = 0
    for number in range(MATCHES):
        with_win = number % 30 == 0
        match_id = ledger.begin_match(_WON_SEED)
        table = ledger.match_table(match_id)
        if with_win:
            _play_to_the_last_move(ledger, table, win)
            table = ledger.match_table(match_id)
        old = None
        acts = ["first", "second", "timer", "timer", "overtake", random.choice(["first", "second"])]
        random.shuffle(acts)
        now = table.match.deadline - 0.003
        for act in acts:
            now += random.choice([0.0, 0.001, 0.002])
            if act == "overtake":
                if not table.match.over:
                    ledger.run(partial(matchworks.move_on, match_id, NODE))
                    old, table = table, ledger.match_table(match_id)
                continue
            last = win[-1] if with_win and act == "first" else "finish"
            if old is not None and random.random() < 0.5:
                late = _answer(old, act, last, now).jobs
                if late:
                    with pytest.raises(Fenced):
                        ledger.commit(late)
                    overtaken += 1
            ledger.commit(_answer(table, act, last, now).jobs)
        ledger.commit(table.expire(now + LENGTH).jobs)
        assert len(ledger.rows("SELECT verdict FROM result WHERE match = ?", match_id)) == 1
    assert len(ledger.rows("SELECT 1 FROM result")) == MATCHES
    assert not ledger.rows("SELECT 1 FROM match WHERE state = 'running'")
    assert {row[0] for row in ledger.rows("SELECT DISTINCT state FROM game")} == {"won", "finished", "expired"}
    assert overtaken > 100


def _answer(table: MatchTable, act: str, last: str, now: float) -> Answer:
    if act == "timer":
        return table.expire(now)
    seat = PLAYERS.index(act)
    rev = len(table.match.boards[seat].session.events)
    return table.order(act, order_of(table.game_of(act), rev + 1, rev, last), now)


def _play_to_the_last_move(ledger: Ledger, table: MatchTable, win: list[str]) -> None:
    fence = works.Fence(PLAYERS[0], table.id, table.epoch)
    game = table.game_of(PLAYERS[0])
    ledger.commit([partial(works.append, fence, game, at + 1, event, 0.0, b"") for at, event in enumerate(win[:-1])])
