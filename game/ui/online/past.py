"""The games that were played at a server, ten a page, and the figures of all: told by the server, page by page."""

from __future__ import annotations

from collections.abc import Hashable
from datetime import datetime
from typing import TYPE_CHECKING

from pygame import Rect

from game.engine.games import ERAM_SOLO
from game.storage.history import Result
from game.ui.controls.figures import Arrow, Detail, time_words, whole_words
from game.ui.controls.gamelist import GameRow, Heads, is_narrow, row_units
from game.ui.controls.panels import Column
from game.ui.controls.widgets import Align, Kind, Label
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.online.panel import OnlinePanel
from game.ui.screens.ledger import Row

if TYPE_CHECKING:
    from game.net.fromserver import HistoryPage, Past, Totals
    from game.play.online.club import Club
    from game.play.online.play import OnlinePlay
    from game.ui.online.ways import Ways

_PAGE = 10
#: Reference pixels: from this width on, figures and list stand side by side.
_SIDE_BY_SIDE, _FIGURES_WIDTH, _GUTTER = 900, 330, 28
#: So many are needed for two figures side by side.
_TWO_ABREAST = 560
_LINE, _PAGER = 27, 34
_LATEST = 1 << 45  # Unix milliseconds; the calendar ends later
_RESULTS = {"won": Result.WON, "finished": Result.FINISHED, "abandoned": Result.ABANDONED}
_VERDICTS = {
    "win": "online.past.win",
    "loss": "online.past.loss",
    "draw": "online.past.draw",
    "void": "online.past.void",
}


