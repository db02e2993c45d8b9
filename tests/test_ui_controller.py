"""A game controller alone plays everything: whole games, dialogs, repeats, plugging in and out."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.engine.state import DRAW, Move, is_column, parse_event
from game.ui.frame import waiting
from game.ui.frame.controllers import Controllers, open_device
from game.ui.screens.dialogs import TellScene
from game.ui.screens.menu import MenuScene
from game.ui.screens.newgame import NewGameScene
from game.ui.screens.options import SettingsScene
from game.ui.screens.win import ResultScene
from game.ui.table.intent import Grip
from game.ui.table.peek import Raised
from tests.player import Player, playing
from tests.support import golden

A, B, X, Y = (getattr(pygame, f"CONTROLLER_BUTTON_{name}") for name in "ABXY")
LEFT, RIGHT, UP, DOWN = (getattr(pygame, f"CONTROLLER_BUTTON_DPAD_{way}") for way in ("LEFT", "RIGHT", "UP", "DOWN"))
START, BACK = pygame.CONTROLLER_BUTTON_START, pygame.CONTROLLER_BUTTON_BACK
L1, R1 = pygame.CONTROLLER_BUTTON_LEFTSHOULDER, pygame.CONTROLLER_BUTTON_RIGHTSHOULDER
STICK = pygame.CONTROLLER_BUTTON_RIGHTSTICK
CODE = "RU1-C-AAAAABB"


class Plugged:
    """A controller that no machine needs to have."""

    def __init__(self) -> None:
        self.closed = False

    def quit(self) -> None:
        self.closed = True


class Pad:
    """A controller in a player's hands."""

    def __init__(self, player: Player, instance: int = 5) -> None:
        self._player = player
        self._instance = instance
        self.device = Plugged()
        player.app.controllers._opener = lambda index: (instance, self.device)
        player.turn(Event(pygame.CONTROLLERDEVICEADDED, device_index=0))

    def unplug(self) -> None:
        self._player.turn(Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=self._instance))

    def down(self, button: int) -> None:
        self._player.turn(Event(pygame.CONTROLLERBUTTONDOWN, button=button, instance_id=self._instance))

    def up(self, button: int) -> None:
        self._player.turn(Event(pygame.CONTROLLERBUTTONUP, button=button, instance_id=self._instance))

    def push(self, *buttons: int) -> None:
        for button in buttons:
            self.down(button)
            self.up(button)

    def stick(self, axis: int, share: float) -> None:
        value = round(share * 32767)
        self._player.turn(Event(pygame.CONTROLLERAXISMOTION, axis=axis, value=value, instance_id=self._instance))

    # --- At the table

    @property
    def at(self) -> Grip:
        at = self._player.table.cursor.at
        assert at is not None
        return at

    def walk_to(self, pile: int) -> None:
        """To the end of a pile: into its row, then along it."""
        if self._player.table.cursor.at is None:
            self.push(RIGHT)
        while is_column(self.at.pile) and not is_column(pile):
            self.push(UP)
        if not is_column(self.at.pile) and is_column(pile):
            self.push(DOWN)
        slots = self._player.table.layout.slots
        for _ in range(8):
            way = slots[pile].x - slots[self.at.pile].x
            if way:
                self.push(RIGHT if way > 0 else LEFT)
        while is_column(pile) and self.at.size > 1:
            self.push(DOWN)
        assert self.at.pile == pile

    def play(self, text: str) -> None:
        """Carry out a game's event."""
        event = parse_event(text)
        if event == DRAW:
            self.push(X)
            return
        assert isinstance(event, Move)
        self.walk_to(event.src)
        self.push(*[UP] * (event.size - 1))
        assert self.at == Grip(event.src, event.size)
        self.push(A)
        self.walk_to(event.dst)
        self.push(A)


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("prefix", ["RU1-R", "KL1-3", "EA1-C"])
def test_a_whole_game_by_controller_alone_gives_the_record_of_the_mouse(
    tmp_path: Path, prefix: str, mirrored: bool
) -> None:
    won = golden(f"win-{prefix}")
    language = "ar" if mirrored else "en"
    (tmp_path / "settings.toml").write_text(f'[general]\nlanguage = "{language}"\n[look]\nmotion = "off"\n')
    with playing(tmp_path) as player:
        pad = Pad(player)
        pad.push(A)  # the menu's first entry: a new game
        assert isinstance(player.scene, NewGameScene)
        player.clipboard = won["record"]["code"]
        pad.push(R1, A, A)  # to the button that pastes; the field then has the keys, and deals
        table = player.table
        assert table.layout.mirrored is mirrored
        for event in won["record"]["events"]:
            pad.play(event)
        player.settle()
        assert isinstance(player.scene, ResultScene)
        record = table.play.record()
        assert list(record.events) == won["record"]["events"]
        assert str(record.deal.code) == won["record"]["code"]


