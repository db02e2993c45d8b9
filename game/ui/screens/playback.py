"""The positions of a record, step by step and in any order: what a viewer of records shows. No pygame, no clock.

The record is played through once by a ``Session``, which decides what is legal. What is kept of it is a tree of
positions (an undo goes back to a parent) with a full state only every few moves, so that even the longest record
costs a few bytes an event and any position is a few moves away.
"""

from __future__ import annotations

from array import array

from game.engine import rules
from game.engine.record import Record, ReplayError
from game.engine.refusal import IllegalEvent
from game.engine.session import Outcome, Session
from game.engine.state import Command, Event, Move, State, parse_event
from game.engine.view import View, view

#: A full state is kept for every position that is this many moves below the nearest kept one.
_STRIDE = 32


class Playback:
    """A record to look at. Step 0 is the deal, step i the position after i events; ``length`` is the last step.

    A record that breaks at an event is played up to it; ``fault`` is then the rule that refused the event.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.fault: ReplayError | None = None
        #: The step at which the game was over, and how; None while it is open to the end.
        self._over: tuple[int, Outcome] | None = None
        self._moves = array("i", [0])
        self._node_at = array("i", [0])
        self._parent = array("i", [-1])
        self._made_by = array("i", [-1])
        self._below_kept = array("b", [0])
        session = Session(record.deal.spec, record.deal.pack)
        self._kept: dict[int, State] = {0: session.state}
        for index, text in enumerate(record.events):
            try:
                session.do_text(text)
            except IllegalEvent as error:
                self.fault = ReplayError(index, text, error.refusal)
                break
            self._note(session)

    def _note(self, session: Session) -> None:
        """Add the step that a session has just made."""
        node = self._node_at[-1]
        event = session.events[-1]
        if event is Command.UNDO:
            node = self._parent[node]
        elif isinstance(event, Move):
            below = (self._below_kept[node] + 1) % _STRIDE
            self._parent.append(node)
            self._made_by.append(len(self._node_at) - 1)
            self._below_kept.append(below)
            node = len(self._parent) - 1
            if below == 0:
                self._kept[node] = session.state
        self._node_at.append(node)
        self._moves.append(session.moves)
        if self._over is None and session.outcome is not Outcome.OPEN:
            self._over = (self.length, session.outcome)

    @property
    def length(self) -> int:
        """The last step: how many events can be played."""
        return len(self._node_at) - 1

    def event(self, step: int) -> Event:
        """The event that leads to a step; 1 is the first."""
        return parse_event(self.record.events[step - 1])

    def state(self, step: int) -> State:
        """The position at a step."""
        spec = self.record.deal.spec
        node, events = self._node_at[step], []
        while node not in self._kept:
            events.append(self.record.events[self._made_by[node]])
            node = self._parent[node]
        state = self._kept[node]
        for text in reversed(events):
            move = parse_event(text)
            assert isinstance(move, Move)
            state = rules.apply_legal(spec, state, move)
        return state

    def view(self, step: int) -> View:
        """What a player could see at a step."""
        return view(self.record.deal.spec, self.record.deal.pack, self.state(step))

    def moves(self, step: int) -> int:
        """The number of moves that was counted at a step."""
        return self._moves[step]

    def score(self, step: int) -> int:
        """The score at a step."""
        return self.state(step).score

    def outcome(self, step: int) -> Outcome:
        """Whether the game was over at a step, and how."""
        return self._over[1] if self._over is not None and step >= self._over[0] else Outcome.OPEN

    def line(self) -> list[int]:
        """The steps whose moves led to the last position, without those that were taken back."""
        steps: list[int] = []
        node = self._node_at[-1]
        while node:
            steps.append(self._made_by[node] + 1)
            node = self._parent[node]
        return steps[::-1]

    def until(self, step: int) -> Record:
        """The record of the game as it stood at a step, with no time played."""
        return Record(self.record.deal, self.record.events[:step])
