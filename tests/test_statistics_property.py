"""Statistics over any sequence of play, quit, kill, resume, restart, finish, against a simple model.

The model knows of each game that counts how it ended. A kill loses what the saver had not written; what the
history has shown is never lost.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Hashable
from datetime import datetime
from pathlib import Path
from random import Random

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from game.engine.games import GAMES
from game.engine.record import Record
from game.engine.session import Outcome
from game.engine.state import Command, parse_event
from game.play.local import LocalPlay
from game.storage.games import ID, PRACTICE, SHOWN, GameStore, SavedGame, slots
from game.storage.history import PAGE, Entry, History, Line, Result
from game.storage.saver import Job, Saver
from game.storage.statistics import Statistics
from tests.support import ROOT, choose, winning_record

NOW = datetime(2026, 3, 4, 5, 6)
#: Two games without and one with a declared finish.
PREFIXES = ("KL1-1", "ER1-S", "RU1-C")
_FINAL = (Result.WON, Result.FINISHED)
_RESULTS = {Outcome.WON: Result.WON, Outcome.FINISHED: Result.FINISHED, Outcome.OPEN: Result.ABANDONED}


class HeldSaver(Saver):
    """A saver that works only when it is told to, so that a kill can come between any two of its jobs."""

    def __init__(self) -> None:
        self.waiting: dict[Hashable, Job] = {}

    def do(self, key: Hashable, job: Job) -> None:
        self.waiting.pop(key, None)
        self.waiting[key] = job

    def work(self, most: int) -> None:
        """Do the next few jobs."""
        for key in [*self.waiting][:most]:
            self.waiting.pop(key)()

    def flush(self) -> None:
        self.work(len(self.waiting))


def all_entries(history: History, variant: str | None = None) -> list[Entry]:
    """All pages of the list."""
    pages = -(-history.count(variant) // PAGE)
    return [entry for page in range(pages) for entry in history.page(variant, page)]


class Program(RuleBasedStateMachine):
    """One player's games through many runs of the program."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="waraq-"))
        self.play: LocalPlay | None = None
        #: What must be in the history once all is written.
        self.ended: dict[str, Result] = {}
        #: What the history has shown.
        self.shown: dict[str, Result] = {}
        self.practices: set[str] = set()
        #: Games of which the program played a part.
        self.helped: set[str] = set()
        self.begin()

    def teardown(self) -> None:
        shutil.rmtree(self.folder)

    def begin(self) -> None:
        """Start the program."""
        self.saver = HeldSaver()
        self.history = History(self.folder / "history.sqlite3")
        self.store = GameStore(self.folder / "games", self.saver, self.history, lambda: NOW)
        self.play = None

    def expect_end(self, game: SavedGame) -> None:
        """The model: a counting game with moves ended; what was over before stays."""
        identity = game.record.extra[ID]
        if game.session.moves and not game.practice and self.ended.get(identity) not in _FINAL:
            self.ended[identity] = Result.ABANDONED if identity in self.helped else _RESULTS[game.session.outcome]

    def do(self, *events: object) -> None:
        """Events at the table, as far as they are allowed."""
        assert self.play is not None
        for event in events:
            if self.play.do(event) is None and self.play.outcome is not Outcome.OPEN:
                self.expect_end(self.play.game)

    # --- At the table

    @initialize(prefix=st.sampled_from(PREFIXES))
    def first(self, prefix: str) -> None:
        self.deal(prefix, False)

    @rule(prefix=st.sampled_from(PREFIXES), practice=st.booleans())
    def deal(self, prefix: str, practice: bool) -> None:
        """A new deal; the open game of its kind is abandoned."""
        won = winning_record(GAMES[prefix])
        assert won is not None
        new = LocalPlay.dealt(self.store, won.deal, practice=practice)
        open_one = self.store.load(new.game.slot)
        if isinstance(open_one, SavedGame):
            self.store.end(open_one)
            if not open_one.shown:
                self.helped.discard(open_one.record.extra[ID])
            self.expect_end(open_one)
        self.play = new
        self.play.keep()
        if practice:
            self.practices.add(str(new.record().extra[ID]))

    @precondition(lambda self: self.play is not None)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 12))
    def moves(self, seed: int, count: int) -> None:
        """Any legal moves and undos."""
        random = Random(seed)
        for _ in range(count):
            assert self.play is not None
            event = choose(self.play.game.session, random, 0.2)
            if event is not None:
                self.do(event)

    @precondition(lambda self: self.play is not None)
    @rule()
    def undo(self) -> None:
        self.do(Command.UNDO)

    @precondition(lambda self: self.play is not None)
    @rule()
    def finish(self) -> None:
        """Final where the rules know a finish; refused elsewhere."""
        self.do(Command.FINISH)

    @precondition(lambda self: self.play is not None and not self.play.started and self.play.outcome is Outcome.OPEN)
    @rule(left=st.integers(0, 2))
    def win_or_nearly(self, left: int) -> None:
        """Play the line that wins, to its end or to just before it."""
        assert self.play is not None
        won = winning_record(self.play.spec)
        assert won is not None
        self.do(*map(parse_event, won.events[: len(won.events) - left]))
        assert (self.play.outcome is Outcome.WON) == (left == 0)

    @precondition(lambda self: self.play is not None and self.play.outcome is Outcome.OPEN)
    @rule()
    def win_if_near(self) -> None:
        """The last moves of the line that wins, if they are legal here."""
        assert self.play is not None
        won = winning_record(self.play.spec)
        assert won is not None
        self.do(*map(parse_event, won.events[-2:]))

    @precondition(lambda self: self.play is not None and self.play.outcome is Outcome.OPEN)
    @rule()
    def restart(self) -> None:
        """The same cards again: an open game stays the same game."""
        assert self.play is not None
        play = self.play
        self.play = play.restarted()
        assert self.play.record().extra == play.record().extra
        self.play.keep()

    @precondition(lambda self: self.play is not None and self.play.outcome is Outcome.OPEN)
    @rule()
    def show(self) -> None:
        """The program plays a part of it: however it ends, it counts as abandoned."""
        assert self.play is not None
        self.play.show()
        self.helped.add(str(self.play.record().extra[ID]))

    # --- The program

    @rule(most=st.integers(1, 3))
    def saver_works(self, most: int) -> None:
        self.saver.work(most)

    @rule()
    def quit_and_start(self) -> None:
        """Closed at once, also in the middle of a celebration."""
        self.saver.flush()
        self.begin()

    @rule()
    def kill_and_start(self) -> None:
        """What was not written is lost: of that, the model keeps what the history knows."""
        self.begin()
        self.ended = {entry.id: entry.result for entry in all_entries(self.history)}

    @rule(slot=st.sampled_from([slot for slot in slots() if slot.startswith(PREFIXES)]))
    def resume(self, slot: str) -> None:
        found = self.store.load(slot)
        if isinstance(found, SavedGame):
            self.play = LocalPlay(self.store, found)
            if not found.shown:  # a kill came before that was written
                self.helped.discard(found.record.extra[ID])

    @rule()
    def look(self) -> None:
        """Open the list of games: all of the model is there, and nothing else."""
        self.saver.flush()
        self.shown = {entry.id: entry.result for entry in all_entries(self.history)}
        assert self.shown == self.ended

    # --- What holds at any time

    @invariant()
    def each_game_counts_once(self) -> None:
        entries = all_entries(self.history)
        identities = [entry.id for entry in entries]
        assert len(set(identities)) == len(identities) == self.history.count()
        assert not self.practices & set(identities)
        for entry in entries:
            replayed = entry.record.replay()
            assert replayed.moves == entry.moves > 0
            helped = bool(entry.record.extra.get(SHOWN))
            assert (replayed.outcome is Outcome.WON and not helped) == (entry.result is Result.WON)
            assert entry.record.extra.get(PRACTICE) is None

    @invariant()
    def nothing_is_there_that_did_not_happen(self) -> None:
        for entry in all_entries(self.history):
            assert entry.id in self.ended
            assert entry.result in (self.ended[entry.id], Result.ABANDONED)

    @invariant()
    def nothing_shown_is_lost(self) -> None:
        now = {entry.id: entry.result for entry in all_entries(self.history)}
        for identity, result in self.shown.items():
            assert now[identity] is result or result is Result.ABANDONED

    @invariant()
    def the_figures_are_those_of_the_games(self) -> None:
        for variant in (None, *PREFIXES):
            entries = all_entries(self.history, variant)[::-1]
            lines = self.history.lines(variant)
            assert lines == [Line(entry.result, entry.score, entry.elapsed, entry.moves) for entry in entries]
            figures = Statistics.of(lines)
            assert figures.games == self.history.count(variant) == len(entries)
            assert figures.wins == sum(entry.result is Result.WON for entry in entries) <= figures.games


