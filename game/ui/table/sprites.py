"""Card sprites: where a card is on the screen, where it is going, and which side it shows.

A sprite chases the state: it is told its place and face and tweens there. It never decides anything.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import pygame
import pytweening
from pygame import Rect, Surface

from game.engine.cards import HIDDEN
from game.ui.look.cards import CardArt

Point = tuple[float, float]

#: Seconds for a short hop, and for the longest way across the table.
_SHORTEST, _LONGEST = 0.13, 0.23
_FLIP = 0.18
_SHAKE = 0.28
_SHAKE_WIDTH = 0.05  # of the card's width
#: The rise of a flight's arc, as a share of its length.
_ARC = 0.06
#: How far a heavy card overshoots, as pytweening's parameter (0.9 is about 4 % of the way).
_SETTLE = 0.9


@dataclass
class Flight:
    """A way from one point to another; it begins after ``delay`` seconds."""

    start: Point
    end: Point
    duration: float
    delay: float = 0.0
    time: float = 0.0
    #: True if the card is not seen before it starts: it is still in the dealer's hand.
    unseen: bool = False
    heavy: bool = False

    @property
    def done(self) -> bool:
        """True when the end is reached."""
        return self.time >= self.delay + self.duration

    def at(self) -> Point:
        """The point reached, on a slight arc, slowing down; a heavy card goes a little too far and settles."""
        share = min(1.0, max(0.0, self.time - self.delay) / self.duration)
        eased = pytweening.easeOutBack(share, _SETTLE) if self.heavy else pytweening.easeOutCubic(share)
        dx, dy = self.end[0] - self.start[0], self.end[1] - self.start[1]
        rise = _ARC * abs(dx) * math.sin(math.pi * min(1.0, eased))
        return self.start[0] + dx * eased, self.start[1] + dy * eased - rise


class CardSprite:
    """One card on the table. ``place`` is its identity, ``face`` what it shows or ``HIDDEN``."""

    def __init__(self, place: int, art: CardArt, at: Point) -> None:
        self.place = place
        self.art = art
        self.face = HIDDEN
        self.z: tuple[int, ...] = (0,)
        #: Pile and index in it: the order at rest.
        self.rank = (-1, -1)
        self.lifted = False
        #: True if others lie squarely on it, so that painting it at rest would only darken their shadow.
        self.buried = False
        self.home: Point = at
        self._at = self._before = at
        self._flight: Flight | None = None
        self._flip: float | None = None
        self._shown = HIDDEN
        self._shake: float | None = None

    @property
    def moving(self) -> bool:
        """True while it flies, flips or shakes."""
        return self._flight is not None or self._flip is not None or self._shake is not None

    @property
    def lively(self) -> bool:
        """True while it is not baked into the still picture."""
        return self.moving or self.lifted

    @property
    def at(self) -> Point:
        """Where its top left corner is."""
        return self._at

    def go(self, home: Point, delay: float, pace: float, *, unseen: bool = False, heavy: bool = False) -> None:
        """Fly home from where it is; ``pace`` stretches the time, 0 jumps."""
        self.home = home
        if pace == 0:
            self.jump(home)
            return
        if self._flight is None and self._at == home:
            return
        way = math.dist(self._at, home) / (6 * self.art.width)
        duration = (_SHORTEST + (_LONGEST - _SHORTEST) * min(1.0, way)) * pace
        self._flight = Flight(self._at, home, duration, delay * pace, unseen=unseen, heavy=heavy)

    def jump(self, at: Point) -> None:
        """Be somewhere at once."""
        self.home = self._at = self._before = at
        self._flight = None

    def carry(self, at: Point) -> None:
        """Follow the pointer."""
        self._at = self._before = at
        self._flight = None

    def turn(self, face: int, pace: float, delay: float = 0.0) -> None:
        """Show another face; with a flip, after ``delay`` seconds, if a side changes."""
        flips = pace > 0 and (face == HIDDEN) != (self.face == HIDDEN)
        self.face = face
        if flips:
            self._flip = -delay / _FLIP
        elif self._flip is None:
            self._shown = face

    def slip(self, face: int) -> None:
        """Show another face without a flip. One that may not be known any more is shown until the card rests."""
        self.face = face
        if face != HIDDEN or self._flight is None:
            self._shown = face

    def shake(self, pace: float) -> None:
        """Say no."""
        self._shake = 0.0 if pace > 0 else None

    def settle(self) -> None:
        """Be at home, at rest, at once."""
        self.jump(self.home)
        self._flip = self._shake = None
        self._shown = self.face

    def step(self, seconds: float, pace: float) -> None:
        """Let a fixed step of time pass."""
        self._before = self._at
        if self._flight is not None:
            self._flight.time += seconds
            self._at = self._flight.at()
            if self._flight.done:
                self._at, self._flight = self._flight.end, None
                if self._flip is None:
                    self._shown = self.face
        if self._flip is not None:
            self._flip += seconds / pace / _FLIP
            if self._flip >= 0.5:
                self._shown = self.face
            if self._flip >= 1:
                self._flip = None
        if self._shake is not None:
            self._shake += seconds / pace / _SHAKE
            if self._shake >= 1:
                self._shake = None

    def _drawn_at(self, alpha: float) -> tuple[int, int]:
        x = self._before[0] + (self._at[0] - self._before[0]) * alpha
        y = self._before[1] + (self._at[1] - self._before[1]) * alpha
        if self._shake is not None:
            x += math.sin(self._shake * math.pi * 5) * (1 - self._shake) * _SHAKE_WIDTH * self.art.width
        return round(x), round(y)

    def bounds(self, alpha: float) -> Rect:
        """Its rectangle with its shadow."""
        _, margin = self.art.shadow(self._spread)
        x, y = self._drawn_at(alpha)
        box = Rect(x, y, self.art.width, self.art.height)
        return box.inflate(2 * margin, 2 * margin + 2 * self._drop)

    @property
    def _spread(self) -> int:
        """Softness of the shadow in pixels: a card in the air throws a wider one."""
        return max(2, self.art.width // (14 if self._flight is not None or self.lifted else 36))

    @property
    def _drop(self) -> int:
        return self._spread // 2

    @property
    def _waiting(self) -> bool:
        return self._flight is not None and self._flight.unseen and self._flight.time < self._flight.delay

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint shadow and card."""
        if self._waiting or (self.buried and not self.lively):
            return
        x, y = self._drawn_at(alpha)
        shadow, margin = self.art.shadow(self._spread)
        picture = self.art.back() if self._shown == HIDDEN else self.art.face(self._shown)
        if self._flip is not None:
            width = max(2, round(self.art.width * abs(math.cos(math.pi * max(0.0, self._flip)))))
            picture = pygame.transform.scale(picture, (width, self.art.height))
            x += (self.art.width - width) // 2
            shadow = pygame.transform.scale(shadow, (width + 2 * margin, shadow.get_height()))
        target.blit(shadow, (x - margin, y - margin + self._drop))
        target.blit(picture, (x, y))
