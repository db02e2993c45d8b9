"""The wins that play themselves while nobody does: records shipped with the program, one after the other for ever."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from pathlib import Path

from game.engine import record
from game.engine.record import Record, RecordError, ReplayError
from game.engine.session import Outcome
from game.paths import ATTRACT
from game.storage.files import read_bounded

_MOST_BYTES = 64 << 10


def wins(prefixes: Collection[str], chance: random.Random, folder: Path = ATTRACT) -> Iterator[Record]:
    """Won games of some variants, for ever, all of them before any comes again.

    A file that holds no won game is passed over; if there is none at all, so is every turn (the iterator ends).
    """
    while True:
        names = [path for path in sorted(folder.glob("*.json")) if path.name[: len("KL1-1")] in prefixes]
        chance.shuffle(names)
        found = [saved for path in names if (saved := _won(path)) is not None]
        if not found:
            return
        yield from found


def _won(path: Path) -> Record | None:
    try:
        saved = record.from_json(read_bounded(path, _MOST_BYTES) or b"")
        return saved if saved.replay().outcome is Outcome.WON else None
    except (OSError, RecordError, ReplayError):
        return None
