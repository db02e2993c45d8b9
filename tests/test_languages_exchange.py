"""Nothing stored depends on the language: games, settings and folders pass from one to another."""

from __future__ import annotations

import json
import os
import re
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from game.engine.record import from_json
from game.storage import settings as stored_settings
from game.storage.settings import Back, TableTheme
from game.text.catalogue import languages
from game.ui.controls.fields import Choice
from game.ui.controls.gamelist import GameRow
from game.ui.screens.menu import MenuScene
from game.ui.screens.records import HistoryScene
from game.ui.screens.replay import ReplayScene
from game.ui.table.table import TableScene
from tests.player import Player, assert_at_rest, playing
from tests.support import ROOT, golden

CODE = golden("win-RU1-C")["record"]["code"]
EVENTS = golden("win-RU1-C")["record"]["events"][:6]
OTHER = "KL1-3-AAAAAAA"
#: What the system is asked for, and what the program then speaks.
SYSTEMS = [
    ({"LANG": "ar_EG.UTF-8"}, "ar"),
    ({"LANG": "ro_RO"}, "ro"),
    ({"LANG": "ro_MD.UTF-8@latin"}, "ro"),
    ({"LANG": "de_DE"}, "en"),
    ({"LANG": "C"}, "en"),
    ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:ar:en"}, "ar"),
    ({"LANG": "ar_EG.UTF-8", "LC_ALL": "ro_RO.UTF-8"}, "ro"),
]


@pytest.fixture(autouse=True)
def no_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """No test depends on the language of the machine."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def speak(folder: Path, language: str) -> None:
    """Have the next start speak a language, with cards that do not dawdle."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "settings.toml").write_text(f'[general]\nlanguage = "{language}"\n[look]\nmotion = "off"\n')


def begin(player: Player, language: str) -> None:
    """Deal a game and make its first moves."""
    assert player.app.context.text.language == language
    player.start(CODE)
    for event in EVENTS:
        player.play(event)
    assert player.events == EVENTS


def switch_to(player: Player, language: str) -> None:
    """Click a language in the menu."""
    codes = list(player.app.context.languages)
    choice = next(w for w in player.widgets() if isinstance(w, Choice) and len(w.words) == len(codes))
    player.click(choice._cells()[codes.index(language)].center)


def stored(folder: Path) -> dict[str, str]:
    """All that is on the disk as text, without what differs between any two games: identity and times."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".sqlite3":
            with sqlite3.connect(path) as database:
                text = "\n".join(database.iterdump())
        elif path.is_file():
            text = path.read_text(encoding="utf-8")
        else:
            continue
        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", "DATE", text)
        text = re.sub(r'("elapsed"\s*:\s*)[\d.]+|\b\d+\.\d+\b', "TIME", text)
        text = re.sub(r"\b[0-9a-f]{16,}\b|\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b", "ID", text)
        found[str(path.relative_to(folder))] = text
    return found


# --- Games and settings


def test_a_game_saved_in_arabic_opens_in_romanian_and_english(tmp_path: Path) -> None:
    speak(tmp_path, "ar")
    with playing(tmp_path) as player:
        begin(player, "ar")
        record = player.table.play.record()
    for language in ("ro", "en", "ar"):
        speak(tmp_path, language)
        with playing(tmp_path) as player:
            assert player.app.context.text.language == language
            opened = player.table.play.record()
            assert (opened.deal, opened.events, opened.extra) == (record.deal, record.events, record.extra)
            assert opened.elapsed == pytest.approx(record.elapsed, abs=30)
            assert player.table.layout.mirrored == (language == "ar")
            assert_at_rest(player)


def test_settings_written_in_one_language_are_read_in_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LANGUAGE", "ar")
    with playing(tmp_path) as player:
        change = player.app.context.change
        change("look", "theme", TableTheme.WALNUT)
        change("look", "back", Back.STITCH)
        change("play", "interactive_rules", False)
        change("sound", "volume", 3)
        written = player.app.context.settings
    for language in ("ro", "en"):
        monkeypatch.setenv("LANGUAGE", language)
        with playing(tmp_path) as player:
            assert player.app.context.text.language == language
            assert player.app.context.settings == written
    shipped = stored_settings.shipped().with_value("general", "welcomed", True)
    assert stored_settings.load(tmp_path / "settings.toml", shipped) == (written, [])


def test_nothing_that_is_stored_holds_a_word_of_a_language(tmp_path: Path) -> None:
    """The same acts in each language leave the same files, but for the language's own code."""
    left = {}
    for language in languages():
        folder = tmp_path / language
        speak(folder, language)
        with playing(folder) as player:
            begin(player, language)
            player.start(CODE)
            player.push("newgame.deal")
            player.play(EVENTS[0])
            player.start(OTHER)
            player.app.navigator.watch(from_json(json.dumps(golden("win-RU1-C")["record"]).encode()))
            player.turn()
            player.push("replay.export")
            player.app.context.change("sound", "volume", 3)
        left[language] = {name: text.replace(f'"{language}"', "LANGUAGE") for name, text in stored(folder).items()}
    assert set(left["en"]) >= {"games/RU1-C.json", "games/KL1-3.json", "settings.toml", "history.sqlite3"}
    assert f"records/{CODE}-1.json" in left["en"]
    assert "INSERT" in left["en"]["history.sqlite3"]
    for language in languages():
        assert left[language] == left["en"], language
        assert all(text.isascii() for text in left[language].values()), language


