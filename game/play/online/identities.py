"""Who the player is to each server: secrets that the servers gave, in a file that only the player can read."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from game.storage.files import read_bounded, set_aside, write_atomic
from game.storage.saver import Saver

_FORMAT = 1
_MOST_BYTES = 64 << 10
_MOST_SERVERS = 100
_LONGEST_KEY = 64


class Keys(NamedTuple):
    """``token`` says who the player is, for ever; ``resume`` does so once, for the next connection."""

    token: str = ""
    resume: str = ""


class Identities:
    """The keys by server. Read when they are first asked for, written by the ``saver``."""

    def __init__(self, path: Path, saver: Saver) -> None:
        self._path = path
        self._saver = saver
        self._keys: dict[str, Keys] | None = None
        self._aside: Path | None = None

    def of(self, url: str) -> Keys:
        """The player's keys at a server; empty ones for a stranger."""
        return self._all().get(url, Keys())

    def keep(self, url: str, keys: Keys) -> None:
        """Have new keys written. Of very many servers the ones used last are kept."""
        kept = self._all()
        kept.pop(url, None)
        kept[url] = keys
        while len(kept) > _MOST_SERVERS:
            del kept[next(iter(kept))]
        self._write()

    def forget(self, url: str) -> None:
        """Be a stranger to a server again."""
        self._all().pop(url, None)
        self._write()

    def take_aside(self) -> Path | None:
        """Where the file is that could not be read, told once."""
        aside, self._aside = self._aside, None
        return aside

    def _write(self) -> None:
        players = {url: keys._asdict() for url, keys in self._all().items()}
        content = json.dumps({"format": _FORMAT, "players": players}, indent=1).encode()
        self._saver.do(self._path, lambda: write_atomic(self._path, content, private=True))

    def _all(self) -> dict[str, Keys]:
        if self._keys is None:
            self._keys = self._read()
        return self._keys

    def _read(self) -> dict[str, Keys]:
        try:
            content = read_bounded(self._path, _MOST_BYTES)
            return {} if content is None else _parsed(content)
        except (OSError, ValueError, RecursionError):
            try:
                self._aside = set_aside(self._path)
            except OSError:
                self._aside = self._path
            return {}


def _parsed(content: bytes) -> dict[str, Keys]:
    if len(content) > _MOST_BYTES:
        raise ValueError
    values = json.loads(content)
    if not isinstance(values, dict) or values.get("format") != _FORMAT or not isinstance(values.get("players"), dict):
        raise ValueError
    return {url: Keys(*(_key(part, name) for name in Keys._fields)) for url, part in values["players"].items()}


def _key(values: Any, name: str) -> str:
    value = values.get(name, "") if isinstance(values, dict) else None
    if not isinstance(value, str) or len(value) > _LONGEST_KEY:
        raise ValueError(name)
    return value
