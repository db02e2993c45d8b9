"""Advice without a window: following it wins, a lost game is led back, and secrets stay secrets."""

from __future__ import annotations

import gc
import tracemalloc
from collections import deque
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.engine import rules
from game.engine.deals import parse_code
from game.engine.games import ERAM_SOLO, KLONDIKE_ONE
from game.engine.record import Deal
from game.engine.session import Outcome, Session
from game.engine.state import DRAW, Command, Move, parse_event
from game.engine.view import View, masked, view
from game.play.adviser import Adviser, Counsel, Ground, Lost, Topic
from game.play.local import LocalPlay
from game.play.ways import Ways
from game.solver.answer import Answer, Verdict
from game.solver.service import Ticket
from game.solver.tasks import TASKS
from game.storage.games import GameStore
from game.storage.history import History
from game.storage.saver import Saver
from tests.solver.test_guess import reshuffled
from tests.support import board

#: One winnable deal of each variant that is solved at once, and one of each family that is lost.
WINNABLE = ["RU1-C-AAAAAAR", "RU1-R-AAAAAAL", "KL1-1-AAAAAAB", "KL1-3-AAAAAAB", "ER1-S-AAAAAAC", "EA1-C-AAAAAAB"]
LOST = "RU1-C-AAAAABB"


class AtOnce:
    """A solver that answers when it is let, in this process. ``most`` positions are looked at for one answer."""

    def __init__(self, most: int = 200_000) -> None:
        self.most = most
        self.open: deque[Ticket] = deque()
        self.asked = 0

    def ask(self, task: str, values: dict[str, Any], *, background: bool = False) -> Ticket:
        ticket = Ticket(task, values, background)
        self.open.append(ticket)
        self.asked += 1
        return ticket

    def cancel(self, ticket: Ticket) -> None:
        ticket.cancelled = ticket.done = True
        self.open.remove(ticket)

    def work(self) -> None:
        ticket = self.open.popleft()
        seconds = 300.0 if ticket.question["task"] == "solve" else 0.5
        question = {**ticket.question, "positions": self.most, "seconds": seconds}
        ticket.values = TASKS[question["task"]](question, lambda: False)
        ticket.done = True


class Desk:
    """A game with its adviser, and a clock that is turned by hand."""

    def __init__(self, folder: Path, code: str, solver: AtOnce | None = None, undo_limit: int | None = None) -> None:
        store = GameStore(folder / "games", Saver(), History(folder / "history"), lambda: pytest.fail("no game ends"))
        deal = Deal.from_code(parse_code(code))
        if undo_limit is not None:
            deal = replace(deal, spec=replace(deal.spec, undo_limit=undo_limit))
        self.play = LocalPlay.dealt(store, deal, practice=True)
        self.solver = solver or AtOnce()
        self.time = 0.0
        self.adviser = Adviser(self.play, self.solver, lambda: self.time)

    def ask(self, topic: Topic = Topic.HINT) -> Counsel:
        """Ask, and have the solver work until no more is to come."""
        self.adviser.ask(topic)
        return self.heard()

    def heard(self) -> Counsel:
        while self.solver.open:
            self.solver.work()
            self.adviser.poll()
        counsel = self.adviser.counsel
        assert counsel is not None and not counsel.thinking
        return counsel

    def do(self, *events: str) -> None:
        for text in events:
            event = parse_event(text)
            assert self.play.do(event) is None, text
            self.adviser.changed(event)


@pytest.mark.parametrize("code", WINNABLE)
def test_following_every_hint_wins_and_asks_the_solver_once(tmp_path: Path, code: str) -> None:
    desk = Desk(tmp_path, code)
    while desk.play.outcome is Outcome.OPEN:
        counsel = desk.ask()
        assert counsel.ground is Ground.PROVEN and counsel.reason is not None
        desk.do(str(counsel.move))
    assert desk.play.outcome is Outcome.WON
    assert desk.solver.asked == 1


@pytest.mark.parametrize("code", WINNABLE)
def test_hints_win_from_wherever_the_player_strayed(tmp_path: Path, code: str) -> None:
    desk, random = Desk(tmp_path, code), Random(code)
    for turn in range(3000):
        if desk.play.outcome is not Outcome.OPEN:
            break
        if turn % 7 == 3 and turn < 40:
            move = random.choice(rules.legal_moves(desk.play.spec, desk.play.game.session.state))
            desk.do(str(move))
            continue
        counsel = desk.ask()
        if counsel.lost is Lost.BACK:
            desk.do(*["undo"] * counsel.back)
            assert desk.ask().ground is Ground.PROVEN
        elif counsel.move is not None:
            desk.do(str(counsel.move))
    assert desk.play.outcome is Outcome.WON


def test_a_hint_leads_back_to_the_last_position_that_could_be_won(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "EA1-C-AAAAAAB")
    desk.do(*["draw"] * 5)
    counsel = desk.ask()
    assert (counsel.verdict, counsel.lost) == (Verdict.UNSOLVABLE, Lost.BACK)
    desk.do(*["undo"] * (counsel.back - 1))
    assert desk.ask(Topic.VERDICT).verdict is Verdict.UNSOLVABLE
    desk.do("undo")
    assert desk.ask(Topic.VERDICT).verdict is Verdict.SOLVABLE


