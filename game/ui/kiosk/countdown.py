"""Is anyone there? A countdown that any touch ends."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame.event import Event

from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Align, Kind
from game.ui.frame.context import Context
from game.ui.look.lettering import Style

_TOUCHES = (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN)


class CountdownScene(PanelScene):
    """Counts ``seconds`` down to ``gone``."""

    width = 520

    def __init__(self, context: Context, seconds: int, gone: Callable[[], None]) -> None:
        super().__init__(context)
        self._ends = context.now() + seconds
        self._gone = gone

    @property
    def left(self) -> int:
        """Whole seconds that are left."""
        return max(0, math.ceil(self._ends - self.context.now()))

    def fill(self, column: Column) -> None:
        """The question, the seconds, and the button."""
        text = self.context.text
        column.title(text("kiosk.still-there")).align = Align.CENTRE
        column.space(6)
        column.paragraph(text("kiosk.soon-gone"), align=Align.CENTRE)
        column.space(10)
        self._number = column.title(str(self.left))
        self._number.align = Align.CENTRE
        self._number.style = Style(column.kit.metrics.large, bold=True, fixed_digits=True)
        self._number.colour = column.kit.theme.accent
        column.space(16)
        column.button(text("kiosk.go-on"), self.leave, "play", Kind.PRIMARY)

    def elapse(self, seconds: float) -> None:
        """Show the seconds that are left; at none, it is over."""
        if self._number.lines != [str(self.left)]:
            self._number.say(str(self.left))
            self.stage.touch(self._number)
        if not self.left:
            self._gone()

    def wake_after(self) -> float | None:
        """To the next second."""
        return max(0.01, (self._ends - self.context.now()) % 1.0 + 0.005)

    def handle(self, event: Event) -> None:
        """Any touch or key says: yes, I am here."""
        if event.type in _TOUCHES:
            self.leave()
