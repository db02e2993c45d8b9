"""The ways between the scenes of playing online: the only module of theirs that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from pygame import Rect

from game.engine.record import Record
from game.play.online.address import parse_address
from game.play.online.service import Online
from game.ui.frame.context import Context
from game.ui.look.cards import CardArt
from game.ui.online.door import DoorScene
from game.ui.online.ending import AwaitScene, FinishScene, MatchResultScene, SoloResultScene
from game.ui.online.lobby import LobbyScene
from game.ui.online.past import PastScene
from game.ui.online.table import OnlineTableScene
from game.ui.online.waiting import WaitingScene
from game.ui.screens.win import FountainScene
from game.ui.table.hud import clock_text

if TYPE_CHECKING:
    from game.play.online.club import Ending, Match
    from game.play.online.play import OnlinePlay


class Ways:
    """Goes from scene to scene while the player is at a server."""

    def __init__(self, context: Context, online: Online) -> None:
        self._context = context
        self._scenes = context.scenes
        self.online = online

    def enter(self) -> None:
        """From the menu: to the server that is known, or to the question which one it is."""
        settings = self._context.settings.online
        try:
            address = parse_address(settings.server)
        except ValueError:
            self._scenes.push(DoorScene(self._context, self))
            return
        if self.online.address != address or self.online.club is None:
            self.online.connect(address, settings.name)
        self.lobby()
        aside = self.online.identities.take_aside()
        if aside is not None:
            self._context.routes.tell(self._context.text("online.aside", place=aside))

    def lobby(self) -> None:
        """To where games and matches are chosen."""
        self._scenes.replace(LobbyScene(self._context, self))

    def door(self) -> None:
        """Ask for another server or another name."""
        self._scenes.push(DoorScene(self._context, self))

    def leave(self) -> None:
        """Leave the server, to the menu."""
        self._context.routes.menu()

    def table(self, play: OnlinePlay, fresh: bool) -> None:
        """To a game at the table."""
        self._scenes.replace(OnlineTableScene(self._context, self, play, fresh))

    def ask_if_lost(self, play: OnlinePlay | None, then: Callable[[], None]) -> None:
        """Ask before an open game with moves in it is left for another."""
        text = self._context.text
        if play is None or play.over or not play.moves:
            then()
            return
        question = text(
            "newgame.lost",
            variant=text(f"variant.{play.spec.prefix}"),
            score=play.score,
            time=clock_text(play.elapsed),
            moves=text.plural("newgame.moves", play.moves),
        )
        self._context.routes.ask(question, text("newgame.deal"), then)

    def waiting(self) -> None:
        """Wait for an opponent."""
        self._scenes.push(WaitingScene(self._context, self))

    def ask_finish(self, play: OnlinePlay, finish: Callable[[], None]) -> None:
        """Ask before a game is finished."""
        self._scenes.push(FinishScene(self._context, self, play, finish))

    def await_end(self, match: Match) -> None:
        """Wait for the end of a match whose own board is closed."""
        self._scenes.push(AwaitScene(self._context, self, match))

    def match_over(self, match: Match) -> None:
        """Show how a match ended."""
        self._scenes.push(MatchResultScene(self._context, self, match))

    def solo_over(self, play: OnlinePlay, won: bool, art: CardArt, origins: list[Rect]) -> None:
        """Celebrate a win with a fountain, unless motion is off; sum up a finished game."""
        if won and self._context.pace:
            result = partial(SoloResultScene, self._context, self, play)
            self._scenes.push(FountainScene(self._context, art, origins, result))
        else:
            self._scenes.push(SoloResultScene(self._context, self, play))

    def past(self) -> None:
        """To the games that were played at this server."""
        self._scenes.push(PastScene(self._context, self))

    def watch(self, ending: Ending, board: int) -> None:
        """Watch a board of a game that is over, with the proof of its deal in the record."""
        from game.play.online.proof import record_of  # noqa: PLC0415 - loaded by then

        if ending.reveal is not None:
            record: Record = record_of(ending.reveal, board)
            self._context.routes.watch(record)
