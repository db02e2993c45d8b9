"""What a control says of itself when it gets the keyboard, or when its value changes: its name and how it stands."""

from __future__ import annotations

from collections.abc import Sequence

from game.text import narration
from game.text.catalogue import Catalogue
from game.ui.controls.fields import Choice, Stepper, Switch
from game.ui.controls.figures import Arrow
from game.ui.controls.gamelist import GameRow, result_key
from game.ui.controls.textfield import TextField
from game.ui.controls.tiles import GameTile
from game.ui.controls.widgets import Button, Label, Widget
from game.ui.table.hud import Code, clock_text


def spoken(text: Catalogue, widget: Widget, widgets: Sequence[Widget]) -> str:
    """The sentence for a control that stands among others; empty for one that has nothing to say."""
    if isinstance(widget, Arrow):
        return text("spoken.next-page" if widget.onward else "spoken.previous-page")
    if isinstance(widget, Button):
        return widget.text
    if isinstance(widget, Switch):
        return text("spoken.on" if widget.on else "spoken.off", name=widget.text)
    if isinstance(widget, Choice):
        return _value(text, _heading(widget, widgets), widget.words[widget.chosen])
    if isinstance(widget, Stepper):
        return _value(text, _heading(widget, widgets), str(widget.value))
    if isinstance(widget, TextField):
        return _value(text, widget.hint, widget.text or text("spoken.blank"))
    if isinstance(widget, GameTile):
        return _value(text, widget.name, widget.line)
    if isinstance(widget, GameRow):
        return _row(text, widget)
    return widget.code if isinstance(widget, Code) else ""


def _value(text: Catalogue, name: str, value: str) -> str:
    return text("spoken.value", name=name, value=value) if name else text("spoken.alone", value=value)


def _heading(widget: Widget, widgets: Sequence[Widget]) -> str:
    """The heading right above a control, if there is one."""
    above = widgets[widgets.index(widget) - 1] if widgets.index(widget) else None
    return " ".join(above.lines) if isinstance(above, Label) and above.style.bold else ""


def _row(text: Catalogue, widget: GameRow) -> str:
    row = widget.row
    if row is None:
        return ""
    name = _value(text, text(f"variant.{row.variant}"), text(result_key(row)))
    return f"{name} {narration.standing_sentence(text, row.score, clock_text(row.elapsed), row.moves)}"
