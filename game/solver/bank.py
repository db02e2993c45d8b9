"""The shipped winnable deals: one file a variant in ``assets/deals``, found by ``python -m tools.dealbank``.

A file is the format's name and version, the deals in the order in which they were found, 5 bytes each (33 bits of
number, 7 bits of ease, big-endian), and a CRC-32 of all that. A bank only ever grows at its end: what was the deal of
a day stays it.

The deals of ERAM are for practice and for the deal of the day, which have codes; ERAM's own games are dealt by the
authority from a secret seed and are in no bank.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from pathlib import Path
from zlib import crc32

from game.engine.deals import DEAL_COUNT
from game.paths import ASSETS
from game.solver.difficulty import MOST_EASE, Grade, grade_of
from game.storage.files import read_bounded

FOLDER = ASSETS / "deals"
#: The first so many deals of each bank are dealt day by day, in this order, and then again.
DAILY_DEALS = 5000
_MAGIC = b"waraq-deals-1\n"
_ENTRY, _CHECK = 5, 4
_EASE_BITS = MOST_EASE.bit_length()
_MOST_BYTES = 1 << 20


class BankError(ValueError):
    """A file that is no bank of winnable deals, or is damaged."""


@dataclass(frozen=True)
class Bank:
    """Winnable deals of a variant: their numbers, in the order in which they were found, each with its ease."""

    prefix: str
    eases: dict[int, int]

    def grade(self, number: int) -> Grade | None:
        """The grade of a deal; None if it is not known to be winnable."""
        ease = self.eases.get(number)
        return None if ease is None else grade_of(self.prefix, ease)

    def graded(self, grade: Grade) -> list[int]:
        """The numbers of all deals of a grade."""
        return [number for number, ease in self.eases.items() if grade_of(self.prefix, ease) is grade]

    def of_day(self, day: date) -> int:
        """The number of a day's deal, the same for everyone; none comes twice in 13 years."""
        numbers = [*self.eases][:DAILY_DEALS]
        return numbers[day.toordinal() % len(numbers)]


def path_of(prefix: str, folder: Path = FOLDER) -> Path:
    """The file of a variant."""
    return folder / f"{prefix}.deals"


def load(prefix: str, folder: Path = FOLDER) -> Bank:
    """The bank of a variant; ``BankError`` if it cannot be read or is not whole."""
    try:
        content = read_bounded(path_of(prefix, folder), _MOST_BYTES)
    except OSError as error:
        raise BankError(str(error)) from None
    return Bank(prefix, unpacked(content or b""))


def packed(eases: dict[int, int]) -> bytes:
    """The content of a file."""
    entries = b"".join((number << _EASE_BITS | ease).to_bytes(_ENTRY) for number, ease in eases.items())
    content = _MAGIC + entries
    return content + crc32(content).to_bytes(_CHECK)


def unpacked(content: bytes) -> dict[int, int]:
    """The deals of a file's content; ``BankError`` unless it is whole, and every number is one and comes once."""
    body, check = content[:-_CHECK], content[-_CHECK:]
    count, rest = divmod(len(body) - len(_MAGIC), _ENTRY)
    if not body.startswith(_MAGIC) or rest or len(content) > _MOST_BYTES or crc32(body).to_bytes(_CHECK) != check:
        raise BankError("not a whole bank of deals")
    eases: dict[int, int] = {}
    for at in range(len(_MAGIC), len(body), _ENTRY):
        entry = int.from_bytes(body[at : at + _ENTRY])
        eases[entry >> _EASE_BITS] = entry & MOST_EASE
    if not eases:
        raise BankError("no deals")
    if len(eases) != count or any(number >= DEAL_COUNT for number in eases):
        raise BankError("a deal that is none, or comes twice")
    return eases
