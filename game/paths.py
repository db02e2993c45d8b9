"""Where things are: the shipped files, the program itself, and the player's own folders. Makes no folder itself."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

#: The folder of main.py, or the unpacked bundle of a frozen build.
ROOT = Path(getattr(sys, "_MEIPASS", Path(__file__).resolve().parent.parent))
ASSETS = ROOT / "assets"
SHIPPED_SETTINGS = ROOT / "settings.toml"
ICON = ASSETS / "app" / "waraq.svg"
#: Records of wins, which a kiosk plays while nobody does.
ATTRACT = ASSETS / "attract"
#: The command by which the program starts its own solver process.
WORKER = "solver-worker"
#: The commands by which a kiosk's supervisor starts the kiosk itself, and the screen that stands in for it.
KIOSK_SCREEN, KIOSK_OUT_OF_ORDER = "kiosk-screen", "kiosk-out-of-order"


def own_command(*arguments: str) -> list[str]:
    """The command line that starts this program once more, frozen or not, with some arguments."""
    if getattr(sys, "frozen", False):
        return [sys.executable, *arguments]
    return [sys.executable, str(ROOT / "main.py"), *arguments]


@dataclass(frozen=True)
class UserPaths:
    """The player's folders: ``settings`` is a file, ``games`` a folder of one record a variant."""

    config: Path
    data: Path

    @property
    def settings(self) -> Path:
        """The player's own settings, over the shipped ones."""
        return self.config / "settings.toml"

    @property
    def games(self) -> Path:
        """The active games."""
        return self.data / "games"

    @property
    def window(self) -> Path:
        """Where the window stood."""
        return self.data / "window.txt"

    @property
    def visits(self) -> Path:
        """A kiosk's counts by day."""
        return self.data / "visits.json"

    @property
    def log(self) -> Path:
        """What happened, for whoever looks after the program."""
        return self.data / "waraq.log"

    @property
    def reports(self) -> Path:
        """Crash reports."""
        return self.data / "reports"

    @property
    def dealt(self) -> Path:
        """Which winnable deals were dealt."""
        return self.data / "dealt.json"

    @property
    def exports(self) -> Path:
        """The records that the player exported."""
        return self.data / "records"

    @property
    def players(self) -> Path:
        """Who the player is to match servers: secrets."""
        return self.data / "online.json"

    @property
    def history(self) -> Path:
        """The database of the games that ended."""
        return self.data / "history.sqlite3"


def user_paths(data_dir: Path | None = None) -> UserPaths:
    """The usual folders of this platform, or both in ``data_dir``."""
    if data_dir is not None:
        return UserPaths(data_dir, data_dir)
    from platformdirs import user_config_path, user_data_path  # noqa: PLC0415 - only where it is needed

    return UserPaths(user_config_path("waraq", False), user_data_path("waraq", False))
