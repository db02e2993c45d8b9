"""Shows at the table what the adviser says: marks on the board, the plate with its offers, and the light in the bar."""

from __future__ import annotations

from typing import NamedTuple

import pygame
from pygame import Rect

from game.engine.state import DRAW, STOCK, Command, Event
from game.play.adviser import Adviser, Counsel, Lost, Topic
from game.play.play import Play
from game.solver.answer import Verdict
from game.ui.controls.group import WidgetGroup
from game.ui.controls.widgets import Kind, Kit
from game.ui.frame.context import Context
from game.ui.frame.stage import Stage
from game.ui.look.cards import CardArt
from game.ui.table import advicewords
from game.ui.table.autoplay import AutoPlay
from game.ui.table.hintmarks import HintMark
from game.ui.table.hud import Hud
from game.ui.table.layout import TableLayout
from game.ui.table.light import Light
from game.ui.table.plate import Offer, Plate

#: Seconds between two moves that are shown, and between two that are taken back.
_SHOW_GAP, _BACK_GAP = 0.6, 0.14


class Around(NamedTuple):
    """The table that advice is given at."""

    stage: Stage
    art: CardArt
    kit: Kit
    group: WidgetGroup
    hud: Hud


class Counsellor:
    """Advice at one table as it stands in its window. ``auto`` carries out what is accepted."""

    def __init__(
        self, context: Context, play: Play, adviser: Adviser, auto: AutoPlay, around: Around, layout: TableLayout
    ) -> None:
        self._context = context
        self._play = play
        self._adviser = adviser
        self._auto = auto
        self._around = around
        self.layout = layout
        self.plate: Plate | None = None
        self.marks: list[HintMark] = []
        self.light: Light | None = None
        self._showing = False
        if context.settings.play.verdict_light and adviser.knows_cards:
            self.light = Light(around.kit, around.hud.light_cell, self.verdict)
            self.light.z = around.hud.code.z
            around.group.widgets.append(self.light)
            around.stage.add(self.light)

    # --- What the player asks

    def key(self, event: pygame.event.Event) -> bool:
        """React to a key; False if it means nothing here."""
        topic = {pygame.K_h: Topic.HINT, pygame.K_v: Topic.VERDICT}.get(event.key)
        if topic is not None:
            self._ask(topic)
        return topic is not None

    def hint(self) -> None:
        """Ask for a hint."""
        self._ask(Topic.HINT)

    def verdict(self) -> None:
        """Ask whether the game can still be won."""
        self._ask(Topic.VERDICT)

    def _ask(self, topic: Topic) -> None:
        self._adviser.ask(topic)
        self.refresh()

    def dismiss(self) -> None:
        """Take the advice away."""
        self._adviser.dismiss()
        self.refresh()

    def covers(self, point: tuple[int, int]) -> bool:
        """True if the plate lies over a point."""
        return self.plate is not None and self.plate.rect.collidepoint(point)

    # --- What happens at the table

    def changed(self, event: Event) -> None:
        """An event was carried out."""
        self._adviser.changed(event)
        self.refresh()

    def news(self) -> None:
        """Show what the adviser found out in the meantime."""
        if self._adviser.poll():
            self.refresh()
        if self._showing and not self._auto.active:
            self._showing = False
            self.refresh()

    def resume(self) -> None:
        """The player is at the table (again)."""
        self._adviser.watch(self.light is not None)
        self.refresh()

    def rest(self) -> None:
        """The player looks elsewhere."""
        self._adviser.rest()
        self._showing = False
        self.refresh()

    # --- Showing

    def refresh(self) -> None:
        """Show what holds now."""
        self._take_down()
        counsel = self._adviser.counsel
        if self._showing:
            self._put_plate(self._context.text("advice.show"), self._context.text("show.playing"), [])
        elif counsel is not None and counsel.topic is Topic.SHOW and counsel.verdict is Verdict.SOLVABLE:
            self._show()
        elif counsel is not None:
            self.marks = self._marked(counsel)
            self._around.stage.add(*self.marks)
            text, seen = self._context.text, self._play.view().state
            words = advicewords.sentence(text, self._play.spec, seen, counsel)
            self._put_plate(advicewords.heading(text, counsel), words, self._offers(counsel))
        if self.light is not None:
            verdict = self._adviser.light
            if self.light.show(verdict, advicewords.light_word(self._context.text, verdict)):
                self._around.stage.touch(self.light)

    def _take_down(self) -> None:
        for mark in self.marks:
            self._around.stage.remove(mark)
        self.marks = []
        if self.plate is not None:
            self._around.stage.remove(self.plate)
            for widget in self.plate.widgets:
                self._around.stage.remove(widget)
            group = self._around.group
            group.widgets = [widget for widget in group.widgets if widget not in self.plate.widgets]
        self.plate = None

    def _put_plate(self, heading: str, sentence: str, offers: list[Offer]) -> None:
        around = self._around
        marks, view = [mark.bounds(1.0) for mark in self.marks], self._play.view()
        piles = [(pile, len(places)) for pile, places in view.places.items() if places and pile in self.layout.slots]
        cards = [self.layout.cards_in(view, pile, size) for pile, size in piles]
        self.plate = Plate(
            around.kit, self.layout, around.art, heading, sentence, offers, self.dismiss, marks, cards
        )
        around.group.widgets += self.plate.widgets
        around.stage.add(self.plate, *self.plate.widgets)

    def _marked(self, counsel: Counsel) -> list[HintMark]:
        """Both piles of a move, the stock, or the undo."""
        kit, radius, move = self._around.kit, self._around.art.radius, counsel.move
        if counsel.lost is Lost.BACK:
            undo: Rect = self._around.hud.buttons["hud.undo"].rect
            return [HintMark(kit, undo, "take", kit.metrics.px(10))]
        if move is None:
            return []
        if move == DRAW:
            return [HintMark(kit, self.layout.slots[STOCK], "take", radius)]
        view = self._play.view()
        source = HintMark(kit, self.layout.cards_in(view, move.src, move.size), "take", radius)
        return [source, HintMark(kit, self.layout.landing_in(view, move.dst), "put", radius)]

    def _offers(self, counsel: Counsel) -> list[Offer]:
        """What can be done about it."""
        text = self._context.text
        hint = Offer(text("hud.hint"), "hint", self.hint)
        show = Offer(text("offer.show"), "play", self._ask_to_show)
        if counsel.lost is Lost.BACK:
            words = text.plural("offer.back", counsel.back)
            return [Offer(words, "undo", lambda: self._go_back(counsel.back), Kind.PRIMARY)]
        if counsel.thinking or counsel.lost is not None or not self._adviser.knows_cards:
            return []
        if counsel.verdict is Verdict.SOLVABLE:
            return [show] if counsel.topic is Topic.HINT else [hint, show]
        if counsel.topic is Topic.HINT:
            return []
        if counsel.verdict is Verdict.UNSOLVABLE:
            return [Offer(text("offer.find-back"), "history", lambda: self._ask(Topic.WAY_BACK))]
        return [hint]

    def _go_back(self, count: int) -> None:
        self._auto.start([Command.UNDO] * count, _BACK_GAP * self._context.pace)

    def _ask_to_show(self) -> None:
        """The game counts as abandoned from then on, so it is asked first."""
        if self._play.shown or self._play.practice:
            self._ask(Topic.SHOW)
            return
        text = self._context.text
        self._context.routes.ask(text("show.question"), text("offer.show"), lambda: self._ask(Topic.SHOW))

    def _show(self) -> None:
        """Begin to play the rest. It is for looking at, so it takes its time even where cards do not glide."""
        if not self._play.shown:
            self._play.show()
        self._showing = True
        self._adviser.dismiss()
        self._auto.start(self._adviser.way(), _SHOW_GAP * (self._context.pace or 1.0))
        self.refresh()
