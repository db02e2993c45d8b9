"""The README promises two commands; continuous integration must run the very same test command."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def commands(heading: str) -> list[str]:
    section = (ROOT / "README.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1].split("\n## ")[0]
    return re.findall(r"```(?:sh|bat)\n(.*?)\n```", section, re.DOTALL)


def test_continuous_integration_runs_the_readmes_test_command() -> None:
    command = commands("Test")[0]
    assert command.endswith("-m pytest -n auto")
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_each_promise_is_one_line_for_each_system() -> None:
    for heading in ("Play", "Test"):
        linux, windows = commands(heading)
        assert "\n" not in linux + windows
        assert linux.startswith("python3 ") and windows.startswith("py ")


def test_what_the_readme_shows_and_links_is_there() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)\)", text):
        assert (ROOT / target).is_file(), target
