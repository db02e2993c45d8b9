"""The plain screen while the program cannot be kept running: as little as can be, so that this does not fail too."""

from __future__ import annotations

import pygame

from game.text.catalogue import Catalogue, languages
from game.ui.look.lettering import Lettering, Style
from game.ui.look.theme import Colour

_GROUND: Colour = (0, 0, 0)
_WORDS: Colour = (150, 150, 150)


def show(display: int) -> None:
    """Say "out of order" in all languages until the process is ended."""
    pygame.display.init()
    count = pygame.display.get_num_displays()
    screen = pygame.display.set_mode((0, 0), pygame.FULLSCREEN, display=display if display < count else 0)
    pygame.mouse.set_visible(False)
    paint(screen)
    while (event := pygame.event.wait()).type != pygame.QUIT:  # which SDL makes of a polite end, too
        if event.type in (pygame.WINDOWEXPOSED, pygame.VIDEORESIZE):
            paint(pygame.display.get_surface() or screen)


def paint(screen: pygame.Surface) -> None:
    """Write the lines in the middle."""
    size = max(18, min(screen.get_size()) // 18)
    sentences = [(language, Catalogue(language)("kiosk.out-of-order")) for language in languages()]
    lines = [Lettering(language == "ar").line(text, Style(size), _WORDS) for language, text in sentences]
    screen.fill(_GROUND)
    top = screen.get_height() // 2 - sum(line.get_height() for line in lines) // 2
    for line in lines:
        screen.blit(line, line.get_rect(midtop=(screen.get_width() // 2, top)))
        top += line.get_height()
    pygame.display.update(screen.get_rect())
