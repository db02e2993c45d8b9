"""The connection beside the frames: a thread with a loop of its own, a queue in, a queue out, both bounded.

What a connection needs (asyncio, websockets, msgspec) is loaded by the thread, not by the frame that starts it.
"""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import asyncio

    from game.net import fromclient, fromserver
    from game.net.client import Client, Standing
    from game.net.fairness import ProofFault

#: Messages that wait at most, to the server and from it. More than a match can bring while nobody looks.
_MOST_OUT, _MOST_IN = 64, 1024
#: Seconds after which a connection that failed in a way nobody thought of is tried again.
_PAUSE = 5.0


class Heard(NamedTuple):
    """A message. ``fault`` is what is wrong with the proof of a reveal: to check one takes longer than a frame."""

    message: fromserver.FromServer
    fault: ProofFault | None = None
    welcome: bool = False


class Network:
    """A connection to ``url`` that is kept until ``stop``. ``wake`` is called in its thread when there is news."""

    def __init__(self, url: str, name: str, token: str, resume: str, wake: Callable[[], None]) -> None:
        self._url = url
        self._keys = (name, token, resume)
        self._wake = wake
        self._out: queue.Queue[tuple[int, fromclient.FromClient]] = queue.Queue(_MOST_OUT)
        self._in: queue.Queue[Heard] = queue.Queue(_MOST_IN)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._running: asyncio.Task[None] | None = None
        self._client: Client | None = None
        self._stopping = self._overrun = False
        #: Welcomes that came, and those of them that the frames have heard.
        self._welcomes = self._heard = 0
        #: How the connection stands: the value of a ``game.net.client.Standing``.
        self.standing = "connecting"
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._thread.start()

    # --- Called by the frames

    def post(self, message: fromclient.FromClient) -> bool:
        """Have a message sent on the connection whose welcome was taken last; False if it is lost at once.

        Never waits. What was meant for an older connection is lost, so that nothing overtakes what is sent again.
        """
        loop = self._loop
        if loop is None:
            return False
        try:
            self._out.put_nowait((self._heard, message))
            loop.call_soon_threadsafe(self._send)
        except (queue.Full, RuntimeError):  # RuntimeError: the loop has just ended
            return False
        return True

    def take(self) -> Heard | None:
        """The next message, if one has come. Never waits."""
        try:
            heard = self._in.get_nowait()
        except queue.Empty:
            return None
        self._heard += heard.welcome
        return heard

    def stop(self) -> None:
        """End the connection. Never waits."""
        self._stopping = True
        loop, running = self._loop, self._running
        if loop is not None and running is not None:
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(running.cancel)

    def join(self, seconds: float) -> None:
        """Wait for the thread, but no longer than that."""
        self._thread.join(seconds)

    # --- In the thread

    def _run(self) -> None:
        import asyncio  # noqa: PLC0415 - see above

        asyncio.run(self._keep())

    async def _keep(self) -> None:
        import asyncio  # noqa: PLC0415

        from game.net.client import Client, Identity, Standing  # noqa: PLC0415

        self._client = client = Client(self._url, Identity(*self._keys), self._told, self._stands)
        self._loop = asyncio.get_running_loop()
        while not self._stopping:
            self._running = asyncio.ensure_future(client.run())
            if self._stopping:
                self._running.cancel()
            try:
                await self._running
                return
            except asyncio.CancelledError:
                while self._overrun and not self._stopping and self._in.full():
                    await asyncio.sleep(_PAUSE)
                self._overrun = False
            except Exception:
                # Whatever a system's network may come up with: the game goes on, and so do the attempts.
                self._stands(Standing.RECONNECTING)
                await asyncio.sleep(_PAUSE)

    def _send(self) -> None:
        """Send what waits; a message without a connection is lost, those that matter are kept by the play."""
        assert self._client is not None
        with suppress(queue.Empty):
            while True:
                welcome, message = self._out.get_nowait()
                if welcome == self._welcomes:
                    self._client.send(message)

    def _stands(self, standing: Standing) -> None:
        self.standing = standing.value
        self._wake()

    def _told(self, message: fromserver.FromServer) -> None:
        from game.net.fromserver import Reveal, Welcome  # noqa: PLC0415 - see above
        from game.play.online.proof import fault_of  # noqa: PLC0415

        welcome = isinstance(message, Welcome)
        self._welcomes += welcome
        fault = fault_of(message) if isinstance(message, Reveal) else None
        try:
            self._in.put_nowait(Heard(message, fault, welcome))
        except queue.Full:
            # Nobody has looked for minutes. What is missing is told anew by the next connection.
            self._overrun = True
            if self._running is not None:
                self._running.cancel()
        self._wake()
