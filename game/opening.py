"""Starting the window: it opens and shows the table's surface before the rest of the program is loaded."""

from __future__ import annotations

import gc
from pathlib import Path

from game.ui.frame.window import open_window


def run(data_dir: Path | None = None) -> int:
    """Open the window and play until it is closed; returns the exit status."""
    gc.disable()  # what is made while starting stays; looking through it for garbage costs 5 ms
    opened = open_window(data_dir)
    from game.app import play  # noqa: PLC0415 - this is what the window must not wait for

    return play(opened)
