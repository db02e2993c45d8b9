"""The server's clock: the database's time when the server started, and what a clock that is never set has run since."""

from __future__ import annotations

import time


class Clock:
    """Seconds since 1970. Setting the machine's clock does not change its course."""

    def __init__(self, base: float) -> None:
        self._offset = base - time.monotonic()

    def now(self) -> float:
        """The time now."""
        return self._offset + time.monotonic()
