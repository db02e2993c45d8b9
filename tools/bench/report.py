"""What a measurement hands back, as a table to read and as JSON."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple


class Row(NamedTuple):
    """One figure. ``aim`` is the most that it may be, ``note`` says how it came about."""

    name: str
    value: float
    unit: str
    aim: float | None = None
    note: str = ""

    @property
    def verdict(self) -> str:
        """What is to be said of the aim."""
        if self.aim is None:
            return ""
        return f"{'ok' if self.value <= self.aim else 'MISSED'} (<= {self.aim:g})"


def table(rows: Iterable[Row]) -> str:
    """The rows as aligned text."""
    cells = [(row.name, f"{row.value:.3f}" if row.unit == "s" else f"{row.value:.2f}", row) for row in rows]
    name = max((len(cell[0]) for cell in cells), default=0)
    value = max((len(cell[1]) for cell in cells), default=0)
    lines = (f"{a:<{name}}  {b:>{value}} {row.unit:<6} {row.verdict:<18} {row.note}" for a, b, row in cells)
    return "\n".join(line.rstrip() for line in lines)
