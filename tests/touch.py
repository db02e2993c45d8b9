"""A finger for tests: a touch screen's events as SDL sends them, each with the mouse's echo before it."""

from __future__ import annotations

import pygame
from pygame.event import Event

from game.engine.state import DRAW, STOCK, Command, Move, parse_event
from tests.player import Player, Point

SCREEN = 7  # the touch device's number


def finger_event(player: Player, kind: int, at: Point, finger: int = 0) -> Event:
    """What a finger does at the middle of a pixel."""
    width, height = player.app.scenes.size
    place = {"x": (at[0] + 0.5) / width, "y": (at[1] + 0.5) / height, "dx": 0.0, "dy": 0.0}
    return Event(kind, touch_id=SCREEN, finger_id=finger, pressure=1.0, window=None, **place)


def echo(kind: int, at: Point) -> Event:
    """The mouse's echo of a finger's event."""
    if kind == pygame.FINGERMOTION:
        return Event(pygame.MOUSEMOTION, pos=at, rel=(0, 0), buttons=(1, 0, 0), touch=True)
    down = kind == pygame.FINGERDOWN
    return Event(pygame.MOUSEBUTTONDOWN if down else pygame.MOUSEBUTTONUP, pos=at, button=1, touch=True)


class Hand:
    """Fingers on the screen of a player. The first one's events come with their echo."""

    def __init__(self, player: Player) -> None:
        self._player = player

    def _do(self, kind: int, at: Point, finger: int) -> None:
        events = [finger_event(self._player, kind, at, finger)]
        self._player.turn(*([echo(kind, at)] if finger == 0 else []), *events)

    def down(self, at: Point, finger: int = 0) -> None:
        """Put a finger on the screen."""
        self._do(pygame.FINGERDOWN, at, finger)

    def move(self, at: Point, finger: int = 0) -> None:
        """Move a finger that is on it."""
        self._do(pygame.FINGERMOTION, at, finger)

    def up(self, at: Point, finger: int = 0) -> None:
        """Take a finger away."""
        self._do(pygame.FINGERUP, at, finger)

    def tap(self, at: Point) -> None:
        """A short tap, then longer than a double tap allows."""
        self.down(at)
        self.up(at)
        self._player.wait(0.5)

    def hold(self, start: Point, end: Point) -> None:
        """Draw a finger from one point to another and leave it there."""
        self.down(start)
        for step in range(1, 9):
            self.move((start[0] + (end[0] - start[0]) * step // 8, start[1] + (end[1] - start[1]) * step // 8))

    def drag(self, start: Point, end: Point) -> None:
        """Draw a finger from one point to another and lift it."""
        self.hold(start, end)
        self.up(end)

    def play(self, text: str) -> None:
        """Carry out a game's event."""
        player, event = self._player, parse_event(text)
        if event is Command.UNDO:
            self.tap(player.button("hud.undo").rect.center)
        elif event == DRAW:
            self.tap(player.table.layout.slots[STOCK].center)
        else:
            assert isinstance(event, Move)
            self.drag(player.card_point(event.src, event.size), player.place_point(event.dst))
