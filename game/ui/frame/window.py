"""The window: opened first of all, so that something is seen in a tenth of a second; full screen and back."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pygame

from game.paths import UserPaths, user_paths
from game.storage import settings as stored_settings
from game.storage.settings import Settings, SettingsFault
from game.ui.look.tabletop import tabletop
from game.ui.look.theme import SMALLEST_WINDOW, THEMES


@dataclass(frozen=True)
class Opened:
    """An open window, and the settings that it was opened by."""

    paths: UserPaths
    shipped: Settings
    settings: Settings
    faults: list[SettingsFault]
    size: tuple[int, int]


def open_window(data_dir: Path | None = None) -> Opened:
    """Read the settings, open the window and paint the table's surface."""
    paths = user_paths(data_dir)
    shipped = stored_settings.shipped()
    settings, faults = stored_settings.load(paths.settings, shipped)
    pygame.display.init()
    pygame.display.set_caption("Waraq")
    size = _set_mode(settings.window.full_screen, (settings.window.width, settings.window.height))
    screen = pygame.display.get_surface()
    assert screen is not None
    screen.blit(tabletop(size, THEMES[settings.look.theme]), (0, 0))
    pygame.display.update(screen.get_rect())
    return Opened(paths, shipped, settings, faults, size)


def _set_mode(full_screen: bool, wanted: tuple[int, int]) -> tuple[int, int]:
    """Have a window of the wanted size, or the whole screen; returns the size in pixels."""
    if full_screen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN).get_size()
    size = (max(wanted[0], SMALLEST_WINDOW[0]), max(wanted[1], SMALLEST_WINDOW[1]))
    return pygame.display.set_mode(size, pygame.RESIZABLE).get_size()


class FullScreen:
    """Remembers the window's size while the whole screen is used."""

    def __init__(self, on: bool, size: tuple[int, int]) -> None:
        self._on = on
        self._window = size

    def toggle(self) -> tuple[int, int]:
        """Change between window and whole screen; returns the new size in pixels."""
        if not self._on:
            screen = pygame.display.get_surface()
            assert screen is not None
            self._window = screen.get_size()
        self._on = not self._on
        return _set_mode(self._on, self._window)
