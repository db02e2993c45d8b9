"""Every text of every scene fits where it stands, in each language and in small, middling and upright windows."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.engine.deals import CodeError, CodeFault
from game.engine.games import GAMES
from game.engine.record import RecordError, RecordFault, ReplayError
from game.engine.refusal import Refusal
from game.engine.state import parse_event
from game.text.catalogue import languages
from game.text.faults import code_sentence, record_sentence, refusal_sentence
from game.text.rulepages import PAGES
from game.ui.screens import newgame, options, records, rulebook
from game.ui.screens.lesson import LessonScene
from game.ui.screens.viewing import ViewingScene
from game.ui.screens.welcome import WelcomeScene
from game.ui.screens.win import ResultScene
from game.ui.table.hud import Counters
from game.ui.table.marks import Notice
from game.ui.table.plate import Offer
from tests.player import Player
from tests.test_languages_ruler import Ruler
from tests.test_ui_history import fill, leave_open, won

SIZES = [(640, 480), (800, 600), (1280, 720), (1080, 1920)]
TEXT_SIZES = (100, 150, 200)
#: A folder as long as a home folder gets, and a file that was set aside in it.
_ASIDE = Path("/home/alexandrina.popescu/.local/share/waraq/games/RU1-C-practice.json.damaged-2")
_SHOW = ("offer.show", "play")


# --- The scenes


def menus(ruler: Ruler, folder: Path) -> None:
    """Without open games, with one of each variant, and with as many as there can be."""
    ruler.routes.menu()
    ruler.look()
    for prefix in GAMES:
        leave_open(folder, prefix, **({"practice": True} if prefix in ("ER1-S", "KL1-3") else {}))
    ruler.routes.menu()
    ruler.look()
    for prefix in GAMES:
        leave_open(folder, prefix)
        leave_open(folder, prefix, practice=True)
    ruler.routes.menu()
    ruler.look()


def new_games(ruler: Ruler, folder: Path) -> None:
    """Every game, rule and source, and every fault of a code."""
    ruler.routes.menu()
    for prefix in GAMES:
        ruler.routes.new_game(prefix)
        scene = ruler.player.scene
        assert isinstance(scene, newgame.NewGameScene)
        for index in range(len(scene._sources)):
            scene._choose_source(index)
            ruler.look()
        for fault in CodeFault:
            scene._note.say(code_sentence(ruler.context.text, CodeError(fault, "ABCDEFGHIJKL")))
            ruler.look()
        scene.leave()


def settings(ruler: Ruler, folder: Path) -> None:
    """Every page."""
    ruler.routes.settings()
    for index in range(len(options.Page)):
        ruler.player.scene._turn(index)  # type: ignore[attr-defined]
        ruler.look()
    ruler.context.scenes.pop()


def rules(ruler: Ruler, folder: Path) -> None:
    """Every page, to its end: a paragraph is as high as it needs."""
    ruler.routes.rules(None)
    for index in range(len(rulebook._CHOICES)):
        ruler.player.scene._turn(index)  # type: ignore[attr-defined]
        ruler.look()
    ruler.context.scenes.pop()


def keys(ruler: Ruler, folder: Path) -> None:
    """The keys alone, and beside a controller's buttons."""
    for plugged in (False, True):
        ruler.context.has_controller = lambda plugged=plugged: plugged  # type: ignore[misc]
        ruler.routes.keys()
        ruler.look()
        ruler.context.scenes.pop()


def history(ruler: Ruler, folder: Path) -> None:
    """Without games, with open and ended ones, and what it says when it cannot be read."""
    ruler.routes.history()
    ruler.look()
    ruler.context.scenes.pop()
    fill(folder, 18)
    leave_open(folder, "KL1-3")
    leave_open(folder, "ER1-S", practice=True)
    ruler.routes.history()
    scene = ruler.player.scene
    assert isinstance(scene, records.HistoryScene)
    for row in (scene._rows[0], scene._rows[4]):
        scene._choose_row(row, False)
        ruler.look()
    for row in scene._rows:
        row.show(None)
    for key in ("history.unreadable", "history.none", "history.none-of-these"):
        scene._sentence.say(ruler.sentence(key))
        ruler.look()
    ruler.context.scenes.pop()


def replays(ruler: Ruler, folder: Path) -> None:
    """Every event of a won game of each variant in words, and the notices."""
    for prefix in GAMES:
        ruler.routes.watch(won(prefix))
        scene = ruler.player.scene
        assert isinstance(scene, ViewingScene)
        scene.export()  # type: ignore[attr-defined]
        ruler.look()
        ruler.captions(scene)
        fault = ReplayError(120, "t1:1>t2", Refusal.BUILD_ALTERNATING)
        scene.say(ruler.sentence("replay.breaks", fault=record_sentence(ruler.context.text, fault)))
        ruler.look()
        ruler.context.scenes.pop()


def lessons(ruler: Ruler, folder: Path) -> None:
    """Every step of every worked example, with the rule that it breaks."""
    for game in PAGES:
        scene = LessonScene(ruler.context, game)
        ruler.context.scenes.push(scene)
        ruler.look()
        ruler.captions(scene)
        for step in scene.example.steps:
            if step.refused is not None:
                scene.say(refusal_sentence(ruler.context.text, step.refused.rule))
                ruler.look()
        ruler.context.scenes.pop()


