"""What the stock says: how many cards are left, and what a click on its empty place would do and cost."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.engine.rules import refusal
from game.engine.scoring import recycle_points
from game.engine.spec import GameSpec
from game.engine.state import DRAW, STOCK, State
from game.engine.view import View
from game.ui.controls.widgets import Align, Kit
from game.ui.frame.stage import Stage
from game.ui.look.lettering import Style
from game.ui.table.layout import TableLayout

_LEAST_TYPE = 14  # pixels
_MARK = 3  # above the cards at rest, below those in the air


def recycle_cost(spec: GameSpec, state: State) -> int | None:
    """Points (0 or below) of the recycle that a click on the empty stock means; None if it is refused."""
    return None if refusal(spec, state, DRAW) is not None else recycle_points(spec.scoring, state.recycles)


class StockMark:
    """The count on the stock, or the sign on its empty place."""

    z: tuple[int, ...] = (_MARK,)
    lively = False

    def __init__(self, kit: Kit, spec: GameSpec, layout: TableLayout, view: View) -> None:
        self._kit = kit
        self._spec = spec
        self._slot = layout.slots[STOCK]
        self._left = len(view.state.stock)
        self._cost = None if self._left else recycle_cost(spec, view.state)

    @property
    def shown(self) -> tuple[int, int | None]:
        """What it says: cards left, and the cost of a recycle."""
        return self._left, self._cost

    def bounds(self, alpha: float) -> Rect:
        """The stock's place."""
        return self._slot

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the count on a plate, or the sign."""
        if self._left:
            self._paint_count(target)
        elif self._cost is None:
            self._paint_sign(target, "close", "")
        else:
            self._paint_sign(target, "restart", f"−{-self._cost}" if self._cost else "")

    def _paint_count(self, target: Surface) -> None:
        words = str(self._left)
        style = self._style(words)
        height = self._kit.lettering.line_height(style)
        width = max(height, self._kit.lettering.width(words, style) + height // 2)
        plate = Rect(0, 0, width, height)
        plate.midbottom = (self._slot.centerx, self._slot.bottom - self._slot.h // 14)
        pygame.draw.rect(target, self._kit.theme.panel, plate, border_radius=height // 2)
        self._kit.write(target, words, style, self._kit.theme.text, plate, Align.CENTRE)

    def _paint_sign(self, target: Surface, icon: str, words: str) -> None:
        size = self._slot.w * 2 // 5
        colour = self._kit.theme.felt_dark if icon == "close" else self._kit.theme.on_felt
        place = Rect(0, 0, size, size)
        place.center = self._slot.center
        if words:
            place.y -= round(place.h * (self._kit.metrics.text - 1) / 2)  # a larger number needs more room below
        target.blit(self._kit.icons(icon, size, colour), place)
        if words:
            below = Rect(self._slot.x, place.bottom, self._slot.w, self._slot.bottom - place.bottom)
            self._kit.write(target, words, self._style(words), self._kit.theme.warning, below, Align.CENTRE)

    def _style(self, words: str) -> Style:
        """Type that grows with the card and the size of texts, as far as the card is wide."""
        size = round(max(_LEAST_TYPE, self._slot.h / 9) * self._kit.metrics.text)
        return self._kit.lettering.fitting(words, Style(size, bold=True, fixed_digits=True), self._slot.w * 4 // 5)


class StockSign:
    """The mark of the stock on one stage; games without a stock have none."""

    def __init__(self, kit: Kit, spec: GameSpec, layout: TableLayout, stage: Stage) -> None:
        self._kit = kit
        self._spec = spec
        self._layout = layout
        self._stage = stage
        self.mark: StockMark | None = None

    def show(self, view: View) -> None:
        """Say what holds in a view."""
        if STOCK in self._layout.slots:
            if self.mark is not None:
                self._stage.remove(self.mark)
            self.mark = StockMark(self._kit, self._spec, self._layout, view)
            self._stage.add(self.mark)
