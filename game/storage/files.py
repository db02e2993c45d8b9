"""Files that survive a crash: written whole or not at all, and set aside rather than overwritten."""

from __future__ import annotations

import os
from pathlib import Path


def write_atomic(path: Path, content: bytes, *, private: bool = False) -> None:
    """Replace a file so that at any instant either the old or the new one is there, whole; ``OSError`` if it fails.

    A ``private`` one can be read by its owner alone, from its first byte on.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(path.name + ".new")
    if private:
        temporary.unlink(missing_ok=True)  # what a crash left there may be open to all
    with open(temporary, "wb", opener=_open_private if private else None) as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    temporary.replace(path)
    _sync_folder(path.parent)


def _open_private(name: str, flags: int) -> int:
    return os.open(name, flags, 0o600)


def _sync_folder(folder: Path) -> None:
    """Make a rename durable; where folders cannot be opened (Windows) the rename itself is all there is."""
    if os.name == "nt":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def read_bounded(path: Path, most: int) -> bytes | None:
    """The content of a file, or at most ``most`` + 1 bytes of it; None if there is no such file."""
    try:
        with open(path, "rb") as file:
            return file.read(most + 1)
    except FileNotFoundError:
        return None


def set_aside(path: Path) -> Path:
    """Rename a file that cannot be used to a free name beside it, and return that name."""
    number = 1
    while (aside := path.with_name(f"{path.name}.unreadable-{number}")).exists():
        number += 1
    path.replace(aside)
    return aside
