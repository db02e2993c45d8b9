"""A game on paper: a deal, the events after it, the time; to and from plain JSON values, and replayed.

A record from outside is not trusted: its size is bounded, and every fault has a name.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

from game.engine import cards
from game.engine.deals import Code, CodeError, pack_of, parse_code, shuffle
from game.engine.games import GAMES
from game.engine.refusal import IllegalEvent, Refusal
from game.engine.session import Session
from game.engine.spec import GameSpec

FORMAT = 1
MOST_EVENTS = 100_000
MOST_BYTES = 4 << 20
SEED_BYTES = 32
_LONGEST_ELAPSED = 1e9  # seconds; about 30 years


class RecordFault(Enum):
    """What is wrong with a record."""

    TOO_LARGE = "too-large"
    NOT_JSON = "not-json"
    NOT_A_RECORD = "not-a-record"
    NEWER_FORMAT = "newer-format"
    NO_DEAL = "no-deal"
    CODE = "code"
    RULES = "rules"
    SEED = "seed"
    PACK = "pack"
    EVENTS = "events"
    ELAPSED = "elapsed"


class RecordError(ValueError):
    """A record that cannot be read; ``code_error`` is set when its deal code is at fault."""

    def __init__(self, fault: RecordFault, code_error: CodeError | None = None) -> None:
        super().__init__(fault.value)
        self.fault = fault
        self.code_error = code_error


class ReplayError(ValueError):
    """An event that cannot be replayed: its index from 0, its text, and the rule that refuses it."""

    def __init__(self, index: int, event: str, refusal: Refusal) -> None:
        super().__init__(f"{index}: {event}: {refusal.value}")
        self.index = index
        self.event = event
        self.refusal = refusal


@dataclass(frozen=True)
class Deal:
    """Which cards, under which rules: by code, by secret seed, or card by card."""

    spec: GameSpec
    pack: bytes
    code: Code | None = None
    seed: bytes | None = None

    @classmethod
    def from_code(cls, code: Code) -> Deal:
        """The deal of a code."""
        return cls(GAMES[code.prefix], pack_of(code.number), code=code)

    @classmethod
    def from_seed(cls, spec: GameSpec, seed: bytes) -> Deal:
        """The deal of a seed, for games whose hidden cards must stay secret."""
        return cls(spec, shuffle(seed), seed=seed)

    def to_dict(self) -> dict[str, Any]:
        """The keys of a record that say which deal it is."""
        if self.code is not None:
            return {"code": str(self.code)}
        if self.seed is not None:
            return {"rules": self.spec.prefix, "seed": self.seed.hex()}
        return {"rules": self.spec.prefix, "pack": cards.names(self.pack)}


@dataclass(frozen=True)
class Record:
    """A deal, the events after it as texts, and the seconds that were played. ``extra`` keeps foreign keys."""

    deal: Deal
    events: tuple[str, ...] = ()
    elapsed: float = 0.0
    extra: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def of(
        cls, deal: Deal, session: Session, elapsed: float = 0.0, extra: dict[str, Any] | None = None
    ) -> Record:
        """The record of a session as it stands."""
        return cls(deal, tuple(map(str, session.events)), elapsed, extra or {})

    def to_dict(self) -> dict[str, Any]:
        """The record as plain JSON values."""
        known = {"format": FORMAT, **self.deal.to_dict(), "events": list(self.events), "elapsed": self.elapsed}
        return {**self.extra, **known}

    def to_json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self.to_dict())

    def replay(self) -> Session:
        """The session after all events; ``ReplayError`` for the first one that is refused."""
        session = Session(self.deal.spec, self.deal.pack)
        for index, event in enumerate(self.events):
            try:
                session.do_text(event)
            except IllegalEvent as error:
                raise ReplayError(index, event, error.refusal) from None
        return session


def from_json(text: str | bytes) -> Record:
    """The record of a JSON text; ``RecordError`` names what is wrong."""
    if len(text) > MOST_BYTES:
        raise RecordError(RecordFault.TOO_LARGE)
    try:
        values = json.loads(text)
    except (ValueError, RecursionError):
        raise RecordError(RecordFault.NOT_JSON) from None
    return from_dict(values)


def from_dict(values: object) -> Record:
    """The record of plain JSON values; ``RecordError`` names what is wrong."""
    if not isinstance(values, dict):
        raise RecordError(RecordFault.NOT_A_RECORD)
    version = values.get("format")
    if type(version) is not int or version < 1:
        raise RecordError(RecordFault.NOT_A_RECORD)
    if version > FORMAT:
        raise RecordError(RecordFault.NEWER_FORMAT)
    known = {"format", "code", "rules", "seed", "pack", "events", "elapsed"}
    return Record(
        _read_deal(values),
        _read_events(values.get("events")),
        _read_elapsed(values.get("elapsed", 0.0)),
        {key: value for key, value in values.items() if key not in known},
    )


def _read_deal(values: dict[str, Any]) -> Deal:
    if "code" in values:
        return Deal.from_code(_read_code(values["code"]))
    prefix = values.get("rules")
    if prefix is None:
        raise RecordError(RecordFault.NO_DEAL)
    if not isinstance(prefix, str) or prefix not in GAMES:
        raise RecordError(RecordFault.RULES)
    spec = GAMES[prefix]
    if "seed" in values:
        return Deal.from_seed(spec, _read_seed(values["seed"]))
    if "pack" in values:
        return Deal(spec, _read_pack(values["pack"]))
    raise RecordError(RecordFault.NO_DEAL)


def _read_code(value: object) -> Code:
    if not isinstance(value, str):
        raise RecordError(RecordFault.CODE)
    try:
        return parse_code(value)
    except CodeError as error:
        raise RecordError(RecordFault.CODE, error) from None


def _read_seed(value: object) -> bytes:
    digits = "0123456789abcdefABCDEF"
    if not isinstance(value, str) or len(value) != 2 * SEED_BYTES or any(digit not in digits for digit in value):
        raise RecordError(RecordFault.SEED)
    return bytes.fromhex(value)


def _read_pack(value: object) -> bytes:
    if not isinstance(value, list) or len(value) != cards.PACK_SIZE:
        raise RecordError(RecordFault.PACK)
    try:
        pack = bytes(cards.parse(item) if isinstance(item, str) else cards.HIDDEN for item in value)
    except ValueError:
        raise RecordError(RecordFault.PACK) from None
    if sorted(pack) != list(range(cards.PACK_SIZE)):
        raise RecordError(RecordFault.PACK)
    return pack


def _read_events(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or len(value) > MOST_EVENTS or not all(isinstance(item, str) for item in value):
        raise RecordError(RecordFault.EVENTS)
    return tuple(value)


def _read_elapsed(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise RecordError(RecordFault.ELAPSED)
    # Compared before float(): an integer of JSON may be too large for a float.
    if not 0 <= value <= _LONGEST_ELAPSED or math.isnan(value):
        raise RecordError(RecordFault.ELAPSED)
    return float(value)
