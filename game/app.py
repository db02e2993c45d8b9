"""The composition root: settings, window, scenes and loop are wired here and nowhere else."""

from __future__ import annotations

import gc
import secrets
import signal
from collections.abc import Callable, Sequence
from datetime import date, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import pygame
from pygame.event import Event

from game.engine.deals import DEAL_COUNT
from game.instance import Instance
from game.play.held import Link
from game.play.house import House
from game.solver.service import Solving
from game.storage import settings as stored_settings
from game.storage.games import GameStore
from game.storage.history import History
from game.storage.journal import Journal
from game.storage.saver import Saver
from game.storage.settings import Settings, SettingsFault
from game.text.catalogue import Catalogue, languages, system_language
from game.ui.frame.context import Context
from game.ui.frame.controllers import Controllers
from game.ui.frame.fingers import Fingers
from game.ui.frame.framemeter import FrameMeter
from game.ui.frame.inputs import Inputs
from game.ui.frame.loop import NEWS, Loop, Pump, SystemPump
from game.ui.frame.scenes import SceneStack
from game.ui.frame.window import FullScreen, Opened, raise_window, show_icon
from game.ui.look.sound import Sounds
from game.ui.look.theme import LEAST_LAYOUT, THEMES
from game.ui.look.voice import Voice
from game.ui.screens.crash import CrashScene, game_on
from game.ui.screens.navigation import Navigator

if TYPE_CHECKING:
    from game.play.online.service import Online
    from game.play.winnable import Winnable
    from game.ui.screens.reader import Reader

T = TypeVar("T")
#: The program was started again: the window comes to the front.
CALLED = pygame.event.custom_type()
_EXPOSED = (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWDISPLAYCHANGED)


def play(opened: Opened, instance: Instance, files: Sequence[str]) -> int:
    """Play in an open window until it is closed; returns the exit status. ``files`` are records to watch first."""
    app = App(opened, SystemPump())
    signal.signal(signal.SIGTERM, lambda *_: pygame.event.post(Event(pygame.QUIT)))
    signal.signal(signal.SIGINT, lambda *_: pygame.event.post(Event(pygame.QUIT)))
    app.start()
    app.turn()
    app.controllers.open()  # the first picture does not wait for them
    show_icon()
    instance.listen(app.called)
    _drop(files)
    gc.freeze()  # all that was made so far stays
    gc.enable()
    while app.scenes:
        app.turn()
    app.close()
    return 0