def dialogs(ruler: Ruler, folder: Path) -> None:
    """Questions and sentences with the longest that can stand in them."""
    text = ruler.context.text
    told = [text("settings.unreadable", place=_ASIDE), text("history.aside", place=_ASIDE)]
    told += [text("settings.wrong", name="play.interactive_rules", line=120)]
    told += [record_sentence(text, ReplayError(1000, "t1:13>t2" * 5, refusal)) for refusal in Refusal]
    told += [record_sentence(text, RecordError(fault)) for fault in RecordFault]
    for prefix in GAMES:
        name = text(f"variant.{prefix}")
        told += [text("saved.aside", variant=name, reason=text("record.not-a-record"), place=_ASIDE)]
        told += [text("saved.locked", variant=name, reason=text("record.not-a-record"))]
    for sentence in dict.fromkeys(told):
        ruler.routes.tell(sentence)
        ruler.look()
        ruler.context.scenes.pop()
    asked = [(text("finish.question"), text("finish.yes"))]
    for prefix in GAMES:
        moves = text.plural("newgame.moves", 1203)
        values = {"variant": text(f"variant.{prefix}"), "score": -1250, "time": "11:59:59", "moves": moves}
        asked.append((text("newgame.lost", **values), text("newgame.deal")))
    for question, yes in asked:
        ruler.routes.ask(question, yes, lambda: None)
        ruler.look()
        ruler.context.scenes.pop()


def results(ruler: Ruler, folder: Path) -> None:
    """A won game of each variant, and a finished one; before and after its code was copied."""
    for prefix in GAMES:
        whole = won(prefix)
        play = ruler.context.house.deal(whole.deal)
        for event in whole.events if prefix != "ER1-S" else ("draw", "finish"):
            assert play.do(parse_event(event)) is None
        scene = ResultScene(ruler.context, play)
        ruler.context.scenes.push(scene)
        ruler.look()
        scene._share()
        ruler.look()
        ruler.context.scenes.pop()


def tables(ruler: Ruler, folder: Path) -> None:
    """Counted and practice games, all that the table can say in passing, and the largest numbers."""
    ruler.routes.menu()
    plays = [ruler.context.house.deal_secret(), *(ruler.context.house.deal(won(prefix).deal) for prefix in GAMES)]
    for play in [*plays, ruler.context.house.take_over(won("RU1-C"))]:
        ruler.routes.table(play, False)
        table = ruler.player.table
        table.hud.show(Counters(-1250, 11 * 3600 + 59 * 60 + 59, 1203))
        table.completion.show(True)
        ruler.look()
        sentences = [refusal_sentence(ruler.context.text, refusal) for refusal in Refusal]
        sentences += [ruler.sentence("notice.copied", code=play.code), ruler.sentence("notice.not-saved")]
        for sentence in sentences:
            table.passing.say(sentence)
            ruler._item = next(item for item in table.passing.items if isinstance(item, Notice))
            ruler._measure(ruler._item)
    ruler.routes.menu()


def first_starts(ruler: Ruler, folder: Path) -> None:
    """What a stranger is asked."""
    ruler.context.scenes.push(WelcomeScene(ruler.context))
    ruler.look()
    ruler.context.scenes.pop()


def told_tables(ruler: Ruler, folder: Path) -> None:
    """Tables with the live line and the light, with and without a remark."""
    for key in ("live_line", "verdict_light"):
        ruler.context.change("play", key, True)
    for play in (ruler.context.house.deal_secret(), ruler.context.house.deal(won("KL1-3").deal)):
        ruler.routes.table(play, False)
        table = ruler.player.table
        row = ruler.context.text.plural("told.row", 7, cards=ruler.sentence("list.comma").join(["10♠"] * 7))
        table.announcer.say(row)
        ruler.look()
        offers = [Offer(ruler.sentence(key), icon, lambda: None) for key, icon in (("hud.hint", "hint"), _SHOW)]
        table.counsel._put_plate(ruler.sentence("advice.still-thinking"), row, offers)
        plate = table.counsel.plate
        assert plate is not None and table.layout.table.contains(plate.rect)
        for widget in plate.widgets:
            assert plate.rect.contains(widget.rect), widget
            ruler._item = widget
            ruler._measure(widget)
        table.counsel._take_down()
    for key in ("live_line", "verdict_light"):
        ruler.context.change("play", key, False)
    ruler.routes.menu()


SCENES = (
    *(first_starts, told_tables, menus, new_games, settings, rules, keys),
    *(history, replays, lessons, dialogs, results, tables),
)


@pytest.fixture(
    scope="module",
    params=[(lang, size, text) for text in TEXT_SIZES for lang in languages() for size in SIZES],
    ids=lambda param: "{}-{}x{}-{}".format(param[0], *param[1], param[2]),
)
def opened(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Player, Path]]:
    language, size, text = request.param
    folder = tmp_path_factory.mktemp("fit")
    wanted = f'[general]\nlanguage = "{language}"\n[look]\nmotion = "off"\ntext_size = {text}\n'
    (folder / "settings.toml").write_text(wanted)
    player = Player(folder, size)
    assert player.app.context.text.language == language
    yield player, folder
    player.quit()


@pytest.mark.parametrize("show", SCENES, ids=lambda scene: scene.__name__)
def test_every_text_fits(
    opened: tuple[Player, Path], show: Callable[[Ruler, Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    player, folder = opened
    monkeypatch.setattr(newgame.NewGameScene, "_can_repeat", lambda self: True)
    ruler = Ruler(player)
    player.app.saver.flush()
    shutil.rmtree(folder / "games", ignore_errors=True)
    (folder / "history.sqlite3").unlink(missing_ok=True)
    player.app.navigator.menu()
    show(ruler, folder)
    assert not ruler.found, "\n" + "\n".join(ruler.found)
