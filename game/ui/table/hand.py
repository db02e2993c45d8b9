"""The player's hand over the table: presses, drags and taps become events. Where they go is asked of ``intent``."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect
from pygame.event import Event

from game.engine import rules
from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.state import DRAW, STOCK
from game.engine.state import Event as GameEvent
from game.play.play import Play
from game.ui.frame.context import Context
from game.ui.frame.stage import Stage
from game.ui.look.synth import Cue
from game.ui.table import intent
from game.ui.table.board import Board
from game.ui.table.gesture import Gesture, Phase
from game.ui.table.intent import Grip
from game.ui.table.layout import TableLayout
from game.ui.table.marks import Outlook, Target
from game.ui.table.peek import Peek

_TAKES, _LOOKS = 1, 3  # mouse buttons
_SLACK = 6  # reference pixels that a shaky press may wander


class Hand:
    """What the pointer does on one table. ``act`` carries out an event and says if it happened; ``refuse`` says no."""

    def __init__(
        self,
        context: Context,
        play: Play,
        stage: Stage,
        layout: TableLayout,
        board: Board,
        act: Callable[[GameEvent], bool],
        refuse: Callable[[Grip, Refusal], None],
        open_at: Callable[[tuple[int, int]], None],
    ) -> None:
        self._context = context
        self._play = play
        self._stage = stage
        self.layout = layout
        self._board = board
        self._act = act
        self._refuse = refuse
        self._open_at = open_at
        self._grip: Grip | None = None
        self.targets: list[Target] = []
        self.gesture = Gesture(layout.metrics.px(_SLACK))
        self._peek = Peek(stage, board.art)
        self._outlook: Outlook | None = None
        self._button = _TAKES

    @property
    def busy(self) -> bool:
        """True during a press or drag."""
        return self.gesture.phase is not Phase.IDLE

    @property
    def dragging(self) -> bool:
        """True during a drag."""
        return self.gesture.phase is Phase.DRAGGING

    @property
    def grip(self) -> Grip | None:
        """The cards that are pressed or dragged."""
        return self._grip if self.busy else None

    def handle(self, event: Event) -> None:
        """React to a pointer event."""
        if event.type == pygame.MOUSEBUTTONDOWN and event.button in (_TAKES, _LOOKS):
            busy = self.busy
            if busy:
                self.let_go()  # a release was lost; or the other button during a drag, which means: not this
            if event.button == _TAKES:
                self._press(event.pos)
            elif not busy:
                self._look(event.pos)
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == self._button:
            self._release(event.pos)

    def elapse(self) -> None:
        """Time went by: a press that is held on a covered card shows it whole."""
        if self.gesture.long(self._context.now()) and self._peek.show(
            self.layout, self._play.view(), self.gesture.origin
        ):
            self.gesture.look()

    def wait(self) -> float | None:
        """Seconds until ``elapse`` would do something; None: not before an event."""
        return self.gesture.wait(self._context.now())

    def unpeek(self) -> None:
        """The cards changed: what was looked at may not be there."""
        self._peek.hide()

    def _press(self, at: tuple[int, int]) -> None:
        self._button = _TAKES
        self._grip = intent.grip_at(self.layout, self._play.view(), at)
        self.gesture.press(at, self._context.now())

    def _look(self, at: tuple[int, int]) -> None:
        """The other button looks at once, and takes nothing."""
        if self._peek.show(self.layout, self._play.view(), at):
            self._button = _LOOKS
            self.gesture.press(at, self._context.now())
            self.gesture.look()

    def look_at(self, point: tuple[int, int] | None) -> None:
        """Show what a press at a point would take; None: nothing."""
        rect = None if point is None or self._board.moving else self._prospect(point)
        if self._outlook is not None and self._outlook.rect != rect:
            self._stage.remove(self._outlook)
            self._outlook = None
        if rect is not None and self._outlook is None:
            self._outlook = Outlook(rect, self._board.art)
            self._stage.add(self._outlook)

    def _prospect(self, at: tuple[int, int]) -> Rect | None:
        """The rectangle of the cards that a press at a point would take; None where it takes none."""
        spec, view = self._play.spec, self._play.view()
        grip = intent.grip_at(self.layout, view, at)
        if grip is None or self._play.outcome is not Outcome.OPEN:
            return None
        if grip.pile == STOCK:
            return self.layout.slots[STOCK] if rules.refusal(spec, view.state, DRAW) is None else None
        if not grip.size or intent.lift_refusal(spec, view, grip) is not None:
            return None
        return self.layout.cards_in(view, *grip)

    def let_go(self) -> None:
        """End a press or drag without a move."""
        self.gesture.cancel()
        self._put_down()

    def _slides(self, at: tuple[int, int]) -> bool:
        """True while a press moves up or down an opened column: it chooses another card there, and lifts none yet."""
        opening = self.layout.opening
        if self.gesture.phase is not Phase.PRESSED or opening is None:
            return False
        slot, aside = self.layout.slots[opening[0]], abs(at[0] - self.gesture.origin[0])
        if aside > self.gesture.slack or not slot.y <= at[1] < self.layout.table.bottom:
            return False
        self._open_at(at)
        self._grip = intent.grip_at(self.layout, self._play.view(), at)
        self.gesture.press((self.gesture.origin[0], at[1]), self._context.now())
        return True

    def _move(self, at: tuple[int, int]) -> None:
        if self._button == _LOOKS or self._slides(at):
            return
        if self.gesture.move(at):
            self._peek.hide()
            if self._grip is not None and self._grip.size:
                self._lift(self._grip)
        if self._board.lifted is not None:
            self._board.lifted.carry(at)

    def _lift(self, grip: Grip) -> None:
        spec, view = self._play.spec, self._play.view()
        reason = Refusal.GAME_OVER if self._play.outcome is not Outcome.OPEN else None
        reason = reason or intent.lift_refusal(spec, view, grip)
        if reason is not None:
            self._refuse(grip, reason)
            self.gesture.cancel()
            return
        self._board.lift(view, grip, self.gesture.origin)
        self._context.sound(Cue.LIFT)
        if self._context.settings.play.placement_help:
            moves = intent.moves_of(spec, view, grip)
            art, theme = self._board.art, self._context.theme
            self.targets = [Target(self.layout.landing_in(view, move.dst), art, theme) for move in moves]
            self._stage.add(*self.targets)

    def _release(self, at: tuple[int, int]) -> None:
        if not self.busy:
            return
        if self.gesture.phase is Phase.LOOKING:
            self.let_go()
            return
        dragged = self.dragging
        taps = self.gesture.release(at, self._context.now())
        if not dragged:
            if self._grip is not None and taps:
                self._tap(self._grip, taps)
        elif self._board.lifted is not None and self._grip is not None:
            self._drop(self._grip, at)

    def _drop(self, grip: Grip, at: tuple[int, int]) -> None:
        lifted = self._board.lifted
        assert lifted is not None
        lifted.carry(at)
        auto = self._context.settings.play.auto_placement
        meant = intent.drop(self._play.spec, self.layout, self._play.view(), grip, lifted.lead, auto)
        self._put_down()
        if meant.refusal is not None:
            self._refuse(grip, meant.refusal)
        elif meant.move is not None:
            self._act(meant.move)

    def _tap(self, grip: Grip, taps: int) -> None:
        spec, view = self._play.spec, self._play.view()
        move = intent.tap_move(spec, view, grip, taps, self._context.settings.play.double_tap)
        if move is None:
            if intent.tap_was_a_wish(spec, view, grip, taps):
                self._board.shake(self._board.grip_sprites(view, grip))
        elif self._act(move) and intent.is_card_move(move):
            self.gesture.acted(self._context.now())

    def _put_down(self) -> None:
        for target in self.targets:
            self._stage.remove(target)
        self.targets = []
        self._peek.hide()
        self._board.release()
        self._grip = None
