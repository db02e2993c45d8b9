"""The ways from scene to scene: the only module that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from pygame import Rect

from game.engine.games import ERAM_SOLO
from game.engine.record import Deal, Record, RecordError
from game.engine.session import Outcome
from game.play.house import Damaged
from game.play.play import Play
from game.storage.games import SetAside
from game.text.faults import record_sentence
from game.ui.frame.context import Context
from game.ui.look.cards import CardArt
from game.ui.screens.dialogs import AskScene, TellScene
from game.ui.screens.keys import KeysScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.options import SettingsScene
from game.ui.screens.records import HistoryScene
from game.ui.screens.records_io import load_record
from game.ui.screens.rulebook import RulesScene
from game.ui.screens.win import FountainScene, ResultScene
from game.ui.table.hud import clock_text
from game.ui.table.table import TableScene

if TYPE_CHECKING:
    from game.ui.online.ways import Ways


class Navigator:
    """Carries out what ``Routes`` promises."""

    def __init__(self, context: Context) -> None:
        self._context = context
        self._scenes = context.scenes
        self._ways: Ways | None = None

    def menu(self) -> None:
        """To the menu; what is open is kept."""
        self._leave_server()
        self._scenes.clear()
        self._scenes.push(MenuScene(self._context))

    def welcome(self) -> None:
        """Ask what a stranger may want to set, over what is shown."""
        from game.ui.screens.welcome import WelcomeScene  # noqa: PLC0415 - once in a lifetime

        self._scenes.push(WelcomeScene(self._context))

    def table(self, play: Play, fresh: bool) -> None:
        """To a table. The game there is kept from now on, even before its first move."""
        self._leave_server()
        self._scenes.replace(TableScene(self._context, play, fresh))
        play.keep()

    def resume(self, slot: str) -> None:
        """To an open game; if it cannot be read, to the menu with a word about it."""
        self._scenes.clear()
        found = self._context.house.open(slot)
        if found is None or isinstance(found, Damaged):
            self.menu()
            if found is not None:
                self.tell_damage(found)
        else:
            self.table(found, False)

    def tell_damage(self, found: Damaged) -> None:
        """Say why a saved game could not be opened and where it is now."""
        self.tell(self._aside_sentence(found.prefix, found.aside))

    def _aside_sentence(self, prefix: str, aside: SetAside) -> str:
        text = self._context.text
        reason = record_sentence(text, aside.error)
        if aside.moved_to is None:
            return text("saved.locked", variant=text(f"variant.{prefix}"), reason=reason)
        return text("saved.aside", variant=text(f"variant.{prefix}"), reason=reason, place=aside.moved_to)

    def new_game(self, prefix: str | None) -> None:
        """Open the new-game dialog."""
        from game.ui.screens.newgame import NewGameScene  # noqa: PLC0415 - the first picture does not wait for it

        self._scenes.push(NewGameScene(self._context, prefix))
        aside = self._context.winnable.take_aside()
        if aside is not None:
            self.tell(self._context.text("dealt.aside", place=aside))

    def start(self, deal: Deal) -> None:
        """Deal a game of known cards."""
        self._begin(deal.spec.prefix, True, lambda: self._dealt(deal))

    def _dealt(self, deal: Deal) -> Play:
        if deal.code is not None:
            self._context.winnable.note(deal.code)
        return self._context.house.deal(deal)

    def start_secret(self) -> None:
        """Have the authority deal a game."""
        self._begin(ERAM_SOLO.prefix, False, self._context.house.deal_secret)

    def start_secret_again(self) -> None:
        """Have the authority deal its last game again."""
        self._begin(ERAM_SOLO.prefix, False, self._context.house.secret_again)

    def restart(self, play: Play) -> None:
        """Deal the cards of a game again."""
        self._scenes.top.cover()
        self._ask_if_lost(play if play.outcome is Outcome.OPEN else None, lambda: self._context.house.again(play))

    def _begin(self, prefix: str, known: bool, deal: Callable[[], Play]) -> None:
        """Deal a new game; an open one with moves in it is not lost without a question."""
        self._scenes.top.cover()
        stake = self._context.house.at_stake(prefix, known)
        if isinstance(stake, Damaged):
            self.table(deal(), True)
            self.tell_damage(stake)
        else:
            self._ask_if_lost(stake, deal)

    def _ask_if_lost(self, stake: Play | None, deal: Callable[[], Play], fresh: bool = True) -> None:
        text = self._context.text
        if stake is None or not stake.moves:
            self.table(deal(), fresh)
            return
        question = text(
            "newgame.lost",
            variant=text(f"variant.{stake.spec.prefix}"),
            score=stake.score,
            time=clock_text(stake.elapsed),
            moves=text.plural("newgame.moves", stake.moves),
        )
        self.ask(question, text("newgame.deal"), lambda: self.table(deal(), fresh))

    def online(self) -> None:
        """To the match server, or to the question which one."""
        from game.ui.online.ways import Ways  # noqa: PLC0415 - not every player goes there

        self._ways = Ways(self._context, self._context.online())
        self._ways.enter()

    def _leave_server(self) -> None:
        """Whoever goes elsewhere is at no server any more; what is played there is kept there."""
        if self._ways is not None:
            self._ways.online.disconnect()
            self._ways = None

    def settings(self) -> None:
        """Open the settings."""
        self._scenes.push(SettingsScene(self._context))

    def history(self) -> None:
        """Open the list of games and the statistics."""
        self._scenes.push(HistoryScene(self._context))

    def watch(self, saved: Record, review: bool = False) -> None:
        """Watch a game being replayed, or have it reviewed at once."""
        from game.ui.screens.replay import ReplayScene  # noqa: PLC0415 - the start must not wait for it

        self._scenes.push(ReplayScene(self._context, saved, self._context.exports, review))

    def open_file(self, path: Path) -> None:
        """Watch the record in a file from outside; if it is none, say what is wrong with it."""
        try:
            saved = load_record(path)
        except RecordError as error:
            self.tell(record_sentence(self._context.text, error))
        else:
            self.watch(saved)

    def take_over(self, saved: Record) -> None:
        """Play on from where a record ends, as a practice game."""
        self._scenes.top.cover()
        house = self._context.house
        stake = house.at_practice(saved.deal.spec.prefix)
        self._ask_if_lost(stake, lambda: house.take_over(saved), fresh=False)

    def rules(self, prefix: str | None) -> None:
        """Open the rules."""
        self._scenes.push(RulesScene(self._context, prefix))

    def over(self, play: Play, art: CardArt, origins: list[Rect]) -> None:
        """Celebrate a win of the player's own with a fountain, unless motion is off; else sum up the game."""
        if self._context.pace and play.outcome is Outcome.WON and not play.shown:
            result = partial(ResultScene, self._context, play)
            self._scenes.push(FountainScene(self._context, art, origins, result))
        else:
            self._scenes.push(ResultScene(self._context, play))

    def keys(self) -> None:
        """Tell the keys at the table, and a controller's buttons if there is one."""
        self._scenes.push(KeysScene(self._context))

    def tell(self, sentence: str) -> None:
        """Show a sentence that must not be missed."""
        self._scenes.push(TellScene(self._context, sentence))

    def ask(self, question: str, yes: str, on_yes: Callable[[], None]) -> None:
        """Ask before something is lost."""
        self._scenes.push(AskScene(self._context, question, yes, on_yes))

    def quit(self) -> None:
        """End the program."""
        self._scenes.clear()
