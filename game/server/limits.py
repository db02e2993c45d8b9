"""How much is taken from one client and from one address. Seconds are on any clock that never goes back."""

from __future__ import annotations

import ipaddress

#: So much of an IPv6 address is one household's; it has all that follow for itself.
_HOUSEHOLD = 64


class Bucket:
    """Lets ``rate`` things a second pass, and ``burst`` at once after a rest."""

    __slots__ = ("_burst", "_left", "_rate", "_since")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._left = burst
        self._since = now

    def take(self, now: float) -> bool:
        """True if one more may pass."""
        self.fill(now)
        if self._left < 1:
            return False
        self._left -= 1
        return True

    def fill(self, now: float) -> bool:
        """Count what time has given back; True if nothing is missing any more."""
        self._left = min(self._burst, self._left + (now - self._since) * self._rate)
        self._since = now
        return self._left >= self._burst


class Addresses:
    """Handshakes of each address, ``rate`` a second and ``rate * 5`` at once."""

    #: Addresses that are remembered at most. Beyond these, those that have rested are forgotten, which is looked for
    #: once in so many seconds: it takes long.
    _MOST, _PAUSE = 10_000, 1.0

    def __init__(self, rate: float) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}
        self._looked = float("-inf")

    def take(self, address: str, now: float) -> bool:
        """True if an address may open one more connection."""
        address = _household(address)
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._MOST and now - self._looked >= self._PAUSE:
                self._looked = now
                self._buckets = {key: kept for key, kept in self._buckets.items() if not kept.fill(now)}
            if len(self._buckets) >= self._MOST:
                return False
            bucket = self._buckets[address] = Bucket(self._rate, self._rate * 5, now)
        return bucket.take(now)


def _household(address: str) -> str:
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    return str(ipaddress.ip_network((found, _HOUSEHOLD), strict=False))
