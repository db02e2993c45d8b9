"""Mixed text in the right order: the runs of a line, and the pixels that come of them.

In the tables a line's picture is written from left to right: stretches are parted by ``|``, and one that is read
leftwards has a ``<`` before it and stands in logical order. ``⟦ ⟧`` in a logical text mark what must hold together.
"""

from __future__ import annotations

import re
import subprocess
import sys
import unicodedata

import pygame
import pytest
from bidi import get_display
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from game.text import bidi
from game.text.bidi import Run, runs
from game.ui.look.lettering import FONT_FILE, Lettering, Style
from tests.support import ROOT

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
STYLES = [Style(size, bold) for size in (15, 19, 34) for bold in (False, True)]
styles = pytest.mark.parametrize("style", STYLES, ids=lambda style: f"{style.size}{'bold' * style.bold}")

#: In a paragraph to the left.
ARABIC = {
    "مؤقت المباراة 4:00 يحسبه الخادم.": "< يحسبه الخادم.|4:00|<مؤقت المباراة ",
    "• تنافسيًا: انتهاء المؤقت (4:00) أو وصول اللاعبين": "<) أو وصول اللاعبين|4:00|<• تنافسيًا: انتهاء المؤقت (",
    "رمز التوزيع: ⟦RU1-C-AAAAABB⟧": "RU1-C-AAAAABB|<رمز التوزيع: ",
    "الجولة ⟦ER1-A-QWERTYU⟧، 12:30": "12:30|<، |ER1-A-QWERTYU|<الجولة ",
    "خصم الإعادة (⟦−20⟧) فقط، وتُبلغ الشاشة": "<) فقط، وتُبلغ الشاشة|−20|<خصم الإعادة (",
    "النقاط: ⟦+5⟧، ⟦−20⟧، و⟦−15⟧": "−15|<، و|−20|<، |+5|<النقاط: ",
    "⟦-1000⟧": "-1000",
    "المجموعة ⟦3♣⟧، ⟦7♦⟧، ⟦A♠⟧، ⟦4♠⟧، ⟦10♥⟧.": "<.|10♥|<، |4♠|<، |A♠|<، |7♦|<، |3♣|<المجموعة ",
    "ضع ⟦Q♦⟧ على ⟦K♠⟧ (8 نقاط)": "< نقاط)|8|< (|K♠|< على |Q♦|<ضع ",
    "اللونان: ♥ و♦ أحمر، ♠ و♣ أسود.": "<اللونان: ♥ و♦ أحمر، ♠ و♣ أسود.",
    "• سحب 3 أوراق (Draw-3) في كل مرة؛": "<) في كل مرة؛|Draw-3|< أوراق (|3|<• سحب ",
    "• 7 أعمدة (Tableau) بأحجام 1 و2 و3 ورقة.": "< ورقة.|3|< و|2|< و|1|<) بأحجام |Tableau|< أعمدة (|7|<• ",
    "وتنتظر الأوراق الـ31 المتبقية": "< المتبقية|31|<وتنتظر الأوراق الـ",
    "من الآص (A) إلى الملك (K). تُعد": "<). تُعد|K|<) إلى الملك (|A|<من الآص (",
    "واحد: A ثم 2 … 10 ثم J.": "<.|J|< ثم |10|< … |2|< ثم |A|<واحد: ",
    "آس، 2، 3، 10، ولد (الجاك)، ملك.": "<، ولد (الجاك)، ملك.|10|<، |3|<، |2|<آس، ",
    "العمود رقم i يتلقى i + 1 أوراق": "< أوراق|i + 1|< يتلقى |i|<العمود رقم ",
    "استخدم «تراجع» أو «لعبة جديدة».": "<استخدم «تراجع» أو «لعبة جديدة».",
    "اضغط «Undo» للتراجع.": "<» للتراجع.|Undo|<اضغط «",
    "Easthaven: أفسح المجال قبل التوزيع": "<: أفسح المجال قبل التوزيع|Easthaven",
    "قواعد Russian Solitaire": "Russian Solitaire|<قواعد ",
    "كيفية لعب Easthaven Solitaire?": "<?|Easthaven Solitaire|<كيفية لعب ",
    "لعبة FreeCell (52) سهلة": "< سهلة|FreeCell (52)|<لعبة ",
    "كما في FreeCell، لذا ابحث": "<، لذا ابحث|FreeCell|<كما في ",
    "الوضع Normal [افتراضي]": "< [افتراضي]|Normal|<الوضع ",
    "اللغة: Română (ro)، العربية (ar)": "<)|ar|<، العربية (|Română (ro)|<اللغة: ",
    "رسالة الرفض: „Doar un rege!”": "<!”|Doar un rege|<رسالة الرفض: „",
    "1. وزّع 28 ورقة على 7 أعمدة": "< أعمدة|7|< ورقة على |28|<. وزّع |1",
    "حجم النص ⟦150 %⟧، والصوت ⟦40%⟧.": "<.|40%|<، والصوت |150 %|<حجم النص ",
    "⟦40%⟧ من 52 لعبة": "< لعبة|52|< من |40%",
    "لُعبت يوم ⟦2026-03-28⟧ في 20:48": "20:48|< في |2026-03-28|<لُعبت يوم ",
    "المدة 1:04:27، أي 64.5 دقيقة": "< دقيقة|64.5|<، أي |1:04:27|<المدة ",
    "العملية 3 × 4 = 12": "12|< = |4|< × |3|<العملية ",
    "الحجم 57 MB على القرص": "< على القرص|MB|< |57|<الحجم ",
    "الساعة ٤:٠٠ (مساءً)": "< (مساءً)|٤:٠٠|<الساعة ",
    "(انظر «قسم [النقاط]»)": "<(انظر «قسم [النقاط]»)",
    "4:00": "4:00",
    "Undo?": "<?|Undo",
}
#: In a paragraph to the right.
LATIN = {
    "Deal code RU1-C-AAAAABB (4:00, −20, 10♥)": "Deal code RU1-C-AAAAABB (4:00, −20, 10♥)",
    "Joacă «Solitaire» – 40 %, și încă 3!": "Joacă «Solitaire» – 40 %, și încă 3!",
    "العربية": "<العربية",
    "Language: العربية (Arabic)": "Language: |<العربية| (Arabic)",
    "Limba: العربية, 3 jocuri": "Limba: |3|<العربية, | jocuri",
    "Home: /home/ورق/ألعاب, saved.": "Home: /home/|<ورق/ألعاب|, saved.",
}
TABLE = [(False, *row) for row in LATIN.items()] + [(True, *row) for row in ARABIC.items()]
table = pytest.mark.parametrize(("right_to_left", "logical", "visual"), TABLE, ids=[row[1] for row in TABLE])
PARAGRAPHS = [*ARABIC, " ".join(ARABIC), "سطر\n\nوسطر  آخر\n FreeCell 52 "]


