"""Feed every reader of outside data with damaged data: ``python -m tools.fuzz --inputs 100000``.

A reader may refuse what it gets in the one way that it documents. Anything else is printed with the input that did it,
and the exit status is 1. The same ``--seed`` gives the same inputs.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple
from zlib import crc32

from game.engine import record
from game.engine.deals import CodeError, parse_code
from game.engine.record import RecordError, ReplayError
from game.engine.state import parse_event
from game.handover import understood
from game.kiosk.daybook import Day, DayBook
from game.paths import ATTRACT, SHIPPED_SETTINGS
from game.solver import bank
from game.storage import placement, settings
from game.storage.dealt import DealtStore
from game.storage.saver import Saver
from game.text.catalogue import DOMAIN, LOCALE, Catalogue
from game.text.faults import code_sentence, record_sentence
from game.ui.screens.playback import Playback
from game.ui.screens.records_io import load_record

#: Pieces that readers stumble over.
_PIECES = (
    *(
        b"",
        b"\0",
        b"\xff",
        b"\xef\xbb\xbf",
        b"\n",
        b'"',
        b"{",
        b"[",
        b"]",
        b"}",
        b"[" * 999,
        b'{"a":' * 999,
        b"\\ud800",
    ),
    *(
        b"-1",
        b"0",
        b"1e999",
        b"NaN",
        b"-Infinity",
        b"9" * 40,
        b"9" * 5000,
        b"true",
        b"null",
        b"undo",
        b"t1:1>t2",
        b"draw",
    ),
    *(b"RU1-R-AAAAAAC", "ورق ٣".encode(), "\u202e".encode(), b"../../x", b"%s{0}{x}", b"0x10", b"1_0", b"kiosk = 3\n"),
)


class Reader(NamedTuple):
    """A reader: its name, sound inputs to damage, how to read one, and what it may raise."""

    name: str
    samples: list[bytes]
    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...] = ()


class Failure(NamedTuple):
    """An input that was not refused in the documented way."""

    reader: str
    error: Exception
    content: bytes


def damaged(sample: bytes, chance: random.Random) -> bytes:
    """A sample with some faults: cut, flipped, doubled, spliced; or nothing but chance."""
    if chance.random() < 0.05:
        return chance.randbytes(chance.randrange(200))
    content = bytearray(sample)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        at = chance.randrange(len(content) + 1)
        fault = chance.randrange(5)
        if fault == 0:
            del content[at:]
        elif fault == 1 and content:
            content[min(at, len(content) - 1)] ^= 1 << chance.randrange(8)
        elif fault == 2:
            end = at + chance.randrange(40)
            content[at:at] = content[at:end] * chance.choice((1, 2, 50))
        elif fault == 3:
            content[at : at + chance.choice((0, 0, 1, 5, 30))] = chance.choice(_PIECES)
        else:
            del content[at : at + chance.randrange(1, 30)]
    return bytes(content[: 64 << 10])


def readers(folder: Path) -> list[Reader]:
    """All readers; those of files read them in ``folder``."""
    english = Catalogue("en")
    wins = [path.read_bytes() for path in sorted(ATTRACT.glob("*.json"))[::6]]
    secret = {"format": 1, "rules": "ER1-S", "seed": "ab" * 32, "events": ["draw", "undo"], "elapsed": 3.5}
    packed = {"format": 1, "rules": "RU1-R", "pack": ["AS"] * 52, "events": []}
    records = [*wins, json.dumps(secret).encode(), json.dumps(packed).encode()]
    catalogue = (LOCALE / "ar" / "LC_MESSAGES" / f"{DOMAIN}.mo").read_bytes()[:6000]
    deals = bank.path_of("KL1-1").read_bytes()[:900]
    lines = SHIPPED_SETTINGS.read_text(encoding="utf-8").splitlines()
    shipped = "\n".join(line for line in lines if line and not line.startswith("#")).encode()
    days = json.dumps({"2026-11-29": vars(Day(1, languages={"ar": 1}))}).encode()
    path = folder / "file"
    base = settings.shipped()
    saver = Saver()

    def at_path(content: bytes) -> Path:
        for old in folder.glob("file.*"):
            old.unlink()
        path.write_bytes(content)
        return path

    def read_code(content: bytes) -> None:
        try:
            parse_code(content.decode(errors="surrogateescape"))
        except CodeError as error:
            code_sentence(english, error)

    def read_record(content: bytes) -> None:
        try:
            record.from_json(content).replay()
        except (RecordError, ReplayError) as error:
            record_sentence(english, error)

    def watch_file(content: bytes) -> None:
        try:
            playback = Playback(load_record(at_path(content)))
            playback.view(playback.length)
        except RecordError as error:
            record_sentence(english, error)

    def read_event(content: bytes) -> None:
        parse_event(content.decode(errors="replace"))

    def read_catalogue(content: bytes) -> None:
        place = folder / "en" / "LC_MESSAGES"
        place.mkdir(parents=True, exist_ok=True)
        (place / f"{DOMAIN}.mo").write_bytes(content)
        text = Catalogue("en", folder)
        text("code.form", part="x")
        text.plural("newgame.moves", 3)

    return [
        Reader("codes", [b"RU1-C-AAAAABB", b"KL1-3-ZZZZZZZ", b" ea1-c-aaaaaaa "], read_code),
        Reader("events", [b"t3:5>t6", b"waste:1>fH", b"draw"], read_event, (ValueError,)),
        Reader("records", records, read_record),
        Reader("dropped files", records, watch_file),
        Reader("settings", [shipped], lambda c: settings.load(at_path(c), base)),
        Reader("catalogues", [catalogue], read_catalogue),
        Reader("counts by day", [days], lambda c: DayBook(at_path(c))),
        Reader("window's place", [b"10 20 1280 720"], lambda c: placement.load(at_path(c))),
        Reader("deals dealt", [_dealt()], lambda c: DealtStore(at_path(c), saver).of("KL1-1")),
        Reader("winnable deals", [deals], lambda c: bank.unpacked(c + _check(c)), (bank.BankError,)),
        Reader("handed-over files", [b'{"word": "abc", "files": ["/x.json"]}'], lambda c: understood(c, "abc")),
    ]


def _dealt() -> bytes:
    """A file of the deals that a player was dealt."""
    return json.dumps({"format": 1, "KL1-1": {"dealt": "ff", "found": [[3, 4]], "choice": "easy"}}).encode()


def _check(content: bytes) -> bytes:
    """The check sum that makes a damaged bank look whole, so that the reader looks into it."""
    return crc32(content).to_bytes(4, "big")


def run(reader: Reader, inputs: int, chance: random.Random) -> Failure | None:
    """Feed a reader; the first failure, if any."""
    for _ in range(inputs):
        content = damaged(chance.choice(reader.samples), chance)
        try:
            reader.read(content)
        except reader.refusals:
            continue
        except Exception as error:
            return Failure(reader.name, error, content)
    return None


def main(arguments: list[str]) -> int:
    """Feed them all; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000, help="how many inputs for each reader")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    failed = False
    with tempfile.TemporaryDirectory() as name:
        for reader in readers(Path(name)):
            began = time.perf_counter()
            failure = run(reader, options.inputs, random.Random(f"{options.seed} {reader.name}"))
            print(f"{reader.name}: {options.inputs} inputs, {time.perf_counter() - began:.1f} s", flush=True)
            if failure is not None:
                failed = True
                print(f"    FAILED: {failure.error!r} by {failure.content[:2000]!r}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
