"""Two players at two programs play matches at a real server: through cuts, a crash, and the end of the time."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pygame
import pytest

from game.engine import rules
from game.engine.games import ERAM_SOLO
from game.engine.record import from_json
from game.engine.state import DRAW
from game.net.fairness import check, proof_of
from game.play.online.service import State
from game.ui.online.ending import AwaitScene, FinishScene, MatchResultScene
from game.ui.online.lobby import LobbyScene
from game.ui.online.table import OnlineTableScene
from game.ui.online.waiting import WaitingScene
from game.ui.screens.replay import ReplayScene
from game.ui.table.board import Lifted
from tests.online import PATIENCE, Guest, ServerProcess, Wire, begin_match, finish, guests, serving
from tests.player import assert_at_rest


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server")) as server:
        yield server


def over(*players: Guest) -> bool:
    """True when all see the result, with what was hidden."""
    return all(isinstance(p.scene, MatchResultScene) and p.scene.ending().reveal is not None for p in players)


def play_on(player: Guest, count: int, *others: Guest) -> None:
    """Draw and make the first move that is seen, by turns."""
    for number in range(count):
        state = player.game.view().state
        moves = [move for move in rules.legal_moves(ERAM_SOLO, state) if move != DRAW]
        if number % 2 and moves:
            player.play(str(moves[0]))
        else:
            player.draw()
        for other in others:
            other.turn()


def verdicts(*players: Guest) -> list[str]:
    return [p.club.match.ending.closed.verdict for p in players]


def test_a_match_from_the_queue_to_the_rematch(tmp_path: Path, server: ServerProcess) -> None:
    with guests(tmp_path, ("Maria", server.port), ("سلمى", server.port)) as (maria, salma):
        begin_match(maria, salma)
        assert maria.game.view() == salma.game.view()
        assert 235 < maria.game.elapsed <= 240
        play_on(salma, 6, maria)
        salma.settled(maria)
        moved = salma.game.moves
        maria.until(lambda: maria.standing[2] == maria.sentence("online.progress", cards=salma.progress), salma)
        assert maria.standing[:2] == [maria.sentence("online.short.connected"), f"سلمى: {salma.game.score}"]
        finish(salma)
        salma.until(lambda: isinstance(salma.scene, AwaitScene), maria)
        maria.until(lambda: maria.standing[2] == maria.sentence("online.opponent.done"), salma)
        finish(maria)
        maria.until(lambda: over(maria, salma), salma)
        assert sorted(verdicts(maria, salma)) in (["draw", "draw"], ["loss", "win"])
        for player in (maria, salma):
            player.turn()
            assert player.sentence(f"online.verdict.{player.club.match.ending.closed.verdict}") in player.texts
            assert player.sentence("online.fair.yes") in player.texts
        maria.push("online.keep")
        kept = from_json(next(maria.app.context.exports.iterdir()).read_bytes())
        boards = check(kept.deal, proof_of(kept))
        assert sorted(board.moves for board in boards) == sorted([0, moved])
        maria.push("online.watch.theirs")
        assert isinstance(maria.scene, ReplayScene) and maria.scene.playback.moves(maria.scene.last) == moved
        maria.scene.close()
        for player in (maria, salma):
            player.push("online.rematch")
        before = maria.club.match.id
        maria.until(lambda: isinstance(maria.scene, OnlineTableScene), salma)
        salma.until(lambda: isinstance(salma.scene, OnlineTableScene), maria)
        assert maria.club.match.id == salma.club.match.id != before


#: A longer cut than usual takes its time: WARAQ_LONG_CUT=35 python -m pytest tests/test_online_match.py -k cut
CUTS = [1, 5, *map(int, filter(None, [os.environ.get("WARAQ_LONG_CUT")]))]


@pytest.mark.parametrize("seconds", CUTS)
def test_a_cut_in_the_middle_of_a_match_loses_nothing(tmp_path: Path, server: ServerProcess, seconds: int) -> None:
    wire = Wire(server.port)
    with guests(tmp_path, ("Maria", wire.port), ("Ana", server.port)) as (maria, ana):
        begin_match(maria, ana)
        play_on(maria, 4, ana)
        maria.settled(ana)
        wire.cut()
        maria.until(lambda: maria.standing[0] == maria.sentence("online.short.reconnecting"), ana)
        before = maria.game.moves
        play_on(maria, 5, ana)
        shown, clock = maria.game.view(), maria.game.elapsed
        assert (maria.game.moves, maria.game.waiting) == (before + 5, 5)
        end = time.monotonic() + seconds
        maria.until(lambda: time.monotonic() > end, ana, seconds=seconds + PATIENCE)
        wire.mend()
        maria.until(lambda: maria.seat.state is State.CONNECTED and not maria.game.waiting, ana)
        assert maria.game.moves == before + 5
        assert maria.game.view().places == shown.places
        assert maria.game.elapsed <= clock - seconds + 1, "the cut stopped the clock"
        maria.settled()
        maria.scene.stage.damage_all()  # both programs paint into one window
        maria.turn()
        assert_at_rest(maria)
        for player in (maria, ana):
            finish(player)
        maria.until(lambda: over(maria, ana), ana)
        assert maria.club.match.ending.fair and ana.club.match.ending.fair
        assert ana.club.match.ending.reveal.boards == maria.club.match.ending.reveal.boards
    wire.close()


def test_a_server_that_is_killed_and_started_again_goes_on_with_the_match(tmp_path: Path) -> None:
    first = ServerProcess(tmp_path, "--open-competitive")
    wire = Wire(first.port)
    try:
        with guests(tmp_path, ("Maria", wire.port), ("Ana", wire.port)) as (maria, ana):
            begin_match(maria, ana)
            play_on(maria, 4, ana)
            maria.draw()  # on its way when the server dies
            first.kill()
            wire.cut()
            play_on(ana, 3, maria)
            second = ServerProcess(tmp_path, "--open-competitive")
            wire.mend(second.port)
            both = (maria, ana)
            maria.until(lambda: all(p.seat.state is State.CONNECTED and not p.game.waiting for p in both), ana)
            assert (maria.game.moves, ana.game.moves) == (5, 3)
            for player in both:
                finish(player)
            maria.until(lambda: over(*both), ana)
            assert maria.club.match.ending.fair
            second.kill()
    finally:
        first.kill()
        wire.close()


def test_the_time_runs_out_while_a_card_is_dragged(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, length=7.0))
        maria, ana = stack.enter_context(guests(tmp_path, ("Maria", server.port), ("Ana", server.port)))
        begin_match(maria, ana)
        last = maria.card_point(6)
        maria.lift(last, (last[0] - 60, last[1] + 40))
        table = maria.table
        assert [item for item in table.stage.items if isinstance(item, Lifted)]
        maria.until(lambda: over(maria, ana), ana)
        assert not [item for item in table.stage.items if isinstance(item, Lifted)]
        assert maria.club.match.ending.closed.outcome == "expired"
        assert maria.sentence("online.ended.expired") in maria.texts
        maria.release((last[0] - 60, last[1] + 40))
        assert over(maria) and verdicts(maria, ana) == ["draw", "draw"]


def test_the_time_runs_out_while_the_finish_is_asked_for(tmp_path: Path) -> None:
    with ExitStack() as stack:
        server = stack.enter_context(serving(tmp_path, length=7.0))
        maria, ana = stack.enter_context(guests(tmp_path, ("Maria", server.port), ("Ana", server.port)))
        begin_match(maria, ana)
        maria.push("hud.finish")
        assert isinstance(maria.scene, FinishScene)
        ana.key(pygame.K_F1)  # and Ana reads the help
        maria.until(lambda: over(maria), ana)
        ana.key(pygame.K_ESCAPE)
        ana.until(lambda: over(ana), maria)


def test_who_leaves_early_is_told_the_result_later(tmp_path: Path, server: ServerProcess) -> None:
    with guests(tmp_path, ("Maria", server.port), ("Ana", server.port)) as (maria, ana):
        begin_match(maria, ana)
        finish(maria)
        maria.until(lambda: isinstance(maria.scene, AwaitScene), ana)
        maria.push("online.await.look")
        assert isinstance(maria.scene, OnlineTableScene)
        maria.push("hud.finish")
        maria.push("online.await.leave")
        assert isinstance(maria.scene, LobbyScene)
        assert maria.sentence("online.match.runs", name="Ana") in maria.texts
        maria.new_game()
        maria.draw()
        finish(ana)
        ana.until(lambda: over(ana), maria)
        maria.until(lambda: maria.club.match.ending is not None, ana)
        assert isinstance(maria.scene, OnlineTableScene) and not maria.game.timed
        maria.push("hud.menu")
        maria.click(maria.named("online.match.result", name="Ana"))
        assert isinstance(maria.scene, MatchResultScene)


def test_waiting_can_be_given_up_and_a_match_is_come_back_to(tmp_path: Path, server: ServerProcess) -> None:
    with guests(tmp_path, ("Maria", server.port), ("Ana", server.port)) as (maria, ana):
        maria.enter()
        maria.push("online.match.find")
        assert isinstance(maria.scene, WaitingScene)
        maria.push("online.waiting.stop")
        assert isinstance(maria.scene, LobbyScene) and maria.club.wish is None
        ana.enter()
        ana.push("online.match.find")
        for _ in range(40):
            maria.turn()
            ana.turn()
        assert isinstance(ana.scene, WaitingScene), "paired with somebody who had given up"
        maria.push("online.match.find")
        maria.until(lambda: isinstance(maria.scene, OnlineTableScene), ana)
        maria.draw()
        maria.settled(ana)
        maria.push("hud.menu")
        maria.push("online.leave")
        assert maria.sentence("online.leave.question") in maria.texts
        maria.push("online.leave")
        assert maria.seat.state is State.OFF
        maria.enter()
        maria.click(maria.named("online.match.back", name="Ana"))
        assert maria.game.timed and maria.game.moves == 1 and maria.game.elapsed <= 240
