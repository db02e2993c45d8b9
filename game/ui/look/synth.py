"""The game's sounds, made from noise and plucked strings. Pure: numbers in, 16-bit samples out.

Mono, ``RATE`` samples a second. All of it takes well under a second of one core, so it is made at each start and
no sound file is shipped.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Callable
from enum import Enum

RATE = 22050
_PEAK = 32000

Samples = list[float]


class Cue(Enum):
    """What can be heard."""

    LIFT = "lift"
    PLACE = "place"
    REFUSE = "refuse"
    FLIP = "flip"
    DRAW = "draw"
    SHUFFLE = "shuffle"
    WIN = "win"


def samples(cue: Cue) -> array[int]:
    """The sound of a cue."""
    tones = _MAKERS[cue](random.Random(cue.value))
    return array("h", (round(max(-1.0, min(1.0, tone)) * _PEAK) for tone in tones))


def _swish(noise: random.Random, seconds: float, dark: float, fade: float, rise: float = 0.004) -> Samples:
    """A breath of noise: ``dark`` (0..1) takes the treble away, ``fade`` is how many times it falls to a third."""
    out, low, count = [], 0.0, int(seconds * RATE)
    for i in range(count):
        low += (noise.uniform(-1, 1) - low) * (1 - dark)
        share = i / count
        swell = min(1.0, i / (rise * RATE))
        out.append(low * swell * math.exp(-fade * share))
    return out


def _thud(seconds: float, pitch: float, fade: float) -> Samples:
    """A soft knock whose pitch sinks."""
    count = int(seconds * RATE)
    return [
        math.sin(2 * math.pi * pitch * (1 - 0.3 * i / count) * i / RATE) * math.exp(-fade * i / count)
        for i in range(count)
    ]


def _pluck(noise: random.Random, pitch: float, seconds: float) -> Samples:
    """A plucked string: a burst of noise that runs round and is softened each time (Karplus and Strong, 1983)."""
    string = [noise.uniform(-1, 1) for _ in range(max(2, round(RATE / pitch)))]
    out = []
    for i in range(int(seconds * RATE)):
        at = i % len(string)
        out.append(string[at])
        string[at] = 0.498 * (string[at] + string[(at + 1) % len(string)])
    return out


def _mixed(*parts: tuple[float, float, Samples]) -> Samples:
    """Sounds together, each given as start in seconds, loudness, samples."""
    length = max(int(start * RATE) + len(part) for start, _, part in parts)
    out = [0.0] * length
    for start, loudness, part in parts:
        first = int(start * RATE)
        for i, tone in enumerate(part):
            out[first + i] += loudness * tone
    return out


def _lift(noise: random.Random) -> Samples:
    return _mixed((0, 0.5, _swish(noise, 0.05, 0.35, 4)))


def _place(noise: random.Random) -> Samples:
    return _mixed((0, 0.9, _swish(noise, 0.07, 0.62, 6, 0.001)), (0, 0.35, _thud(0.06, 190, 6)))


def _refuse(noise: random.Random) -> Samples:
    knock = _thud(0.09, 130, 5)
    return _mixed((0, 0.5, knock), (0.1, 0.4, knock), (0, 0.2, _swish(noise, 0.05, 0.8, 4)))


def _flip(noise: random.Random) -> Samples:
    return _mixed((0, 0.45, _swish(noise, 0.045, 0.25, 3, 0.02)), (0.055, 0.7, _swish(noise, 0.05, 0.55, 6, 0.001)))


def _draw(noise: random.Random) -> Samples:
    return _mixed((0, 0.55, _swish(noise, 0.12, 0.45, 2.5, 0.05)), (0.1, 0.6, _swish(noise, 0.05, 0.6, 6, 0.001)))


def _shuffle(noise: random.Random) -> Samples:
    ticks = [(0.02 * i + noise.uniform(0, 0.008), 0.35, _swish(noise, 0.04, 0.5, 6, 0.001)) for i in range(30)]
    return _mixed(*ticks)


def _win(noise: random.Random) -> Samples:
    """A rising figure on plucked strings, in a scale that is at home from Cairo to Bucharest (hijaz on D)."""
    steps = [0, 4, 5, 7, 8, 11, 12, 16]
    notes = [(0.11 * i, 0.42, _pluck(noise, 293.66 * 2 ** (step / 12), 1.4)) for i, step in enumerate(steps)]
    chord = [(0.95, 0.3, _pluck(noise, 293.66 * 2 ** (step / 12), 1.8)) for step in (-12, 0, 4, 7, 12)]
    return _mixed(*notes, *chord)


_MAKERS: dict[Cue, Callable[[random.Random], Samples]] = {
    Cue.LIFT: _lift,
    Cue.PLACE: _place,
    Cue.REFUSE: _refuse,
    Cue.FLIP: _flip,
    Cue.DRAW: _draw,
    Cue.SHUFFLE: _shuffle,
    Cue.WIN: _win,
}
