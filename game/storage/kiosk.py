"""The kiosk's settings, checked: what the operator decides for a screen that stands in public."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from game.engine.games import GAMES

_HOURS = re.compile(r"([01]\d|2[0-3]):([0-5]\d)-([01]\d|2[0-3]):([0-5]\d)")
_PIN = re.compile(r"\d{4,8}")
_TURNS = (0, 90, 180, 270)
_LOUDEST = 10


class Corner(Enum):
    """The corner that is the operator's way out."""

    TOP_LEFT = "top-left"
    TOP_RIGHT = "top-right"
    BOTTOM_LEFT = "bottom-left"
    BOTTOM_RIGHT = "bottom-right"


class Pointer(Enum):
    """Whether the mouse pointer is seen."""

    AUTO = "auto"  # until the screen is touched
    HIDDEN = "hidden"
    SHOWN = "shown"


@dataclass(frozen=True)
class Kiosk:
    """See ``settings.toml`` for what each means. ``ValueError`` for a value that makes no sense."""

    enabled: bool
    display: int
    turn: int
    idle: int
    countdown: int
    games: tuple[str, ...]
    variant: str
    winnable_only: bool
    loudest: int
    hours: str
    pin: str
    corner: Corner
    pointer: Pointer

    def __post_init__(self) -> None:
        wrong = (
            self.turn not in _TURNS
            or not 10 <= self.idle <= 3600
            or not 5 <= self.countdown <= 60
            or not set(self.games) <= set(GAMES)
            or self.variant not in GAMES
            or self.loudest > _LOUDEST
            or bool(self.hours and not _HOURS.fullmatch(self.hours))
            or bool(self.pin and not _PIN.fullmatch(self.pin))
        )
        if wrong:
            raise ValueError(self)

    @property
    def allowed(self) -> list[str]:
        """The variants that visitors may play, the default one first."""
        chosen = [prefix for prefix in GAMES if not self.games or prefix in self.games]
        return sorted(chosen, key=lambda prefix: prefix != self.variant)

    @property
    def minutes(self) -> tuple[int, int] | None:
        """When it opens and closes, in minutes after midnight; None: it is always open."""
        found = _HOURS.fullmatch(self.hours)
        if found is None:
            return None
        opens_hour, opens_minute, closes_hour, closes_minute = map(int, found.groups())
        opens, closes = opens_hour * 60 + opens_minute, closes_hour * 60 + closes_minute
        return None if opens == closes else (opens, closes)
