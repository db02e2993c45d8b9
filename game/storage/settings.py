"""Settings: the shipped ``settings.toml`` with the player's own file over it, each value checked.

A value is named by its section and key; the sections below are the whole list. A wrong key or value is
reported and the shipped one is used.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from pathlib import Path
from typing import Any, get_origin, get_type_hints

from game.paths import SHIPPED_SETTINGS
from game.storage.files import read_bounded, set_aside
from game.storage.kiosk import Kiosk

MOST_BYTES = 64 << 10
_LONGEST_TEXT = 200
_LARGEST_NUMBER = 1 << 14  # no screen is wider


class Speed(Enum):
    """How fast cards travel."""

    OFF = "off"
    FAST = "fast"
    NORMAL = "normal"
    SLOW = "slow"


class Direction(Enum):
    """Which way the board runs."""

    LANGUAGE = "language"  # as the language is read
    LEFT_TO_RIGHT = "left-to-right"
    RIGHT_TO_LEFT = "right-to-left"


class TableTheme(Enum):
    """The surface that the cards lie on, and the colours that go with it."""

    FELT = "felt"
    NIGHT = "night"
    WALNUT = "walnut"
    PAPER = "paper"
    CONTRAST = "contrast"


class Print(Enum):
    """How large the index of a card is printed."""

    CLASSIC = "classic"
    LARGE = "large"


class TextSize(Enum):
    """How large all texts are written, in per cent of the usual; the cards have their own print."""

    USUAL = 100
    LARGER = 125
    LARGE = 150
    VERY_LARGE = 175
    LARGEST = 200


class Colours(Enum):
    """Red and black as of old, or a colour for each suit."""

    TWO = "two"
    FOUR = "four"


class Back(Enum):
    """The ornament on the cards' backs."""

    GIRIH = "girih"
    STITCH = "stitch"
    GUILLOCHE = "guilloche"
    PLAIN = "plain"


@dataclass(frozen=True)
class General:
    """``language`` is a catalogue's name, or ``auto`` for the system's; ``welcomed``: the first start is over."""

    language: str
    welcomed: bool


@dataclass(frozen=True)
class Window:
    """Size in pixels; the smallest that is honoured is in the window's own code."""

    width: int
    height: int
    full_screen: bool


@dataclass(frozen=True)
class Play:
    """The aids at the table."""

    double_tap: bool
    placement_help: bool
    interactive_rules: bool
    auto_placement: bool
    verdict_light: bool
    live_line: bool


@dataclass(frozen=True)
class Look:
    """How the table looks and moves."""

    motion: Speed
    direction: Direction
    theme: TableTheme
    text_size: TextSize
    print: Print
    colours: Colours
    back: Back


@dataclass(frozen=True)
class Sound:
    """``volume`` from 0 to 10; ``on`` false is silence. ``voice``: what happens is read aloud."""

    on: bool
    volume: int
    voice: bool


@dataclass(frozen=True)
class Eram:
    """``longest_gap``: seconds that one pause between two moves adds to the time at most."""

    longest_gap: int


@dataclass(frozen=True)
class Online:
    """``server`` is a match server's address, ``name`` the player's there; empty before the first time."""

    server: str
    name: str


@dataclass(frozen=True)
class Settings:
    """All settings, by section."""

    general: General
    window: Window
    play: Play
    look: Look
    sound: Sound
    eram: Eram
    online: Online
    kiosk: Kiosk

    def with_value(self, section: str, key: str, value: object) -> Settings:
        """The settings with one value changed."""
        part: Any = replace(getattr(self, section), **{key: value})
        return replace(self, **{section: part})


@dataclass(frozen=True)
class SettingsFault:
    """A setting that is not used: its section and key (empty: the whole file), and where the file was moved to.

    ``line`` is where in the file it stands, from 1 on; 0 where that is not known.
    """

    section: str = ""
    key: str = ""
    moved_to: Path | None = None
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Stored:
    """The shipped settings, the player's own over them, and what of those could not be used."""

    shipped: Settings
    settings: Settings
    faults: list[SettingsFault]


class ShippedFault(Exception):
    """The shipped settings cannot be used: someone has changed or removed the file. The message says what is wrong."""


