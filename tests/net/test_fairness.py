"""The proof of a fair deal: from the server's reveal to the command that checks it, and every way not to hold."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.engine.games import ERAM_SOLO
from game.engine.record import Deal, Record, from_json
from game.net import wire
from game.net.fairness import PROOF, Proof, ProvenBoard, commitment
from game.net.fromserver import Reveal
from game.net.fromserver import read as read_answer
from tests.net.harness import run, serving, sqlite, talking
from tests.test_cli import complaint, output

SEED = bytes(range(32))


def proven() -> dict[str, Any]:
    """A record of a match with its proof, as plain values."""
    boards = (ProvenBoard("Maria", "finished", 0, ("draw", "finish")), ProvenBoard("نور", "expired", 0, ("draw",)))
    proof = Proof("a1b2", commitment("a1b2", SEED), boards)
    return Record(Deal.from_seed(ERAM_SOLO, SEED), ("draw", "finish"), 7.0, {PROOF: proof.to_dict()}).to_dict()


def test_what_the_server_reveals_is_a_record_that_the_command_accepts(tmp_path: Path) -> None:
    async def story() -> Record:
        async with serving(sqlite(tmp_path)) as server, talking(server.port, name="A") as talker:
            snapshot = await talker.ask("new", "snapshot")
            game = snapshot["game"]
            for cid, event in enumerate(("draw", "draw", "undo", "finish"), 1):
                assert (await talker.do(game, cid, event))["t"] == "ok"
            told = read_answer(json.dumps(await talker.hear("reveal")))
            assert isinstance(told, Reveal)
            assert told.commitment == snapshot["commitment"]
            return wire.record_of(told, 0)

    path = tmp_path / "record.json"
    path.write_text(run(story).to_json(), encoding="utf-8")
    assert from_json(path.read_bytes()).replay().moves == 2
    lines = output("verify-deal", path).splitlines()
    assert "promised" in lines[0]
    assert len(lines[1].split(": ")[1].split()) == 52
    assert lines[2].startswith("A: score 0")


def test_the_command_tells_the_cards_and_the_boards(tmp_path: Path) -> None:
    path = tmp_path / "record.json"
    path.write_text(json.dumps(proven()), encoding="utf-8")
    told = json.loads(output("verify-deal", path, "--json"))
    assert (told["of"], told["commitment"]) == ("a1b2", commitment("a1b2", SEED))
    assert len(set(told["pack"])) == 52
    assert told["boards"] == [{"name": "Maria", "score": 0}, {"name": "نور", "score": 0}]
    assert json.loads(output("verify-deal", "-", "--json", stdin=path.read_bytes())) == told


def change(path: str, value: Any) -> Callable[[dict[str, Any]], None]:
    """Put a value at a place such as ``proof/boards/0/score``."""

    def make(values: Any) -> None:
        *way, last = path.split("/")
        for step in way:
            values = values[int(step) if step.isdigit() else step]
        values[last] = value

    return make


WRONG = {
    "another seed": (change("seed", "00" * 32), "does not match"),
    "another match": (change("proof/of", "a1b3"), "does not match"),
    "another commitment": (change("proof/commitment", "0" * 64), "does not match"),
    "a move that is impossible": (change("proof/boards/0/events", ["t1:7>t2"]), "recorded for Maria are not possible"),
    "a score that was not made": (change("proof/boards/1/score", 20), "recorded for نور lead to another result"),
    "a win that was none": (change("proof/boards/1/outcome", "won"), "recorded for نور lead to another result"),
    "a finish that is missing": (change("proof/boards/0/events", ["draw"]), "Maria lead to another result"),
    "no boards": (change("proof/boards", []), "cannot be read"),
    "a name that is a number": (change("proof/boards/0/name", 7), "cannot be read"),
    "a name without end": (change("proof/of", "x" * 1000), "cannot be read"),
    "events that are none": (change("proof/boards/0/events", [1]), "cannot be read"),
    "a true score": (change("proof/boards/0/score", True), "cannot be read"),
    "more than is known": (change("proof/more", 1), "cannot be read"),
    "a proof that is a list": (change("proof", []), "cannot be read"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_proof_that_does_not_hold_is_refused_in_a_sentence(name: str) -> None:
    make, sentence = WRONG[name]
    values = proven()
    make(values)
    assert sentence in complaint("verify-deal", "-", stdin=json.dumps(values).encode())


def test_a_record_without_a_proof_is_told_so() -> None:
    values = proven()
    del values["proof"]
    assert "nothing to check" in complaint("verify-deal", "-", stdin=json.dumps(values).encode())
    assert complaint("verify-deal", "-", stdin=b"{")
    assert complaint("verify-deal", "no such file")