def plain(logical: str) -> str:
    return logical.replace("⟦", "").replace("⟧", "")


def stretches(visual: str) -> tuple[Run, ...]:
    return tuple(Run(part.removeprefix("<"), part.startswith("<")) for part in visual.split("|"))


def characters(found: tuple[Run, ...]) -> str:
    """The characters from left to right, brackets as they are written (python-bidi does not mirror them either)."""
    return "".join(run.text[::-1] if run.right_to_left else run.text for run in found)


def pixels(picture: pygame.Surface) -> bytes:
    paper = pygame.Surface(picture.get_size())
    paper.fill(WHITE)
    paper.blit(picture, (0, 0))
    return pygame.image.tobytes(paper, "RGB")


def own_font(style: Style, right_to_left: bool) -> pygame.font.Font:
    """A font as pygame gives it, without the lettering."""
    font = pygame.font.Font(FONT_FILE, style.size)
    if right_to_left:
        font.set_script("Arab")
        font.set_direction(pygame.DIRECTION_RTL)
    return font


@pytest.fixture
def arabic() -> Lettering:
    return Lettering(right_to_left=True)


@table
def test_the_runs_stand_from_left_to_right(right_to_left: bool, logical: str, visual: str) -> None:
    assert runs(plain(logical), right_to_left) == stretches(visual)


@table
def test_the_table_is_what_the_reference_gives(right_to_left: bool, logical: str, visual: str) -> None:
    """Guards the table: with true isolates around what holds together, the whole algorithm puts it in that order."""
    isolated = logical.replace("⟦", "\u2066").replace("⟧", "\u2069")
    shown = get_display(isolated, base_dir="R" if right_to_left else "L")
    assert plain(shown.translate({0x2066: None, 0x2069: None})) == characters(stretches(visual))