class App:
    """The wired program. Tests give it a scripted ``pump`` and a clipboard of their own."""

    def __init__(self, opened: Opened, pump: Pump) -> None:
        self._opened = opened
        settings = opened.settings
        self.saver = Saver()
        self.scenes = SceneStack(opened.size)
        self.journal = Journal(opened.paths.log)
        self._full_screen = FullScreen(settings.window.full_screen, opened.size)
        store = self._store(self.saver)
        self.link = Link()
        longest_gap = float(settings.eram.longest_gap)
        self._history_aside = store.history.check()
        self._authority = self.link.serve(self._authority_store, longest_gap, pump.now)
        self.sounds = Sounds(settings.sound)
        self.voice = Voice(settings.sound.voice)
        self._winnable: Winnable | None = None
        self.solving = Solving(_wake)
        self.controllers = controllers = Controllers(pump.now)
        self.context = Context(
            text=Catalogue(_language(settings)),
            settings=settings,
            theme=THEMES[settings.look.theme],
            scenes=self.scenes,
            store=store,
            house=House(store, self.link, longest_gap, pump.now),
            solving=self.solving,
            online=self._seat,
            open_winnable=self._open_winnable,
            now=pump.now,
            exports=opened.paths.exports,
            today=date.today,
            languages={language: Catalogue(language)("language.name") for language in languages()},
            random_deal=lambda: secrets.randbelow(DEAL_COUNT),
            change=self.change,
            copy=_copy,
            paste=_paste,
            sound=self.sounds.play,
            prepare_sounds=self.sounds.prepare,
            voice=self.voice,
            save_fault=self._save_fault,
            has_controller=lambda: controllers.connected,
        )
        self._online: Online | None = None
        self._face_text()
        self.navigator = Navigator(self.context)
        self.context.routes = self.navigator
        self.meter = FrameMeter(self.context.lettering)
        self._reader: Reader | None = None
        inputs = Inputs(pump, self.scenes, Fingers(self.window_size), controllers)
        self.loop = Loop(self.scenes, inputs, self._before, self._read, self.meter.took)

    def _open_winnable(self) -> Winnable:
        from game.play.winnable import Winnable  # noqa: PLC0415 - not before a new game is thought of
        from game.storage.dealt import DealtStore  # noqa: PLC0415 - as above

        self._winnable = Winnable(DealtStore(self._opened.paths.dealt, self.saver), self.solving, secrets.choice)
        return self._winnable

    def _store(self, saver: Saver) -> GameStore:
        return GameStore(self._opened.paths.games, saver, History(self._opened.paths.history), datetime.now)

    def _authority_store(self) -> tuple[GameStore, Callable[[], None]]:
        """A store that only the authority knows: what waits there to be written holds hidden cards."""
        saver = Saver()
        return self._store(saver), saver.close

    def window_size(self) -> tuple[int, int]:
        """What a finger's place is told in shares of, in pixels."""
        return pygame.display.get_window_size()

    def _seat(self) -> Online:
        """The player's seat at match servers."""
        if self._online is None:
            from game.play.online.service import Online  # noqa: PLC0415 - not every player goes there

            self._online = Online(self._opened.paths.players, self.saver, _wake, self.context.now)
        return self._online

    def start(self) -> None:
        """Show the game that was played last, or the menu; and tell what could not be read."""
        active = self.context.house.active()
        if active:
            self.navigator.resume(active[0])
        else:
            self.navigator.menu()
            if not self.context.settings.general.welcomed:
                self.navigator.welcome()
        if self._history_aside is not None:
            self.navigator.tell(self.context.text("history.aside", place=self._history_aside))
        for fault in self._opened.faults:
            self.navigator.tell(settings_sentence(self.context.text, fault))

    def turn(self) -> None:
        """One round of the loop; a crash in it becomes a report and a plain screen, and the program goes on."""
        try:
            self.loop.turn()
        except Exception as error:
            if self.scenes and isinstance(self.scenes.top, CrashScene):
                raise
            self._crashed(error)

    def _crashed(self, error: Exception) -> None:
        report, place = self.report(error, self._opened.paths.reports)
        self.scenes.forsake()
        self.scenes.push(CrashScene(self.context, report, place))

    def report(self, error: Exception, folder: Path) -> tuple[str, Path | None]:
        """Keep a report of a crash in a folder, and log it; returns its text and its place, if the disk takes it."""
        from game.storage import reports  # noqa: PLC0415 - only after a crash

        when, game = datetime.now(), game_on(self.scenes)
        report = reports.report_text(error, game, {"pygame-ce": pygame.version.ver}, when)
        place = reports.write_report(report, folder, when)
        self.journal.write("crash", error=repr(error), report=place and place.name)
        return report, place

    def _save_fault(self) -> Exception | None:
        """What could not be saved since the last call; the log is told of it too."""
        fault = self.saver.take_fault()
        if fault is not None:
            self.journal.write("not saved", error=repr(fault))
        return fault

    def called(self, files: list[str]) -> None:
        """The program was started a second time, with files to watch; called in any thread."""
        _quietly(lambda: pygame.event.post(Event(CALLED)))
        _drop(files)

    def close(self) -> None:
        """Keep everything and close the window."""
        self.scenes.clear()
        placement = self._full_screen.placement()
        if placement is not None:
            self.saver.put(self._opened.paths.window, placement.to_text)
        self.end()
        pygame.quit()

    def end(self) -> None:
        """Keep everything and end all that runs beside the loop; the window stays."""
        if self._online is not None:
            self._online.close()
        if self._winnable is not None:
            self._winnable.close()
        self.solving.close()
        self.link.close()
        self._authority.join()
        self.saver.close()
        self.sounds.close()
        self.voice.close()
        self.controllers.close()

    def change(self, section: str, key: str, value: object) -> None:
        """Set one setting, keep it, and show what follows from it."""
        self.context.settings = settings = self.context.settings.with_value(section, key, value)
        shipped = self._opened.shipped
        self.saver.put(self._opened.paths.settings, lambda: stored_settings.dump(settings, shipped))
        self.sounds.set(settings.sound)
        self.voice.set(settings.sound.voice)
        if (section, key) == ("general", "language"):
            self.context.text = Catalogue(_language(settings))
            self._face_text()
            self.scenes.rebuild()
        if section == "look" or (section, key) == ("play", "live_line"):
            self.context.theme = THEMES[settings.look.theme]
            self.scenes.rebuild()

    def _face_text(self) -> None:
        """Have lines written, and icons point, in the language's direction."""
        self.context.lettering.right_to_left = self.context.icons.right_to_left = self.context.reads_right_to_left

    def _before(self, event: Event) -> bool:
        """What concerns the whole window; True if no scene needs to see the event."""
        if event.type == pygame.QUIT:
            self.scenes.clear()
        elif event.type == NEWS:
            pass
        elif event.type == CALLED:
            raise_window()
        elif event.type == pygame.VIDEORESIZE:
            self._resized((event.w, event.h))
        elif event.type == pygame.DROPFILE:
            self.navigator.open_file(Path(event.file))
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self._resized(self._full_screen.toggle())
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F3:
            self.meter.toggle(self.scenes.top.stage)
        else:
            if event.type in _EXPOSED:
                self.scenes.top.stage.damage_all()
            return False
        return True

    def _read(self) -> None:
        """Have read aloud what is new on the screen, if the player wants a voice."""
        if self.voice.on and self.scenes:
            if self._reader is None:
                from game.ui.screens.reader import Reader  # noqa: PLC0415 - few want it

                self._reader = Reader(self.context)
            self._reader.look()

    def _resized(self, size: tuple[int, int]) -> None:
        """The window has another size: everything is laid out anew. Of a tiny one only a corner is seen."""
        size = (max(size[0], LEAST_LAYOUT[0]), max(size[1], LEAST_LAYOUT[1]))
        if size != self.scenes.size:
            self.scenes.resize(size)
        else:
            self.scenes.top.stage.damage_all()