def read(path: Path) -> Stored:
    """All settings, with the player's own in the file ``path``; ``ShippedFault`` if the shipped ones cannot be used."""
    try:
        base = shipped()
    except (KeyError, ValueError, OSError) as error:
        raise ShippedFault(f"{type(error).__name__}: {error}") from error
    return Stored(base, *load(path, base))


def shipped(path: Path = SHIPPED_SETTINGS) -> Settings:
    """The shipped settings; they must be whole and right (``ValueError``)."""
    values = tomllib.loads(path.read_text(encoding="utf-8"))
    sections = {
        name: kind(**{part.name: _convert(kind, part.name, values[name][part.name]) for part in fields(kind)})
        for name, kind in get_type_hints(Settings).items()
    }
    return Settings(**sections)


def load(path: Path, base: Settings) -> tuple[Settings, list[SettingsFault]]:
    """The player's settings over ``base``, and what in the file could not be used. A broken file is set aside."""
    try:
        content = read_bounded(path, MOST_BYTES)
        if content is None:
            return base, []
        if len(content) > MOST_BYTES:
            raise ValueError
        text = content.decode("utf-8")
        values = tomllib.loads(text)
    except (ValueError, RecursionError, OSError) as error:
        told = re.search(r"at line (\d+)", str(error))  # as tomllib says it
        return base, [SettingsFault(moved_to=_moved(path), line=int(told[1]) if told else 0)]
    settings, faults = _overlay(values, base)
    return settings, [replace(fault, line=_line_of(text, fault)) for fault in faults]


def _line_of(text: str, fault: SettingsFault) -> int:
    """The line of a key, or of the head of its section; 0 for a way of writing it that is not looked for."""
    section, head = "", re.compile(r"\s*\[\[?\s*(\w+)\s*\]")
    key = re.compile(rf"""\s*["']?{re.escape(fault.key or fault.section)}["']?\s*[.=]""")
    dotted = re.compile(rf"\s*{re.escape(fault.section)}\s*\.\s*{re.escape(fault.key)}\s*=")
    for number, line in enumerate(text.splitlines(), 1):
        if found := head.match(line):
            section = found[1]
            if section == fault.section and not fault.key:
                return number
        elif key.match(line) if section == (fault.section if fault.key else "") else not section and dotted.match(line):
            return number
    return 0


def _overlay(values: dict[str, Any], base: Settings) -> tuple[Settings, list[SettingsFault]]:
    settings, faults = base, []
    kinds = get_type_hints(Settings)
    for section, part in values.items():
        if section not in kinds or not isinstance(part, dict):
            faults.append(SettingsFault(section))
            continue
        for key, value in part.items():
            try:
                settings = settings.with_value(section, key, _convert(kinds[section], key, value))
            except (KeyError, ValueError):
                faults.append(SettingsFault(section, key))
    return settings, faults


def _moved(path: Path) -> Path | None:
    try:
        return set_aside(path)
    except OSError:
        return None


def _convert(section: type, key: str, value: object) -> object:
    """A TOML value as the type of a section's field; ``KeyError`` for a wrong key, ``ValueError`` for a wrong value."""
    kind = get_type_hints(section)[key]
    if get_origin(kind) is tuple:
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise ValueError(value)
        return tuple(value)
    if issubclass(kind, Enum):
        return kind(value)
    if type(value) is not kind or (isinstance(value, int) and not 0 <= value <= _LARGEST_NUMBER):
        raise ValueError(value)
    if isinstance(value, str) and len(value) > _LONGEST_TEXT:
        raise ValueError(value)
    return value


def dump(settings: Settings, base: Settings) -> bytes:
    """The TOML text of what differs from ``base``."""
    import tomli_w  # noqa: PLC0415 - only when something is written

    changed: dict[str, dict[str, object]] = {}
    for section in fields(Settings):
        mine, theirs = getattr(settings, section.name), getattr(base, section.name)
        for part in fields(mine):
            value = getattr(mine, part.name)
            if value != getattr(theirs, part.name):
                changed.setdefault(section.name, {})[part.name] = value.value if isinstance(value, Enum) else value
    return tomli_w.dumps(changed).encode()
