"""The engine against deals and games that an independent implementation of the rules has written down."""

from __future__ import annotations

import json
from typing import Any

import pytest

from game.engine import cards
from game.engine.deals import letters, number_of, pack_of, shuffle
from game.engine.record import Record, from_dict
from tests.support import DATA, shared

DEALS = json.loads((DATA / "deals.json").read_text(encoding="utf-8"))
PLAYOUTS = [json.loads(line) for line in (DATA / "playouts.jsonl").read_text(encoding="utf-8").splitlines()]


def replayed(values: dict[str, Any]) -> dict[str, Any]:
    record: Record = from_dict({"format": 1, **values})
    return {"code": str(record.deal.code), **record.replay().position()}


@pytest.mark.parametrize("vector", DEALS["shuffle"], ids=lambda vector: vector["letters"])
def test_a_deal_number_has_the_letters_and_the_pack_that_it_always_had(vector: dict[str, Any]) -> None:
    assert letters(vector["number"]) == vector["letters"]
    assert number_of(vector["letters"]) == vector["number"]
    assert cards.names(pack_of(vector["number"])) == vector["pack"]


@pytest.mark.parametrize("vector", DEALS["shuffle_seed"], ids=lambda vector: vector["seed_hex"][:8])
def test_a_secret_seed_gives_the_pack_that_it_always_gave(vector: dict[str, Any]) -> None:
    assert cards.names(shuffle(bytes.fromhex(vector["seed_hex"]))) == vector["pack"]


@pytest.mark.parametrize("position", DEALS["deals"], ids=lambda position: position["code"])
def test_a_code_opens_with_the_same_cards_everywhere(position: dict[str, Any]) -> None:
    assert replayed({"code": position["code"], "events": []}) == position


@pytest.mark.parametrize("vector", PLAYOUTS, ids=lambda vector: vector["code"])
def test_a_written_game_ends_in_the_written_position(vector: dict[str, Any]) -> None:
    code, events = vector["code"], vector["events"]
    assert replayed({"code": code, "events": events}) == {"code": code, **vector["position"]}


def test_the_written_games_reach_wins_undo_and_paid_recycles() -> None:
    """Guards the vectors themselves: without these, the tests above would say little."""
    positions = [vector["position"] for vector in PLAYOUTS]
    assert any(position["won"] for position in positions)
    assert any(position["recycles"] > 3 for position in positions)
    assert any("undo" in vector["events"] for vector in PLAYOUTS)


@pytest.mark.parametrize("name", ["deals.json", "playouts.jsonl"])
def test_the_kept_vectors_are_the_shared_ones(name: str) -> None:
    assert (DATA / name).read_bytes() == shared(f"vectors/{name}").read_bytes()
