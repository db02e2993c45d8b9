"""The ways from scene to scene in a kiosk: none of them leads to a file, and the way out is the visitor's alone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from pygame import Rect

from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.play.house import Damaged
from game.play.play import Play
from game.ui.frame.context import Context
from game.ui.kiosk.home import HomeScene, Ways
from game.ui.kiosk.pads import CodeScene
from game.ui.look.cards import CardArt
from game.ui.screens.navigation import Navigator
from game.ui.screens.replay import ReplayScene
from game.ui.table.hud import Action


class House(NamedTuple):
    """What the kiosk decides: which games there are, which cards are dealt, what a visit's end is; what it counts."""

    games: list[str]
    #: The cards of a new game; None: the authority deals them in secret.
    pick: Callable[[str], Deal | None]
    leave: Callable[[], None]
    began: Callable[[], None]
    won: Callable[[], None]
    #: Told of what is wrong and is the operator's business.
    trouble: Callable[[str], None]


class KioskReplay(ReplayScene):
    """A replay without the way to a file."""

    def actions(self) -> list[Action]:
        """All but the export."""
        return [action for action in super().actions() if action.run != self.export]


class KioskNavigator(Navigator):
    """The usual ways, but for those that a kiosk has not."""

    def __init__(self, context: Context, house: House) -> None:
        super().__init__(context)
        self._house = house

    def menu(self) -> None:
        """To the kiosk's own menu."""
        self._scenes.clear()
        ways = Ways(self.new_game, self._code, self._house.leave)
        self._scenes.push(HomeScene(self._context, self._house.games, ways))

    def _code(self) -> None:
        self._scenes.push(CodeScene(self._context, self._house.games, self.start))

    def new_game(self, prefix: str | None) -> None:
        """Deal a game of a variant at once."""
        chosen = prefix if prefix in self._house.games else self._house.games[0]
        assert chosen is not None
        deal = self._house.pick(chosen)
        if deal is None:
            self.start_secret()
        else:
            self.start(deal)

    def table(self, play: Play, fresh: bool) -> None:
        """To a table; a fresh one is counted."""
        if fresh:
            self._house.began()
        super().table(play, fresh)

    def over(self, play: Play, art: CardArt, origins: list[Rect]) -> None:
        """Celebrate, and count a win."""
        if play.outcome is Outcome.WON and not play.shown:
            self._house.won()
        super().over(play, art, origins)

    def watch(self, saved: Record, review: bool = False) -> None:
        """Watch a game of this visit being replayed, or have it reviewed at once."""
        self._scenes.push(KioskReplay(self._context, saved, self._context.exports, review))

    def open_file(self, path: Path) -> None:
        """No file is opened."""

    def tell_damage(self, found: Damaged) -> None:
        """A file of this visit cannot be read: the disk fails, which is no visitor's business."""
        self._house.trouble(repr(found.aside.error))

    def quit(self) -> None:
        """End the visit."""
        self._house.leave()
