"""The game's way to match servers: one connection at a time, what it told, and how it stands, in one place.

Light to import: what a connection needs is loaded by its own thread.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from game.play.online.address import Address
from game.play.online.identities import Identities, Keys
from game.play.online.network import Network
from game.storage.saver import Saver

if TYPE_CHECKING:
    from game.play.online.club import Club

#: Messages that are taken in at a time.
_AT_ONCE = 32
#: Seconds without a word, which is owed every five, after which a connection is doubted, and given up.
_DOUBT, _LOST = 7.0, 9.5


class State(Enum):
    """How the player stands to the server."""

    OFF = "off"  # not asked for
    CONNECTING = "connecting"
    CONNECTED = "connected"
    RECONNECTING = "reconnecting"
    OFFLINE = "offline"  # still trying
    TAKEN_OVER = "taken-over"  # the same player plays elsewhere
    UNKNOWN = "unknown"  # the server does not know this player
    VERSION = "version"  # the server speaks another version
    MALFORMED = "malformed"  # what the server says makes no sense


_ENDED = (State.TAKEN_OVER, State.UNKNOWN, State.VERSION)


class Online:
    """The player's seat at a server. ``wake`` is called in another thread when there is news; ``now`` is the clock."""

    def __init__(self, path: Path, saver: Saver, wake: Callable[[], None], now: Callable[[], float]) -> None:
        self.identities = Identities(path, saver)
        self._wake = wake
        self._now = now
        self._network: Network | None = None
        self._malformed = False
        self._heard_at = 0.0
        self.address: Address | None = None
        self.name = ""
        #: The player at the server; None before its first welcome.
        self.club: Club | None = None

    def connect(self, address: Address, name: str) -> None:
        """Connect, and stay connected; a connection to elsewhere ends."""
        self.disconnect()
        self.address, self.name = address, name
        self._dial()

    def _dial(self) -> None:
        assert self.address is not None
        keys = self.identities.of(self.address.url)
        self._malformed = False
        self._heard_at = self._now()
        self._network = Network(self.address.url, self.name, keys.token, keys.resume, self._wake)

    def again(self) -> None:
        """Connect anew, keeping what was told: the server will say where things stand."""
        if self._network is not None:
            self._network.stop()
        self._dial()

    def disconnect(self) -> None:
        """Leave the server; what is played there is kept there."""
        if self._network is not None:
            self._network.stop()
        self._network = self.club = None

    def forget(self) -> None:
        """Be a new player at this server."""
        assert self.address is not None
        self.identities.forget(self.address.url)
        self.connect(self.address, self.name)

    def close(self, seconds: float = 1.0) -> None:
        """End the connection before the program ends."""
        network = self._network
        self.disconnect()
        if network is not None:
            network.join(seconds)

    # --- Hearing

    def listen(self) -> None:
        """Take in what was told, a little at a time; the rest is told at the next turn of the loop."""
        for _ in range(_AT_ONCE):
            if self._network is None or not self._take(self._network):
                return
        self._wake()

    def _take(self, network: Network) -> bool:
        heard = network.take()
        if heard is None:
            return False
        # The network's thread has loaded these long before its first message.
        from game.net.fromserver import Welcome  # noqa: PLC0415
        from game.play.online.club import Club  # noqa: PLC0415
        from game.play.online.play import OutOfStep  # noqa: PLC0415

        self._heard_at = self._now()
        if self.club is None:
            self.club = Club(self._post, self._now)
        if isinstance(heard.message, Welcome):
            assert self.address is not None
            known = self.identities.of(self.address.url)
            self.identities.keep(self.address.url, Keys(heard.message.token or known.token, heard.message.resume))
        try:
            self.club.hear(heard)
        except OutOfStep:
            self.again()
        except ValueError:
            network.stop()
            self._malformed = True
        return True

    def _post(self, message: object) -> bool:
        return self._network is not None and self._network.post(message)  # type: ignore[arg-type]

    # --- How it stands

    @property
    def state(self) -> State:
        """How the connection stands now."""
        if self._network is None:
            return State.OFF
        if self._malformed:
            return State.MALFORMED
        standing = State(self._network.standing)
        if standing is State.CONNECTED and self.club is None:
            standing = State.CONNECTING  # the welcome has come, but has not been heard
        quiet = self._now() - self._heard_at
        if standing in _ENDED:
            return standing
        if quiet >= _LOST:
            return State.OFFLINE
        if standing is State.CONNECTED and quiet >= _DOUBT:
            return State.RECONNECTING
        return standing

    def wait(self) -> float | None:
        """Seconds until ``state`` may change by itself; None: only by news."""
        if self.state in (State.OFF, State.OFFLINE, State.MALFORMED, *_ENDED):
            return None
        quiet = self._now() - self._heard_at
        return max(0.01, (_DOUBT if quiet < _DOUBT else _LOST) - quiet)
