"""The shape of the house: imports run one way, the engine stays pure, modules stay short."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.support import ROOT

MOST_LINES = 350
OLDEST_PYTHON = (3, 11)
MODULES = sorted((ROOT / "game").rglob("*.py"))
_NAMES = {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__") for path in MODULES}

#: What each room of ``game`` may import of ``game``, beside itself. A room that is not here is a new one: decide.
MAY_IMPORT: dict[str, set[str]] = {
    "game": set(),
    "game.engine": set(),
    "game.paths": set(),
    "game.text": {"game.engine", "game.paths"},
    "game.storage": {"game.engine", "game.paths"},
    "game.play": {"game.engine", "game.storage", "game.solver", "game.net"},
    "game.solver": {"game.engine", "game.paths", "game.storage.files"},
    "game.net": {"game.engine"},
    "game.server": {"game.engine", "game.net"},
    "game.kiosk": {"game.engine", "game.paths", "game.storage"},
    "game.ui": {
        "game.engine",
        "game.kiosk",
        "game.net",
        "game.paths",
        "game.play",
        "game.solver",
        "game.storage",
        "game.text",
    },
    "game.handover": set(),
    "game.instance": {"game.handover"},
    "game.cli": {"game.text", "game.paths", "game.solver", "game.commands", "game.opening"},
    "game.commands": {
        "game.engine",
        "game.paths",
        "game.text",
        "game.storage",
        "game.solver",
        "game.net",
        "game.server",
        "game.kiosk",
    },
    "game.opening": {
        "game.instance",
        "game.kiosk",
        "game.paths",
        "game.storage",
        "game.text",
        "game.ui",
        "game.app",
        "game.kiosked",
    },
    "game.kiosked": {
        "game.app",
        "game.engine",
        "game.kiosk",
        "game.paths",
        "game.solver",
        "game.storage",
        "game.text",
        "game.ui",
    },
    "game.app": {
        "game.instance",
        "game.engine",
        "game.paths",
        "game.text",
        "game.storage",
        "game.solver",
        "game.net",
        "game.play",
        "game.ui",
    },
}
#: The rooms that work without a display.
WITHOUT_PYGAME = sorted(set(MAY_IMPORT) - {"game.ui", "game.app", "game.kiosked", "game.opening"})


class Import(NamedTuple):
    """One module that another imports; ``late`` when it happens inside a function."""

    target: str
    line: int
    late: bool


def imports(path: Path) -> Iterator[Import]:
    """All imports of a module, wherever they stand, with full names."""
    tree = parsed(path)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    late = {id(inner) for function in functions for inner in ast.walk(function)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            for target in targets(path, node):
                yield Import(target, node.lineno, id(node) in late)


def targets(path: Path, node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    package = ".".join(path.relative_to(ROOT).parent.parts[: -node.level + 1 or None]) if node.level else ""
    base = ".".join(part for part in (package, node.module) if part)
    members = [f"{base}.{alias.name}" for alias in node.names]
    return [member if member in _NAMES else base for member in members]


def room(name: str) -> str:
    """The package or single module directly in ``game`` that a module belongs to."""
    return ".".join(name.split(".")[:2])


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"), feature_version=OLDEST_PYTHON)


every_module = pytest.mark.parametrize("path", MODULES, ids=name_of)


@every_module
def test_imports_run_one_way(path: Path) -> None:
    mine = room(name_of(path))
    assert mine in MAY_IMPORT, f"{mine} is new: say in MAY_IMPORT what it may import"
    allowed = {mine, "game", *MAY_IMPORT[mine]}
    for found in imports(path):
        if room(found.target).partition(".")[0] == "game":
            assert room(found.target) in allowed or found.target in allowed, f"line {found.line}: {found.target}"


@every_module
def test_the_command_line_imports_the_window_only_when_it_opens_one(path: Path) -> None:
    for found in imports(path):
        openers = {"game.opening": "game.cli", "game.app": "game.opening", "game.kiosked": "game.opening"}
        opener = openers.get(room(found.target))
        if opener is not None and name_of(path) != "game.kiosked":  # which is itself loaded late
            assert name_of(path) == opener
            assert found.late, f"line {found.line}"


@pytest.mark.parametrize("path", [path for path in MODULES if room(name_of(path)) == "game.engine"], ids=name_of)
def test_the_engine_needs_nothing_but_the_standard_library(path: Path) -> None:
    for found in imports(path):
        top = found.target.partition(".")[0]
        assert top == "game" or top in sys.stdlib_module_names, f"line {found.line}: {found.target}"


@pytest.mark.parametrize("path", [path for path in MODULES if room(name_of(path)) in WITHOUT_PYGAME], ids=name_of)
def test_what_runs_without_a_display_imports_no_pygame(path: Path) -> None:
    assert not [found for found in imports(path) if found.target.partition(".")[0] in ("pygame", "pytweening")]


@pytest.mark.parametrize("path", [path for path in MODULES if room(name_of(path)) == "game.engine"], ids=name_of)
def test_the_engine_knows_no_clock_no_chance_and_no_file(path: Path) -> None:
    """The same record gives the same game, whenever and wherever."""
    forbidden = {"time", "datetime", "random", "secrets", "os", "pathlib", "io", "threading", "logging", "locale"}
    assert not {found.target.partition(".")[0] for found in imports(path)} & forbidden
    calls = [node.func for node in ast.walk(parsed(path)) if isinstance(node, ast.Call)]
    assert not [call for call in calls if isinstance(call, ast.Name) and call.id in {"open", "print", "input"}]


#: The authorities, and what stands between them and a server's sockets and database.
PURE = [ROOT / "game" / "net" / f"{name}.py" for name in ("messages", "solo", "match", "fairness", "wire", "outbox")]
PURE += [ROOT / "game" / "server" / f"{name}.py" for name in ("tables", "solotable", "matchtable", "works")]


@pytest.mark.parametrize("path", PURE, ids=name_of)
def test_an_authority_knows_no_clock_no_chance_and_no_network(path: Path) -> None:
    """What happens follows from what it is told, so that a test can tell it anything."""
    forbidden = {"time", "datetime", "random", "secrets", "os", "pathlib", "threading", "asyncio", "websockets"}
    assert not {found.target.partition(".")[0] for found in imports(path)} & forbidden


def test_the_window_opens_without_what_only_the_network_needs() -> None:
    program = "import sys, game.app; sys.exit(', '.join({'msgspec', 'websockets', 'asyncpg'} & set(sys.modules)) or 0)"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@every_module
def test_a_module_is_readable_by_the_oldest_python_that_is_promised(path: Path) -> None:
    assert parsed(path).body


@every_module
def test_a_module_is_short_enough_to_be_read(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= MOST_LINES


def test_the_reader_of_imports_sees_them_in_every_form(tmp_path: Path) -> None:
    """Guards this module: late, relative, package and submodule imports are all found."""
    text = "import os\nfrom game import paths\nfrom . import rules\nfrom ..text.picture import picture\n"
    text += "def late():\n    from game.app import run\n"
    tree = ast.parse(text)
    path = ROOT / "game" / "engine" / "example.py"
    found = [targets(path, node) for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert found == [["os"], ["game.paths"], ["game.engine.rules"], ["game.text.picture"], ["game.app"]]
    example = tmp_path / "example.py"
    example.write_text(text.replace("from . ", "from game.engine ").replace("from ..text", "from game.text"))
    assert [(item.target, item.late) for item in imports(example)][-1] == ("game.app", True)
