"""The searches: depth-first and best-first, both complete when they are not stopped.

Both keep the exact key of each position that they saw, and no position is forgotten, so a search that runs out of
positions has shown that there is no win. Depth-first keeps little else; best-first keeps whole positions, and
finds wins where depth-first is lost in a hopeless part, so it is given the first, bounded try.
"""

from __future__ import annotations

from heapq import heappop, heappush

from game.solver.answer import Meter, Verdict
from game.solver.problem import Node, Problem, Step

#: A verdict, and the path to a win.
Found = tuple[Verdict, list[Step]]


def depth_first(problem: Problem, meter: Meter) -> Found:
    """Search the whole of a problem, the most promising successors first."""
    node = problem.settled(problem.root())
    if problem.is_won(node):
        return Verdict.SOLVABLE, []
    seen = {problem.key(node)}
    path: list[Step] = []
    levels = [problem.successors(node)]
    while levels:
        if not levels[-1]:
            levels.pop()
            if path:
                path.pop()
            continue
        child, step = levels[-1].pop()
        node = problem.settled(child)
        key = problem.key(node)
        if key in seen:
            if meter.charge(0):
                return Verdict.UNKNOWN, []
            continue
        seen.add(key)
        path.append(step)
        if problem.is_won(node):
            return Verdict.SOLVABLE, path
        if meter.charge():
            return Verdict.UNKNOWN, []
        levels.append(problem.successors(node))
    return Verdict.UNSOLVABLE, []


def best_first(problem: Problem, meter: Meter, most: int, scoring: int = 0, haste: int = 0) -> Found:
    """Search from the position with the lowest score on, the oldest of equals first, and give up after ``most``.

    Each step on the way adds ``haste`` to the score: the more, the shorter the wins that are found, if one is.
    """
    node = problem.settled(problem.root())
    if problem.is_won(node):
        return Verdict.SOLVABLE, []
    seen = {problem.key(node)}
    came: list[tuple[int, Step]] = [(-1, None)]
    depths = [0]
    heap: list[tuple[int, int, Node]] = [(0, 0, node)]
    while heap:
        _, at, node = heappop(heap)
        for child, step in reversed(problem.successors(node)):
            after = problem.settled(child)
            key = problem.key(after)
            if key in seen:
                if meter.charge(0):
                    return Verdict.UNKNOWN, []
                continue
            seen.add(key)
            came.append((at, step))
            depths.append(depths[at] + 1)
            if problem.is_won(after):
                return Verdict.SOLVABLE, _path(came)
            if meter.charge() or len(came) > most:
                return Verdict.UNKNOWN, []
            score = problem.score(after, scoring) + haste * depths[-1]
            heappush(heap, (score, len(came) - 1, after))
    return Verdict.UNSOLVABLE, []


def _path(came: list[tuple[int, Step]]) -> list[Step]:
    """The steps to the position that came last."""
    steps: list[Step] = []
    at = len(came) - 1
    while at > 0:
        at, step = came[at]
        steps.append(step)
    steps.reverse()
    return steps
