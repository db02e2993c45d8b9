"""Playing the sounds. Everything runs silently where there is no device; nothing here ever waits."""

from __future__ import annotations

import threading
import time

import pygame

from game.storage.settings import Sound
from game.ui.look.synth import RATE, Cue, samples

_LOUDEST = 10
_BREATH = 0.02  # seconds between two sounds being made: frames go first
_BUFFER = 512  # samples, 23 ms: the delay between a card's landing and its sound


class Sounds:
    """The sounds of the game. The device is opened and the sounds are made in a thread, when first asked for."""

    def __init__(self, settings: Sound) -> None:
        self._settings = settings
        self._sounds: dict[Cue, pygame.mixer.Sound] = {}
        self._thread: threading.Thread | None = None

    def set(self, settings: Sound) -> None:
        """Louder, softer, on or off."""
        self._settings = settings

    def prepare(self) -> bool:
        """Have the device opened and the sounds made, in a thread; always False: nothing is left to do here."""
        if self._thread is None and self._settings.on and self._settings.volume:
            self._thread = threading.Thread(target=self._open, name="sound", daemon=True)
            self._thread.start()
        return False

    def play(self, cue: Cue) -> None:
        """Let a sound be heard now, if there is a device and the player wants it."""
        if not self._settings.on or not self._settings.volume:
            return
        self.prepare()
        sound = self._sounds.get(cue)
        if sound is not None:
            sound.set_volume((self._settings.volume / _LOUDEST) ** 1.5)
            sound.play()

    def _open(self) -> None:
        try:
            pygame.mixer.init(RATE, -16, 1, _BUFFER)
            for cue in Cue:
                self._sounds[cue] = pygame.mixer.Sound(buffer=samples(cue).tobytes())
                time.sleep(_BREATH)
        except pygame.error:
            self._sounds = {}  # no device: silence

    def close(self) -> None:
        """Close the device."""
        if self._thread is not None:
            self._thread.join()