class PastScene(OnlinePanel):
    """The list. A page is asked for when it is turned to; what is chosen can be watched or dealt again."""

    width = 1080

    def __init__(self, context: Context, ways: Ways) -> None:
        super().__init__(context, ways)
        self._page = 0
        #: The game that is to be watched when its course has been told.
        self._wanted = ""
        #: The solo game that was there when another was asked for.
        self._before: OnlinePlay | None = None
        self._dealing = False
        self._turn_to(0)

    # --- Building

    def fill(self, column: Column) -> None:
        """The state, and below it figures and list, beside or below each other."""
        text, kit, px = self.context.text, column.kit, column.kit.metrics.px
        column.title(text("online.past"))
        self.standing(column)
        column.space(10)
        if column.width < px(_SIDE_BY_SIDE):
            self._figures(column, 2 if column.width >= px(_TWO_ABREAST) else 1)
            column.space(10)
            self._list(column)
            return
        figures = Column(kit, px(_FIGURES_WIDTH))
        games = Column(kit, column.width - figures.width - px(_GUTTER))
        figures.space(_PAGER)
        self._figures(figures, 1)
        self._list(games)
        top = column.height
        for part, x in ((figures, 0), (games, figures.width + px(_GUTTER))):
            for widget in part.widgets:
                widget.rect.move_ip(x, top)
            column.widgets += part.widgets
            column.height = max(column.height, top + part.height)

    def _list(self, column: Column) -> None:
        """Ten rows, and what can be done with the chosen one."""
        text, kit, px, told = self.context.text, column.kit, column.kit.metrics.px, self._told
        pager = Rect(0, column.height, px(210), px(_PAGER))
        if is_narrow(kit, column.width):
            column.height = pager.bottom
        column.place(lambda rect: Heads(kit, rect, text), _PAGER)
        self._fill_pager(column, pager)
        column.space(4)
        high = px(row_units(kit, column.width))
        games = () if told is None else told.games[:_PAGE]
        self._rows: list[GameRow] = []
        for index in range(_PAGE):
            rect = Rect(0, column.height, column.width, high)
            row = GameRow(kit, rect, text, self._choose)
            row.show(self._row(games[index]) if index < len(games) else None)
            self._rows.append(row)
            column.height = rect.bottom
        column.widgets += self._rows
        if not games:
            rim = kit.metrics.gap(40)
            middle = Rect(rim, column.height - 9 * high, column.width - 2 * rim, 4 * high)
            words = text("online.past.asking" if told is None else "online.past.none")
            column.widgets.append(Label(kit, middle, words, Style(kit.metrics.body), kit.theme.quiet, Align.CENTRE))
        column.space(10)
        self._again, self._watch, self._close = column.buttons(
            (text("won.again"), self._deal_again, "restart", Kind.PRIMARY),
            (text("history.watch"), self._ask_to_watch, "watch", Kind.PLAIN),
            (text("dialog.close"), self.leave, "close", Kind.QUIET),
        )

    def _figures(self, column: Column, across: int) -> None:
        """A line for each figure, in one or two columns."""
        text, kit = self.context.text, column.kit
        totals = None if self._told is None else self._told.totals
        values = [None] * len(_FIGURES) if totals is None else _values(totals)
        words = [time_words if key == "history.fastest" else whole_words for key in _FIGURES]
        shown = [word(text, value) for word, value in zip(words, values, strict=True)]
        gap, height = kit.metrics.px(24), kit.metrics.px(_LINE)
        width = (column.width - gap * (across - 1)) // across
        for index, (key, value) in enumerate(zip(_FIGURES, shown, strict=True)):
            row, place = divmod(index, across)
            figure = Detail(kit, Rect(place * (width + gap), column.height + row * height, width, height))
            figure.show(text(key), value)
            column.widgets.append(figure)
        column.height += height * -(-len(_FIGURES) // across)

    def _fill_pager(self, column: Column, rect: Rect) -> None:
        """Two arrows with the number of the page between them."""
        kit, side, told = column.kit, rect.h, self._told
        newer = Arrow(kit, Rect(rect.x, rect.y, side, side), False, lambda: self._turn_to(self._page - 1))
        older = Arrow(kit, Rect(rect.right - side, rect.y, side, side), True, lambda: self._turn_to(self._page + 1))
        pages = 1 if told is None else max(1, told.pages)
        newer.enabled = self.connected and self._page > 0
        older.enabled = self.connected and self._page < pages - 1
        words = self.context.text("history.page", page=self._page + 1, pages=pages)
        style = Style(kit.metrics.small, fixed_digits=True)
        number = Label(kit, rect.inflate(-2 * side, 0), words, style, align=Align.CENTRE)
        column.widgets += [newer, number, older]

    def begin(self) -> None:
        """No game is chosen yet; Enter closes."""
        self._offer()
        self.group.focus(self._close)

    def _row(self, past: Past) -> Row:
        text = self.context.text
        word = _VERDICTS.get(past.verdict, "")
        result = Result.WON if past.verdict == "win" else _RESULTS.get(past.outcome, Result.FINISHED)
        if word and past.verdict != "win":
            result = Result.FINISHED
        code = text("online.past.match") if past.match else f"#{past.number}"
        ended = datetime.fromtimestamp(max(0, min(past.closed, _LATEST)) / 1000).strftime("%Y-%m-%d %H:%M")
        return Row(
            ERAM_SOLO.prefix, past.score, past.time_ms / 1000, past.moves, code, result, ended, word=word
        )

    # --- Listening

    @property
    def _told(self) -> HistoryPage | None:
        """The page that is shown, if it has been told."""
        club = self.online.club
        page = None if club is None else club.past.page
        return page if page is not None and page.page == self._page else None

    def looks(self) -> Hashable:
        """The state and the page."""
        return self.online.state, self._page, id(self._told)

    def attend(self) -> None:
        """Watch the game whose course was asked for; go on to one that is dealt again."""
        club = self.online.club
        if club is None or not self.connected:
            self._wanted, self._dealing = "", False
            return
        ending = club.past.endings.get(self._wanted)
        if ending is not None and ending.reveal is not None:
            self._wanted = ""
            names = [board.name for board in ending.reveal.boards]
            self.ways.watch(ending, names.index(club.name) if club.name in names else 0)
        elif self._dealing and club.solo is not None and club.solo is not self._before:
            self.ways.table(club.solo, True)

    # --- Acting

    def _turn_to(self, page: int) -> None:
        self._page = page
        if self.online.club is not None:
            self.online.club.turn_to(page)

    @property
    def _chosen(self) -> Past | None:
        told = self._told
        chosen = next((index for index, row in enumerate(self._rows) if row.chosen), None)
        return None if told is None or chosen is None else told.games[chosen]

    def _choose(self, chosen: GameRow, by_key: bool) -> None:
        for row in self._rows:
            if row.chosen != (row is chosen):
                row.chosen = row is chosen
                self.stage.touch(row)
        self._offer()
        if by_key:
            self.group.focus(self._watch)
        if self._overflow:
            self._reveal(self._watch)

    def _offer(self) -> None:
        """A match is not dealt again: both knew its cards."""
        chosen = self._chosen
        self._again.enabled = self.connected and chosen is not None and not chosen.match
        self._watch.enabled = self.connected and chosen is not None
        for button in (self._again, self._watch):
            self.stage.touch(button)

    def _ask_to_watch(self) -> None:
        club, chosen = self.online.club, self._chosen
        if club is not None and chosen is not None:
            self._wanted = chosen.match or chosen.game
            club.recall(self._wanted)

    def _deal_again(self) -> None:
        club, chosen = self.online.club, self._chosen
        if club is not None and chosen is not None:
            self.ways.ask_if_lost(club.solo, lambda: self._ask_again(club, chosen.game))

    def _ask_again(self, club: Club, game: str) -> None:
        self._before, self._dealing = club.solo, True
        club.deal_again(game)


_FIGURES = (
    "history.games",
    "history.wins",
    "history.best-score",
    "history.fastest",
    "history.fewest",
    "online.past.matches",
    "online.past.matches-won",
    "online.past.matches-drawn",
)


def _values(totals: Totals) -> list[int | float | None]:
    """The figures in the order of their names; the fastest win in seconds."""
    fastest = None if totals.fastest_win_ms is None else totals.fastest_win_ms / 1000
    figures = [totals.games, totals.wins, totals.best_score, fastest, totals.fewest_moves]
    return [*figures, totals.matches, totals.matches_won, totals.matches_drawn]
