"""Kill the program at random instants of play and look at what is left: ``python -m tools.deaths --rounds 100``.

Each round starts the whole program (without a window system), which takes up the game where it was left and plays on,
one move every 0.15 s, telling each move *after* it was made. Then it is killed with SIGKILL. The kept record must be
whole, legal from its first event to its last, and lack at most the last move that was told. (Writing is done beside the
game: on a machine so busy that a file takes longer than that, a quick player could lose more.)
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from game.engine import record
from game.engine.session import Outcome
from game.kiosk.wins import wins
from game.storage.saver import Saver
from tools.bench.program import ROOT, data_folder

#: Seconds between two moves: a very quick player.
_PAUSE = 0.15
_LONGEST = 1.2


class Found(NamedTuple):
    """What a round left: how many moves were told, how many were kept, and what is wrong, if anything is."""

    told: int
    kept: int
    fault: str


def play(folder: Path, win: Path, flush: bool) -> None:
    """Take the game of a win up where it was left, and play on to its end; for a process that will be killed.

    With ``flush`` a move is told only when the disk has it, so that what is told does not depend on how busy it is.
    """
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
    from game.app import App  # noqa: PLC0415 - only the process that is killed is a game
    from game.engine.state import parse_event  # noqa: PLC0415
    from game.paths import user_paths  # noqa: PLC0415
    from game.storage import settings  # noqa: PLC0415
    from game.ui.frame.loop import SystemPump  # noqa: PLC0415
    from game.ui.frame.window import open_window  # noqa: PLC0415
    from game.ui.table.table import TableScene  # noqa: PLC0415

    saved = record.from_json(win.read_bytes())
    paths = user_paths(folder)
    app = App(open_window(paths, settings.read(paths.settings)), SystemPump())
    app.start()
    if not isinstance(app.scenes.top, TableScene):
        app.navigator.start(saved.deal)
    table = app.scenes.top
    assert isinstance(table, TableScene)
    for number in range(table.play.moves, len(saved.events)):
        ends = time.monotonic() + _PAUSE
        while time.monotonic() < ends:
            app.turn()
            time.sleep(0.002)
        assert table.play.do(parse_event(saved.events[number])) is None
        if flush:
            app.context.store.flush()
        os.write(1, f"{number + 1}\n".encode())
    app.close()


def rounds(count: int, seed: int, flush: bool = False) -> list[Found]:
    """So many deaths, over as many games as it takes."""
    chance = random.Random(seed)
    found: list[Found] = []
    games = wins(["RU1-R", "KL1-1", "EA1-C"], chance)
    while len(found) < count:
        saved = next(games)
        with tempfile.TemporaryDirectory() as name:
            win = Path(name) / "win.json"
            win.write_text(saved.to_json(), encoding="utf-8")
            folder = data_folder(Path(name) / "player", (640, 480))
            kept_before = 0
            while len(found) < count:
                told = _killed(folder, win, chance, flush) or kept_before
                found.append(_looked_at(folder, saved, told))
                kept_before = found[-1].kept
                if told == len(saved.events) or found[-1].fault:
                    break
    return found


def _killed(folder: Path, win: Path, chance: random.Random, flush: bool) -> int:
    """Start a game, kill it at some instant after its first move, and return how many moves it has told."""
    words = [sys.executable, "-m", "tools.deaths", *(["--flush"] if flush else []), "--play", str(folder), str(win)]
    process = subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    first = process.stdout.readline()
    time.sleep(chance.uniform(0, _LONGEST))
    process.kill()
    rest, errors = process.communicate()
    if errors:
        raise RuntimeError(errors.decode())
    return int((first + rest).split()[-1]) if first else 0


def _looked_at(folder: Path, saved: record.Record, told: int) -> Found:
    """What the store makes of the folder."""
    from datetime import datetime  # noqa: PLC0415 - beside the store that it is for

    from game.storage.games import GameStore, SavedGame, SetAside  # noqa: PLC0415
    from game.storage.history import History  # noqa: PLC0415

    saver = Saver()
    history = History(folder / "history.sqlite3")
    store = GameStore(folder / "games", saver, history, datetime.now)
    aside, game = history.check(), store.load(saved.deal.spec.prefix)
    saver.close()
    if aside is not None or isinstance(game, SetAside):
        return Found(told, 0, "a file was damaged")
    if isinstance(game, SavedGame):
        events = game.record.events
        fault = "" if saved.events[: len(events)] == events else "other moves than were made"
        return Found(told, len(events), fault)
    won = [entry for entry in history.page(None, 0) if entry.record.replay().outcome is Outcome.WON]
    return Found(told, len(saved.events), "" if won else "the game is gone")


def main(arguments: list[str]) -> int:
    """Do the rounds and print what was found; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tools.deaths", description=__doc__)
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--flush", action="store_true", help="tell a move only when the disk has it")
    parser.add_argument("--play", nargs=2, type=Path, metavar=("FOLDER", "WIN"), help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.play:
        folder, win = options.play
        play(folder, win, options.flush)
        return 0
    found = rounds(options.rounds, options.seed, options.flush)
    missing = [max(0, each.told - each.kept) for each in found]
    print(f"{len(found)} deaths; moves missing at most {max(missing)}, after {sum(map(bool, missing))} deaths any")
    faults = [str(each) for each in found if each.fault]
    print(*faults or ["every record was whole"], sep="\n")
    return int(bool(faults) or max(missing) > 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
