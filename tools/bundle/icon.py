"""The program's icon as files for desktops: PNG at the sizes that they ask for, and one ICO that holds them all."""

from __future__ import annotations

import io
import struct
from collections.abc import Mapping
from pathlib import Path

import pygame

from game.paths import ICON

SIZES = (16, 24, 32, 48, 64, 128, 256)
#: Small pictures are drawn larger and reduced: the reader of SVG smooths in few steps only.
_OVERSAMPLE = 4


def png(size: int) -> bytes:
    """The icon as a PNG of ``size`` pixels."""
    large = pygame.image.load_sized_svg(ICON, (size * _OVERSAMPLE, size * _OVERSAMPLE))
    content = io.BytesIO()
    pygame.image.save(pygame.transform.smoothscale(large, (size, size)), content, "icon.png")
    return content.getvalue()


def ico(pictures: Mapping[int, bytes]) -> bytes:
    """A Windows icon of PNG pictures by their size in pixels, at most 256."""
    offset = 6 + 16 * len(pictures)
    head, body = struct.pack("<HHH", 0, 1, len(pictures)), b""
    for size, picture in sorted(pictures.items()):
        # A side of 256 is written as 0.
        head += struct.pack("<BBBBHHII", size % 256, size % 256, 0, 0, 1, 32, len(picture), offset + len(body))
        body += picture
    return head + body


def write_icons(folder: Path) -> Path:
    """Write ``waraq-SIZE.png`` for each size and ``waraq.ico``; returns the ICO."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {size: png(size) for size in SIZES}
    for size, picture in pictures.items():
        (folder / f"waraq-{size}.png").write_bytes(picture)
    path = folder / "waraq.ico"
    path.write_bytes(ico(pictures))
    return path
