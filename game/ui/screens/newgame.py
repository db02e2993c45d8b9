"""The new-game dialog: which game under which rules, and which deal."""

from __future__ import annotations

from enum import Enum

from pygame import Rect

from game.engine.deals import Code, CodeError, number_of_day, parse_code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.text.faults import code_sentence
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.textfield import Clipboard, TextField
from game.ui.controls.widgets import Button, Kind, Widget
from game.ui.frame.context import Context
from game.ui.look.lettering import Style

_LONGEST = 24
#: The games, each with its variants in the order of the registry.
FAMILIES: dict[str, list[str]] = {}
for _prefix in GAMES:
    FAMILIES.setdefault(_prefix[:2], []).append(_prefix)


class Source(Enum):
    """Where the deal comes from."""

    RANDOM = "random"
    DAILY = "daily"
    AGAIN = "again"
    CODE = "code"


class NewGameScene(PanelScene):
    """Choose a game and deal it."""

    width = 660

    def __init__(self, context: Context, prefix: str | None) -> None:
        super().__init__(context)
        self._prefix = prefix or next(iter(GAMES))
        self._source = Source.RANDOM
        self._typed = ""

    # --- Building

    def fill(self, column: Column) -> None:
        """Game, rules, deal, and the two ways out."""
        text, family = self.context.text, self._prefix[:2]
        column.title(text("newgame.title"))
        column.space(8)
        games = list(FAMILIES)
        column.choice([text(f"short.{game}") for game in games], games.index(family), self._choose_game)
        column.space(8)
        about = column.paragraph(text(f"about.{self._prefix}"), lines=3)
        about.colour = self.context.theme.quiet
        variants = FAMILIES[family]
        if len(variants) > 1:
            column.heading(text("newgame.rules"))
            words = [text(f"rule.{prefix}") for prefix in variants]
            column.choice(words, variants.index(self._prefix), self._choose_variant)
        column.space(6)
        column.heading(text("newgame.deal_from"))
        self._sources = [s for s in Source if s is not Source.AGAIN or self._can_repeat()]
        if self._source not in self._sources:
            self._source = Source.RANDOM
        words = [text(f"source.{source.value}") for source in self._sources]
        self._choice = column.choice(words, self._sources.index(self._source), self._choose_source)
        column.space(8)
        column.place(self._field, 48, 0.0, 0.70)
        column.place(self._paste_button, 48, 0.72, 1.0)
        column.space(6)
        self._note = column.paragraph("", lines=2)
        self._note.style = Style(column.kit.metrics.small)
        column.space(10)
        leave = (text("dialog.cancel"), self.leave, None, Kind.QUIET)
        _, self._start = column.buttons(leave, (text("newgame.start"), self._deal, "play", Kind.PRIMARY))

    def _field(self, rect: Rect) -> Widget:
        context = self.context
        clipboard = Clipboard(context.copy, context.paste)
        self._code = TextField(
            self._choice.kit,
            rect,
            context.text("newgame.hint"),
            _LONGEST,
            self._type,
            self._deal,
            clipboard,
            context.now,
        )
        return self._code

    def _paste_button(self, rect: Rect) -> Widget:
        return Button(self._choice.kit, rect, self.context.text("newgame.paste"), self._paste, "paste")

    def _paste(self) -> None:
        """Paste, and leave the keys with the field: Enter then deals."""
        self._code.paste()
        self.group.focus(self._code)

    def begin(self) -> None:
        """Keep what was typed, and be ready for more."""
        self._code.show(self._typed)
        self.group.focus(self._code)
        self._show()

    def _can_repeat(self) -> bool:
        house = self.context.house
        return house.can_repeat_secret() if self._secret else house.last(self._prefix) is not None

    @property
    def _secret(self) -> bool:
        """True for the game whose own deals only the authority knows."""
        return GAMES[self._prefix].secret_deals

    # --- Choosing

    def _switch(self, prefix: str) -> None:
        """Another variant; a typed code keeps its letters and changes its prefix."""
        code = self._parsed()
        if isinstance(code, Code) and code.prefix != prefix:
            self._typed = str(code._replace(prefix=prefix))
        self._prefix = prefix
        self.context.scenes.rebuild_top()

    def _choose_game(self, index: int) -> None:
        self._switch(FAMILIES[list(FAMILIES)[index]][0])

    def _choose_variant(self, index: int) -> None:
        self._switch(FAMILIES[self._prefix[:2]][index])

    def _choose_source(self, index: int) -> None:
        self._source = self._sources[index]
        if self._source is Source.CODE:
            self.group.focus(self._code)
        self._show()

    def _type(self, typed: str) -> None:
        """The code changed: a whole one switches to its own game and rules."""
        self._typed = typed
        self._source = Source.CODE if typed.strip() else Source.RANDOM
        self._choice.chosen = self._sources.index(self._source)
        code = self._parsed()
        if isinstance(code, Code) and code.prefix != self._prefix:
            self._prefix = code.prefix
            self.context.scenes.rebuild_top()
        self._show()

    def _parsed(self) -> Code | CodeError:
        """The typed code, or what is wrong with it."""
        try:
            return parse_code(self._typed)
        except CodeError as error:
            return error

    # --- What it says and does

    def _show(self) -> None:
        """Say beside the field what is wrong with a code, or what the choice means."""
        text, theme = self.context.text, self.context.theme
        note, wrong = "", False
        if self._source is Source.CODE:
            parsed = self._parsed()
            wrong = isinstance(parsed, CodeError)
            if not self._typed.strip():
                note = text("newgame.type")
            elif isinstance(parsed, CodeError):
                note = code_sentence(text, parsed)
        elif self._source is Source.DAILY:
            note = text("newgame.daily", code=self._daily())
        if self._secret and not wrong and self._source in (Source.CODE, Source.DAILY):
            note = text("newgame.practice", note=note)
        self._note.colour = theme.warning if wrong and self._typed.strip() else theme.quiet
        self._note.say(note)
        self._start.enabled = not wrong
        for widget in (self._note, self._start, self._choice):
            self.stage.touch(widget)

    def _daily(self) -> Code:
        return Code(self._prefix, number_of_day(self.context.today().isoformat()))

    def _deal(self) -> None:
        """Deal what was chosen, if it can be."""
        if not self._start.enabled:
            return
        routes = self.context.routes
        if self._source is Source.RANDOM and self._secret:
            routes.start_secret()
        elif self._source is Source.AGAIN and self._secret:
            routes.start_secret_again()
        else:
            routes.start(self._chosen_deal())

    def _chosen_deal(self) -> Deal:
        if self._source is Source.AGAIN:
            last = self.context.house.last(self._prefix)
            assert last is not None
            return last
        if self._source is Source.DAILY:
            return Deal.from_code(self._daily())
        parsed = self._parsed()
        if self._source is Source.CODE and isinstance(parsed, Code):
            return Deal.from_code(parsed)
        return Deal.from_code(Code(self._prefix, self.context.random_deal()))
