"""Which winnable deals a player was dealt, what more of them were found, and what was chosen last; all in one file.

The file is small and bounded: a bit for each shipped deal, a few deals that were found, one word a variant.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from game.engine.deals import DEAL_COUNT
from game.engine.games import GAMES
from game.storage.files import read_bounded, set_aside
from game.storage.saver import Saver

FORMAT = 1
#: Found deals that are kept for a variant at most.
MOST_FOUND = 60
_MOST_BYTES = 256 << 10
_LONGEST_CHOICE = 16
_MOST_BITS = 1 << 16
_LARGEST_EASE = 255  # whatever scale it is on


@dataclass
class Dealt:
    """One variant: bit *i* of ``bits`` is set if the *i*-th shipped deal was dealt; found deals with their ease."""

    bits: int = 0
    found: dict[int, int] = field(default_factory=dict)
    choice: str = ""

    def to_dict(self) -> dict[str, Any]:
        """As plain JSON values."""
        return {"dealt": f"{self.bits:x}", "found": [*map(list, self.found.items())], "choice": self.choice}

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> Dealt:
        """From plain JSON values; ``KeyError``, ``TypeError`` or ``ValueError`` if they are none of ours."""
        bits = int(values["dealt"], 16)
        found = {number: ease for number, ease in values["found"] if is_deal(number, ease)}
        choice = values["choice"]
        whole = bits >= 0 and bits.bit_length() <= _MOST_BITS and len(found) <= MOST_FOUND
        if not whole or not isinstance(choice, str) or len(choice) > _LONGEST_CHOICE:
            raise ValueError(values)
        return cls(bits, found, choice)


def is_deal(number: object, ease: object) -> bool:
    """True if two values from outside are a deal's number and its ease."""
    return type(number) is int and type(ease) is int and 0 <= number < DEAL_COUNT and 0 <= ease <= _LARGEST_EASE


class DealtStore:
    """The file, read when it is first asked for. One that cannot be read is set aside, and all deals are new again."""

    def __init__(self, path: Path, saver: Saver) -> None:
        self._path = path
        self._saver = saver
        self._variants: dict[str, Dealt] | None = None
        self._aside: Path | None = None

    def of(self, prefix: str) -> Dealt:
        """What is kept of a variant; to be changed in place, then ``keep``."""
        if self._variants is None:
            self._variants = self._read()
        return self._variants[prefix]

    def keep(self) -> None:
        """Have all of it written soon."""
        if self._variants is not None:
            values = {"format": FORMAT, **{prefix: dealt.to_dict() for prefix, dealt in self._variants.items()}}
            self._saver.put(self._path, lambda: json.dumps(values).encode())

    def take_aside(self) -> Path | None:
        """Where a file that could not be read is now, once."""
        aside, self._aside = self._aside, None
        return aside

    def _read(self) -> dict[str, Dealt]:
        try:
            content = read_bounded(self._path, _MOST_BYTES)
            if content is None:
                return {prefix: Dealt() for prefix in GAMES}
            values = json.loads(content)
            if len(content) > _MOST_BYTES or values["format"] != FORMAT:
                raise ValueError
            return {prefix: Dealt.from_dict(values[prefix]) if prefix in values else Dealt() for prefix in GAMES}
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            self._set_aside()
            return {prefix: Dealt() for prefix in GAMES}

    def _set_aside(self) -> None:
        try:
            self._aside = set_aside(self._path)
        except OSError:
            self._aside = self._path
