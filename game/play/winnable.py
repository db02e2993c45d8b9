"""Winnable deals for the player: which one comes next, so that none comes twice before all were there.

The shipped bank comes first. When little is left of a grade, the solver's process looks for more in the background;
what it found is kept for the player, and dealt when the bank is used up. Only when there is nothing new at all the
bank begins again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from game.engine.deals import DEAL_COUNT, Code
from game.solver import bank as shipped
from game.solver.bank import Bank, BankError
from game.solver.difficulty import Grade, grade_of
from game.solver.service import Solving, Ticket
from game.storage.dealt import Dealt, DealtStore, is_deal

#: More are looked for when so few of a grade are left, until so many found ones are kept.
FEW, ENOUGH = 20, 10
#: Deals that are looked for at a time, and seconds after which the search makes a pause until the next game.
_AT_A_TIME, _LONGEST_SEARCH = 3, 30.0


class Winnable:
    """The winnable deals of one player. ``pick`` chooses one of some numbers at random."""

    def __init__(
        self,
        store: DealtStore,
        solving: Solving,
        pick: Callable[[Sequence[int]], int],
        load: Callable[[str], Bank] = shipped.load,
    ) -> None:
        self._store = store
        self._solving = solving
        self._pick = pick
        self._load = load
        self._banks: dict[str, Bank | None] = {}
        self._search: tuple[str, Ticket] | None = None

    def bank(self, prefix: str) -> Bank | None:
        """The shipped deals of a variant; None if they cannot be read."""
        if prefix not in self._banks:
            try:
                self._banks[prefix] = self._load(prefix)
            except BankError:
                self._banks[prefix] = None
        return self._banks[prefix]

    def grade(self, code: Code) -> Grade | None:
        """The grade of a deal that is known to be winnable, else None."""
        bank = self.bank(code.prefix)
        ease = bank.eases.get(code.number) if bank is not None else None
        if ease is None:
            ease = self._of(code.prefix).found.get(code.number)
        return None if ease is None else grade_of(code.prefix, ease)

    def of_day(self, prefix: str, day: date) -> Code | None:
        """The deal of a day; None without a bank."""
        bank = self.bank(prefix)
        return None if bank is None else Code(prefix, bank.of_day(day))

    def left(self, prefix: str, grade: Grade) -> int:
        """How many deals of a grade are known that the player was not dealt yet."""
        return len(self._new(prefix, grade)) + len(self._found(prefix, grade))

    def next(self, prefix: str, grade: Grade) -> Code:
        """A deal of a grade; there must be a bank. It is new to the player unless ``left`` is none."""
        bank = self.bank(prefix)
        assert bank is not None
        numbers = self._new(prefix, grade) or self._found(prefix, grade) or bank.graded(grade)
        return Code(prefix, self._pick(numbers))

    def note(self, code: Code) -> None:
        """A deal is dealt, wherever it came from."""
        bank, dealt = self.bank(code.prefix), self._of(code.prefix)
        grade = self.grade(code)
        if bank is None or grade is None:
            return
        if code.number in bank.eases:
            places = {number: at for at, number in enumerate(bank.eases)}
            if not self.left(code.prefix, grade):
                dealt.bits &= ~sum(1 << places[number] for number in bank.graded(grade))
            dealt.bits |= 1 << places[code.number]
        else:
            del dealt.found[code.number]
        self._store.keep()
        self._look_for_more(code.prefix, grade)

    def choice(self, prefix: str) -> str:
        """What was chosen last for a variant; empty if nothing was."""
        return self._of(prefix).choice

    def choose(self, prefix: str, choice: str) -> None:
        """Keep what was chosen for a variant."""
        dealt = self._of(prefix)
        if dealt.choice != choice:
            dealt.choice = choice
            self._store.keep()

    def take_aside(self) -> Path | None:
        """Where a file of dealt deals that could not be read is now, once."""
        return self._store.take_aside()

    def close(self) -> None:
        """Keep what was found in the end."""
        self._collect()

    def _of(self, prefix: str) -> Dealt:
        """What is kept of a variant, with what the last search found."""
        self._collect()
        return self._store.of(prefix)

    def _new(self, prefix: str, grade: Grade) -> list[int]:
        """The shipped deals of a grade that were not dealt."""
        bank, dealt = self.bank(prefix), self._of(prefix)
        if bank is None:
            return []
        new = (number for at, number in enumerate(bank.eases) if not dealt.bits >> at & 1)
        return [number for number in new if bank.grade(number) is grade]

    def _found(self, prefix: str, grade: Grade) -> list[int]:
        """The deals of a grade that were found for this player."""
        return [number for number, ease in self._of(prefix).found.items() if grade_of(prefix, ease) is grade]

    def _look_for_more(self, prefix: str, grade: Grade) -> None:
        """Have deals looked for if few are left; one search at a time."""
        few = len(self._new(prefix, grade)) < FEW and len(self._found(prefix, grade)) < ENOUGH
        if few and self._search is None:
            values = {"rules": prefix, "grade": grade.value, "count": _AT_A_TIME, "seconds": _LONGEST_SEARCH}
            values["seed"] = self._pick(range(DEAL_COUNT))
            self._search = (prefix, self._solving.ask("find", values, background=True))

    def _collect(self) -> None:
        """Take in what a search that is over has found: as many of each grade as are kept."""
        if self._search is None or not self._search[1].done:
            return
        (prefix, ticket), self._search = self._search, None
        dealt, known = self._store.of(prefix), self.bank(prefix)
        for number, ease in _deals(ticket.values):
            grade = grade_of(prefix, ease)
            if (known is None or number not in known.eases) and len(self._found(prefix, grade)) < ENOUGH:
                dealt.found[number] = ease
        self._store.keep()


def _deals(values: dict[str, Any] | None) -> list[tuple[int, int]]:
    """The numbers and eases in the answer to a search."""
    deals = (values or {}).get("deals")
    pairs = [deal for deal in deals if isinstance(deal, list) and len(deal) == 2] if isinstance(deals, list) else []
    return [(number, ease) for number, ease in pairs if is_deal(number, ease)]
