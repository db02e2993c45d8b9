"""The live line: what happened last, in words, in a strip of its own below the cards."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.ui.controls.widgets import Align, Kit
from game.ui.look.lettering import Style
from game.ui.look.theme import Metrics

_HEIGHT = 62  # reference pixels: two lines of small type
_LINES = 2
_LEAST_TYPE = 8  # pixels


def live_line_height(metrics: Metrics) -> int:
    """Pixels that the strip takes of the table's lower edge."""
    return metrics.px(_HEIGHT)


class LiveLine:
    """A sentence in the largest type in which it fits into the strip."""

    z: tuple[int, ...] = (7,)
    lively = False

    def __init__(self, kit: Kit, rect: Rect, sentence: str) -> None:
        self._kit = kit
        self._rect = rect
        self.lines: list[str] = []
        self.style = Style(kit.metrics.body)
        self.say(sentence)

    def say(self, sentence: str) -> None:
        """Show another sentence."""
        kit = self._kit
        room = self._rect.w - 2 * kit.metrics.px(16)
        for size in range(kit.metrics.body, _LEAST_TYPE - 1, -1):
            self.style = Style(size)
            self.lines = kit.lettering.wrap(sentence, self.style, room)
            rows = max(1, min(_LINES, self._rect.h // kit.lettering.line_height(self.style)))
            if len(self.lines) <= rows:
                return

    def bounds(self, alpha: float) -> Rect:
        """The strip."""
        return self._rect

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the strip and its sentence, in the colours of panels: they can be read on every table."""
        kit, rect = self._kit, self._rect
        pygame.draw.rect(target, kit.theme.panel, rect)
        pygame.draw.line(target, kit.theme.panel_edge, rect.topleft, (rect.right - 1, rect.y))
        height = kit.lettering.line_height(self.style)
        top = rect.centery - height * len(self.lines) // 2
        for row, line in enumerate(self.lines):
            box = Rect(rect.x, top + row * height, rect.w, height)
            kit.write(target, line, self.style, kit.theme.text, box, Align.CENTRE)
