"""Opening hours, by the wall clock: a clock that is set, or jumps with the summer, is simply read anew."""

from __future__ import annotations

from datetime import datetime

_DAY = 24 * 60


def is_open(minutes: tuple[int, int] | None, now: datetime) -> bool:
    """Whether it is open; ``minutes`` after midnight are from when until when, over midnight if the first is later."""
    if minutes is None:
        return True
    opens, closes = minutes
    minute = now.hour * 60 + now.minute
    return opens <= minute < closes if opens < closes else not closes <= minute < opens


def clock_face(minute: int) -> str:
    """A minute of the day as ``HH:MM``."""
    return f"{minute % _DAY // 60:02}:{minute % 60:02}"
