"""A game that can be continued, as a tile: a small picture of its table, its name, score and time."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect, Surface

from game.engine.cards import HIDDEN
from game.engine.spec import GameSpec
from game.engine.view import View
from game.play.play import Play
from game.ui.controls.widgets import Kit, Widget
from game.ui.frame.context import Context
from game.ui.look.cards import CardArt
from game.ui.look.lettering import Style
from game.ui.table.hud import clock_text
from game.ui.table.intent import pile_down
from game.ui.table.layout import bare_layout


def table_picture(spec: GameSpec, view: View, context: Context, size: tuple[int, int], mirrored: bool) -> Surface:
    """A small picture of a game's cards on transparent ground."""
    layout = bare_layout(spec, Rect((0, 0), size), mirrored, context.card_style.print)
    art: CardArt = context.art(layout.card[0], context.card_style)
    picture = Surface(size, pygame.SRCALPHA)
    for pile, slot in layout.slots.items():
        pygame.draw.rect(picture, (0, 0, 0, 50), slot, border_radius=art.radius)
        places = view.places[pile]
        rects = layout.pile_rects(pile, len(places), pile_down(view, pile))
        for face, rect in zip(view.faces(pile), rects, strict=True):
            picture.blit(art.back() if face == HIDDEN else art.face(face), rect)
    return picture


class GameTile(Widget):
    """A tile; a press continues the game."""

    focusable = True

    def __init__(self, kit: Kit, rect: Rect, play: Play, context: Context, on_press: Callable[[], None]) -> None:
        super().__init__(kit, rect)
        self._on_press = on_press
        text, gap = context.text, kit.metrics.gap
        practice = text("tile.practice") if play.practice else ""
        self.name = text(f"variant.{play.spec.prefix}")
        self.line = text("tile.state", score=play.score, time=clock_text(play.elapsed)) + practice
        words = kit.lettering.line_height(Style(kit.metrics.body)) + kit.lettering.line_height(Style(kit.metrics.small))
        size = rect.w - gap(16), rect.h - words - gap(22)
        self._picture = table_picture(play.spec, play.view(), context, size, context.board_mirrored)

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """Continue the game."""
        self._on_press()

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the ground, the little table and the words."""
        theme, px, gap, metrics = self.kit.theme, self.kit.metrics.px, self.kit.metrics.gap, self.kit.metrics
        fill = theme.control_press if self.pressed else theme.control_hover if self.hovered else theme.panel
        pygame.draw.rect(target, fill, self.rect, border_radius=px(12))
        pygame.draw.rect(target, theme.panel_edge, self.rect, max(1, px(1.5)), border_radius=px(12))
        self.paint_focus(target, px(12))
        table = self._picture.get_rect(topleft=(self.rect.x + gap(8), self.rect.y + gap(8)))
        pygame.draw.rect(target, theme.felt, table, border_radius=px(8))
        target.blit(self._picture, table)
        room = self.rect.w - gap(24)
        name = self.kit.fitting(self.name, metrics.body, room)
        line = self.kit.fitting(self.line, metrics.small, room)
        height = self.kit.lettering.line_height(Style(metrics.body))
        box = Rect(self.rect.x + gap(12), table.bottom + gap(6), room, height)
        self.kit.write(target, self.name, name, theme.text, box)
        box = Rect(box.x, box.bottom, box.w, self.kit.lettering.line_height(Style(metrics.small)))
        self.kit.write(target, self.line, line, theme.quiet, box)
