"""A retained picture: items over a background, repainted only where something changed.

What rests is baked into a still layer; what is lively (moves every frame) is painted over it. So a frame costs
what moves, and nothing when nothing moves.
"""

from __future__ import annotations

from typing import Protocol

from pygame import Rect, Surface


class Item(Protocol):
    """Something to see. ``z`` orders the items; ``alpha`` (0..1) is how far between two steps a frame falls."""

    z: tuple[int, ...]

    @property
    def lively(self) -> bool:
        """True while it changes every frame."""
        ...

    def bounds(self, alpha: float) -> Rect:
        """All that it paints."""
        ...

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint it."""
        ...


class Stage:
    """The items of one scene in a window of one size."""

    def __init__(self, size: tuple[int, int], background: Surface) -> None:
        self._area = Rect((0, 0), size)
        self._background = background
        self._still = Surface(size)  # in the window's own format
        self._baked: dict[Item, Rect | None] = {}
        self._order: list[Item] | None = None
        self._damage: list[Rect] = [self._area.copy()]
        self._lively_rects: list[Rect] = []

    @property
    def items(self) -> list[Item]:
        """All items, the lowest first."""
        if self._order is None:
            self._order = sorted(self._baked, key=lambda item: item.z)
        return self._order

    @property
    def changed(self) -> bool:
        """True if the next frame would show anything new."""
        return bool(self._damage) or [item.bounds(1.0) for item in self.items if item.lively] != self._lively_rects

    def add(self, *items: Item) -> None:
        """Put items on the stage."""
        for item in items:
            self._baked[item] = None
            self.touch(item)

    def remove(self, item: Item) -> None:
        """Take an item off the stage; one that is not there is no matter."""
        old = self._baked.pop(item, None)
        self._order = None
        if old is not None:
            self._damage.append(old)

    def touch(self, item: Item) -> None:
        """Say that an item looks different, has moved, or has come to rest or to life."""
        if item not in self._baked:
            return
        old = self._baked[item]
        new = None if item.lively else item.bounds(1.0)
        self._baked[item] = new
        self._order = None
        self._damage += [rect.copy() for rect in (old, new) if rect is not None]

    def damage_all(self) -> None:
        """Have everything painted anew."""
        self._damage = [self._area.copy()]

    def frame(self, screen: Surface, alpha: float) -> list[Rect]:
        """Paint what changed onto the screen and return where."""
        damage = self._merged(self._damage)
        self._damage = []
        for rect in damage:
            self._bake(rect)
        lively = [item for item in self.items if item.lively]
        rects = [item.bounds(alpha) for item in lively]
        dirty = self._merged(damage + self._lively_rects + rects)
        self._lively_rects = rects
        for rect in dirty:
            screen.blit(self._still, rect, rect)
        for item in lively:
            item.paint(screen, alpha)
        return dirty

    def _bake(self, rect: Rect) -> None:
        self._still.set_clip(rect)
        self._still.blit(self._background, rect, rect)
        for item in self.items:
            baked = self._baked[item]
            if baked is not None and baked.colliderect(rect):
                item.paint(self._still, 1.0)
        self._still.set_clip(None)

    def _merged(self, rects: list[Rect]) -> list[Rect]:
        """The same area by rectangles that do not overlap, inside the window."""
        merged: list[Rect] = []
        for rect in rects:
            grown = rect.clip(self._area)
            if not grown.w or not grown.h:
                continue
            while (hit := grown.collidelist(merged)) != -1:
                grown = grown.union(merged.pop(hit))
            merged.append(grown)
        return merged
