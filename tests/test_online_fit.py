"""Every text of the scenes of playing online fits where it stands, in each language, with the longest names."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from game.engine.state import DRAW
from game.net import fromserver
from game.net.fairness import ProofFault, commitment
from game.play.online import service
from game.play.online.service import State
from game.text.catalogue import languages
from game.ui.online.ending import AwaitScene, FinishScene, MatchResultScene, SoloResultScene
from game.ui.online.past import PastScene
from game.ui.online.table import OnlineTableScene
from game.ui.online.waiting import WaitingScene
from tests.online import WELCOME, Deal, FakeNetwork
from tests.player import Player, playing
from tests.test_languages_ruler import Ruler

#: Windows, each with the size of texts in per cent of the usual.
SIZES = [((640, 480), 100), ((640, 480), 150), ((800, 600), 150), ((1280, 720), 100)]
LONGEST_NAME = "Alexandrina-Constantinaa"
VERDICTS = ("win", "loss", "draw", "void")
ENDINGS = ("won", "finished", "expired", "void")


class Table(NamedTuple):
    """A player at a server that says what the test has it say, and the ruler that measures."""

    player: Player
    network: FakeNetwork
    ruler: Ruler

    def tell(self, *messages: object, fault: ProofFault | None = None) -> None:
        self.network.tell(*messages, fault=fault)
        for _ in range(3):
            self.player.turn()
        self.player.settle()

    def look(self) -> None:
        self.ruler.look()


def press(table: Table, key: str) -> None:
    """Press a button, wherever it has been scrolled to."""
    table.player.button(key).activate()
    table.player.turn()


def door(table: Table) -> None:
    """Empty, with a wrong address, and without a name."""
    press(table, "online.change")
    table.look()
    table.player.scene._server.set_text("no server!")
    table.look()
    table.player.scene._server.set_text("example.org")
    table.player.scene._name.set_text("")
    press(table, "online.connect")
    table.look()


def lobby(table: Table) -> None:
    """In every state, with and without games, with matches open and closed."""
    online = table.player.app.context.online()
    for state in State:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service.Online, "state", property(lambda self, state=state: state))
            table.player.turn()
            table.look()
    deal = Deal()
    deal.session.do(DRAW)
    table.tell(deal.snapshot(11 * 3600_000), fromserver.Err("competitive-closed"))
    table.look()
    begin(table)
    press(table, "hud.menu")
    table.look()
    assert online.club is not None and online.club.match is not None
    online.club.match.left = True
    table.player.turn()
    table.look()
    end(table, "draw", "expired")
    table.look()


def begin(table: Table) -> Deal:
    """A match against somebody with a long name."""
    club = table.player.app.context.online().club
    assert club is not None
    club.queue()
    table.player.turn()
    deal = Deal(match="m1")
    table.tell(fromserver.Matched("m1", "g1", LONGEST_NAME, "c" * 64, 240_000), deal.snapshot(240_000))
    table.tell(fromserver.Opponent("m1", -1250, 51, False))
    assert isinstance(table.player.scene, OnlineTableScene)
    return deal


def end(table: Table, verdict: str, outcome: str, fault: ProofFault | None = None) -> None:
    """The match is over."""
    seed = bytes(32)
    closed = fromserver.Closed("g1", outcome, -1250, 1203, 239_000, "m1", verdict, -1250)
    board = fromserver.Board(LONGEST_NAME, outcome, 0, ())
    table.tell(closed)
    reveal = fromserver.Reveal("m1", "ER1-S", seed.hex(), commitment("m1", seed), (board, board))
    table.tell(reveal, fault=fault)


def waiting(table: Table) -> None:
    """For anybody, and for a rematch."""
    press(table, "online.match.find")
    assert isinstance(table.player.scene, WaitingScene)
    table.look()
    begin(table)
    end(table, "draw", "finished")
    press(table, "online.rematch")
    assert isinstance(table.player.scene, WaitingScene)
    table.look()


def match(table: Table) -> None:
    """The table, the question, the wait, the other player done, and what is said in passing."""
    deal = begin(table)
    table.look()
    for state in State:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service.Online, "state", property(lambda self, state=state: state))
            table.player.turn()
            table.look()
    table.player.turn()
    scene = table.player.table
    for key in ("online.crowded", "online.not-now"):
        scene._say(table.ruler.sentence(key))
        table.look()
    press(table, "hud.finish")
    assert isinstance(table.player.scene, FinishScene)
    table.look()
    press(table, "dialog.keep")
    table.tell(fromserver.Opponent("m1", -1250, 51, True))
    table.look()
    table.tell(deal.snapshot(200_000, outcome="finished"))
    assert isinstance(table.player.scene, AwaitScene)
    table.look()


def results(table: Table) -> None:
    """Every verdict and every end, fair and not, before and after the record is kept."""
    for verdict, outcome in zip(VERDICTS, ENDINGS, strict=True):
        begin(table)
        end(table, verdict, outcome, ProofFault.COMMITMENT if verdict == "loss" else None)
        assert isinstance(table.player.scene, MatchResultScene)
        table.look()
        press(table, "online.keep")
        table.look()
        club = table.player.app.context.online().club
        assert club is not None
        club.match = None
        press(table, "online.lobby")


def solo(table: Table) -> None:
    """The table, the question, and the result."""
    deal = Deal()
    deal.session.do(DRAW)
    table.tell(deal.snapshot(3000))
    ways = table.player.scene.ways
    club = table.player.app.context.online().club
    assert club is not None and club.solo is not None
    ways.table(club.solo, False)
    table.player.turn()
    table.look()
    press(table, "hud.finish")
    table.look()
    table.tell(fromserver.Closed("g1", "finished", 0, 1, 3000))
    table.player.turn()
    assert isinstance(table.player.scene, SoloResultScene)
    table.look()


def past(table: Table) -> None:
    """While it is asked for, without games, and with the largest numbers."""
    press(table, "menu.history")
    assert isinstance(table.player.scene, PastScene)
    table.look()
    table.tell(fromserver.HistoryPage(0, 0, (), fromserver.Totals()))
    table.look()
    games = [
        fromserver.Past(f"g{n}", 1203, ENDINGS[n % 3], -1250, 1203, 43_199_000, 1_795_999_009_354, "m" * (n % 2), v)
        for n, v in enumerate([*VERDICTS, "", "", *VERDICTS])
    ]
    totals = fromserver.Totals(12_000, 11_000, 12_000, 43_199_000, 1203, 10_000, 9000, 900)
    table.player.scene._turn_to(3)
    table.tell(fromserver.HistoryPage(3, 1200, tuple(games), totals))
    table.player.scene._choose(table.player.scene._rows[4], False)
    table.look()


SCENES = (door, lobby, waiting, match, results, solo, past)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", languages())
def test_every_text_fits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, size: tuple[tuple[int, int], int]
) -> None:
    window, percent = size
    settings = f'[general]\nlanguage = "{language}"\n[look]\nmotion = "off"\ntext_size = {percent}\n'
    settings += '[online]\nserver = "matches.waraq.example.org:18765"\nname = "Ileana"\n'
    (tmp_path / "settings.toml").write_text(settings)
    monkeypatch.setattr(service, "Network", FakeNetwork)
    with playing(tmp_path, window) as player:
        for show in SCENES:
            player.app.navigator.menu()
            player.button("menu.online").activate()
            network = player.app.context.online()._network
            assert isinstance(network, FakeNetwork)
            table = Table(player, network, Ruler(player))
            table.tell(WELCOME, fromserver.Pong(0))
            table.look()
            show(table)
            assert not table.ruler.found, "\n" + "\n".join(table.ruler.found)
