"""The line that a code is written into: selecting, replacing, the clipboard, and what is still being composed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pygame import Rect
from pygame.event import Event

from game.ui.controls.textfield import Clipboard, TextField
from game.ui.controls.widgets import Kit
from game.ui.look.icons import Icons
from game.ui.look.lettering import Lettering
from game.ui.look.theme import THEMES, Metrics
from game.ui.screens.newgame import NewGameScene
from tests.player import Player, Point, assert_painted, playing
from tests.touch import Hand

SHIFT, CTRL = pygame.KMOD_LSHIFT, pygame.KMOD_LCTRL
CODE = "RU1-R-AAAAABB"


@pytest.fixture(params=["en", "ar"])
def player(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Player]:
    """A player before the new-game dialog, in a language of each direction."""
    (tmp_path / "settings.toml").write_text(f'[general]\nlanguage = "{request.param}"\n')
    with playing(tmp_path) as player:
        player.push("menu.new")
        assert isinstance(player.scene, NewGameScene)
        yield player


def field(player: Player) -> TextField:
    return next(widget for widget in player.widgets() if isinstance(widget, TextField))


def letter(player: Player, index: int) -> Point:
    """A point at the left edge of a letter."""
    at = field(player)
    return at._start + at._edge(index), at.rect.centery


def test_shift_and_arrows_select_and_typing_replaces(player: Player) -> None:
    player.type("12345")
    for _ in range(2):
        player.key(pygame.K_LEFT, SHIFT)
    assert field(player).selection == "45"
    player.type("x")
    assert field(player).text == "123x"
    player.key(pygame.K_HOME, SHIFT)
    assert field(player).selection == "123x"
    assert_painted(player)
    player.key(pygame.K_RIGHT)
    assert (field(player).selection, field(player).caret) == ("", 4)
    player.key(pygame.K_HOME)
    player.key(pygame.K_END, SHIFT)
    player.key(pygame.K_BACKSPACE)
    assert field(player).text == ""


def test_all_is_selected_copied_cut_and_pasted(player: Player) -> None:
    player.type(CODE)
    player.key(pygame.K_a, CTRL)
    player.key(pygame.K_c, CTRL)
    assert player.clipboard == CODE and field(player).text == CODE
    player.key(pygame.K_x, CTRL)
    assert field(player).text == ""
    player.clipboard = f"  {CODE}\n"
    player.key(pygame.K_v, CTRL)
    assert field(player).text == CODE
    player.key(pygame.K_a, CTRL)
    player.key(pygame.K_v, CTRL)
    assert field(player).text == CODE, "what was selected is replaced"
    player.clipboard = ""
    player.key(pygame.K_END)
    player.key(pygame.K_c, CTRL)
    assert player.clipboard == "", "where nothing is selected nothing is copied"


def test_a_pointer_selects_from_where_it_is_pressed(player: Player) -> None:
    player.type(CODE)
    player.lift(letter(player, 3), letter(player, 9))
    assert field(player).selection == CODE[3:9]
    player.release(letter(player, 9))
    assert field(player).selection == CODE[3:9]
    player.drag(letter(player, 9), letter(player, 3))
    assert field(player).selection == CODE[3:9]
    player.click(letter(player, 5))
    assert (field(player).selection, field(player).caret) == ("", 5)


def test_a_finger_selects_too(player: Player) -> None:
    player.type(CODE)
    Hand(player).drag(letter(player, 4), letter(player, 10))
    assert field(player).selection == CODE[4:10]


def test_two_presses_select_the_word_and_three_all(player: Player) -> None:
    player.type(f"{CODE} x")
    player.taps(letter(player, 4), 2)
    assert field(player).selection == CODE
    player.taps(letter(player, 4), 1)
    assert field(player).selection == f"{CODE} x"
    player.wait(1)
    player.taps(letter(player, 4), 1)
    assert field(player).selection == ""
    player.taps(letter(player, 12), 1)
    assert field(player).selection == "", "two presses in two places are two clicks"


def test_what_is_composed_is_shown_but_not_taken_until_it_is_typed(player: Player) -> None:
    player.type("ab")
    player.key(pygame.K_LEFT, SHIFT)
    before = pygame.display.get_surface().copy()
    player.turn(Event(pygame.TEXTEDITING, text="ni", start=0, length=2))
    at = field(player)
    assert (at.text, at.composed, at._shown) == ("ab", "ni", "ani")
    assert pygame.image.tobytes(before, "RGB") != pygame.image.tobytes(pygame.display.get_surface(), "RGB")
    assert_painted(player)
    player.turn(Event(pygame.TEXTEDITING, text="", start=0, length=0))
    assert (at._shown, at.selection) == ("ab", "b")
    player.turn(Event(pygame.TEXTEDITING, text="ni", start=0, length=2))
    player.type("n")
    assert (at.text, at.composed) == ("an", "")


def test_the_code_stays_left_to_right_in_every_language(player: Player) -> None:
    player.type(CODE)
    edges = [letter(player, index)[0] for index in range(len(CODE) + 1)]
    assert edges == sorted(edges)
    assert field(player).rect.x < edges[0]


def test_the_system_helps_with_writing_exactly_while_a_line_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[object] = []
    monkeypatch.setattr(pygame.key, "start_text_input", lambda: calls.append("start"))
    monkeypatch.setattr(pygame.key, "stop_text_input", lambda: calls.append("stop"))
    monkeypatch.setattr(pygame.key, "set_text_input_rect", calls.append)
    with playing(tmp_path) as player:
        assert calls == ["stop"]
        player.push("menu.new")
        assert calls == ["stop", field(player).rect, "start"]
        calls.clear()
        Hand(player).tap(field(player).rect.center)
        assert calls == ["start"], "a keyboard on the screen that was put away comes back"
        calls.clear()
        player.key(pygame.K_TAB)
        player.turn()
        assert calls == ["stop"]
        player.key(pygame.K_ESCAPE)
        player.turn()
        assert calls == ["stop"]


_KEYS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_HOME, pygame.K_END, pygame.K_BACKSPACE, pygame.K_DELETE)
_COMMANDS = (pygame.K_a, pygame.K_c, pygame.K_v, pygame.K_x, pygame.K_BACKSPACE)
_ACTS = st.one_of(
    st.tuples(st.just("type"), st.text(max_size=9)),
    st.tuples(st.just("compose"), st.text(max_size=4)),
    st.tuples(st.sampled_from(_KEYS), st.sampled_from([0, SHIFT])),
    st.tuples(st.sampled_from(_COMMANDS), st.just(CTRL)),
    st.tuples(st.just("press"), st.integers(-50, 400)),
    st.tuples(st.just("draw"), st.integers(-50, 400)),
)


@given(st.lists(_ACTS, max_size=30))
def test_whatever_is_done_the_line_stays_whole(acts: list[tuple[object, object]]) -> None:
    """The caret is in the line, the line is printable and no longer than it may be, and it can be painted."""
    pygame.display.init()
    kit = Kit(next(iter(THEMES.values())), Metrics.of((1280, 720)), Lettering(), Icons(), False)
    board, time = [""], [0.0]
    clipboard = Clipboard(lambda text: board.__setitem__(0, text), lambda: board[0])
    at = TextField(kit, Rect(20, 20, 200, 48), "?", 12, lambda text: None, lambda: None, clipboard, lambda: time[0])
    at.focused = True
    for act, value in acts:
        time[0] += 0.2
        before, chosen = at.text, at.selection
        if act == "type":
            at.key(Event(pygame.TEXTINPUT, text=value))
        elif act == "compose":
            at.key(Event(pygame.TEXTEDITING, text=value, start=0, length=0))
        elif act == "press":
            at.press((int(str(value)), 40))
        elif act == "draw":
            at.draw_along((int(str(value)), 40))
        else:
            at.key(Event(pygame.KEYDOWN, key=act, mod=value, unicode=""))
        assert 0 <= at.caret <= len(at.text) <= 12 and 0 <= at.anchor <= len(at.text)
        assert at.text.isprintable()
        if act in ("compose", "press", "draw") or (act, value) == (pygame.K_c, CTRL):
            assert at.text == before
        if act == pygame.K_x and chosen:
            assert board[0] == chosen and len(at.text) == len(before) - len(chosen)
    screen = pygame.Surface((260, 90))
    screen.fill((1, 2, 3))
    at.paint(screen, 1.0)
    assert screen.get_at((259, 45))[:3] == (1, 2, 3), "it paints beyond its field"
