"""The replay viewer through the real loop: every step on the board, the controls, taking over, exporting, faults."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from pygame import Rect

from game.engine.deals import parse_code
from game.engine.record import Deal, Record, from_dict, from_json
from game.storage.settings import Direction, Speed
from game.ui.controls.transport import Tempo
from game.ui.controls.widgets import Button
from game.ui.look.lettering import Style
from game.ui.screens.menu import MenuScene
from game.ui.screens.replay import ReplayScene
from game.ui.screens.viewing import ViewingScene
from game.ui.table.intent import pile_down
from tests.player import Player, assert_painted, playing

GOLDEN = Path(__file__).parent / "golden"
SIZES = [(640, 480), (800, 600), (1280, 720), (1920, 1080)]


def golden(name: str) -> Record:
    values = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    return from_dict(values.get("record", values))


def watch(player: Player, record: Record, folder: Path = Path("/nowhere")) -> ReplayScene:
    scene = ReplayScene(player.app.context, record, folder)
    player.app.scenes.push(scene)
    player.turn()
    return scene


def look(player: Player, **values: object) -> None:
    """Set how the program looks, without keeping it."""
    settings = player.app.context.settings
    player.app.context.settings = replace(settings, look=replace(settings.look, **values))  # type: ignore[arg-type]


def assert_shows(player: Player, scene: ViewingScene, step: int) -> None:
    """Every card rests where the step has it and shows its side; bar and slider say the step."""
    player.settle()
    assert scene.step_shown == scene.transport.slider.value == step
    view = scene.view_at(step)
    sprites = {sprite.place: sprite for sprite in scene.board.sprites}
    assert len(sprites) == 52
    for pile in scene.layout.slots:
        rects = scene.layout.pile_rects(pile, len(view.places[pile]), pile_down(view, pile))
        for index, (place, face, rect) in enumerate(zip(view.places[pile], view.faces(pile), rects, strict=True)):
            sprite = sprites.pop(place)
            assert not sprite.moving
            assert not sprite.lifted
            assert sprite.at == rect.topleft
            assert sprite.face == sprite._shown == face
            assert sprite.rank == (pile, index)
    assert not sprites
    assert [int(counter.value) for counter in scene.counters] == [value for _, value in scene.counters_at(step)]


def assert_inside(scene: ViewingScene) -> None:
    """No control leaves the window or stands on another, and every word fits."""
    window = Rect((0, 0), scene.stage._area.size)
    widgets = scene.group.widgets
    for number, widget in enumerate(widgets):
        assert window.contains(widget.rect), (widget, widget.rect)
        assert widget.rect.collidelist([other.rect for other in widgets[:number]]) == -1, (widget, widget.rect)
    for button in (widget for widget in widgets if isinstance(widget, Button)):
        assert scene.kit.lettering.width(button.text, Style(button.kit.metrics.small)) <= button.rect.w, button.text
    caption = scene.transport.caption
    assert len(caption.rows) <= scene.lines, caption.text
    assert all(caption._row_width(row) <= caption.rect.w for row in caption.rows), caption.text


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    with playing(tmp_path) as someone:
        yield someone


@pytest.mark.parametrize("name", ["win-RU1-C", "win-KL1-3", "win-ER1-S", "win-EA1-C"])
def test_played_to_its_end_a_record_shows_its_last_position(player: Player, name: str) -> None:
    record = golden(name)
    scene = watch(player, record)
    scene.transport.tempo.choose(list(Tempo).index(Tempo.FAST))
    player.key(pygame.K_SPACE)
    assert scene.playing
    for _ in range(100_000):
        if not scene.playing:
            break
        player.turn()
    assert_shows(player, scene, len(record.events))
    assert scene.view_at(scene.last).state.foundations == (13, 13, 13, 13)
    assert_painted(player)


def test_arrows_home_and_end_go_through_the_steps(player: Player) -> None:
    scene = watch(player, golden("RU1-C"))
    for key, step in [
        (pygame.K_LEFT, 0),
        (pygame.K_RIGHT, 1),
        (pygame.K_RIGHT, 2),
        (pygame.K_LEFT, 1),
        (pygame.K_END, scene.last),
        (pygame.K_RIGHT, scene.last),
        (pygame.K_LEFT, scene.last - 1),
        (pygame.K_HOME, 0),
    ]:
        player.key(key)
        assert_shows(player, scene, step)


def test_the_buttons_go_through_the_steps(player: Player) -> None:
    scene = watch(player, golden("KL1-3"))
    assert not player.button("replay.first").enabled
    assert not player.button("replay.previous").enabled
    for key, step in [
        ("replay.next", 1),
        ("replay.next", 2),
        ("replay.previous", 1),
        ("replay.last", scene.last),
        ("replay.first", 0),
    ]:
        player.push(key)
        assert_shows(player, scene, step)
    player.push("replay.last")
    assert not player.button("replay.next").enabled
    assert_painted(player)


def test_input_during_motion_leaves_no_card_behind(player: Player) -> None:
    scene = watch(player, golden("EA1-C"))
    for key in [pygame.K_RIGHT, pygame.K_RIGHT, pygame.K_END, pygame.K_LEFT, pygame.K_HOME, pygame.K_RIGHT] * 3:
        player.key(key)
        player.turn()
    assert_shows(player, scene, 1)
    assert_painted(player)


@pytest.mark.parametrize("right_to_left", [False, True])
def test_the_slider_is_clicked_and_drawn_in_reading_direction(player: Player, right_to_left: bool) -> None:
    if right_to_left:
        player.app.context.text.language = "ar"
    scene = watch(player, golden("KL1-1"))
    slider = scene.transport.slider
    start, end = slider.point(0), slider.point(scene.last)
    assert (start[0] > end[0]) == right_to_left
    player.click(slider.point(17))
    assert_shows(player, scene, 17)
    player.press(slider.point(17))
    for step in (20, 40, 33):
        player.move(slider.point(step))
        assert scene.step_shown == step
    player.move((end[0], end[1] - 200))
    assert scene.step_shown == scene.last
    player.release((start[0], start[1] - 200))
    assert_shows(player, scene, 0)
    player.move(slider.point(30))
    assert scene.step_shown == 0
    player.key(pygame.K_LEFT if right_to_left else pygame.K_RIGHT)
    assert_shows(player, scene, 1)
    assert_painted(player)


def test_the_next_step_waits_while_the_slider_is_held(player: Player) -> None:
    scene = watch(player, golden("KL1-1"))
    player.key(pygame.K_SPACE)
    player.press(scene.transport.slider.point(10))
    player.wait(5)
    assert scene.step_shown == 10
    player.release(scene.transport.slider.point(10))
    player.wait(3)
    assert scene.step_shown > 10


def test_a_faster_tempo_plays_faster_and_jump_shows_no_motion(player: Player) -> None:
    steps = {}
    for tempo in Tempo:
        scene = watch(player, golden("KL1-1"))
        choice = scene.transport.tempo
        player.click(choice._cells()[list(Tempo).index(tempo)].center)
        assert scene.tempo is tempo
        player.key(pygame.K_SPACE)
        player.wait(6)
        steps[tempo] = scene.step_shown
        if tempo is Tempo.JUMP:
            player.key(pygame.K_SPACE)
            player.key(pygame.K_RIGHT)
            assert not scene.animated
        player.key(pygame.K_ESCAPE)
    assert 0 < steps[Tempo.SLOW] < steps[Tempo.NORMAL] < steps[Tempo.FAST] < steps[Tempo.JUMP]


def test_paused_it_asks_for_no_time_and_paints_nothing(player: Player) -> None:
    scene = watch(player, golden("RU1-C"))
    player.key(pygame.K_RIGHT)
    player.settle()
    while scene.stage.changed:
        player.turn()
    assert scene.wake_after() is None
    assert not scene.animated
    player.key(pygame.K_SPACE)
    assert scene.wake_after() is not None
    player.key(pygame.K_SPACE)
    assert scene.wake_after() is None
    player.key(pygame.K_END)
    player.settle()
    assert scene.wake_after() is None


def test_a_long_wait_between_two_steps_is_one_wait(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The loop tells scenes of at most two seconds of a pause; a step that stays longer must not wait again."""
    scene = watch(player, golden("RU1-C"))
    monkeypatch.setattr(scene, "seconds_at", lambda step: 9.0)
    player.key(pygame.K_SPACE)
    player.settle()
    player.pump.time += scene.wake_after() or 0.0
    player.turn()
    assert scene.step_shown == 1