def listed(player: Player) -> list[str]:
    """The lists that are on the screen whole."""
    found = []
    for key in ("keys.help", "keys.controller"):
        parts = {part for line in player.sentence(key).split("\n") for part in line.split(": ")}
        found += [key] if parts <= {*player.texts} else []
    return found


def test_draw_undo_menu_and_help_have_buttons_of_their_own(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start("KL1-1-AAAAABB")
        pad = Pad(player)
        pad.push(X)
        assert player.events == ["draw"]
        pad.push(Y)
        assert player.events == ["draw", "undo"]
        pad.push(BACK)
        assert isinstance(player.scene, TellScene)
        assert listed(player) == ["keys.help", "keys.controller"]
        pad.push(A, RIGHT, A)
        assert player.table.cursor.at is not None
        pad.push(START)
        if not isinstance(player.scene, MenuScene):  # the first lets go of what is held
            pad.push(START)
        assert isinstance(player.scene, MenuScene)


def test_the_help_speaks_of_a_controller_only_while_there_is_one(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.key(pygame.K_F1)
        assert listed(player) == ["keys.help"]
        player.key(pygame.K_RETURN)
        pad = Pad(player)
        pad.unplug()
        player.key(pygame.K_F1)
        assert listed(player) == ["keys.help"]
        assert pad.device.closed


def test_the_shoulders_reach_the_bar_and_the_way_back_to_the_cards(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.play("t2:1>fD")
        pad = Pad(player)
        pad.push(L1)
        assert player.table.group.focused is player.button("hud.undo")
        pad.push(A)
        assert player.events == ["t2:1>fD", "undo"]
        pad.push(RIGHT)
        assert player.table.group.focused is not player.button("hud.undo")
        assert player.table.cursor.at is not None
        pad.push(R1, B)
        assert player.table.group.focused is None
        pad.push(B)
        assert isinstance(player.scene, MenuScene)


def test_dialogs_and_choices_are_walked_through(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        pad = Pad(player)
        pad.push(A)
        assert isinstance(player.scene, NewGameScene)
        pad.push(L1, L1, RIGHT)  # back over the sources to the game
        pad.push(B)
        assert isinstance(player.scene, MenuScene)
        while player.scene.group.focused is not player.button("menu.settings"):
            pad.push(DOWN)
        pad.push(A)
        assert isinstance(player.scene, SettingsScene)
        pad.push(R1, RIGHT)
        assert player.scene._page.value == "look"


def test_a_held_direction_repeats_and_ends(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        player.settle()
        pad = Pad(player)
        pad.push(RIGHT)
        assert pad.at.pile == 0
        pad.down(RIGHT)
        assert pad.at.pile == 1
        player.wait(0.3)
        assert pad.at.pile == 1
        player.wait(0.5)
        assert pad.at.pile >= 4
        pad.up(RIGHT)
        there = pad.at.pile
        player.wait(8)
        assert pad.at.pile == there
        assert player.app.loop._patience() is None
        assert player.app.controllers.wait() is None


def test_the_stick_points_once_for_each_time_it_is_pushed(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        pad = Pad(player)
        for share in (0.2, 0.5, 0.7, 1.0, 0.7, 0.5):
            pad.stick(pygame.CONTROLLER_AXIS_LEFTX, share)
        assert pad.at.pile == 0
        pad.stick(pygame.CONTROLLER_AXIS_LEFTX, 0.1)
        pad.stick(pygame.CONTROLLER_AXIS_LEFTY, 0.3)
        pad.stick(pygame.CONTROLLER_AXIS_LEFTX, 0.9)
        assert pad.at.pile == 1
        pad.stick(pygame.CONTROLLER_AXIS_LEFTX, 0.0)
        pad.stick(pygame.CONTROLLER_AXIS_RIGHTX, -1.0)
        assert pad.at.pile == 1
        assert player.app.controllers.wait() is None


@pytest.mark.parametrize("away", ["unplugged", "another window"])
def test_what_is_held_when_it_is_taken_away_does_not_go_on(tmp_path: Path, away: str) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        pad = Pad(player)
        pad.push(RIGHT)
        pad.down(RIGHT)
        if away == "unplugged":
            pad.unplug()
        else:
            player.turn(Event(pygame.WINDOWFOCUSLOST))
        there = pad.at.pile
        player.wait(3)
        pad.push(LEFT) if away == "another window" else None
        assert pad.at.pile == there
        player.turn(Event(pygame.WINDOWFOCUSGAINED))
        again = Pad(player, 6)
        again.push(RIGHT)
        assert again.at.pile == there + 1


def test_a_stick_that_is_pressed_shows_a_covered_card(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.start(CODE)
        pad = Pad(player)
        pad.walk_to(3)
        pad.push(UP, STICK)
        assert [item for item in player.table.stage.items if isinstance(item, Raised)]
        pad.push(B)
        assert not [item for item in player.table.stage.items if isinstance(item, Raised)]


def test_a_controller_that_is_gone_before_it_is_opened_is_none(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        player.app.controllers._opener = lambda index: None
        player.turn(Event(pygame.CONTROLLERDEVICEADDED, device_index=3))
        player.turn(Event(pygame.CONTROLLERDEVICEREMOVED, instance_id=3))
        assert not player.app.controllers.connected


# --- SDL's own: a virtual controller, plugged in below pygame


class Sdl:
    """The SDL that pygame uses, with a controller that only it knows."""

    def __init__(self, path: str) -> None:
        self._sdl = ctypes.CDLL(path)
        self._sdl.SDL_JoystickFromInstanceID.restype = ctypes.c_void_p

    def plug(self) -> int:
        """Plug a controller in and return its index; below 0 if this SDL has no virtual ones."""
        return int(self._sdl.SDL_JoystickAttachVirtual(1, 6, 15, 0))

    def unplug(self, index: int) -> None:
        self._sdl.SDL_JoystickDetachVirtual(index)

    def push(self, instance: int, button: int, down: bool) -> None:
        joystick = ctypes.c_void_p(self._sdl.SDL_JoystickFromInstanceID(instance))
        self._sdl.SDL_JoystickSetVirtualButton(joystick, button, int(down))


@pytest.fixture
def sdl() -> Iterator[Sdl]:
    maps = Path("/proc/self/maps")
    paths = [line.split()[-1] for line in maps.read_text().splitlines() if "libSDL2-" in line] if maps.exists() else []
    if not paths:
        pytest.skip("pygame's SDL is not found as a library of its own")
    yield Sdl(paths[0])


def test_a_controller_of_sdl_is_found_heard_and_missed(tmp_path: Path, sdl: Sdl) -> None:
    pygame.display.init()
    pygame.display.set_mode((64, 48))
    controllers = Controllers(lambda: 0.0)
    controllers.open()

    def keys() -> list[int]:
        return [event.key for event in controllers.translated(pygame.event.get()) if event.type == pygame.KEYDOWN]

    keys()
    for instance in range(2):  # SDL gives a new number each time
        index = sdl.plug()
        if index < 0:
            pytest.skip("this SDL has no virtual controllers")
        keys()
        assert controllers.connected
        assert waiting._joysticks(), "SDL's own wait would look for it a thousand times a second"
        sdl.push(instance, A, True)
        pygame.event.pump()
        assert keys() == [pygame.K_RETURN]
        sdl.unplug(index)
        keys()
        assert not controllers.connected and not waiting._joysticks()
        assert controllers.wait() is None
    assert open_device(7) is None
    controllers.close()
    pygame.quit()
