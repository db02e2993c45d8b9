"""Settings: the shipped file, the player's own over it, and what becomes of a file that cannot be used."""

from __future__ import annotations

import tomllib
from dataclasses import fields
from enum import Enum
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine.games import GAMES
from game.paths import SHIPPED_SETTINGS
from game.storage import settings
from game.storage.files import write_atomic
from game.storage.settings import Direction, Settings, SettingsFault, Speed

SHIPPED = settings.shipped()


@st.composite
def any_settings(draw: st.DrawFn) -> Settings:
    chosen = SHIPPED
    for section, kind in get_type_hints(Settings).items():
        for key, value in get_type_hints(kind).items():
            wanted = KIOSK[key] if section == "kiosk" and key in KIOSK else values_of(value)
            chosen = chosen.with_value(section, key, draw(wanted))
    return chosen


#: What a kiosk's settings may be, where that is less than their type.
KIOSK: dict[str, st.SearchStrategy[Any]] = {
    "display": st.integers(0, 9),
    "turn": st.sampled_from([0, 90, 180, 270]),
    "idle": st.integers(10, 3600),
    "countdown": st.integers(5, 60),
    "games": st.lists(st.sampled_from(list(GAMES))).map(tuple),
    "variant": st.sampled_from(list(GAMES)),
    "loudest": st.integers(0, 10),
    "hours": st.one_of(st.just(""), st.from_regex(r"[01][0-9]:[0-5][0-9]-2[0-3]:[0-5][0-9]", fullmatch=True)),
    "pin": st.one_of(st.just(""), st.from_regex(r"[0-9]{4,8}", fullmatch=True)),
}


def values_of(kind: Any) -> st.SearchStrategy[Any]:
    if issubclass(kind, Enum):
        return st.sampled_from(list(kind))
    text = st.text(st.characters(exclude_categories=["Cs"]), max_size=200)
    return {bool: st.booleans(), int: st.integers(320, 10_000), str: text}[kind]


def written(tmp_path: Path, content: str | bytes) -> Path:
    path = tmp_path / "settings.toml"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def test_the_shipped_settings_are_those_that_the_rules_ask_for() -> None:
    assert (SHIPPED.play.double_tap, SHIPPED.play.placement_help, SHIPPED.play.interactive_rules) == (True,) * 3
    assert SHIPPED.play.auto_placement is False


def test_the_shipped_file_holds_every_setting_and_no_other() -> None:
    shipped = tomllib.loads(SHIPPED_SETTINGS.read_text(encoding="utf-8"))
    known = {part.name: {field.name for field in fields(getattr(SHIPPED, part.name))} for part in fields(Settings)}
    assert {section: set(keys) for section, keys in shipped.items()} == known


@pytest.mark.parametrize(("old", "new"), [("width = 1280", ""), ("width = 1280", 'width = "a"'), ("[play]", "[plays]")])
def test_a_shipped_file_with_a_hole_or_a_wrong_value_is_an_error(old: str, new: str, tmp_path: Path) -> None:
    text = SHIPPED_SETTINGS.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises((KeyError, ValueError)):
        settings.shipped(written(tmp_path, text.replace(old, new)))


def test_without_a_file_of_the_players_own_the_shipped_settings_hold(tmp_path: Path) -> None:
    assert settings.load(tmp_path / "none.toml", SHIPPED) == (SHIPPED, [])


def test_the_players_values_go_over_the_shipped_ones(tmp_path: Path) -> None:
    path = written(tmp_path, '[play]\ndouble_tap = false\n[look]\nmotion = "off"\ndirection = "right-to-left"\n')
    loaded, faults = settings.load(path, SHIPPED)
    assert not faults
    assert (loaded.play.double_tap, loaded.look.motion) == (False, Speed.OFF)
    assert loaded.look.direction is Direction.RIGHT_TO_LEFT
    assert (loaded.window, loaded.general) == (SHIPPED.window, SHIPPED.general)


