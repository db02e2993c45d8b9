"""The worked examples of the rules pages: a real game, a caption for each step, and moves that are tried and refused.

A file of ``assets/examples`` holds a ``record`` and its ``steps``. A step has a ``caption`` (the end of a text's key)
and either ``events``, how many events of the record it plays, or ``refused``, an event that is tried there, with the
``rule`` that refuses it. A test plays each file through the engine.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from game.engine.record import Record, from_dict
from game.engine.refusal import Refusal
from game.engine.state import Event, parse_event
from game.paths import ASSETS

FOLDER = ASSETS / "examples"


class Refused(NamedTuple):
    """An event that is tried in vain, and the rule that refuses it."""

    event: Event
    rule: Refusal


class ExampleStep(NamedTuple):
    """One step: its caption's key, the events played by its end, and what is tried then."""

    caption: str
    played: int
    refused: Refused | None


class Example(NamedTuple):
    """A game with captions."""

    record: Record
    steps: list[ExampleStep]


def example(game: str) -> Example:
    """The example of a game (``RU``, ``KL``, ``ER``, ``EA``)."""
    values = json.loads((FOLDER / f"{game}.json").read_text(encoding="utf-8"))
    steps, played = [], 0
    for step in values["steps"]:
        played += step.get("events", 0)
        refused = Refused(parse_event(step["refused"]), Refusal(step["rule"])) if "refused" in step else None
        steps.append(ExampleStep(step["caption"], played, refused))
    return Example(from_dict(values["record"]), steps)
