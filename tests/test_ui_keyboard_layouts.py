"""Single-letter commands on keyboards that have no Latin letters."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest
from pygame.event import Event

from game.ui.frame.keyboards import with_latin_key
from tests.player import lay, playing

ARABIC_Z, CYRILLIC_Z = ord("ئ"), ord("я")


@pytest.mark.parametrize("letter", [ARABIC_Z, CYRILLIC_Z])
def test_undo_by_the_key_at_the_place_of_z(tmp_path: Path, letter: int) -> None:
    lay(tmp_path, "RU1-C", {0: "AS"})
    with playing(tmp_path) as player:
        player.settle()
        player.play("t1:1>fS")
        assert player.events == ["t1:1>fS"]
        player.turn(Event(pygame.KEYDOWN, key=letter, unicode=chr(letter), mod=0, scancode=pygame.KSCAN_Z))
        player.settle()
        assert player.events == ["t1:1>fS", "undo"]


@pytest.mark.parametrize(
    ("key", "scancode"),
    [
        (pygame.K_w, pygame.KSCAN_Z),  # a Latin keyboard in another order: what is printed on the key counts
        (pygame.K_y, pygame.KSCAN_Z),
        (ord("ș"), pygame.KSCAN_SEMICOLON),
        (pygame.K_UP, pygame.KSCAN_UP),
        (pygame.K_F1, pygame.KSCAN_F1),
        (ord("ط"), pygame.KSCAN_APOSTROPHE),  # no command lies there
    ],
)
def test_other_keys_are_left_as_they_are(key: int, scancode: int) -> None:
    event = Event(pygame.KEYDOWN, key=key, unicode="", mod=0, scancode=scancode)
    assert with_latin_key(event).key == key


def test_what_was_written_is_kept() -> None:
    event = Event(pygame.KEYDOWN, key=ARABIC_Z, unicode="ئ", mod=pygame.KMOD_CTRL, scancode=pygame.KSCAN_Z)
    assert with_latin_key(event).dict == {**event.dict, "key": pygame.K_z}
