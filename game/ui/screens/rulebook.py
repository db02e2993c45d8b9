"""The rules of the games, to read, each with an example to watch; and the questions about deal codes."""

from __future__ import annotations

from pygame import Surface

from game.engine.games import RUSSIAN_CLASSIC
from game.text.rulepages import PAGES, questions_page, rules_page
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context
from game.ui.screens.lesson import LessonScene

#: The page that is no game's.
_QUESTIONS = "codes"
_CHOICES = (*PAGES, _QUESTIONS)


class RulesScene(PanelScene):
    """A page of rules; the choice at the top turns to another."""

    width = 820

    def __init__(self, context: Context, prefix: str | None) -> None:
        super().__init__(context)
        self.page = (prefix or RUSSIAN_CLASSIC.prefix)[:2]
        self._built: tuple[tuple[int, int], Surface | None]

    def arrange(self, size: tuple[int, int], backdrop: Surface | None) -> None:
        """Build the page; what it is built on is kept for turning to another."""
        self._built = (size, backdrop)
        super().arrange(size, backdrop)

    def fill(self, column: Column) -> None:
        """The choice of pages, the sections, the example, and the way back."""
        text = self.context.text
        names = [*[text(f"short.{game}") for game in PAGES], text("rules.codes")]
        self._choice = column.choice(names, _CHOICES.index(self.page), self._turn)
        column.space(8)
        is_game = self.page != _QUESTIONS
        column.title(text(f"game.{self.page}") if is_game else text("rules.questions"))
        if is_game:
            column.space(4)
            column.button(text("rules.watch"), self._watch, "watch")
        for section in rules_page(text, self.page) if is_game else questions_page(text):
            column.space(12)
            column.heading(section.heading)
            column.paragraph(section.paragraph)
        column.space(20)
        column.button(text("dialog.close"), self.leave, "check", Kind.PRIMARY)

    def _turn(self, index: int) -> None:
        """Turn to another page, from its top; the focus stays on the choice when the keyboard is used."""
        by_key = self._choice.focused
        self.page = _CHOICES[index]
        self._scrolled = 0
        self.arrange(*self._built)
        if by_key:
            self.group.focus(self._choice)

    def _watch(self) -> None:
        self.context.scenes.push(LessonScene(self.context, self.page))
