"""Kept games: what a save of today must still mean in every later version.

A file holds a record, the score, moves and recycles after every 25th event, and the position at its end. They are
written once and never again: a change of a result here is a change of the rules, and breaks the players' saves.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from game.engine.games import GAMES
from game.engine.record import from_dict
from game.engine.session import Outcome, Session
from tests.support import GOLDEN, golden

FILES = sorted(GOLDEN.glob("*.json"))
_EVERY = 25


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_game_runs_and_ends_as_it_always_did(path: Path) -> None:
    kept = golden(path.stem)
    record = from_dict(kept["record"])
    session = Session(record.deal.spec, record.deal.pack)
    checkpoints = []
    for index, event in enumerate(record.events, start=1):
        session.do_text(event)
        if index % _EVERY == 0:
            checkpoints.append([index, session.state.score, session.moves, session.state.recycles])
    assert checkpoints == kept["checkpoints"]
    assert session.position() == kept["position"]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_kept_game_is_written_back_as_it_was(path: Path) -> None:
    kept = golden(path.stem)["record"]
    assert from_dict(kept).to_dict() == kept


@pytest.mark.parametrize("prefix", GAMES)
def test_every_game_has_a_long_kept_game_with_undo(prefix: str) -> None:
    record = from_dict(golden(prefix)["record"])
    assert record.deal.spec is GAMES[prefix]
    assert len(record.events) >= 100
    assert "undo" in record.events


@pytest.mark.parametrize("prefix", GAMES)
def test_every_game_has_a_kept_win(prefix: str) -> None:
    record = from_dict(golden(f"win-{prefix}")["record"])
    session = record.replay()
    assert record.deal.spec is GAMES[prefix]
    assert session.outcome is Outcome.WON
    assert session.state.foundations == (13, 13, 13, 13)


def test_no_kept_game_is_left_of_a_variant_that_is_gone() -> None:
    assert {path.stem.removeprefix("win-") for path in FILES} == set(GAMES)


def test_a_kept_game_ends_by_finish_where_the_rules_have_one() -> None:
    for prefix, spec in GAMES.items():
        assert ("finish" in golden(prefix)["record"]["events"]) == spec.declared_finish
