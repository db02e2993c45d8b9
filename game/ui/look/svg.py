"""SVG drawings at exact pixel sizes: reading the files, drawing them smoothly, tinting what has one colour."""

from __future__ import annotations

import io
import re
from functools import cache
from pathlib import Path

import pygame

Colour = tuple[int, int, int]
Box = tuple[float, float]
Size = tuple[int, int]

_VIEW = re.compile(r'<svg\b[^>]*\bviewBox="0 0 ([\d.]+) ([\d.]+)"[^>]*>')


@cache
def drawing(path: Path) -> tuple[Box, str]:
    """The view box and the inner markup of a file; each file is read once per run."""
    text = path.read_text(encoding="utf-8")
    head = _VIEW.search(text)
    if head is None:
        raise ValueError(f"{path}: no view box that starts at 0 0")
    return (float(head[1]), float(head[2])), text[head.end() : text.rindex("</svg>")].strip()


def drawn(box: Box, markup: str, size: Size, oversample: int = 1) -> pygame.Surface:
    """Markup drawn so that its box fills exactly the given pixels.

    The reader smooths near-level edges in few steps only; small pictures are therefore drawn larger and reduced.
    """
    large = (size[0] * oversample, size[1] * oversample)
    # Without this the reader keeps the proportions of the box, and a size that was rounded gets an empty seam.
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{large[0]}" height="{large[1]}" '
        f'viewBox="0 0 {box[0]:g} {box[1]:g}" preserveAspectRatio="none">{markup}</svg>'
    )
    picture = pygame.image.load_sized_svg(io.BytesIO(text.encode()), large)
    return picture if picture.get_size() == size else pygame.transform.smoothscale(picture, size)


def tinted(mask: pygame.Surface, colour: Colour) -> pygame.Surface:
    """A copy of a picture in one colour. Only its alpha counts, so reducing it has left no dark fringe."""
    result = mask.copy()
    result.fill((0, 0, 0, 255), special_flags=pygame.BLEND_RGBA_MULT)
    result.fill((*colour, 0), special_flags=pygame.BLEND_RGBA_ADD)
    return result


def half_turned(picture: pygame.Surface) -> pygame.Surface:
    """The picture upside down."""
    return pygame.transform.flip(picture, True, True)


def for_window(picture: pygame.Surface) -> pygame.Surface:
    """The picture in the window's pixel format, if there is a window already."""
    return picture.convert_alpha() if pygame.display.get_init() and pygame.display.get_surface() else picture


def hexadecimal(colour: Colour) -> str:
    """A colour as SVG writes it."""
    return "#{:02x}{:02x}{:02x}".format(*colour)