def test_a_deal_that_nobody_can_win_is_called_that(tmp_path: Path) -> None:
    desk = Desk(tmp_path, LOST)
    move = rules.legal_moves(desk.play.spec, desk.play.game.session.state)[0]
    desk.do(str(move))
    assert desk.ask().lost is Lost.NEVER


def test_what_the_undo_does_not_reach_is_not_promised(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "EA1-C-AAAAAAB", undo_limit=2)
    desk.do(*["draw"] * 5)
    assert desk.ask().lost is Lost.BEYOND


def test_a_loss_that_is_known_to_lie_beyond_the_undo_is_not_looked_for_again(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "EA1-C-AAAAAAB", undo_limit=2)
    desk.do("draw", "draw")
    assert desk.ask(Topic.VERDICT).verdict is Verdict.UNSOLVABLE
    asked = desk.solver.asked
    desk.do("draw", "draw", "draw")
    assert desk.ask().lost is Lost.BEYOND
    assert desk.solver.asked == asked


def test_where_no_earlier_position_can_be_judged_nothing_is_claimed(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "EA1-C-AAAAAAB")
    desk.do(*["draw"] * 5)
    assert desk.ask(Topic.VERDICT).verdict is Verdict.UNSOLVABLE
    desk.solver.most = 1
    counsel = desk.ask(Topic.WAY_BACK)
    assert (counsel.lost, counsel.back) == (Lost.UNCLEAR, 0)


def test_a_guess_comes_while_the_solver_thinks_and_turns_into_a_proven_hint(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "KL1-1-AAAAAAB")
    desk.adviser.ask(Topic.HINT)
    assert desk.adviser.counsel is None and desk.adviser.wait() == pytest.approx(0.25)
    assert not desk.adviser.poll()
    desk.time = 0.25
    assert desk.adviser.poll()
    first = desk.adviser.counsel
    assert first is not None and first.thinking and first.ground is Ground.GUESS and first.move is not None
    assert desk.adviser.wait() is None
    desk.solver.work()
    assert desk.adviser.poll()
    assert desk.adviser.counsel is not None and desk.adviser.counsel.ground is Ground.PROVEN


def test_a_search_that_ends_without_an_answer_leaves_the_guess_and_is_not_repeated(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "EA1-C-AAAAAAG", AtOnce(most=50))
    for _ in range(2):
        counsel = desk.ask()
        assert (counsel.ground, counsel.verdict) == (Ground.GUESS, Verdict.UNKNOWN)
    assert desk.ask(Topic.VERDICT).verdict is Verdict.UNKNOWN
    assert desk.solver.asked == 1


def test_any_move_cancels_the_question(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "KL1-1-AAAAAAB")
    desk.adviser.ask(Topic.HINT)
    desk.do("draw")
    assert not desk.solver.open and desk.adviser.counsel is None
    assert desk.adviser.wait() is None and not desk.adviser.poll()


def test_nothing_is_asked_that_the_player_did_not_ask(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "KL1-1-AAAAAAB")
    desk.do("draw", "draw", "undo")
    assert desk.solver.asked == 0 and desk.adviser.counsel is None


def test_the_light_follows_every_move_and_knows_what_follows_from_what(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "EA1-C-AAAAAAB")
    desk.adviser.watch(True)
    seen = []
    for event in ["draw"] * 5:
        while desk.solver.open:
            assert desk.adviser.light is None
            desk.solver.work()
            desk.adviser.poll()
        seen.append(desk.adviser.light)
        desk.do(event)
    lost = seen.index(Verdict.UNSOLVABLE)
    assert seen[:lost] == [Verdict.SOLVABLE] * lost and seen[lost:] == [Verdict.UNSOLVABLE] * (5 - lost)
    asked = desk.solver.asked
    assert desk.adviser.light is Verdict.UNSOLVABLE and not desk.solver.open, "a lost game stays lost"
    desk.do("undo")
    assert desk.solver.asked == asked
    desk.adviser.rest()
    desk.do("undo", "undo")
    desk.adviser.watch(False)
    assert not desk.solver.open


def test_without_a_solver_a_hint_is_a_guess(tmp_path: Path) -> None:
    desk = Desk(tmp_path, "KL1-1-AAAAAAB")
    desk.adviser.ask(Topic.HINT)
    ticket = desk.solver.open.popleft()
    ticket.done = True
    assert desk.adviser.poll()
    assert desk.adviser.counsel is not None and desk.adviser.counsel.ground is Ground.GUESS


class Secret:
    """A game whose cards are elsewhere: the table has a view of it."""

    spec = ERAM_SOLO
    outcome = Outcome.OPEN

    def __init__(self, seen: View) -> None:
        self._seen = seen

    def path(self) -> None:
        return None

    def view(self) -> View:
        return self._seen


