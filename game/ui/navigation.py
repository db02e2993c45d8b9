"""The ways from scene to scene: the only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable

from pygame import Rect

from game.engine.record import Deal
from game.play.local import LocalPlay
from game.storage.games import SavedGame, SetAside
from game.text.faults import record_sentence
from game.ui.cards import CardArt
from game.ui.context import Context
from game.ui.dialogs import AskScene, TellScene
from game.ui.hud import clock_text
from game.ui.menu import MenuScene
from game.ui.newgame import NewGameScene
from game.ui.options import SettingsScene
from game.ui.rulebook import RulesScene
from game.ui.table import TableScene
from game.ui.win import FountainScene, WonScene


class Navigator:
    """Carries out what ``Routes`` promises."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scenes = context.scenes

    def menu(self) -> None:
        """To the menu; what is open is kept."""
        self._scenes.clear()
        self._scenes.push(MenuScene(self._context))

    def table(self, play: LocalPlay, fresh: bool) -> None:
        """To a table. The game there is kept from now on, even before its first move."""
        self._scenes.replace(TableScene(self._context, play, fresh))
        play.keep()

    def resume(self, prefix: str) -> None:
        """To the saved game of a variant; if it cannot be read, to the menu with a word about it."""
        self._scenes.clear()
        saved = self._context.store.load(prefix)
        if isinstance(saved, SavedGame):
            self.table(LocalPlay.resumed(self._context.store, saved), False)
            return
        self.menu()
        if isinstance(saved, SetAside):
            self.tell(self._aside_sentence(prefix, saved))

    def _aside_sentence(self, prefix: str, aside: SetAside) -> str:
        text = self._context.text
        reason = record_sentence(text, aside.error)
        if aside.moved_to is None:
            return text("saved.locked", variant=text(f"variant.{prefix}"), reason=reason)
        return text("saved.aside", variant=text(f"variant.{prefix}"), reason=reason, place=aside.moved_to)

    def new_game(self, prefix: str | None) -> None:
        """Open the new-game dialog."""
        self._scenes.push(NewGameScene(self._context, prefix))

    def start(self, deal: Deal) -> None:
        """Deal a game; an open one of the same variant with moves in it is not lost without a question."""
        text = self._context.text
        self._scenes.top.cover()
        saved = self._context.store.load(deal.spec.prefix)
        play = LocalPlay(self._context.store, deal)
        if isinstance(saved, SavedGame) and saved.session.moves:
            question = text(
                "newgame.lost",
                variant=text(f"variant.{deal.spec.prefix}"),
                score=saved.session.state.score,
                time=clock_text(saved.record.elapsed),
                moves=text.plural("newgame.moves", saved.session.moves),
            )
            self.ask(question, text("newgame.deal"), lambda: self.table(play, True))
        else:
            self.table(play, True)

    def settings(self) -> None:
        """Open the settings."""
        self._scenes.push(SettingsScene(self._context))

    def rules(self, prefix: str | None) -> None:
        """Open the rules."""
        self._scenes.push(RulesScene(self._context, prefix))

    def won(self, play: LocalPlay, art: CardArt, origins: list[Rect]) -> None:
        """Celebrate: with a fountain, unless motion is off."""
        if self._context.pace:
            self._scenes.push(FountainScene(self._context, play, art, origins))
        else:
            self._scenes.push(WonScene(self._context, play))

    def tell(self, sentence: str) -> None:
        """Show a sentence that must not be missed."""
        self._scenes.push(TellScene(self._context, sentence))

    def ask(self, question: str, yes: str, on_yes: Callable[[], None]) -> None:
        """Ask before something is lost."""
        self._scenes.push(AskScene(self._context, question, yes, on_yes))

    def quit(self) -> None:
        """End the program."""
        self._scenes.clear()