def test_space_plays_wherever_the_slider_has_the_keys(player: Player) -> None:
    scene = watch(player, golden("RU1-C"))
    scene.group.focus(scene.transport.slider)
    player.key(pygame.K_SPACE)
    assert scene.playing
    player.key(pygame.K_RIGHT)
    assert scene.step_shown == 1


def test_play_at_the_end_begins_anew(player: Player) -> None:
    scene = watch(player, golden("RU1-C"))
    player.key(pygame.K_END)
    player.push("replay.play")
    assert scene.playing
    assert scene.step_shown == 0
    player.wait(1.0)
    assert scene.step_shown >= 1
    player.push("replay.pause")
    assert not scene.playing


def test_without_motion_steps_are_shown_at_once(player: Player) -> None:
    look(player, motion=Speed.OFF)
    scene = watch(player, golden("RU1-R"))
    player.key(pygame.K_RIGHT)
    assert not scene.animated
    assert_shows(player, scene, 1)
    player.key(pygame.K_SPACE)
    player.wait(3)
    assert scene.step_shown > 2


def test_taking_over_hands_on_the_events_up_to_here(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[Record] = []
    monkeypatch.setattr(player.app.navigator, "take_over", taken.append, raising=False)
    record = golden("win-KL1-1")
    scene = watch(player, replace(record, elapsed=99.0))
    scene.seek(12)
    player.push("replay.take-over")
    assert taken == [Record(record.deal, record.events[:12])]
    scene.seek(scene.last)
    assert not player.button("replay.take-over").enabled, "a won game cannot be played on"
    scene.seek(scene.last - 1)
    assert player.button("replay.take-over").enabled


def test_export_writes_a_file_that_is_read_back_and_says_where(player: Player, tmp_path: Path) -> None:
    record = replace(golden("EA1-C"), elapsed=12.5)
    scene = watch(player, record, tmp_path / "records")
    for number in (1, 2):
        player.push("replay.export")
        path = tmp_path / "records" / f"{record.deal.code}-{number}.json"
        assert from_json(path.read_bytes()) == record
        assert scene._notice is not None
        assert path.name in scene._notice.sentence
    player.wait(30)
    assert scene._notice is None
    assert scene.wake_after() is None


def test_an_export_that_fails_says_so(player: Player, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    scene = watch(player, golden("EA1-C"), tmp_path / "file" / "records")
    player.push("replay.export")
    assert scene._notice is not None
    assert "records" in scene._notice.sentence


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_what_the_export_says_fits_the_window(player: Player, size: tuple[int, int], tmp_path: Path) -> None:
    player.resize(size)
    for name in ("win-RU1-C", "win-KL1-3"):
        scene = watch(player, golden(name), tmp_path / ("a-rather-long-name-" * 8) / "records")
        player.push("replay.export")
        assert scene._notice is not None
        assert scene.layout.table.contains(scene._notice._rect)
        widest = max(scene.kit.lettering.width(line, scene._notice._words.style) for line in scene._notice._words.lines)
        assert widest < scene._notice._rect.w


def test_a_record_that_breaks_is_shown_up_to_the_fault(player: Player) -> None:
    record = golden("RU1-C")
    scene = watch(player, Record(record.deal, (*record.events[:7], "t1:1>stock")))
    assert scene.last == 7
    player.key(pygame.K_END)
    assert_shows(player, scene, 7)
    assert scene._notice is not None
    assert "t1:1>stock" in scene._notice.sentence
    assert_painted(player)


def test_a_record_without_events_can_be_looked_at(player: Player) -> None:
    scene = watch(player, Record(Deal.from_code(parse_code("KL1-1-AAAAAAB"))))
    for key in (pygame.K_SPACE, pygame.K_RIGHT, pygame.K_END, pygame.K_LEFT):
        player.key(key)
    player.click(scene.transport.slider.rect.center)
    assert_shows(player, scene, 0)
    assert not scene.playing
    assert scene.wake_after() is None


@pytest.mark.parametrize("way", ["escape", "button"])
def test_closing_goes_back_to_where_one_came_from(player: Player, way: str) -> None:
    watch(player, golden("RU1-C"))
    if way == "escape":
        player.key(pygame.K_ESCAPE)
    else:
        player.push("replay.close")
    assert isinstance(player.scene, MenuScene)


def test_a_window_that_loses_the_focus_pauses(player: Player) -> None:
    scene = watch(player, golden("RU1-C"))
    player.key(pygame.K_SPACE)
    player.turn(pygame.event.Event(pygame.WINDOWFOCUSLOST))
    assert not scene.playing


def test_a_resize_keeps_the_step(player: Player) -> None:
    scene = watch(player, golden("KL1-3"))
    scene.seek(25)
    player.resize((800, 600))
    assert_shows(player, scene, 25)
    assert_painted(player)


@pytest.mark.parametrize("right_to_left", [False, True])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("name", ["win-RU1-C", "win-KL1-3"])
def test_everything_has_its_place_in_every_window(
    player: Player, size: tuple[int, int], right_to_left: bool, name: str
) -> None:
    if right_to_left:
        player.app.context.text.language = "ar"
    player.resize(size)
    scene = watch(player, golden(name))
    assert scene.layout.mirrored == right_to_left
    assert_inside(scene)
    for step in range(0, scene.last + 1, 3):
        scene.seek(step)
        assert_inside(scene)
    assert_shows(player, scene, scene.step_shown)


def test_the_board_may_run_the_other_way_than_the_texts(player: Player) -> None:
    look(player, direction=Direction.RIGHT_TO_LEFT)
    scene = watch(player, golden("KL1-3"))
    assert scene.layout.mirrored
    assert not scene.kit.right_to_left
    assert scene.transport.slider.point(0)[0] < scene.transport.slider.point(scene.last)[0]
    assert_inside(scene)
