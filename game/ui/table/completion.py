"""The offer to play the rest of a game that is as good as won, over the lower end of the columns."""

from __future__ import annotations

from game.engine.autocomplete import auto_complete
from game.engine.session import Outcome
from game.engine.state import Move
from game.play.play import Play
from game.ui.controls.widgets import Button, Kind
from game.ui.frame.context import Context
from game.ui.table.autoplay import AutoPlay
from game.ui.table.counsellor import Around
from game.ui.table.layout import TableLayout

_GAP = 0.09  # seconds between two moves


class Completion:
    """The auto-complete at one table as it stands in its window. ``auto`` carries out its moves."""

    def __init__(self, context: Context, play: Play, auto: AutoPlay, around: Around, layout: TableLayout) -> None:
        self._context = context
        self._play = play
        self._auto = auto
        self._around = around
        words = context.text("table.auto_complete")
        self.button = Button(around.kit, layout.offer, words, self.start, "play", Kind.PRIMARY)
        self.button.z = (9,)

    def moves(self) -> tuple[Move, ...]:
        """The moves that win, if they are offered."""
        if self._play.outcome is not Outcome.OPEN:
            return ()
        return auto_complete(self._play.spec, self._play.view().state)

    def refresh(self) -> None:
        """Offer them, or offer them no more."""
        self.show(not self._auto.active and bool(self.moves()))

    def show(self, offered: bool) -> None:
        """Show the button, or take it away."""
        widgets, stage = self._around.group.widgets, self._around.stage
        if offered and self.button not in widgets:
            widgets.append(self.button)
            stage.add(self.button)
        elif not offered and self.button in widgets:
            widgets.remove(self.button)
            stage.remove(self.button)

    def start(self) -> None:
        """Play the moves, one after the other; without motion, at once."""
        self._auto.start(self.moves(), _GAP * self._context.pace)
        self.refresh()

    def stop(self) -> None:
        """Leave the rest of what is played by itself to the player."""
        if self._auto.active:
            self._auto.stop()
            self.refresh()
