"""Records as files of their own: what a player hands in and what the game hands out. Not the saved games."""

from __future__ import annotations

from pathlib import Path

from game.engine.record import MOST_BYTES, Record, RecordError, RecordFault, from_json
from game.storage.files import read_bounded, write_atomic


def load_record(path: Path) -> Record:
    """The record in a file, its events not yet played; ``RecordError`` if it is none (also if it cannot be read)."""
    try:
        # Only a plain file is opened: a pipe would never end, a device never begin.
        content = read_bounded(path, MOST_BYTES) if path.is_file() else None
    except OSError:
        content = None
    if content is None:
        raise RecordError(RecordFault.NOT_A_RECORD)
    return from_json(content)


def write_record(record: Record, folder: Path) -> Path:
    """Write a record as a new file named after its deal into a folder; returns the file, ``OSError`` if it fails."""
    deal = record.deal
    name = str(deal.code) if deal.code else deal.spec.prefix
    number = 1
    while (path := folder / f"{name}-{number}.json").exists():
        number += 1
    write_atomic(path, record.to_json().encode())
    return path
