"""Keys of keyboards that have no Latin letters: the key at a letter's place means the letter.

With an Arabic layout SDL names the key beside the left Shift "ئ". To the player it is the key of Z all the same, which
is what is printed on it too; so single-letter commands go by the place. What is written comes as text of its own and
is left alone.
"""

from __future__ import annotations

import pygame
from pygame.event import Event

_LAST_LATIN = 0x024F  # the end of Unicode's Latin Extended-B
#: Keys without a character of their own, such as the arrows.
_NAMED = 1 << 30
_DIGITS = "1234567890"
_BY_PLACE = {
    **{pygame.KSCAN_A + index: pygame.K_a + index for index in range(26)},
    **{pygame.KSCAN_1 + index: ord(digit) for index, digit in enumerate(_DIGITS)},
    pygame.KSCAN_SLASH: pygame.K_SLASH,
}


def with_latin_key(event: Event) -> Event:
    """The event; of a key with a letter of another script, with the key that a Latin keyboard has at its place."""
    if event.type not in (pygame.KEYDOWN, pygame.KEYUP) or not _LAST_LATIN < event.key < _NAMED:
        return event
    key = _BY_PLACE.get(event.scancode, event.key)
    return Event(event.type, {**event.dict, "key": key})
