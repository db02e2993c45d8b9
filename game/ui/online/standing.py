"""How the player stands to the server, always in words: a dot, a line, and what else belongs beside it."""

from __future__ import annotations

from collections.abc import Sequence

import pygame
from pygame import Rect, Surface

from game.play.online.service import Online, State
from game.text.catalogue import Catalogue
from game.ui.controls.widgets import Kit, Widget
from game.ui.look.lettering import Style
from game.ui.look.theme import Colour

#: States in which nothing can be asked of the server.
_WAITS = (State.CONNECTING, State.RECONNECTING, State.OFF)


def state_sentence(text: Catalogue, online: Online) -> str:
    """The state with the server's name."""
    return text(f"online.state.{online.state.value}", server=str(online.address or ""))


class Standing(Widget):
    """The state's line with its dot, and lines below it; on a panel, or ``on_felt`` in the bar."""

    def __init__(self, kit: Kit, rect: Rect, size: int, on_felt: bool = False) -> None:
        super().__init__(kit, rect)
        self._size = size
        self._on_felt = on_felt
        self._state = State.OFF
        self.lines: list[str] = []

    def say(self, state: State, lines: Sequence[str]) -> bool:
        """Show a state in words, and what goes below it; True if that is something else than before."""
        if (state, [*lines]) == (self._state, self.lines):
            return False
        self._state, self.lines = state, [*lines]
        return True

    @property
    def _dot(self) -> Colour:
        theme = self.kit.theme
        if self._state is State.CONNECTED:
            return theme.accent
        quiet = theme.on_felt_quiet if self._on_felt else theme.quiet
        return quiet if self._state in _WAITS else theme.warning

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the dot before the first line, and all lines, each in a type in which it fits."""
        if not self.lines:
            return
        kit, px = self.kit, self.kit.metrics.px
        radius, gap = max(3, px(5)), px(8)
        height = min(kit.lettering.line_height(Style(self._size)), self.rect.h // len(self.lines))
        y = self.rect.y + (self.rect.h - height * len(self.lines)) // 2
        ink = kit.theme.on_felt if self._on_felt else kit.theme.text
        for row, line in enumerate(self.lines):
            inset = 2 * radius + gap if row == 0 else 0
            style = kit.fitting(line, self._size, self.rect.w - inset)
            width = kit.lettering.width(line, style) + inset
            left = self.rect.centerx - width // 2 if self._on_felt else self.rect.x
            if kit.right_to_left and not self._on_felt:
                left = self.rect.right - width
            box = Rect(left if kit.right_to_left else left + inset, y + row * height, width - inset, height)
            kit.write(target, line, style, ink, box)
            if row == 0:
                x = left + width - radius if kit.right_to_left else left + radius
                pygame.draw.aacircle(target, self._dot, (x, box.centery), radius)
            ink = kit.theme.on_felt_quiet if self._on_felt else kit.theme.quiet
