"""The window: opened first of all, so that something is seen in a tenth of a second; full screen and back."""

from __future__ import annotations

import contextlib
import os
import warnings
from dataclasses import dataclass

import pygame

from game.paths import ICON, UserPaths
from game.storage import placement
from game.storage.placement import Placement
from game.storage.settings import Settings, SettingsFault, Stored
from game.ui.look.tabletop import tabletop
from game.ui.look.theme import SMALLEST_WINDOW, THEMES

_ICON = 64  # pixels
#: Where SDL is told the place of a window that it is going to open.
_POSITION = "SDL_VIDEO_WINDOW_POS"


@dataclass(frozen=True)
class Opened:
    """An open window, and the settings that it was opened by."""

    paths: UserPaths
    shipped: Settings
    settings: Settings
    faults: list[SettingsFault]
    size: tuple[int, int]


def open_window(paths: UserPaths, stored: Stored, kiosk: bool = False) -> Opened:
    """Open the window, or a kiosk's whole screen, and paint the table's surface."""
    settings = stored.settings
    pygame.display.init()
    pygame.display.set_caption("Waraq")
    size = _kiosk_mode(settings.kiosk.display) if kiosk else _first_mode(settings, placement.load(paths.window))
    screen = pygame.display.get_surface()
    assert screen is not None
    screen.blit(tabletop(size, THEMES[settings.look.theme]), (0, 0))
    pygame.display.update(screen.get_rect())
    return Opened(paths, stored.shipped, settings, stored.faults, size)


def _first_mode(settings: Settings, left: Placement | None) -> tuple[int, int]:
    """Open the window as it was ``left``, if that is still on a screen; else as the settings say. Returns its size."""
    window, screens = settings.window, pygame.display.get_desktop_sizes()
    if left is None or window.full_screen or not left.on(screens):
        return _set_mode(window.full_screen, (window.width, window.height))
    largest = max(screens)
    os.environ[_POSITION] = f"{left.x},{left.y}"
    try:
        return _set_mode(False, (min(left.width, largest[0]), min(left.height, largest[1])))
    finally:
        del os.environ[_POSITION]  # it holds for this window, not for the next


def _kiosk_mode(display: int) -> tuple[int, int]:
    """The whole of a display; the first one if there is no such."""
    known = display if display < pygame.display.get_num_displays() else 0
    return pygame.display.set_mode((0, 0), pygame.FULLSCREEN, display=known).get_size()


def raise_window() -> None:
    """Bring the window before the player's eyes, as far as the desktop lets it."""
    with contextlib.suppress(pygame.error):
        window = pygame.Window.from_display_module()
        window.restore()
        window.focus()


def _set_mode(full_screen: bool, wanted: tuple[int, int]) -> tuple[int, int]:
    """Have a window of the wanted size, or the whole screen; returns the size in pixels."""
    if full_screen:
        return pygame.display.set_mode((0, 0), pygame.FULLSCREEN).get_size()
    size = (max(wanted[0], SMALLEST_WINDOW[0]), max(wanted[1], SMALLEST_WINDOW[1]))
    return pygame.display.set_mode(size, pygame.RESIZABLE).get_size()


def show_icon() -> None:
    """Give the window our icon; after the first picture, which must not wait for it."""
    pygame.display.set_icon(pygame.image.load_sized_svg(ICON, (_ICON, _ICON)))


class FullScreen:
    """Remembers the window's size while the whole screen is used."""

    def __init__(self, on: bool, size: tuple[int, int]) -> None:
        self._on = on
        self._window = size
        self._place: tuple[int, int] | None = None

    def placement(self) -> Placement | None:
        """Where the window is and how large, or was before the whole screen; None if that is not known."""
        size, place = self._window, self._place
        if not self._on:
            screen = pygame.display.get_surface()
            assert screen is not None
            size, place = screen.get_size(), pygame.display.get_window_position()
        return None if place is None else Placement(*place, *size)

    def toggle(self) -> tuple[int, int]:
        """Change between window and whole screen; returns the new size in pixels."""
        if not self._on:
            screen = pygame.display.get_surface()
            assert screen is not None
            self._window = screen.get_size()
            self._go_to_corner()
        self._on = not self._on
        if self._on:
            return _set_mode(True, self._window)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)
            size = _set_mode(False, self._window)
            if size != self._window:
                # Where no window manager gives the old size back, SDL needs to be told twice.
                size = _set_mode(False, self._window)
        if self._place is not None:
            pygame.display.set_window_position(self._place)
        return size

    def _go_to_corner(self) -> None:
        """Without a window manager (as in kiosks) the whole screen begins where the window does.

        With several screens the window stays, so that the one that it is on is used.
        """
        self._place = None
        if pygame.display.get_num_displays() == 1:
            self._place = pygame.display.get_window_position()
            pygame.display.set_window_position((0, 0))