@given(st.text("اب٣aB12 .,:-+%()[]«»♥/ّ", max_size=20), st.booleans())
@settings(max_examples=1000)
def test_any_text_is_ordered_as_the_reference_orders_it(text: str, right_to_left: bool) -> None:
    assume(not re.search(bidi._WHOLE, text))
    assert characters(runs(text, right_to_left)) == get_display(text, base_dir="R" if right_to_left else "L")


@given(st.text(), st.booleans())
def test_no_letter_is_lost_or_added(text: str, right_to_left: bool) -> None:
    found = "".join(run.text for run in runs(text, right_to_left))
    seen = text.translate(bidi._UNSEEN).replace("\ufffc", "\ufffd")
    assert sorted(found.replace("\ufffc", "\ufffd")) == sorted(seen)


@pytest.mark.parametrize(
    ("logical", "visual"),
    [
        ("المجلد \u2066/home/ورق/x\u2069، نعم", "<، نعم|/home/|<ورق|/x|<المجلد "),
        ("المجلد \u2068ورق/x\u2069.", "<.|x|<ورق/|<المجلد "),
        ("قال \u2067a ب\u2068c 1\u2069\u2069 ثم", "< ثم|c 1|< ب|a|<قال "),
        ("ن\u200eABC\u200f!", "<!|ABC|<ن"),
        ("كل \u2066لا ينتهي", "<لا ينتهي|<كل "),
        ("می\u200cخواهم 3", "3|<می\u200cخواهم "),
    ],
)
def test_marks_of_direction_are_obeyed_and_not_shown(logical: str, visual: str) -> None:
    wanted = stretches(visual)
    assert characters(runs(logical, True)) == characters(wanted)
    assert not [run for run in runs(logical, True) for char in run.text if ord(char) in bidi._UNSEEN]


def test_an_empty_line_has_no_runs() -> None:
    assert runs("", True) == runs("", False) == ()


def test_text_to_the_right_is_shown_without_the_library_that_orders_text() -> None:
    """It costs time at the start, and most languages never need it."""
    program = """
import sys
from game.ui.look.lettering import Lettering, Style
lettering = Lettering()
for text in ("Deal RU1-C-AAAAABB: 4:00 (−20) «10♥»", "Joacă și câștigă", "العربية"):
    lettering.line(text, Style(19), (0, 0, 0))
assert not [name for name in sys.modules if name.split(".")[0] == "bidi"]
lettering.line("العربية 1", Style(19), (0, 0, 0))
assert "bidi" in sys.modules
"""
    subprocess.run([sys.executable, "-c", program], cwd=ROOT, check=True)


@styles
def test_arabic_letters_are_joined(arabic: Lettering, style: Style) -> None:
    """They are narrower than the letters alone, and no column within the word is empty, bold or not."""
    word = "سمعتم"
    assert arabic.width(word, style) < 0.9 * sum(arabic.width(letter, style) for letter in word)
    ink = arabic.line(word, style, BLACK)
    box = ink.get_bounding_rect()
    mask = pygame.mask.from_surface(ink, 60)
    assert all(any(mask.get_at((x, y)) for y in range(box.top, box.bottom)) for x in range(box.left + 1, box.right - 1))


@pytest.mark.parametrize("size", [15, 19, 34])
def test_a_line_of_arabic_alone_is_what_pygame_renders(arabic: Lettering, size: int) -> None:
    text = "لا توجد (كومة) سحب، ولا «كومة» أوراق مستبعدة."
    own = own_font(Style(size), True).render(text, True, BLACK)
    assert pixels(arabic.line(text, Style(size), BLACK)) == pixels(own)
    assert pixels(own) != pixels(own_font(Style(size), False).render(text, True, BLACK))


@pytest.mark.parametrize("size", [15, 19, 34])
def test_each_run_of_a_mixed_line_is_rendered_in_its_own_direction(arabic: Lettering, size: int) -> None:
    style = Style(size)
    picture = arabic.line("رمز RU1-C-AAAAABB، و(4:00) يا!", style, BLACK)
    x = 0
    for run in stretches("<) يا!|4:00|<، و(|RU1-C-AAAAABB|<رمز "):
        own = own_font(style, run.right_to_left).render(run.text, True, BLACK)
        assert pixels(picture.subsurface((x, 0, *own.get_size()))) == pixels(own), run
        x += own.get_width()
    assert x == picture.get_width()


