"""A server that is frozen, dead or out of reach delays no frame and is said to be offline; and what a wire may do."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from game.net import fromclient, fromserver
from game.play.online import network
from game.play.online.network import Network
from game.play.online.service import State
from game.ui.online.lobby import LobbyScene
from game.ui.online.table import OnlineTableScene
from game.ui.screens.menu import MenuScene
from tests.online import PATIENCE, Guest, ServerProcess, Wire, guests, serving

#: Seconds within which a player must be told.
OFFLINE = 10.0
#: Seconds beyond the slowest usual frame that a busy machine may add. Waiting for a server would cost ten.
GUARD = 0.5


def slowest(players: list[Guest], seconds: float, stop: list[State] | None = None) -> float:
    """Seconds of the slowest round while all play on for some time, or until all stand so."""
    end, worst = time.monotonic() + seconds, 0.0
    while time.monotonic() < end and (stop is None or [player.seat.state for player in players] != stop):
        for player in players:
            began = time.monotonic()
            if player.game.crowded:
                player.turn()
            else:
                player.draw()
            worst = max(worst, time.monotonic() - began)
        time.sleep(0.05)
    return worst


def test_no_server_delays_a_frame_and_local_games_need_none(tmp_path: Path) -> None:
    """One server is frozen, one killed, one out of reach, all at once."""
    with ExitStack() as stack:
        for name in ("a", "b", "c"):
            (tmp_path / name).mkdir()
        frozen, dead, far = (stack.enter_context(serving(tmp_path / name)) for name in ("a", "b", "c"))
        wire = Wire(far.port)
        stack.callback(wire.close)
        seats = [("Frozen", frozen.port), ("Dead", dead.port), ("Hole", wire.port)]
        players = stack.enter_context(guests(tmp_path, *seats))
        for player in players:
            player.enter()
            player.new_game()
        usual = slowest(players, 2.0)
        frozen.freeze(True)
        dead.kill()
        wire.hush()
        began = time.monotonic()
        worst = slowest(players, PATIENCE, [State.OFFLINE] * 3)
        assert time.monotonic() - began < OFFLINE + GUARD
        assert worst < usual + GUARD
        for player in players:
            player.turn()
            assert player.standing[0] == player.sentence("online.short.offline")
            player.push("hud.menu")
            assert isinstance(player.scene, LobbyScene) and not player.button("won.new").enabled
            player.push("online.leave")
            assert isinstance(player.scene, MenuScene) and player.seat.state is State.OFF
            player.start("KL1-1-AAAAAAB")
            player.draw()
            assert player.events == ["draw"]
        frozen.freeze(False)


def test_a_server_that_comes_later_is_found(tmp_path: Path) -> None:
    wire = Wire(1)
    wire.cut()
    with serving(tmp_path) as server, guests(tmp_path, ("Maria", wire.port)) as (maria,):
        maria.push("menu.online")
        maria.until(lambda: maria.seat.state is State.RECONNECTING)
        wire.mend(server.port)
        maria.until(lambda: maria.seat.state is State.CONNECTED)
        maria.new_game()
        assert isinstance(maria.scene, OnlineTableScene)
    wire.close()


@pytest.fixture
def crowded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Network, threading.Event]]:
    """A connection of which nobody takes what comes; the event is set at each news."""
    monkeypatch.setattr(network, "_MOST_IN", 3)
    monkeypatch.setattr(network, "_PAUSE", 0.05)
    news = threading.Event()
    with serving(tmp_path) as server:
        line = Network(f"ws://127.0.0.1:{server.port}", "Maria", "", "", news.set)
        yield line, news
        line.stop()
        line.join(5.0)


def heard(line: Network, seconds: float = PATIENCE) -> fromserver.FromServer:
    """The next message."""
    end = time.monotonic() + seconds
    while (found := line.take()) is None:
        assert time.monotonic() < end
        time.sleep(0.005)
    return found.message


def test_news_that_nobody_takes_is_bounded_and_told_anew(crowded: tuple[Network, threading.Event]) -> None:
    line, _ = crowded
    assert isinstance(heard(line), fromserver.Welcome)
    for _ in range(9):
        assert line.post(fromclient.Ping())
    end = time.monotonic() + PATIENCE
    while line._welcomes < 1 or line._in.qsize() < 3:
        assert time.monotonic() < end
        time.sleep(0.01)
    time.sleep(0.3)
    assert line._in.qsize() == 3
    kinds = [type(heard(line)) for _ in range(3)]
    assert kinds == [fromserver.Pong] * 3
    assert isinstance(heard(line), fromserver.Welcome)  # of the next connection


def test_what_was_meant_for_an_older_connection_is_not_sent(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(tmp_path) as server:
        wire = Wire(server.port)
        line = Network(f"ws://127.0.0.1:{wire.port}", "Maria", "", "", lambda: None)
        assert isinstance(heard(line), fromserver.Welcome)
        wire.cut()
        while line.standing == "connected":
            time.sleep(0.005)
        wire.mend()
        while line.standing != "connected":
            time.sleep(0.005)
        line.post(fromclient.New())  # by one who has not heard that welcome
        assert isinstance(heard(line), fromserver.Welcome)
        line.post(fromclient.Ping())
        assert isinstance(heard(line), fromserver.Pong)
        line.stop()
        line.join(5.0)
        wire.close()


def test_a_server_process_can_be_stopped_while_a_player_connects(tmp_path: Path) -> None:
    """Ending the program does not wait for a server."""
    server = ServerProcess(tmp_path)
    server.freeze(True)
    with guests(tmp_path, ("Maria", server.port)) as (maria,):
        maria.push("menu.online")
        for _ in range(20):
            maria.turn()
        assert maria.seat.state is State.CONNECTING
        began = time.monotonic()
        maria.end()
        assert time.monotonic() - began < 5.0
    server.kill()
