"""Icons: our own drawings, at any size in any colour."""

from __future__ import annotations

import io

import pygame
from pygame import Surface

from game.paths import ASSETS
from game.ui.look.theme import Colour

_FOLDER = ASSETS / "icons"
_INK = "#000"
#: Icons that point the way of reading, or back.
_POINTING = {"undo", "quit", "play"}


class Icons:
    """Pictures of icons, kept after the first use."""

    def __init__(self) -> None:
        #: The direction of reading: what points somewhere points the other way when it is right to left.
        self.right_to_left = False
        self._pictures: dict[tuple[str, int, Colour, bool], Surface] = {}

    def __call__(self, name: str, size: int, colour: Colour) -> Surface:
        """The icon of a name as a square picture of ``size`` pixels."""
        turned = self.right_to_left and name in _POINTING
        key = (name, size, colour, turned)
        if key not in self._pictures:
            drawing = (_FOLDER / f"{name}.svg").read_text(encoding="utf-8")
            tinted = drawing.replace(_INK, "#{:02x}{:02x}{:02x}".format(*colour))
            picture = pygame.image.load_sized_svg(io.BytesIO(tinted.encode()), (size, size))
            self._pictures[key] = pygame.transform.flip(picture, True, False) if turned else picture
        return self._pictures[key]
