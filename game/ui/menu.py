"""The menu: continue, new game, settings, rules, quit."""

from __future__ import annotations

import pygame
from pygame import Rect, Surface

from game.engine.cards import Suit, make
from game.ui.context import Context
from game.ui.lettering import Style
from game.ui.panels import Column, PanelScene
from game.ui.widgets import Kind

_FAN = [make(Suit.CLUBS, 10), make(Suit.DIAMONDS, 12), make(Suit.SPADES, 0), make(Suit.HEARTS, 11)]
_SPREAD = 15  # degrees between two cards of the fan
_LEAST_WIDTH = 1.25  # of the window's height; a narrower window has no room for the fan


class CardFan:
    """A few cards held like a hand, as the menu's picture."""

    z: tuple[int, ...] = (1,)
    lively = False

    def __init__(self, context: Context, size: tuple[int, int]) -> None:
        height = size[1] * 0.42
        art = context.art(round(height / 1.4), context.card_style)
        centre = (size[0] * 0.29, size[1] * 0.95)
        self._cards: list[tuple[Surface, Rect]] = []
        for index, card in enumerate(_FAN):
            angle = (index - (len(_FAN) - 1) / 2) * _SPREAD
            picture = pygame.transform.rotozoom(art.face(card), -angle, 1.0)
            arm = pygame.Vector2(0, -height * 1.02).rotate(angle)
            self._cards.append((picture, picture.get_rect(center=(centre[0] + arm.x, centre[1] + arm.y))))
        self._bounds = self._cards[0][1].unionall([rect for _, rect in self._cards])

    def bounds(self, alpha: float) -> Rect:
        """All cards."""
        return self._bounds

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the cards."""
        for picture, rect in self._cards:
            target.blit(picture, rect)


class MenuScene(PanelScene):
    """The program's first screen when no game is open."""

    overlay = False
    width = 400

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._open = context.store.active()

    def fill(self, column: Column) -> None:
        """The entries."""
        text, routes = self.context.text, self.context.routes
        title = column.title(text("app.name"))
        title.style = Style(column.kit.metrics.px(46), bold=True)
        column.space(4)
        tagline = column.paragraph(text("menu.tagline"))
        tagline.colour = self.context.theme.quiet
        column.space(20)
        first = Kind.PRIMARY
        if self._open:
            column.button(text("menu.continue"), lambda: routes.resume(self._open[0]), "play", first)
            column.space(10)
            first = Kind.PLAIN
        column.button(text("menu.new"), lambda: routes.new_game(None), "new", first)
        column.space(10)
        column.button(text("menu.settings"), routes.settings, "settings")
        column.space(10)
        column.button(text("menu.rules"), lambda: routes.rules(None), "rules")
        column.space(10)
        column.button(text("menu.quit"), routes.quit, "quit")

    def _has_fan(self, size: tuple[int, int]) -> bool:
        return size[0] >= _LEAST_WIDTH * size[1]

    def centre(self, size: tuple[int, int], panel: Rect) -> tuple[int, int]:
        """Beside the fan, where there is one."""
        if not self._has_fan(size):
            return super().centre(size, panel)
        x = round(size[0] * 0.70)
        return (size[0] - x if self.context.reads_right_to_left else x), size[1] // 2

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the panel and the fan."""
        super().arrange(size, backdrop)
        if self._has_fan(size):
            self.stage.add(CardFan(self.context, size))

    def begin(self) -> None:
        """The first entry is at hand for the keyboard."""
        self.group.focus(next(widget for widget in self.group.widgets if widget.focusable))

    def leave(self) -> None:
        """Escape goes back to the open game, if there is one."""
        if self._open:
            self.context.routes.resume(self._open[0])
