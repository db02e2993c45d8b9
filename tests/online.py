"""Players online: whole programs in real time, a real server in a process of its own, a wire that can be cut."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import pygame

from game.engine.deals import shuffle
from game.engine.games import ERAM_SOLO
from game.engine.session import Session
from game.engine.spec import GameSpec
from game.engine.state import Command, Event
from game.engine.view import View, view
from game.net import fromserver, wire
from game.net.fairness import ProofFault
from game.play.online.club import Club
from game.play.online.network import Heard
from game.play.online.play import OnlinePlay
from game.play.online.service import Online, State
from game.ui.controls.widgets import Button
from game.ui.online.lobby import LobbyScene
from game.ui.online.table import OnlineTableScene
from tests.player import Player, Point, ScriptedPump
from tests.support import ROOT

#: A server whose matches are shorter, or longer, than those of the rules.
_WITH_LENGTH = """
import sys
from game.server import matchtable, matchworks
matchtable.LENGTH = matchworks.LENGTH = {length}
from game.cli import main
sys.exit(main(sys.argv[1:]))
"""
#: Seconds after which something that must happen has not.
PATIENCE = 30.0


class LivePump(ScriptedPump):
    """The machine's time. A round without events takes a little of it."""

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.queue = []

    @property  # type: ignore[override]
    def time(self) -> float:
        return 100.0 + time.monotonic() - self._began

    def now(self) -> float:
        return self.time

    def events(self, timeout: float | None) -> list[pygame.event.Event]:
        events, self.queue = self.queue, []
        if not events:
            time.sleep(min(timeout, 0.004) if timeout is not None else 0.004)
        return events


class Guest(Player):
    """A player who has a seat at a server. Cards do not glide, so that a test waits for nothing but the server."""

    def __init__(self, folder: Path, port: int, name: str, size: Point = (1280, 720), more: str = "") -> None:
        folder.mkdir(parents=True, exist_ok=True)
        online = f'[online]\nserver = "127.0.0.1:{port}"\nname = "{name}"\n'
        (folder / "settings.toml").write_text(f'[look]\nmotion = "off"\n{online}{more}', encoding="utf-8")
        super().__init__(folder, size, pump=LivePump())

    @property
    def seat(self) -> Online:
        return self.app.context.online()

    @property
    def club(self) -> Club:
        club = self.seat.club
        assert club is not None
        return club

    @property
    def game(self) -> OnlinePlay:
        """The game at the online table."""
        assert isinstance(self.scene, OnlineTableScene), self.scene
        return self.scene._game

    @property
    def standing(self) -> list[str]:
        """The lines in the bar that tell how the player stands to the server, and how far the other player is."""
        assert isinstance(self.scene, OnlineTableScene)
        return self.scene.standing.lines

    @property
    def progress(self) -> int:
        """Cards on the foundations."""
        return sum(self.game.view().state.foundations)

    def named(self, key: str, **values: object) -> Point:
        """Where a button with a name in it stands."""
        word = self.sentence(key, **values)
        return next(w for w in self.widgets() if isinstance(w, Button) and w.text == word).rect.center

    def until(self, seen: Callable[[], Any], *others: Guest, seconds: float = PATIENCE) -> None:
        """Let the program run, and those of others, until something is seen."""
        end = time.monotonic() + seconds
        while not seen():
            assert time.monotonic() < end, f"never seen; {self.seat.state}, {self.scene}"
            for guest in (self, *others):
                guest.turn()

    def enter(self) -> None:
        """From the menu into the lobby, connected."""
        self.push("menu.online")
        self.until(lambda: self.seat.state is State.CONNECTED and self.club and isinstance(self.scene, LobbyScene))
        self.until(lambda: not self.club._resuming)

    def new_game(self) -> None:
        """From the lobby to a new solo game."""
        self.push("won.new")
        if self.offers("newgame.deal"):
            self.push("newgame.deal")
        self.until(lambda: isinstance(self.scene, OnlineTableScene))

    def settled(self, *others: Guest) -> None:
        """Wait until the server has answered everything, and nothing moves."""
        self.until(lambda: not self.game.waiting and not self.scene.animated, *others)

    def end(self) -> None:
        """Close the program; the window stays, for there may be others."""
        if self.app.scenes:
            self.turn(pygame.event.Event(pygame.QUIT))
        self.app.end()

    def click(self, at: Point, pause: float = 0.0) -> None:
        super().click(at, pause)

    def draw(self) -> None:
        """Draw from the stock, by key."""
        self.key(pygame.K_SPACE)


