"""How a second start speaks to the first: an address on this machine's loopback, with a secret word.

The address lies in the player's folder, readable by the player alone. Nothing that arrives is trusted before the word
is right; size and time of a message are bounded.
"""

from __future__ import annotations

import contextlib
import hmac
import json
import os
import secrets
import socket
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

_ADDRESS = "running.json"
#: Bytes of one message, and of the address file; paths are far shorter.
_MOST_BYTES = 64 << 10
#: Files that one start may hand over.
MOST_FILES = 16
_ANSWER = b"ok"


class Listener:
    """Listens for later starts; ``called`` gets their files, in another thread. ``OSError`` if it cannot listen."""

    def __init__(self, folder: Path, called: Callable[[list[str]], None]) -> None:
        self._address = folder / _ADDRESS
        self._socket = socket.create_server(("127.0.0.1", 0), backlog=4)
        word = secrets.token_hex(16)
        _write_private(self._address, {"port": self._socket.getsockname()[1], "word": word})
        threading.Thread(target=_serve, args=(self._socket, word, called), name="instance", daemon=True).start()

    def close(self) -> None:
        """Listen no more."""
        with contextlib.suppress(OSError):
            self._address.unlink()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)  # wakes who waits for a call; closing alone does not
        self._socket.close()


def hand_over(folder: Path, files: Sequence[str]) -> bool:
    """Give files to the one that runs; True if it has answered."""
    try:
        with open(folder / _ADDRESS, "rb") as file:
            address = json.loads(file.read(_MOST_BYTES))
        with socket.create_connection(("127.0.0.1", int(address["port"])), timeout=1.0) as wire:
            message = json.dumps({"word": str(address["word"]), "files": list(files)}).encode()
            wire.sendall(message[:_MOST_BYTES])
            wire.shutdown(socket.SHUT_WR)
            return wire.recv(len(_ANSWER)) == _ANSWER
    except (OSError, ValueError, KeyError, TypeError, OverflowError):
        return False


def _write_private(path: Path, values: dict[str, object]) -> None:
    """Write a file that no other user may read, whole or not at all."""
    temporary = path.with_name(path.name + ".new")
    temporary.unlink(missing_ok=True)
    with open(os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
        json.dump(values, file)
    temporary.replace(path)


def _serve(server: socket.socket, word: str, called: Callable[[list[str]], None]) -> None:
    while True:
        try:
            wire, _ = server.accept()
        except OSError:
            return  # closed
        with wire, contextlib.suppress(OSError):
            wire.settimeout(1.0)
            files = understood(_received(wire), word)
            if files is not None:
                wire.sendall(_ANSWER)
                called(files)


def _received(wire: socket.socket) -> bytes:
    """A whole message, or as much of it as is allowed in size and time."""
    content, ends = b"", time.monotonic() + 2.0
    while len(content) <= _MOST_BYTES and time.monotonic() < ends:
        part = wire.recv(4096)
        if not part:
            break
        content += part
    return content


def understood(message: bytes, word: str) -> list[str] | None:
    """The files that a message hands over; None if it does not come from this program for this player."""
    try:
        values = json.loads(message)
        if not hmac.compare_digest(str(values["word"]).encode(), word.encode()):
            return None
        files = values["files"]
    except (ValueError, KeyError, TypeError, RecursionError):
        return None
    if not isinstance(files, list) or not all(isinstance(file, str) for file in files):
        return None
    return files[:MOST_FILES]
