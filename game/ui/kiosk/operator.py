"""The operator's page: how the day went, what is wrong, and the ways out."""

from __future__ import annotations

from collections.abc import Callable

from game import __version__
from game.kiosk.daybook import Day
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context


class OperatorScene(PanelScene):
    """Shows ``today``'s counts and the ``troubles``, in words; ``end`` ends the kiosk."""

    width = 620

    def __init__(self, context: Context, today: Day, troubles: list[str], end: Callable[[], None]) -> None:
        super().__init__(context)
        self._today = today
        self._troubles = troubles
        self._end = end

    def fill(self, column: Column) -> None:
        """The figures, the troubles, the buttons."""
        text, day = self.context.text, self._today
        column.title(text("kiosk.operator"))
        column.paragraph(text("kiosk.today", visits=day.visits, games=day.games, wins=day.wins))
        minutes = round(day.average / 60, 1)
        column.paragraph(text("kiosk.average", minutes=minutes)).colour = self.context.theme.quiet
        column.paragraph(f"Waraq {__version__}").colour = self.context.theme.quiet
        column.space(8)
        for trouble in self._troubles or [text("kiosk.all-well")]:
            line = column.paragraph(trouble)
            line.colour = self.context.theme.warning if self._troubles else self.context.theme.text
        column.space(18)
        end = (text("kiosk.end"), self._end, "quit", Kind.PLAIN)
        column.buttons(end, (text("kiosk.back"), self.leave, "check", Kind.PRIMARY))
