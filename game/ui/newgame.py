"""The new-game dialog: which rules, and a random deal or a typed code."""

from __future__ import annotations

from pygame import Rect

from game.engine.deals import Code, CodeError, parse_code
from game.engine.games import RUSSIAN_CLASSIC, RUSSIAN_RELAXED
from game.engine.record import Deal
from game.text.faults import code_sentence
from game.ui.context import Context
from game.ui.fields import TextField
from game.ui.lettering import Style
from game.ui.panels import Column, PanelScene
from game.ui.widgets import Button, Kind, Widget

#: The variants that this table can be set for.
OFFERED = (RUSSIAN_CLASSIC.prefix, RUSSIAN_RELAXED.prefix)
_LONGEST = 24


class NewGameScene(PanelScene):
    """Choose a game and deal it."""

    width = 560

    def __init__(self, context: Context, prefix: str | None) -> None:
        super().__init__(context)
        self._prefix = prefix if prefix in OFFERED else OFFERED[0]
        self._typed = ""

    def fill(self, column: Column) -> None:
        """Rules, code, and the two ways out."""
        text = self.context.text
        column.title(text("newgame.title"))
        column.space(14)
        column.heading(text("newgame.rules"))
        words = [text(f"variant.{prefix}") for prefix in OFFERED]
        self._choice = column.choice(words, OFFERED.index(self._prefix), self._choose)
        column.space(8)
        self._about = column.paragraph(text(f"about.{self._prefix}"), lines=2)
        self._about.colour = self.context.theme.quiet
        column.space(14)
        column.heading(text("newgame.code"))
        column.place(self._field, 48, 0.0, 0.70)
        column.place(self._paste_button, 48, 0.72, 1.0)
        column.space(6)
        self._fault = column.paragraph("", lines=2)
        self._fault.style = Style(column.kit.metrics.small)
        column.space(14)
        leave = (text("dialog.cancel"), self.leave, None, Kind.QUIET)
        _, self._start = column.buttons(leave, (text("newgame.random"), self._deal, "play", Kind.PRIMARY))

    def _field(self, rect: Rect) -> Widget:
        self._code = TextField(
            self._choice.kit,
            rect,
            self.context.text("newgame.hint"),
            _LONGEST,
            self._type,
            self.context.paste,
            self._deal,
        )
        return self._code

    def _paste_button(self, rect: Rect) -> Widget:
        return Button(self._choice.kit, rect, self.context.text("newgame.paste"), self._code.paste, "paste")

    def begin(self) -> None:
        """Keep what was typed, and be ready for more."""
        self._code.set_text(self._typed)
        self.group.focus(self._code)

    def _choose(self, index: int) -> None:
        """Rules were chosen; a typed code keeps its letters and changes its rule."""
        self._prefix = OFFERED[index]
        self._about.say(self.context.text(f"about.{self._prefix}"))
        code = self._parsed()
        if isinstance(code, Code) and code.prefix != self._prefix:
            self._code.set_text(str(code._replace(prefix=self._prefix)))
        self._show()

    def _type(self, typed: str) -> None:
        """The code changed: a whole one switches to its own rules."""
        self._typed = typed
        code = self._parsed()
        if isinstance(code, Code) and code.prefix in OFFERED:
            self._prefix = code.prefix
            self._choice.chosen = OFFERED.index(self._prefix)
            self._about.say(self.context.text(f"about.{self._prefix}"))
        self._show()

    def _parsed(self) -> Code | CodeError | None:
        """The typed code, what is wrong with it, or None if nothing is typed."""
        if not self._typed.strip():
            return None
        try:
            return parse_code(self._typed)
        except CodeError as error:
            return error

    def _show(self) -> None:
        """Say beside the field what is wrong, and name what the button will do."""
        text, parsed = self.context.text, self._parsed()
        wrong = ""
        if isinstance(parsed, CodeError):
            wrong = code_sentence(text, parsed)
        elif parsed is not None and parsed.prefix not in OFFERED:
            wrong = text("newgame.not-offered")
        self._fault.colour = self.context.theme.warning
        self._fault.say(wrong)
        self._start.enabled = not wrong
        self._start.text = text("newgame.random" if parsed is None else "newgame.start")
        for widget in (self._fault, self._start, self._choice, self._about):
            self.stage.touch(widget)

    def _deal(self) -> None:
        """Deal what was chosen, if it can be."""
        if not self._start.enabled:
            return
        parsed = self._parsed()
        code = parsed if isinstance(parsed, Code) else Code(self._prefix, self.context.random_deal())
        self.context.routes.start(Deal.from_code(code))
