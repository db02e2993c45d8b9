"""A worked example that plays itself: captions explain each step, and a refused move is tried before one's eyes."""

from __future__ import annotations

from game.engine import rules
from game.engine.state import DRAW, STOCK, Move, is_column
from game.engine.view import View
from game.text.faults import refusal_sentence
from game.text.rulepages import numbers
from game.ui.controls.transport import lines_needed
from game.ui.controls.widgets import Kit
from game.ui.frame.context import Context
from game.ui.screens.examples import Refused, example
from game.ui.screens.playback import Playback
from game.ui.screens.viewing import ViewingScene
from game.ui.table.board import Board
from game.ui.table.hud import Action
from game.ui.table.intent import Grip
from game.ui.table.layout import TableLayout
from game.ui.table.marks import Denied
from game.ui.table.sprites import CardSprite, Point

_SHORTEST_SECONDS = 3.0
_LETTERS_A_SECOND = 15
_LEAST_LINES = 2
#: Seconds that a refused move takes to its target, and that it waits there in vain.
_WAY, _VAIN = 0.7, 0.45


class Attempt:
    """Cards that are carried to a place which does not take them. ``done`` when they are let go again."""

    def __init__(self, board: Board, view: View, layout: TableLayout, move: Move, pace: float) -> None:
        self._board = board
        self._pace = pace
        self._time = 0.0
        grip = Grip(move.src, move.size)
        self._sprites: list[CardSprite] = board.grip_sprites(view, grip)
        self._start: Point = self._sprites[0].home
        self._end: Point = layout.landing_in(view, move.dst).topleft
        board.lift(view, grip, self._start)
        self.done = False

    def step(self, seconds: float) -> None:
        """Carry the cards on; at the end let them fly home and shake."""
        self._time += seconds / self._pace
        share = min(1.0, self._time / _WAY)
        eased = share * share * (3 - 2 * share)
        lifted = self._board.lifted
        if lifted is not None:
            (x, y), (to_x, to_y) = self._start, self._end
            lifted.carry((x + (to_x - x) * eased, y + (to_y - y) * eased))
        if self._time >= _WAY + _VAIN:
            self.let_go()
            self._board.shake(self._sprites)

    def let_go(self) -> None:
        """End it wherever it is."""
        self._board.release()
        self.done = True


class LessonScene(ViewingScene):
    """The worked example of one game."""

    def __init__(self, context: Context, game: str) -> None:
        self.example = example(game)
        self._playback = Playback(self.example.record)
        super().__init__(context, self.example.record.deal.spec, len(self.example.steps) - 1)
        self._attempt: Attempt | None = None
        self._marks: list[Denied] = []

    # --- What is seen

    def view_at(self, step: int) -> View:
        """The position of a step."""
        return self._playback.view(self.example.steps[step].played)

    def caption_at(self, step: int) -> str:
        """The step's explanation."""
        return self.context.text(f"example.{self.example.steps[step].caption}", **numbers(self.context.text, self.spec))

    def counters_at(self, step: int) -> list[tuple[str, int]]:
        """Score and moves."""
        text, played = self.context.text, self.example.steps[step].played
        return [(text("hud.score"), self._playback.score(played)), (text("hud.moves"), self._playback.moves(played))]

    def caption_lines(self, kit: Kit) -> int:
        """As many as the longest explanation takes."""
        art = self.context.art(self.context.layout(self.spec).card[0], self.context.card_style)
        return max(_LEAST_LINES, lines_needed(kit, art, map(self.caption_at, range(self.last + 1))))

    def title(self) -> str:
        """The deal's code."""
        return str(self.example.record.deal.code)

    def deals_at(self, step: int) -> bool:
        """True for a step of one draw."""
        before, played = self.example.steps[step - 1].played, self.example.steps[step].played
        return played == before + 1 and self._playback.event(played) == DRAW

    def actions(self) -> list[Action]:
        """The way back."""
        return [Action("replay.close", "close", self.close)]

    def seconds_at(self, step: int) -> float:
        """As long as the caption takes to read."""
        return max(_SHORTEST_SECONDS, len(self.caption_at(step)) / _LETTERS_A_SECOND)

    # --- What is tried

    def shown(self, before: int) -> None:
        """Try what a step tries, and say the rule that refuses it."""
        self._end_attempt()
        refused = self.example.steps[self.step_shown].refused
        if refused is None:
            return
        self.say(refusal_sentence(self.context.text, refused.rule), stays=True)
        view = self.view_at(self.step_shown)
        self._mark(view, refused)
        event = refused.event
        if not isinstance(event, Move) or event == DRAW:
            return
        if rules.lift_refusal(self.spec, view.state, event.src, event.size) is not None:
            self.board.shake(self.board.grip_sprites(view, Grip(event.src, event.size)))
        elif self.context.pace and before != self.step_shown:
            self.board.settle()
            self._attempt = Attempt(self.board, view, self.layout, event, self.context.pace)

    def _mark(self, view: View, refused: Refused) -> None:
        """Frame what does not fit: the target, or the empty columns that forbid a deal."""
        event = refused.event
        if not isinstance(event, Move):
            return
        piles = [event.dst]
        if event == DRAW:
            piles = [STOCK, *(pile for pile, cards in view.places.items() if is_column(pile) and not cards)]
        self._marks = [Denied(self.layout.landing_in(view, pile), self.art, self.context.theme) for pile in piles]
        self.stage.add(*self._marks)

    def _end_attempt(self) -> None:
        if self._attempt is not None and not self._attempt.done:
            self._attempt.let_go()
        self._attempt = None
        for mark in self._marks:
            self.stage.remove(mark)
        self._marks = []

    # --- Time

    def uncover(self) -> None:
        """Begin by itself."""
        if self.step_shown == 0 and not self.playing:
            self.toggle()

    @property
    def animated(self) -> bool:
        """True while cards move."""
        return self._attempt is not None or super().animated

    def step(self, seconds: float) -> None:
        """Let the cards move on."""
        super().step(seconds)
        if self._attempt is not None:
            self._attempt.step(seconds)
            if self._attempt.done:
                self._attempt = None

    def seek(self, step: int) -> None:
        """Show a step; what was tried at the one before is let go first."""
        self._end_attempt()
        super().seek(step)

    def cover(self) -> None:
        """Come to rest."""
        self._end_attempt()
        super().cover()
