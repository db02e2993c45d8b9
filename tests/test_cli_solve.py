"""The command ``solve``: a verdict on a code or a record, as words or as JSON, and nothing but a verdict."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from game.engine.record import from_dict
from game.engine.session import Outcome
from tests.support import ROOT

GOLDEN = Path(__file__).parent / "golden"


def run(*arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "main.py", "solve", *arguments]
    return subprocess.run(command, cwd=ROOT, input=stdin, capture_output=True, text=True, timeout=120, check=False)


@pytest.mark.parametrize("prefix", ["RU1-C", "RU1-R", "KL1-1"])
def test_a_deal_that_was_won_is_solvable_and_the_moves_win(prefix: str) -> None:
    code = json.loads((GOLDEN / f"win-{prefix}.json").read_text())["record"]["code"]
    found = run(code, "--json", "--seconds", "60")
    answer = json.loads(found.stdout)
    assert set(answer) == {"verdict", "events", "positions", "seconds"}
    assert answer["verdict"] == "solvable"
    replayed = from_dict({"format": 1, "code": code, "events": answer["events"]}).replay()
    assert replayed.outcome is Outcome.WON


def test_the_position_of_a_record_is_what_is_judged(tmp_path: Path) -> None:
    record = json.loads((GOLDEN / "win-RU1-C.json").read_text())["record"]
    record["events"] = record["events"][:-3]
    (tmp_path / "game.json").write_text(json.dumps(record))
    for found in (run(str(tmp_path / "game.json"), "--json"), run("-", "--json", stdin=json.dumps(record))):
        answer = json.loads(found.stdout)
        assert answer["verdict"] == "solvable" and len(answer["events"]) >= 3
        assert from_dict({**record, "events": record["events"] + answer["events"]}).replay().outcome is Outcome.WON


def test_without_time_nothing_is_known_and_nothing_is_claimed() -> None:
    answer = json.loads(run("EA1-C-AAAAABB", "--json", "--seconds", "0").stdout)
    assert (answer["verdict"], answer["events"]) == ("unknown", [])


def test_words_for_people() -> None:
    found = run("RU1-C-AAAAACM", "--seconds", "60")
    assert found.returncode == 0
    assert len(found.stdout.splitlines()) > 50 and found.stdout.splitlines()[1].startswith("t")


@pytest.mark.parametrize(
    ("arguments", "status"),
    [(["RU1-X-AAAAABB"], 1), (["no-such-file.json"], 1), (["RU1-C-AAAAABB", "--seconds", "soon"], 2), ([], 2)],
)
def test_bad_input_is_one_sentence(arguments: list[str], status: int) -> None:
    found = run(*arguments)
    assert found.returncode == status and found.stdout == ""
    assert "Traceback" not in found.stderr
    assert status == 2 or len(found.stderr.splitlines()) == 1
