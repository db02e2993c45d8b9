"""A player asks for advice: marks and words, the light, the way back, and a win that is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pygame
import pytest

from game.engine.state import parse_event
from game.paths import user_paths
from game.play.adviser import Counsel, Ground, Lost, Topic
from game.solver.answer import Verdict
from game.storage.history import History, Result
from game.ui.screens.dialogs import AskScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.win import ResultScene
from tests.player import Player, assert_at_rest, assert_painted, playing
from tests.solver.test_worker import is_running, until

#: Deals that are solved at once, and one that takes minutes.
EASY, ROWS, HARD = "KL1-1-AAAAAAC", "EA1-C-AAAAAAB", "EA1-C-AAAAAAG"


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    with playing(tmp_path) as player:
        yield player


def heard(player: Player) -> Counsel:
    """What the adviser says when it has done thinking; frames go on meanwhile."""

    def done() -> bool:
        player.turn()
        counsel = player.table.adviser.counsel
        return counsel is not None and not counsel.thinking

    until(done)
    counsel = player.table.adviser.counsel
    assert counsel is not None
    return counsel


def hint(player: Player) -> Counsel:
    player.key(pygame.K_h)
    return heard(player)


def words(player: Player) -> str:
    """The sentence on the plate."""
    plate = player.table.counsel.plate
    return "" if plate is None else plate._caption.text


def act(player: Player, *events: str) -> None:
    for event in events:
        assert player.table._do(parse_event(event))
    player.settle()


def lose(player: Player) -> None:
    """Deal all rows at once, which loses this deal."""
    player.start(ROWS)
    player.settle()
    act(player, *["draw"] * 5)


def until_turned(player: Player, happened: Callable[[], object]) -> None:
    until(lambda: (player.turn(), happened())[1])


def test_a_hint_marks_both_piles_and_says_why(player: Player) -> None:
    player.start(EASY)
    player.settle()
    assert not player.table.counsel.marks
    player.push("hud.hint")
    counsel = heard(player)
    assert counsel.ground is Ground.PROVEN and counsel.move is not None
    source, target = player.table.counsel.marks
    view, layout = player.table.play.view(), player.table.layout
    assert source.around == layout.cards_in(view, counsel.move.src, counsel.move.size)
    assert target.around == layout.landing_in(view, counsel.move.dst)
    assert {source.sign, target.sign} == {"take", "put"}
    plate = player.table.counsel.plate
    assert plate is not None and not any(plate.rect.colliderect(mark.around) for mark in (source, target))
    assert words(player).endswith(player.sentence("why.turns", column=7))
    assert_painted(player)


def test_the_marks_go_with_the_move_and_the_table_is_as_before(player: Player) -> None:
    player.start(EASY)
    player.settle()
    player.play(str(hint(player).move))
    assert player.table.counsel.plate is None and not player.table.counsel.marks
    assert_at_rest(player)


def test_further_hints_of_the_same_line_come_at_once(player: Player) -> None:
    player.start(EASY)
    player.settle()
    for _ in range(6):
        move = hint(player).move
        act(player, str(move))
        player.key(pygame.K_h)
        assert player.table.adviser.counsel is not None and player.table.adviser.counsel.ground is Ground.PROVEN


def test_a_hint_at_the_stock_marks_the_stock(player: Player) -> None:
    player.start(EASY)
    player.settle()
    for _ in range(100):
        move = hint(player).move
        if str(move) == "draw":
            break
        act(player, str(move))
    assert [mark.around for mark in player.table.counsel.marks] == [player.table.layout.slots[20]]
    assert words(player).startswith(player.sentence("hint.draw"))


def test_escape_and_the_cross_take_the_advice_away_and_nothing_else(player: Player) -> None:
    player.start(EASY)
    hint(player)
    player.key(pygame.K_ESCAPE)
    assert player.table.counsel.plate is None
    hint(player)
    plate = player.table.counsel.plate
    assert plate is not None
    player.click(plate.close.rect.center)
    assert player.table.counsel.plate is None and not player.events
    player.key(pygame.K_ESCAPE)
    assert isinstance(player.scene, MenuScene)


def test_a_press_on_the_plate_reaches_no_card_below_it(player: Player) -> None:
    player.start("RU1-R-AAAAAAL")
    player.settle()
    hint(player)
    plate = player.table.counsel.plate
    assert plate is not None
    player.taps(plate._caption.rect.center, 2)
    assert not player.events and player.table.counsel.plate is plate


def test_a_lost_game_is_led_back_to_where_it_could_be_won(player: Player) -> None:
    lose(player)
    counsel = hint(player)
    assert counsel.lost is Lost.BACK
    mark, = player.table.counsel.marks
    assert mark.around == player.table.hud.buttons["hud.undo"].rect
    plate = player.table.counsel.plate
    assert plate is not None
    player.click(plate.buttons[0].rect.center)
    player.settle()
    assert player.events == ["draw"] * 5 + ["undo"] * counsel.back
    player.key(pygame.K_v)
    assert heard(player).verdict is Verdict.SOLVABLE
    assert words(player) == player.sentence("verdict.solvable")


def test_the_verdict_alone_gives_no_hint_and_offers_to_find_where(player: Player) -> None:
    lose(player)
    player.key(pygame.K_v)
    assert heard(player).verdict is Verdict.UNSOLVABLE
    assert words(player) == player.sentence("verdict.unsolvable") and not player.table.counsel.marks
    player.push("offer.find-back")
    assert heard(player).lost is Lost.BACK


def test_the_light_is_off_unless_it_is_wanted(player: Player) -> None:
    player.start(EASY)
    assert player.table.counsel.light is None
    player.wait(3.0)
    assert player.app.solving._process is None, "nobody asked anything"


def test_the_light_says_by_sign_and_word_what_holds(player: Player) -> None:
    player.app.change("play", "verdict_light", True)
    player.start(ROWS)
    light = player.table.counsel.light
    assert light is not None
    until_turned(player, lambda: light.word == player.sentence("light.solvable"))
    act(player, *["draw"] * 5)
    until_turned(player, lambda: light.word == player.sentence("light.unsolvable"))
    player.click(light.rect.center)
    assert words(player) == player.sentence("verdict.unsolvable")
    assert_painted(player)


def test_any_move_cancels_the_question_at_once(player: Player) -> None:
    player.start(HARD)
    player.settle()
    player.key(pygame.K_v)
    until(lambda: player.app.solving._running)
    ticket = player.table.adviser._ticket
    assert ticket is not None and words(player) == player.sentence("verdict.thinking")
    act(player, "draw")
    assert ticket.cancelled and player.table.counsel.plate is None


def test_a_menu_over_the_table_ends_the_question(player: Player) -> None:
    player.start(HARD)
    player.key(pygame.K_v)
    ticket = player.table.adviser._ticket
    assert ticket is not None
    player.app.navigator.settings()
    assert ticket.cancelled
    player.turn()
    player.key(pygame.K_ESCAPE)
    assert player.table.counsel.plate is None


def test_a_guess_comes_first_and_says_that_it_is_one(player: Player) -> None:
    player.start(HARD)
    player.settle()
    before = player.pump.time
    player.key(pygame.K_h)
    while player.table.counsel.plate is None:
        player.turn()
    assert player.pump.time - before < 0.3
    assert player.table.counsel.plate._heading.lines == [player.sentence("advice.still-thinking")]


def test_a_killed_solver_leaves_a_guess_or_a_proof_and_the_game_goes_on(player: Player) -> None:
    player.start(HARD)
    player.settle()
    player.key(pygame.K_h)
    until(lambda: player.app.solving._process)
    process = player.app.solving._process
    assert process is not None
    process._child.kill()
    until_turned(player, lambda: player.table.counsel.plate)
    act(player, "draw")
    assert player.events == ["draw"]


def test_nothing_runs_after_the_window_was_closed(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(HARD)
        player.key(pygame.K_v)
        until(lambda: player.app.solving._process)
        process = player.app.solving._process
        assert process is not None
        player.quit()
    until(lambda: process._child.poll() is not None)
    assert not is_running(process._child.pid)


# --- Show me


def shown(player: Player) -> None:
    """Ask to be shown the rest, up to the question."""
    hint(player)
    player.push("offer.show")
    assert isinstance(player.scene, AskScene)


def accept(player: Player) -> None:
    player.push("offer.show")
    until_turned(player, lambda: player.table._auto.active)


def test_what_is_shown_is_played_to_the_win_and_counts_as_abandoned(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(ROWS)
        player.settle()
        shown(player)
        accept(player)
        while not isinstance(player.scene, ResultScene):
            player.turn()
        assert player.sentence("shown.title") in player.texts and player.sentence("shown.remark") in player.texts
    entry, = History(user_paths(tmp_path).history).page(None, 0)
    assert entry.result is Result.ABANDONED


@pytest.mark.parametrize("how", ["press", "key"])
def test_any_press_or_key_stops_what_is_shown(player: Player, how: str) -> None:
    player.start(ROWS)
    player.settle()
    shown(player)
    accept(player)
    player.wait(2.0)
    played = len(player.events)
    assert played > 1
    if how == "press":
        player.click(player.table.layout.notice.center)
    else:
        player.key(pygame.K_LEFT)
    player.settle()
    player.wait(2.0)
    assert len(player.events) == played and player.table.counsel.plate is None
    hint(player)
    player.push("offer.show")
    assert player.table._auto.active or until_turned(player, lambda: player.table._auto.active) is None


def test_who_keeps_playing_is_shown_nothing_and_the_game_counts(player: Player) -> None:
    player.start(ROWS)
    player.settle()
    shown(player)
    player.push("dialog.keep")
    player.wait(1.0)
    assert not player.events and not player.table.play.shown


def test_a_game_shown_in_part_stays_so_when_it_is_opened_again(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(ROWS)
        player.settle()
        shown(player)
        accept(player)
        player.wait(1.5)
    with playing(tmp_path) as player:
        assert player.table.play.shown
        player.push("hud.restart")
        player.push("newgame.deal")
        assert player.table.play.shown, "the same game from its start"


# --- Secret games


def test_a_secret_game_is_advised_by_its_open_cards_and_the_solver_is_never_asked(player: Player) -> None:
    player.app.change("play", "verdict_light", True)
    player.app.navigator.start_secret()
    player.settle()
    assert player.table.counsel.light is None
    for _ in range(12):
        counsel = hint(player)
        assert counsel.ground is Ground.OPEN_CARDS
        plate = player.table.counsel.plate
        assert plate is not None and not plate.buttons
        assert plate._heading.lines == [player.sentence("ground.open-cards")]
        if counsel.move is None:
            break
        act(player, str(counsel.move))
    player.key(pygame.K_v)
    assert heard(player).topic is Topic.VERDICT and words(player) == player.sentence("verdict.secret")
    assert player.app.solving._thread is None


@pytest.mark.parametrize("size", [(640, 480), (800, 600), (1280, 720), (1080, 1920)])
@pytest.mark.parametrize("language", ["en", "ro", "ar"])
def test_the_advice_is_whole_in_every_window(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    with playing(tmp_path, size) as player:
        player.app.change("general", "language", language)
        player.app.change("play", "verdict_light", True)
        for code in (EASY, "RU1-R-AAAAAAL"):
            player.start(code)
            player.settle()
            hint(player)
            table = player.table
            plate = table.counsel.plate
            assert plate is not None and table.layout.table.contains(plate.rect)
            for widget in plate.widgets:
                assert plate.rect.contains(widget.rect), widget
            inner = plate._caption
            assert all(inner._row_width(row) <= inner.rect.w for row in inner.rows)
            for button in plate.buttons:
                assert player.app.context.lettering.width(button.text, inner.style) < button.rect.w
            assert_painted(player)
        lose(player)
        counsel = hint(player)
        plate = player.table.counsel.plate
        assert counsel.lost is Lost.BACK and plate is not None and player.table.layout.table.contains(plate.rect)
