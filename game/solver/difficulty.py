"""How hard a deal is for a person: how far a simple player gets who does what looks good and never takes back.

*Ease* is the mean of cards that this player brings home in some games, on a scale to ``MOST_EASE``. It says nothing
on whether a deal can be won; of deals that can, the hard ones are those in which what looks good leads astray. The
solver's effort was measured too and foretells less who wins (``BENCHMARKS.md``).
"""

from __future__ import annotations

from enum import Enum
from random import Random

from game.engine import rules
from game.engine.games import GAMES
from game.engine.spec import GameSpec
from game.engine.state import DRAW, Move, State, deal, is_column, is_foundation

MOST_EASE = 127
_GAMES = 12
#: Moves in a row that bring nothing after which the player gives up. Drawing is free: the stock runs out by itself.
_PATIENCE = 8

#: How attractive a move is.
_HOME, _TURNS, _FROM_WASTE, _JOINS, _EMPTIES, _DRAWS, _SPLITS = 15.0, 15.0, 8.0, 5.0, 4.0, 1.0, 0.3


class Grade(Enum):
    """How hard a deal is, by thirds of the winnable deals of its variant."""

    EASY = "easy"
    MIDDLE = "middle"
    HARD = "hard"


#: The least ease of a deal in the middle, and of an easy one: thirds of the shipped deals (``tools.dealbank`` tells).
_LEAST: dict[str, tuple[int, int]] = {
    "RU1-C": (33, 80),
    "RU1-R": (72, 96),
    "KL1-1": (20, 45),
    "KL1-3": (12, 25),
    "ER1-S": (12, 25),
    "EA1-C": (11, 18),
}


def grade_of(prefix: str, ease: int) -> Grade:
    """The grade of a variant's deal."""
    middle, easy = _LEAST[prefix]
    if ease >= easy:
        return Grade.EASY
    return Grade.MIDDLE if ease >= middle else Grade.HARD


def ease_of(prefix: str, pack: bytes) -> int:
    """The ease of a variant's deal, 0 .. ``MOST_EASE``: the same whenever it is asked for."""
    spec = GAMES[prefix]
    random = Random(pack)
    home = sum(cards_home(spec, deal(spec, pack), random) for _ in range(_GAMES))
    return home * MOST_EASE // (_GAMES * spec.pack_size)


def cards_home(spec: GameSpec, state: State, random: Random) -> int:
    """How many cards one game of the simple player ends with on the foundations."""
    seen = {_place(state)}
    idle = 0
    while idle < _PATIENCE:
        chosen = _chosen(spec, state, seen, random)
        if chosen is None:
            break
        move, after = chosen
        if sum(after.foundations) > sum(state.foundations) or sum(after.down) < sum(state.down):
            idle = 0
        elif move != DRAW:
            idle += 1
        state = after
        seen.add(_place(state))
    return sum(state.foundations)


def _chosen(spec: GameSpec, state: State, seen: set[object], random: Random) -> tuple[Move, State] | None:
    """A move to a place where the player was not yet, the more attractive the likelier; None when there is none."""
    options = [(weight, move) for move in rules.legal_moves(spec, state) if (weight := _attraction(spec, state, move))]
    while options:
        left = random.random() * sum(weight for weight, _ in options)
        at = 0
        while at < len(options) - 1 and left >= options[at][0]:
            left -= options[at][0]
            at += 1
        move = options.pop(at)[1]
        after = rules.apply_legal(spec, state, move)
        if _place(after) not in seen:
            return move, after
    return None


def _attraction(spec: GameSpec, state: State, move: Move) -> float:
    if move == DRAW:
        return _DRAWS
    if is_foundation(move.dst):
        return _HOME
    if not is_column(move.src):
        return 0.0 if is_foundation(move.src) else _FROM_WASTE
    pile = state.columns[move.src]
    left = len(pile) - move.size
    if left == 0:
        return _EMPTIES if state.columns[move.dst] else 0.0
    if left == state.down[move.src]:
        return _TURNS
    return _SPLITS if rules.builds(spec.build, pile[left - 1], pile[left]) else _JOINS


def _place(state: State) -> object:
    """Where the cards lie, without the counters."""
    return state.columns, state.stock, state.waste
