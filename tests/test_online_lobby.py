"""The way to a server and the lobby: what is asked, what is kept, what is said, and that nothing of it is needed."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.state import DRAW
from game.net import fromclient, fromserver
from game.play.online import service
from game.play.online.address import Address, parse_address
from game.play.online.service import State
from game.ui.online.door import DoorScene
from game.ui.online.ending import SoloResultScene
from game.ui.online.lobby import LobbyScene
from game.ui.online.past import PastScene
from game.ui.online.standing import Standing
from game.ui.online.table import OnlineTableScene
from game.ui.online.waiting import WaitingScene
from game.ui.screens.dialogs import TellScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.replay import ReplayScene
from tests.online import WELCOME, Deal, FakeNetwork, ServerProcess, finish, guests, serving
from tests.player import Player, playing
from tests.support import ROOT


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    with serving(tmp_path_factory.mktemp("server"), competitive=False) as server:
        yield server


# --- The address


@pytest.mark.parametrize(
    ("typed", "url"),
    [
        ("example.org", "wss://example.org:8765"),
        (" example.org:9000 ", "wss://example.org:9000"),
        ("ws://example.org", "ws://example.org:8765"),
        ("WSS://Example.org/", "wss://example.org:8765"),
        ("localhost", "ws://localhost:8765"),
        ("127.0.0.1:1", "ws://127.0.0.1:1"),
        ("wss://127.0.0.1", "wss://127.0.0.1:8765"),
        ("[::1]:9000", "ws://[::1]:9000"),
        ("192.168.1.7", "wss://192.168.1.7:8765"),
    ],
)
def test_an_address_may_be_written_in_many_ways(typed: str, url: str) -> None:
    address = parse_address(typed)
    assert address.url == url
    assert parse_address(url) == address


@pytest.mark.parametrize(
    "typed",
    ["", " ", "http://example.org", "example.org/path", "a b", "me@example.org", "example.org:0x1", "example.org:70000",
     "ws://", "example.org?x", "x" * 300, "exämple.org", "[::1", "ws://example.org:8765#x", "exa\nmple.org"],
)  # fmt: skip
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ValueError):
        parse_address(typed)


@given(st.text())
def test_anything_that_is_typed_is_an_address_or_refused(typed: str) -> None:
    try:
        address = parse_address(typed)
    except ValueError:
        return
    assert isinstance(address, Address) and parse_address(address.url) == address


def test_the_door_says_what_is_wrong_and_keeps_what_was_right(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service, "Network", FakeNetwork)
    with playing(tmp_path) as player:
        player.push("menu.online")
        assert isinstance(player.scene, DoorScene)
        player.type("no server!")
        assert player.sentence("online.server.wrong") in player.texts and not player.button("online.connect").enabled
        player.clipboard = " example.org:9000 "
        player.push("newgame.paste")
        assert player.button("online.connect").enabled
        player.push("online.connect")
        assert player.sentence("online.name.missing") in player.texts
        player.type("Ileana")
        player.push("online.connect")
        assert isinstance(player.scene, LobbyScene)
        online = player.app.context.settings.online
        assert (online.server, online.name) == ("example.org:9000", "Ileana")


# --- Who the player is


def test_the_first_connection_makes_a_player_and_the_next_one_is_the_same(
    tmp_path: Path, server: ServerProcess
) -> None:
    with guests(tmp_path, ("Maria", server.port)) as (maria,):
        maria.enter()
        maria.new_game()
        maria.draw()
        maria.settled()
        number = maria.game.number
    kept = tmp_path / "Maria" / "online.json"
    keys = json.loads(kept.read_text())["players"][f"ws://127.0.0.1:{server.port}"]
    assert keys["token"] and keys["resume"]
    if os.name == "posix":
        assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    with guests(tmp_path, ("Maria", server.port)) as (maria,):
        maria.enter()
        solo = maria.club.solo
        assert solo is not None and (solo.number, solo.moves) == (number, 1)
        again = json.loads(kept.read_text())["players"][f"ws://127.0.0.1:{server.port}"] if kept.exists() else {}
        assert again["token"] == keys["token"]


@pytest.mark.parametrize("content", [b"\x00", b"[]", b'{"format": 1, "players": {"x": {"token": 5}}}', b"{" * 99999])
def test_a_damaged_file_of_keys_is_put_aside_and_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    monkeypatch.setattr(service, "Network", FakeNetwork)
    (tmp_path / "online.json").write_bytes(content)
    (tmp_path / "settings.toml").write_text('[online]\nserver = "example.org"\nname = "Ileana"\n')
    with playing(tmp_path) as player:
        player.push("menu.online")
        assert isinstance(player.scene, TellScene) and "online.json.unreadable-1" in " ".join(player.texts)
    assert (tmp_path / "online.json.unreadable-1").read_bytes() == content


# --- Solo games at a real server


def test_a_solo_game_is_resumed_dealt_again_finished_and_listed(tmp_path: Path, server: ServerProcess) -> None:
    with guests(tmp_path, ("Maria", server.port)) as (maria,):
        maria.enter()
        assert maria.sentence("online.match.closed") in maria.texts and not maria.button("online.match.find").enabled
        maria.new_game()
        first = maria.game.view()
        for _ in range(3):
            maria.draw()
        assert maria.game.moves == 3  # at once
        maria.settled()
        maria.push("hud.menu")
        assert isinstance(maria.scene, LobbyScene)
        maria.click(maria.named("online.continue", number=1, score=0, time="0:00"))
        assert maria.game.moves == 3
        play = maria.game
        maria.push("hud.restart")
        maria.push("newgame.deal")
        maria.until(lambda: isinstance(maria.scene, OnlineTableScene) and maria.game is not play)
        assert (maria.game.moves, maria.game.number) == (0, 1) and maria.game.view() == first
        maria.draw()
        finish(maria)
        maria.until(lambda: isinstance(maria.scene, SoloResultScene) and maria.scene.ending() is not None)
        maria.until(lambda: maria.sentence("online.fair.yes") in maria.texts)
        maria.push("won.new")
        maria.until(lambda: isinstance(maria.scene, OnlineTableScene))
        assert maria.game.number == 2
        maria.push("hud.menu")
        maria.push("menu.history")
        assert isinstance(maria.scene, PastScene)
        maria.until(lambda: [row.row for row in maria.scene._rows if row.row])
        (row,) = [row for row in maria.scene._rows if row.row]
        assert row.row.code == "#1"
        maria.click(row.rect.center)
        maria.push("history.watch")
        maria.until(lambda: isinstance(maria.scene, ReplayScene))
        assert maria.scene.playback.record.events == ("draw", "finish")


def test_the_history_comes_ten_a_page(tmp_path: Path, server: ServerProcess) -> None:
    with guests(tmp_path, ("Maria", server.port)) as (maria,):
        maria.enter()
        for count in range(12):
            maria.new_game() if not count else None
            maria.draw()
            finish(maria)
            maria.until(lambda: isinstance(maria.scene, SoloResultScene))
            if count < 11:
                maria.push("won.new")
                maria.until(lambda: isinstance(maria.scene, OnlineTableScene))
        maria.push("online.lobby")
        maria.push("menu.history")
        maria.until(lambda: maria.scene._told)
        maria.turn()
        codes = [row.row.code for row in maria.scene._rows if row.row]
        assert codes == [f"#{number}" for number in range(12, 2, -1)]
        maria.scene._turn_to(1)
        maria.until(lambda: maria.scene._told)
        maria.turn()
        assert [row.row.code for row in maria.scene._rows if row.row] == ["#2", "#1"]


def test_the_same_player_at_two_programs_is_told_so(tmp_path: Path, server: ServerProcess) -> None:
    with guests(tmp_path, ("Maria", server.port), ("Maria", server.port)) as (here, there):
        here.enter()
        here.app.saver.flush()
        there.enter()
        here.until(lambda: here.seat.state is State.TAKEN_OVER, there)
        here.turn()
        (line,) = next(widget.lines for widget in here.widgets() if isinstance(widget, Standing))
        assert line == here.sentence("online.state.taken-over", server=f"127.0.0.1:{server.port}")
        here.push("online.again")
        here.until(lambda: here.seat.state is State.CONNECTED, there)


def test_a_player_whom_the_server_has_forgotten_can_begin_anew(tmp_path: Path, server: ServerProcess) -> None:
    folder = tmp_path / "Maria"
    folder.mkdir()
    players = {f"ws://127.0.0.1:{server.port}": {"token": "x" * 43, "resume": ""}}
    (folder / "online.json").write_text(json.dumps({"format": 1, "players": players}))
    with guests(tmp_path, ("Maria", server.port)) as (maria,):
        maria.push("menu.online")
        maria.until(lambda: maria.seat.state is State.UNKNOWN)
        maria.turn()
        maria.push("online.new-player")
        maria.until(lambda: maria.seat.state is State.CONNECTED)


# --- What the server may say


@pytest.fixture
def seated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Player, FakeNetwork]]:
    """A player in the lobby of a server that says what the test has it say."""
    monkeypatch.setattr(service, "Network", FakeNetwork)
    (tmp_path / "settings.toml").write_text('[online]\nserver = "example.org"\nname = "Ileana"\n')
    with playing(tmp_path) as player:
        player.push("menu.online")
        network = player.app.context.online()._network
        assert isinstance(network, FakeNetwork)
        network.tell(WELCOME)
        player.turn()
        yield player, network


def test_a_server_that_opens_matches_while_one_is_there_says_so(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    assert player.button("online.match.find").enabled
    player.push("online.match.find")
    network.tell(fromserver.Err("competitive-closed"))
    player.turn()
    player.turn()
    assert isinstance(player.scene, LobbyScene) and not player.button("online.match.find").enabled
    assert player.sentence("online.match.closed") in player.texts


def test_a_server_that_talks_nonsense_is_left_and_the_game_goes_on(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    network.tell(Deal().snapshot().__class__("g", 0, 0, {}, 0, 0, 0, "open", False, "c"))
    player.turn()
    player.turn()
    assert network.stopped and player.app.context.online().state is State.MALFORMED
    assert player.offers("online.again")
    player.push("online.leave")
    assert isinstance(player.scene, MenuScene)
    player.start("KL1-1-AAAAAAB")
    assert player.table.play.spec.prefix == "KL1-1"


def test_what_was_refused_is_taken_back_and_its_rule_told(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    deal = Deal()
    network.tell(deal.snapshot(), fromserver.Pong(0))
    player.turn()
    player.click(next(w for w in player.widgets() if "#7" in getattr(w, "text", "")).rect.center)
    before = player.table.play.view()
    player.key(32)
    player.key(32)
    orders = [message for message in network.sent if isinstance(message, fromclient.Cmd)]
    assert [(order.cid, order.rev, order.event) for order in orders] == [(1, 0, "draw"), (2, 1, "draw")]
    assert player.table.play.moves == 2
    network.tell(fromserver.Err("refused", 1, 0, "g1", "stock-empty"))
    player.turn()
    assert player.table.play.view() == before and player.table.play.moves == 0
    assert player.notice == player.sentence("refusal.stock-empty")


def test_what_is_not_acknowledged_is_sent_again_once_under_the_same_number(
    seated: tuple[Player, FakeNetwork],
) -> None:
    player, network = seated
    deal = Deal()
    network.tell(deal.snapshot(), fromserver.Pong(0))
    player.turn()
    player.click(next(w for w in player.widgets() if "#7" in getattr(w, "text", "")).rect.center)
    player.key(32)
    player.key(32)
    network.tell(deal.ok(DRAW))
    player.turn()
    network.standing = "reconnecting"
    player.key(32)
    network.standing = "connected"
    network.sent.clear()
    network.tell(WELCOME, deal.snapshot())
    player.turn()
    player.key(32)  # between the welcome and the end of what is told: not before those that are sent again
    assert [type(message) for message in network.sent] == [fromclient.Ping]
    network.tell(fromserver.Pong(0), fromserver.Pong(0))
    player.turn()
    assert [message.cid for message in network.sent[1:]] == [2, 3, 4]


def test_offline_the_keys_are_with_something_that_can_be_used(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    network.tell(Deal().snapshot(), fromserver.Pong(0))
    player.turn()
    focused = player.scene.group.focused
    assert focused is not None and "#7" in focused.text
    network.standing = "reconnecting"
    player.wait(11)
    assert player.app.context.online().state is State.OFFLINE
    focused = player.scene.group.focused
    assert focused is not None and focused.enabled and focused.text == player.sentence("online.change")


def test_advice_is_given_alone_but_not_in_a_match(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    network.tell(Deal().snapshot(), fromserver.Pong(0))
    player.turn()
    player.click(next(w for w in player.widgets() if "#7" in getattr(w, "text", "")).rect.center)
    assert player.offers("hud.hint") and player.offers("hud.restart")
    player.key(pygame.K_h)
    assert player.table.counsel.plate is not None
    network.tell(fromserver.Matched("m1", "g2", "Ana", "c" * 64, 9000), Deal(game="g2", match="m1").snapshot(9000))
    player.turn()
    player.settle()
    assert player.table.play.timed and not (player.offers("hud.hint") or player.offers("hud.new"))
    player.key(pygame.K_h)
    player.key(pygame.K_v)
    player.key(pygame.K_n)
    assert player.table.counsel.plate is None and player.table.play.timed


def test_a_match_is_waited_for_until_its_board_is_told(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    player.push("online.match.find")
    network.tell(fromserver.Waiting(True), fromserver.Matched("m1", "g2", "Ana", "c" * 64, 9000))
    player.turn()
    assert isinstance(player.scene, WaitingScene)
    network.tell(Deal(game="g2", match="m1").snapshot(9000))
    player.turn()
    assert player.table.play.timed


def test_a_match_that_is_found_in_the_last_moment_of_waiting_is_played(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    player.push("online.match.find")
    player.push("online.waiting.stop")
    assert isinstance(player.scene, LobbyScene) and network.sent[-1] == fromclient.LeaveQueue()
    network.tell(fromserver.Matched("m1", "g2", "Ana", "c" * 64, 9000), Deal(game="g2", match="m1").snapshot(9000))
    player.turn()
    assert player.table.play.timed


def test_a_match_that_ended_while_the_player_was_away_is_asked_for(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    network.tell(fromserver.Matched("m1", "g2", "Ana", "c" * 64, 9000), Deal(game="g2", match="m1").snapshot(9000))
    network.tell(fromserver.Pong(0))
    player.turn()
    network.tell(WELCOME, fromserver.Pong(0))
    player.turn()
    assert network.sent[-1] == fromclient.Recall("m1")
    network.tell(fromserver.Closed("g2", "expired", 0, 0, 9000, "m1", "loss", 20))
    player.turn()
    club = player.app.context.online().club
    assert club is not None and club.match is not None and club.match.ending is not None


def test_thirty_two_messages_are_taken_at_a_time(seated: tuple[Player, FakeNetwork]) -> None:
    player, network = seated
    network.tell(*[fromserver.Pong(0)] * 80)
    left = []
    for _ in range(3):
        player.turn()
        left.append(len(network.told))
    assert left == [48, 16, 0]


# --- The start


def test_a_game_that_nobody_takes_online_loads_nothing_for_it(tmp_path: Path) -> None:
    program = f"""
import sys
from pathlib import Path
from tests.player import Player
player = Player(Path({str(tmp_path)!r}))
player.start("KL1-1-AAAAAAB")
heavy = [name for name in ("asyncio", "websockets", "msgspec", "ssl", "game.play.online", "game.ui.online")]
print(sorted(set(heavy) & set(sys.modules)))
player.quit()
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
