"""What happens at the table and in the menus, told on the live line and by voice: the same sentences, once each."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine import cards
from game.engine.games import GAMES
from game.engine.state import DRAW, STOCK, Move, parse_event
from game.storage.settings import Back, TableTheme
from game.text.cardnames import card_sign, spelled_out
from game.text.catalogue import languages
from game.ui.controls.captions import Caption
from game.ui.controls.fields import Choice, Switch
from game.ui.look.voice import Voice
from game.ui.screens.dialogs import AskScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.newgame import NewGameScene
from game.ui.screens.options import Page, SettingsScene
from game.ui.screens.win import ResultScene
from game.ui.table.liveline import LiveLine
from game.ui.table.marks import Notice
from tests.player import Player, assert_at_rest, assert_painted, lay, playing
from tests.support import golden
from tests.test_languages_ruler import Ruler
from tests.test_ui_keyboard import by_keys
from tests.test_ui_smoke import play_event
from tests.test_voice import alive, fake, wait_for

SIZES = [(640, 480), (800, 600), (1280, 720), (1080, 1920)]


class Heard(Voice):
    """A voice that keeps what it is to say."""

    def __init__(self) -> None:
        super().__init__(True)
        self.sentences: list[str] = []

    def set(self, on: bool) -> None:
        """Stay on whatever the settings are."""

    def say(self, sentence: str, language: str) -> None:
        """Keep a sentence."""
        self.sentences.append(sentence)


def settings(folder: Path, language: str = "en", motion: str = "off") -> None:
    lines = ["[general]", f'language = "{language}"', "[play]", "live_line = true", "[look]", f'motion = "{motion}"']
    (folder / "settings.toml").write_text("\n".join(lines))


def listen(player: Player) -> Heard:
    """Hear what is read aloud from now on."""
    heard = Heard()
    player.app.voice = player.app.context.voice = heard
    player.turn()
    return heard


def line(player: Player) -> str:
    """The live line of the table."""
    return " ".join(next(item for item in player.table.stage.items if isinstance(item, LiveLine)).lines)


def unseen(player: Player) -> set[str]:
    """The names of the cards that the table does not show."""
    view = player.table.play.view()
    shown = {card for pile in view.places for card in view.faces(pile)}
    text = player.app.context.text
    return {spelled_out(text, "x " + card_sign(card))[2:] for card in range(cards.PACK_SIZE) if card not in shown}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("prefix", GAMES)
def test_a_whole_game_is_told_and_no_hidden_card_with_it(tmp_path: Path, prefix: str, language: str) -> None:
    settings(tmp_path, language)
    record = golden(f"win-{prefix}")["record"]
    with playing(tmp_path) as player:
        heard = listen(player)
        player.start(record["code"])
        table = player.table
        for event in record["events"][:60]:
            heard.sentences.clear()
            play_event(player, event)
            told = line(player)
            assert heard.sentences == [told]
            named = {name for name in unseen(player) if f" {name}" in f" {told.lower()}"}
            assert not named, told
        assert table.play.view() == player.table.play.view()


def test_a_secret_deal_is_told_by_what_is_seen(tmp_path: Path) -> None:
    settings(tmp_path)
    with playing(tmp_path) as player:
        heard = listen(player)
        player.app.navigator.start_secret()
        player.turn()
        assert heard.sentences[-1].startswith(player.sentence("variant.ER1-S"))
        for _ in range(9):
            player.click(player.table.layout.slots[STOCK].center, pause=0.0)
            shown = player.table.play.view().state.waste
            told = spelled_out(player.app.context.text, ", ".join(map(card_sign, shown[-3:]))).lower()
            if shown:
                assert line(player).lower().startswith(told)


def test_a_won_game_by_keyboard_is_told_to_its_end(tmp_path: Path) -> None:
    settings(tmp_path)
    record = golden("win-RU1-C")["record"]
    with playing(tmp_path) as player:
        heard = listen(player)
        player.start(record["code"])
        for event in record["events"][:-1]:
            by_keys(player, event)
        move = parse_event(record["events"][-1])
        assert isinstance(move, Move) and move != DRAW
        heard.sentences.clear()
        by_keys(player, record["events"][-1])
        player.settle()
        assert any(sentence.endswith(player.sentence("won.title")) for sentence in heard.sentences)
        assert isinstance(player.scene, ResultScene)
        assert player.sentence("won.title") in heard.sentences[-1] and "0:" in heard.sentences[-1]


def test_the_keyboards_way_is_told(tmp_path: Path) -> None:
    settings(tmp_path)
    lay(tmp_path, "RU1-C", {0: "5H", 1: "KS QH"})
    with playing(tmp_path) as player:
        assert line(player).startswith("Russian, classic. Score 0")
        player.key(pygame.K_1)
        assert line(player) == "Column 1: five of hearts."
        player.key(pygame.K_2)
        assert line(player) == "Column 2: queen of hearts. 1 card lies face down there."
        player.key(pygame.K_UP)
        assert line(player) == "Column 2: king of spades with 1 card on it."
        player.key(pygame.K_RETURN)
        assert line(player) == "Taken: king of spades and 1 more."
        player.key(pygame.K_ESCAPE)
        assert line(player) == player.sentence("at.let-go")
        player.key(pygame.K_RETURN)
        player.key(pygame.K_1)
        assert line(player) == player.sentence("refusal.build-same-suit")
        player.key(pygame.K_s)
        assert line(player) == "Score 0, time 0:00, 0 moves."


def test_the_standing_is_shown_where_there_is_no_line(tmp_path: Path) -> None:
    lay(tmp_path, "RU1-C", {0: "5H"})
    with playing(tmp_path) as player:
        player.key(pygame.K_s)
        assert player.notice == "Score 0, time 0:00, 0 moves."


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", languages())
def test_the_line_can_be_read_and_hides_nothing(tmp_path: Path, language: str, size: tuple[int, int]) -> None:
    """The longest sentences, in every kind of layout, with a notice at the same time."""
    settings(tmp_path, language)
    with playing(tmp_path, size) as player:
        text = player.app.context.text
        row = text.plural("told.row", 7, cards=text("list.comma").join(["10♠"] * 7))
        group = text.plural("told.group", 12, card="Q♥", onto="K♠", column=3) + " " + text("told.turned", card="10♠")
        for prefix in ("RU1-C", "ER1-S", "EA1-C"):
            player.start(f"{prefix}-AAAAABB")
            table = player.table
            strip = table.layout.live_line
            for sentence in (row, group):
                table.passing.say(text("refusal.foundation-order"))
                table.announcer.say(sentence)
                ruler = Ruler(player)
                ruler.look()
                assert not ruler.found, "\n".join(ruler.found)
                item = next(item for item in table.stage.items if isinstance(item, LiveLine))
                assert len(item.lines) * item._kit.lettering.line_height(item.style) <= strip.h
                assert item.style.size >= min(11, item._kit.metrics.small)
            notice = next(item for item in table.stage.items if isinstance(item, Notice))
            assert not strip.colliderect(notice.bounds(1.0))
            assert not any(strip.colliderect(sprite.at, table.layout.card) for sprite in table.board.sprites)
            assert not strip.colliderect(table.layout.offer)
            assert table.layout.hud.collidelist([strip]) == -1 and not table.layout.actions.colliderect(strip)
            assert_at_rest(player)


def test_the_line_outlives_a_resize_and_a_new_look_and_begins_anew_in_another_language(tmp_path: Path) -> None:
    settings(tmp_path)
    lay(tmp_path, "RU1-C", {0: "5H"})
    with playing(tmp_path) as player:
        player.key(pygame.K_1)
        told = line(player)
        player.resize((800, 600))
        assert line(player) == told
        player.app.change("look", "theme", TableTheme.CONTRAST)
        player.app.change("look", "back", Back.STITCH)
        player.turn()
        assert line(player) == told
        assert_painted(player)
        player.app.change("general", "language", "ro")
        player.turn()
        assert line(player).startswith(player.sentence("variant.RU1-C"))


def test_the_line_comes_and_goes_with_its_switch(tmp_path: Path) -> None:
    lay(tmp_path, "RU1-C", {0: "5H"})
    with playing(tmp_path) as player:
        plain = player.table.layout.table.h
        player.app.navigator.settings()
        settings_scene = player.scene
        assert isinstance(settings_scene, SettingsScene)
        settings_scene._turn(list(Page).index(Page.SOUND))
        player.turn()
        switch = next(w for w in player.widgets() if getattr(w, "text", "") == player.sentence("settings.live_line"))
        player.click(switch.rect.center)
        player.key(pygame.K_ESCAPE)
        assert line(player).startswith("Russian")
        assert player.table.layout.table.h < plain
        player.app.change("play", "live_line", False)
        player.turn()
        assert not [item for item in player.table.stage.items if isinstance(item, LiveLine)]
        assert player.table.layout.table.h == plain


# --- Menus and dialogs


def test_the_menu_and_its_dialogs_are_read(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        heard = listen(player)
        assert isinstance(player.scene, MenuScene)
        assert heard.sentences == ["Waraq. " + player.sentence("menu.tagline") + " New game."]
        heard.sentences.clear()
        player.key(pygame.K_TAB)
        assert heard.sentences == [player.sentence("menu.online") + "."]
        player.wait(3)
        assert len(heard.sentences) == 1
        player.app.navigator.ask("Are you sure?", "Yes", lambda: None)
        player.turn()
        assert isinstance(player.scene, AskScene)
        assert heard.sentences[-1] == f"Are you sure? {player.sentence('dialog.keep')}."
        player.key(pygame.K_ESCAPE)
        player.app.navigator.new_game(None)
        player.type("KL1-9-AAAAAAA")
        assert isinstance(player.scene, NewGameScene)
        known = ", ".join(GAMES)
        assert player.sentence("code.rule", part="9", known=known) in " ".join(heard.sentences)


def test_advice_at_the_table_is_read(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        heard = listen(player)
        player.start("KL1-3-AAAAAAA")
        player.settle()
        heard.sentences.clear()
        player.key(pygame.K_h)
        while (plate := player.table.counsel.plate) is None:
            player.turn()
        words = next(widget.text for widget in plate.widgets if isinstance(widget, Caption))
        assert spelled_out(player.app.context.text, words) in heard.sentences[-1]
        assert not set(heard.sentences[-1]) & set("♠♥♦♣")


def test_a_choice_and_a_switch_say_their_new_value(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.app.navigator.settings()
        heard = listen(player)
        for _ in range(40):
            player.key(pygame.K_TAB)
            focused = player.scene.group.focused  # type: ignore[attr-defined]
            if isinstance(focused, Switch):
                break
        assert heard.sentences[-1] == f"{focused.text}: on."
        player.key(pygame.K_SPACE)
        assert heard.sentences[-1] == f"{focused.text}: off."
        while not (isinstance(focused, Choice) and player.sentence("direction.language") in focused.words):
            player.key(pygame.K_TAB)
            focused = player.scene.group.focused  # type: ignore[attr-defined]
        name, value = player.sentence("settings.direction"), player.sentence("direction.language")
        assert heard.sentences[-1] == f"{name}: {value}."
        player.key(pygame.K_RIGHT)
        assert heard.sentences[-1] == f"{name}: {player.sentence('direction.left-to-right')}."


def test_a_replay_is_told_step_by_step(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        from tests.test_ui_history import won

        player.app.navigator.watch(won("RU1-C"))
        heard = listen(player)
        heard.sentences.clear()
        player.key(pygame.K_RIGHT)
        assert len(heard.sentences) == 1
        assert not set(heard.sentences[0]) & set("♠♥♦♣")


def test_nothing_is_read_by_default(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = fake(tmp_path, "spd-say")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    lay(tmp_path / "player", "RU1-C", {0: "5H"})
    with playing(tmp_path / "player") as player:
        player.key(pygame.K_1)
        player.app.navigator.menu()
        player.turn()
        assert player.app.voice._thread is None
    assert not calls.sentences


def test_the_speech_program_gets_exactly_the_sentences(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The whole program with a real process at its end, which it takes along when it is closed."""
    calls = fake(tmp_path, "spd-say", seconds=60)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr("game.ui.look.voice.sys.platform", "linux")
    folder = tmp_path / "player"
    lay(folder, "RU1-C", {0: "5H", 1: "KS QH"})
    (folder / "settings.toml").write_text('[general]\nlanguage = "ro"\n[sound]\nvoice = true\n')
    expected: list[str] = []

    def heard(sentence: str) -> None:
        expected.append(sentence)
        wait_for(lambda: calls.sentences == expected)

    with playing(folder) as player:
        variant = player.sentence("variant.RU1-C")
        heard(f"{variant}. Scor 0, timp 0:00, {player.app.context.text.plural('newgame.moves', 0)}.")
        player.key(pygame.K_1)
        heard("Coloana 1: cinci de cupă.")
        player.key(pygame.K_2)
        heard("Coloana 2: damă de cupă. O carte este ascunsă acolo.")
        player.key(pygame.K_RETURN)
        heard("Ați luat: damă de cupă.")
        player.app.navigator.tell("Gata.")
        player.turn()
        heard(f"Gata. {player.sentence('dialog.fine')}.")
    assert {arguments[arguments.index("-l") + 1] for arguments, _, _ in calls} == {"ro"}
    assert not [process for _, _, process in calls if alive(process)]


@pytest.mark.parametrize("found", [True, False])
def test_the_settings_say_where_there_is_no_voice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, found: bool) -> None:
    fake(tmp_path, "spd-say")
    monkeypatch.setenv("PATH", str(tmp_path / ("bin" if found else "nowhere")))
    with playing(tmp_path / "player") as player:
        player.app.navigator.settings()
        player.scene._turn(list(Page).index(Page.SOUND))  # type: ignore[attr-defined]
        player.turn()
        assert (player.sentence("settings.no-voice") in player.texts) is not found
