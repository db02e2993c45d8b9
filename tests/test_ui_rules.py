"""The pages of rules and the worked examples: nothing overflows, no number is stated twice, each refusal is real."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest

from game.engine.games import GAMES
from game.engine.refusal import Refusal
from game.engine.state import Command
from game.storage.settings import Speed
from game.text.cardnames import card_sign
from game.text.catalogue import Catalogue
from game.text.faults import refusal_sentence
from game.text.rulepages import PAGES, numbers, questions_page, rules_page
from game.ui.controls.widgets import Label
from game.ui.look.lettering import Style
from game.ui.screens.examples import FOLDER, example
from game.ui.screens.lesson import LessonScene
from game.ui.screens.playback import Playback
from game.ui.screens.rulebook import RulesScene
from tests.player import Player, assert_painted, playing
from tests.test_ui_replay import SIZES, assert_inside, assert_shows, look

TEXT = Catalogue("en")
CHOICES = [*PAGES, "codes"]


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    with playing(tmp_path) as someone:
        yield someone


def open_rules(player: Player, prefix: str | None = None) -> RulesScene:
    scene = RulesScene(player.app.context, prefix)
    player.app.scenes.push(scene)
    player.turn()
    return scene


def open_lesson(player: Player, game: str) -> LessonScene:
    scene = LessonScene(player.app.context, game)
    player.app.scenes.push(scene)
    player.turn()
    return scene


# --- The pages


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_page_fits_its_panel(player: Player, size: tuple[int, int], right_to_left: bool) -> None:
    if right_to_left:
        player.app.context.text.language = "ar"
    player.resize(size)
    scene = open_rules(player)
    for page in CHOICES:
        scene._turn(CHOICES.index(page))
        panel = scene._view
        for label in (widget for widget in scene.group.widgets if isinstance(widget, Label)):
            assert panel.x < label.rect.x
            assert label.rect.right < panel.right
            for line in label.lines:
                assert scene.context.lettering.width(line, label.style) <= label.rect.w, line
        choice = scene._choice
        bold = Style(choice.kit.metrics.body, bold=True)
        widest = max(scene.context.lettering.width(word, bold) for word in choice.words)
        assert widest < choice.rect.w / len(choice.words) - choice.kit.metrics.px(6)
        player.turn()
        assert_painted(player)


@pytest.mark.parametrize("prefix", [*GAMES])
def test_the_rules_open_at_the_game_that_is_asked_for(player: Player, prefix: str) -> None:
    scene = open_rules(player, prefix)
    said = [widget.text for widget in scene.group.widgets if hasattr(widget, "text")]
    assert TEXT("rules.watch") in said
    lines = " ".join(line for widget in scene.group.widgets if isinstance(widget, Label) for line in widget.lines)
    for section in rules_page(TEXT, prefix[:2]):
        assert section.paragraph in lines


def test_pages_are_turned_by_click_and_by_key(player: Player) -> None:
    scene = open_rules(player)
    assert scene.page == "RU"
    player.click(scene._choice._cells()[3].center)
    assert scene.page == "EA"
    player.key(pygame.K_TAB)
    assert scene._choice.focused
    player.key(pygame.K_RIGHT)
    assert scene.page == "codes"
    assert scene._choice.focused
    player.key(pygame.K_LEFT)
    assert scene.page == "EA"
    player.key(pygame.K_ESCAPE)
    assert player.scene is not scene


def test_a_page_begins_at_its_top(player: Player) -> None:
    scene = open_rules(player)
    top = scene._choice.rect.y
    player.turn(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-2))
    assert scene._choice.rect.y < top
    scene._turn(1)
    assert scene._choice.rect.y == top


@pytest.mark.parametrize("game", [*PAGES])
def test_no_rule_states_a_number_of_its_own(game: str) -> None:
    """Every number in the rules comes out of the spec; only the 0 of the floor and “one” are plain language."""
    for section in PAGES[game]:
        raw = TEXT._texts.gettext(f"rules.{game}.{section}")
        bare = re.sub(r"\{[a-z_]+\}", "", raw)
        assert set(re.findall(r"\d+", bare)) <= {"0", "1"}, raw


def test_the_rules_say_the_numbers_of_the_sources() -> None:
    pages = {game: " ".join(section.paragraph for section in rules_page(TEXT, game)) for game in PAGES}
    for game, words in {
        "RU": ["1, 6, 7, 8, 9, 10, 11", "21 hidden, 31 open", "At most 20 cards", "last 100 moves", "625"],
        "KL": ["24 cards", "costs 15", "costs 100", "first 3 times", "costs 20", "5 points"],
        "ER": ["turns 3 cards", "first 3", "20 points", "The full scoring table is not confirmed yet", "negative"],
        "EA": ["7 columns of 3 cards, 2 hidden and 1 open", "31 cards", "590"],
    }.items():
        for wanted in words:
            assert wanted in pages[game], (game, wanted)
    for page in (*pages.values(), *[section.paragraph for section in questions_page(TEXT)]):
        assert "None" not in page


# --- The examples


@pytest.mark.parametrize("game", [*PAGES])
def test_an_example_is_a_real_game_and_each_refusal_in_it_is_real(game: str) -> None:
    lesson = example(game)
    playback = Playback(lesson.record)
    assert playback.fault is None
    assert lesson.record.deal.spec.prefix[:2] == game
    assert lesson.record.deal.code is not None
    assert lesson.steps[-1].played == playback.length
    for step in lesson.steps:
        session = playback.until(step.played).replay()
        if step.refused is not None:
            assert session.refusal(step.refused.event) is step.refused.rule, step.caption


def test_there_is_one_example_for_each_game() -> None:
    assert {path.stem for path in FOLDER.glob("*.json")} == set(PAGES)


def refusals(game: str) -> set[Refusal]:
    return {step.refused.rule for step in example(game).steps if step.refused is not None}


def test_the_russian_example_moves_a_group_out_of_order_and_is_refused_an_empty_column() -> None:
    record = example("RU").record
    playback = Playback(record)
    moved = []
    for step in range(1, playback.length + 1):
        event = playback.event(step)
        if not isinstance(event, Command) and event.size > 1:
            group = playback.state(step - 1).columns[event.src][-event.size :]
            moved.append([card_sign(card) for card in group])
    assert ["Q♦", "K♠", "2♣", "4♣", "5♣"] in moved
    assert {Refusal.KINGS_ONLY, Refusal.BUILD_SAME_SUIT} <= refusals("RU")


def test_the_other_examples_show_what_makes_their_games() -> None:
    klondike, eram, easthaven = (example(game).record for game in ("KL", "ER", "EA"))
    assert Playback(klondike).state(len(klondike.events)).recycles == 1
    assert any(event.startswith("f") for event in klondike.events), "a card comes back from a foundation"
    assert any(":3>" in event for event in klondike.events), "a run moves"
    assert "finish" in eram.events
    assert {Refusal.NO_TAKEBACK, Refusal.GAME_OVER} <= refusals("ER")
    assert min(Playback(eram).score(step) for step in range(len(eram.events))) == -20
    assert easthaven.events.count("draw") == 2
    assert {Refusal.EMPTY_COLUMN, Refusal.KINGS_ONLY, Refusal.NOT_A_RUN} <= refusals("EA")


@pytest.mark.parametrize("game", [*PAGES])
def test_every_card_in_a_caption_is_one_that_lies_open(game: str) -> None:
    """Captions name cards in words; this holds them to the game that they speak of."""
    lesson = example(game)
    playback = Playback(lesson.record)
    for number, step in enumerate(lesson.steps):
        named = re.findall(r"(?:10|[A2-9JQK])[♠♥♦♣]", TEXT._texts.gettext(f"example.{step.caption}"))
        seen = set()
        for played in (lesson.steps[max(0, number - 1)].played, step.played):
            view = playback.view(played)
            seen |= {card_sign(card) for pile in view.places for card in view.faces(pile) if card < 52}
        assert set(named) <= seen, (step.caption, named)


@pytest.mark.parametrize("game", [*PAGES])
def test_an_example_plays_itself_to_its_end(player: Player, game: str) -> None:
    scene = open_lesson(player, game)
    assert scene.playing
    seen, notices = set(), set()
    until = player.pump.time + 300
    while scene.playing:
        assert player.pump.time < until, "it never ends"
        player.turn()
        seen.add(scene.step_shown)
        if scene._notice is not None:
            notices.add(scene.step_shown)
    assert seen == set(range(scene.last + 1))
    assert notices == {number for number, step in enumerate(scene.example.steps) if step.refused is not None}
    assert_shows(player, scene, scene.last)
    assert_painted(player)
    scene_wake = scene.wake_after()
    assert scene_wake is None


def test_a_refused_move_is_tried_and_glides_back(player: Player) -> None:
    scene = open_lesson(player, "RU")
    player.key(pygame.K_SPACE)
    player.key(pygame.K_RIGHT)
    player.settle()
    player.key(pygame.K_RIGHT)
    player.wait(0.9)
    lifted = scene.board.lifted
    assert lifted is not None
    assert len(lifted.sprites) == 5
    assert lifted.lead.topleft == scene.layout.slots[0].topleft
    assert scene._notice is not None
    assert scene._notice.sentence == refusal_sentence(TEXT, Refusal.KINGS_ONLY)
    assert_shows(player, scene, 2)
    assert_painted(player)


def test_any_input_during_a_tried_move_leaves_no_card_in_the_air(player: Player) -> None:
    scene = open_lesson(player, "RU")
    player.key(pygame.K_SPACE)
    for wait in (0.05, 0.3, 0.8, 1.2):
        for key in (pygame.K_HOME, pygame.K_LEFT, pygame.K_RIGHT, pygame.K_END):
            scene.seek(2)
            player.wait(wait)
            player.key(key)
            step = scene.step_shown
            assert_shows(player, scene, step)
            assert_painted(player)
    scene.seek(2)
    player.wait(0.3)
    player.resize((800, 600))
    assert_shows(player, scene, 2)
    scene.seek(4)
    scene.seek(2)
    player.wait(0.3)
    player.key(pygame.K_ESCAPE)
    assert player.scene is not scene


def test_without_motion_a_refusal_is_marked_and_said(player: Player) -> None:
    look(player, motion=Speed.OFF)
    scene = open_lesson(player, "EA")
    scene.seek(4)
    assert not scene.animated
    assert len(scene._marks) == 2, "the stock, and the empty column that forbids the deal"
    assert scene._notice is not None
    assert_shows(player, scene, 4)


def test_the_example_is_opened_from_the_page_and_closed_to_it(player: Player) -> None:
    page = open_rules(player, "ER1-S")
    player.push("rules.watch")
    assert isinstance(player.scene, LessonScene)
    assert player.scene.spec.prefix == "ER1-S"
    player.push("replay.close")
    assert player.scene is page
    assert page.page == "ER"


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("game", [*PAGES])
def test_captions_and_notices_fit_every_window(
    player: Player, game: str, size: tuple[int, int], right_to_left: bool
) -> None:
    if right_to_left:
        player.app.context.text.language = "ar"
    player.resize(size)
    scene = open_lesson(player, game)
    for step in range(scene.last + 1):
        scene.seek(step)
        assert_inside(scene)
        if scene._notice is not None:
            assert scene.layout.table.contains(scene._notice._rect)


def test_numbers_know_the_other_variant() -> None:
    assert numbers(Catalogue("en"), GAMES["KL1-1"])["recycle_other"] == 20
    assert numbers(Catalogue("en"), GAMES["KL1-3"])["recycle_other"] == 100
    assert numbers(Catalogue("en"), GAMES["EA1-C"])["total"] == 590
