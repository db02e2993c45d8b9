"""The kiosk: one visit after the other in the same window, each with everything anew, and what happens in between.

A visit is a whole program of its own (``Visit``, an ``App``) with a folder of its own, which is thrown away. So nothing
of a visitor can be left: what could hold it is gone.
"""

from __future__ import annotations

import gc
import os
import random
import secrets
import shutil
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime

import pygame
from pygame.event import Event

from game.app import App, settings_sentence
from game.engine.deals import DEAL_COUNT, Code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.kiosk.daybook import Day, DayBook
from game.kiosk.hours import clock_face, is_open
from game.kiosk.supervisor import ALIVE, PULSE
from game.kiosk.wins import wins
from game.paths import UserPaths
from game.solver.difficulty import Grade
from game.storage.journal import Journal
from game.text.catalogue import Catalogue
from game.ui.frame.loop import Pump, SystemPump
from game.ui.frame.window import Opened
from game.ui.kiosk.attract import AttractScene, invitations
from game.ui.kiosk.countdown import CountdownScene
from game.ui.kiosk.dark import DarkScene
from game.ui.kiosk.guard import CORNER_SECONDS, Guard
from game.ui.kiosk.navigation import House, KioskNavigator
from game.ui.kiosk.operator import OperatorScene
from game.ui.kiosk.pads import PinScene
from game.ui.kiosk.turned import TurnedScreen

#: Seconds after which a kiosk looks at the clock and says that it lives, whatever else happens.
_LOOK = PULSE / 2
#: A visit that crashes so many times within so many seconds is given up, and the process with it.
_CRASHES, _CRASH_SECONDS = 3, 60.0
#: Seconds without the PIN page after too many wrong ones.
_LOCKED = 60.0
_VISIT = "visit-"


def play(opened: Opened) -> int:
    """Run the kiosk until the operator ends it or the process is told to; returns the exit status."""
    kiosk = Kiosk(opened, SystemPump(), datetime.now, _alive)
    for name in (signal.SIGTERM, signal.SIGINT):
        signal.signal(name, lambda *_: kiosk.end())
    threading.Thread(target=_end_with_the_supervisor, args=(kiosk.end,), daemon=True).start()
    while kiosk.running:
        kiosk.turn()
    kiosk.close()
    return 0


def _alive() -> None:
    """Tell the supervisor, if there is one."""
    if sys.stdout is not None:
        sys.stdout.buffer.write(ALIVE)
        sys.stdout.buffer.flush()


def _end_with_the_supervisor(end: Callable[[], None]) -> None:
    """The supervisor never says anything; when its end of the pipe closes, it is gone."""
    if sys.stdin is not None:
        # Not by ``sys.stdin.read``: a thread that waits in it would hold its lock when the program ends.
        while os.read(sys.stdin.fileno(), 1):
            pass
        end()


class Visit(App):
    """Everything from one visitor's first touch to the next visitor's, the attract screen included."""

    def __init__(self, opened: Opened, pump: Pump, kiosk: Kiosk) -> None:
        self.kiosk = kiosk
        super().__init__(opened, pump)
        self.journal = kiosk.journal
        self.context.copy = lambda text: None
        self.context.paste = lambda: ""
        self.context.can_copy = False
        self.navigator = KioskNavigator(self.context, kiosk.house)
        self.context.routes = self.navigator
        self.loop.screen = kiosk.screen

    def change(self, section: str, key: str, value: object) -> None:
        """Set one setting for this visit."""
        if (section, key) == ("sound", "volume"):
            assert isinstance(value, int)
            value = min(value, self.kiosk.rules.loudest)
        super().change(section, key, value)

    def window_size(self) -> tuple[int, int]:
        """The picture's size, however it is turned."""
        return self.kiosk.screen.size

    def _before(self, event: Event) -> bool:
        return self.kiosk.guard.swallows(event) or super()._before(event)

    def _save_fault(self) -> Exception | None:
        """The operator is told, by the log and on the operator's page; the visitor is not."""
        fault = super()._save_fault()
        if fault is not None:
            self.kiosk.trouble = repr(fault)
        return None

    def _crashed(self, error: Exception) -> None:
        self.report(error, self.kiosk.reports)
        self.kiosk.crashed(error)


