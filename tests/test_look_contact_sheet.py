"""The contact sheet: every face, back and table as it was last looked at and found good.

The reference is ``tests/reference/cards.png``: all faces and backs at 60 pixels, classic in two colours above, large
print in four colours below, then a piece of each table. Small differences (another renderer, other rounding) pass.
When the drawings change on purpose, look at the new sheet and renew the reference with

    python -m tests.test_look_contact_sheet

``python -m tools.contact_sheet`` makes sheets of other widths and styles.
"""

from __future__ import annotations

import os
from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate, product
from pathlib import Path

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pygame = pytest.importorskip("pygame")

from game.storage.settings import Back, Colours, Print, TableTheme  # noqa: E402 - pygame must be there first
from game.ui.look.cards import CardArt, CardStyle  # noqa: E402
from game.ui.look.tabletop import patch  # noqa: E402
from game.ui.look.theme import THEMES  # noqa: E402
from tools.contact_sheet import sheet  # noqa: E402

REFERENCE = Path(__file__).parent / "reference" / "cards.png"
MOST_BYTES = 250_000
WIDTHS = (60, 110, 200, 400)
STYLES = [CardStyle(size, colours, back) for size, colours, back in product(Print, Colours, Back)]
SHOWN = (CardStyle(Print.CLASSIC, Colours.TWO), CardStyle(Print.LARGE, Colours.FOUR))
#: Mean difference of the channels, of 255, over the whole sheet and over the worst cell of about a third of a card.
#: The palette of the reference alone makes about 1 and 5.
MOST_OVERALL, MOST_IN_A_CELL = 4.0, 24.0
_CELL = 20
_PATCH = (200, 112)


@pytest.fixture(scope="module", autouse=True)
def started() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


def rendered() -> pygame.Surface:
    """The contact sheet as the program draws it now."""
    cards = [sheet(60, style) for style in SHOWN]
    patches = [patch(_PATCH, theme) for theme in THEMES.values()]
    height = sum(part.get_height() for part in cards) + _PATCH[1]
    whole = pygame.Surface((cards[0].get_width(), height), depth=24)
    y = 0
    for part in cards:
        whole.blit(part, (0, y))
        y += part.get_height()
    for column, part in enumerate(patches):
        whole.blit(part, (column * (_PATCH[0] + 8), y))
    return whole


def reduced(picture: pygame.Surface, size: tuple[int, int]) -> bytes:
    return bytes(pygame.image.tobytes(pygame.transform.smoothscale(picture, size), "RGB"))


def apart(one: bytes, other: bytes) -> list[int]:
    return [abs(a - b) for a, b in zip(one, other, strict=True)]


def cells_apart(one: pygame.Surface, other: pygame.Surface) -> list[float]:
    """The mean difference of every cell of the sheet."""
    across, down = one.get_width() // _CELL, one.get_height() // _CELL
    width, height = across * _CELL, down * _CELL
    area = pygame.Rect(0, 0, width, height)
    pixels = [bytes(pygame.image.tobytes(p.convert(24).subsurface(area), "RGB")) for p in (one, other)]
    differences = apart(*pixels)
    row = width * 3
    cells = []
    for y, x in product(range(down), range(across)):
        starts = [(y * _CELL + line) * row + x * _CELL * 3 for line in range(_CELL)]
        cells.append(sum(sum(differences[at : at + _CELL * 3]) for at in starts) / (_CELL * _CELL * 3))
    return cells


