"""Starting the window: it opens and shows the table's surface before the rest of the program is loaded."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from game.instance import Instance, claim
from game.paths import UserPaths, user_paths
from game.ui.frame.window import open_window


def run(data_dir: Path | None = None, files: Sequence[str] = ()) -> int:
    """Open the window, watch the records in ``files``, and play until it is closed; returns the exit status.

    If the program runs already for this player, it gets the files and comes to the front instead.
    """
    paths = user_paths(data_dir)
    names = [str(Path(file).absolute()) for file in files]
    instance = claim(paths.data, names)
    if instance is None:
        return 0
    try:
        return _play(paths, instance, names)
    except Exception as error:
        return _report(paths, error)
    finally:
        instance.close()


def _play(paths: UserPaths, instance: Instance, files: Sequence[str]) -> int:
    gc.disable()  # what is made while starting stays; looking through it for garbage costs 5 ms
    opened = open_window(paths)
    from game.app import play  # noqa: PLC0415 - this is what the window must not wait for

    return play(opened, instance, files)


def _report(paths: UserPaths, error: Exception) -> int:
    """No screen can tell of this error: keep a report and say in one line where it is; returns the exit status."""
    from game.storage import reports  # noqa: PLC0415 - only after a crash
    from game.text.catalogue import Catalogue, system_language  # noqa: PLC0415 - as above

    when = datetime.now()
    content = reports.report_text(error, None, {}, when)
    place = reports.write_report(content, paths.reports, when)
    if sys.stderr is not None:  # a windowed program of Windows has none
        text = Catalogue(system_language())
        told = text("crash.kept", place=place) if place is not None else content
        print(f"{text('crash.sorry')} {told}", file=sys.stderr)
    return 1
