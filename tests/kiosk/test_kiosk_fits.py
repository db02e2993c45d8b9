"""Every text of the kiosk's own scenes fits where it stands, in each language and in windows of all shapes."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from game.engine.deals import CodeError, CodeFault
from game.engine.games import GAMES
from game.kiosk.daybook import Day
from game.kiosk.wins import wins
from game.text.catalogue import languages
from game.text.faults import code_sentence
from game.ui.frame.scenes import Scene
from game.ui.kiosk.attract import AttractScene, invitations
from game.ui.kiosk.countdown import CountdownScene
from game.ui.kiosk.dark import DarkScene
from game.ui.kiosk.home import HomeScene, Ways
from game.ui.kiosk.operator import OperatorScene
from game.ui.kiosk.pads import CodeScene, PinScene
from game.ui.screens.crash import CrashScene
from tests.player import Player
from tests.test_languages_fit import SIZES
from tests.test_languages_ruler import Ruler

_REPORT = Path("/home/alexandrina.popescu/.local/share/waraq/reports/crash-20261129-235959-123456.txt")


def nothing(*_: object) -> None:
    """What no button does here."""


def scenes(ruler: Ruler) -> list[Scene]:
    context, text = ruler.context, ruler.context.text
    troubles = [text("kiosk.not-saved", reason="OSError(28, 'No space left on device')"), text("kiosk.no-log")]
    troubles.append(text("settings.wrong", name="kiosk.winnable_only", line=123))
    closed = [text("kiosk.closed", time="08:00")] * 3
    return [
        AttractScene(context, wins(list(GAMES), random.Random(1)), invitations(context.languages), nothing),
        HomeScene(context, list(GAMES), Ways(nothing, nothing, nothing)),
        CodeScene(context, list(GAMES), nothing),
        CodeScene(context, [], nothing),
        PinScene(context, lambda pin: False),
        CountdownScene(context, 60, nothing),
        OperatorScene(context, Day(1234, 2345, 345, 999_999), troubles, nothing),
        OperatorScene(context, Day(), [], nothing),
        DarkScene(context, closed),
        CrashScene(context, "", _REPORT),
        CrashScene(context, "", None),
    ]


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", languages())
def test_every_text_of_the_kiosk_fits(tmp_path: Path, language: str, size: tuple[int, int], percent: int) -> None:
    look = f'[general]\nlanguage = "{language}"\n[look]\nmotion = "off"\ntext_size = {percent}\n'
    (tmp_path / "settings.toml").write_text(look)
    player = Player(tmp_path, size)
    try:
        ruler = Ruler(player)
        for scene in scenes(ruler):
            player.app.scenes.push(scene)
            ruler.look()
            if isinstance(scene, CodeScene):
                for letter in "KL1-1-AAAAAAA":
                    scene.press(letter)
                ruler.look()
                for fault in CodeFault:
                    scene._note.say(code_sentence(ruler.context.text, CodeError(fault, "ABCDEFGHIJKLMNOPQRSTUVWX")))
                    ruler.look()
            if isinstance(scene, PinScene):
                scene.press("1")
                scene.enter()
                ruler.look()
            if isinstance(scene, CrashScene):
                scene._take()
                ruler.look()
            player.app.scenes.pop()
        assert not ruler.found, "\n" + "\n".join(ruler.found)
    finally:
        player.quit()
