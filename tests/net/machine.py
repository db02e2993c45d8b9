"""Random courses of matches and solo games through the server's tables, against a model that shares no rules with them.

The model knows: an undo gives back exactly what was told before; a command counts once; a deadline is a deadline; what
was never open to view is never told; what is stored is what was acknowledged. ``python -m tests.net.machine`` runs as
many examples as asked.
"""

from __future__ import annotations

import argparse
import sys

from hypothesis import Phase, settings
from hypothesis.stateful import (
    run_state_machine_as_test,
)

from tests.net.courses import CourseMachine
from tests.net.matchcourses import MatchMachine
from tests.net.solocourses import SoloMachine

MACHINES = {"match": MatchMachine, "solo": SoloMachine}


def check(machine: type[CourseMachine], examples: int, steps: int = 40, shrink: bool = True) -> None:
    """Run a machine; an ``AssertionError`` tells a course that breaks the model."""
    phases = (Phase.generate, Phase.shrink) if shrink else (Phase.generate,)
    run_state_machine_as_test(
        machine, settings=settings(max_examples=examples, stateful_step_count=steps, phases=phases, deadline=None)
    )


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.net.machine", description="random courses against a model")
    parser.add_argument("--examples", type=int, default=3000)
    options = parser.parse_args(arguments)
    for name, machine in MACHINES.items():
        check(machine, options.examples)
        print(f"{name}: {options.examples} examples hold")


if __name__ == "__main__":
    main(sys.argv[1:])
