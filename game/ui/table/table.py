"""The table: a game being played. Engine first, sprites after."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pygame
from pygame import Surface
from pygame.event import Event

from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.state import DRAW, STOCK, Command
from game.engine.state import Event as GameEvent
from game.play.adviser import Adviser
from game.play.play import Play
from game.text.faults import refusal_sentence
from game.ui.controls.group import WidgetGroup
from game.ui.controls.widgets import Kit
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.frame.stage import Stage
from game.ui.look.synth import Cue
from game.ui.look.tabletop import tabletop
from game.ui.table.announcer import Announcer
from game.ui.table.autoplay import AutoPlay
from game.ui.table.board import Board
from game.ui.table.completion import Completion
from game.ui.table.counsellor import Around, Counsellor
from game.ui.table.cursor import Cursor
from game.ui.table.hand import Hand
from game.ui.table.hud import Action, Counters, Hud, MakeRemark, plain_remark
from game.ui.table.intent import Grip
from game.ui.table.marks import Place
from game.ui.table.passing import Passing
from game.ui.table.stockmarks import StockSign

_AWAY = (pygame.WINDOWFOCUSLOST, pygame.WINDOWMINIMIZED, pygame.WINDOWHIDDEN)
_BACK = (pygame.WINDOWFOCUSGAINED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN)


class TableScene(Scene):
    """One game on the table. A ``fresh`` one is dealt before the player's eyes."""

    def __init__(self, context: Context, play: Play, fresh: bool) -> None:
        self.context = context
        self.play = play
        self._fresh = fresh
        self._away = False
        self._celebrate = False
        self._stood_in = False
        self._auto = AutoPlay(self._do)
        self.adviser = Adviser(play, context.solving, context.now)
        self.announcer = Announcer(context, play)

    # --- Building

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the table for a window size. A drag is let go."""
        context = self.context
        self.layout = layout = context.layout(self.play.spec)
        self.kit = Kit(context.theme, layout.metrics, context.lettering, context.icons, context.reads_right_to_left)
        self.art = context.art(layout.card[0], context.card_style)
        self.stage = Stage(size, tabletop(size, context.theme))
        self.board = Board(self.stage, layout, self.art, context.pace)
        self.hand = Hand(context, self.play, self.stage, layout, self.board, self._do, self._refuse, self._open_at)
        self.passing = Passing(self.stage, layout, self.art, self.kit, context.now, self.announcer.say)
        self.stock = StockSign(self.kit, self.play.spec, layout, self.stage)
        self.announcer.arrange(self.stage, layout, self.kit, self._fresh)
        self.cursor = Cursor(
            self.play, self.stage, layout, self.board, context.theme, self._do, self._refuse, self.announcer
        )
        for pile in layout.slots:
            self.stage.add(Place(pile, layout, self.art, context.theme, self.kit))
        self._build_hud()
        view = self.play.view()
        if self._fresh:
            self._fresh = False
            context.sound(Cue.SHUFFLE)
            self.board.deal(view, (size[0] // 2 - layout.card[0] // 2, size[1]))
        else:
            self.board.show(view, at_once=True)

    def _build_hud(self) -> None:
        text = self.context.text
        light = self.context.settings.play.verdict_light and self.adviser.knows_cards
        code, actions, remark = self.play.code, self.actions(), self.remark()
        self.hud = Hud(self.kit, text, self.layout, code, self._copy_code, actions, remark, light)
        self.group = WidgetGroup([*self.hud.widgets], self.stage.touch)
        self.stage.add(*self.hud.grounds, *self.hud.widgets)
        around = Around(self.stage, self.art, self.kit, self.group, self.hud)
        self.counsel = Counsellor(self.context, self.play, self.adviser, self._auto, around, self.layout)
        self.counsel.refresh()
        self.completion = Completion(self.context, self.play, self._auto, around, self.layout)
        self._refresh()

    def actions(self) -> list[Action]:
        """The buttons of the bar."""
        actions = [
            Action("hud.menu", "menu", self.go_to_menu),
            Action("hud.new", "new", self.new_game),
            Action("hud.restart", "restart", lambda: self.context.routes.restart(self.play)),
            Action("hud.hint", "hint", self.hint),
            Action("hud.undo", "undo", self.undo),
        ]
        if self.play.spec.declared_finish:
            actions.insert(0, Action("hud.finish", "check", self.ask_finish))
        return actions

    def remark(self) -> MakeRemark | None:
        """What stands in the bar beside the numbers, if anything."""
        key = "" if self.play.spec.scoring.confirmed else "hud.unconfirmed"
        key = "hud.practice" if self.play.practice else key
        return plain_remark(self.kit, self.context.text(key)) if key else None

    def _refresh(self) -> None:
        """Have bar, stock and offer say what holds now."""
        play = self.play
        self._show_counters()
        undo = self.hud.buttons["hud.undo"]
        undo.enabled = play.refusal(Command.UNDO) is None
        self.stage.touch(undo)
        if self.hud.code.code != play.code:
            self.hud.code.code = play.code
            self.stage.touch(self.hud.code)
        self.stock.show(play.view())
        self.completion.refresh()

    def _show_counters(self) -> None:
        for widget in self.hud.show(Counters(self.play.score, int(self.play.elapsed), self.play.moves)):
            self.stage.touch(widget)

    # --- Time

    @property
    def animated(self) -> bool:
        """True while cards move."""
        return self.board.moving or self._auto.active or self._celebrate

    def step(self, seconds: float) -> None:
        """Let the cards move on."""
        self.board.step(seconds)
        self._auto.step(seconds)
        if self._celebrate and not self.board.moving:
            self._celebrate = False
            self.celebrate()

    def elapse(self, seconds: float) -> None:
        """Let the player's clock run on, and take down a notice that has been read."""
        if not self._away:
            self.play.tick(seconds)
            self._show_counters()
        self.counsel.news()
        self.passing.expire()
        self.hand.elapse()
        if self.context.save_fault() is not None:
            self._say(self.context.text("notice.not-saved"))

    def wake_after(self) -> float | None:
        """To the clock's next second, to the end of the notice, or to where a press becomes a long one."""
        waits = [self.passing.wait(), self.adviser.wait(), self.hand.wait()]
        if self.play.started and not self._away and self.play.outcome is Outcome.OPEN:
            waits.append(1.0 - math.modf(self.play.elapsed)[0] + 0.005)
        return min((wait for wait in waits if wait is not None), default=None)

    def idle(self) -> bool:
        """Draw the cards that have not been seen yet ahead, so that none is drawn in mid-flight."""
        if self.art.prepare():
            self._stood_in = True
            return True
        if self._stood_in:
            self._stood_in = False
            self.stage.damage_all()  # pictures of another size may have stood in for what is drawn now
        return self.context.prepare_sounds()

    def cover(self) -> None:
        """Come to rest and keep the game with its time."""
        self.completion.stop()
        self.counsel.rest()
        self.hand.let_go()
        self.board.settle()
        self.play.keep()

    def uncover(self) -> None:
        """The clock runs again."""
        self._away = False
        self.counsel.resume()

    # --- Input

    def handle(self, event: Event) -> None:
        """React to an input event. Any press or key interrupts the auto-complete."""
        if event.type in (pygame.MOUSEBUTTONDOWN, pygame.KEYDOWN) and self._auto.active:
            self.completion.stop()
            return
        if event.type == pygame.MOUSEBUTTONDOWN:
            self.cursor.hide()
            self.passing.clear()
        if not self.hand.dragging and self.group.handle(event):
            return
        if event.type == pygame.MOUSEBUTTONDOWN and self.counsel.covers(event.pos):
            return
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN) and not self.hand.busy:
            self._open_at(event.pos)
        self.hand.handle(event)
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            resting = event.type == pygame.MOUSEMOTION and not self.hand.busy and not event.touch
            self.hand.look_at(event.pos if resting else None)
        if event.type == pygame.KEYDOWN:
            self._key(event)
        elif event.type in _AWAY:
            self._away = True
            self.hand.let_go()
            self.play.keep()
        elif event.type in _BACK:
            self._away = False

    def _open_at(self, point: tuple[int, int] | None) -> None:
        """Open the compressed column under the pointer, and close the one that was open."""
        before = self.layout
        self.layout = before.opened_at(self.play.view(), point)
        if self.layout.opening != before.opening:
            self.hand.layout = self.counsel.layout = self.layout
            changed = {layout.opening[0] for layout in (before, self.layout) if layout.opening is not None}
            self.board.reopen(self.play.view(), self.layout, changed)
            self.counsel.refresh()

    def _key(self, event: Event) -> None:
        command = event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META)
        if event.key == pygame.K_z:
            self.undo()
        elif command or self.counsel.key(event):
            return
        elif self.cursor.key(event):
            self.group.focus(None)  # the keys are with the cards again
        elif event.key == pygame.K_s:
            self._say(self.announcer.standing())
        elif event.key == pygame.K_n:
            self.new_game()
        elif event.key == pygame.K_F1 or (event.key == pygame.K_SLASH and event.mod & pygame.KMOD_SHIFT):
            self.context.routes.keys()
        elif event.key == pygame.K_SPACE and STOCK in self.layout.slots:
            self.hand.let_go()
            self._do(DRAW)
        elif event.key == pygame.K_ESCAPE:
            if self.group.focused is not None:
                self.group.focus(None)
            elif self.hand.busy:
                self.hand.let_go()
            elif self.counsel.plate is not None:
                self.counsel.dismiss()
            else:
                self.go_to_menu()

    # --- Acting

    def _do(self, event: GameEvent) -> bool:
        """Carry out an event; True if it happened."""
        before = self.play.view()
        reason = self.play.do(event)
        if reason is not None:
            self._refuse(None, reason)
            return False
        self.passing.clear()
        self.hand.unpeek()
        self.hand.look_at(None)
        self._sound(event, sum(before.state.down))
        self.announcer.happened(event, before)
        self.show_play(one_by_one=event == DRAW)
        self.counsel.changed(event)
        return True

    def show_play(self, one_by_one: bool = False) -> None:
        """Let the table follow the game, and then go on to its result, if there is one."""
        self.board.show(self.play.view(), one_by_one=one_by_one)
        self._refresh()
        self.cursor.refresh()
        if self.over:
            self._auto.stop()
            self._celebrate = True
            if not self.board.moving:
                self.step(0.0)

    @property
    def over(self) -> bool:
        """True when there is a result to show."""
        return self.play.outcome is not Outcome.OPEN

    def celebrate(self) -> None:
        """Show the result."""
        self.context.routes.over(self.play, self.art, self.layout.foundation_slots)

    def go_to_menu(self) -> None:
        """Leave the table."""
        self.context.routes.menu()

    def new_game(self) -> None:
        """Ask which game is to be dealt."""
        self.context.routes.new_game(self.play.spec.prefix)

    def _sound(self, event: GameEvent, hidden: int) -> None:
        """What an event sounds like; ``hidden`` is how many cards lay face down before it."""
        if self.play.outcome is Outcome.OPEN:
            turned = sum(self.play.view().state.down) < hidden
            self.context.sound(Cue.DRAW if event == DRAW else Cue.FLIP if turned else Cue.PLACE)

    def undo(self) -> None:
        """Take the last move back."""
        self.hand.let_go()
        self.cursor.hide()
        self._do(Command.UNDO)

    def hint(self) -> None:
        """Ask for a hint."""
        self.hand.let_go()
        self.counsel.hint()

    def ask_finish(self) -> None:
        """The finish is final, so it is asked for."""
        text = self.context.text
        self.context.routes.ask(text("finish.question"), text("finish.yes"), self.finish)

    def finish(self) -> None:
        """Declare the game finished."""
        self._do(Command.FINISH)

    def _refuse(self, grip: Grip | None, reason: Refusal) -> None:
        """Shake the cards that were meant and, if the player wants it, say which rule refused them."""
        if grip is not None and grip.size:
            self.board.shake(self.board.grip_sprites(self.play.view(), grip))
        self.context.sound(Cue.REFUSE)
        sentence = refusal_sentence(self.context.text, reason)
        told = self.context.settings.play.interactive_rules
        columns = self.play.view().state.columns if reason is Refusal.EMPTY_COLUMN else ()
        empty = [i for i, column in enumerate(columns) if not column]
        self._say(sentence if told else None, empty)
        if not told:
            self.announcer.say(sentence)

    def _say(self, sentence: str | None, piles: Sequence[int] = ()) -> None:
        """Say something in passing, in place of any advice."""
        self.counsel.dismiss()
        self.passing.say(sentence, piles)

    def _copy_code(self) -> None:
        if not self.context.can_copy:
            return
        self.context.copy(self.play.code)
        self._say(self.context.text("notice.copied", code=self.play.code))
