"""Small dialogs: a question before something is lost, and a sentence that must not be missed."""

from __future__ import annotations

from collections.abc import Callable

from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context


class AskScene(PanelScene):
    """A question with two answers; the harmless one is at hand for the keyboard."""

    def __init__(self, context: Context, question: str, yes: str, on_yes: Callable[[], None]) -> None:
        super().__init__(context)
        self._question = question
        self._yes = yes
        self._on_yes = on_yes

    def fill(self, column: Column) -> None:
        """The question and the answers."""
        column.paragraph(self._question)
        column.space(22)
        no = (self.context.text("dialog.keep"), self.leave, None, Kind.PLAIN)
        self._no, _ = column.buttons(no, (self._yes, self._accept, None, Kind.PRIMARY))

    def begin(self) -> None:
        """Enter alone must not lose anything."""
        self.group.focus(self._no)

    def _accept(self) -> None:
        self.leave()
        self._on_yes()


class TellScene(PanelScene):
    """A sentence with one way on."""

    def __init__(self, context: Context, sentence: str) -> None:
        super().__init__(context)
        self._sentence = sentence

    def fill(self, column: Column) -> None:
        """The sentence and the button."""
        column.paragraph(self._sentence)
        column.space(22)
        self._add_way_back(column)

    def _add_way_back(self, column: Column) -> None:
        """The button that closes it."""
        self._fine = column.button(self.context.text("dialog.fine"), self.leave, "check", Kind.PRIMARY)

    def begin(self) -> None:
        """Enter goes on."""
        self.group.focus(self._fine)
