"""Compile the solver's searches with mypyc: the same source, about twice as fast.

``python -m tools.compile_solver`` puts the compiled modules beside their sources, where Python prefers them;
``--remove`` takes them away again. It needs ``pip install '.[fast]'`` and a C compiler. Without it nothing is
missing: the solver is only slower.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
#: What is compiled: where the time goes. The rest of the solver is asked once for an answer.
MODULES = (
    "answer",
    "expand",
    "hopeless",
    "hopeless_packed",
    "packed",
    "packed_problem",
    "plain",
    "problem",
    "rows_problem",
    "score",
    "search",
    "stockpile",
    "tableau",
    "tableau_problem",
    "thrift",
    "unpack",
)
#: The name of the library that the compiled modules share; it lies at the root.
SHARED = "waraq_solver__mypyc"

_SETUP = """
from mypyc.build import mypycify
from setuptools import setup
setup(name="solver", packages=[], ext_modules=mypycify({paths!r}, group_name="waraq_solver", opt_level="{level}"))
"""


def build(into: Path, level: int = 3) -> None:
    """Compile into a folder that has the project's form, with the C compiler's optimisation ``level``.

    ``CalledProcessError`` with the compiler's words in ``stderr`` if it fails.
    """
    with tempfile.TemporaryDirectory() as name:
        # Elsewhere and without pyproject.toml: setuptools would read the project's own description.
        place = Path(name)
        shutil.copytree(ROOT / "game", place / "game", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
        paths = [f"game/solver/{module}.py" for module in MODULES]
        (place / "setup.py").write_text(_SETUP.format(paths=paths, level=level), encoding="utf-8")
        command = [sys.executable, "setup.py", "-q", "build_ext", "--inplace", f"-j{os.cpu_count() or 1}"]
        subprocess.run(command, cwd=place, check=True, capture_output=True, text=True)
        for built in compiled(place):
            target = into / built.relative_to(place)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(built, target)


def compiled(root: Path) -> list[Path]:
    """The compiled files in a folder of the project's form."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    names = [root / f"{SHARED}{suffix}", *(root / "game" / "solver" / f"{module}{suffix}" for module in MODULES)]
    return [name for name in names if name.exists()]


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tools.compile_solver", description=__doc__)
    parser.add_argument("--remove", action="store_true", help="take the compiled modules away")
    options = parser.parse_args()
    for old in compiled(ROOT):
        old.unlink()
    if not options.remove:
        try:
            build(ROOT)
        except subprocess.CalledProcessError as fault:
            print(fault.stderr or fault.stdout, file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
