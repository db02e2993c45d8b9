"""The replay viewer: a record on the table, to watch, to take over at any point, to keep as a file."""

from __future__ import annotations

import math
from pathlib import Path

from pygame import Surface

from game.engine.record import Record
from game.engine.session import Outcome
from game.engine.state import DRAW
from game.engine.view import View
from game.text.faults import record_sentence
from game.text.narration import deal_sentence, event_sentence
from game.ui.controls.widgets import Kit
from game.ui.frame.context import Context
from game.ui.screens.playback import Playback
from game.ui.screens.records_io import write_record
from game.ui.screens.reviewing import Reviewer
from game.ui.screens.viewing import ViewingScene
from game.ui.table.hud import Action

_STEP_SECONDS = 0.75
_WIDE = 700  # units: in a window as wide as this, the words for a step are one line
_LONGEST_FOLDER = 40  # letters


class ReplayScene(ViewingScene):
    """One record, from its deal to its end or to the event at which it breaks. Exports go to ``export_folder``.

    With ``review`` its review begins at once.
    """

    def __init__(self, context: Context, record: Record, export_folder: Path, review: bool = False) -> None:
        self.playback = Playback(record)
        super().__init__(context, record.deal.spec, self.playback.length)
        self._folder = export_folder
        self._to_review = review
        self.reviewer = Reviewer(context, self, self.playback)

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the viewer, and what the review says."""
        super().arrange(size, backdrop)
        self.reviewer.arranged()

    def uncover(self) -> None:
        """On top: begin the review that was asked for."""
        if self._to_review:
            self._to_review = False
            self.seek(self.last)
            self.reviewer.start()

    def cover(self) -> None:
        """Come to rest."""
        self.reviewer.rest()
        super().cover()

    def elapse(self, seconds: float) -> None:
        """Play on, and see what the review found."""
        super().elapse(seconds)
        self.reviewer.news()

    def wake_after(self) -> float | None:
        """To the next step or the next look at the review."""
        return min((wait for wait in (super().wake_after(), self.reviewer.wait()) if wait is not None), default=None)

    def view_at(self, step: int) -> View:
        """The position after ``step`` events."""
        return self.playback.view(step)

    def caption_at(self, step: int) -> str:
        """The event in words."""
        text, playback = self.context.text, self.playback
        if step == 0:
            return deal_sentence(text)
        return event_sentence(text, playback.event(step), playback.view(step - 1), playback.view(step))

    def counters_at(self, step: int) -> list[tuple[str, int]]:
        """Score and moves."""
        text = self.context.text
        return [(text("hud.score"), self.playback.score(step)), (text("hud.moves"), self.playback.moves(step))]

    def caption_lines(self, kit: Kit) -> int:
        """One; where the text is large for the window, as many more as it is narrower than that takes."""
        return math.ceil(_WIDE / kit.metrics.room[0])

    def title(self) -> str:
        """The deal's code, or the variant of a deal that has none."""
        deal = self.playback.record.deal
        return str(deal.code) if deal.code else self.context.text(f"variant.{deal.spec.prefix}")

    def seconds_at(self, step: int) -> float:
        """Every event stays equally long."""
        return _STEP_SECONDS

    def deals_at(self, step: int) -> bool:
        """True for a draw."""
        return self.playback.event(step) == DRAW

    def actions(self) -> list[Action]:
        """Take over, review, export, close."""
        return [
            Action("replay.take-over", "take-over", self.take_over),
            Action("replay.review", "hint", self.reviewer.start),
            Action("replay.export", "export", self.export),
            Action("replay.close", "close", self.close),
        ]

    def shown(self, before: int) -> None:
        """A game that is over cannot be played on; a record that breaks says so where it ends."""
        take_over = self.buttons["replay.take-over"]
        take_over.enabled = self.playback.outcome(self.step_shown) is Outcome.OPEN
        self.stage.touch(take_over)
        if self.playback.fault is not None and self.step_shown == self.last:
            rule = record_sentence(self.context.text, self.playback.fault)
            self.say(self.context.text("replay.breaks", fault=rule))

    def take_over(self) -> None:
        """Play on from here."""
        self.context.routes.take_over(self.playback.until(self.step_shown))

    def export(self) -> None:
        """Write the whole record as a file, and say where it is."""
        text = self.context.text
        try:
            path = write_record(self.playback.record, self._folder)
        except OSError:
            self.say(text("replay.not-exported", folder=_shortened(self._folder)))
        else:
            self.say(text("replay.exported", name=path.name, folder=_shortened(path.parent)))


def _shortened(folder: Path) -> str:
    """The end of a folder's name, as much as fits into a line."""
    name = str(folder)
    return name if len(name) <= _LONGEST_FOLDER else f"…{name[-_LONGEST_FOLDER:]}"
