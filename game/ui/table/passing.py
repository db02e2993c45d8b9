"""What is said in passing at the table: a sentence and the places it speaks of, until they have been read."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from game.ui.controls.widgets import Kit
from game.ui.frame.stage import Item, Stage
from game.ui.look.cards import CardArt
from game.ui.table.layout import TableLayout
from game.ui.table.marks import Denied, Notice, reading_seconds


def placed_notice(kit: Kit, layout: TableLayout, sentence: str) -> Notice:
    """A sentence where it hides no card that matters, or at the lower edge of the table if it does not fit there."""
    notice = Notice(kit, layout.notice, layout.table, sentence)
    if layout.notice.contains(notice.bounds(1.0)):
        return notice
    return Notice(kit, layout.foot, layout.table, sentence)


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
        """Show a sentence in place of the one that stands, and cross the piles that are why something was refused."""
        self.clear()
        self.items = [Denied(self._layout.slots[pile], self._art, self._kit.theme) for pile in piles]
        if sentence is not None:
            self.items.append(placed_notice(self._kit, self._layout, sentence))
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
