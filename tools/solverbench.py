"""Measure the solver on the verdict files beside the project, and hold it to them.

``python -m tools.solverbench RU1-C [KL1-3 ...] --seconds 10 --limit 60 --json`` prints for each variant the share
of deals that are decided, the share of the winnable ones that are won within a second, and CPU time per deal.
Every win is replayed through the engine. Exit status 1 if a verdict contradicts the file or a win does not win.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from dataclasses import asdict, dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from game.engine.games import GAMES
from game.engine.record import from_dict
from game.engine.session import Outcome
from game.solver.answer import Answer, Budget, Verdict
from game.solver.solve import solve

VERDICTS = Path(__file__).resolve().parent.parent.parent / "shared" / "vectors" / "verdicts"
_FAST = 1.0  # seconds within which a win is to be found


@dataclass
class Figures:
    """What was measured on one variant. Times are CPU milliseconds."""

    rules: str
    deals: int = 0
    decided: int = 0
    winnable: int = 0
    won_fast: int = 0
    contradictions: list[Any] = field(default_factory=list)
    undecided: list[Any] = field(default_factory=list)
    times: list[float] = field(default_factory=list)

    def add(self, known: dict[str, Any], answer: Answer) -> None:
        """Count one answer; a win counts only if its moves win."""
        self.deals += 1
        self.times.append(answer.seconds * 1000)
        solvable = answer.verdict is Verdict.SOLVABLE
        if answer.verdict is Verdict.UNKNOWN:
            self.undecided.append(known["id"])
        else:
            self.decided += 1
            wrong = known["verdict"] not in ("unknown", answer.verdict.value)
            if wrong or (solvable and not wins(known, answer)):
                self.contradictions.append(known["id"])
        if solvable or known["verdict"] == "solvable":
            self.winnable += 1
            self.won_fast += solvable and answer.seconds <= _FAST

    def summary(self) -> dict[str, Any]:
        """The figures as plain values."""
        times = sorted(self.times)
        values = asdict(self)
        del values["times"]
        values["decided_percent"] = round(100 * self.decided / self.deals, 1)
        values["won_fast_percent"] = round(100 * self.won_fast / self.winnable, 1) if self.winnable else None
        for name, share in (("median_ms", 0.5), ("p90_ms", 0.9), ("p99_ms", 0.99)):
            values[name] = round(times[min(len(times) - 1, int(share * len(times)))], 2)
        return values


def record_of(known: dict[str, Any]) -> dict[str, Any]:
    """The record of a line of a verdict file."""
    return {"format": 1, "rules": known["rules"], "pack": known["pack"], "events": []}


def wins(known: dict[str, Any], answer: Answer) -> bool:
    """True if the answer's moves, as the texts of a record, win the game."""
    record = {**record_of(known), "events": [str(move) for move in answer.moves]}
    return from_dict(record).replay().outcome is Outcome.WON


def measure(rules: str, budget: Budget, limit: int | None, seed: int) -> Figures:
    """Solve the deals of a variant's file, or a random sample of them."""
    lines = (VERDICTS / f"{rules}.jsonl").read_text(encoding="utf-8").splitlines()
    deals = [json.loads(line) for line in lines]
    if limit is not None:
        deals = Random(seed).sample(deals, min(limit, len(deals)))
    figures = Figures(rules)
    for known in deals:
        state = from_dict(record_of(known)).replay().state
        figures.add(known, solve(GAMES[rules], state, budget, lambda: False, time.process_time))
    return figures


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.solverbench", description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULES", help="variants such as RU1-C (all)")
    parser.add_argument("--seconds", type=float, default=10.0, help="CPU seconds for a deal (10)")
    parser.add_argument("--positions", type=int, default=Budget().positions, help="positions kept at most")
    parser.add_argument("--limit", type=int, help="only so many deals of each file, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="of that choice (1)")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each variant")
    options = parser.parse_args()
    unknown = [rules for rules in options.rules if rules not in GAMES]
    if unknown:
        parser.error(f"no such variant: {', '.join(unknown)}")
    failed = False
    for rules in options.rules or GAMES:
        figures = measure(rules, Budget(options.seconds, options.positions), options.limit, options.seed)
        summary = figures.summary()
        failed = failed or bool(figures.contradictions)
        print(json.dumps(summary) if options.json else _sentence(summary), flush=True)
    return int(failed)


def _sentence(summary: dict[str, Any]) -> str:
    return (
        "{rules}: {deals} deals, {decided_percent} % decided, {won_fast_percent} % of {winnable} winnable won in 1 s; "
        "CPU ms median {median_ms}, p90 {p90_ms}, p99 {p99_ms}; contradictions {contradictions}; undecided {undecided}"
    ).format(**summary)


if __name__ == "__main__":
    sys.exit(main())
