"""Colours, and the measures that grow with the window. No other module names a colour of the chrome."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

from game.storage.settings import TableTheme

Colour = tuple[int, int, int]

SMALLEST_WINDOW = (640, 480)
#: Nothing is laid out for less than this, however small a window is made.
LEAST_LAYOUT = (320, 240)
_REFERENCE = (1280, 720)
_SMALLEST_SCALE = 0.8
#: However large the texts, the window's shorter edge has room for this many units of their size.
_LEAST_ROOM = 360


class Texture(Enum):
    """What the table is made of."""

    CLOTH = "cloth"
    WOOD = "wood"
    PAPER = "paper"
    PLAIN = "plain"


@dataclass(frozen=True)
class Theme:
    """The colours of the table and of all that stands on it. Texts have a contrast of at least 4.5 : 1."""

    texture: Texture
    felt: Colour
    felt_light: Colour
    felt_dark: Colour
    engraving: Colour
    bar: Colour
    on_felt: Colour
    on_felt_quiet: Colour
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


_FELT = Theme(
    texture=Texture.CLOTH,
    felt=(24, 98, 72),
    felt_light=(36, 118, 88),
    felt_dark=(10, 62, 46),
    engraving=(15, 76, 56),
    bar=(12, 58, 44),
    on_felt=(247, 243, 230),
    on_felt_quiet=(186, 212, 199),
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
_NIGHT = replace(
    _FELT,
    felt=(30, 50, 92),
    felt_light=(44, 68, 116),
    felt_dark=(14, 26, 56),
    engraving=(22, 38, 74),
    bar=(14, 26, 54),
    on_felt_quiet=(186, 198, 222),
    panel=(20, 28, 50),
    panel_edge=(66, 84, 126),
    field=(11, 17, 34),
    quiet=(178, 190, 214),
    control=(37, 51, 86),
    control_hover=(48, 65, 106),
    control_press=(27, 39, 68),
)
_WALNUT = replace(
    _FELT,
    texture=Texture.WOOD,
    felt=(94, 60, 38),
    felt_light=(116, 77, 50),
    felt_dark=(56, 34, 21),
    engraving=(74, 46, 29),
    bar=(54, 33, 21),
    on_felt_quiet=(226, 205, 184),
    panel=(46, 31, 22),
    panel_edge=(112, 82, 58),
    field=(31, 20, 14),
    quiet=(214, 192, 170),
    control=(76, 52, 37),
    control_hover=(94, 66, 47),
    control_press=(58, 40, 28),
)
_PAPER = Theme(
    texture=Texture.PAPER,
    felt=(222, 211, 188),
    felt_light=(236, 227, 207),
    felt_dark=(178, 164, 136),
    engraving=(206, 193, 166),
    bar=(198, 184, 156),
    on_felt=(46, 39, 30),
    on_felt_quiet=(66, 57, 43),
    panel=(250, 246, 236),
    panel_edge=(196, 182, 154),
    field=(236, 228, 212),
    text=(46, 39, 30),
    quiet=(104, 92, 74),
    accent=(166, 66, 36),
    on_accent=(255, 250, 240),
    control=(232, 223, 205),
    control_hover=(221, 210, 188),
    control_press=(210, 197, 172),
    warning=(150, 34, 24),
)
_CONTRAST = replace(
    _FELT,
    texture=Texture.PLAIN,
    felt=(0, 0, 0),
    felt_light=(0, 0, 0),
    felt_dark=(86, 86, 86),
    engraving=(30, 30, 30),
    bar=(0, 0, 0),
    on_felt=(255, 255, 255),
    on_felt_quiet=(235, 235, 235),
    panel=(0, 0, 0),
    panel_edge=(255, 255, 255),
    field=(0, 0, 0),
    text=(255, 255, 255),
    quiet=(235, 235, 235),
    accent=(255, 221, 0),
    on_accent=(0, 0, 0),
    control=(40, 40, 40),
    control_hover=(60, 60, 60),
    control_press=(76, 76, 76),
    warning=(255, 176, 160),
)
THEMES = {
    TableTheme.FELT: _FELT,
    TableTheme.NIGHT: _NIGHT,
    TableTheme.WALNUT: _WALNUT,
    TableTheme.PAPER: _PAPER,
    TableTheme.CONTRAST: _CONTRAST,
}


@dataclass(frozen=True)
class Metrics:
    """Measures in pixels for one window: an 8-unit grid and three sizes of type.

    ``scale`` follows the window, ``text`` is how much larger than usual its texts are, and what holds them.
    """

    size: tuple[int, int]
    scale: float
    text: float = 1.0

    @classmethod
    def of(cls, size: tuple[int, int], text: float = 1.0) -> Metrics:
        """The measures of a window whose texts should be ``text`` times as large as usual, as far as it can hold them.

        This is the only place where the text size is limited.
        """
        wide, high = _REFERENCE if size[0] >= size[1] else _REFERENCE[::-1]
        scale = max(_SMALLEST_SCALE, min(size[0] / wide, size[1] / high))
        return cls(size, scale, max(1.0, min(text, min(size) / (_LEAST_ROOM * scale))))

    @property
    def upright(self) -> bool:
        """True for a window that is clearly higher than wide."""
        return self.size[1] > 1.15 * self.size[0]

    def px(self, units: float) -> int:
        """Reference pixels (of a 1280 × 720 window) of a text, or of what holds one, as pixels here."""
        return round(units * self.scale * self.text)

    def gap(self, units: float) -> int:
        """Reference pixels of a space or a picture, which do not grow with the texts, as pixels here."""
        return round(units * self.scale)

    @property
    def room(self) -> tuple[float, float]:
        """Width and height of the window in the units of its texts."""
        return self.size[0] / (self.scale * self.text), self.size[1] / (self.scale * self.text)

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


def shaded(colour: Colour, by: int) -> Colour:
    """A colour made lighter, or darker if ``by`` is below 0, in each of its parts."""
    red, green, blue = (max(0, min(255, part + by)) for part in colour)
    return red, green, blue


def mixed(a: Colour, b: Colour, share: float) -> Colour:
    """A colour between two, ``share`` of the way to the second."""
    red, green, blue = (round(x + (y - x) * share) for x, y in zip(a, b, strict=True))
    return red, green, blue
