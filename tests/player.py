"""A player for tests: drives the whole program through its real loop with scripted input and scripted time."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")

import pygame
from pygame.event import Event

from game.app import App
from game.engine import cards
from game.engine.games import GAMES
from game.engine.state import Move, parse_event
from game.paths import user_paths
from game.storage import settings
from game.ui.controls.widgets import Button, Label, Widget
from game.ui.frame.scenes import Scene
from game.ui.frame.window import open_window
from game.ui.table.board import Lifted
from game.ui.table.intent import pile_down
from game.ui.table.marks import Notice, Target
from game.ui.table.table import TableScene

Point = tuple[int, int]
_FRAME = 1 / 60
#: More than any animation of the program takes.
_LONGEST = 20.0


class ScriptedPump:
    """Time stands still between turns; waiting costs no real time."""

    def __init__(self) -> None:
        self.time = 100.0
        self.queue: list[Event] = []

    def now(self) -> float:
        """Scripted seconds."""
        return self.time

    def events(self, timeout: float | None) -> list[Event]:
        """What the script put in; else time runs on to the end of the wait, or by one frame."""
        events, self.queue = self.queue, []
        if not events:
            self.time += min(timeout, _FRAME) if timeout is not None else _FRAME
        return events


class Player:
    """A person at the program: sees the top scene, points, presses, types, waits."""

    def __init__(
        self, folder: Path, size: Point = (1280, 720), welcomed: bool = True, pump: ScriptedPump | None = None
    ) -> None:
        self.pump = pump or ScriptedPump()
        opened = open_window(paths := user_paths(folder), settings.read(paths.settings))
        if welcomed:  # as an operator may ship it
            known = [part.with_value("general", "welcomed", True) for part in (opened.shipped, opened.settings)]
            opened = replace(opened, shipped=known[0], settings=known[1])
        self.app = App(opened, self.pump)
        self.clipboard = ""
        self.app.context.copy = self._copy
        self.app.context.paste = lambda: self.clipboard
        self.app.start()
        if size != self.app.scenes.size:
            self.resize(size)
        self.turn()

    def _copy(self, text: str) -> None:
        self.clipboard = text

    # --- What is seen

    @property
    def scene(self) -> Scene:
        """The top scene."""
        return self.app.scenes.top

    @property
    def table(self) -> TableScene:
        """The top scene, which must be a table."""
        assert isinstance(self.scene, TableScene), self.scene
        return self.scene

    @property
    def events(self) -> list[str]:
        """The events of the game at the table."""
        return list(self.table.play.record().events)

    @property
    def notice(self) -> str | None:
        """The sentence at the lower edge of the table."""
        return next((item.sentence for item in self.table.stage.items if isinstance(item, Notice)), None)

    @property
    def targets(self) -> list[tuple[int, int, int, int]]:
        """The places that are marked as accepting what is dragged."""
        return sorted(tuple(item._rect) for item in self.table.stage.items if isinstance(item, Target))

    @property
    def clock(self) -> str:
        """The time that the bar shows."""
        return self.table.hud.counters[1].value

    def sentence(self, key: str, **values: object) -> str:
        """A text of the catalogue."""
        return self.app.context.text(key, **values)

    def card_point(self, pile: int, size: int = 1) -> Point:
        """A point on the lowest of the last ``size`` cards of a pile where no other card covers it."""
        view, layout = self.table.play.view(), self.table.layout
        down = view.state.down[pile] if pile < len(view.state.columns) else 0
        rects = layout.pile_rects(pile, len(view.places[pile]), down)
        rect = rects[-size]
        below = rects[-size + 1].y - rect.y if size > 1 else rect.h
        return rect.centerx, rect.y + max(1, min(below // 2, rect.h // 2))

    def place_point(self, pile: int) -> Point:
        """The middle of where a pile takes the next card."""
        return self.table.layout.landing_in(self.table.play.view(), pile).center

    # --- What is done

    def turn(self, *events: Event) -> None:
        """One round of the loop with these events."""
        self.pump.queue += events
        self.app.loop.turn()

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        until = self.pump.time + seconds
        while self.pump.time < until and self.app.scenes:
            self.turn()

    def settle(self) -> None:
        """Wait until nothing moves."""
        until = self.pump.time + _LONGEST
        while self.scene.animated:
            assert self.pump.time < until, "the scene never comes to rest"
            self.turn()
        self.turn()

    def press(self, at: Point, button: int = 1) -> None:
        """Press a mouse button."""
        self.turn(Event(pygame.MOUSEBUTTONDOWN, pos=at, button=button, touch=False))

    def release(self, at: Point, button: int = 1) -> None:
        """Release a mouse button."""
        self.turn(Event(pygame.MOUSEBUTTONUP, pos=at, button=button, touch=False))

    def move(self, at: Point) -> None:
        """Move the pointer."""
        self.turn(Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(0, 0, 0), touch=False))

    def click(self, at: Point, pause: float = 0.5) -> None:
        """Press and release, then wait longer than a double tap allows."""
        self.move(at)
        self.press(at)
        self.release(at)
        self.wait(pause)

    def taps(self, at: Point, times: int, gap: float = 0.1) -> None:
        """Press and release several times, ``gap`` seconds apart."""
        for _ in range(times):
            self.press(at)
            self.release(at)
            self.wait(gap)

    def lift(self, start: Point, end: Point) -> None:
        """Press at one point and drag to another without letting go."""
        self.move(start)
        self.press(start)
        for step in range(1, 9):
            self.move((start[0] + (end[0] - start[0]) * step // 8, start[1] + (end[1] - start[1]) * step // 8))

    def drag(self, start: Point, end: Point) -> None:
        """Drag from one point to another and let go."""
        self.lift(start, end)
        self.release(end)

    def play(self, event: str) -> None:
        """Make a move, given as an event's text, by dragging."""
        move = parse_event(event)
        assert isinstance(move, Move)
        self.drag(self.card_point(move.src, move.size), self.place_point(move.dst))

    def key(self, key: int, mod: int = 0) -> None:
        """Press and release a key."""
        self.turn(Event(pygame.KEYDOWN, key=key, mod=mod, unicode="", scancode=0))
        self.turn(Event(pygame.KEYUP, key=key, mod=mod, unicode="", scancode=0))

    def type(self, text: str) -> None:
        """Type a text."""
        for char in text:
            self.turn(Event(pygame.TEXTINPUT, text=char))

    def resize(self, size: Point) -> None:
        """Change the size of the window."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.turn(Event(pygame.VIDEORESIZE, w=size[0], h=size[1], size=size))

    def widgets(self) -> list[Widget]:
        """The controls of the top scene."""
        return self.scene.group.widgets  # type: ignore[attr-defined]

    def button(self, key: str) -> Button:
        """The button of the top scene with a text of the catalogue."""
        word = self.app.context.text(key)
        return next(w for w in self.widgets() if isinstance(w, Button) and w.text == word)

    @property
    def texts(self) -> list[str]:
        """What the labels of the top scene say."""
        return [" ".join(widget.lines) for widget in self.widgets() if isinstance(widget, Label)]

    def offers(self, key: str) -> bool:
        """True if the top scene has a button with a text of the catalogue."""
        return any(isinstance(w, Button) and w.text == self.sentence(key) for w in self.scene.group.widgets)

    def push(self, key: str) -> None:
        """Click a button by its text's key."""
        self.click(self.button(key).rect.center)

    def start(self, code: str) -> None:
        """From the menu or a table: deal a code by the new-game dialog."""
        self.app.navigator.new_game(None)
        self.turn()
        self.type(code)
        self.push("newgame.start")

    def quit(self) -> None:
        """Close the window."""
        self.turn(Event(pygame.QUIT))
        self.app.close()


