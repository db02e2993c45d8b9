"""What happens at one table, told on the live line and by voice, to whoever wants it. The words are the narrator's."""

from __future__ import annotations

from game.engine.session import Outcome
from game.engine.state import Event
from game.engine.view import View
from game.play.play import Play
from game.text import narration
from game.text.cardnames import spelled_out
from game.ui.controls.widgets import Kit
from game.ui.frame.context import Context
from game.ui.frame.stage import Stage
from game.ui.table.hud import clock_text
from game.ui.table.intent import Grip
from game.ui.table.layout import TableLayout
from game.ui.table.liveline import LiveLine


class Announcer:
    """The table's narrator. What stands on the line stays there while the table is built anew."""

    def __init__(self, context: Context, play: Play) -> None:
        self._context = context
        self._play = play
        self._said = ""
        self._language = ""
        self._stage: Stage | None = None
        self._line: LiveLine | None = None

    def arrange(self, stage: Stage, layout: TableLayout, kit: Kit, fresh: bool) -> None:
        """Stand on a table that was built for a window size. At first tell which game it is, ``fresh`` or not."""
        if self._language != self._context.text.language:
            self._language, self._said = self._context.text.language, ""
        self._stage, self._line = stage, None
        if layout.live_line.h:
            self._line = LiveLine(kit, layout.live_line, self._said)
            stage.add(self._line)
        if self._wanted and not self._said:
            text = self._context.text
            name = text("told.table", variant=text(f"variant.{self._play.spec.prefix}"))
            self.say(f"{name} {narration.deal_sentence(text) if fresh else self.standing()}")

    @property
    def _wanted(self) -> bool:
        return self._line is not None or self._context.voice.on

    def say(self, sentence: str) -> None:
        """Tell a sentence in place of the last one; its cards are spelled out."""
        if not self._wanted:
            return
        self._said = spelled_out(self._context.text, sentence)
        if self._line is not None and self._stage is not None:
            self._line.say(self._said)
            self._stage.touch(self._line)
        self._context.voice.say(self._said, self._language)

    def happened(self, event: Event, before: View) -> None:
        """An event was carried out; ``before`` is what was seen until then."""
        if self._wanted:
            text = self._context.text
            sentence = narration.event_sentence(text, event, before, self._play.view())
            if self._play.outcome is Outcome.WON:
                sentence += " " + text("won.title")
            self.say(sentence)

    def stand_at(self, grip: Grip) -> None:
        """The keyboard went to some cards or an empty place."""
        if self._wanted:
            self.say(narration.pile_sentence(self._context.text, self._play.view(), grip.pile, grip.size))

    def taken(self, grip: Grip | None) -> None:
        """The keyboard took cards, or put them back where they were."""
        if self._wanted:
            text = self._context.text
            held = None if grip is None else narration.taken_sentence(text, self._play.view(), grip.pile, grip.size)
            self.say(text("at.let-go") if held is None else held)

    def standing(self) -> str:
        """How the game stands."""
        play = self._play
        return narration.standing_sentence(self._context.text, play.score, clock_text(play.elapsed), play.moves)
