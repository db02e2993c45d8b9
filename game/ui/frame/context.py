"""What the scenes share, wired once by the application."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pygame import Rect

from game.engine.games import GAMES
from game.engine.record import Deal, Record
from game.engine.spec import GameSpec
from game.play.house import Damaged, House
from game.play.play import Play
from game.solver.service import Solving
from game.storage.games import GameStore
from game.storage.settings import Direction, Settings, Speed
from game.text.catalogue import Catalogue
from game.ui.frame.scenes import SceneStack
from game.ui.look.cards import CardArt, CardStyle
from game.ui.look.icons import Icons
from game.ui.look.lettering import Lettering
from game.ui.look.synth import Cue
from game.ui.look.theme import Metrics, Theme
from game.ui.look.voice import Voice
from game.ui.table.bars import Content
from game.ui.table.layout import TableLayout, table_layout
from game.ui.table.liveline import live_line_height

if TYPE_CHECKING:
    from game.play.online.service import Online
    from game.play.winnable import Winnable

_PACE = {Speed.OFF: 0.0, Speed.FAST: 0.6, Speed.NORMAL: 1.0, Speed.SLOW: 1.8}
_MOST_ART = 3
_RIGHT_TO_LEFT = ("ar", "he", "fa", "ur")


class ArtShelf:
    """Card pictures by size; only the sizes used last are kept."""

    def __init__(self) -> None:
        self._art: dict[tuple[int, CardStyle], CardArt] = {}

    def __call__(self, width: int, style: CardStyle) -> CardArt:
        """The card pictures of a width in pixels."""
        key = (width, style)
        art = self._art.pop(key, None)
        if art is None:
            whole = [other for (_, of), other in self._art.items() if of == style and other.whole]
            art = CardArt(width, style, like=whole[-1] if whole else None)
        self._art[key] = art
        while len(self._art) > _MOST_ART:
            unfinished = [size for size, other in self._art.items() if other is not art and not other.whole]
            del self._art[unfinished[0] if unfinished else next(iter(self._art))]
        return art


class Routes(Protocol):
    """The ways from scene to scene, so that no scene has to know another."""

    def menu(self) -> None:
        """To the menu; what is open is kept."""

    def table(self, play: Play, fresh: bool) -> None:
        """To a table; a ``fresh`` game is dealt before the player's eyes."""

    def resume(self, slot: str) -> None:
        """To the open game of a slot."""

    def new_game(self, prefix: str | None) -> None:
        """Open the new-game dialog with a variant chosen."""

    def start(self, deal: Deal) -> None:
        """Deal a game of known cards, after asking if another would be lost."""

    def start_secret(self) -> None:
        """Have the authority deal an ERAM game, after asking if another would be lost."""

    def online(self) -> None:
        """To the match server."""

    def settings(self) -> None:
        """Open the settings."""

    def history(self) -> None:
        """Open the list of games and the statistics."""

    def watch(self, saved: Record, review: bool = False) -> None:
        """Watch a game being replayed, or have it reviewed at once."""

    def take_over(self, saved: Record) -> None:
        """Play on from where a record ends, as a practice game."""

    def rules(self, prefix: str | None) -> None:
        """Open the rules of a variant."""

    def start_secret_again(self) -> None:
        """Have the authority deal its last game again, after asking if an open one would be lost."""

    def restart(self, play: Play) -> None:
        """Deal the cards of a game again, after asking if an open one would be lost."""

    def over(self, play: Play, art: CardArt, origins: list[Rect]) -> None:
        """Celebrate a win (``origins`` are the foundations' places), or sum up a finished game."""

    def tell_damage(self, found: Damaged) -> None:
        """Say why a saved game could not be opened and where it is now."""

    def keys(self) -> None:
        """Tell the keys at the table, and a controller's buttons if there is one."""

    def tell(self, sentence: str) -> None:
        """Show a sentence that must not be missed."""

    def ask(self, question: str, yes: str, on_yes: Callable[[], None]) -> None:
        """Ask before something is lost."""

    def quit(self) -> None:
        """End the program; what is open is kept."""


@dataclass
class Context:
    """The services that every scene uses. ``change`` sets one setting and keeps it; ``now`` is the loop's clock."""

    routes: Routes = field(init=False)

    text: Catalogue
    settings: Settings
    theme: Theme
    scenes: SceneStack
    store: GameStore
    house: House
    solving: Solving
    #: Makes the way to match servers at the first call.
    online: Callable[[], Online]
    open_winnable: Callable[[], Winnable]
    now: Callable[[], float]
    #: Where exported records go.
    exports: Path
    today: Callable[[], date]
    random_deal: Callable[[], int]
    change: Callable[[str, str, object], None]
    #: Each language's own name for itself, by its code.
    languages: dict[str, str]
    copy: Callable[[str], None]
    paste: Callable[[], str]
    sound: Callable[[Cue], None]
    #: Has the sounds made in the background; False, for there is nothing more to do ahead.
    prepare_sounds: Callable[[], bool]
    voice: Voice
    save_fault: Callable[[], Exception | None]
    #: True while a game controller is plugged in.
    has_controller: Callable[[], bool]
    #: False where there is no place to copy to, as in a kiosk.
    can_copy: bool = True
    lettering: Lettering = field(default_factory=Lettering)
    icons: Icons = field(default_factory=Icons)
    art: ArtShelf = field(default_factory=ArtShelf)

    @cached_property
    def winnable(self) -> Winnable:
        """The winnable deals; they are not loaded before a new game is thought of."""
        return self.open_winnable()

    @property
    def card_style(self) -> CardStyle:
        """The look of the cards."""
        look = self.settings.look
        return CardStyle(look.print, look.colours, look.back)

    def prepare_cards(self) -> bool:
        """Draw one card picture that a table in this window will need; False if all are there."""
        width = self.layout(next(iter(GAMES.values()))).card[0]
        return self.art(width, self.card_style).prepare() or self.prepare_sounds()

    def layout(self, spec: GameSpec) -> TableLayout:
        """The layout of a table in this window."""
        look, metrics, play = self.settings.look, self.metrics, self.settings.play
        line = live_line_height(metrics) if play.live_line else 0
        content = Content(light=play.verdict_light)
        return table_layout(spec, metrics.size, self.board_mirrored, look.print, line, metrics, content)

    @property
    def metrics(self) -> Metrics:
        """The measures of this window, with the size of texts that the player wants."""
        return Metrics.of(self.scenes.size, self.settings.look.text_size.value / 100)

    @property
    def pace(self) -> float:
        """How much longer than normal motion takes; 0 for none."""
        return _PACE[self.settings.look.motion]

    @property
    def reads_right_to_left(self) -> bool:
        """The direction of texts, menus and bars."""
        return self.text.language in _RIGHT_TO_LEFT

    @property
    def board_mirrored(self) -> bool:
        """The direction of the board."""
        direction = self.settings.look.direction
        if direction is Direction.LANGUAGE:
            return self.reads_right_to_left
        return direction is Direction.RIGHT_TO_LEFT