@pytest.mark.parametrize("pair", ["()", "[]", "«»"])
def test_brackets_open_to_the_left_in_arabic(arabic: Lettering, pair: str) -> None:
    def ink(lettering: Lettering, text: str) -> bytes:
        picture = lettering.line(text, Style(34), BLACK)
        return pixels(picture.subsurface(picture.get_bounding_rect()))

    assert ink(arabic, pair[0]) == ink(Lettering(), pair[1])
    assert ink(arabic, pair[1]) == ink(Lettering(), pair[0])


@styles
def test_width_is_that_of_the_picture(arabic: Lettering, style: Style) -> None:
    for lettering in (arabic, Lettering()):
        for text in map(plain, ["", " ", *ARABIC, *LATIN]):
            for kind in (style, style._replace(fixed_digits=True), style._replace(left_to_right=True)):
                assert lettering.line(text, kind, BLACK).get_width() == lettering.width(text, kind), text


@styles
@pytest.mark.parametrize("width", [90, 200, 560])
def test_wrapped_lines_keep_to_the_width_and_the_words_to_their_order(
    arabic: Lettering, style: Style, width: int
) -> None:
    for paragraph in map(plain, PARAGRAPHS):
        lines = arabic.wrap(paragraph, style, width)
        assert " ".join(lines).split() == paragraph.split()
        for line, after in zip(lines, [*lines[1:], ""], strict=True):
            assert arabic.line(line, style, BLACK).get_width() <= width or " " not in line
            if after and f"{line} {after.split()[0]}" in paragraph:
                assert arabic.width(f"{line} {after.split()[0]}", style) > width, "the next word fits"


def test_paragraphs_and_empty_lines_stay() -> None:
    assert Lettering().wrap("one\n\ntwo  three\n", Style(19), 500) == ["one", "", "two  three", ""]


@styles
def test_nothing_is_cut_off_at_the_top_or_the_bottom(arabic: Lettering, style: Style) -> None:
    """The same ink comes out as with an empty line above and below."""
    text = "إِلَّا تُوزَّع كاملةً، لِّآ يجي"
    picture = arabic.line(text, style, BLACK)
    roomy = own_font(style, True)
    roomy.bold = arabic.font(style, True).bold
    taller = roomy.render(f"\n{text}\n ", True, BLACK)
    assert taller.get_height() > 2 * picture.get_height()
    assert taller.get_bounding_rect().h == picture.get_bounding_rect().h
    plain_text = arabic.line("".join(c for c in text if not unicodedata.combining(c)), style, BLACK)
    spare = (picture.get_height() - arabic.line_height(style)) / 2
    assert plain_text.get_bounding_rect().top >= spare
    assert plain_text.get_bounding_rect().bottom <= picture.get_height() - spare + style.size / 10


def test_codes_and_typed_text_run_to_the_right_in_every_language(arabic: Lettering) -> None:
    typed = Style(19, left_to_right=True)
    for text in ("RU1-", "RU1-C-", "A? ", "(12"):
        assert pixels(arabic.line(text, typed, BLACK)) == pixels(Lettering().line(text, Style(19), BLACK))
    assert pixels(arabic.line("RU1-", Style(19), BLACK)) != pixels(arabic.line("RU1-", typed, BLACK))


def test_a_clock_in_a_sentence_does_not_dance(arabic: Lettering) -> None:
    style = Style(19, fixed_digits=True)
    assert arabic.width("الوقت 1:11", style) == arabic.width("الوقت 4:08", style)


def test_a_change_of_language_changes_what_is_shown_at_once() -> None:
    lettering = Lettering()
    before = pixels(lettering.line("Undo?", Style(19), BLACK))
    lettering.right_to_left = True
    assert pixels(lettering.line("Undo?", Style(19), BLACK)) != before
    lettering.right_to_left = False
    assert pixels(lettering.line("Undo?", Style(19), BLACK)) == before


def test_pictures_are_kept_and_not_without_end(arabic: Lettering) -> None:
    first = arabic.line("ورقة 0", Style(15), BLACK)
    assert arabic.line("ورقة 0", Style(15), BLACK) is first
    for number in range(1500):
        arabic.line(f"ورقة {number}", Style(15), BLACK)
    assert len(arabic._pictures) <= 400
    assert len(arabic._fonts) <= 2
    maxsize = runs.cache_info().maxsize
    assert maxsize is not None
    assert runs.cache_info().currsize <= maxsize
