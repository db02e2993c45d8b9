"""What the keys do at the table, and beside them what a controller's buttons do if one is plugged in."""

from __future__ import annotations

from pygame import Rect, Surface

from game.ui.controls.panels import Column
from game.ui.controls.widgets import Kit, Widget
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.screens.dialogs import TellScene

#: Reference pixels.
_ONE_WIDTH, _TWO_WIDTH, _GUTTER, _GAP = 520, 940, 28, 5
_NAME_SHARE = 0.34


class Entry(Widget):
    """The name of a key, and beside it what the key does."""

    def __init__(self, kit: Kit, rect: Rect, name: str, meaning: str) -> None:
        super().__init__(kit, rect)
        self.name, self.meaning = name, meaning
        self._name_width = round(rect.w * _NAME_SHARE)
        self._style = Style(kit.metrics.small)
        self._lines = [
            kit.lettering.wrap(name, self._style, self._name_width - kit.metrics.px(8)),
            kit.lettering.wrap(meaning, self._style, rect.w - self._name_width),
        ]
        self._line = kit.lettering.line_height(self._style)
        rect.h = self._line * max(map(len, self._lines))

    def paint(self, target: Surface, alpha: float) -> None:
        """Write both, in reading direction."""
        name = Rect(self.rect.x, self.rect.y, self._name_width, self._line)
        meaning = Rect(name.right, self.rect.y, self.rect.w - name.w, self._line)
        if self.kit.right_to_left:
            name.right, meaning.x = self.rect.right, self.rect.x
        theme = self.kit.theme
        for box, lines, colour in zip((name, meaning), self._lines, (theme.accent, theme.text), strict=True):
            for row, line in enumerate(lines):
                self.kit.write(target, line, self._style, colour, box.move(0, row * self._line))


class KeysScene(TellScene):
    """A list of keys, and one of buttons."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "")
        self._lists = ["keys.help", *(["keys.controller"] if context.has_controller() else [])]
        self.width = _TWO_WIDTH if len(self._lists) > 1 else _ONE_WIDTH

    def fill(self, column: Column) -> None:
        """The lists side by side, and the way back."""
        px, count = column.kit.metrics.px, len(self._lists)
        width = (column.width - (count - 1) * px(_GUTTER)) // count
        top, bottom = column.height, column.height
        for index, key in enumerate(self._lists):
            part = self._list(column.kit, width, key)
            for widget in part.widgets:
                widget.rect.move_ip(index * (width + px(_GUTTER)), top)
            column.widgets += part.widgets
            bottom = max(bottom, top + part.height)
        column.height = bottom
        column.space(18)
        self._add_way_back(column)

    def _list(self, kit: Kit, width: int, key: str) -> Column:
        """The entries of a text: a heading in its first line, then a key and its meaning in each."""
        part = Column(kit, width)
        heading, *lines = self.context.text(key).split("\n")
        part.heading(heading)
        for line in lines:
            name, _, meaning = line.partition(": ")
            entry = Entry(kit, Rect(0, part.height, width, 0), name, meaning)
            part.widgets.append(entry)
            part.height = entry.rect.bottom
            part.space(_GAP)
        return part