TestProgram = Program.TestCase
TestProgram.settings = settings(max_examples=40, stateful_step_count=30, deadline=None)


# --- A real kill

_PLAY_FOR_EVER = """
import sys
from random import Random
from tests.test_statistics_property import play_for_ever
play_for_ever(sys.argv[1], Random(int(sys.argv[2])))
"""


def play_for_ever(folder: str, random: Random) -> None:
    """Wins, finishes, abandons and resumes games; says what it has seen in the history."""
    saver = Saver()
    history = History(Path(folder) / "history.sqlite3")
    store = GameStore(Path(folder) / "games", saver, history, lambda: NOW)
    while True:
        won = winning_record(GAMES[random.choice(PREFIXES)])
        assert won is not None
        old = store.load(won.deal.spec.prefix)
        if isinstance(old, SavedGame) and random.random() < 0.5:
            play = LocalPlay(store, old)
        else:
            if isinstance(old, SavedGame):
                store.end(old)
            play = LocalPlay.dealt(store, won.deal)
        left = random.choice([0, 0, 5, 40])
        played = len(play.record().events)
        for event in won.events[played : len(won.events) - left]:
            play.do(parse_event(event))
        if play.outcome is Outcome.OPEN and random.random() < 0.3:
            play.do(Command.FINISH)
        if random.random() < 0.3:
            saver.flush()
            print(*(f"{entry.id}:{entry.result.value}" for entry in history.page(None, 0)), flush=True)


