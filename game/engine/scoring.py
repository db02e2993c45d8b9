"""Points for a move under a spec's scoring table."""

from __future__ import annotations

from game.engine.spec import Scoring
from game.engine.state import WASTE, Move, is_column, is_foundation


def move_points(scoring: Scoring, move: Move, turned: bool) -> int:
    """Points of a card move; ``turned`` says that it uncovered a face-down card."""
    points = scoring.turned if turned else 0
    if is_foundation(move.dst):
        points += scoring.waste_to_foundation if move.src == WASTE else scoring.column_to_foundation
    elif move.src == WASTE:
        points += scoring.waste_to_column
    elif is_foundation(move.src) and is_column(move.dst):
        points += scoring.takeback
    return points


def recycle_points(scoring: Scoring, recycles: int) -> int:
    """Points of the next recycle when ``recycles`` were done before it."""
    return 0 if recycles < scoring.free_recycles else scoring.recycle


def add(scoring: Scoring, score: int, points: int) -> int:
    """The new score, kept at 0 or above where the table has a floor."""
    return max(0, score + points) if scoring.floor else score + points
