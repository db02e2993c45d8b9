"""Colours, and the measures that grow with the window. No other module names a colour of the chrome."""

from __future__ import annotations

from dataclasses import dataclass

Colour = tuple[int, int, int]

SMALLEST_WINDOW = (640, 480)
_REFERENCE = (1280, 720)
_SMALLEST_SCALE = 0.8


@dataclass(frozen=True)
class Theme:
    """The colours of the table and of all that stands on it."""

    felt: Colour
    felt_light: Colour
    felt_dark: Colour
    engraving: Colour
    bar: Colour
    panel: Colour
    panel_edge: Colour
    field: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    on_accent: Colour
    control: Colour
    control_hover: Colour
    control_press: Colour
    warning: Colour


GREEN = Theme(
    felt=(24, 98, 72),
    felt_light=(36, 118, 88),
    felt_dark=(10, 62, 46),
    engraving=(15, 76, 56),
    bar=(12, 58, 44),
    panel=(19, 42, 38),
    panel_edge=(58, 96, 84),
    field=(11, 28, 25),
    text=(247, 243, 230),
    quiet=(178, 202, 190),
    accent=(232, 176, 66),
    on_accent=(42, 28, 6),
    control=(33, 68, 60),
    control_hover=(44, 86, 76),
    control_press=(24, 52, 46),
    warning=(255, 190, 170),
)


@dataclass(frozen=True)
class Metrics:
    """Measures in pixels for one window size: an 8-unit grid and three sizes of type."""

    size: tuple[int, int]
    scale: float

    @classmethod
    def of(cls, size: tuple[int, int]) -> Metrics:
        """The measures of a window."""
        fit = min(size[0] / _REFERENCE[0], size[1] / _REFERENCE[1])
        return cls(size, max(_SMALLEST_SCALE, fit))

    def px(self, units: float) -> int:
        """Reference pixels (of a 1280 × 720 window) as pixels here."""
        return round(units * self.scale)

    @property
    def small(self) -> int:
        """Type size of labels."""
        return self.px(15)

    @property
    def body(self) -> int:
        """Type size of texts and buttons."""
        return self.px(19)

    @property
    def large(self) -> int:
        """Type size of titles."""
        return self.px(34)