@pytest.mark.parametrize(
    ("text", "section", "key"),
    [
        ("[colours]\nred = 1\n", "colours", ""),
        ("play = 3\n", "play", ""),
        ("[[play]]\ndouble_tap = false\n", "play", ""),
        ("[play]\ntriple_tap = true\n", "play", "triple_tap"),
        ("[play]\n__class__ = true\n", "play", "__class__"),
        ('[play]\ndouble_tap = "yes"\n', "play", "double_tap"),
        ("[play]\ndouble_tap = 1\n", "play", "double_tap"),
        ("[window]\nwidth = true\n", "window", "width"),
        ("[window]\nwidth = 1280.0\n", "window", "width"),
        ("[window]\nwidth = nan\n", "window", "width"),
        ("[general]\nlanguage = 1979-05-27\n", "general", "language"),
        ('[look]\nmotion = "warp"\n', "look", "motion"),
        ("[look]\nmotion = []\n", "look", "motion"),
        ("[look]\nmotion = { fast = true }\n", "look", "motion"),
    ],
)
def test_a_wrong_entry_is_reported_and_all_others_are_used(text: str, section: str, key: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    loaded, faults = settings.load(path, SHIPPED)
    assert faults == [SettingsFault(section, key)]
    assert loaded == SHIPPED
    assert path.exists()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("# comment\n[kiosk]\nidle = 5\n", 3),
        ("[kiosk]\nhours = '08:00-20:00'\n\n  pin = 'abcd'\n", 4),
        ("[kiosk]\ngames = ['KL1-1', 'KL9-9']\n", 2),
        ("[kiosk]\ngames = 'KL1-1'\n", 2),
        ("[kiosk]\nhours = '25:00-26:00'\n", 2),
        ("[kiosk]\nturn = 45\n", 2),
        ("[play]\n\n[kioks]\nidle = 90\n", 3),
        ("[play]\nidle = 1\n[kiosk]\nidle = 90\n", 2),
        ("\nkiosk = 3\n", 2),
        ("kiosk.idle = 3\n", 1),
        ("[kiosk]\nidle = = 3\n", 2),
    ],
)
def test_a_wrong_entry_is_reported_with_its_line(text: str, line: int, tmp_path: Path) -> None:
    loaded, faults = settings.load(written(tmp_path, text), SHIPPED)
    assert [fault.line for fault in faults] == [line]
    assert loaded.kiosk.idle in (SHIPPED.kiosk.idle, 90)


def test_right_entries_beside_a_wrong_one_are_used(tmp_path: Path) -> None:
    loaded, faults = settings.load(written(tmp_path, "[window]\nwidth = 'x'\nheight = 900\n"), SHIPPED)
    assert faults == [SettingsFault("window", "width")]
    assert (loaded.window.width, loaded.window.height) == (SHIPPED.window.width, 900)


BROKEN = [b"[play", b"\xff\xfe\x00\x01", b"\x00" * 100, b"x = 1" * 20_000, b"a = " + b"[" * 60_000, b"[a]\n[a]\n"]


@pytest.mark.parametrize("content", BROKEN, ids=["broken", "bytes", "zeros", "huge", "deep", "double"])
def test_a_file_that_cannot_be_read_is_set_aside_whole(content: bytes, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    loaded, faults = settings.load(path, SHIPPED)
    assert loaded == SHIPPED
    assert [(fault.section, fault.key) for fault in faults] == [("", "")]
    assert not path.exists()
    assert faults[0].moved_to is not None
    assert faults[0].moved_to.read_bytes() == content


def test_a_second_broken_file_leaves_the_first_one_alone(tmp_path: Path) -> None:
    moved = []
    for content in (b"[first", b"[second", b"[third"):
        _, faults = settings.load(written(tmp_path, content), SHIPPED)
        moved.append(faults[0].moved_to)
    assert [path.read_bytes() for path in moved if path] == [b"[first", b"[second", b"[third"]


def test_a_folder_in_place_of_the_file_is_set_aside(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").mkdir()
    loaded, faults = settings.load(tmp_path / "settings.toml", SHIPPED)
    assert loaded == SHIPPED
    assert faults[0].moved_to is not None
    write_atomic(tmp_path / "settings.toml", settings.dump(SHIPPED.with_value("window", "width", 999), SHIPPED))


def test_a_file_in_place_of_the_folder_is_no_crash(tmp_path: Path) -> None:
    (tmp_path / "config").write_text("a file")
    loaded, faults = settings.load(tmp_path / "config" / "settings.toml", SHIPPED)
    assert (loaded, faults) == (SHIPPED, [SettingsFault()])


@given(any_settings(), any_settings())
def test_written_settings_are_read_back_the_same(chosen: Settings, base: Settings) -> None:
    text = settings.dump(chosen, base).decode()
    loaded, faults = settings._overlay(tomllib.loads(text), base)
    assert (loaded, faults) == (chosen, [])


def test_only_what_differs_from_the_shipped_settings_is_written() -> None:
    assert settings.dump(SHIPPED, SHIPPED) == b""
    changed = SHIPPED.with_value("window", "height", 800).with_value("look", "motion", Speed.SLOW)
    written_values = tomllib.loads(settings.dump(changed, SHIPPED).decode())
    assert written_values == {"window": {"height": 800}, "look": {"motion": "slow"}}


def test_saved_settings_come_back_from_the_disk_and_follow_a_new_base(tmp_path: Path) -> None:
    path = tmp_path / "new folder" / "ضبط.toml"
    chosen = SHIPPED.with_value("general", "language", "ar").with_value("play", "auto_placement", True)
    write_atomic(path, settings.dump(chosen, SHIPPED))
    assert settings.load(path, SHIPPED) == (chosen, [])
    kiosk = SHIPPED.with_value("window", "full_screen", True)
    assert settings.load(path, kiosk) == (chosen.with_value("window", "full_screen", True), [])
