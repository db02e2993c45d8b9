"""Crash reports: what a maintainer needs to understand a crash, and nothing that says who the player is."""

from __future__ import annotations

import platform
import re
import sys
import traceback
from datetime import datetime
from pathlib import Path

from game import __version__
from game.engine.record import Record
from game.paths import ROOT
from game.storage.files import write_atomic

#: Reports that are kept; the oldest go.
MOST_REPORTS = 10
#: Letters; the end of a report is what tells most.
_LONGEST = 200_000
_NAME = "crash-{:%Y%m%d-%H%M%S-%f}.txt"


def report_text(error: BaseException, game: Record | None, versions: dict[str, str], when: datetime) -> str:
    """The report: versions, the way to the error, and the game that was played, to be replayed.

    Folders are told relative to the program's own or to the home, so that no name of a user stands in it.
    """
    trace = "".join(traceback.format_exception(error))
    lines = [
        f"Waraq {__version__}",
        f"{when:%Y-%m-%d %H:%M:%S}",
        f"Python {platform.python_version()} on {sys.platform} ({platform.machine()})",
        *(f"{name} {version}" for name, version in versions.items()),
        "",
        without_folders(trace).strip()[-_LONGEST:],
        "",
        "The game that was played:" if game is not None else "No game whose cards are known here was played.",
    ]
    if game is not None:
        lines.append(Record(game.deal, game.events, game.elapsed).to_json()[:_LONGEST])
    return "\n".join(lines) + "\n"


def without_folders(text: str) -> str:
    """A text without the places of this machine: the program's folder, Python's, the player's home."""
    for folder, name in ((ROOT, "."), (Path(sys.prefix), "<python>"), (Path(sys.base_prefix), "<python>")):
        text = text.replace(str(folder), name)
    text = text.replace(str(Path.home()), "~") if Path.home() != Path(Path.home().anchor) else text
    return re.sub(r'([/\\])(home|Users)([/\\])[^/\\"\s]+', r"\1\2\3…", text)


def write_report(text: str, folder: Path, when: datetime) -> Path | None:
    """Keep a report beside the newest others; returns where it is, or None if the disk does not take it."""
    path = folder / _NAME.format(when)
    try:
        write_atomic(path, text.encode(errors="replace"))
        for old in sorted(folder.glob("crash-*.txt"))[:-MOST_REPORTS]:
            old.unlink()
    except OSError:
        return path if path.is_file() else None
    return path
