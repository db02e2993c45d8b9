"""Keys on the screen: for a deal's code, and for the operator's PIN."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from game.engine.deals import Code, CodeError, parse_code
from game.engine.record import Deal
from game.text.faults import code_sentence
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Align, Kind
from game.ui.frame.context import Context
from game.ui.look.lettering import Style

_LETTERS = ("ABCDEFG", "HIJKLMN", "OPQRSTU", "VWXYZ13", "-")
_DIGITS = ("123", "456", "789", "0")
_LONGEST_CODE, _LONGEST_PIN = 24, 8
_WHOLE_CODE = len("RU1-C-AAAAABB")
_TRIES = 5

#: A button: its word, what it does, its icon and its kind.
Entry = tuple[str, Callable[[], None], str | None, Kind]


class PadScene(PanelScene):
    """A line that is typed with keys on the screen."""

    width = 620
    keys: tuple[str, ...] = ()
    longest = 0
    note_lines = 1

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self.typed = ""

    def shown(self) -> str:
        """What is typed, as it may be seen."""
        return self.typed

    def note(self) -> str:
        """What is to be said of it."""
        return ""

    def enter(self) -> None:
        """It is typed."""

    def heading(self) -> str:
        """What is asked for."""
        raise NotImplementedError

    def fill(self, column: Column) -> None:
        """The line, the note, the keys, and the two ways on."""
        text, metrics = self.context.text, column.kit.metrics
        column.title(self.heading()).align = Align.CENTRE
        self._line = column.paragraph(self.shown() or " ", 1, Align.CENTRE)
        self._line.style = Style(metrics.px(30), True, True, True)
        self._line.rect.h = metrics.px(44)
        column.height = self._line.rect.bottom
        self._note = column.paragraph("", self.note_lines, Align.CENTRE)
        self._note.style = Style(metrics.small)
        self._note.colour = self.context.theme.quiet
        self._note.say(self.note())
        column.space(6)
        for row in self.keys:
            # Keys stand left to right in every language, as what they write does.
            letters = row[::-1] if self.context.reads_right_to_left else row
            buttons: list[Entry] = [(letter, partial(self.press, letter), None, Kind.PLAIN) for letter in letters]
            if row == self.keys[-1]:
                buttons.append((text("kiosk.erase"), self.erase, None, Kind.PLAIN))
            column.buttons(*buttons)
            column.space(8)
        column.space(4)
        leave = (text("dialog.cancel"), self.leave, None, Kind.QUIET)
        _, self._enter = column.buttons(leave, (text("kiosk.enter"), self.enter, "check", Kind.PRIMARY))

    def press(self, letter: str) -> None:
        """A key was pressed."""
        if len(self.typed) < self.longest:
            self.typed += letter
            self.changed()

    def erase(self) -> None:
        """Take the last letter back."""
        self.typed = self.typed[:-1]
        self.changed()

    def changed(self) -> None:
        """Show what is typed now."""
        self._line.say(self.shown() or " ")
        self._note.say(self.note())
        for widget in (self._line, self._note, self._enter):
            self.stage.touch(widget)


class CodeScene(PadScene):
    """The code of a deal, of the ``games`` that may be played here."""

    keys = _LETTERS
    longest = _LONGEST_CODE
    note_lines = 3

    def __init__(self, context: Context, games: list[str], deal: Callable[[Deal], None]) -> None:
        super().__init__(context)
        self._games = games
        self._deal = deal

    def heading(self) -> str:
        """A code."""
        return self.context.text("kiosk.code")

    def _parsed(self) -> Code | CodeError:
        try:
            return parse_code(self.typed)
        except CodeError as error:
            return error

    def note(self) -> str:
        """An example, what is wrong, or which game it is."""
        text, parsed = self.context.text, self._parsed()
        if isinstance(parsed, CodeError):
            return code_sentence(text, parsed) if len(self.typed) >= _WHOLE_CODE else text("kiosk.code-example")
        return text(f"variant.{parsed.prefix}") if parsed.prefix in self._games else text("kiosk.not-here")

    def enter(self) -> None:
        """Deal it, if it is one."""
        parsed = self._parsed()
        if isinstance(parsed, Code) and parsed.prefix in self._games:
            self.leave()
            self._deal(Deal.from_code(parsed))


class PinScene(PadScene):
    """The operator's PIN. After some wrong ones the page closes; ``right`` is called for the right one."""

    width = 420
    keys = _DIGITS
    longest = _LONGEST_PIN

    def __init__(self, context: Context, right: Callable[[str], bool]) -> None:
        super().__init__(context)
        self._right = right
        self._wrong = 0

    def heading(self) -> str:
        """For the operator."""
        return self.context.text("kiosk.pin")

    def shown(self) -> str:
        """A dot for each digit."""
        return "●" * len(self.typed)

    def note(self) -> str:
        """That it was wrong."""
        return self.context.text("kiosk.pin-wrong") if self._wrong and not self.typed else ""

    def enter(self) -> None:
        """Try it."""
        typed, self.typed = self.typed, ""
        if self._right(typed):
            return
        self._wrong += 1
        self.changed()
        if self._wrong >= _TRIES:
            self.leave()
