"""A server's address as players write it, and as a connection needs it."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import urlsplit

PORT = 8765
LONGEST = 200
_SCHEMES = ("ws", "wss")


class Address(NamedTuple):
    """Where a server is. ``secure``: the connection is encrypted."""

    host: str
    port: int
    secure: bool

    @property
    def url(self) -> str:
        """The address for a connection; the same for every way of writing it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{'wss' if self.secure else 'ws'}://{host}:{self.port}"

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORT else f"{host}:{self.port}"


def parse_address(text: str) -> Address:
    """The address of ``example.org``, ``example.org:9000`` or ``wss://example.org``; ``ValueError`` for anything else.

    Without a scheme the connection is encrypted, except to this machine itself.
    """
    words = text.strip()
    if not words or len(words) > LONGEST or not words.isascii() or not words.isprintable() or " " in words:
        raise ValueError(text)
    parts = urlsplit(words if "://" in words else f"//{words}")
    host = parts.hostname
    if host is None or parts.username is not None or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(text)
    if parts.scheme not in ("", *_SCHEMES) or not all(letter.isalnum() or letter in "-._:" for letter in host):
        raise ValueError(text)
    port = parts.port  # ``ValueError`` if it is none
    secure = parts.scheme == "wss" or (not parts.scheme and not _is_loopback(host))
    return Address(host, PORT if port is None else port, secure)


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