class Wire:
    """A wire from a port of its own to a server's, that can be cut and mended, or just go silent."""

    def __init__(self, to: int) -> None:
        self.to = to
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = int(self._listener.getsockname()[1])
        self._ends: set[socket.socket] = set()
        self._up, self._flows = True, threading.Event()
        self._flows.set()
        self._closed = False
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self) -> None:
        """Nothing comes through, and connections break."""
        self._up = False
        for end in [*self._ends]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def mend(self, to: int | None = None) -> None:
        """New connections come through again, perhaps to another port."""
        self.to = to or self.to
        self._up = True
        self._flows.set()

    def hush(self) -> None:
        """Nothing comes through, but connections stay, as with a frozen server or a black hole."""
        self._flows.clear()

    def close(self) -> None:
        self._closed = True
        self.cut()
        self._flows.set()
        self._listener.close()

    def _accept(self) -> None:
        while not self._closed:
            try:
                near = self._listener.accept()[0]
            except OSError:
                return
            if not self._up:
                near.close()
                continue
            threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near: socket.socket) -> None:
        self._flows.wait()
        try:
            far = socket.create_connection(("127.0.0.1", self.to))
        except OSError:
            near.close()
            return
        self._ends |= {near, far}
        back = threading.Thread(target=self._flow, args=(far, near), daemon=True)
        back.start()
        self._flow(near, far)
        back.join()
        for end in (near, far):
            self._ends.discard(end)
            end.close()

    def _flow(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                self._flows.wait()
                target.sendall(data)
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class ServerProcess:
    """A match server in a process of its own. ``port`` 0 takes a free one; matches take ``length`` seconds."""

    def __init__(self, folder: Path, *arguments: str, port: int = 0, length: float | None = None) -> None:
        start = ["main.py"] if length is None else ["-c", _WITH_LENGTH.format(length=length)]
        command = [sys.executable, *start, "serve", "--port", str(port), "--health-port", "0", "--handshakes", "1000"]
        command += ["--database", f"sqlite:///{folder / 'server.sqlite3'}", *arguments]
        self._process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        assert self._process.stderr is not None
        lines = []
        for line in self._process.stderr:
            lines.append(line.decode())
            told = json.loads(line) if line.startswith(b"{") else {}
            if told.get("event") == "serving":
                self.port = int(told["url"].rpartition(":")[2])
                threading.Thread(target=self._process.stderr.read, daemon=True).start()
                return
        raise AssertionError(f"the server did not start: {''.join(lines)}")

    def freeze(self, on: bool) -> None:
        """Stop it in mid-thought, or let it go on."""
        self._process.send_signal(signal.SIGSTOP if on else signal.SIGCONT)

    def kill(self) -> None:
        """End it at once, with no chance to do anything more."""
        self._process.kill()
        self._process.wait()


@contextmanager
def serving(folder: Path, competitive: bool = True, length: float | None = None) -> Iterator[ServerProcess]:
    """A match server in a process of its own."""
    server = ServerProcess(folder, *(["--open-competitive"] if competitive else []), length=length)
    try:
        yield server
    finally:
        server.kill()


@contextmanager
def guests(folder: Path, *seats: tuple[str, int], more: str = "") -> Iterator[list[Guest]]:
    """Players by name and port, all in one process and one window."""
    with ExitStack() as stack:
        stack.callback(pygame.quit)
        found: list[Guest] = []
        for name, port in seats:
            found.append(Guest(folder / name, port, name, more=more))
            stack.callback(found[-1].end)
        yield found


def begin_match(one: Guest, other: Guest) -> None:
    """Both find each other."""
    for guest in (one, other):
        guest.enter()
        guest.push("online.match.find")
    one.until(lambda: all(isinstance(guest.scene, OnlineTableScene) for guest in (one, other)), other)


def finish(guest: Guest) -> None:
    """Declare the board at the table finished."""
    guest.push("hud.finish")
    guest.push("finish.yes")


class FakeNetwork:
    """Stands in for a connection: a test says what the server tells, and sees what it is sent."""

    def __init__(self, *_: object) -> None:
        self.standing = "connected"
        self.told: list[Heard] = []
        self.sent: list[Any] = []
        self.stopped = False

    def post(self, message: object) -> bool:
        self.sent.append(message)
        return self.standing == "connected"

    def take(self) -> Heard | None:
        return self.told.pop(0) if self.told else None

    def stop(self) -> None:
        self.stopped = True

    def join(self, seconds: float) -> None:
        """It has no thread."""

    def tell(self, *messages: Any, fault: ProofFault | None = None) -> None:
        """Have the server say something."""
        self.told += [Heard(message, fault, isinstance(message, fromserver.Welcome)) for message in messages]


WELCOME = fromserver.Welcome("p1", "Ileana", "resume-1", 0, True, "token-1")


class Deal:
    """A game as a server keeps it, to make messages of."""

    def __init__(self, seed: bytes = bytes(32), game: str = "g1", match: str = "") -> None:
        self.session = Session(ERAM_SOLO, shuffle(seed))
        self.game, self.match = game, match
        self.seed = seed

    def snapshot(self, ms: int = 0, outcome: str = "") -> fromserver.Snapshot:
        """The whole game."""
        session, rev = self.session, len(self.session.events)
        time = {"remaining_ms": ms, "match": self.match} if self.match else {"elapsed_ms": ms, "number": 7}
        seen = wire.piles(seen_of(ERAM_SOLO, session))
        state, undo = session.state, session.refusal(Command.UNDO) is None
        return fromserver.Snapshot(
            self.game,
            rev,
            rev,
            seen,
            state.score,
            session.moves,
            state.recycles,
            outcome or session.outcome.value,
            undo,
            "c" * 64,
            **time,
        )

    def ok(self, event: Event, ms: int = 0) -> fromserver.Ok:
        """Carry an event out, and acknowledge it."""
        before = seen_of(ERAM_SOLO, self.session)
        self.session.do(event)
        state, rev = self.session.state, len(self.session.events)
        delta = wire.changes(before, seen_of(ERAM_SOLO, self.session))
        undo = self.session.refusal(Command.UNDO) is None
        outcome = self.session.outcome.value
        return fromserver.Ok(
            self.game, rev, rev, delta, state.score, self.session.moves, state.recycles, outcome, undo, ms
        )


def seen_of(spec: GameSpec, session: Session) -> View:
    """What its player may see of a game."""
    return view(spec, session.pack, session.state)
