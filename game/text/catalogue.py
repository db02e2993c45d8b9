"""Looking texts up: a key such as ``menu.continue`` becomes a sentence in the player's language.

Keys are symbolic, so English is a catalogue like the others. Placeholders are named: ``{code}``.
"""

from __future__ import annotations

import gettext
import locale
import os
from pathlib import Path

from game.paths import ASSETS

DOMAIN = "waraq"
FALLBACK = "en"
LOCALE = ASSETS / "locale"


def languages() -> list[str]:
    """The languages that have a catalogue, the fallback first."""
    found = sorted(path.name for path in LOCALE.iterdir() if (path / "LC_MESSAGES" / f"{DOMAIN}.mo").is_file())
    return sorted(found, key=lambda name: name != FALLBACK)


def system_language() -> str:
    """The language that the system asks for if there is a catalogue for it, else the fallback."""
    wanted = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    wanted = wanted or locale.getlocale()[0] or ""
    for name in wanted.split(":"):
        if name[:2].lower() in languages():
            return name[:2].lower()
    return FALLBACK


class Catalogue:
    """The texts of one language; what it lacks is taken from the fallback language."""

    def __init__(self, language: str, folder: Path = LOCALE) -> None:
        self.language = language
        self._texts = _texts(folder, language)
        if language != FALLBACK:
            self._texts.add_fallback(_texts(folder, FALLBACK))

    def __call__(self, key: str, **values: object) -> str:
        """The text of a key, with its placeholders filled."""
        return _filled(self._texts.gettext(key), values)

    def plural(self, key: str, count: int, **values: object) -> str:
        """The text of a key for a count (placeholder ``{n}``), in the plural form that the language needs."""
        return _filled(self._texts.ngettext(key, key, count), {"n": count, **values})


def _texts(folder: Path, language: str) -> gettext.NullTranslations:
    """The texts of a language alone; of a catalogue that is missing or damaged, none: keys then stand for texts."""
    try:
        with open(folder / language / "LC_MESSAGES" / f"{DOMAIN}.mo", "rb") as file:
            return gettext.GNUTranslations(file)
    except Exception:  # gettext reads without checking: what a damaged file makes it raise is not documented
        return gettext.NullTranslations()


def _filled(text: str, values: dict[str, object]) -> str:
    """A text with its placeholders filled; as it is, if a translator's hand has broken them."""
    try:
        return text.format(**values)
    except (KeyError, IndexError, ValueError, AttributeError):
        return text
