"""The printed cards: right in size, alike nowhere, readable in the strip that a fan leaves in sight."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from itertools import combinations, product
from operator import sub

import pytest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
pygame = pytest.importorskip("pygame")

from game.ui.look.cards import (  # noqa: E402 - pygame must be there first
    ASSETS,
    RANKS,
    SUITS,
    Back,
    CardArt,
    CardStyle,
    Colours,
    Print,
    suit_colour,
)

WIDTHS = (60, 110, 200, 400)
STYLES = [CardStyle(size, colours) for size, colours in product(Print, Colours)]
COURTS = [suit * 13 + rank for suit in range(4) for rank in (10, 11, 12)]
NAMES = [rank + suit for suit in SUITS for rank in RANKS]
GREEN_TABLE = (30, 96, 70)
#: Mean grey levels, of 255, between two faces at 60 pixels. The nearest numbers of one colour (two of spades, two of
#: clubs) lie 1.7 apart, since most of both is paper; the nearest courts more than 22.
NEAREST_FACES, NEAREST_COURTS = 1.2, 15.0


@pytest.fixture(scope="module", autouse=True)
def started() -> Iterator[None]:
    pygame.display.init()
    yield
    pygame.display.quit()


def ink(picture: pygame.Surface, area: pygame.Rect, colour: tuple[int, int, int]) -> pygame.Rect:
    """The smallest rectangle around all pixels of an area that are nearly of the colour."""
    part = picture.subsurface(area)
    mask = pygame.mask.from_threshold(part, colour, (70, 70, 70, 255))
    found = mask.get_bounding_rects()
    return found[0].unionall(found[1:]) if found else pygame.Rect(0, 0, 0, 0)


def rows_with_ink(picture: pygame.Surface, area: pygame.Rect, colour: tuple[int, int, int]) -> list[bool]:
    return [ink(picture, pygame.Rect(area.x, y, area.width, 1), colour).width > 0 for y in range(area.y, area.bottom)]


def grey(picture: pygame.Surface) -> bytes:
    table = pygame.Surface(picture.get_size())
    table.fill(GREEN_TABLE)
    table.blit(picture, (0, 0))
    return bytes(pygame.image.tobytes(pygame.transform.grayscale(table), "RGB")[::3])


def apart(one: bytes, other: bytes) -> float:
    return sum(map(abs, map(sub, one, other))) / len(one)


@pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.print.value}-{style.colours.value}")
@pytest.mark.parametrize("width", WIDTHS)
def test_every_face_has_the_size_and_round_corners(width: int, style: CardStyle) -> None:
    art = CardArt(width, style)
    assert (art.width, art.height) == (width, round(width * 1.4))
    assert 0.05 * width <= art.radius <= 0.09 * width + 1
    for card in range(52):
        face = art.face(card)
        assert face.get_size() == (art.width, art.height)
        for x, y in product((0, width - 1), (0, art.height - 1)):
            assert face.get_at((x, y)).a < 40
        assert face.get_at((width // 2, art.height // 2)).a == 255
        assert art.face(card) is face


@pytest.mark.parametrize("back", Back)
@pytest.mark.parametrize("width", (*WIDTHS, 143, 450))
def test_backs_look_the_same_after_half_a_turn(width: int, back: Back) -> None:
    art = CardArt(width, CardStyle(back=back))
    picture = art.back()
    assert picture.get_size() == (art.width, art.height)
    for x, y in product((0, width - 1), (0, art.height - 1)):
        assert picture.get_at((x, y)).a < 40
    assert apart(grey(picture), grey(pygame.transform.flip(picture, True, True))) < 3


def test_backs_differ_from_each_other_and_from_faces() -> None:
    backs = [grey(CardArt(110, CardStyle(back=back)).back()) for back in Back]
    art = CardArt(110)
    faces = [grey(art.face(card)) for card in range(52)]
    assert min(apart(a, b) for a, b in combinations(backs, 2)) > 15
    assert min(apart(a, b) for a, b in product(backs, faces)) > 30


@pytest.mark.parametrize("size", Print)
def test_no_two_faces_look_alike_even_without_colour(size: Print) -> None:
    art = CardArt(60, CardStyle(size))
    faces = [grey(art.face(card)) for card in range(52)]
    for a, b in combinations(range(52), 2):
        least = NEAREST_COURTS if a in COURTS and b in COURTS else NEAREST_FACES
        assert apart(faces[a], faces[b]) > least, f"{NAMES[a]} and {NAMES[b]}"


@pytest.mark.parametrize("width", (110, 143, 200, 400))
@pytest.mark.parametrize("card", range(52), ids=NAMES)
def test_the_strip_of_a_fan_holds_rank_and_pip_in_both_corners(card: int, width: int) -> None:
    art = CardArt(width)
    colour = suit_colour(card // 13)
    column = round(width * 0.15)
    strip = int(art.height * 0.2)
    for left in (round(width * 0.045), width - round(width * 0.045) - column):
        area = pygame.Rect(left, round(art.height * 0.01), column, art.height // 4)
        rows = rows_with_ink(art.face(card), area, colour)
        first = rows.index(True)
        # Rank, a gap, the pip, and paper again before the fifth ends.
        gap = rows.index(False, first)
        pip = rows.index(True, gap)
        end = rows.index(False, pip)
        assert area.y + end <= strip
        assert end - first >= 0.18 * art.height - 1.5
        assert gap - first > end - pip > 0.05 * art.height


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("rank", range(13), ids=RANKS)
def test_large_ranks_take_three_tenths_of_the_height(rank: int, width: int) -> None:
    art = CardArt(width, CardStyle(Print.LARGE))
    third = pygame.Rect(round(width * 0.04), 2, round(width * 0.33), round(art.height * 0.36))
    for x in (third.x, width - third.x - third.width):
        found = ink(art.face(13 + rank), pygame.Rect(x, third.y, third.width, third.height), suit_colour(1))
        assert found.height >= 0.3 * art.height - 1


@pytest.mark.parametrize("colours", Colours)
def test_suits_are_printed_in_their_colours(colours: Colours) -> None:
    art = CardArt(200, CardStyle(colours=colours))
    for suit in range(4):
        r, g, b = (
            art.face(suit * 13 + 1).get_at((100, 45))[:3]
            if suit != 1
            else art.face(suit * 13 + 1).get_at((100, 50))[:3]
        )
        red, dark = r > 150 and g < 90 and b < 100, max(r, g, b) < 90
        if colours is Colours.TWO:
            assert red if suit in (1, 2) else dark
        else:
            assert [dark, red, b > max(r, g) + 40, g > max(r, b) + 20][suit]


def test_the_drawing_of_a_court_stays_when_the_colours_change() -> None:
    two, four = (CardArt(200, CardStyle(colours=colours)) for colours in Colours)
    for card in COURTS:
        middle = pygame.Rect(80, 85, 40, 30)
        assert pygame.image.tobytes(two.face(card).subsurface(middle), "RGBA") == pygame.image.tobytes(
            four.face(card).subsurface(middle), "RGBA"
        )


@pytest.mark.parametrize("height", (6, 12, 40, 200))
@pytest.mark.parametrize("suit", range(4))
def test_a_lone_pip_has_the_height_and_the_colour_asked_for(suit: int, height: int) -> None:
    pip = CardArt(110).suit(suit, height, (250, 200, 10))
    assert pip.get_height() == height
    middle = pip.get_at((pip.get_width() // 2, height // 2))
    assert middle.a > 200
    assert all(abs(a - b) <= 2 for a, b in zip(middle[:3], (250, 200, 10), strict=True))


def test_the_four_pips_have_one_weight() -> None:
    art = CardArt(200)
    weights = [pygame.mask.from_surface(art.suit(suit, 200)).count() for suit in range(4)]
    assert max(weights) < 1.4 * min(weights)


@pytest.mark.parametrize("spread", (0, 2, 6, 14))
def test_a_shadow_fades_to_nothing_at_its_margin(spread: int) -> None:
    art = CardArt(110)
    shadow, margin = art.shadow(spread)
    assert shadow.get_size() == (art.width + 2 * margin, art.height + 2 * margin)
    assert art.shadow(spread)[0] is shadow
    assert shadow.get_at((shadow.get_width() // 2, shadow.get_height() // 2)).a > 60
    if margin:
        edge = [shadow.get_at((x, 0)).a for x in range(shadow.get_width())]
        assert max(edge) < 25


def test_drawings_are_plain_paths_without_outside_help() -> None:
    allowed = {"svg", "g", "path", "circle", "ellipse", "rect"}
    files = sorted(ASSETS.rglob("*.svg"))
    assert {path.stem for path in files if path.parent.name == "courts"} == {r + s for r in RANKS[10:] for s in SUITS}
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"<([A-Za-z]+)", text)) <= allowed, path.name
        assert "href" not in text and "url(" not in text, path.name


@pytest.mark.parametrize("card", COURTS, ids=[NAMES[card] for card in COURTS])
def test_courts_stay_within_their_frame(card: int) -> None:
    art = CardArt(250)
    face = art.face(card)
    for x in (27, 30, 220, 223):
        for y in range(100, 251):
            assert face.get_at((x, y))[:3] == (0xFF, 0xFD, 0xF7), (x, y)


def test_pictures_work_with_and_without_a_window() -> None:
    without = CardArt(110).face(5)
    pygame.display.set_mode((64, 64))
    try:
        assert grey(CardArt(110).face(5)) == grey(without)
    finally:
        pygame.display.quit()
        pygame.display.init()
