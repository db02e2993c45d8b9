"""The solver's own forms of a position make the engine's moves, no more and no fewer."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from game.engine import rules
from game.engine.games import GAMES
from game.engine.spec import GameSpec, Stock
from game.engine.state import DRAW, State
from game.solver.expand import BACK, MOVE, STOCK_DOWN, STOCK_UP, UP, Moves
from game.solver.packed import Packing, Suits
from game.solver.problem import NOTHING
from game.solver.tableau import Board, Tableau
from game.solver.unpack import Replay
from tests.solver.plain import small_deal, small_specs
from tests.support import choose, session_at

TURNING = [prefix for prefix, spec in GAMES.items() if spec.stock is Stock.TURN]
STANDING = [prefix for prefix, spec in GAMES.items() if spec.stock is not Stock.TURN]


def positions(spec: GameSpec, seed: int, games: int = 12, most: int = 120) -> Iterator[State]:
    """Positions of random games that prefer what gets a game on."""
    random = Random(seed)
    for _ in range(games):
        session = session_at(spec, small_deal(spec, random))
        for _ in range(random.randrange(most)):
            event = choose(session, random, 0.05)
            if event is None:
                break
            session.do(event)
            if random.random() < 0.2 and not rules.is_won(spec, session.state):
                yield session.state


def specs(prefix: str) -> list[GameSpec]:
    """The game itself and small packs of it."""
    return [GAMES[prefix], GAMES[prefix], *small_specs(prefix)]


@pytest.mark.parametrize("prefix", STANDING)
def test_uncompressed_moves_are_the_legal_moves(prefix: str) -> None:
    for seed, spec in enumerate(specs(prefix)):
        for state in positions(spec, seed):
            tableau = Tableau(spec, state, NOTHING)
            moves = tableau.moves(tableau.root)
            assert sorted(moves) == sorted(rules.legal_moves(spec, state))
            for move in moves:
                assert tableau.after(tableau.root, move) == Tableau(spec, rules.apply(spec, state, move)).root._replace(
                    stock=tableau.after(tableau.root, move).stock
                )


def test_dealing_row_after_row_is_the_engines() -> None:
    spec = GAMES["EA1-C"]
    for start in positions(spec, 5, games=3):
        state, tableau = start, Tableau(spec, start)
        board: Board = tableau.root
        while board.stock and all(board.columns):
            board, state = tableau.after(board, DRAW), rules.apply(spec, state, DRAW)
            assert board == Tableau(spec, state).root


#: What a compressed position says, with the stock as what is left of it and what can be played.
Sight = tuple[int, int, int, int, int, int]


def sight(suits: Suits, state: State) -> Sight:
    """The compressed form of a position."""
    packing = Packing(suits, state)
    return seen(packing, packing.root)


def seen(packing: Packing, node: object) -> Sight:
    """A compressed position without its keys."""
    visible, locked, nexts, free, stock, _ = node  # type: ignore[misc]
    return visible, locked, nexts, free, packing.stock.left(stock), packing.stock.plays(stock)[0]


def every_step(moves: Moves) -> list[int]:
    """All steps that a compressed position allows, useful or not."""
    root, suits = moves.packing.root, moves.suits
    ends = moves.ends(root)
    spots = moves.spots(root, ends)
    reach, _ = moves.packing.stock.plays(root.stock)
    steps = []
    for card in suits.card:
        if card & ends * 3 & root.visible & root.nexts:
            steps.append(card << 3 | UP)
        if card & root.locked & spots:
            steps.append(card << 3 | MOVE)
        if card & reach & root.nexts:
            steps.append(card << 3 | STOCK_UP)
        if card & reach & spots:
            steps.append(card << 3 | STOCK_DOWN)
        if suits.takeback and suits.up[card] & root.nexts and card & spots:
            steps.append(card << 3 | BACK)
    return steps


@pytest.mark.parametrize("prefix", TURNING)
def test_compressed_steps_are_what_legal_moves_do(prefix: str) -> None:
    for seed, spec in enumerate(specs(prefix)):
        suits = Suits(spec)
        for state in positions(spec, seed):
            moves = Moves(Packing(suits, state), NOTHING)
            here = sight(suits, state)
            after = {seen(moves.packing, moves.take(moves.packing.root, step)) for step in every_step(moves)}
            for move in rules.legal_moves(spec, state):
                there = sight(suits, rules.apply(spec, state, move))
                if move == DRAW:
                    assert there[:5] == here[:5]
                    assert there[5] & ~here[5] == 0
                else:
                    assert there == here or there in after, (state, move)


@pytest.mark.parametrize("prefix", TURNING)
def test_every_compressed_step_can_be_carried_out(prefix: str) -> None:
    for seed, spec in enumerate(specs(prefix)):
        suits = Suits(spec)
        for state in positions(spec, seed):
            moves = Moves(Packing(suits, state), NOTHING)
            for step in every_step(moves):
                replay = Replay(spec, state)
                replay.step(step & 7, suits.card[step >> 3])
                assert sight(suits, replay.state) == seen(moves.packing, moves.take(moves.packing.root, step))
