"""Whether a test is worth its time, judged by what it found so far."""

from __future__ import annotations

_TRIAL = 500  # so many positions are tested in any case
_SELDOM = 31  # one in so many (plus one) is tested where it is not worth it


class Thrift:
    """Counts tests and finds. ``worth`` is how many tests one find may cost."""

    def __init__(self, worth: int) -> None:
        self._worth = worth
        self._asked = self._tested = self._found = 0

    def is_due(self) -> bool:
        """True if the next position is to be tested; then ``note`` is owed."""
        self._asked += 1
        return (
            self._asked <= _TRIAL or self._found * self._worth >= self._tested or not self._asked & _SELDOM
        )

    def note(self, found: bool) -> bool:
        """Take down what a test found, and give it back."""
        self._tested += 1
        self._found += found
        return found