# --- Folders


@pytest.mark.parametrize("name", ["لعبة الورق لأمي", "Jocuri de cărți – Țăndărică și Șoșoacă", "a b/أوراق ăîâșț"])
def test_a_folder_of_any_letters_and_blanks_works(tmp_path: Path, name: str) -> None:
    folder = tmp_path / name
    speak(folder, "ar")
    with playing(folder) as player:
        begin(player, "ar")
    with playing(folder) as player:
        assert player.events == EVENTS
        player.start(CODE)
        player.push("newgame.deal")
        player.app.navigator.menu()
        player.turn()
        player.push("menu.history")
        assert isinstance(player.scene, HistoryScene)
        row = next(w for w in player.widgets() if isinstance(w, GameRow) and w.row is not None and w.row.record)
        assert row.row is not None and row.row.record is not None and list(row.row.record.events) == EVENTS
        player.click(row.rect.center)
        player.push("history.watch")
        assert isinstance(player.scene, ReplayScene)
        player.push("replay.export")
        exported = folder / "records" / f"{CODE}-1.json"
        assert list(from_json(exported.read_bytes()).events) == EVENTS
        player.app.navigator.open_file(exported)
        assert isinstance(player.scene, ReplayScene)
    command = [sys.executable, str(ROOT / "main.py"), "replay", str(exported)]
    done = subprocess.run(command, capture_output=True, env={**os.environ, "LANGUAGE": "ar"}, check=False)
    assert done.returncode == 0, done.stderr


# --- The language


@pytest.mark.parametrize(("system", "language"), SYSTEMS, ids=str)
def test_the_first_start_speaks_the_systems_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: dict[str, str], language: str
) -> None:
    for name, value in system.items():
        monkeypatch.setenv(name, value)
    with playing(tmp_path) as player:
        assert player.app.context.text.language == language
        assert player.app.context.lettering.right_to_left == (language == "ar")
        assert player.offers("menu.new")
    assert not (tmp_path / "settings.toml").exists()


@pytest.mark.parametrize(("system", "language"), SYSTEMS, ids=str)
def test_the_command_line_speaks_it_too(system: dict[str, str], language: str) -> None:
    from game.text.catalogue import Catalogue

    wanted = {**os.environ, **system, "PYTHONIOENCODING": "utf-8"}
    command = [sys.executable, str(ROOT / "main.py"), "--help"]
    shown = subprocess.run(command, capture_output=True, env=wanted, check=True)
    words = " ".join(shown.stdout.decode("utf-8").split())
    assert " ".join(Catalogue(language)("cli.description").split()) in words


def test_switching_in_the_menu_holds_at_once_and_keeps_the_open_game(tmp_path: Path) -> None:
    speak(tmp_path, "en")
    with playing(tmp_path) as player:
        begin(player, "en")
        record = player.table.play.record()
        for language in ("ar", "ro", "en", "ar"):
            player.app.navigator.menu()
            player.turn()
            switch_to(player, language)
            assert isinstance(player.scene, MenuScene)
            assert player.app.context.text.language == language
            assert player.offers("menu.continue") and player.offers("menu.new")
            assert player.app.context.lettering.right_to_left == (language == "ar")
            player.push("menu.continue")
            assert isinstance(player.scene, TableScene)
            opened = player.table.play.record()
            assert (opened.deal, opened.events, opened.extra) == (record.deal, record.events, record.extra)
            assert player.table.layout.mirrored == (language == "ar")
            assert_at_rest(player)
        player.play(golden("win-RU1-C")["record"]["events"][len(EVENTS)])
        assert len(player.events) == len(EVENTS) + 1
    with playing(tmp_path) as player:
        assert player.app.context.text.language == "ar"
        assert len(player.events) == len(EVENTS) + 1
