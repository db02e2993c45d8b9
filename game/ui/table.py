"""The table: a game being played. Engine first, sprites after."""

from __future__ import annotations

import math

import pygame
from pygame import Surface
from pygame.event import Event

from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.state import Command
from game.engine.state import Event as GameEvent
from game.play.local import LocalPlay
from game.text.faults import refusal_sentence
from game.ui import intent
from game.ui.board import Board
from game.ui.context import Context
from game.ui.gesture import Gesture, Phase
from game.ui.hud import Action, Counters, Hud
from game.ui.intent import Grip
from game.ui.layout import table_layout
from game.ui.marks import Notice, Place, Target
from game.ui.scenes import Scene
from game.ui.stage import Stage
from game.ui.tabletop import tabletop
from game.ui.widgets import Kit, WidgetGroup

_SLACK = 6  # reference pixels that a shaky press may wander
_AWAY = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_BACK = (pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)


class TableScene(Scene):
    """One game on the table. A ``fresh`` one is dealt before the player's eyes."""

    def __init__(self, context: Context, play: LocalPlay, fresh: bool) -> None:
        self.context = context
        self.play = play
        self._fresh = fresh
        self._away = False
        self._celebrate = False
        self._grip: Grip | None = None
        self._targets: list[Target] = []
        self._notice: Notice | None = None

    # --- Building

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the table for a window size. A drag is let go."""
        context = self.context
        self.layout = table_layout(self.play.spec, size, context.board_mirrored)
        self.kit = Kit(
            context.theme, self.layout.metrics, context.lettering, context.icons, context.reads_right_to_left
        )
        self.art = context.art(self.layout.card[0], context.card_style)
        self.stage = Stage(size, tabletop(size, context.theme))
        self.board = Board(self.stage, self.layout, self.art, context.pace)
        self.gesture = Gesture(self.layout.metrics.px(_SLACK))
        self._grip, self._targets, self._notice = None, [], None
        for pile in self.layout.slots:
            self.stage.add(Place(pile, self.layout, self.art, context.theme, self.kit))
        self._build_hud()
        view = self.play.view()
        if self._fresh:
            self._fresh = False
            self.board.deal(view, (size[0] // 2 - self.layout.card[0] // 2, size[1]))
        else:
            self.board.show(view, at_once=True)

    def _build_hud(self) -> None:
        routes, prefix = self.context.routes, self.play.spec.prefix
        actions = [
            Action("hud.menu", "menu", routes.menu),
            Action("hud.new", "new", lambda: routes.new_game(prefix)),
            Action("hud.restart", "restart", lambda: routes.start(self.play.deal)),
            Action("hud.undo", "undo", self.undo),
        ]
        self.hud = Hud(self.kit, self.context.text, self.layout, self.play.code, self._copy_code, actions)
        self.group = WidgetGroup(self.hud.widgets, self.stage.touch)
        self.stage.add(*self.hud.grounds, *self.hud.widgets)
        self._refresh_hud()

    def _refresh_hud(self) -> None:
        play = self.play
        for widget in self.hud.show(Counters(play.score, int(play.elapsed), play.moves)):
            self.stage.touch(widget)
        undo = self.hud.buttons["hud.undo"]
        undo.enabled = play.refusal(Command.UNDO) is None
        self.stage.touch(undo)

    # --- Time

    @property
    def animated(self) -> bool:
        """True while cards move."""
        return self.board.moving

    def step(self, seconds: float) -> None:
        """Let the cards move on."""
        self.board.step(seconds)
        if self._celebrate and not self.board.moving:
            self._celebrate = False
            origins = [self.layout.slots[pile] for pile in self.layout.foundations]
            self.context.routes.won(self.play, self.art, origins)

    def elapse(self, seconds: float) -> None:
        """Let the player's clock run on, and take down a notice that has been read."""
        if not self._away:
            self.play.tick(seconds)
            for widget in self.hud.show(Counters(self.play.score, int(self.play.elapsed), self.play.moves)):
                self.stage.touch(widget)
        if self._notice is not None and self.context.now() >= self._notice.until:
            self._say(None)
        if self.context.save_fault() is not None:
            self._say(self.context.text("notice.not-saved"))

    def wake_after(self) -> float | None:
        """To the clock's next second, or to the end of the notice."""
        waits = []
        if self.play.started and not self._away and self.play.outcome is Outcome.OPEN:
            waits.append(1.0 - math.modf(self.play.elapsed)[0] + 0.005)
        if self._notice is not None:
            waits.append(max(0.01, self._notice.until - self.context.now()))
        return min(waits, default=None)

    def cover(self) -> None:
        """Come to rest and keep the game with its time."""
        self._let_go()
        self.board.settle()
        self.play.keep()

    def uncover(self) -> None:
        """Ask for the clock again."""
        self._away = False

    # --- Input

    def handle(self, event: Event) -> None:
        """React to an input event."""
        if self.gesture.phase is not Phase.DRAGGING and self.group.handle(event):
            return
        if event.type == pygame.MOUSEBUTTONDOWN:
            self._press(event)
        elif event.type == pygame.MOUSEMOTION:
            self._move(event.pos)
        elif event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self._release(event.pos)
        elif event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type in _AWAY:
            self._away = True
            self._let_go()
            self.play.keep()
        elif event.type in _BACK:
            self._away = False

    def _press(self, event: Event) -> None:
        if event.button == 3:
            self._let_go()  # the other button during a drag means: not this
        elif event.button == 1:
            self._grip = intent.grip_at(self.layout, self.play.view(), event.pos)
            self.gesture.press(event.pos)

    def _move(self, at: tuple[int, int]) -> None:
        if self.gesture.move(at) and self._grip is not None and self._grip.size:
            self._lift(self._grip)
        if self.board.lifted is not None:
            self._carry(at)

    def _lift(self, grip: Grip) -> None:
        view = self.play.view()
        reason = Refusal.GAME_OVER if self.play.outcome is not Outcome.OPEN else None
        reason = reason or intent.lift_refusal(self.play.spec, view, grip)
        if reason is not None:
            self._refuse(grip, reason)
            self.gesture.cancel()
            return
        self.board.lift(view, grip, self.gesture.origin)
        if self.context.settings.play.placement_help:
            self._targets = [
                Target(self.layout.landing_in(view, move.dst), self.art, self.context.theme)
                for move in intent.moves_of(self.play.spec, view, grip)
            ]
            self.stage.add(*self._targets)

    def _carry(self, at: tuple[int, int]) -> None:
        lifted = self.board.lifted
        assert lifted is not None
        lifted.carry(at)

    def _release(self, at: tuple[int, int]) -> None:
        if self.gesture.phase is Phase.IDLE:
            return
        dragged = self.gesture.phase is Phase.DRAGGING
        taps = self.gesture.release(at, self.context.now())
        if not dragged:
            if self._grip is not None and taps:
                self._tap(self._grip, taps)
            return
        if self.board.lifted is None or self._grip is None:
            return
        self._carry(at)
        auto = self.context.settings.play.auto_placement
        lead = self.board.lifted.lead
        meant = intent.drop(self.play.spec, self.layout, self.play.view(), self._grip, lead, auto)
        grip = self._grip
        self._put_down()
        if meant.refusal is not None:
            self._refuse(grip, meant.refusal)
        elif meant.move is not None:
            self._do(meant.move)

    def _tap(self, grip: Grip, taps: int) -> None:
        play = self.play
        move = intent.tap_move(play.spec, play.view(), grip, taps, self.context.settings.play.double_tap)
        if move is None:
            if intent.tap_was_a_wish(play.spec, play.view(), grip, taps):
                self.board.shake(self.board.grip_sprites(play.view(), grip))
            return
        if self._do(move) and move.src == grip.pile and grip.size:
            self.gesture.acted(self.context.now())

    def _key(self, event: Event) -> None:
        command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_z and command:
            self.undo()
        elif event.key == pygame.K_ESCAPE:
            if self.gesture.phase is Phase.IDLE:
                self.context.routes.menu()
            else:
                self._let_go()

    # --- Acting

    def _do(self, event: GameEvent) -> bool:
        """Carry out an event; True if it happened."""
        reason = self.play.do(event)
        if reason is not None:
            self._refuse(None, reason)
            return False
        self._say(None)
        self.board.show(self.play.view())
        self._refresh_hud()
        if self.play.outcome is Outcome.WON:
            self._celebrate = True
            self.board.show(self.play.view())
            if not self.board.moving:
                self.step(0.0)
        return True

    def undo(self) -> None:
        """Take the last move back."""
        self._let_go()
        self._do(Command.UNDO)

    def _refuse(self, grip: Grip | None, reason: Refusal) -> None:
        """Shake the cards that were meant and, if the player wants it, say which rule refused them."""
        if grip is not None and grip.size:
            self.board.shake(self.board.grip_sprites(self.play.view(), grip))
        if self.context.settings.play.interactive_rules:
            self._say(refusal_sentence(self.context.text, reason))

    def _put_down(self) -> None:
        for target in self._targets:
            self.stage.remove(target)
        self._targets = []
        self.board.release()
        self._grip = None

    def _let_go(self) -> None:
        """End a press or drag without a move."""
        self.gesture.cancel()
        self._put_down()

    def _say(self, sentence: str | None) -> None:
        """Show a notice in place of the one that stands, or none."""
        if self._notice is not None:
            self.stage.remove(self._notice)
        self._notice = None
        if sentence is not None:
            self._notice = Notice.until_after(self.kit, self.layout.table, sentence, self.context.now())
            self.stage.add(self._notice)

    def _copy_code(self) -> None:
        self.context.copy(self.play.code)
        self._say(self.context.text("notice.copied", code=self.play.code))