def secret_counsel(seen: View, topic: Topic) -> Counsel | None:
    solver = AtOnce()
    adviser = Adviser(Secret(seen), solver, lambda: 0.0)
    adviser.ask(topic)
    assert solver.asked == 0 and not adviser.knows_cards and adviser.light is Verdict.UNKNOWN
    return adviser.counsel


@pytest.mark.parametrize("seed", range(6))
def test_hints_of_a_secret_game_are_the_same_whatever_the_hidden_cards_are(seed: int) -> None:
    random = Random(seed)
    pack = bytes(random.sample(range(52), 52))
    session = Session(ERAM_SOLO, pack)
    for _ in range(60):
        state = session.state
        other = reshuffled(state, masked(ERAM_SOLO, state), random)
        views = [view(ERAM_SOLO, pack, each) for each in (state, other)]
        assert views[0].state == views[1].state
        counsels = [secret_counsel(seen, Topic.HINT) for seen in views]
        assert counsels[0] == counsels[1]
        assert counsels[0] is not None and counsels[0].ground is Ground.OPEN_CARDS
        if not rules.legal_moves(ERAM_SOLO, state):
            break
        session.do(counsels[0].move or random.choice(rules.legal_moves(ERAM_SOLO, state)))


def test_a_secret_game_has_no_verdict_and_says_so() -> None:
    deal = Deal.from_code(parse_code("ER1-S-AAAAAAC"))
    seen = view(ERAM_SOLO, deal.pack, Session(ERAM_SOLO, deal.pack).state)
    counsel = secret_counsel(seen, Topic.VERDICT)
    assert counsel is not None and counsel.ground is Ground.OPEN_CARDS and counsel.move is None


def test_after_a_whole_round_of_the_stock_drawing_is_no_more_a_hint() -> None:
    state = board(ERAM_SOLO, "[2S] 5H", "[3S] 8H", stock="9C 2D 4D 6D")
    seen = View(masked(ERAM_SOLO, state), {})
    adviser = Adviser(Secret(seen), AtOnce(), lambda: 0.0)
    for _ in range(3):
        adviser.ask(Topic.HINT)
        assert adviser.counsel is not None and adviser.counsel.move == DRAW
        adviser.changed(DRAW)
    adviser.ask(Topic.HINT)
    assert adviser.counsel is not None and adviser.counsel.move is None
    adviser.changed(Command.UNDO)
    adviser.ask(Topic.HINT)
    assert adviser.counsel is not None and adviser.counsel.move == DRAW


def test_ways_forget_before_they_grow_without_bound() -> None:
    ways = Ways(ERAM_SOLO)
    opening = Session(ERAM_SOLO, bytes(range(52))).state
    for number in range(21_000):
        state = opening._replace(foundations=(number, 0, 0, 0))
        ways.learn(state, Answer(Verdict.UNSOLVABLE, (), 1, 0.0))
    assert len(ways._other) < 20_002
    assert ways.verdict(state._replace(score=77, recycles=3)) is Verdict.UNSOLVABLE


def test_a_win_with_a_detour_is_followed_without_it() -> None:
    """By its first moves the way would lead back to where it began, again and again."""
    ways = Ways(KLONDIKE_ONE)
    state = board(KLONDIKE_ONE, "KS", foundations=(12, 13, 13, 13))
    there_and_back = [parse_event(text) for text in ("t1:1>t2", "t2:1>t1", "t1:1>fS")]
    ways.learn(state, Answer(Verdict.SOLVABLE, tuple(there_and_back), 1, 0.0))
    assert [str(move) for move in ways.rest(state)] == ["t1:1>fS"]


@pytest.mark.parametrize("moves", [(DRAW,), (DRAW, Move(0, 1, 1)), ()])
def test_an_answer_that_does_not_win_through_the_engine_is_not_believed(moves: tuple[Move, ...]) -> None:
    ways = Ways(ERAM_SOLO)
    opening = Session(ERAM_SOLO, bytes(range(52))).state
    ways.learn(opening, Answer(Verdict.SOLVABLE, moves, 1, 0.0))
    assert ways.verdict(opening) is Verdict.UNKNOWN and not ways.rest(opening)


def test_many_hints_in_a_row_leave_memory_flat(tmp_path: Path) -> None:
    """As ``python -m tools.bench hints`` does with the solver's process and 500 of them: here without one."""
    desk = Desk(tmp_path, "EA1-C-AAAAAAB")
    random = Random(5)
    tracemalloc.start()
    sizes = []
    for number in range(60):
        if number % 20 == 0:
            desk = Desk(tmp_path, f"RU1-R-AAAAAA{chr(ord('A') + number // 20)}")
            desk.solver.most = 500
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
        desk.ask()
        moves = rules.legal_moves(desk.play.spec, desk.play.game.session.state)
        if moves:
            desk.do(str(random.choice(moves)))
    tracemalloc.stop()
    assert sizes[-1] < sizes[1] + 300_000
