"""What the panels of playing online have in common: they listen to the server, and are built anew when it has news."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING

from pygame import Rect, Surface

from game.play.online.service import Online, State
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Widget
from game.ui.frame.context import Context
from game.ui.online.standing import Standing, state_sentence

if TYPE_CHECKING:
    from game.ui.online.ways import Ways

_LINE = 28  # reference pixels


class OnlinePanel(PanelScene):
    """A panel beside which the server may speak."""

    width = 560
    keeps_focus = True

    def __init__(self, context: Context, ways: Ways) -> None:
        super().__init__(context)
        self.ways = ways
        self._shown: Hashable = None

    @property
    def online(self) -> Online:
        """The player's seat at the server."""
        return self.ways.online

    @property
    def connected(self) -> bool:
        """True while something can be asked of the server."""
        return self.online.state is State.CONNECTED and self.online.club is not None

    def looks(self) -> Hashable:
        """What the panel shows: it is built anew when this is another."""
        return self.online.state

    def attend(self) -> None:
        """Go on to another scene, if what was heard asks for it."""

    def standing(self, column: Column) -> None:
        """A row with the state of the connection."""
        column.place(self._standing, _LINE)

    def _standing(self, rect: Rect) -> Widget:
        standing = Standing(self.kit, rect, self.kit.metrics.body)
        standing.say(self.online.state, [state_sentence(self.context.text, self.online)])
        return standing

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the panel."""
        self._shown = self.looks()
        super().arrange(size, backdrop)
        focused = self.group.focused
        if focused is not None and not focused.enabled:
            self.begin()  # what had the keys cannot be used any more

    def elapse(self, seconds: float) -> None:
        """Listen, and show what is new."""
        self.online.listen()
        self.attend()
        scenes = self.context.scenes
        if scenes and scenes.top is self and self.looks() != self._shown:
            scenes.rebuild_top()

    def wake_after(self) -> float | None:
        """To where the state may change by itself."""
        return self.online.wait()
