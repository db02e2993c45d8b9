"""The dark screen outside the opening hours."""

from __future__ import annotations

from pygame import Rect, Surface

from game.ui.controls.group import WidgetGroup
from game.ui.controls.widgets import Align, Kit, Label
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.frame.stage import Stage
from game.ui.look.lettering import Style
from game.ui.look.theme import Colour

_GROUND: Colour = (0, 0, 0)
_WORDS: Colour = (112, 112, 112)
#: Seconds that the words stand in one place, so that they do not burn themselves into the display.
_STAY = 60.0
#: Where they stand in turn, as shares of the height.
_PLACES = (0.5, 0.3, 0.65, 0.4, 0.75, 0.25, 0.6)


class DarkScene(Scene):
    """A few lines on a dark ground, which move from time to time."""

    def __init__(self, context: Context, lines: list[str]) -> None:
        self.context = context
        self._lines = lines
        self._began = context.now()
        self._place = 0

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the lines."""
        context, metrics = self.context, self.context.metrics
        kit = Kit(context.theme, metrics, context.lettering, context.icons, context.reads_right_to_left)
        ground = Surface(size)
        ground.fill(_GROUND)
        self.stage = Stage(size, ground)
        height, width = metrics.px(52), size[0] - metrics.px(48)
        self._labels = []
        for line in self._lines:
            style = kit.fitting(line, metrics.px(28), width)
            label = Label(kit, Rect(metrics.px(24), 0, width, height), line, Style(style.size), _WORDS, Align.CENTRE)
            self._labels.append(label)
        self.stage.add(*self._labels)
        self.group = WidgetGroup([*self._labels], self.stage.touch)
        self._stand(size[1])

    def _stand(self, height: int) -> None:
        first = self._labels[0].rect
        top = round(height * _PLACES[self._place]) - len(self._labels) * first.h // 2
        for index, label in enumerate(self._labels):
            label.rect.y = top + index * first.h
            self.stage.touch(label)

    def elapse(self, seconds: float) -> None:
        """Move the words when they have stood long enough."""
        place = int((self.context.now() - self._began) // _STAY) % len(_PLACES)
        if place != self._place:
            self._place = place
            self._stand(self.context.scenes.size[1])

    def wake_after(self) -> float | None:
        """To the next place."""
        return _STAY - (self.context.now() - self._began) % _STAY + 0.01
