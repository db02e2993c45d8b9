"""Starting the window: it opens and shows the table's surface before the rest of the program is loaded."""

from __future__ import annotations

import gc
import sys
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from game.instance import Instance, claim
from game.paths import KIOSK_OUT_OF_ORDER, KIOSK_SCREEN, SHIPPED_SETTINGS, UserPaths, own_command, user_paths
from game.storage import settings
from game.storage.settings import Stored
from game.ui.frame.window import open_window


def run(data_dir: Path | None = None, files: Sequence[str] = (), kiosk: bool = False) -> int:
    """Open the window, watch the records in ``files``, and play until it is closed; returns the exit status.

    If the program runs already for this player, it gets the files and comes to the front instead. As a ``kiosk``
    (which the settings may also ask for) this process is only the one that keeps another one running.
    """
    paths = user_paths(data_dir)
    names = [str(Path(file).absolute()) for file in files]
    instance = claim(paths.data, names)
    if instance is None:
        return 0
    try:
        stored = settings.read(paths.settings)
        if kiosk or stored.settings.kiosk.enabled:
            return _supervise(paths, data_dir, instance)
        return _play(paths, stored, instance, names)
    except Exception as error:
        return _report(paths, error)
    finally:
        instance.close()


def run_kiosk_screen(data_dir: Path | None) -> int:
    """Run the kiosk itself, under its supervisor; returns the exit status."""
    paths = user_paths(data_dir)
    try:
        opened = open_window(paths, settings.read(paths.settings), kiosk=True)
        from game.kiosked import play as play_kiosk  # noqa: PLC0415 - as below

        return play_kiosk(opened)
    except Exception as error:
        return _report(paths, error)


def run_out_of_order(data_dir: Path | None) -> int:
    """Show that the kiosk is out of order, until the supervisor ends the process."""
    from game.ui.kiosk.outoforder import show  # noqa: PLC0415 - only a broken kiosk needs it

    show(settings.read(user_paths(data_dir).settings).settings.kiosk.display)
    return 0


def _supervise(paths: UserPaths, data_dir: Path | None, instance: Instance) -> int:
    from game.kiosk.supervisor import Supervisor, end_on_signals  # noqa: PLC0415 - a window has none
    from game.storage.journal import Journal  # noqa: PLC0415 - as above

    place = [] if data_dir is None else ["--data-dir", str(data_dir.absolute())]
    screen, out_of_order = own_command(*place, KIOSK_SCREEN), own_command(*place, KIOSK_OUT_OF_ORDER)
    supervisor = Supervisor(screen, out_of_order, Journal(paths.log).write)
    end_on_signals(supervisor)
    instance.listen(lambda files: None)
    return supervisor.run()


def _play(paths: UserPaths, stored: Stored, instance: Instance, files: Sequence[str]) -> int:
    gc.disable()  # what is made while starting stays; looking through it for garbage costs 5 ms
    opened = open_window(paths, stored)
    from game.app import play  # noqa: PLC0415 - this is what the window must not wait for

    return play(opened, instance, files)


def _report(paths: UserPaths, error: Exception) -> int:
    """No screen can tell of this error: say in one line what it is, or where a report is; returns the exit status."""
    from game.storage import reports  # noqa: PLC0415 - only after a crash
    from game.text.catalogue import Catalogue, system_language  # noqa: PLC0415 - as above

    text = Catalogue(system_language())
    if isinstance(error, settings.ShippedFault):
        sentence = text("settings.shipped", place=SHIPPED_SETTINGS, reason=error, own=paths.settings)
    else:
        when = datetime.now()
        content = reports.report_text(error, None, {}, when)
        place = reports.write_report(content, paths.reports, when)
        told = text("crash.kept", place=place) if place is not None else content
        sentence = f"{text('crash.sorry')} {told}"
    if sys.stderr is not None:  # a windowed program of Windows has none
        print(sentence, file=sys.stderr)
    return 1
