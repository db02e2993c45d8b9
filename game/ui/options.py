"""The settings dialog. Every change holds at once and is kept."""

from __future__ import annotations

from collections.abc import Callable

from game.storage.settings import Direction, Speed
from game.ui.panels import Column, PanelScene
from game.ui.widgets import Kind

_AIDS = ("double_tap", "placement_help", "interactive_rules", "auto_placement")


class SettingsScene(PanelScene):
    """The player's choices."""

    width = 620

    def fill(self, column: Column) -> None:
        """Aids, motion, direction."""
        text, settings = self.context.text, self.context.settings
        column.title(text("settings.title"))
        column.space(10)
        column.heading(text("settings.play"))
        for aid in _AIDS:
            column.switch(text(f"settings.{aid}"), getattr(settings.play, aid), self._setter("play", aid))
        column.space(10)
        column.heading(text("settings.motion"))
        speeds = list(Speed)
        column.choice(
            [text(f"motion.{speed.value}") for speed in speeds],
            speeds.index(settings.look.motion),
            lambda index: self.context.change("look", "motion", speeds[index]),
        )
        column.space(10)
        column.heading(text("settings.direction"))
        directions = list(Direction)
        column.choice(
            [text(f"direction.{direction.value}") for direction in directions],
            directions.index(settings.look.direction),
            lambda index: self.context.change("look", "direction", directions[index]),
        )
        column.space(20)
        column.button(text("dialog.close"), self.leave, "check", Kind.PRIMARY)

    def _setter(self, section: str, key: str) -> Callable[[bool], None]:
        return lambda on: self.context.change(section, key, on)
