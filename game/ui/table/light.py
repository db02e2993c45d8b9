"""The quiet light in the bar: can the game still be won? By a sign and a word, not by colour alone."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.solver.answer import Verdict
from game.ui.controls.widgets import Kit, Widget

_SIGNS = {Verdict.SOLVABLE: "check", Verdict.UNSOLVABLE: "close", Verdict.UNKNOWN: "unknown", None: "waiting"}


class Light(Widget):
    """A disc with a sign, and a word beside it. A click asks for more."""

    focusable = True

    def __init__(self, kit: Kit, rect: Rect, on_press: Callable[[], None]) -> None:
        super().__init__(kit, rect)
        self.verdict: Verdict | None = None
        self.word = ""
        self._on_press = on_press

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Ask for the verdict in words."""
        self._on_press()

    def show(self, verdict: Verdict | None, word: str) -> bool:
        """Show a verdict, None while it is being found out; True if it looks different now."""
        changed = (verdict, word) != (self.verdict, self.word)
        self.verdict, self.word = verdict, word
        return changed

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint disc, sign and word, in the middle of the place."""
        kit, px = self.kit, self.kit.metrics.px
        size, gap = px(20), px(6)
        style = kit.fitting(self.word, kit.metrics.px(14), self.rect.w - size - gap)
        width = kit.lettering.width(self.word, style)
        box = Rect(0, 0, size + gap + width, self.rect.h)
        box.center = self.rect.center
        self.paint_focus(target, px(6))
        disc = Rect(box.right - size if kit.right_to_left else box.x, 0, size, size)
        disc.centery = box.centery
        colour = kit.theme.on_felt if self.hovered or self.pressed else kit.theme.on_felt_quiet
        pygame.draw.ellipse(target, colour, disc, 0 if self.verdict is Verdict.UNSOLVABLE else max(1, px(2)))
        ink = kit.theme.bar if self.verdict is Verdict.UNSOLVABLE else colour
        sign = kit.icons(_SIGNS[self.verdict], size * 3 // 5, ink)
        target.blit(sign, sign.get_rect(center=disc.center))
        words = Rect(box.x if kit.right_to_left else disc.right + gap, box.y, width, box.h)
        kit.write(target, self.word, style, colour, words)
