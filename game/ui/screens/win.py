"""The win: a fountain of cards, then what was reached and the code to share. Any input skips the fountain."""

from __future__ import annotations

import math
from collections.abc import Callable

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.cards import PACK_SIZE, make
from game.engine.session import Outcome
from game.play.play import Play
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Align, Kind
from game.ui.frame.context import Context
from game.ui.frame.scenes import Scene
from game.ui.frame.stage import Stage
from game.ui.look.cards import CardArt
from game.ui.look.synth import Cue
from game.ui.table.hud import clock_text

_GAP = 0.05  # seconds between two cards
_FALL = 2.4  # window heights a second, each second
_RISE = 1.35  # window heights a second
_SECONDS = 3.6


class Spark:
    """One card of the fountain."""

    lively = True

    def __init__(self, picture: Surface, start: tuple[int, int], speed: tuple[float, float], delay: float) -> None:
        self.z: tuple[int, ...] = (5,)
        self.time = -delay
        self._picture = picture
        self._start = start
        self._speed = speed
        self._fall = 0.0

    def set_fall(self, fall: float) -> None:
        """Pixels a second, each second."""
        self._fall = fall

    def bounds(self, alpha: float) -> Rect:
        """Where it is now."""
        time = max(0.0, self.time)
        x = self._start[0] + self._speed[0] * time
        y = self._start[1] + self._speed[1] * time + self._fall * time * time / 2
        return self._picture.get_rect(topleft=(round(x), round(y)))

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint it."""
        if self.time > 0:
            target.blit(self._picture, self.bounds(alpha))


class FountainScene(Scene):
    """The cards leap from the foundations, whose places are ``origins``; then ``result`` is shown."""

    overlay = True

    def __init__(self, context: Context, art: CardArt, origins: list[Rect], result: Callable[[], Scene]) -> None:
        self.context = context
        self._result = result
        self._art = art
        #: Where the foundations were in a window of ``_size``; a later resize moves them along.
        self._origins = origins
        self._size = context.scenes.size
        self._time = 0.0
        self._over = False

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Set the cards up, the kings first as they lie on top."""
        if not self._time:
            self.context.sound(Cue.WIN)
        self.stage = Stage(size, backdrop or Surface(size))
        self._sparks = []
        across, down = size[0] / self._size[0], size[1] / self._size[1]
        for index in range(PACK_SIZE):
            suit, rank = index % 4, 12 - index // 4
            origin = self._origins[suit]
            start = (round(origin.x * across), round(origin.y * down))
            turn = math.sin(index * 2.4)  # an even spread that does not look like a pattern
            speed = (turn * size[0] * 0.42, -size[1] * (_RISE * 0.45 + 0.5 * abs(math.cos(index * 1.7))))
            spark = Spark(self._art.face(make(suit, rank)), start, speed, index * _GAP)
            spark.set_fall(size[1] * _FALL)
            spark.time += self._time
            self._sparks.append(spark)
        self.stage.add(*self._sparks)

    @property
    def animated(self) -> bool:
        """Until it is over."""
        return not self._over

    def step(self, seconds: float) -> None:
        """Let the cards fly on."""
        self._time += seconds
        for spark in self._sparks:
            spark.time += seconds
        if self._time >= _SECONDS:
            self._end()

    def handle(self, event: Event) -> None:
        """Any press or key goes on to the result."""
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self._end()

    def _end(self) -> None:
        if not self._over:
            self._over = True
            scenes = self.context.scenes
            scenes.pop()
            scenes.push(self._result())


class ResultScene(PanelScene):
    """What was reached, in a game that is won or finished."""

    width = 520

    def __init__(self, context: Context, play: Play) -> None:
        super().__init__(context)
        self._play = play

    def fill(self, column: Column) -> None:
        """Score, time, moves, code, and where to go from here."""
        text, play, routes = self.context.text, self._play, self.context.routes
        won = play.outcome is Outcome.WON
        title = text("shown.title") if won and play.shown else text("won.title" if won else "finish.title")
        column.title(title).align = Align.CENTRE
        column.space(6)
        if play.shown:
            column.paragraph(text("shown.remark"), align=Align.CENTRE).colour = self.context.theme.quiet
            column.space(6)
        column.paragraph(text("won.result", score=play.score, time=clock_text(play.elapsed)), align=Align.CENTRE)
        column.paragraph(text.plural("won.moves", play.moves), align=Align.CENTRE)
        if not play.spec.scoring.confirmed:
            column.space(8)
            column.paragraph(text("hud.unconfirmed"), align=Align.CENTRE).colour = self.context.theme.quiet
        column.space(16)
        if self.context.can_copy:
            self._copy = column.button(self._share_words(), self._share, "copy", Kind.QUIET)
            column.space(16)
        again = (text("won.again"), lambda: routes.restart(play), "restart", Kind.PLAIN)
        new = (text("won.new"), lambda: routes.new_game(play.spec.prefix), "new", Kind.PRIMARY)
        column.buttons(again, new)
        column.space(10)
        menu = (text("won.menu"), routes.menu, "menu", Kind.QUIET)
        column.buttons((text("won.review"), self._review, "hint", Kind.QUIET), menu)

    def _review(self) -> None:
        saved = self.context.house.over(self._play)
        if saved is not None:
            self.context.routes.watch(saved, review=True)

    def _share_words(self) -> str:
        """A code is for sharing; a seed, told now that the game is over, shows that the deal was fair."""
        if self._play.spec.secret_deals and not self._play.practice:
            return self.context.text("won.seed")
        return self.context.text("won.share", code=self._play.code)

    def _share(self) -> None:
        self.context.copy(self._play.code)
        self._copy.text = self.context.text("won.copied")
        self.stage.touch(self._copy)

    def leave(self) -> None:
        """Back to the menu: the game is over."""
        self.context.routes.menu()
