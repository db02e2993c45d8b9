"""A plain exhaustive search by the engine's rules alone, and small packs to search; shares nothing with the solver."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from game.engine import games, rules
from game.engine.cards import make
from game.engine.spec import GameSpec
from game.engine.state import Move, State, deal, is_foundation

#: Beyond this many positions a small pack is left out of a comparison.
MOST = 60_000


def exhaustive(spec: GameSpec, state: State, most: int = MOST) -> bool | None:
    """Can the position be won? None when there are too many positions."""
    start = state._replace(score=0, recycles=0)
    seen, todo = {start}, [start]
    while todo:
        state = todo.pop()
        if rules.is_won(spec, state):
            return True
        for move in rules.legal_moves(spec, state):
            after = rules.apply_legal(spec, state, move)._replace(score=0, recycles=0)
            if after not in seen:
                seen.add(after)
                todo.append(after)
        if len(seen) > most:
            return None
    return False


Columns = tuple[tuple[int, int], ...]

_RUSSIAN: list[tuple[int, Columns]] = [
    (3, ((0, 1), (1, 3), (1, 2), (1, 3))),
    (3, ((1, 2), (1, 3), (2, 3))),
    (4, ((0, 1), (1, 4), (2, 3), (2, 3))),
    (4, ((1, 4), (2, 3), (3, 3))),
]
_KLONDIKE: list[tuple[int, Columns]] = [
    (4, ((0, 1), (1, 1), (2, 1))),
    (4, ((1, 1), (2, 1), (3, 1))),
    (5, ((0, 1), (1, 1), (2, 1), (3, 1))),
    (5, ((2, 1), (3, 1), (3, 1))),
]
_EASTHAVEN: list[tuple[int, Columns]] = [
    (4, ((1, 1), (2, 1), (2, 1))),
    (4, ((2, 1), (1, 1), (0, 1))),
    (5, ((2, 1), (2, 1), (1, 1), (1, 1))),
    (5, ((2, 1), (2, 1), (2, 1))),
]


def small_specs(prefix: str) -> list[GameSpec]:
    """Small packs under the rules of a game; Russian ones also with a limit that a group can exceed."""
    spec = games.GAMES[prefix]
    layouts = _RUSSIAN if prefix.startswith("RU") else _EASTHAVEN if prefix.startswith("EA") else _KLONDIKE
    small = [replace(spec, ranks=ranks, columns=columns) for ranks, columns in layouts]
    if spec.group_limit is not None:
        small += [replace(layout, group_limit=3) for layout in small]
    return small


def small_deal(spec: GameSpec, random: Random) -> State:
    """A random deal of a small pack."""
    pack = [make(suit, rank) for suit in range(4) for rank in range(spec.ranks)]
    random.shuffle(pack)
    return deal(spec, bytes(pack))


def played(spec: GameSpec, state: State, random: Random, most: int = 25) -> tuple[State, list[Move]]:
    """A position reached by random moves, of which those to the foundations are preferred."""
    moves: list[Move] = []
    for _ in range(random.randrange(most)):
        legal = rules.legal_moves(spec, state)
        if not legal:
            break
        move = random.choices(legal, [5 if is_foundation(move.dst) else 1 for move in legal])[0]
        moves.append(move)
        state = rules.apply_legal(spec, state, move)
    return state, moves
