"""The surface that everything stands on: felt with a soft light from above, made once per size."""

from __future__ import annotations

import random

import pygame
from pygame import Surface

from game.ui.theme import Colour, Theme

_SMALL = (48, 27)
_GRAIN = 256
_GRAIN_DEPTH = 5


def tabletop(size: tuple[int, int], theme: Theme) -> Surface:
    """The table of a window of ``size`` pixels."""
    light = Surface(_SMALL)
    width, height = _SMALL
    for y in range(height):
        for x in range(width):
            light.set_at((x, y), _light(theme, x / (width - 1), y / (height - 1)))
    table = pygame.transform.smoothscale(light, size)
    grain = _grain()
    for y in range(0, size[1], _GRAIN):
        for x in range(0, size[0], _GRAIN):
            table.blit(grain, (x, y), special_flags=pygame.BLEND_RGB_ADD)
    return table.convert() if pygame.display.get_surface() is not None else table


def _light(theme: Theme, x: float, y: float) -> Colour:
    """The felt's colour at a point: bright above the middle, dark towards the corners."""
    far = min(1.0, (((x - 0.5) * 1.25) ** 2 + ((y - 0.30) * 1.05) ** 2) ** 0.5 / 0.85)
    if far < 0.5:
        return _between(theme.felt_light, theme.felt, far * 2)
    return _between(theme.felt, theme.felt_dark, far * 2 - 1)


def _between(a: Colour, b: Colour, share: float) -> Colour:
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


def _grain() -> Surface:
    """A tile of faint fibres; the same on every start. It also keeps the light from showing bands."""
    side = _GRAIN // 2
    shades = bytes(value % _GRAIN_DEPTH for value in range(256))
    noise = random.Random(1).randbytes(side * side).translate(shades)
    small = pygame.image.frombytes(noise, (side, side), "P")
    small.set_palette([(shade, shade, shade) for shade in range(_GRAIN_DEPTH)])
    return pygame.transform.scale(small.convert(24), (_GRAIN, _GRAIN))
