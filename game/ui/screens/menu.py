"""The menu: the games that can be continued, new game, games played, settings, rules, quit."""

from __future__ import annotations

from functools import partial

import pygame
from pygame import Rect, Surface

from game.engine.cards import Suit, make
from game.play.house import Damaged
from game.play.play import Play
from game.ui.controls.languages import language_choice
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.tiles import GameTile
from game.ui.controls.widgets import Kind, Widget
from game.ui.frame.context import Context
from game.ui.look.lettering import Style

_FAN = [make(Suit.CLUBS, 10), make(Suit.DIAMONDS, 12), make(Suit.SPADES, 0), make(Suit.HEARTS, 11)]
_SPREAD = 15  # degrees between two cards of the fan
#: Reference pixels: what three tiles in a row need each, and the least width and height of any. Where there is no
#: room for such, the tiles stand in the panel and are scrolled with it.
_THIRD_TILE = 150
_LEAST_TILE = 100, 84
#: A fan of cards is not worth less than this share of the window's width.
_LEAST_FAN = 0.2
_LEAST_WIDTH = 1.25  # of the window's height; in a narrower window the games stand below the panel
_BESIDE = 0.58  # of the window's width belongs to what stands beside the panel
_TILE_RATIO = 0.78  # height to width, at most


class CardFan:
    """A few cards held like a hand, as the menu's picture."""

    z: tuple[int, ...] = (1,)
    lively = False

    def __init__(self, context: Context, size: tuple[int, int], free: int) -> None:
        beside = size[0] * _BESIDE
        height = size[1] * 0.42 * min(1.0, free / beside)
        art = context.art(round(height / 1.4), context.card_style)
        x = min(free, beside) / 2
        centre = (size[0] - x if context.reads_right_to_left else x, size[1] * 0.95)
        self._cards: list[tuple[Surface, Rect]] = []
        for index, card in enumerate(_FAN):
            angle = (index - (len(_FAN) - 1) / 2) * _SPREAD
            face = art.face(card)
            framed = Surface((face.get_width() + 4, face.get_height() + 4), pygame.SRCALPHA)
            framed.blit(face, (2, 2))  # a clear rim, so that turning it leaves the edges smooth
            picture = pygame.transform.rotozoom(framed, -angle, 1.0)
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
        self._open: list[tuple[str, Play]] = []
        self._inside = False
        self._damaged: list[Damaged] = []
        for slot in context.house.active():
            found = context.house.glimpse(slot)
            if isinstance(found, Damaged):
                self._damaged.append(found)
            elif found is not None:
                self._open.append((slot, found))
        self._damaged += context.house.damage()

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
            column.button(text("menu.continue"), lambda: routes.resume(self._open[0][0]), "play", first)
            column.space(8)
            first = Kind.PLAIN
        column.button(text("menu.new"), lambda: routes.new_game(None), "new", first)
        for key, run, icon in (
            ("menu.online", routes.online, "online"),
            ("menu.history", routes.history, "history"),
            ("menu.rules", lambda: routes.rules(None), "rules"),
            ("menu.settings", routes.settings, "settings"),
            ("menu.quit", routes.quit, "quit"),
        ):
            column.space(8)
            column.button(text(key), run, icon)
        column.space(14)
        language_choice(column, self.context)
        if self._inside:
            self._fill_tiles(column)

    def _fill_tiles(self, column: Column) -> None:
        """The open games in the panel, below all else, two in a row."""
        column.space(14)
        height = column.width / 2 * _TILE_RATIO / self.kit.metrics.scale / self.kit.metrics.text
        for index, each in enumerate(self._open):
            start = 0.51 if index % 2 else 0.0
            if not start:
                column.space(8)
            column.place(partial(self._tile, entry=each), height, start, start + 0.49)

    def _wide(self, size: tuple[int, int]) -> bool:
        return size[0] >= _LEAST_WIDTH * size[1]

    def centre(self, size: tuple[int, int], panel: Rect) -> tuple[int, int]:
        """Beside the fan or the open games; above them in a narrow window; in the middle where they have no room."""
        alone = self._inside if self._open else size[0] - panel.w < _LEAST_FAN * size[0]
        if alone:
            return size[0] // 2, size[1] // 2
        if not self._wide(size):
            return size[0] // 2, (panel.h // 2 + size[1] // 20 if self._open else size[1] // 2)
        room = size[0] * (1 - _BESIDE)
        x = round(min(size[0] * _BESIDE + room / 2, size[0] - panel.w / 2 - self.edge(size)))
        return (size[0] - x if self.context.reads_right_to_left else x), size[1] // 2

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the panel, and beside it the open games, or the fan."""
        self._inside = False
        super().arrange(size, backdrop)
        free = size[0] - self.panel.right if self.context.reads_right_to_left else self.panel.x
        cells = self._cells(size)
        least = self.kit.metrics.px(_LEAST_TILE[0]), self.kit.metrics.px(_LEAST_TILE[1])
        if cells and (cells[0].w < least[0] or cells[0].h < least[1]):
            self._inside = True
            super().arrange(size, backdrop)
        elif cells:
            tiles = [self._tile(cell, each) for cell, each in zip(cells, self._open, strict=True)]
            self.stage.add(*tiles)
            self.group.widgets += tiles
        elif self._wide(size) and free > size[0] * _LEAST_FAN:
            self.stage.add(CardFan(self.context, size, free))

    def _tile(self, rect: Rect, entry: tuple[str, Play]) -> Widget:
        slot, play = entry
        return GameTile(self.kit, rect, play, self.context, partial(self.context.routes.resume, slot))

    def _cells(self, size: tuple[int, int]) -> list[Rect]:
        """A place outside the panel for each open game, in as few rows as fit."""
        if not self._open:
            return []
        edge = 2 * self.edge(size)
        area = Rect(edge, edge, self.panel.x - 2 * edge, size[1] - 2 * edge)
        if self.context.reads_right_to_left:
            area.x = self.panel.right + edge
            area.w = size[0] - edge - area.x
        if not self._wide(size):
            area = Rect(edge, self.panel.bottom + edge, size[0] - 2 * edge, size[1] - self.panel.bottom - 2 * edge)
        count = len(self._open)
        # In a small window three columns would leave no room for the names.
        most = 3 if count > 4 and area.w >= 3 * self.kit.metrics.px(_THIRD_TILE) else 2
        columns = min(count, most)
        rows = -(-count // columns)
        width = (area.w - (columns - 1) * edge // 2) // columns
        height = min((area.h - (rows - 1) * edge // 2) // rows, round(width * _TILE_RATIO))
        top = area.y + (area.h - rows * height - (rows - 1) * edge // 2) // 2
        cells: list[Rect] = []
        for index in range(count):
            row, place = divmod(index, columns)
            if self.context.reads_right_to_left:
                place = columns - 1 - place
            at = area.x + place * (width + edge // 2), top + row * (height + edge // 2)
            cells.append(Rect(at, (max(0, width), max(0, height))))
        return cells

    def begin(self) -> None:
        """The first entry is at hand for the keyboard."""
        self.group.focus(next(widget for widget in self.group.widgets if widget.focusable))

    def uncover(self) -> None:
        """Tell what could not be opened, once."""
        damaged, self._damaged = self._damaged, []
        for found in damaged:
            self.context.routes.tell_damage(found)

    def leave(self) -> None:
        """Escape goes back to the open game, if there is one."""
        if self._open:
            self.context.routes.resume(self._open[0][0])
