"""The sounds: made by ourselves, the same on every start, neither clipped nor silent; and no device is no fault."""

from __future__ import annotations

import subprocess
import sys

import pytest

from game.storage.settings import Sound
from game.ui.look.synth import RATE, Cue, samples
from tests.support import ROOT


@pytest.mark.parametrize("cue", Cue)
def test_a_sound_is_short_heard_and_starts_and_ends_softly(cue: Cue) -> None:
    sound = samples(cue)
    assert 0.03 < len(sound) / RATE < 3.0
    assert 5000 < max(map(abs, sound)) < 32767
    assert abs(sound[0]) < 6000 and abs(sound[-1]) < 1500
    assert samples(cue) == sound


def test_no_two_sounds_are_the_same() -> None:
    assert len({samples(cue).tobytes() for cue in Cue}) == len(Cue)


_PROGRAM = """
import time
from game.storage.settings import Sound
from game.ui.look.sound import Sounds
from game.ui.look.synth import Cue
sounds = Sounds(Sound(on={on}, volume={volume}, voice=False))
for _ in range(40):
    for cue in Cue:
        sounds.play(cue)
    time.sleep(0.01)
sounds.close()
print(sounds._thread is not None, len(sounds._sounds))
"""


@pytest.mark.parametrize(
    ("driver", "on", "volume", "said"),
    [
        ("dummy", True, 6, f"True {len(Cue)}"),
        ("no-such-driver", True, 6, "True 0"),
        ("dummy", False, 6, "False 0"),
        ("dummy", True, 0, "False 0"),
    ],
)
def test_without_a_device_or_without_wish_there_is_silence_and_no_fault(
    driver: str, on: bool, volume: int, said: str
) -> None:
    found = subprocess.run(
        [sys.executable, "-c", _PROGRAM.format(on=on, volume=volume)],
        env={"SDL_AUDIODRIVER": driver, "PYGAME_HIDE_SUPPORT_PROMPT": "1", "PATH": "/usr/bin"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
        check=True,
    )
    assert found.stdout.strip() == said
    assert Sound(on, volume, voice=False).volume == volume
