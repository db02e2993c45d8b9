"""The table of a game that a match server keeps: it shows at once what can be foreseen, then the server's word."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING

import pygame
from pygame import Rect, Surface
from pygame.event import Event

from game.engine.session import Outcome
from game.engine.state import Event as GameEvent
from game.engine.view import View
from game.play.online.service import State
from game.ui.controls.widgets import Widget
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.online.standing import Standing
from game.ui.table.hud import Action, MakeRemark
from game.ui.table.table import TableScene

if TYPE_CHECKING:
    from game.play.online.club import Club, Match
    from game.play.online.play import OnlinePlay
    from game.ui.online.ways import Ways

#: Seconds between two moves that are played by themselves, at least: the server takes no more than 20 a second.
_LEAST_GAP = 0.08
_REMARK = 13  # reference pixels


class OnlineTableScene(TableScene):
    """One game at a server on the table: a solo game, or one's own board in a match."""

    def __init__(self, context: Context, ways: Ways, play: OnlinePlay, fresh: bool) -> None:
        super().__init__(context, play, fresh)
        self._game = play
        self._ways = ways
        self._auto.least_gap = _LEAST_GAP
        self._asked = self._awaited = False
        self._seen: Hashable = None

    @property
    def _club(self) -> Club | None:
        return self._ways.online.club

    @property
    def match(self) -> Match | None:
        """The match that this board belongs to; None for a solo game."""
        match = None if self._club is None else self._club.match
        return match if match is not None and match.play is self._game else None

    # --- Building

    def actions(self) -> list[Action]:
        """In a match there is no other game to go to, and no advice."""
        wanted = ("hud.finish", "hud.menu", "hud.undo")
        actions = [action for action in super().actions() if not self._game.timed or action.key in wanted]
        return [a._replace(run=self.deal_again) if a.key == "hud.restart" else a for a in actions]

    def remark(self) -> MakeRemark:
        """How the player stands to the server."""
        return self._make_standing

    def _make_standing(self, rect: Rect) -> Widget:
        self.standing = Standing(self.kit, rect, self.kit.metrics.px(_REMARK), on_felt=True)
        self._say_standing()
        return self.standing

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the table."""
        super().arrange(size, backdrop)
        self._seen, self._seen_view = self._looks(), self._game.view()

    # --- The server's word

    def elapse(self, seconds: float) -> None:
        """Listen, let the table follow, and let the clock run on."""
        self._ways.online.listen()
        self._follow()
        if self.context.scenes and self.context.scenes.top is self:
            if self._game.timed:
                self._show_counters()  # a match does not wait for a player who looks elsewhere
            super().elapse(seconds)

    def _looks(self) -> Hashable:
        state = self._game.view().state
        return state, self._game.moves, self._game.ending, self._game.code, self.over

    def _follow(self) -> None:
        """Show what the server said; go on to where it leads."""
        club = self._club
        if club is None or self._go_on(club):
            return
        if self._looks() != self._seen:
            held, holds = self._grip_pile(self._seen_view), self._grip_pile(self._game.view())
            if held != holds or self._game.over:
                self.hand.let_go()
            self.show_play()
        while club.remarks:
            self._refuse(None, club.remarks.popleft())
        if self._say_standing():
            self.stage.touch(self.standing)
        match = self.match
        if match is not None and self._game.over and match.ending is None and not (self._awaited or match.left):
            self._awaited = True
            self._ways.await_end(match)

    def _go_on(self, club: Club) -> bool:
        """To a match that was found, or to the solo game that was asked for."""
        match = club.match
        if match is not None and match.play is not None and not match.play.over and match.play is not self._game:
            self._ways.table(match.play, not match.play.moves)
            return True
        if self._asked and club.solo is not None and club.solo is not self._game:
            self._ways.table(club.solo, True)
            return True
        if self._ways.online.state is not State.CONNECTED:
            self._asked = False
        return False

    def _grip_pile(self, view: View) -> Hashable:
        """The pile that the hand holds cards of, in a view."""
        grip = self.hand.grip
        return None if grip is None else (view.places[grip.pile], bytes(view.faces(grip.pile)))

    def show_play(self, one_by_one: bool = False) -> None:
        """Let the table follow the game."""
        self._seen, self._seen_view = self._looks(), self._game.view()
        super().show_play(one_by_one)

    def _say_standing(self) -> bool:
        text, online, match = self.context.text, self._ways.online, self.match
        lines = [text(f"online.short.{online.state.value}")]
        if match is not None:
            name = match.opponent or text("online.nameless")
            lines.append(text("online.opponent", name=name, score=match.score))
            lines.append(text("online.opponent.done") if match.done else text("online.progress", cards=match.progress))
        elif not self._game.spec.scoring.confirmed:
            style = Style(self.kit.metrics.px(_REMARK))
            lines += self.kit.lettering.wrap(text("hud.unconfirmed"), style, self.standing.rect.w)
        return self.standing.say(online.state, lines)

    # --- Time

    @property
    def over(self) -> bool:
        """A match has a result when both boards are closed."""
        match = self.match
        return self._game.outcome is not Outcome.OPEN if match is None else match.ending is not None

    def wake_after(self) -> float | None:
        """To the clock's next second, and to where the connection may be doubted."""
        waits = [super().wake_after(), self._ways.online.wait()]
        if self._game.timed:
            waits.append(self._game.next_second())
        return min((wait for wait in waits if wait is not None), default=None)

    # --- Acting

    def _do(self, event: GameEvent) -> bool:
        """Command an event, unless too much is on its way already."""
        if self._game.crowded:
            self._say(self.context.text("online.crowded"))
            self.show_play()
            return False
        return super()._do(event)

    def _key(self, event: Event) -> None:
        """No advice in a match."""
        if not (self._game.timed and event.key in (pygame.K_h, pygame.K_v)):
            super()._key(event)

    def ask_finish(self) -> None:
        """The finish is final, so it is asked for; on a board that is closed, back to the wait for the other one."""
        match = self.match
        if match is not None and self._game.over:
            self._ways.await_end(match)
        else:
            self._ways.ask_finish(self._game, self.finish)

    def celebrate(self) -> None:
        """Show the result."""
        match, won = self.match, self._game.outcome is Outcome.WON
        if match is not None:
            self._ways.match_over(match)
        else:
            self._ways.solo_over(self._game, won, self.art, self.layout.foundation_slots)

    def go_to_menu(self) -> None:
        """To the lobby; the game stays where it is."""
        self._ways.lobby()

    def new_game(self) -> None:
        """Have another solo game dealt."""
        if not self._game.timed:
            self._ask(lambda club: club.new_game())

    def _ask(self, ask: Callable[[Club], None]) -> None:
        """Ask for another game, after asking if this one would be lost; it comes when the server has dealt it."""
        club = self._club
        if club is None or self._ways.online.state is not State.CONNECTED:
            self._say(self.context.text("online.not-now"))
            return

        def agreed() -> None:
            ask(club)
            self._asked = True

        self._ways.ask_if_lost(self._game, agreed)

    def deal_again(self) -> None:
        """Have the same cards dealt again."""
        self._ask(lambda club: club.deal_again(self._game.game))
