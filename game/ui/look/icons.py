"""Icons: our own drawings, at any size in any colour."""

from __future__ import annotations

import io

import pygame
from pygame import Surface

from game.paths import ASSETS
from game.ui.look.theme import Colour

_FOLDER = ASSETS / "icons"
_INK = "#000"


class Icons:
    """Pictures of icons, kept after the first use."""

    def __init__(self) -> None:
        self._pictures: dict[tuple[str, int, Colour], Surface] = {}

    def __call__(self, name: str, size: int, colour: Colour) -> Surface:
        """The icon of a name as a square picture of ``size`` pixels."""
        key = (name, size, colour)
        if key not in self._pictures:
            drawing = (_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
            tinted = drawing.replace(_INK, "#{:02x}{:02x}{:02x}".format(*colour))
            self._pictures[key] = pygame.image.load_sized_svg(io.BytesIO(tinted.encode()), (size, size))
        return self._pictures[key]
