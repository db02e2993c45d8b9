"""Waiting for an opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game.ui.controls.panels import Column
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context
from game.ui.online.panel import OnlinePanel

if TYPE_CHECKING:
    from game.ui.online.ways import Ways


class WaitingScene(OnlinePanel):
    """Stands until an opponent is found, or the player waits no longer."""

    def __init__(self, context: Context, ways: Ways) -> None:
        super().__init__(context, ways)
        match = None if self.online.club is None else self.online.club.match
        #: Whom a rematch is wished of; None: any opponent.
        self._whom = match.opponent if match is not None and self.online.club and self.online.club.wish else None

    def fill(self, column: Column) -> None:
        """What is waited for, and the way out."""
        text = self.context.text
        column.title(text("online.waiting"))
        self.standing(column)
        column.space(8)
        sentence = text("online.waiting.any")
        if self._whom is not None:
            sentence = text("online.waiting.one", name=self._whom or text("online.nameless"))
        column.paragraph(sentence).colour = self.context.theme.quiet
        column.space(20)
        self._stop = column.button(text("online.waiting.stop"), self.leave, "close", Kind.PLAIN)

    def begin(self) -> None:
        """Enter stops."""
        self.group.focus(self._stop)

    def attend(self) -> None:
        """To the table when the match is there; back when the server does not let the player wait."""
        club = self.online.club
        if club is None:
            self.context.scenes.pop()
            return
        match = club.match
        found = club.wish is None and match is not None and match.ending is None and not match.left
        if found and match is not None:
            if match.play is not None:  # else its board has yet to be told
                self.ways.table(match.play, True)
        elif club.wish is None:
            self.context.scenes.pop()

    def leave(self) -> None:
        """Wait no longer. A match that has just been found is played."""
        if self.online.club is not None:
            self.online.club.leave_queue()
        self.context.scenes.pop()
