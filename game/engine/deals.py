"""Deal codes (``RU1-C-AAAAABB``) and the shuffle, version 1. Both are contracts that never change."""

from __future__ import annotations

from enum import Enum
from hashlib import sha256
from typing import NamedTuple

from game.engine.cards import PACK_SIZE
from game.engine.games import GAMES

LETTERS = 7
DEAL_COUNT: int = 26**LETTERS
_LONGEST_CODE = 64  # more than any code with its surrounding blanks needs


class CodeFault(Enum):
    """Which part of a code is wrong."""

    FORM = "form"  # not three parts joined by hyphens
    GAME = "game"
    VERSION = "version"
    RULE = "rule"
    LETTERS = "letters"


class CodeError(ValueError):
    """A text that is no deal code; ``fault`` says which part is wrong, ``part`` is that part as it was typed."""

    def __init__(self, fault: CodeFault, part: str) -> None:
        super().__init__(f"{fault.value}: {part}")
        self.fault = fault
        self.part = part


class Code(NamedTuple):
    """A variant and a deal number, 0 .. 26⁷−1."""

    prefix: str
    number: int

    def __str__(self) -> str:
        return f"{self.prefix}-{letters(self.number)}"


def letters(number: int) -> str:
    """A deal number as seven letters, base 26, most significant first."""
    if not 0 <= number < DEAL_COUNT:
        raise ValueError(number)
    digits = []
    for _ in range(LETTERS):
        number, digit = divmod(number, 26)
        digits.append(chr(ord("A") + digit))
    return "".join(reversed(digits))


def number_of(text: str) -> int:
    """The deal number of seven letters A–Z; ``ValueError`` for anything else."""
    if len(text) != LETTERS or not (text.isascii() and text.isalpha() and text.isupper()):
        raise ValueError(text)
    number = 0
    for letter in text:
        number = number * 26 + ord(letter) - ord("A")
    return number


def parse_code(text: str) -> Code:
    """The code of a text, ignoring case and surrounding blanks; ``CodeError`` says which part is wrong."""
    code = text.strip()
    parts = code.split("-") if len(code) <= _LONGEST_CODE and code.isascii() else []
    if len(parts) != 3:
        raise CodeError(CodeFault.FORM, code[:_LONGEST_CODE])
    game, rule, tail = (part.upper() for part in parts)
    known = [prefix.split("-") for prefix in GAMES]
    if len(game) != 3 or game[:2] not in {name[:2] for name, _ in known}:
        raise CodeError(CodeFault.GAME, parts[0])
    if game not in {name for name, _ in known}:
        raise CodeError(CodeFault.VERSION, parts[0])
    if [game, rule] not in known:
        raise CodeError(CodeFault.RULE, parts[1])
    try:
        return Code(f"{game}-{rule}", number_of(tail))
    except ValueError:
        raise CodeError(CodeFault.LETTERS, parts[2]) from None


def shuffle(seed: bytes) -> bytes:
    """The pack of a seed: a Fisher–Yates shuffle over the byte stream SHA-256(seed ‖ 0), SHA-256(seed ‖ 1) …

    Bytes that would favour some cards are passed over, so that every order is equally likely.
    """
    pack = bytearray(range(PACK_SIZE))
    block, stream = 0, b""
    at = 0
    for i in range(PACK_SIZE - 1, 0, -1):
        limit = 256 - 256 % (i + 1)
        while True:
            if at == len(stream):
                stream, at = sha256(seed + block.to_bytes(4, "big")).digest(), 0
                block += 1
            byte = stream[at]
            at += 1
            if byte < limit:
                break
        j = byte % (i + 1)
        pack[i], pack[j] = pack[j], pack[i]
    return bytes(pack)


def pack_of(number: int) -> bytes:
    """The pack of a deal number."""
    return shuffle(b"deal-1:%d" % number)
