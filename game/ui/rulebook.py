"""The rules of a game, to read."""

from __future__ import annotations

from game.engine.games import RUSSIAN_CLASSIC
from game.ui.context import Context
from game.ui.panels import Column, PanelScene
from game.ui.widgets import Kind

#: The sections of each game's page: the keys of its texts.
_SECTIONS = ("goal", "layout", "moves", "spaces", "foundations", "relaxed", "hand", "score", "code")


class RulesScene(PanelScene):
    """A page of rules."""

    width = 760

    def __init__(self, context: Context, prefix: str | None) -> None:
        super().__init__(context)
        self._game = (prefix or RUSSIAN_CLASSIC.prefix)[:2]

    def fill(self, column: Column) -> None:
        """Title, sections, and the way back."""
        text = self.context.text
        column.title(text(f"game.{self._game}"))
        for section in _SECTIONS:
            column.space(10)
            column.heading(text(f"rules.{section}"))
            column.paragraph(text(f"rules.{self._game}.{section}"))
        column.space(20)
        column.button(text("dialog.close"), self.leave, "check", Kind.PRIMARY)
