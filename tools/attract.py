"""Make the wins that the attract screen plays: ``python -m tools.attract`` writes ``assets/attract/CODE.json``.

Deals are tried in the order of their numbers, and the same solver finds the same wins: it writes the same files again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator

from game.engine.deals import DEAL_COUNT, Code
from game.engine.games import GAMES
from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.paths import ATTRACT
from game.solver.answer import Budget, Verdict
from game.solver.solve import solve

WINS = 6  # of each variant
#: A longer win would bore who watches; a search of more positions is given up, so that the clock decides nothing.
_MOST_MOVES = 210
_BUDGET = Budget(seconds=60.0, positions=20_000)


def wins(prefix: str) -> Iterator[Record]:
    """Short wins of a variant, by ascending number of the deal."""
    for number in range(DEAL_COUNT):
        deal = Deal.from_code(Code(prefix, number))
        answer = solve(deal.spec, Record(deal).replay().state, _BUDGET, lambda: False, time.perf_counter)
        if answer.verdict is Verdict.SOLVABLE and len(answer.moves) <= _MOST_MOVES:
            found = Record(deal, tuple(map(str, answer.moves)))
            if found.replay().outcome is Outcome.WON:
                yield found


def main() -> None:
    """Write them all."""
    ATTRACT.mkdir(exist_ok=True)
    for old in ATTRACT.glob("*.json"):
        old.unlink()
    for prefix in GAMES:
        for _, found in zip(range(WINS), wins(prefix), strict=False):
            (ATTRACT / f"{found.deal.code}.json").write_text(found.to_json() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
