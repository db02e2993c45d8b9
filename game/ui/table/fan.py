"""How cards overlap: how far below its column's top each card lies. Pure numbers, in pixels."""

from __future__ import annotations

from dataclasses import dataclass

from game.storage.settings import Print

_DOWN_LEAST = 0.045  # of the card's height
_SLIVER = 3  # pixels that stay of a card squeezed by an opened neighbour, where there is room for that


@dataclass(frozen=True)
class Fan:
    """What shows of a covered card, as shares: open and face-down in a column (of its height), on the waste (width)."""

    up: float
    down: float
    waste: float


#: Enough for the whole index of each print.
FANS = {Print.CLASSIC: Fan(0.22, 0.10, 0.26), Print.LARGE: Fan(0.34, 0.10, 0.40)}
#: On an upright screen there is height to spare.
UPRIGHT_FANS = {Print.CLASSIC: Fan(0.32, 0.14, 0.26), Print.LARGE: Fan(0.38, 0.14, 0.40)}


def offsets(fan: Fan, height: int, room: float, size: int, down: int) -> list[int]:
    """The offsets of a column of ``size`` cards, ``down`` of them face down, in ``room`` pixels below its first card.

    Compressed only as far as the room demands, the face-down ones first.
    """
    room = max(0.0, room)  # the little table of a tile may be lower than two cards
    covered = max(0, min(down, size - 1))
    open_ = max(0, size - 1 - covered)
    tight, wide = height * fan.down, height * fan.up
    if covered * tight + open_ * wide > room and covered:
        tight = max(height * _DOWN_LEAST, (room - open_ * wide) / covered)
    if covered * tight + open_ * wide > room:
        share = room / (covered * tight + open_ * wide)
        tight = max(1.0, tight * share)  # of every card a line of pixels shows
        wide = max(0.0, room - covered * tight) / open_ if open_ else wide
    return [int(min(i, covered) * tight + max(0, i - covered) * wide) for i in range(size)]


def at_offset(column: list[int], y: float) -> int:
    """The index of the card that shows at ``y`` pixels below the column's top."""
    return max((i for i, offset in enumerate(column) if offset <= y), default=0)


def opened(column: list[int], y: float, least: int) -> list[int]:
    """The column with the card at ``y`` opened to ``least`` pixels around that point; the others share what is left.

    As ``y`` moves on, the opened card follows it, so that what is under the pointer is always what is open.
    """
    last = len(column) - 1
    chosen = at_offset(column, y)
    if chosen == last or column[chosen + 1] - column[chosen] >= least:
        return column
    total = column[-1]
    least = min(least, total)
    rest = last - chosen - 1
    # No neighbour keeps more than it had, or the opened card could not reach the point.
    had = [column[chosen] / chosen] if chosen else []
    had += [(total - column[chosen + 1]) / rest] if rest else []
    sliver = min(_SLIVER, max(0, total - least) / max(1, last - 1), *had)
    top = max(chosen * sliver, min(y - least / 2, total - least - rest * sliver))
    below = top + least
    above = [top * i / chosen for i in range(chosen)] if chosen else []
    under = [below + (total - below) * i / rest for i in range(rest)] if rest else []
    return [round(offset) for offset in (*above, top, *under, total)]
