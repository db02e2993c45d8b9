"""The attract screen: won games play themselves, and each language invites to touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.record import Record
from game.engine.state import DRAW, STOCK
from game.text.catalogue import Catalogue
from game.ui.controls.group import WidgetGroup
from game.ui.controls.widgets import Align, Kit, Widget
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.frame.stage import Stage
from game.ui.look.lettering import Style
from game.ui.look.tabletop import tabletop
from game.ui.screens.playback import Playback
from game.ui.table.board import Board
from game.ui.table.layout import bare_layout
from game.ui.table.marks import Place
from game.ui.table.stockmarks import StockMark

#: Seconds that a position stays, and that a won table does.
_STEP, _WON = 0.8, 4.0
_TILE, _GAP = 96, 16  # reference pixels
#: How much wider bold type is, at most.
_BOLDER = 1.1


@dataclass(frozen=True)
class Invitation:
    """One language's own name and its call to touch."""

    language: str
    name: str
    call: str


def invitations(languages: dict[str, str]) -> list[Invitation]:
    """An invitation in each language, given their names by their codes."""
    return [Invitation(code, name, Catalogue(code)("kiosk.touch")) for code, name in languages.items()]


class Tile(Widget):
    """A large button with two lines: the language, and its call."""

    focusable = True

    def __init__(self, kit: Kit, rect: Rect, invitation: Invitation, on_press: Callable[[], None]) -> None:
        super().__init__(kit, rect)
        self._invitation = invitation
        self._on_press = on_press

    def activate(self, at: tuple[int, int] | None = None) -> None:
        """The visitor has chosen."""
        self._on_press()

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint the ground and both lines."""
        theme, px = self.kit.theme, self.kit.metrics.px
        fill = theme.control_press if self.pressed else theme.control_hover if self.hovered else theme.control
        pygame.draw.rect(target, fill, self.rect, border_radius=px(16))
        pygame.draw.rect(target, theme.accent, self.rect, max(2, px(2)), border_radius=px(16))
        self.paint_focus(target, px(16))
        half = self.rect.h // 2
        upper, lower = Rect(self.rect.x, self.rect.y + px(8), self.rect.w, half), Rect(self.rect)
        lower.y, lower.h = upper.bottom - px(8), self.rect.bottom - upper.bottom
        inner = self.rect.w - px(24)
        call = self.kit.fitting(self._invitation.call, self.kit.metrics.px(26), round(inner / _BOLDER))
        name = self.kit.fitting(self._invitation.name, self.kit.metrics.body, inner)
        self.kit.write(target, self._invitation.call, Style(call.size, True), theme.text, upper, Align.CENTRE)
        self.kit.write(target, self._invitation.name, name, theme.quiet, lower, Align.CENTRE)


class AttractScene(Scene):
    """Plays ``wins`` for ever. ``begin`` is called with the language in which a visitor wants to play."""

    def __init__(
        self, context: Context, wins: Iterator[Record], invited: list[Invitation], begin: Callable[[str], None]
    ) -> None:
        self.context = context
        self._wins = wins
        self._invited = invited
        self._begin = begin
        self._playback: Playback | None = None
        self._step = 0
        self._due = 0.0
        self._fresh = True
        self._stock: StockMark | None = None
        #: How many games were played to their end.
        self.played = 0
        self._next_game()

    def _next_game(self) -> None:
        """Take up the next win; without any, the table stays empty and the invitations stand alone."""
        record = next(self._wins, None)
        self._playback = None if record is None else Playback(record)
        self._step = 0
        self._fresh = True

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the table above the invitations."""
        context, metrics = self.context, self.context.metrics
        self.kit = Kit(context.theme, metrics, context.lettering, context.icons, context.reads_right_to_left)
        self.stage = Stage(size, tabletop(size, context.theme))
        tiles = self._tiles(size)
        self.stage.add(*tiles)
        self.group = WidgetGroup(tiles, self.stage.touch)
        self._board: Board | None = None
        self._area = Rect(0, 0, size[0], tiles[0].rect.y - metrics.px(_GAP))
        self._lay()

    def _tiles(self, size: tuple[int, int]) -> list[Widget]:
        """The invitations at the lower edge: side by side, or below each other in an upright window."""
        px, count = self.kit.metrics.px, len(self._invited)
        gap, height = px(_GAP), px(_TILE)
        if self.kit.metrics.upright:
            top = size[1] - count * (height + gap)
            places = [Rect(gap, top + i * (height + gap), size[0] - 2 * gap, height) for i in range(count)]
        else:
            width = (size[0] - gap) // count - gap
            places = [Rect(gap + i * (width + gap), size[1] - height - gap, width, height) for i in range(count)]
        return [
            Tile(self.kit, place, invitation, partial(self._begin, invitation.language))
            for place, invitation in zip(places, self._invited, strict=True)
        ]

    def _lay(self) -> None:
        """Lay the game out; a fresh one is dealt before the eyes."""
        if self._playback is None:
            return
        context, spec = self.context, self._playback.record.deal.spec
        if self._board is not None:
            for item in [item for item in self.stage.items if not isinstance(item, Tile)]:
                self.stage.remove(item)
        layout = bare_layout(spec, self._area, context.board_mirrored, context.card_style.print)
        art = context.art(layout.card[0], context.card_style)
        self._layout, self._stock = layout, None
        self._board = Board(self.stage, layout, art, context.pace)
        self.stage.add(*(Place(pile, layout, art, context.theme, self.kit) for pile in layout.slots))
        view = self._playback.view(self._step)
        if self._fresh and context.pace:
            self._board.deal(view, (self._area.centerx, self._area.bottom))
        else:
            self._board.show(view, at_once=True)
        self._fresh = False
        self._mark_stock()
        self._due = context.now() + _STEP

    def _mark_stock(self) -> None:
        if STOCK in self._layout.slots and self._playback is not None:
            if self._stock is not None:
                self.stage.remove(self._stock)
            spec, view = self._playback.record.deal.spec, self._playback.view(self._step)
            self._stock = StockMark(self.kit, spec, self._layout, view)
            self.stage.add(self._stock)

    @property
    def animated(self) -> bool:
        """True while cards move."""
        return self._board is not None and self._board.moving

    def step(self, seconds: float) -> None:
        """Let the cards move on."""
        if self._board is not None:
            self._board.step(seconds)

    def elapse(self, seconds: float) -> None:
        """Make the next move when it is time, or begin the next game."""
        if self._playback is None or self.animated or self.context.now() < self._due:
            return
        if self._step == self._playback.length:
            self.played += 1
            self._next_game()
            self._lay()
            return
        self._step += 1
        assert self._board is not None
        self._board.show(self._playback.view(self._step), one_by_one=self._playback.event(self._step) == DRAW)
        self._mark_stock()
        self._due = self.context.now() + (_WON if self._step == self._playback.length else _STEP)

    def wake_after(self) -> float | None:
        """To the next move."""
        return None if self._playback is None else max(0.001, self._due - self.context.now())

    def idle(self) -> bool:
        """Draw the cards of a visitor's table ahead."""
        return self.context.prepare_cards()

    def handle(self, event: Event) -> None:
        """A language's tile begins in that language, any other touch or key in the usual one."""
        if self.group.handle(event):
            return
        if event.type == pygame.MOUSEBUTTONUP or (event.type == pygame.KEYDOWN and event.key != pygame.K_TAB):
            self._begin(self.context.text.language)
