"""A game of which the table knows only what an authority told, wherever that is."""

from __future__ import annotations

from collections.abc import Callable

from game.engine import rules
from game.engine.games import ERAM_SOLO
from game.engine.refusal import Refusal
from game.engine.session import Outcome
from game.engine.spec import GameSpec
from game.engine.state import Command as Order
from game.engine.state import Event, Move
from game.engine.view import View
from game.net.messages import Snapshot


class SeenPlay:
    """A game as it was told last. A pause adds ``longest_gap`` seconds to its time at most; ``now`` is the clock."""

    spec: GameSpec = ERAM_SOLO
    practice = False
    shown = False

    def __init__(self, longest_gap: float, now: Callable[[], float]) -> None:
        self._longest_gap = longest_gap
        self._now = now
        self._snapshot: Snapshot
        self._taken_at: float

    def _see(self, snapshot: Snapshot) -> None:
        """The authority's word of this moment."""
        self._snapshot = snapshot
        self._taken_at = self._now()

    @property
    def code(self) -> str:
        """The game's number; when it is over, the seed that its cards came from."""
        seed = self._snapshot.seed
        return seed.hex() if seed is not None else f"#{self._snapshot.number}"

    @property
    def score(self) -> int:
        """The authority's score."""
        return self._snapshot.score

    @property
    def moves(self) -> int:
        """Moves made."""
        return self._snapshot.moves

    @property
    def outcome(self) -> Outcome:
        """Open, won or finished."""
        return self._snapshot.outcome

    @property
    def started(self) -> bool:
        """True once a move was made."""
        return self._snapshot.moves > 0

    @property
    def elapsed(self) -> float:
        """The authority's time, and what will be added to it by the next event if it came now."""
        if not self.started or self.outcome is not Outcome.OPEN:
            return self._snapshot.elapsed
        return self._snapshot.elapsed + min(self._now() - self._taken_at, self._longest_gap)

    def view(self) -> View:
        """What the player may see."""
        return self._snapshot.view

    def refusal(self, event: Event) -> Refusal | None:
        """The rule that forbids an event, as far as what is seen tells; that is far enough for every rule."""
        if self.outcome is not Outcome.OPEN:
            return Refusal.GAME_OVER
        if isinstance(event, Move):
            return rules.refusal(self.spec, self._snapshot.view.state, event)
        if event is Order.UNDO:
            return None if self._snapshot.can_undo else Refusal.NOTHING_TO_UNDO
        return None

    def path(self) -> None:
        """The cards are the authority's secret."""

    def show(self) -> None:
        """Nobody knows a win, so none is shown."""

    def tick(self, seconds: float) -> None:
        """The authority keeps the time."""

    def keep(self) -> None:
        """The authority has kept everything."""
