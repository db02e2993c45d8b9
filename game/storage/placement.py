"""Where the window stood and how large it was: kept between two runs, and used while it is still on a screen."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from game.storage.files import read_bounded

_MOST_BYTES = 100
_LARGEST = 1 << 14
#: Pixels of a window that must be on a screen to be found there.
_GRIP = 64


class Placement(NamedTuple):
    """A window: its corner (pixels; left of or above the first screen it is negative) and its size."""

    x: int
    y: int
    width: int
    height: int

    def to_text(self) -> bytes:
        """As it is kept: four numbers. (The window waits for them to be read, so not for a reader of JSON.)"""
        return " ".join(map(str, self)).encode()

    def on(self, screens: Sequence[tuple[int, int]]) -> bool:
        """True if the window can be seen on screens of these sizes.

        How several screens stand to each other is not told by SDL's window functions as pygame has them. So with
        several, this only finds that no arrangement of them could hold the window.
        """
        wide, high = sum(size[0] for size in screens), sum(size[1] for size in screens)
        left, top = (0, 0) if len(screens) == 1 else (-wide, -high)
        return left - self.width + _GRIP <= self.x <= wide - _GRIP and top <= self.y <= high - _GRIP


def load(path: Path) -> Placement | None:
    """What was kept; None if nothing was, or nothing that makes sense. It is no loss, so nothing is told of it."""
    try:
        content = read_bounded(path, _MOST_BYTES)
        found = Placement(*map(int, (content or b"").split()))
    except (OSError, ValueError, TypeError):
        return None
    if max(map(abs, found)) > _LARGEST or min(found.width, found.height) < 1:
        return None
    return found
