"""The surface that everything stands on: cloth, wood or paper under a soft light from above, made once per size."""

from __future__ import annotations

import random
from functools import cache

import pygame
from pygame import Surface

from game.ui.look.theme import Colour, Texture, Theme

_SMALL = (48, 27)
_TILE = 256
#: Strength of the grain, in steps of a colour channel.
_DEPTH = {Texture.CLOTH: 5, Texture.WOOD: 22, Texture.PAPER: 6}
_PLANK = 5  # planks across the height of the window
_kept: dict[tuple[tuple[int, int], Theme], Surface] = {}


def tabletop(size: tuple[int, int], theme: Theme) -> Surface:
    """The table of a window of ``size`` pixels. It is shared: do not paint on it. Only the last one is kept."""
    key = (size, theme)
    if key not in _kept:
        _kept.clear()
        _kept[key] = _made(size, theme)
    return _kept[key]


def patch(size: tuple[int, int], theme: Theme) -> Surface:
    """A piece of table of a size, to paint on."""
    return _made(size, theme)


def _made(size: tuple[int, int], theme: Theme) -> Surface:
    if theme.texture is Texture.PLAIN:
        plain = Surface(size)
        plain.fill(theme.felt)
        return plain
    table = pygame.transform.smoothscale(_lit(theme), size)
    grain = _wood_grain(size) if theme.texture is Texture.WOOD else _fibres(theme.texture)
    for y in range(0, size[1], grain.get_height()):
        for x in range(0, size[0], grain.get_width()):
            table.blit(grain, (x, y), special_flags=pygame.BLEND_RGB_ADD)
    if theme.texture is Texture.WOOD:
        _planks(table, theme)
    return table.convert() if pygame.display.get_surface() is not None else table


@cache
def _lit(theme: Theme) -> Surface:
    """The light of a theme, small."""
    light = Surface(_SMALL)
    width, height = _SMALL
    for y in range(height):
        for x in range(width):
            light.set_at((x, y), _light(theme, x / (width - 1), y / (height - 1)))
    return light


def _light(theme: Theme, x: float, y: float) -> Colour:
    """The surface's colour at a point: bright above the middle, dark towards the corners."""
    far = min(1.0, (((x - 0.5) * 1.25) ** 2 + ((y - 0.30) * 1.05) ** 2) ** 0.5 / 0.85)
    if far < 0.5:
        return _between(theme.felt_light, theme.felt, far * 2)
    return _between(theme.felt, theme.felt_dark, far * 2 - 1)


def _between(a: Colour, b: Colour, share: float) -> Colour:
    red, green, blue = (round(p + (q - p) * share) for p, q in zip(a, b, strict=True))
    return red, green, blue


def _noise(size: tuple[int, int], depth: int, seed: int) -> Surface:
    """Grey noise of 0 .. ``depth`` − 1; the same on every start."""
    shades = bytes(value % depth for value in range(256))
    grey = random.Random(seed).randbytes(size[0] * size[1]).translate(shades)
    picture = pygame.image.frombytes(grey, size, "P")
    picture.set_palette([(shade, shade, shade) for shade in range(depth)])
    return picture.convert(24)


@cache
def _fibres(texture: Texture) -> Surface:
    """A tile of faint fibres. It also keeps the light from showing bands."""
    return pygame.transform.scale(_noise((_TILE // 2, _TILE // 2), _DEPTH[texture], 1), (_TILE, _TILE))


def _wood_grain(size: tuple[int, int]) -> Surface:
    """Long streaks over the whole table: noise drawn out along the planks."""
    rows = max(64, size[1] // 3)
    streaks = pygame.transform.smoothscale(_noise((10, rows), _DEPTH[Texture.WOOD], 2), size)
    fine = pygame.transform.smoothscale(_noise((28, size[1]), _DEPTH[Texture.WOOD] // 2, 3), size)
    streaks.blit(fine, (0, 0), special_flags=pygame.BLEND_RGB_ADD)
    return streaks


def _planks(table: Surface, theme: Theme) -> None:
    """The joints between the planks."""
    width, height = table.get_size()
    thick = max(1, height // 500)
    for i in range(1, _PLANK):
        y = height * i // _PLANK
        pygame.draw.rect(table, theme.felt_dark, (0, y, width, thick))
        pygame.draw.rect(table, theme.felt_light, (0, y + thick, width, max(1, thick // 2)))
