"""The composition root: settings, window, scenes and loop are wired here and nowhere else."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import TypeVar

import pygame
from pygame.event import Event

from game.engine.deals import DEAL_COUNT
from game.paths import user_paths
from game.play.held import Link
from game.play.house import House
from game.storage import settings as stored_settings
from game.storage.games import GameStore
from game.storage.history import History
from game.storage.saver import Saver
from game.storage.settings import Settings, SettingsFault
from game.text.catalogue import Catalogue, languages, system_language
from game.ui.context import Context
from game.ui.loop import Loop, Pump, SystemPump
from game.ui.navigation import Navigator
from game.ui.scenes import SceneStack
from game.ui.theme import GREEN, SMALLEST_WINDOW

T = TypeVar("T")


def run(data_dir: Path | None = None) -> int:
    """Open the window and play until it is closed; returns the exit status."""
    app = App(data_dir, SystemPump())
    signal.signal(signal.SIGTERM, lambda *_: pygame.event.post(Event(pygame.QUIT)))
    signal.signal(signal.SIGINT, lambda *_: pygame.event.post(Event(pygame.QUIT)))
    app.start()
    app.loop.run()
    app.close()
    return 0


class App:
    """The wired program. Tests give it a scripted ``pump`` and a clipboard of their own."""

    def __init__(self, data_dir: Path | None, pump: Pump) -> None:
        self._paths = paths = user_paths(data_dir)
        self._settings_path = paths.settings
        self._shipped = stored_settings.shipped()
        settings, self._faults = stored_settings.load(paths.settings, self._shipped)
        self.saver = Saver()
        self.size = _open_window(settings)
        self.scenes = SceneStack(self.size)
        store = self._store(self.saver)
        self.link = Link()
        longest_gap = float(settings.eram.longest_gap)
        self._history_aside = store.history.check()
        self._authority = self.link.serve(self._authority_store, longest_gap, pump.now)
        self.context = Context(
            text=Catalogue(_language(settings)),
            settings=settings,
            theme=GREEN,
            scenes=self.scenes,
            store=store,
            house=House(store, self.link, longest_gap, pump.now),
            now=pump.now,
            exports=paths.exports,
            today=date.today,
            random_deal=lambda: secrets.randbelow(DEAL_COUNT),
            change=self.change,
            copy=_copy,
            paste=_paste,
            save_fault=self.saver.take_fault,
        )
        self.navigator = Navigator(self.context)
        self.context.routes = self.navigator
        self.loop = Loop(self.scenes, pump, self._before)

    def _store(self, saver: Saver) -> GameStore:
        return GameStore(self._paths.games, saver, History(self._paths.history), datetime.now)

    def _authority_store(self) -> tuple[GameStore, Callable[[], None]]:
        """A store that only the authority knows: what waits there to be written holds hidden cards."""
        saver = Saver()
        return self._store(saver), saver.close

    def start(self) -> None:
        """Show the game that was played last, or the menu; and tell what could not be read."""
        active = self.context.house.active()
        if active:
            self.navigator.resume(active[0])
        else:
            self.navigator.menu()
        if self._history_aside is not None:
            self.navigator.tell(self.context.text("history.aside", place=self._history_aside))
        for fault in self._faults:
            self.navigator.tell(_settings_sentence(self.context.text, fault))

    def close(self) -> None:
        """Keep everything and close the window."""
        self.scenes.clear()
        self.link.close()
        self._authority.join()
        self.saver.close()
        pygame.quit()

    def change(self, section: str, key: str, value: object) -> None:
        """Set one setting, keep it, and show what follows from it."""
        self.context.settings = settings = self.context.settings.with_value(section, key, value)
        self.saver.put(self._settings_path, lambda: stored_settings.dump(settings, self._shipped))
        if section == "look":
            self.scenes.rebuild()

    def _before(self, event: Event) -> bool:
        """What concerns the whole window; True if no scene needs to see the event."""
        if event.type == pygame.QUIT:
            self.scenes.clear()
            return True
        if event.type == pygame.VIDEORESIZE:
            size = (max(event.w, SMALLEST_WINDOW[0] // 2), max(event.h, SMALLEST_WINDOW[1] // 2))
            if size != self.scenes.size:
                self.scenes.resize(size)
            return True
        if event.type == pygame.DROPFILE:
            self.navigator.open_file(Path(event.file))
            return True
        if event.type == pygame.WINDOWEXPOSED:
            self.scenes.top.stage.damage_all()
        return False


def _open_window(settings: Settings) -> tuple[int, int]:
    """Open the window and return its size in pixels."""
    pygame.display.init()
    pygame.display.set_caption("Waraq")
    wanted = (
        max(settings.window.width, SMALLEST_WINDOW[0]),
        max(settings.window.height, SMALLEST_WINDOW[1]),
    )
    flags = pygame.FULLSCREEN if settings.window.full_screen else pygame.RESIZABLE
    screen = pygame.display.set_mode((0, 0) if settings.window.full_screen else wanted, flags)
    pygame.key.set_repeat(400, 40)
    return screen.get_size()


def _language(settings: Settings) -> str:
    """The language that the settings ask for, if there is a catalogue for it."""
    wanted = settings.general.language
    return wanted if wanted in languages() else system_language()


def _settings_sentence(text: Catalogue, fault: SettingsFault) -> str:
    if not fault.section:
        return text("settings.unreadable", place=fault.moved_to or "")
    return text("settings.wrong", name=f"{fault.section}.{fault.key}" if fault.key else fault.section)


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
