"""The new-game dialog: which game under which rules, and which deal."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum

from pygame import Rect

from game.engine.deals import Code, CodeError, parse_code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.solver.difficulty import Grade
from game.text.faults import code_sentence
from game.ui.controls.fields import Choice
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.textfield import Clipboard, TextField
from game.ui.controls.widgets import Button, Kind, Label, Widget
from game.ui.frame.context import Context
from game.ui.look.lettering import Style

_LONGEST = 24
_NONE = -1  # no word of a row is chosen
_NAME = 0.2  # of a row's width, for its name
#: The games, each with its variants in the order of the registry.
FAMILIES: dict[str, list[str]] = {}
for _prefix in GAMES:
    FAMILIES.setdefault(_prefix[:2], []).append(_prefix)


class Source(Enum):
    """Where the deal comes from."""

    RANDOM = "random"
    WINNABLE = "winnable"
    DAILY = "daily"
    AGAIN = "again"
    CODE = "code"


class NewGameScene(PanelScene):
    """Choose a game and deal it."""

    width = 660

    def __init__(self, context: Context, prefix: str | None) -> None:
        super().__init__(context)
        self._prefix = prefix or next(iter(GAMES))
        self._typed = ""
        self._source, self._grade = self._recalled()
        #: True once the player has chosen where the deal comes from.
        self._decided = False

    # --- Building

    def fill(self, column: Column) -> None:
        """Game, rules, deal, and the two ways out."""
        text, family = self.context.text, self._prefix[:2]
        column.title(text("newgame.title"))
        column.space(8)
        games = list(FAMILIES)
        column.choice([text(f"short.{game}") for game in games], games.index(family), self._choose_game)
        column.space(8)
        about = column.paragraph(text(f"about.{self._prefix}"), lines=self._longest_about(column))
        about.colour = self.context.theme.quiet
        column.space(8)
        variants = FAMILIES[family]
        if len(variants) > 1:
            words = [text(f"rule.{prefix}") for prefix in variants]
            self._named_choice(column, "newgame.rules", words, variants.index(self._prefix), self._choose_variant)
        self._sources = [source for source in Source if self._is_offered(source)]
        if self._source not in self._sources and not (self._source is Source.WINNABLE and self._has_bank):
            self._source = Source.RANDOM
        words = [text(f"source.{source.value}") for source in self._sources]
        self._choice = self._named_choice(column, "newgame.deal_from", words, _NONE, self._choose_source)
        if self._has_bank:
            words = [text(f"grade.{grade.value}") for grade in Grade]
            self._grades = self._named_choice(column, "source.winnable", words, _NONE, self._choose_grade)
        else:
            column.paragraph(text("newgame.no_bank")).colour = self.context.theme.warning
            column.space(8)
        column.place(self._field, 48, 0.0, 0.70)
        column.place(self._paste_button, 48, 0.72, 1.0)
        column.space(6)
        self._note = column.paragraph("", lines=2)
        self._note.style = Style(column.kit.metrics.small)
        column.space(10)
        leave = (text("dialog.cancel"), self.leave, None, Kind.QUIET)
        _, self._start = column.buttons(leave, (text("newgame.start"), self._deal, "play", Kind.PRIMARY))

    def _longest_about(self, column: Column) -> int:
        """Lines of the longest description, so that the rows below stay where they are when the game changes."""
        style, wrap = Style(column.kit.metrics.body), column.kit.lettering.wrap
        return max(len(wrap(self.context.text(f"about.{prefix}"), style, column.width)) for prefix in GAMES)

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

    def _named_choice(
        self, column: Column, name: str, words: list[str], chosen: int, on_change: Callable[[int], None]
    ) -> Choice:
        """A row of words with its name before it."""
        style, colour = Style(column.kit.metrics.small, bold=True), self.context.theme.accent
        column.place(lambda rect: Label(column.kit, rect, self.context.text(name), style, colour), 48, 0.0, _NAME)
        made: list[Choice] = []

        def make(rect: Rect) -> Choice:
            made.append(Choice(column.kit, rect, words, chosen, on_change))
            return made[0]

        column.place(make, 48, _NAME)
        column.space(8)
        return made[0]

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

    def _is_offered(self, source: Source) -> bool:
        """True for the words of the first row; winnable deals have a row of their own."""
        if source is Source.AGAIN:
            return self._can_repeat()
        return source is not Source.WINNABLE and (source is not Source.DAILY or self._has_bank)

    @property
    def _has_bank(self) -> bool:
        """True if there are winnable deals to choose from."""
        return self.context.winnable.bank(self._prefix) is not None

    def _can_repeat(self) -> bool:
        house = self.context.house
        return house.can_repeat_secret() if self._secret else house.last(self._prefix) is not None

    @property
    def _secret(self) -> bool:
        """True for the game whose own deals only the authority knows."""
        return GAMES[self._prefix].secret_deals

    # --- Choosing

    def _recalled(self) -> tuple[Source, Grade]:
        """Any deal or a winnable one, as when a game of this variant was begun last."""
        chosen = self.context.winnable.choice(self._prefix)
        grade = next((grade for grade in Grade if grade.value == chosen), None)
        return (Source.RANDOM, Grade.EASY) if grade is None else (Source.WINNABLE, grade)

    def _switch(self, prefix: str) -> None:
        """Another variant; a typed code keeps its letters and changes its prefix."""
        code = self._parsed()
        if isinstance(code, Code) and code.prefix != prefix:
            self._typed = str(code._replace(prefix=prefix))
        self._prefix = prefix
        if not self._decided:
            self._source, self._grade = self._recalled()
        self.context.scenes.rebuild_top()

    def _choose_game(self, index: int) -> None:
        self._switch(FAMILIES[list(FAMILIES)[index]][0])

    def _choose_variant(self, index: int) -> None:
        self._switch(FAMILIES[self._prefix[:2]][index])

    def _choose_source(self, index: int) -> None:
        self._source, self._decided = self._sources[index], True
        if self._source is Source.CODE:
            self.group.focus(self._code)
        self._show()

    def _choose_grade(self, index: int) -> None:
        self._source, self._grade, self._decided = Source.WINNABLE, list(Grade)[index], True
        self._show()

    def _type(self, typed: str) -> None:
        """The code changed: a whole one switches to its own game and rules."""
        self._typed = typed
        self._decided = bool(typed.strip())
        if self._decided:
            self._source = Source.CODE
        else:
            self._source, self._grade = self._recalled()
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
        wrong = self._source is Source.CODE and isinstance(self._parsed(), CodeError)
        note = self._meaning()
        if self._secret and not wrong and self._source in (Source.WINNABLE, Source.CODE, Source.DAILY):
            note = text("newgame.practice", note=note)
        self._note.colour = theme.warning if wrong and self._typed.strip() else theme.quiet
        self._note.say(note)
        self._start.enabled = not wrong
        winnable = self._source is Source.WINNABLE
        self._choice.chosen = _NONE if winnable else self._sources.index(self._source)
        changed = [self._note, self._start, self._choice]
        if self._has_bank:
            self._grades.chosen = list(Grade).index(self._grade) if winnable else _NONE
            changed.append(self._grades)
        for widget in changed:
            self.stage.touch(widget)

    def _meaning(self) -> str:
        """A sentence on what is chosen."""
        text, winnable = self.context.text, self.context.winnable
        if self._source is Source.WINNABLE:
            left = winnable.left(self._prefix, self._grade)
            return text.plural("newgame.winnable", left) if left else text("newgame.winnable_again")
        if self._source is Source.CODE:
            parsed = self._parsed()
            if isinstance(parsed, Code):
                return self._proven(parsed)
            return code_sentence(text, parsed) if self._typed.strip() else text("newgame.type")
        daily = self._daily() if self._source is Source.DAILY else None
        return "" if daily is None else text("newgame.daily", code=daily, proven=self._proven(daily))

    def _proven(self, code: Code) -> str:
        """That a deal can be won, where that is known."""
        grade = self.context.winnable.grade(code)
        return "" if grade is None else self.context.text(f"proven.{grade.value}")

    def _daily(self) -> Code | None:
        return self.context.winnable.of_day(self._prefix, self.context.today())

    def _deal(self) -> None:
        """Deal what was chosen, if it can be."""
        if not self._start.enabled:
            return
        routes = self.context.routes
        if self._source in (Source.RANDOM, Source.WINNABLE):
            chosen = self._grade.value if self._source is Source.WINNABLE else self._source.value
            self.context.winnable.choose(self._prefix, chosen)
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
        return Deal.from_code(self._chosen_code())

    def _chosen_code(self) -> Code:
        if self._source is Source.WINNABLE:
            return self.context.winnable.next(self._prefix, self._grade)
        chosen = self._daily() if self._source is Source.DAILY else self._parsed()
        if self._source is not Source.RANDOM and isinstance(chosen, Code):
            return chosen
        return Code(self._prefix, self.context.random_deal())
