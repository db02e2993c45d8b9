"""Advice on one game: hints, whether it can still be won, where it was lost. Asks the solver and never waits for it.

It speaks only when asked, and says what is proven and what is a guess. Where the cards are a secret it uses what the
player sees, and nothing else. No words here, and no clock of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import NamedTuple

from game.engine.record import Record
from game.engine.rules import apply_legal
from game.engine.session import Outcome
from game.engine.state import DRAW, Event, Move, State, deal
from game.play.play import Path, Play
from game.play.ways import Ways
from game.solver.answer import Verdict
from game.solver.guess import guess
from game.solver.reasons import Reason, reason
from game.solver.service import Solving, Ticket
from game.solver.turning import TurningPoint

#: Seconds that the solver has before a guess is shown in the meantime.
_GUESS_AFTER = 0.25
#: Seconds and positions for the position on the table, and seconds for each one before it.
_HERE_SECONDS, _BEFORE_SECONDS = 12.0, 4.0
_POSITIONS = 600_000


class Topic(Enum):
    """What the player asked for."""

    HINT = "hint"
    VERDICT = "verdict"
    WAY_BACK = "way-back"
    SHOW = "show"


class Ground(Enum):
    """What a hint rests on."""

    PROVEN = "proven"
    GUESS = "guess"
    OPEN_CARDS = "open-cards"  # the others are secret


class Lost(Enum):
    """What is known of a game that can no longer be won."""

    LOOKING = "looking"  # for where it was lost
    BACK = "back"  # some moves back it could be won
    NEVER = "never"  # the deal itself cannot be won
    BEYOND = "beyond"  # it was lost before what the undo reaches
    UNCLEAR = "unclear"  # no verdict on the positions before


class Counsel(NamedTuple):
    """What can be said now. ``thinking`` is True while more will follow by itself.

    ``verdict`` is on the position on the table, ``back`` how many moves to take back to one that can be won.
    """

    topic: Topic
    thinking: bool
    verdict: Verdict
    ground: Ground = Ground.PROVEN
    move: Move | None = None
    reason: Reason | None = None
    lost: Lost | None = None
    back: int = 0


class Adviser:
    """The adviser of one table. ``changed`` must be called after each event, ``poll`` now and then."""

    def __init__(self, play: Play, solving: Solving, now: Callable[[], float]) -> None:
        self._play = play
        self._solving = solving
        self._now = now
        self._ways = Ways(play.spec)
        self._moves: tuple[Move, ...] = ()
        self._states: list[State] = []
        self._ticket: Ticket | None = None
        self._asked: State | None = None
        self._topic: Topic | None = None
        self._asked_at = 0.0
        #: Draws since the last other event: after a whole round of the stock another one shows nothing new.
        self._draws = 0
        self._watching = False
        self.counsel: Counsel | None = None

    # --- What is asked

    def ask(self, topic: Topic) -> None:
        """Begin to work on a topic; ``counsel`` has what is known at once."""
        self._topic = topic
        self._asked_at = self._now()
        self._think()

    def watch(self, on: bool) -> None:
        """Find out after every move whether the game can still be won, or cease to."""
        self._watching = on
        self._think()

    def changed(self, event: Event | None = None) -> None:
        """The game went on, by ``event``: what was asked is asked no more."""
        self._draws = self._draws + 1 if event == DRAW else 0
        self._topic = None
        self._think()

    def dismiss(self) -> None:
        """The player has read it, or wants no answer."""
        self._topic = None
        self._think()

    def rest(self) -> None:
        """Ask for nothing until the next call."""
        self._topic = None
        self.counsel = None
        self._put(None)

    # --- What is known

    @property
    def knows_cards(self) -> bool:
        """False where the cards are a secret: then nothing can be proven."""
        return self._play.path() is not None

    @property
    def light(self) -> Verdict | None:
        """Whether the game can still be won; None while that is being found out."""
        path = self._play.path()
        if self._play.outcome is Outcome.WON:
            return Verdict.SOLVABLE
        return Verdict.UNKNOWN if path is None else self._verdict(self._trace(path))

    def way(self) -> list[Move]:
        """The moves from here to a win, if one is known."""
        path = self._play.path()
        return [] if path is None else [*self._ways.rest(self._trace(path)[-1])]

    def wait(self) -> float | None:
        """Seconds until a guess is due; None if none is."""
        if self._ticket is None or self._topic is not Topic.HINT or self.counsel is not None:
            return None
        return max(0.0, self._asked_at + _GUESS_AFTER - self._now())

    def poll(self) -> bool:
        """Look for an answer; True if there is anything new to say."""
        ticket, wait = self._ticket, self.wait()
        if (ticket is None or not ticket.done) and (wait is None or wait > 0):
            return False
        before = self.counsel, self.light
        if ticket is not None and ticket.done:
            assert self._asked is not None
            self._ways.learn(self._asked, ticket.answer)
            self._ticket = self._asked = None
        self._think()
        return (self.counsel, self.light) != before

    # --- Thinking

    def _trace(self, path: Path) -> list[State]:
        """The positions from the deal to here."""
        if not self._states:
            self._states.append(deal(path.deal.spec, path.deal.pack))
        same = 0
        for mine, other in zip(self._moves, path.moves, strict=False):
            if mine != other:
                break
            same += 1
        del self._states[same + 1 :]
        for move in path.moves[same:]:
            self._states.append(apply_legal(path.deal.spec, self._states[-1], move))
        self._moves = path.moves
        return self._states

    def _verdict(self, states: list[State]) -> Verdict | None:
        """The verdict on the last of some positions, which is lost if any before it is."""
        if any(self._ways.verdict(state) is Verdict.UNSOLVABLE for state in states):
            return Verdict.UNSOLVABLE
        return self._ways.verdict(states[-1])

    def _think(self) -> None:
        """Say what can be said, and ask for what is missing."""
        path = self._play.path()
        if self._play.outcome is not Outcome.OPEN or (self._topic is None and not self._watching):
            self.counsel = None
            self._put(None)
        elif path is None:
            self.counsel = self._by_open_cards()
        else:
            states = self._trace(path)
            verdict = self._verdict(states)
            if verdict is None:
                self._put(len(states) - 1)
                self.counsel = self._meanwhile(self._topic)
            else:
                self._put(None)
                self.counsel = self._with_verdict(self._topic, verdict, path)

    def _by_open_cards(self) -> Counsel | None:
        """A hint that uses nothing but what the player sees."""
        if self._topic is None:
            return None
        seen = self._play.view().state
        move = guess(self._play.spec, seen) if self._topic is Topic.HINT else None
        round_ = -(-(len(seen.stock) + len(seen.waste)) // max(1, self._play.spec.draw)) + 1
        if move == DRAW and self._draws >= round_:
            move = None
        return self._hint(move, seen, Ground.OPEN_CARDS, Verdict.UNKNOWN, thinking=False)

    def _hint(self, move: Move | None, seen: State, ground: Ground, verdict: Verdict, thinking: bool) -> Counsel:
        assert self._topic is not None
        why = None if move is None else reason(self._play.spec, seen, move, ())
        return Counsel(self._topic, thinking, verdict, ground, move, why)

    def _meanwhile(self, topic: Topic | None) -> Counsel | None:
        """While the solver works: a guess after a moment, so that it does not flicker past."""
        if topic is None:
            return None
        if topic is not Topic.HINT:
            return Counsel(topic, True, Verdict.UNKNOWN)
        if self._now() - self._asked_at < _GUESS_AFTER:
            return None
        return self._guessed(thinking=True)

    def _guessed(self, thinking: bool) -> Counsel:
        seen = self._play.view().state
        return self._hint(guess(self._play.spec, seen), seen, Ground.GUESS, Verdict.UNKNOWN, thinking)

    def _with_verdict(self, topic: Topic | None, verdict: Verdict, path: Path) -> Counsel | None:
        if topic is None:
            return None
        if verdict is Verdict.UNSOLVABLE and topic is not Topic.VERDICT:
            return self._way_back(topic, path)
        if topic is not Topic.HINT:
            return Counsel(topic, False, verdict)
        if verdict is Verdict.UNKNOWN:
            return self._guessed(thinking=False)
        move, *rest = self.way()
        return Counsel(topic, False, verdict, move=move, reason=reason(path.deal.spec, self._states[-1], move, rest))

    def _way_back(self, topic: Topic, path: Path) -> Counsel:
        """From a lost position: to the last one that can be won, as far as the undo goes."""
        here, verdicts = len(path.moves), [self._ways.verdict(state) for state in self._states]
        first = here - path.undoable
        point = TurningPoint(first, here)
        if Verdict.UNSOLVABLE in verdicts[: first + 1]:
            point.tell(first, Verdict.UNSOLVABLE)
        for at, known in enumerate(verdicts[first:], first):
            if known is not None:
                point.tell(at, known)
        probe = point.probe
        if probe is not None:
            self._put(probe)
            return Counsel(topic, True, Verdict.UNSOLVABLE, lost=Lost.LOOKING)
        if point.won is not None:
            return Counsel(topic, False, Verdict.UNSOLVABLE, lost=Lost.BACK, back=here - point.won)
        lost = Lost.UNCLEAR if point.lost != first else Lost.BEYOND if first else Lost.NEVER
        return Counsel(topic, False, Verdict.UNSOLVABLE, lost=lost)

    def _put(self, at: int | None) -> None:
        """Have the solver work on a position of the trace, and on no other; None: on none."""
        wanted = None if at is None else self._states[at]
        if wanted == self._asked:
            return
        if self._ticket is not None:
            self._solving.cancel(self._ticket)
        self._ticket, self._asked = None, wanted
        if at is not None:
            path = self._play.path()
            assert path is not None
            record = Record(path.deal, tuple(map(str, path.moves[:at])))
            seconds = _HERE_SECONDS if at == len(path.moves) else _BEFORE_SECONDS
            question = {"record": record.to_dict(), "seconds": seconds, "positions": _POSITIONS}
            self._ticket = self._solving.ask("solve", question)

