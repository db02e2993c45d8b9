"""Find proven winnable deals, prove them again, and look at their grades.

``python -m tools.dealbank RU1-C [KL1-1 ...] --count 5000`` tries the deals of a fixed sequence, one after the other,
and adds those that a win was found of to the variant's file until it holds so many; an interrupted run is gone on with.
``--verify`` finds the win of each deal once more and replays it through the engine, and takes the ease of some anew.
``--grades`` tells how many deals are of each grade and where the thirds are, and of a sample what tells in other ways
how hard they are: how often the simple player wins new games and one who looks ahead wins, and the solver's effort.
After ``python -m tools.compile_solver`` all of it is faster and the same. The exit status is 1 if a deal is not what
its file says.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from statistics import median
from typing import NamedTuple

from game.engine import rules
from game.engine.deals import DEAL_COUNT, Code, pack_of
from game.engine.games import GAMES
from game.engine.spec import GameSpec
from game.engine.state import DRAW, State, deal, is_foundation
from game.solver.bank import FOLDER, Bank, load, packed, path_of
from game.solver.difficulty import Grade, cards_home, ease_of
from game.solver.finding import found, proven
from game.storage.files import write_atomic

_SAVE_EVERY = 30.0  # seconds
_EASE_EVERY = 20  # deals of which one has its ease verified
_SIMPLE_GAMES = 12
_LONGEST_GAME = 300  # moves of the player who looks ahead


def sequence(prefix: str) -> Iterator[int]:
    """The numbers that are tried for a variant: SHA-256 of ``bank-1:PREFIX:0``, ``:1`` … modulo 26⁷."""
    at = 0
    while True:
        yield int.from_bytes(sha256(f"bank-1:{prefix}:{at}".encode()).digest()) % DEAL_COUNT
        at += 1


def find(prefix: str, count: int, folder: Path) -> Bank:
    """Fill a variant's file up to ``count`` deals."""
    bank = load(prefix, folder) if path_of(prefix, folder).exists() else Bank(prefix, {})
    eases, numbers = bank.eases, sequence(prefix)
    for known in eases:
        while next(numbers) != known:
            pass
    saved = time.monotonic()
    while len(eases) < count:
        number = next(numbers)
        ease = found(Code(prefix, number))
        if ease is not None and number not in eases:
            eases[number] = ease
        if time.monotonic() - saved > _SAVE_EVERY or len(eases) == count:
            write_atomic(path_of(prefix, folder), packed(eases))
            saved = time.monotonic()
            print(prefix, len(eases), flush=True)
    return bank


def verify(bank: Bank) -> list[Code]:
    """The deals of a bank that are not what it says."""
    wrong = []
    for at, (number, ease) in enumerate(bank.eases.items()):
        code = Code(bank.prefix, number)
        right = proven(code) is not None
        if right and at % _EASE_EVERY == 0:
            right = ease_of(bank.prefix, pack_of(number)) == ease
        if not right:
            wrong.append(code)
    return wrong


def grades(bank: Bank, sample: int) -> Iterator[str]:
    """Sentences on the grades of a bank."""
    eases = sorted(bank.eases.values())
    thirds = eases[len(eases) // 3], eases[2 * len(eases) // 3]
    yield f"{bank.prefix}: {len(eases)} deals, ease {eases[0]} to {eases[-1]}, thirds from {thirds[0]} and {thirds[1]}"
    random = Random(1)
    played: list[Played] = []
    for grade in Grade:
        numbers = bank.graded(grade)
        chosen = random.sample(numbers, min(sample, len(numbers)))
        here = [_played(Code(bank.prefix, number), random) for number in chosen]
        played += here
        effort = median(one.effort for one in here)
        simple = round(100 * sum(one.simple_wins for one in here) / (_SIMPLE_GAMES * len(here)))
        yield (
            f"  {grade.value}: {len(numbers)} deals; of {len(here)}, the simple player wins {simple} % of new games, "
            f"the one who looks ahead {_share(here)} % of the deals; the solver's median effort is {effort:.0f}"
        )
    played.sort()
    third = len(played) // 3
    shares = " / ".join(str(_share(played[start : start + third])) for start in (0, third, 2 * third))
    yield f"  by the solver's effort instead, the player who looks ahead wins {shares} % of the thirds of these deals"


class Played(NamedTuple):
    """A deal as the solver finds it (positions) and as two players do."""

    effort: int
    ahead_wins: bool
    simple_wins: int


def _played(code: Code, random: Random) -> Played:
    answer = proven(code)
    assert answer is not None, code
    spec, pack = GAMES[code.prefix], pack_of(code.number)
    simple = Random(random.random())
    wins = sum(cards_home(spec, deal(spec, pack), simple) == spec.pack_size for _ in range(_SIMPLE_GAMES))
    return Played(answer.positions, looks_ahead_and_wins(spec, pack, random), wins)


def _share(played: list[Played]) -> int:
    """The share that the player who looks ahead wins, percent."""
    return round(100 * sum(one.ahead_wins for one in played) / max(1, len(played)))


def looks_ahead_and_wins(spec: GameSpec, pack: bytes, random: Random) -> bool:
    """True if a player wins who plays a simple game to its end after each possible move, and makes the best one."""
    state = deal(spec, pack)
    seen: set[object] = set()
    for _ in range(_LONGEST_GAME):
        seen.add(_cards(state))
        options: list[tuple[int, float, State]] = []
        for move in rules.legal_moves(spec, state):
            after = rules.apply_legal(spec, state, move)
            if _cards(after) not in seen and (move == DRAW or not is_foundation(move.src)):
                options.append((cards_home(spec, after, random), random.random(), after))
        if not options:
            return False
        home, _, state = max(options)
        if home == spec.pack_size:
            return True
    return False


def _cards(state: State) -> object:
    return state.columns, state.stock, state.waste


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.dealbank", description=__doc__)
    parser.add_argument("rules", nargs="*", metavar="RULES", help="variants such as RU1-C (all)")
    parser.add_argument("--count", type=int, default=5000, help="deals that a file is to hold (5000)")
    parser.add_argument("--folder", type=Path, default=FOLDER, help="where the files are (assets/deals)")
    parser.add_argument("--verify", action="store_true", help="prove what is there")
    parser.add_argument("--grades", action="store_true", help="look at the grades of what is there")
    parser.add_argument("--sample", type=int, default=60, help="deals of each grade that are looked at (60)")
    options = parser.parse_args()
    unknown = [rules for rules in options.rules if rules not in GAMES]
    if unknown:
        parser.error(f"no such variant: {', '.join(unknown)}")
    failed = False
    for prefix in options.rules or GAMES:
        if options.verify:
            bank = load(prefix, options.folder)
            wrong = verify(bank)
            failed = failed or bool(wrong)
            print(f"{prefix}: {len(bank.eases) - len(wrong)} deals proven, wrong: {[*map(str, wrong)]}", flush=True)
        elif options.grades:
            for sentence in grades(load(prefix, options.folder), options.sample):
                print(sentence, flush=True)
        else:
            find(prefix, options.count, options.folder)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
