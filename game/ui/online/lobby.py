"""The lobby of a server: solo games, matches, and the games that were played there."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from game.engine.session import Outcome
from game.play.online.service import State
from game.ui.controls.panels import Column
from game.ui.controls.widgets import Button, Kind
from game.ui.frame.context import Context
from game.ui.online.panel import OnlinePanel
from game.ui.table.hud import clock_text

if TYPE_CHECKING:
    from game.play.online.club import Club
    from game.play.online.play import OnlinePlay
    from game.ui.online.ways import Ways

#: What can be done where the server, or this program, ended the connection for good.
_REMEDIES = {
    State.TAKEN_OVER: "online.again",
    State.UNKNOWN: "online.new-player",
    State.VERSION: "online.again",
    State.MALFORMED: "online.again",
}


class LobbyScene(OnlinePanel):
    """What can be played at the server."""

    overlay = False
    width = 620

    def __init__(self, context: Context, ways: Ways) -> None:
        super().__init__(context, ways)
        #: The solo game that was there when another was asked for; it is awaited while ``_asked``.
        self._before: OnlinePlay | None = None
        self._asked = False
        #: The match that was known when an opponent was looked for; None while that was not done here.
        self._known: str | None = None

    # --- Building

    def fill(self, column: Column) -> None:
        """The state, solo games, matches, and the ways out."""
        text, club = self.context.text, self.online.club
        column.title(text("online.title"))
        self.standing(column)
        remedy = _REMEDIES.get(self.online.state)
        if remedy is not None:
            column.space(12)
            column.button(text(remedy), self._mend, "restart", Kind.PRIMARY)
        elif club is not None:
            self._solo(column, club)
            self._match(column, club)
        column.space(16)
        column.buttons(
            (text("online.change"), self.ways.door, "settings", Kind.QUIET),
            (text("online.leave"), self.leave, "menu", Kind.QUIET),
        )

    def _solo(self, column: Column, club: Club) -> None:
        text, solo = self.context.text, club.solo
        column.space(14)
        column.heading(text("online.solo"))
        column.space(4)
        opened = solo if solo is not None and solo.outcome is Outcome.OPEN else None
        kind = Kind.PLAIN if club.match is not None and club.match.ending is None else Kind.PRIMARY
        if opened is not None:
            words = text("online.continue", number=opened.number, score=opened.score, time=clock_text(opened.elapsed))
            self._able(column.button(words, self._continue, "play", kind))
            column.space(8)
            kind = Kind.PLAIN
        new = (text("won.new"), self._new, "new", kind)
        again = (text("won.again"), self._again, "restart", Kind.PLAIN)
        for button in column.buttons(*([new] if solo is None else [again, new])):
            self._able(button)
        column.space(8)
        self._able(column.button(text("menu.history"), self.ways.past, "history"))

    def _match(self, column: Column, club: Club) -> None:
        text, match = self.context.text, club.match
        column.space(14)
        column.heading(text("online.match"))
        column.paragraph(text("online.match.about" if club.competitive else "online.match.closed")).colour = (
            self.context.theme.quiet
        )
        column.space(8)
        if match is not None and match.ending is None and not match.left:
            words = text("online.match.back", name=match.opponent or text("online.nameless"))
            self._able(column.button(words, self._to_match, "play", Kind.PRIMARY))
            return
        if match is not None and match.ending is not None:
            words = text("online.match.result", name=match.opponent or text("online.nameless"))
            column.button(words, lambda: self.ways.match_over(match), "flag")
            column.space(8)
        elif match is not None:
            column.paragraph(text("online.match.runs", name=match.opponent or text("online.nameless")))
            column.space(8)
        find = column.button(text("online.match.find"), self._queue, "opponent")
        self._able(find)
        find.enabled = find.enabled and club.competitive

    def _able(self, button: Button) -> None:
        """A button that needs the server."""
        button.enabled = self.connected and not self._asked

    def begin(self) -> None:
        """The first thing that can be done is at hand for the keyboard."""
        self.group.focus(next(widget for widget in self.group.widgets if widget.focusable and widget.enabled))

    # --- Listening

    def looks(self) -> Hashable:
        """The state, and all that is told here of games."""
        club = self.online.club
        if club is None:
            return self.online.state
        solo, match = club.solo, club.match
        parts = (solo and (solo.game, solo.score, solo.moves, solo.outcome), club.competitive, self._asked)
        return (self.online.state, *parts, match and (match.id, match.ending is None, match.left))

    def attend(self) -> None:
        """Go on to the game that was asked for, or to the match that was found."""
        club = self.online.club
        if not self.connected or club is None:
            self._asked = False
        elif club.wish is not None:
            self.ways.waiting()
        elif self._known is not None and club.match is not None and club.match.id != self._known:
            if club.match.play is not None:  # found in the last moment of waiting
                self.ways.table(club.match.play, True)
        elif self._asked and club.solo is not None and club.solo is not self._before:
            self.ways.table(club.solo, True)

    # --- Acting

    def _mend(self) -> None:
        if self.online.state is State.UNKNOWN:
            self.online.forget()
        else:
            self.online.again()
        self.context.scenes.rebuild_top()

    def _continue(self) -> None:
        club = self.online.club
        if club is not None and club.solo is not None:
            self.ways.table(club.solo, False)

    def _await(self, club: Club) -> None:
        self._before, self._asked = club.solo, True
        self.context.scenes.rebuild_top()

    def _new(self) -> None:
        club = self.online.club
        if club is not None:
            self.ways.ask_if_lost(club.solo, lambda: self._ask_new(club))

    def _ask_new(self, club: Club) -> None:
        club.new_game()
        self._await(club)

    def _again(self) -> None:
        club = self.online.club
        if club is not None and club.solo is not None:
            self.ways.ask_if_lost(club.solo, lambda: self._ask_again(club))

    def _ask_again(self, club: Club) -> None:
        if club.solo is not None:
            club.deal_again(club.solo.game)
            self._await(club)

    def _to_match(self) -> None:
        club = self.online.club
        if club is not None and club.match is not None and club.match.play is not None:
            self.ways.table(club.match.play, False)

    def _queue(self) -> None:
        club = self.online.club
        if club is not None:
            self._known = "" if club.match is None else club.match.id
            club.queue()
            self.ways.waiting()

    def leave(self) -> None:
        """To the menu; a match goes on without the player, so that is asked first."""
        club, text = self.online.club, self.context.text
        match = None if club is None else club.match
        if match is not None and match.play is not None and match.ending is None and not match.play.over:
            self.context.routes.ask(text("online.leave.question"), text("online.leave"), self.ways.leave)
        else:
            self.ways.leave()
