"""The solver against a plain exhaustive search on small packs.

``python -m tests.solver.differential KL1-1 --count 500``: positions are reached by random moves, not only dealt.
Each form of a position that covers the game is searched with all that may be left out, with nothing left out, and
with each rule for it alone; and once by ``solve`` itself. A win must win through the engine.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from random import Random

from game.engine import rules
from game.engine.games import GAMES
from game.engine.spec import GameSpec, Stock
from game.engine.state import Move, State
from game.solver.answer import Budget, Meter, Verdict
from game.solver.packed import is_packable
from game.solver.packed_problem import PackedProblem
from game.solver.problem import EVERYTHING, NOTHING, Problem, Prune
from game.solver.rows_problem import RowsProblem, is_rows_problem
from game.solver.search import best_first, depth_first
from game.solver.solve import solve
from game.solver.tableau_problem import TableauProblem
from tests.solver.plain import exhaustive, played, small_deal, small_specs

PRUNES = [EVERYTHING, NOTHING, *Prune]
#: An answer of the solver: what asked, whether it can be won.
Said = tuple[str, bool]


def wins(spec: GameSpec, state: State, moves: tuple[Move, ...]) -> bool:
    """True if the moves are legal and win."""
    for move in moves:
        state = rules.apply(spec, state, move)
    return rules.is_won(spec, state)


def problems(spec: GameSpec, state: State) -> Iterator[tuple[str, Problem]]:
    """The position in every form and with every choice of what to leave out."""
    for prune in PRUNES:
        if is_packable(spec, state):
            yield f"packed {prune}", PackedProblem(spec, state, prune)
        if is_rows_problem(spec, state) and spec.stock is Stock.DEAL_ROW:
            yield f"rows {prune}", RowsProblem(spec, state, prune)
        if spec.stock is not Stock.TURN:
            yield f"tableau {prune}", TableauProblem(spec, state, prune)


def sayings(spec: GameSpec, state: State, sizes: Counter[str]) -> Iterator[Said]:
    """What the solver says in each way; fails if a win does not win."""
    for name, problem in problems(spec, state):
        for search in (depth_first, lambda of, meter: best_first(of, meter, 10**9)):
            meter = Meter(Budget(1e9, 10**9), lambda: False, lambda: 0.0)
            verdict, path = search(problem, meter)
            sizes[name] += meter.positions
            assert verdict is not Verdict.UNKNOWN
            if verdict is Verdict.SOLVABLE:
                assert wins(spec, state, problem.moves(path)), (name, spec, state)
            yield name, verdict is Verdict.SOLVABLE
    answer = solve(spec, state, Budget(1e9, 10**9), lambda: False, lambda: 0.0)
    if answer.verdict is Verdict.SOLVABLE:
        assert wins(spec, state, answer.moves), (spec, state)
    yield "solve", answer.verdict is Verdict.SOLVABLE


def compare(prefix: str, count: int, seed: int, most: int) -> tuple[Counter[bool], Counter[str]]:
    """Compare on ``count`` positions of at most ``most`` to search; how many were winnable or not, and effort."""
    random = Random(seed)
    known: Counter[bool] = Counter()
    sizes: Counter[str] = Counter()
    while known.total() < count:
        spec = random.choice(small_specs(prefix))
        state, _ = played(spec, small_deal(spec, random), random)
        truth = exhaustive(spec, state, most)
        if truth is None:
            continue
        known[truth] += 1
        for name, said in sayings(spec, state, sizes):
            assert said is truth, f"{name} says {said}: {spec} {state}"
    return known, sizes


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULES")
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--most", type=int, default=5000, help="leave out positions with a larger plain search")
    options = parser.parse_args()
    for prefix in options.rules or GAMES:
        began = time.perf_counter()
        known, sizes = compare(prefix, options.count, options.seed, options.most)
        print(prefix, dict(known), f"{time.perf_counter() - began:.0f} s", dict(sizes), flush=True)


if __name__ == "__main__":
    main()
