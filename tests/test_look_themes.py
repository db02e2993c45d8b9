"""The tables' colours: every text can be read on what it stands on, every state of a button is seen."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import fields, replace
from itertools import combinations, product

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pygame = pytest.importorskip("pygame")

from pygame import Rect, Surface  # noqa: E402 - pygame must be there first

from game.engine.games import GAMES  # noqa: E402
from game.engine.state import STOCK  # noqa: E402
from game.storage.settings import Colours, Print, TableTheme  # noqa: E402
from game.ui.controls.widgets import Button, Kind, Kit  # noqa: E402
from game.ui.look.cards import PAPER, CardArt, CardStyle, suit_colour  # noqa: E402
from game.ui.look.icons import Icons  # noqa: E402
from game.ui.look.lettering import Lettering  # noqa: E402
from game.ui.look.tabletop import patch, tabletop  # noqa: E402
from game.ui.look.theme import THEMES, Colour, Metrics, Theme  # noqa: E402
from game.ui.table.hud import Strip  # noqa: E402
from game.ui.table.layout import table_layout  # noqa: E402
from game.ui.table.marks import Denied, Place, Target  # noqa: E402

#: WCAG 2.1, level AA, for texts of any size.
LEAST_CONTRAST = 4.5
#: Level AAA.
ENHANCED_CONTRAST = 7.0
PANEL_GROUNDS = ("panel", "field", "control")
FELT_GROUNDS = ("felt", "felt_light", "felt_dark")
SIZE = (1280, 720)


@pytest.fixture(scope="module", autouse=True)
def started() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


def luminance(colour: Colour) -> float:
    """Relative luminance, WCAG 2.1."""
    parts = [part / 255 for part in colour]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: Colour, other: Colour) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def extremes(picture: Surface) -> list[Colour]:
    """The darkest and the lightest colour of a picture."""
    raw = bytes(pygame.image.tobytes(picture, "RGB"))
    seen = {(raw[at], raw[at + 1], raw[at + 2]) for at in range(0, len(raw), 3)}
    return [min(seen, key=luminance), max(seen, key=luminance)]


def kit(theme: Theme) -> Kit:
    return Kit(theme, Metrics.of(SIZE), Lettering(), Icons(), False)


themes = pytest.mark.parametrize("name", TableTheme, ids=lambda name: name.value)


def test_the_ratio_is_the_one_of_the_standard() -> None:
    assert contrast((255, 255, 255), (0, 0, 0)) == pytest.approx(21)
    assert contrast((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)


@themes
@pytest.mark.parametrize("ground", PANEL_GROUNDS)
@pytest.mark.parametrize("text", ("text", "quiet", "warning"))
def test_texts_can_be_read_on_panels_fields_and_controls(name: TableTheme, text: str, ground: str) -> None:
    theme = THEMES[name]
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= LEAST_CONTRAST


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        *product(("text", "quiet"), (*PANEL_GROUNDS, "control_hover", "control_press")),
        *product(("warning", "accent"), PANEL_GROUNDS),
        *product(("on_felt", "on_felt_quiet", "accent", "warning"), ("felt", "felt_light", "bar")),
        ("on_accent", "accent"),
    ],
)
def test_texts_of_the_high_contrast_table_have_the_highest_contrast(text: str, ground: str) -> None:
    """WCAG 2.1, level AAA."""
    theme = THEMES[TableTheme.CONTRAST]
    assert contrast(getattr(theme, text), getattr(theme, ground)) >= ENHANCED_CONTRAST


def test_a_mark_of_refusal_is_told_from_one_of_welcome_without_colour() -> None:
    """Painted in one colour, the two marks still differ: a refused place is crossed."""
    theme = THEMES[TableTheme.FELT]
    one_colour = replace(theme, warning=theme.accent)
    rect = Rect(20, 20, 100, 140)
    pictures = []
    for kind in (Target, Denied):
        picture = Surface((140, 180))
        kind(rect, CardArt(100), one_colour).paint(picture, 1.0)
        pictures.append(picture)
    assert changed_share(*pictures, 8) > 0.03


@themes
@pytest.mark.parametrize("shade", (0, 14, -22), ids=("normal", "hover", "pressed"))
def test_the_main_button_can_be_read(name: TableTheme, shade: int) -> None:
    theme = THEMES[name]
    red, green, blue = (max(0, min(255, part + shade)) for part in theme.accent)
    assert contrast(theme.on_accent, (red, green, blue)) >= LEAST_CONTRAST


@themes
@pytest.mark.parametrize("ground", FELT_GROUNDS)
def test_texts_can_be_read_on_the_table(name: TableTheme, ground: str) -> None:
    theme = THEMES[name]
    assert contrast(theme.on_felt, getattr(theme, ground)) >= LEAST_CONTRAST


@themes
def test_texts_can_be_read_on_the_table_as_it_is_painted(name: TableTheme) -> None:
    """Light, grain and joints included: the least contrast is that of the darkest or the lightest pixel."""
    theme = THEMES[name]
    for ground in extremes(patch(SIZE, theme)):
        assert contrast(theme.on_felt, ground) >= LEAST_CONTRAST, ground


@themes
def test_the_cost_of_a_recycle_can_be_read_on_its_empty_place(name: TableTheme) -> None:
    """It is written in the warning's colour on the engraved place of the stock, in a corner of the table."""
    theme = THEMES[name]
    layout = table_layout(GAMES["KL1-3"], SIZE, False)
    table = patch(SIZE, theme)
    place = Place(STOCK, layout, CardArt(layout.card[0]), theme, kit(theme))
    place.paint(table, 1.0)
    inner = layout.slots[STOCK].inflate(-layout.card[0] // 5, -layout.card[0] // 5)
    for ground in extremes(table.subsurface(inner)):
        assert contrast(theme.warning, ground) >= LEAST_CONTRAST, ground


@themes
@pytest.mark.parametrize("text", ("on_felt", "on_felt_quiet"))
def test_texts_can_be_read_on_the_bar_as_it_is_painted(name: TableTheme, text: str) -> None:
    theme = THEMES[name]
    table = patch(SIZE, theme)
    Strip(kit(theme), table.get_rect()).paint(table, 1.0)
    for ground in extremes(table):
        assert contrast(getattr(theme, text), ground) >= LEAST_CONTRAST, ground


@themes
@pytest.mark.parametrize("ground", ("control", "control_hover", "control_press"))
def test_the_words_of_buttons_can_be_read_in_each_state(name: TableTheme, ground: str) -> None:
    theme = THEMES[name]
    assert contrast(theme.text, getattr(theme, ground)) >= LEAST_CONTRAST


STATES = {
    "normal": {},
    "hover": {"hovered": True},
    "pressed": {"hovered": True, "pressed": True},
    "focused": {"focused": True},
    "disabled": {"enabled": False},
}


def button_picture(theme: Theme, kind: Kind, stacked: bool, state: str, ground: Surface) -> Surface:
    button = Button(kit(theme), Rect(20, 20, 160, 54), "Undo", lambda: None, "undo", kind, stacked)
    for attribute, value in STATES[state].items():
        assert hasattr(button, attribute)
        setattr(button, attribute, value)
    picture = ground.copy()
    button.paint(picture, 1.0)
    return picture


def changed_share(one: Surface, other: Surface, least: int) -> float:
    """The share of the button's pixels that differ by some steps in a channel."""
    a, b = (bytes(pygame.image.tobytes(picture, "RGB")) for picture in (one, other))
    changed = {at // 3 for at, (x, y) in enumerate(zip(a, b, strict=True)) if abs(x - y) >= least}
    return len(changed) / (160 * 54)


@themes
@pytest.mark.parametrize("kind", Kind)
@pytest.mark.parametrize("stacked", (False, True), ids=("row", "stacked"))
def test_every_state_of_a_button_looks_different(name: TableTheme, kind: Kind, stacked: bool) -> None:
    theme = THEMES[name]
    panel = Surface((200, 94))
    panel.fill(theme.panel)
    for ground in (panel, patch((200, 94), theme)):
        pictures = {state: button_picture(theme, kind, stacked, state, ground) for state in STATES}
        for a, b in combinations(STATES, 2):
            share = changed_share(pictures[a], pictures[b], 8)
            assert share > 0.03, (a, b, share)


@themes
def test_themes_are_told_apart(name: TableTheme) -> None:
    mine = extremes(patch((64, 36), THEMES[name]))
    for other in TableTheme:
        if other is not name:
            theirs = extremes(patch((64, 36), THEMES[other]))
            assert max(abs(a - b) for a, b in zip(mine[1], theirs[1], strict=True)) > 20
    for field in fields(Theme):
        if field.name != "texture":
            assert all(0 <= part <= 255 for part in getattr(THEMES[name], field.name))


@themes
@pytest.mark.parametrize("size", ((640, 480), (1280, 720), (1080, 1920)))
def test_the_table_is_the_same_on_every_start(name: TableTheme, size: tuple[int, int]) -> None:
    random.seed(1)
    first = bytes(pygame.image.tobytes(patch(size, THEMES[name]), "RGB"))
    random.seed(2)
    assert bytes(pygame.image.tobytes(patch(size, THEMES[name]), "RGB")) == first
    assert bytes(pygame.image.tobytes(tabletop(size, THEMES[name]), "RGB")) == first
    assert tabletop(size, THEMES[name]).get_size() == size


@pytest.mark.parametrize("size", Print)
@pytest.mark.parametrize("card", range(52))
def test_four_colours_change_nothing_but_colours(size: Print, card: int) -> None:
    """Same shape, same paper, same pixels of full ink; spades and hearts stay as they are."""
    two, four = (CardArt(110, CardStyle(size, colours)).face(card) for colours in Colours)
    a, b = (bytes(pygame.image.tobytes(picture, "RGBA")) for picture in (two, four))
    suit = card // 13
    if suit in (0, 1):
        assert a == b
        return
    assert a != b
    assert a[3::4] == b[3::4]
    old, new = suit_colour(suit, Colours.TWO), suit_colour(suit, Colours.FOUR)
    for at in range(0, len(a), 4):
        before, after = a[at : at + 3], b[at : at + 3]
        if before == bytes(PAPER):
            assert after == before, (at // 4 % 110, at // 4 // 110)
        elif before == bytes(old):
            # The figures of court cards are drawn in their own colours, some in this red; they stay.
            inked = all(abs(x - y) <= 2 for x, y in zip(after, new, strict=True))
            assert inked or (card % 13 >= 10 and after == before), (at // 4 % 110, at // 4 // 110)


@pytest.mark.parametrize(("one", "other"), list(combinations(range(4), 2)))
def test_four_colours_are_told_apart_without_red_and_green(one: int, other: int) -> None:
    """To eyes that see no red or no green (Viénot's simulation) the four inks still differ."""
    for colour_of in (_protan, _deutan):
        a, b = (colour_of(suit_colour(suit, Colours.FOUR)) for suit in (one, other))
        assert sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5 > 30, (a, b)


def _linear(colour: Colour) -> list[float]:
    return [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in colour]


def _shown(parts: list[float]) -> Colour:
    shown = (12.92 * p if p <= 0.0031308 else 1.055 * p ** (1 / 2.4) - 0.055 for p in (max(0.0, x) for x in parts))
    red, green, blue = (round(min(1.0, part) * 255) for part in shown)
    return red, green, blue


def _protan(colour: Colour) -> Colour:
    r, g, b = _linear(colour)
    mixed = 0.11238 * r + 0.88762 * g
    return _shown([mixed, mixed, 0.00401 * r - 0.00401 * g + b])


def _deutan(colour: Colour) -> Colour:
    r, g, b = _linear(colour)
    mixed = 0.29275 * r + 0.70725 * g
    return _shown([mixed, mixed, -0.02234 * r + 0.02234 * g + b])