def _language(settings: Settings) -> str:
    """The language that the settings ask for, if there is a catalogue for it."""
    wanted = settings.general.language
    return wanted if wanted in languages() else system_language()


def settings_sentence(text: Catalogue, fault: SettingsFault) -> str:
    """What is wrong in a file of settings."""
    if not fault.section:
        return text("settings.unreadable", place=fault.moved_to or "")
    name = f"{fault.section}.{fault.key}" if fault.key else fault.section
    return text("settings.wrong", name=name, line=fault.line or "?")


def _wake() -> None:
    """Have the loop look for news; called in any thread, even when the window has just gone."""
    _quietly(lambda: pygame.event.post(Event(NEWS)))


def _drop(files: Sequence[str]) -> None:
    """Have files opened as if they were dropped on the window; called in any thread."""
    for file in files:
        _quietly(partial(pygame.event.post, Event(pygame.DROPFILE, file=file)))


def _copy(text: str) -> None:
    """To the clipboard; a system without one is no fault."""
    _quietly(lambda: pygame.scrap.put_text(text))


def _paste() -> str:
    """The clipboard's text, or nothing."""
    return _quietly(pygame.scrap.get_text) or ""


def _quietly(call: Callable[[], T]) -> T | None:
    try:
        return call()
    except pygame.error:
        return None
