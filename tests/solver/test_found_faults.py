"""Faults that the comparison with an exhaustive search found, each as the position that showed it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from game.engine.games import ERAM_SOLO, KLONDIKE_ONE, KLONDIKE_THREE
from game.engine.spec import GameSpec
from game.engine.state import State
from game.engine.view import masked
from game.solver.answer import Budget
from game.solver.solve import solve
from tests.solver.differential import sayings
from tests.support import board

COLUMNS = ((2, 1), (3, 1), (3, 1))
KLONDIKE = replace(KLONDIKE_ONE, columns=COLUMNS, ranks=5)
ERAM = replace(ERAM_SOLO, columns=COLUMNS, ranks=5)

FAULTS: dict[str, tuple[GameSpec, State]] = {
    "a stock card went up unasked and covered one that was still needed": (
        KLONDIKE,
        board(
            KLONDIKE,
            "[AH] [5D] 4H 3S",
            "[3H] [AD] [3D] 5H 4C",
            "[2D] 3C",
            stock="2H AC",
            waste="2C 5C 4D 2S 5S 4S AS",
        ),
    ),
    "a stock card was not tried after its suit's next went up in place of its twin": (
        KLONDIKE,
        board(
            KLONDIKE,
            "[3S] [3C] 2C",
            "[AS] [5H] [AH] 4C 3H 2S",
            "[4D] [5S] 5D",
            waste="4S 5C 4H 3D 2H AC",
            foundations=(0, 0, 2, 0),
        ),
    ),
    "a king that goes up leaves an empty column, and a winnable position was taken for lost": (
        ERAM,
        board(
            ERAM,
            "[3H] [4H] 5H 4S 3D",
            "[5D] [2C] [2D] 5C 4D 3S",
            stock="2S 2H",
            waste="5S 4C 3C",
            foundations=(1, 1, 1, 1),
        ),
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_fault(fault: str) -> None:
    spec, state = FAULTS[fault]
    for name, winnable in sayings(spec, state, Counter()):
        assert winnable, name


def test_hidden_faces_are_not_looked_at() -> None:
    state = board(KLONDIKE_THREE, "[3S] [3C] 2C", stock="2S 2H")
    with pytest.raises(ValueError, match="hidden"):
        solve(KLONDIKE_THREE, masked(KLONDIKE_THREE, state), Budget(), lambda: False, lambda: 0.0)