def lay(folder: Path, rules: str, ends: dict[int, str], *events: str, elapsed: float = 0.0) -> None:
    """Save a Russian game as the active one: the last cards of some columns, the other cards anywhere, the events."""
    rest = [name for name in cards.names(range(cards.PACK_SIZE)) if name not in " ".join(ends.values()).split()]
    pack: list[str] = []
    for column, (down, up) in enumerate(GAMES[rules].columns):
        end = ends.get(column, "").split()
        pack += [rest.pop() for _ in range(down + up - len(end))] + end
    record = {"format": 1, "rules": rules, "pack": pack, "events": [*events], "elapsed": elapsed}
    (folder / "games").mkdir(parents=True, exist_ok=True)
    (folder / "games" / f"{rules}.json").write_text(json.dumps(record))


def assert_painted(player: Player) -> None:
    """What is on the screen is what painting everything anew would show."""
    while player.scene.stage.changed:
        player.turn()
    screen = pygame.display.get_surface()
    assert screen is not None
    anew = pygame.Surface(screen.get_size()).convert()
    player.scene.stage.damage_all()
    player.scene.stage.frame(anew, 1.0)
    assert pygame.image.tobytes(screen, "RGB") == pygame.image.tobytes(anew, "RGB"), "stale pixels"


def assert_at_rest(player: Player) -> None:
    """Every card lies where the layout has it, shows the right side, in the right order, and is painted so."""
    player.settle()
    table = player.table
    board, view = table.board, table.play.view()
    assert board.lifted is None
    assert not table.hand.busy
    assert not [item for item in table.stage.items if isinstance(item, (Target, Lifted))]
    sprites = {sprite.place: sprite for sprite in board.sprites}
    for pile in table.layout.slots:
        rects = table.layout.pile_rects(pile, len(view.places[pile]), pile_down(view, pile))
        for index, (place, face, rect) in enumerate(zip(view.places[pile], view.faces(pile), rects, strict=True)):
            sprite = sprites.pop(place)
            assert not sprite.moving and not sprite.lifted
            assert sprite.at == sprite.home == rect.topleft
            assert sprite.face == sprite._shown == face
            assert sprite.rank == (pile, index)
            assert sprite in table.stage.items
    assert not sprites
    painted = sorted(board.sprites, key=lambda sprite: sprite.z)
    assert painted == sorted(board.sprites, key=lambda sprite: sprite.rank), "a card lies over one that covers it"
    assert_painted(player)


def assert_played(player: Player, *events: str) -> None:
    """Exactly these events are in the record, and the table is at rest."""
    assert player.events == [*events], player.events
    assert_at_rest(player)
    assert player.events == [*events], player.events


@contextmanager
def playing(folder: Path, size: Point = (1280, 720), welcomed: bool = True) -> Iterator[Player]:
    """A player at a program that is closed in the end, whatever happens; a stranger to it if not ``welcomed``."""
    player = Player(folder, size, welcomed)
    try:
        yield player
    finally:
        if player.app.scenes:
            player.quit()
