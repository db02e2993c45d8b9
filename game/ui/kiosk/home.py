"""The kiosk's menu: the games that may be played, a code, the rules, the settings, and the way out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from game.ui.controls.languages import language_choice
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Kind
from game.ui.frame.context import Context
from game.ui.look.lettering import Style


class Ways(NamedTuple):
    """What the menu leads to: dealing a game of a variant, typing a code, and ending the visit."""

    deal: Callable[[str], None]
    code: Callable[[], None]
    leave: Callable[[], None]


class HomeScene(PanelScene):
    """Large buttons for the variants in ``games``, in their order."""

    overlay = False
    width = 640

    def __init__(self, context: Context, games: list[str], ways: Ways) -> None:
        super().__init__(context)
        self._games = games
        self._ways = ways
        self._open = context.house.active()

    def fill(self, column: Column) -> None:
        """The entries."""
        text, routes = self.context.text, self.context.routes
        title = column.title(text("app.name"))
        title.style = Style(column.kit.metrics.px(46), bold=True)
        column.space(2)
        column.paragraph(text("kiosk.choose")).colour = self.context.theme.quiet
        column.space(12)
        if self._open:
            column.button(text("menu.continue"), lambda: routes.resume(self._open[0]), "play", Kind.PRIMARY)
            column.space(12)
        for first in range(0, len(self._games), 2):
            kind = Kind.PRIMARY if first == 0 and not self._open else Kind.PLAIN
            pair = self._games[first : first + 2]
            kinds = [kind, *[Kind.PLAIN] * (len(pair) - 1)]
            deals = [partial(self._ways.deal, prefix) for prefix in pair]
            names = [text(f"variant.{prefix}") for prefix in pair]
            column.buttons(*[(name, deal, None, k) for name, deal, k in zip(names, deals, kinds, strict=True)])
            column.space(8)
        column.space(6)
        column.buttons(
            (text("kiosk.code"), self._ways.code, "new", Kind.QUIET),
            (text("menu.rules"), lambda: routes.rules(None), "rules", Kind.QUIET),
        )
        column.space(8)
        column.buttons(
            (text("menu.settings"), routes.settings, "settings", Kind.QUIET),
            (text("kiosk.done"), self._ways.leave, "quit", Kind.QUIET),
        )
        column.space(12)
        language_choice(column, self.context)

    def leave(self) -> None:
        """Escape goes back to the open game, if there is one; it does not end the visit."""
        if self._open:
            self.context.routes.resume(self._open[0])
