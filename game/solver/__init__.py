"""The solver: whether a position can be won, and how. It knows no screen, no file and no clock of its own."""

from game.solver.answer import Answer, Budget, Verdict
from game.solver.solve import solve

__all__ = ["Answer", "Budget", "Verdict", "solve"]
