"""A game that is only watched: the table without a hand at it, and a player's controls below.

Subclasses say what there is to see at each step; this class lays it out, moves through it and keeps the time. It
asks for no time at all while it is paused.
"""

from __future__ import annotations

import math

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.spec import GameSpec
from game.engine.view import View
from game.ui.controls.group import WidgetGroup
from game.ui.controls.transport import Acts, Tempo, Transport, transport_height
from game.ui.controls.widgets import Align, Button, Kind, Kit, Label, Widget
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.frame.stage import Stage
from game.ui.look.tabletop import tabletop
from game.ui.table import bars
from game.ui.table.bars import Content
from game.ui.table.board import Board
from game.ui.table.hud import Action, Counter, Strip
from game.ui.table.layout import table_layout
from game.ui.table.marks import Notice, Place, reading_seconds
from game.ui.table.passing import placed_notice
from game.ui.table.stockmarks import StockSign

_BAR = 8
_RESTS = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)


class ViewingScene(Scene):
    """Steps 0 .. ``last`` of something that happens on a table of the rules ``spec``."""

    def __init__(self, context: Context, spec: GameSpec, last: int) -> None:
        self.context = context
        self.spec = spec
        self.last = last
        self.step_shown = 0
        self.playing = False
        self.tempo = Tempo.NORMAL
        self._due = 0.0
        self._notice: Notice | None = None
        self._notice_until = 0.0

    # --- What a subclass says

    def view_at(self, step: int) -> View:
        """The position at a step."""
        raise NotImplementedError

    def caption_at(self, step: int) -> str:
        """The words for a step."""
        raise NotImplementedError

    def counters_at(self, step: int) -> list[tuple[str, int]]:
        """Names and numbers beside the table."""
        raise NotImplementedError

    def actions(self) -> list[Action]:
        """The buttons beside the table; the last one closes."""
        raise NotImplementedError

    def title(self) -> str:
        """What is watched."""
        raise NotImplementedError

    def seconds_at(self, step: int) -> float:
        """How long a step stays at the normal tempo."""
        raise NotImplementedError

    def deals_at(self, step: int) -> bool:
        """True if the way to a step is one draw or deal, which a hand does card by card."""
        raise NotImplementedError

    def caption_lines(self, kit: Kit) -> int:
        """How many lines the words for any step need at most."""
        raise NotImplementedError

    def shown(self, before: int) -> None:
        """A step is shown now; ``before`` was shown until now."""

    # --- Building

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build table and controls for a window size."""
        context = self.context
        kit = self.kit = Kit(
            context.theme, context.metrics, context.lettering, context.icons, context.reads_right_to_left
        )
        self.lines = self.caption_lines(kit)
        height = transport_height(kit, self.lines)
        area = Rect(0, size[1] - height, size[0], height)
        content = Content(len(self.counters_at(self.step_shown)), remark=False, buttons=len(self.actions()))
        above, print_ = (size[0], area.y), context.card_style.print
        self.layout = table_layout(
            self.spec, above, context.board_mirrored, print_, metrics=kit.metrics, content=content
        )
        self.art = context.art(self.layout.card[0], context.card_style)
        self.stage = Stage(size, tabletop(size, context.theme))
        self.board = Board(self.stage, self.layout, self.art, context.pace)
        self._notice = None
        self._stock = StockSign(self.kit, self.spec, self.layout, self.stage)
        for pile in self.layout.slots:
            self.stage.add(Place(pile, self.layout, self.art, context.theme, kit))
        acts = Acts(self.seek, self.toggle, self._set_tempo)
        self.transport = Transport(kit, context.text, self.art, area, self.lines, self.last, self.tempo, acts)
        self._build_side()
        widgets: list[Widget] = [*self._sides, *self.transport.widgets]
        self.group = WidgetGroup(widgets, self.stage.touch)
        grounds = [Strip(self.kit, self.layout.hud), Strip(self.kit, self.layout.actions), *self.transport.grounds]
        self.stage.add(*grounds, *widgets)
        view = self.view_at(self.step_shown)
        self.board.show(view, at_once=True)
        self._stock.show(view)
        self._refresh()
        self.shown(self.step_shown)

    def _build_side(self) -> None:
        """The counters and buttons beside (or above and below) the table."""
        kit, layout = self.kit, self.layout
        counters, actions = self.counters_at(self.step_shown), self.actions()
        *cells, last = bars.counter_cells(layout, len(counters))
        self.counters = [Counter(kit, cell, name, layout) for cell, (name, _) in zip(cells, counters, strict=True)]
        style = kit.fitting(self.title(), kit.metrics.small, last.w)
        title = Label(kit, last, self.title(), style, kit.theme.on_felt_quiet, Align.CENTRE)
        self.buttons: dict[str, Button] = {}
        for action, cell in zip(actions, bars.action_cells(layout, len(actions), False), strict=True):
            word = self.context.text(action.key)
            self.buttons[action.key] = Button(kit, cell, word, action.run, action.icon, Kind.QUIET, stacked=True)
        self.buttons[actions[-1].key].kind = Kind.PLAIN
        self._sides: list[Widget] = [*self.counters, title, *self.buttons.values()]
        for widget in self._sides:
            widget.z = (_BAR,)

    def _refresh(self) -> None:
        """Let the controls show the step."""
        changed = self.transport.show(self.step_shown, self.caption_at(self.step_shown), self.playing)
        for counter, (_, value) in zip(self.counters, self.counters_at(self.step_shown), strict=True):
            counter.value = str(value)
        for widget in [*changed, *self._sides]:
            self.stage.touch(widget)

    # --- Moving through the steps

    def seek(self, step: int) -> None:
        """Show a step, wherever it is; playing goes on from there."""
        step = max(0, min(self.last, step))
        if step == self.step_shown:
            return
        before, self.step_shown = self.step_shown, step
        self.say(None)
        view = self.view_at(step)
        by_hand = step == before + 1 and self.deals_at(step)
        self.board.show(view, at_once=self.tempo is Tempo.JUMP, one_by_one=by_hand)
        self._stock.show(view)
        if step == self.last:
            self.playing = False
        self._wait()
        self._refresh()
        self.shown(before)

    def toggle(self) -> None:
        """Play or pause; at the end, play again from the start."""
        self.playing = not self.playing and self.last > 0
        if self.playing and self.step_shown == self.last:
            self.playing = True
            self.seek(0)
        self._wait()
        self._refresh()

    def _set_tempo(self, tempo: Tempo) -> None:
        self.tempo = tempo
        self._wait()

    def _wait(self) -> None:
        """Begin the time that the shown step stays."""
        self._due = self.context.now() + self.seconds_at(self.step_shown) * self.tempo.share

    # --- Time

    @property
    def animated(self) -> bool:
        """True while cards move."""
        return self.board.moving

    def step(self, seconds: float) -> None:
        """Let the cards move on."""
        self.board.step(seconds)

    def elapse(self, seconds: float) -> None:
        """Play on when the step has stood long enough, and take down a notice that has been read."""
        if self._notice is not None and self.context.now() >= self._notice_until:
            self.say(None)
        if self.playing and not self.transport.slider.held and self.context.now() >= self._due:
            self.seek(self.step_shown + 1)

    def wake_after(self) -> float | None:
        """To the next step while it plays, or to the end of the notice."""
        waits = []
        if self.playing and not self.transport.slider.held:
            waits.append(max(0.001, self._due - self.context.now()))
        if self._notice is not None and self._notice_until < math.inf:
            waits.append(max(0.01, self._notice_until - self.context.now()))
        return min(waits, default=None)

    def cover(self) -> None:
        """Come to rest."""
        self.playing = self.transport.slider.held = False
        self.board.settle()
        self._refresh()

    # --- Input

    def handle(self, event: Event) -> None:
        """React to an input event."""
        if self.transport.slider.handle(event):
            self.stage.touch(self.transport.slider)
            self._wait()
        elif event.type == pygame.KEYDOWN and event.key in (pygame.K_LEFT, pygame.K_RIGHT):
            if not self.group.handle(event):  # the choice of tempo uses them while it has the focus
                forward = (event.key == pygame.K_RIGHT) != self.kit.right_to_left
                self.seek(self.step_shown + (1 if forward else -1))
        elif self.group.handle(event):
            return
        elif event.type == pygame.KEYDOWN:
            self._key(event.key)
        elif event.type in _RESTS and (self.playing or self.transport.slider.held):
            self.transport.slider.held = False
            self.playing = False
            self._refresh()

    def _key(self, key: int) -> None:
        if key == pygame.K_SPACE:
            self.toggle()
        elif key in (pygame.K_HOME, pygame.K_END):
            self.seek(0 if key == pygame.K_HOME else self.last)
        elif key == pygame.K_ESCAPE:
            self.close()

    def close(self) -> None:
        """Back to where the player came from."""
        self.context.scenes.pop()

    def say(self, sentence: str | None, stays: bool = False) -> None:
        """Show a notice in place of the one that stands, or none; one that ``stays`` does until the next step."""
        if self._notice is not None:
            self.stage.remove(self._notice)
        self._notice = None
        if sentence is not None:
            self._notice = placed_notice(self.kit, self.layout, sentence)
            self._notice_until = math.inf if stays else self.context.now() + reading_seconds(sentence)
            self.stage.add(self._notice)

    @property
    def notice(self) -> str | None:
        """The sentence that stands, if any."""
        return None if self._notice is None else self._notice.sentence