class Kiosk:
    """Keeps one visit running and decides when it is over. ``wall`` is local time; ``alive`` is called now and then."""

    def __init__(self, opened: Opened, pump: Pump, wall: Callable[[], datetime], alive: Callable[[], None]) -> None:
        self.rules = opened.settings.kiosk
        self.screen = TurnedScreen(self.rules.turn)
        self.running = True
        self.journal = Journal(opened.paths.log)
        self.reports = opened.paths.reports
        #: What the disk did not take last, for the operator.
        self.trouble = ""
        self._opened = opened
        self._wall = wall
        self._alive = alive
        self._data = opened.paths.data
        self._book = DayBook(opened.paths.visits)
        self._wins = wins(self.rules.allowed, random.Random())
        self._pump = _AlarmPump(pump, self.screen, self._patience)
        self.guard = Guard(self.rules, pump.now, lambda: self.screen.size)
        self.house = House(self.rules.allowed, self._pick, self._leave, self._began, self._won, self.note)
        self._faults = [settings_sentence(Catalogue("en"), fault) for fault in opened.faults]
        for fault in self._faults:
            self.journal.write("settings", fault=fault)
            if sys.stderr is not None:
                print(fault, file=sys.stderr, flush=True)
        self._crash_times: list[float] = []
        self._locked_until = pump.now()
        self._looked = pump.now()
        self._open = True
        self._over = False
        self._begun_at: float | None = None
        self._attended = False
        self._day = Day()
        self.journal.write("start")
        self.visit = self._next()

    # --- Visits

    def _next(self) -> Visit:
        """A new visit, at the attract screen."""
        for old in self._data.glob(_VISIT + "*"):
            shutil.rmtree(old, ignore_errors=True)
        folder = self._data / f"{_VISIT}{secrets.token_hex(4)}"
        settings = self._opened.settings.with_value("general", "welcomed", True)
        settings = settings.with_value("sound", "volume", min(settings.sound.volume, self.rules.loudest))
        paths = UserPaths(folder, folder)
        opened = replace(self._opened, paths=paths, settings=settings, faults=[], size=self.screen.size)
        visit = Visit(opened, self._pump, self)
        self._begun_at, self._attended, self._day = None, False, Day()
        context = visit.context
        self._open = is_open(self.rules.minutes, self._wall())
        if self._open:
            visit.scenes.push(AttractScene(context, self._wins, invitations(context.languages), self._begin))
        else:
            visit.scenes.push(DarkScene(context, self._closed_lines(list(context.languages))))
        return visit

    def _closed_lines(self, languages: list[str]) -> list[str]:
        opens, _ = self.rules.minutes or (0, 0)
        return [Catalogue(language)("kiosk.closed", time=clock_face(opens)) for language in languages]

    def _begin(self, language: str) -> None:
        """A visitor has touched the screen."""
        self._begun_at, self._attended = self._pump.now(), True
        if language != self.visit.context.text.language:
            self.visit.change("general", "language", language)
        self.visit.navigator.menu()

    def _leave(self) -> None:
        """The visit is over; it is put away when the loop's turn is."""
        self._over = True

    def _put_away(self) -> None:
        """Count the visit and throw all of it away."""
        if self._begun_at is not None:
            self._count(self.guard.last_touch - self._begun_at)
        self.visit.scenes.forsake()
        self.visit.end()

    def _count(self, seconds: float) -> None:
        day = replace(self._day, visits=1, seconds=round(max(0.0, seconds)))
        day.languages = {self.visit.context.text.language: 1}
        try:
            self._book.add(f"{self._wall():%Y-%m-%d}", day)
        except OSError as error:
            self.note(repr(error))

    def note(self, trouble: str) -> None:
        """Log what the disk did not take, and keep it for the operator's page."""
        self.trouble = trouble
        self.journal.write("not saved", error=trouble)

    def _began(self) -> None:
        self._day.games += 1

    def _won(self) -> None:
        self._day.wins += 1

    def _pick(self, prefix: str) -> Deal | None:
        """The cards of a new game: any that can be won, any at all, or none that may be known here."""
        winnable = self.visit.context.winnable
        if self.rules.winnable_only and winnable.bank(prefix) is not None:
            return Deal.from_code(winnable.next(prefix, secrets.choice(list(Grade))))
        if GAMES[prefix].secret_deals:
            return None
        return Deal.from_code(Code(prefix, secrets.randbelow(DEAL_COUNT)))

    # --- Turns

    def turn(self) -> None:
        """One round of the loop, and a look at what is due."""
        self.visit.turn()
        if not self.visit.scenes:
            self._over = True
        if self._over and self.running:
            self._over = False
            self._put_away()
            self.visit = self._next()
            gc.collect()  # a whole program has become garbage, and nobody waits now
        if self.running:
            self._look()

    def _patience(self) -> float:
        """Seconds until the kiosk wants to look again."""
        now = self._pump.now()
        waits = [self._looked + _LOOK - now]
        if self._waits_for_visitor:
            waits.append(self.guard.last_touch + self.rules.idle - now)
        if self.guard.held_since is not None:
            waits.append(self.guard.held_since + CORNER_SECONDS - now)
        return max(0.001, min(waits))

    @property
    def _waits_for_visitor(self) -> bool:
        """True while someone, a visitor or the operator, could be gone."""
        return self._attended and not isinstance(self.visit.scenes.top, CountdownScene)

    def _look(self) -> None:
        now, scenes, context = self._pump.now(), self.visit.scenes, self.visit.context
        if now >= self._looked + _LOOK:
            self._looked = now
            self._alive()
            self._over = self._over or is_open(self.rules.minutes, self._wall()) != self._open
            self.visit.context.save_fault()
        if self.guard.held_for_long and self.rules.pin and now >= self._locked_until:
            self.guard.let_go()
            self._attended = True
            scenes.push(PinScene(context, self._try))
        elif self._waits_for_visitor and now >= self.guard.last_touch + self.rules.idle:
            scenes.push(CountdownScene(context, self.rules.countdown, self._leave))

    # --- The operator

    def _try(self, pin: str) -> bool:
        """Open the operator's page for the right PIN."""
        if not secrets.compare_digest(pin, self.rules.pin):
            self.journal.write("wrong PIN")
            self._locked_until = self._pump.now() + _LOCKED
            return False
        self.visit.scenes.pop()
        today = self._book.days.get(f"{self._wall():%Y-%m-%d}", Day())
        self.visit.scenes.push(OperatorScene(self.visit.context, today, self._troubles(), self.end))
        return True

    def _troubles(self) -> list[str]:
        """What the operator should know, in words."""
        text = self.visit.context.text
        troubles = list(self._faults)
        if self.trouble:
            troubles.append(text("kiosk.not-saved", reason=self.trouble))
        if self.journal.lost:
            troubles.append(text("kiosk.no-log"))
        return troubles

    def crashed(self, error: Exception) -> None:
        """A scene broke: go on with a new visit; too often, give up."""
        now = self._pump.now()
        self._crash_times = [at for at in self._crash_times if now - at < _CRASH_SECONDS] + [now]
        if len(self._crash_times) >= _CRASHES:
            raise error
        self._over = True

    # --- The end

    def end(self) -> None:
        """End the kiosk when the loop's turn is over; called in any thread, or by a signal."""
        self.running = False
        pygame.event.post(Event(pygame.USEREVENT))

    def close(self) -> None:
        """Keep what is to be kept, leave nothing of the visitor, and close the window."""
        self._put_away()
        for old in self._data.glob(_VISIT + "*"):
            shutil.rmtree(old, ignore_errors=True)
        self.journal.write("end")
        pygame.quit()


class _AlarmPump:
    """A pump that wakes in time for the kiosk, and turns what comes from the display as the picture is turned."""

    def __init__(self, pump: Pump, screen: TurnedScreen, patience: Callable[[], float]) -> None:
        self._pump = pump
        self._screen = screen
        self._patience = patience

    def now(self) -> float:
        """The pump's clock."""
        return self._pump.now()

    def events(self, timeout: float | None) -> list[Event]:
        """The pump's events."""
        patience = self._patience()
        wait = patience if timeout is None else min(timeout, patience)
        return [self._screen.turned(event) for event in self._pump.events(wait)]
