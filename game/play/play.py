"""What the table plays: one interface, wherever the cards are kept."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from game.engine.record import Deal
from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.spec import GameSpec
from game.engine.state import Event, Move
from game.engine.view import View


class Path(NamedTuple):
    """How a game came to where it is: the moves from the deal on, of which the last ``undoable`` can be taken back."""

    deal: Deal
    moves: tuple[Move, ...]
    undoable: int


class Play(Protocol):
    """One game in front of the player."""

    @property
    def spec(self) -> GameSpec:
        """The rules that are played."""
        ...

    @property
    def practice(self) -> bool:
        """True if the game does not count."""
        ...

    @property
    def code(self) -> str:
        """What names the deal in the bar."""
        ...

    @property
    def score(self) -> int:
        """The score now."""
        ...

    @property
    def moves(self) -> int:
        """Moves made; an undo does not lower it."""
        ...

    @property
    def outcome(self) -> Outcome:
        """Open, won or finished."""
        ...

    @property
    def started(self) -> bool:
        """True once a move was made: the clock runs."""
        ...

    @property
    def elapsed(self) -> float:
        """Seconds played."""
        ...

    def view(self) -> View:
        """What the player may see."""
        ...

    def path(self) -> Path | None:
        """The cards and the moves that led here; None where an authority keeps the cards secret."""
        ...

    @property
    def shown(self) -> bool:
        """True once the program played moves of a win for the player: the game counts as abandoned."""
        ...

    def show(self) -> None:
        """From now on the game is ``shown``."""
        ...

    def refusal(self, event: Event) -> Refusal | None:
        """The rule that forbids an event now, or None."""
        ...

    def do(self, event: Event) -> Refusal | None:
        """Carry out an event and keep the game; or return the rule that forbids it."""
        ...

    def tick(self, seconds: float) -> None:
        """Let the clock run on: called only while the player is at the table."""
        ...

    def keep(self) -> None:
        """Have the game as it stands kept."""
        ...