def test_a_real_kill_loses_nothing_that_was_shown_and_counts_nothing_twice(tmp_path: Path) -> None:
    random = Random(3)
    shown: dict[str, str] = {}
    for number in range(5):
        command = [sys.executable, "-c", _PLAY_FOR_EVER, str(tmp_path), str(number)]
        child = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        first = child.stdout.readline()
        time.sleep(0.05 + random.random() * 0.2)
        child.kill()
        for line in (first + child.stdout.read()).splitlines(keepends=True):
            if line.endswith("\n"):
                shown |= (item.split(":") for item in line.split())
        child.wait()
        history = History(tmp_path / "history.sqlite3")
        assert history.check() is None
        entries = all_entries(history)
        now = {entry.id: entry.result.value for entry in entries}
        assert len(now) == len(entries)
        for identity, result in shown.items():
            assert now[identity] == result or result == Result.ABANDONED.value
        assert all(entry.record.replay().outcome is not Outcome.OPEN for entry in entries if entry.result in _FINAL)
        figures = Statistics.of(history.lines())
        assert 0 < figures.wins <= figures.games == len(entries)


def test_a_won_game_is_a_win_once_even_if_its_end_was_written_and_its_file_stayed(tmp_path: Path) -> None:
    """Symptom: killed right after the win, the game was open again, was given up, and the win was gone."""
    won = winning_record(GAMES["KL1-1"])
    assert won is not None
    saver = HeldSaver()
    history = History(tmp_path / "history.sqlite3")
    store = GameStore(tmp_path / "games", saver, history, lambda: NOW)
    start = Record(won.deal, won.events[:-1], 5.0, {ID: "a"})
    play = LocalPlay(store, SavedGame(start, start.replay()))
    play.keep()
    saver.flush()
    assert play.do(parse_event(won.events[-1])) is None
    saver.work(1)
    assert [line.result for line in history.lines()] == [Result.WON]
    saver = HeldSaver()
    store = GameStore(tmp_path / "games", saver, history, lambda: NOW)
    left = store.load("KL1-1")
    if isinstance(left, SavedGame):
        store.end(left)
    saver.flush()
    assert [line.result for line in history.lines()] == [Result.WON]
