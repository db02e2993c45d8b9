"""What is said in passing at the table: a sentence and the places it speaks of, until they have been read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.ui.controls.widgets import Kit
from game.ui.frame.stage import Item, Stage
from game.ui.look.cards import CardArt
from game.ui.table.layout import TableLayout
from game.ui.table.marks import Notice, Target, reading_seconds


class Passing:
    """The sentence that stands now, if any. ``now`` is the loop's clock; ``tell`` is told each sentence, too."""

    def __init__(
        self,
        stage: Stage,
        layout: TableLayout,
        art: CardArt,
        kit: Kit,
        now: Callable[[], float],
        tell: Callable[[str], None],
    ) -> None:
        self._stage = stage
        self._layout = layout
        self._art = art
        self._kit = kit
        self._now = now
        self._tell = tell
        self._until = 0.0
        self.items: list[Item] = []

    def say(self, sentence: str | None, piles: Iterable[int] = ()) -> None:
        """Show a sentence in place of the one that stands, and point at the piles it speaks of."""
        self.clear()
        self.items = [Target(self._layout.slots[pile], self._art, self._kit.theme) for pile in piles]
        if sentence is not None:
            notice = Notice(self._kit, self._layout.notice, sentence)
            if not self._layout.table.contains(notice.bounds(1.0)):
                notice = Notice(self._kit, self._layout.foot, sentence)
            self.items.append(notice)
            self._tell(sentence)
        self._stage.add(*self.items)
        self._until = self._now() + reading_seconds(sentence or "")

    def clear(self) -> None:
        """Take it down."""
        for item in self.items:
            self._stage.remove(item)
        self.items = []

    def expire(self) -> None:
        """Take down what has been read."""
        if self.items and self._now() >= self._until:
            self.clear()

    def wait(self) -> float | None:
        """Seconds until it has been read; None if nothing stands."""
        return max(0.01, self._until - self._now()) if self.items else None
