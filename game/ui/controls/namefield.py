"""A line of text for a name, which runs as its own letters do."""

from __future__ import annotations

from unicodedata import bidirectional

from game.ui.controls.textfield import TextField
from game.ui.look.lettering import Style


class NameField(TextField):
    """Arabic names are written from the right edge on, all others from the left."""

    @property
    def _leftward(self) -> bool:
        strong = (bidirectional(letter) for letter in self._shown)
        return next((kind for kind in strong if kind in ("L", "R", "AL")), "L") != "L"

    @property
    def _style(self) -> Style:
        return Style(self.kit.metrics.body, left_to_right=not self._leftward)

    def _edge(self, index: int) -> int:
        """How far right of the text's left end a place between two shown letters is."""
        if not self._leftward:
            return super()._edge(index)
        width = self.kit.lettering.width
        return width(self._shown, self._style) - width(self._shown[:index], self._style)

    @property
    def _start(self) -> int:
        if not self._leftward:
            return super()._start
        inner = self._inner
        return inner.right - self._edge(0) + max(0, self._edge(0) - self._edge(self._caret_shown) - inner.w)
