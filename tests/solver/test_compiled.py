"""The compiled solver is the same solver: the same answers, after looking at the same number of positions."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.support import DATA, ROOT
from tools import compile_solver

_MISSING = [name for name in ("mypyc", "setuptools") if importlib.util.find_spec(name) is None]
if shutil.which("cc") is None and sys.platform != "win32":
    _MISSING.append("a C compiler")

needs_compiler = pytest.mark.skipif(bool(_MISSING), reason=f"not installed: {', '.join(_MISSING)}")

#: What each of the two is asked, in a process of its own; its time is bounded by positions alone.
_ASK = """
import json, sys
import game.solver.search
from game.engine.games import GAMES
from game.engine.record import from_dict
from game.solver.answer import Budget
from game.solver.solve import solve
answers = []
for line in open(sys.argv[1], encoding="utf-8"):
    known = json.loads(line)
    record = {"format": 1, "rules": known["rules"], "pack": known["pack"], "events": []}
    state = from_dict(record).replay().state
    answer = solve(GAMES[known["rules"]], state, Budget(1e9, 3_000), lambda: False, lambda: 0.0)
    answers.append([answer.verdict.value, [str(move) for move in answer.moves], answer.positions])
print(json.dumps({"file": game.solver.search.__file__, "answers": answers}))
"""


def asked(folder: Path) -> dict[str, Any]:
    """The answers of the solver that lies in a folder."""
    command = [sys.executable, "-c", _ASK, str(DATA / "verdicts-small.jsonl")]
    return json.loads(subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout)


@needs_compiler
def test_the_compiled_solver_answers_as_the_plain_one(tmp_path: Path) -> None:
    ignored = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
    for name in ("plain", "compiled"):
        shutil.copytree(ROOT / "game", tmp_path / name / "game", ignore=ignored)
    compile_solver.build(tmp_path / "compiled", level=0)
    plain, compiled = asked(tmp_path / "plain"), asked(tmp_path / "compiled")
    assert plain["file"].endswith(".py") and not compiled["file"].endswith(".py")
    assert compiled["answers"] == plain["answers"]
    assert {verdict for verdict, _, _ in plain["answers"]} >= {"solvable", "unsolvable"}


def test_every_module_that_is_compiled_is_there() -> None:
    modules = {path.stem for path in (ROOT / "game" / "solver").glob("*.py")}
    assert set(compile_solver.MODULES) <= modules