def test_faces_backs_and_tables_look_as_they_did_when_they_were_approved() -> None:
    kept, now = pygame.image.load(REFERENCE), rendered()
    assert now.get_size() == kept.get_size(), "renew the reference: see the head of this module"
    cells = cells_apart(now, kept)
    assert sum(cells) / len(cells) < MOST_OVERALL
    worst = max(range(len(cells)), key=cells.__getitem__)
    across = now.get_width() // _CELL
    place = (worst % across * _CELL, worst // across * _CELL)
    assert cells[worst] < MOST_IN_A_CELL, f"different near {place}: look, and see the head of this module"


def test_the_comparison_sees_a_changed_card() -> None:
    """A face that is another one, or has lost its pip, is not within the tolerance."""
    kept, now = pygame.image.load(REFERENCE), rendered()
    art = CardArt(60)
    gap = 5
    now.blit(art.face(13 + 8), (gap + 7 * (60 + gap), gap))  # the nine of hearts where the eight of spades was
    assert max(cells_apart(now, kept)) > MOST_IN_A_CELL


def test_the_reference_is_small() -> None:
    assert REFERENCE.stat().st_size <= MOST_BYTES


@pytest.mark.parametrize("style", STYLES, ids=lambda s: f"{s.print.value}-{s.colours.value}-{s.back.value}")
@pytest.mark.parametrize("width", WIDTHS)
def test_every_face_and_back_is_drawn_at_every_width(width: int, style: CardStyle) -> None:
    art = CardArt(width, style)
    # The faces do not depend on the back: all of them once, else one of each kind.
    cards = range(52) if style.back is Back.GIRIH else (0, 8, 25, 38)
    for picture in (*(art.face(card) for card in cards), art.back()):
        assert picture.get_size() == (width, round(width * 1.4))
        tiny = reduced(picture, (6, 8))
        assert len(set(tiny)) > 8, "nothing is printed on it"


@pytest.mark.parametrize("back", Back)
def test_a_larger_back_is_the_same_picture(back: Back) -> None:
    """Sizes differ in detail only: nothing shifts or drops out at one of them."""
    size = (25, 35)
    small, *others = [reduced(CardArt(width, CardStyle(back=back)).back().convert(24), size) for width in WIDTHS[1:]]
    for other in others:
        differences = apart(small, other)
        assert sum(differences) / len(differences) < 8


@pytest.mark.parametrize("style", SHOWN, ids=("classic", "large"))
def test_a_larger_face_is_the_same_picture(style: CardStyle) -> None:
    size = (25, 35)
    arts = [CardArt(width, style) for width in WIDTHS[1:]]
    for card in range(52):
        small, *others = [reduced(art.face(card).convert(24), size) for art in arts]
        for other in others:
            differences = apart(small, other)
            assert sum(differences) / len(differences) < 10, card


@pytest.mark.parametrize("theme", TableTheme)
@pytest.mark.parametrize("width", WIDTHS)
def test_cards_stand_out_from_every_table(theme: TableTheme, width: int) -> None:
    """At each width a face and each back differ from the table around them, even in grey."""
    table = pygame.transform.grayscale(patch((width, round(width * 1.4)), THEMES[theme]))
    ground = sum(bytes(pygame.image.tobytes(table, "RGB"))) / (table.get_width() * table.get_height() * 3)
    for back in Back:
        art = CardArt(width, CardStyle(back=back))
        for picture in (art.back(), art.face(1)):
            rim = max(2, width // 30)
            edge = picture.subsurface((rim, art.height // 2 - 5, max(2, rim // 2), 10)).convert(24)
            lightness = sum(bytes(pygame.image.tobytes(edge, "RGB"))) / (edge.get_width() * edge.get_height() * 3)
            assert abs(lightness - ground) > 12, (back, lightness, ground)


def main() -> None:
    """Renew the reference."""
    pygame.display.init()
    picture = rendered().convert(24)
    colours: dict[tuple[int, int, int], int] = {}
    raw = bytes(pygame.image.tobytes(picture, "RGB"))
    for at in range(0, len(raw), 3):
        key = (raw[at] >> 2, raw[at + 1] >> 2, raw[at + 2] >> 2)
        colours[key] = colours.get(key, 0) + 1
    palette = _palette(colours)
    nearest = {key: _nearest(palette, key) for key in colours}
    indices = bytes(nearest[raw[at] >> 2, raw[at + 1] >> 2, raw[at + 2] >> 2] for at in range(0, len(raw), 3))
    result = pygame.image.frombytes(indices, picture.get_size(), "P")
    result.set_palette(palette)
    pygame.image.save(result, REFERENCE)
    print(REFERENCE, REFERENCE.stat().st_size)


def _nearest(palette: list[tuple[int, int, int]], key: tuple[int, int, int]) -> int:
    colour = tuple(part * 4 + 2 for part in key)
    return min(range(len(palette)), key=lambda i: sum((a - b) ** 2 for a, b in zip(palette[i], colour, strict=True)))


def _palette(colours: dict[tuple[int, int, int], int]) -> list[tuple[int, int, int]]:
    """128 colours by median cut: the box with the widest spread, by its weight, is halved again and again."""
    boxes = [list(colours)]
    while len(boxes) < 128:
        spreads = []
        for box in boxes:
            widths = [max(key[i] for key in box) - min(key[i] for key in box) for i in range(3)]
            weight = sum(colours[key] for key in box)
            spreads.append((max(widths) * weight**0.4, widths.index(max(widths))))
        chosen = max(range(len(boxes)), key=lambda i: spreads[i][0])
        axis = spreads[chosen][1]
        box = sorted(boxes.pop(chosen), key=lambda key: key[axis])
        sums = list(accumulate(colours[key] for key in box))
        half = bisect_left(sums, sums[-1] / 2) + 1
        half = min(max(1, half), len(box) - 1)
        boxes += [box[:half], box[half:]]
    palette = []
    for box in boxes:
        total = sum(colours[key] for key in box)
        red, green, blue = (round(sum(key[i] * colours[key] for key in box) / total * 4 + 2) for i in range(3))
        palette.append((min(255, red), min(255, green), min(255, blue)))
    return palette


if __name__ == "__main__":
    main()
