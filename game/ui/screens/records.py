"""The games that were played: statistics, a chart, and the list to play a deal again or watch a game."""

from __future__ import annotations

from pygame import Rect

from game.engine.games import GAMES
from game.storage.history import PAGE
from game.ui.controls.chart import Chart
from game.ui.controls.figures import CHIP_ROW, Arrow, Chips, Detail, Figure, details, headline
from game.ui.controls.gamelist import GameRow, Heads, is_narrow, row_units
from game.ui.controls.panels import Column, PanelScene
from game.ui.controls.widgets import Align, Button, Kind, Label
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.screens.ledger import Row, Sheet, open_rows, read_sheet

#: Reference pixels: from this width on, figures and list stand side by side.
_SIDE_BY_SIDE = 860
#: So many are needed for two of the smaller figures side by side.
_TWO_ABREAST = 560
_FIGURES_SHARE, _GUTTER, _LIST = 0.355, 24, 604
_LINE, _BIG, _CHART, _BUTTON, _PAGER = 27, 66, 188, 46, 34


class HistoryScene(PanelScene):
    """Statistics and the list of games. Reads the disk when it opens, turns a page, or changes the filter."""

    width = 1180

    def __init__(self, context: Context) -> None:
        super().__init__(context)
        self._filter = 0
        self._opened: list[Row] = []
        self._sheet = Sheet()

    # --- Building

    def fill(self, column: Column) -> None:
        """Title and filter over the whole width; below them figures and list, beside or below each other."""
        text, kit, px = self.context.text, column.kit, column.kit.metrics.px
        title = column.title(text("history.title"))
        close = Button(kit, Rect(0, title.rect.y, 0, px(42)), text("dialog.close"), self.leave, "close", Kind.QUIET)
        close.rect.w = kit.lettering.width(close.text, Style(kit.metrics.body)) + px(60)
        close.rect.x = column.width - close.rect.w
        title.rect.w = close.rect.x
        title.style = kit.lettering.fitting(text("history.title"), title.style, title.rect.w)
        title.say(text("history.title"))
        column.widgets.append(close)
        column.space(8)
        words = [text("history.all"), *(text(f"variant.{prefix}") for prefix in GAMES)]
        rows = Chips.rows(kit, words, column.width)
        column.place(lambda rect: Chips(kit, rect, words, self._filter, self._choose_filter), rows * CHIP_ROW)
        column.space(16)
        if column.width < px(_SIDE_BY_SIDE):
            self._fill_figures(column, 2 if column.width >= px(_TWO_ABREAST) else 1)
            column.space(20)
            self._fill_list(column)
            return
        share = min(round(column.width * _FIGURES_SHARE), column.width - px(_LIST + _GUTTER))
        figures, games = Column(kit, share), Column(kit, column.width - share - px(_GUTTER))
        self._fill_figures(figures, 1)
        self._fill_list(games)
        self._stretch_chart(games.height - figures.height)
        top = column.height
        for part, x in ((figures, 0), (games, column.width - games.width)):
            for widget in part.widgets:
                widget.rect.move_ip(x, top)
            column.widgets += part.widgets
            column.height = max(column.height, top + part.height)

    def _fill_figures(self, column: Column, across: int) -> None:
        """The large figures in a row, the others in one or two columns of lines, the chart."""
        kit, px = column.kit, column.kit.metrics.px
        nothing = self._sheet.statistics
        self._headline = self._grid(column, Figure, len(headline(self.context.text, nothing)), 3, _BIG)
        column.space(8)
        self._details = self._grid(column, Detail, len(details(self.context.text, nothing)), across, _LINE)
        column.space(16)
        self._chart = Chart(kit, Rect(0, column.height, column.width, px(_CHART)), self.context.text)
        column.widgets.append(self._chart)
        column.height = self._chart.rect.bottom

    def _grid(self, column: Column, kind: type[Figure], count: int, across: int, units: float) -> list[Figure]:
        """Some figures, so many in each row."""
        gap, height = column.kit.metrics.gap(24), column.kit.metrics.px(units)
        width = (column.width - gap * (across - 1)) // across
        made = []
        for index in range(count):
            row, place = divmod(index, across)
            rect = Rect(place * (width + gap), column.height + row * height, width, height)
            made.append(kind(column.kit, rect))
        column.widgets += made
        column.height = made[-1].rect.bottom
        return made

    def _stretch_chart(self, by: int) -> None:
        """Let the chart end where the list beside it ends."""
        self._chart.rect.h += max(0, by)

    def _fill_list(self, column: Column) -> None:
        """The pages beside (or above) the heads of the columns, ten rows, and what can be done with the chosen one."""
        kit, text, px = column.kit, self.context.text, column.kit.metrics.px
        pager = Rect(0, column.height, px(210), px(_PAGER))
        if is_narrow(kit, column.width):
            column.height = pager.bottom
        column.place(lambda rect: Heads(kit, rect, text), _PAGER)
        self._fill_pager(column, pager)
        column.space(4)
        top, row = column.height, px(row_units(kit, column.width))
        self._rows: list[GameRow] = []
        for _ in range(PAGE):
            rect = Rect(0, column.height, column.width, row)
            self._rows.append(GameRow(kit, rect, text, self._choose_row))
            column.height = rect.bottom
        column.widgets += self._rows
        rim = kit.metrics.gap(40)
        middle = Rect(rim, top + row // 2, column.width - 2 * rim, 5 * row)
        self._sentence = Label(kit, middle, "", Style(kit.metrics.body), kit.theme.quiet, Align.CENTRE)
        column.widgets.append(self._sentence)
        column.space(10)
        self._fill_foot(column)

    def _fill_foot(self, column: Column) -> None:
        """What can be done with the chosen game."""
        kit, text, gap = column.kit, self.context.text, column.kit.metrics.gap(12)
        row = Rect(0, column.height, column.width, kit.metrics.px(_BUTTON))
        again = Rect(row.x, row.y, round(row.w * 0.64), row.h)
        watch = Rect(again.right + gap, row.y, row.right - again.right - gap, row.h)
        self._again = Button(kit, again, text("history.again"), self._play, "restart", Kind.PRIMARY)
        self._watch = Button(kit, watch, text("history.watch"), self._show_replay, "watch")
        if not (self._again.is_one_line(again.w) and self._watch.is_one_line(watch.w)):
            again.w = watch.w = row.w
            again.h = max(row.h, self._again.needed(row.w))
            watch.topleft = row.x, again.bottom + gap
        self._again.rect, self._watch.rect = again, watch
        column.widgets += [self._again, self._watch]
        column.height = watch.bottom

    def _fill_pager(self, column: Column, rect: Rect) -> None:
        """Two arrows with the number of the page between them."""
        kit, side = column.kit, rect.h
        self._newer = Arrow(kit, Rect(rect.x, rect.y, side, side), False, lambda: self._turn(-1))
        self._older = Arrow(kit, Rect(rect.right - side, rect.y, side, side), True, lambda: self._turn(1))
        middle = rect.inflate(-2 * side, 0)
        style = Style(kit.metrics.small, fixed_digits=True)
        self._number = Label(kit, middle, "", style, align=Align.CENTRE)
        column.widgets += [self._newer, self._number, self._older]

    # --- Showing

    def uncover(self) -> None:
        """On top (again): what is on the disk may have changed."""
        self._opened, damaged = open_rows(self.context.house)
        self._load(self._sheet.page)
        for found in damaged:
            self.context.routes.tell_damage(found)

    def begin(self) -> None:
        """The controls stand: fill them with what was read last."""
        self._show()

    def _load(self, page: int) -> None:
        """Read a page, and show it."""
        prefix = [None, *GAMES][self._filter]
        self._sheet = read_sheet(self.context.store.history, self._opened, prefix, page)
        self._show()

    def _show(self) -> None:
        """Fill all controls from the sheet; no game is chosen."""
        text, sheet = self.context.text, self._sheet
        for figure, shown in zip(self._headline, headline(text, sheet.statistics), strict=True):
            figure.show(*shown)
        for figure, shown in zip(self._details, details(text, sheet.statistics), strict=True):
            figure.show(*shown)
        self._chart.show(sheet.lines)
        for index, widget in enumerate(self._rows):
            widget.show(sheet.rows[index] if index < len(sheet.rows) else None)
        self._sentence.say(self._words())
        self._number.say(text("history.page", page=sheet.page + 1, pages=sheet.pages))
        self._newer.enabled = sheet.page > 0
        self._older.enabled = sheet.page < sheet.pages - 1
        self._offer()
        for changed in self.group.widgets:
            self.stage.touch(changed)

    def _words(self) -> str:
        """What the list says where it has nothing to show."""
        if not self._sheet.readable:
            return self.context.text("history.unreadable")
        if self._sheet.rows:
            return ""
        return self.context.text("history.none-of-these" if self._filter else "history.none")

    @property
    def _chosen(self) -> Row | None:
        return next((widget.row for widget in self._rows if widget.chosen), None)

    def _offer(self) -> None:
        """Name and enable the buttons for the chosen game."""
        chosen = self._chosen
        is_open = chosen is not None and chosen.slot is not None
        self._again.enabled = chosen is not None
        self._again.text = self.context.text("history.resume" if is_open else "history.again")
        self._again.icon = "play" if is_open else "restart"
        self._watch.enabled = chosen is not None and chosen.record is not None
        for button in (self._again, self._watch):
            self.stage.touch(button)

    # --- What is done

    def _choose_filter(self, index: int) -> None:
        self._filter = index
        self._load(0)

    def _turn(self, by: int) -> None:
        """To the next or the previous page; the keys stay with an arrow that still leads somewhere."""
        page = self._sheet.page + by
        if not 0 <= page < self._sheet.pages:
            return
        focused = self.group.focused
        self._load(page)
        if focused is not None and not focused.enabled:
            self.group.focus(self._newer if focused is self._older else self._older)

    def _choose_row(self, chosen: GameRow, by_key: bool) -> None:
        for widget in self._rows:
            if widget.chosen != (widget is chosen):
                widget.chosen = widget is chosen
                self.stage.touch(widget)
        self._offer()
        if by_key:
            self.group.focus(self._again)
        if self._overflow:
            self._reveal(self._again)

    def _play(self) -> None:
        """Resume an open game, or deal the cards of another one anew."""
        chosen = self._chosen
        if chosen is not None and chosen.slot is not None:
            self.context.routes.resume(chosen.slot)
        elif chosen is not None and chosen.record is not None:
            self.context.routes.start(chosen.record.deal)

    def _show_replay(self) -> None:
        chosen = self._chosen
        if chosen is not None and chosen.record is not None:
            self.context.routes.watch(chosen.record)
