"""The review of games that are over: the move that lost, honest gaps, a short win, and an end in time."""

from __future__ import annotations

from game.engine.deals import parse_code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.engine.state import Move, parse_event
from game.play.review import Finding, Review
from tests.support import winning_record
from tests.test_adviser import LOST, AtOnce


class Desk:
    """A review with a solver that answers when it is let."""

    def __init__(self, code: str, *events: str, won: bool = False, most: int = 200_000) -> None:
        deal = Deal.from_code(parse_code(code))
        moves = [move for move in map(parse_event, events) if isinstance(move, Move)]
        self.solver = AtOnce(most)
        self.time = 0.0
        self.review = Review(deal, moves, won, self.solver, lambda: self.time)

    def found(self) -> Finding:
        seen = [0.0]
        while self.review.finding is None:
            self.solver.work()
            self.time += 0.5
            self.review.poll()
            seen.append(self.review.progress)
        assert seen == sorted(seen) and seen[-1] <= 1.0
        return self.review.finding


def test_the_move_that_lost_is_found_and_a_win_is_told() -> None:
    found = Desk("EA1-C-AAAAAAB", *["draw"] * 5).found()
    assert (found.won, found.lost) == (1, 2)
    assert found.shortest is not None and 52 < found.shortest < 120
    assert not found.taken


def test_a_deal_that_was_lost_from_the_start() -> None:
    found = Desk(LOST).found()
    assert (found.won, found.lost, found.shortest) == (None, 0, None)


def test_a_won_game_is_only_measured() -> None:
    record = winning_record(GAMES["EA1-C"])
    assert record is not None and record.deal.code is not None
    desk = Desk(str(record.deal.code), *record.events, won=True)
    found = desk.found()
    assert found.taken and found.won == found.length == len(record.events) and found.lost is None
    assert found.shortest is not None and found.shortest <= found.length
    assert desk.solver.asked == 1


def test_a_game_that_was_given_up_too_early() -> None:
    found = Desk("KL1-1-AAAAAAB", "draw", "draw").found()
    assert (found.won, found.lost) == (2, None)


def test_what_cannot_be_judged_is_not_claimed() -> None:
    found = Desk("EA1-C-AAAAAAG", *["draw"] * 2, most=10).found()
    assert (found.won, found.lost, found.shortest) == (None, None, None)


def test_it_ends_when_its_time_is_over() -> None:
    desk = Desk("EA1-C-AAAAAAB", *["draw"] * 5)
    desk.time = 30.0
    desk.solver.work()
    assert desk.review.poll()
    assert desk.review.finding == Finding(5, False, None, 5, None)


def test_a_cancelled_review_asks_no_more() -> None:
    desk = Desk("EA1-C-AAAAAAB", *["draw"] * 5)
    desk.review.cancel()
    assert not desk.solver.open and not desk.review.poll()
