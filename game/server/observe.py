"""What the server tells of itself: log lines of JSON, and figures in Prometheus' text form. Never a token or a card."""

from __future__ import annotations

import json
import logging
import time
from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

LOG = logging.getLogger("waraq.server")
_SECONDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)


def log(event: str, level: int = logging.INFO, trouble: BaseException | None = None, **fields: Any) -> None:
    """Write a log line: what happened, with its particulars, and where a fault of this program came from."""
    if LOG.isEnabledFor(level):
        LOG.log(level, event, exc_info=trouble, extra={"fields": fields})


class JsonLines(logging.Formatter):
    """One JSON object a line: time, level, event, particulars."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of a log record."""
        values: dict[str, Any] = {
            "time": time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created)) + f".{int(record.msecs):03}Z",
            "level": record.levelname.lower(),
            "event": record.getMessage(),
            **getattr(record, "fields", {}),
        }
        if record.exc_info:
            values["traceback"] = self.formatException(record.exc_info)
        return json.dumps(values, default=str)


class Counter:
    """Counts by one label."""

    def __init__(self, label: str) -> None:
        self._label = label
        self._counts: dict[str, int] = {}

    def add(self, value: str) -> None:
        """Count one more of a value."""
        self._counts[value] = self._counts.get(value, 0) + 1

    def total(self) -> int:
        """All together."""
        return sum(self._counts.values())

    def lines(self, name: str) -> Iterator[str]:
        """In Prometheus' form."""
        yield f"# TYPE {name} counter"
        for value, count in sorted(self._counts.items()):
            yield f'{name}{{{self._label}="{value}"}} {count}'


class Gauge:
    """A figure as it is now."""

    def __init__(self) -> None:
        self.value = 0.0

    def lines(self, name: str) -> Iterator[str]:
        """In Prometheus' form."""
        yield f"# TYPE {name} gauge"
        yield f"{name} {self.value:g}"


class Histogram:
    """How often values fell below each of some bounds."""

    def __init__(self, bounds: tuple[float, ...]) -> None:
        self._bounds = bounds
        self._counts = [0] * (len(bounds) + 1)
        self._sum = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self._counts[bisect_left(self._bounds, value)] += 1
        self._sum += value

    @contextmanager
    def time(self) -> Iterator[None]:
        """Count the seconds that a block takes, if it succeeds."""
        start = time.perf_counter()
        yield
        self.observe(time.perf_counter() - start)

    def lines(self, name: str) -> Iterator[str]:
        """In Prometheus' form."""
        yield f"# TYPE {name} histogram"
        below = 0
        for bound, count in zip((*self._bounds, float("inf")), self._counts, strict=True):
            below += count
            yield f'{name}_bucket{{le="{"+Inf" if bound == float("inf") else f"{bound:g}"}"}} {below}'
        yield f"{name}_sum {self._sum:.6f}"
        yield f"{name}_count {below}"


class Metrics:
    """All figures of one server."""

    def __init__(self) -> None:
        self.connections = Gauge()
        self.players = Gauge()
        self.matches = Gauge()
        self.received = Counter("kind")
        self.refused = Counter("code")
        self.closed = Counter("code")
        self.results = Counter("verdict")
        self.claimed = Counter("outcome")
        self.commit_seconds = Histogram(_SECONDS)
        self.commit_calls = Histogram(_COUNTS)
        self.reply_seconds = Histogram(_SECONDS)

    def text(self) -> str:
        """In Prometheus' text form."""
        lines: list[str] = []
        for name, figure in vars(self).items():
            suffix = "_total" if isinstance(figure, Counter) else ""
            lines += figure.lines(f"waraq_{name}{suffix}")
        return "\n".join(lines) + "\n"
