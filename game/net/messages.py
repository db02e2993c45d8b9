"""What a client and the authority say to each other. A snapshot is built up from what may be seen."""

from __future__ import annotations

from dataclasses import dataclass

from game.engine.record import Deal
from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.state import Event
from game.engine.view import View


@dataclass(frozen=True)
class Resume:
    """Go on with the active game; deal one if there is none and ``deal`` says so."""

    deal: bool = True


@dataclass(frozen=True)
class Look:
    """Tell the active game, or the one that ended last; change nothing."""


@dataclass(frozen=True)
class NewDeal:
    """End the active game, as abandoned if it is open, and deal a new one."""


@dataclass(frozen=True)
class Replay:
    """Deal a game again: ``deal``, or else the active game or the one that ended last."""

    deal: Deal | None = None


@dataclass(frozen=True)
class Do:
    """Carry out an event."""

    event: Event


Command = Resume | Look | NewDeal | Replay | Do


@dataclass(frozen=True)
class Snapshot:
    """The game as the client may know it.

    ``elapsed`` in seconds; ``number`` counts the player's games from 1; ``seed`` is told when the game is over.
    ``refusal`` is the rule that refused the last event.
    """

    view: View
    score: int
    moves: int
    elapsed: float
    outcome: Outcome
    can_undo: bool
    number: int
    seed: bytes | None = None
    refusal: Refusal | None = None
