"""Scenes and their stack: the top one gets the input; an overlay shows those below it, dimmed and at rest."""

from __future__ import annotations

from collections.abc import Iterator

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.ui.frame.stage import Stage

#: What is left of each colour channel of a scene that another one covers, of 255.
_VEIL = (125, 125, 125)


class Scene:
    """One screen of the program. Subclasses build their stage in ``arrange``."""

    #: True for a scene that stands over the one below it.
    overlay = False

    stage: Stage

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build everything for a window size; ``backdrop`` is what an overlay stands on."""
        raise NotImplementedError

    def handle(self, event: Event) -> None:
        """React to an input event."""

    def elapse(self, seconds: float) -> None:
        """Real time went by: for clocks that a player reads."""

    def step(self, seconds: float) -> None:
        """Let one fixed step of motion pass; only called while ``animated``."""

    def wake_after(self) -> float | None:
        """Seconds until the scene wants to be woken although nothing is animated; None: not before an event."""
        return None

    @property
    def animated(self) -> bool:
        """True while steps and frames must follow each other without a pause."""
        return False

    @property
    def writing(self) -> Rect | None:
        """Where a line of text is being written; None while keys are only keys."""
        return None

    def idle(self) -> bool:
        """Do a little of what can wait, a few milliseconds at most, while nothing else is to do; False: it is done."""
        return False

    def cover(self) -> None:
        """Another scene came over this one, or the program ends: come to rest and keep what must be kept."""

    def uncover(self) -> None:
        """The scene is on top (again)."""


class SceneStack:
    """The scenes from the bottom up."""

    def __init__(self, size: tuple[int, int]) -> None:
        self._scenes: list[Scene] = []
        self.size = size

    def __bool__(self) -> bool:
        return bool(self._scenes)

    @property
    def top(self) -> Scene:
        """The scene that gets the input."""
        return self._scenes[-1]

    def push(self, scene: Scene) -> None:
        """Put a scene on top."""
        if self._scenes:
            self.top.cover()
        self._scenes.append(scene)
        self._arrange_top()
        scene.uncover()

    def pop(self) -> None:
        """Take the top scene away."""
        self._scenes.pop().cover()
        if self._scenes:
            self.top.stage.damage_all()
            self.top.uncover()

    def replace(self, scene: Scene) -> None:
        """Take all scenes away and start with this one."""
        self.clear()
        self.push(scene)

    def clear(self) -> None:
        """Take all scenes away, the top one first: the program ends."""
        while self._scenes:
            self._scenes.pop().cover()

    def forsake(self) -> None:
        """Take all scenes away as they are: one of them is broken, and may not be able to come to rest."""
        self._scenes.clear()

    def __iter__(self) -> Iterator[Scene]:
        """From the top down."""
        return reversed(self._scenes)

    def resize(self, size: tuple[int, int]) -> None:
        """Rebuild all scenes for a new window size."""
        self.size = size
        self.rebuild()

    def rebuild(self) -> None:
        """Rebuild all scenes: the size, the language or the theme changed."""
        scenes, self._scenes = self._scenes, []
        for scene in scenes:
            self._scenes.append(scene)
            self._arrange_top()

    def rebuild_top(self) -> None:
        """Rebuild the top scene: what it shows changed."""
        self._arrange_top()

    def _arrange_top(self) -> None:
        self.top.arrange(self.size, self._backdrop() if self.top.overlay else None)

    def _backdrop(self) -> Surface | None:
        """The scene below the top one as it looks now, dimmed."""
        if len(self._scenes) < 2:
            return None
        below = self._scenes[-2].stage
        below.damage_all()
        picture = Surface(self.size)
        below.frame(picture, 1.0)
        picture.fill(_VEIL, special_flags=pygame.BLEND_RGB_MULT)
        return picture

    def frame(self, screen: Surface, alpha: float) -> list[Rect]:
        """Paint what changed in the top scene."""
        return self.top.stage.frame(screen, alpha)
