"""What the keys do at the table, and beside them what a controller's buttons do if one is plugged in."""

from __future__ import annotations

from pygame import Rect

from game.ui.controls.panels import Column
from game.ui.controls.widgets import Kit, Label
from game.ui.frame.context import Context
from game.ui.look.lettering import Style
from game.ui.look.theme import Colour
from game.ui.screens.dialogs import TellScene

#: Reference pixels.
_ONE_WIDTH, _TWO_WIDTH, _GUTTER, _GAP = 520, 940, 28, 5
_NAME_SHARE = 0.34


class KeysScene(TellScene):
    """A list of keys, and one of buttons."""

    def __init__(self, context: Context) -> None:
        super().__init__(context, "")
        self._lists = ["keys.help", *(["keys.controller"] if context.has_controller() else [])]
        self.width = _TWO_WIDTH if len(self._lists) > 1 else _ONE_WIDTH

    def fill(self, column: Column) -> None:
        """The lists side by side, and the way back."""
        gutter = column.kit.metrics.px(_GUTTER)
        width = (column.width - (len(self._lists) - 1) * gutter) // len(self._lists)
        for index, key in enumerate(self._lists):
            part = self._list(column.kit, width, key)
            for widget in part.widgets:
                widget.rect.move_ip(index * (width + gutter), 0)
            column.widgets += part.widgets
            column.height = max(column.height, part.height)
        column.space(18)
        self._add_way_back(column)

    def _list(self, kit: Kit, width: int, key: str) -> Column:
        """The entries of a text: a heading in its first line, then a key and its meaning in each."""
        part, theme = Column(kit, width), kit.theme
        name_width = round(width * _NAME_SHARE)
        heading, *lines = self.context.text(key).split("\n")
        part.heading(heading)
        for line in lines:
            name, _, meaning = line.partition(": ")
            room = name_width - kit.metrics.px(8)
            entry = [
                _label(kit, Rect(0, part.height, room, 0), name, theme.accent),
                _label(kit, Rect(name_width, part.height, width - name_width, 0), meaning, theme.text),
            ]
            part.widgets += entry
            part.height = max(label.rect.bottom for label in entry)
            part.space(_GAP)
        return part


def _label(kit: Kit, rect: Rect, text: str, colour: Colour) -> Label:
    """A text as high as its lines, from the top of a place."""
    label = Label(kit, rect, text, Style(kit.metrics.small), colour)
    label.rect.h = kit.lettering.line_height(label.style) * len(label.lines)
    return label
