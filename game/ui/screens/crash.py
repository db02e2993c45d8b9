"""The plain screen after a crash: what happened, where the report is, and the ways on."""

from __future__ import annotations

from pathlib import Path

from game.engine.record import Record
from game.play.local import LocalPlay
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context
from game.ui.frame.scenes import SceneStack
from game.ui.table.table import TableScene


def game_on(scenes: SceneStack) -> Record | None:
    """The game at the table, if its cards are known here."""
    plays = (scene.play for scene in scenes if isinstance(scene, TableScene))
    return next((play.record() for play in plays if isinstance(play, LocalPlay)), None)


class CrashScene(PanelScene):
    """Says that the program made a mistake. ``place`` is where the report is, None if it could not be kept."""

    overlay = False
    width = 560

    def __init__(self, context: Context, report: str, place: Path | None) -> None:
        super().__init__(context)
        self._report = report
        self._place = place

    def fill(self, column: Column) -> None:
        """The words and the three ways on."""
        text, routes = self.context.text, self.context.routes
        column.title(text("crash.title"))
        column.space(6)
        column.paragraph(text("crash.sorry"))
        column.space(10)
        told = text("crash.kept", place=self._place) if self._place is not None else text("crash.not-kept")
        column.paragraph(told).colour = self.context.theme.quiet
        column.space(18)
        self._copy = column.button(text("crash.copy"), self._take, "copy")
        column.space(10)
        column.button(text("crash.go-on"), routes.menu, "menu", Kind.PRIMARY)
        column.space(10)
        column.button(text("menu.quit"), routes.quit, "quit", Kind.QUIET)

    def _take(self) -> None:
        self.context.copy(self._report)
        self._copy.text = self.context.text("crash.copied")
        self.stage.touch(self._copy)

    def leave(self) -> None:
        """Escape goes on, to the menu."""
        self.context.routes.menu()
