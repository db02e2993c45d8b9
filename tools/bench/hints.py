"""Hints of the solver's real process: how soon they come, whether memory stays flat, whether following them wins."""

from __future__ import annotations

import os
import tempfile
import time
from datetime import datetime
from pathlib import Path
from random import Random
from statistics import median, quantiles

from game.engine.deals import DEAL_COUNT, Code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.engine.rules import legal_moves
from game.engine.session import Outcome
from game.engine.state import Command
from game.play.adviser import Adviser, Counsel, Lost, Topic
from game.play.local import LocalPlay
from game.solver import bank
from game.solver.answer import Verdict
from game.solver.service import Solving
from game.storage.games import GameStore
from game.storage.history import History
from game.storage.saver import Saver
from tools.bench.program import memory
from tools.bench.report import Row

AIM_SECONDS, AIM_GROWTH = 0.3, 5.0
#: Readings of memory, each after a tenth of the hints; the first is a warm program.
_READINGS = 10
_MOVES = 40


class Desk:
    """Games with an adviser and the solver's process, without a window."""

    def __init__(self, folder: Path) -> None:
        self.solving = Solving(lambda: None)
        self._store = GameStore(folder / "games", Saver(), History(folder / "history"), _no_end)

    def play(self, code: Code) -> tuple[LocalPlay, Adviser]:
        """A practice game of a deal, and its adviser."""
        play = LocalPlay.dealt(self._store, Deal.from_code(code), practice=True)
        return play, Adviser(play, self.solving, time.perf_counter)


def _no_end() -> datetime:
    raise AssertionError("a practice game leaves no trace")


def hint(adviser: Adviser) -> tuple[Counsel, float, float]:
    """The last word of a hint, the seconds until its first word, and until its last."""
    began = time.perf_counter()
    adviser.ask(Topic.HINT)
    first = 0.0
    while adviser.counsel is None or adviser.counsel.thinking:
        adviser.poll()
        first = first or (time.perf_counter() - began if adviser.counsel is not None else 0.0)
        time.sleep(0.002)
    seconds = time.perf_counter() - began
    return adviser.counsel, first or seconds, seconds


def measure(count: int, games: int) -> list[Row]:
    """``count`` hints at positions that were never asked about; then ``games`` winnable deals by hints alone."""
    with tempfile.TemporaryDirectory() as name:
        desk = Desk(Path(name))
        try:
            return [*_hints(desk, count), *_games(desk, games)]
        finally:
            desk.solving.close()


def _hints(desk: Desk, count: int) -> list[Row]:
    """Positions after some random moves in random deals of all variants in turn."""
    random, firsts, lasts, verdicts = Random(1), [], [], []
    readings: list[tuple[dict[str, float], dict[str, float]]] = []
    for number in range(count):
        prefix = [*GAMES][number % len(GAMES)]
        play, adviser = desk.play(Code(prefix, random.randrange(DEAL_COUNT)))
        for _ in range(random.randrange(_MOVES)):
            moves = legal_moves(play.spec, play.game.session.state)
            if moves:
                play.do(random.choice(moves))
        counsel, first, last = hint(adviser)
        firsts.append(first)
        lasts.append(last)
        verdicts.append(counsel.verdict)
        if (number + 1) % max(1, count // _READINGS) == 0:
            readings.append((memory(os.getpid()), memory(desk.solving.process_id or os.getpid())))
    begin, end = readings[0], readings[-1]
    proven = sum(verdict is not Verdict.UNKNOWN for verdict in verdicts)
    note = f"{count} hints at random positions, {proven} of them proven"
    return [
        Row("first word of a hint, median", median(firsts), "s", None, note),
        Row("first word of a hint, slowest", max(firsts), "s", AIM_SECONDS),
        Row("last word of a hint, median", median(lasts), "s"),
        Row("last word of a hint, 90 %", quantiles(lasts, n=10)[-1], "s"),
        Row("program, growth", end[0]["Uss"] - begin[0]["Uss"], "MB", AIM_GROWTH, f"at the end {end[0]['Uss']:.1f}"),
        Row("solver's process, growth", end[1]["Uss"] - begin[1]["Uss"], "MB", None, f"at the end {end[1]['Uss']:.1f}"),
        Row("solver's process, largest", max(reading[1]["Uss"] for reading in readings), "MB"),
    ]


def _games(desk: Desk, games: int) -> list[Row]:
    """Deals of the bank, every hint carried out; one that leads back is too."""
    random, hints, won = Random(2), 0, 0
    for number in range(games):
        prefix = [*GAMES][number % len(GAMES)]
        play, adviser = desk.play(Code(prefix, random.choice([*bank.load(prefix).eases])))
        for _ in range(2000):
            counsel, _, _ = hint(adviser)
            hints += 1
            events = [Command.UNDO] * counsel.back if counsel.lost is Lost.BACK else [counsel.move]
            for event in events:
                if event is None or play.do(event) is not None:
                    break
                adviser.changed(event)
            if play.outcome is not Outcome.OPEN or events == [None]:
                break
        won += play.outcome is Outcome.WON
    note = f"{hints} hints followed"
    return [Row("games not won by following hints", games - won, "", 0.0, f"of {games} winnable deals; {note}")]
