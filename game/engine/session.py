"""One game being played: the deal, the events so far, undo, the counters, the finish.

A win is detected once and stays: an undo after it moves cards, as in older records, but never the result.
Where the rules declare a finish (ERAM), nothing at all happens after it.
"""

from __future__ import annotations

from enum import Enum
from typing import Any

from game.engine import rules
from game.engine.refusal import IllegalEvent, Refusal
from game.engine.spec import GameSpec
from game.engine.state import Command, Event, Move, State, deal, parse_event, position


class Outcome(Enum):
    """Where a game stands."""

    OPEN = "open"
    WON = "won"
    FINISHED = "finished"


class Session:
    """A game of ``spec`` dealt from ``pack``. Events either happen whole or raise ``IllegalEvent``."""

    def __init__(self, spec: GameSpec, pack: bytes) -> None:
        self.spec = spec
        self.pack = pack
        self.state = deal(spec, pack)
        self.events: list[Event] = []
        self.moves = 0
        self.outcome = Outcome.OPEN
        self._line: list[Move] = []
        self._past: list[State] = []
        self._forgotten = False

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead from the deal to here, without those that were taken back."""
        return tuple(self._line)

    @property
    def undoable(self) -> int:
        """How many moves could be taken back now."""
        return len(self._past)

    def refusal(self, event: Event) -> Refusal | None:
        """The rule that forbids an event now, or None."""
        if self.outcome is not Outcome.OPEN and (self.spec.declared_finish or event is Command.FINISH):
            return Refusal.GAME_OVER
        if isinstance(event, Move):
            return rules.refusal(self.spec, self.state, event)
        if event is Command.FINISH:
            return None if self.spec.declared_finish else Refusal.NO_FINISH
        if self._past:
            return None
        return Refusal.UNDO_LIMIT if self._forgotten else Refusal.NOTHING_TO_UNDO

    def do(self, event: Event) -> None:
        """Carry out an event; ``IllegalEvent`` names the rule that refuses it, and nothing changes."""
        reason = self.refusal(event)
        if reason is not None:
            raise IllegalEvent(reason)
        if isinstance(event, Move):
            self._remember()
            self._line.append(event)
            self.state = rules.apply_legal(self.spec, self.state, event)
            self.moves += 1
            if rules.is_won(self.spec, self.state):
                self.outcome = Outcome.WON
        elif event is Command.UNDO:
            self.state = self._past.pop()
            self._line.pop()
        else:
            self.outcome = Outcome.FINISHED
        self.events.append(event)

    def do_text(self, text: object) -> None:
        """``do`` for an event's text."""
        try:
            event = parse_event(text)
        except ValueError:
            raise IllegalEvent(Refusal.UNREADABLE) from None
        self.do(event)

    def _remember(self) -> None:
        self._past.append(self.state)
        limit = self.spec.undo_limit
        if limit is not None and len(self._past) > limit:
            del self._past[0]
            self._forgotten = True

    def position(self) -> dict[str, Any]:
        """The position as JSON values, without the code."""
        values = position(self.state)
        values["moves"] = self.moves
        values["won"] = self.outcome is Outcome.WON
        return values
