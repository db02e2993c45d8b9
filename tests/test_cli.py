"""The commands as a user runs them: ``python main.py deal …`` and ``replay …`` in a process of their own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import pytest

from game.engine.games import GAMES
from tests.support import DATA, ROOT, golden

_OPENINGS = {position["code"]: position for position in json.loads((DATA / "deals.json").read_text())["deals"]}
_GOOD = {"format": 1, "code": "KL1-1-AAAAABB", "events": ["draw", "draw"], "elapsed": 5}

#: Runs main.py where `import pygame` fails, and fails itself if anything asked for it.
_WITHOUT_PYGAME = """
import runpy, sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "pygame":
            raise SystemExit("pygame was imported")
sys.meta_path.insert(0, Refuse())
sys.argv = ["main.py", *sys.argv[1:]]
runpy.run_path("main.py", run_name="__main__")
"""


def run(
    *arguments: str | Path,
    stdin: bytes = b"",
    program: tuple[str, ...] = ("main.py",),
    environment: Mapping[str, str | None] = MappingProxyType({}),
) -> subprocess.CompletedProcess[bytes]:
    """The finished process; ``environment`` adds variables, or takes away those that are None."""
    wanted = {**os.environ, "LANGUAGE": "en", "PYTHONIOENCODING": None, **environment}
    return subprocess.run(
        [sys.executable, *program, *map(str, arguments)],
        input=stdin,
        capture_output=True,
        check=False,
        cwd=ROOT,
        env={name: value for name, value in wanted.items() if value is not None},
        timeout=120,
    )


def output(*arguments: str | Path, stdin: bytes = b"") -> str:
    done = run(*arguments, stdin=stdin)
    assert (done.returncode, done.stderr) == (0, b"")
    return done.stdout.decode()


def complaint(*arguments: str | Path, stdin: bytes = b"") -> str:
    """The one line that a fault of the input gives, with exit status 1 and nothing on standard output."""
    done = run(*arguments, stdin=stdin)
    sentence = done.stderr.decode()
    assert (done.returncode, done.stdout) == (1, b""), sentence
    assert "Traceback" not in sentence
    assert sentence.strip()
    assert sentence.splitlines(keepends=True) == [sentence.strip() + os.linesep]
    return sentence.strip()


def replay_of(**changes: object) -> bytes:
    return json.dumps({**_GOOD, **changes}).encode()


# --- What it prints


@pytest.mark.parametrize("code", _OPENINGS)
def test_deal_prints_the_opening_position(code: str) -> None:
    assert json.loads(output("deal", code, "--json")) == _OPENINGS[code]


@pytest.mark.parametrize("prefix", GAMES)
def test_deal_prints_a_picture(prefix: str) -> None:
    picture = output("deal", f" {prefix.lower()}-aaaaabb ")
    assert f"{prefix}-AAAAABB" in picture
    assert "J♦" in picture
    assert "[" in picture


@pytest.mark.parametrize("prefix", GAMES)
def test_replay_prints_the_final_position(prefix: str, tmp_path: Path) -> None:
    kept = golden(f"win-{prefix}")
    file = tmp_path / "game.json"
    file.write_text(json.dumps(kept["record"]), encoding="utf-8")
    assert json.loads(output("replay", file, "--json")) == {"code": kept["record"]["code"], **kept["position"]}
    assert "won" in output("replay", file)


def test_replay_reads_standard_input() -> None:
    assert json.loads(output("replay", "-", "--json", stdin=replay_of()))["moves"] == 2


def test_replay_of_a_secret_deal_names_the_rules() -> None:
    record = {"format": 1, "rules": "ER1-S", "seed": "0f" * 32, "events": ["draw", "finish"]}
    values = json.loads(output("replay", "-", "--json", stdin=json.dumps(record).encode()))
    assert (values["rules"], values["moves"], values["won"]) == ("ER1-S", 1, False)
    assert "code" not in values


def test_a_path_may_hold_arabic_letters_and_blanks(tmp_path: Path) -> None:
    file = tmp_path / "ألعاب محفوظة" / "لعبة ١.json"
    file.parent.mkdir()
    file.write_bytes(replay_of())
    assert json.loads(output("replay", file, "--json"))["moves"] == 2
    file.write_bytes(b"{")
    assert complaint("replay", file)


# --- What it refuses


@pytest.mark.parametrize(
    ("code", "part"),
    [("XX1-C-AAAAABB", "XX1"), ("RU1-C-AAAAAB1", "AAAAAB1"), ("RU1-Q-AAAAABB", "Q"), ("RU2-C-AAAAABB", "RU2")],
)
def test_deal_refuses_a_wrong_code_in_one_line_that_names_the_part(code: str, part: str) -> None:
    assert f"“{part}”" in complaint("deal", code)


@pytest.mark.parametrize("code", ["RU1\n-C-AAAAABB", "foo\nbar", "RU1-C-AA\r\nABB", "RU1-C-\x1b[31mAA"])
def test_a_code_with_control_characters_still_gives_one_harmless_line(code: str) -> None:
    assert "\x1b" not in complaint("deal", code)


@pytest.mark.parametrize("event", ["t1:1\n>t2", "hello\r\nthere", "\x1b[2J"])
def test_an_event_with_control_characters_still_gives_one_harmless_line(event: str) -> None:
    assert "\x1b" not in complaint("replay", "-", stdin=replay_of(events=[event]))


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"\xff\xfe", b"[]", b"[" * 100_000, replay_of(format=2), replay_of(code="RU1-C"), b" " * (5 << 20)],
    ids=["empty", "broken", "bytes", "list", "deep", "newer format", "wrong code", "too large"],
)
def test_replay_refuses_a_file_that_is_no_record_in_one_line(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_bytes(content)
    sentence = complaint("replay", file)
    assert complaint("replay", "-", stdin=content) == sentence


def test_replay_says_that_a_newer_format_is_newer() -> None:
    assert "newer" in complaint("replay", "-", stdin=replay_of(format=99))


def test_an_illegal_event_is_named_with_index_text_and_rule() -> None:
    sentence = complaint("replay", "-", stdin=replay_of(events=[*["draw"] * 45, "t3:1>t3", "draw"]))
    assert "45" in sentence
    assert "t3:1>t3" in sentence
    assert "same-pile" in sentence


def test_a_folder_or_nothing_in_place_of_the_file_is_one_line(tmp_path: Path) -> None:
    assert str(tmp_path) in complaint("replay", tmp_path)
    assert "absent.json" in complaint("replay", tmp_path / "absent.json")
    assert complaint("replay", tmp_path / "two\nlines.json")


@pytest.mark.parametrize(
    "arguments", [("fly",), ("deal",), ("replay",), ("deal", "a", "b"), ("deal", "a", "--xml"), ("--json",)]
)
def test_wrong_usage_ends_with_status_2(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert b"usage" in done.stderr
    assert b"Traceback" not in done.stderr


def test_help_and_version_are_printed() -> None:
    assert "replay" in output("--help")
    assert "Waraq" in output("--version")


# --- Where it runs


@pytest.mark.parametrize("arguments", [("deal", "RU1-C-AAAAABB"), ("replay", "-"), ("replay", "absent"), ("--help",)])
def test_the_commands_need_no_pygame_and_no_display(arguments: tuple[str, ...]) -> None:
    bare = {"DISPLAY": None, "WAYLAND_DISPLAY": None, "SDL_VIDEODRIVER": None}
    done = run(*arguments, stdin=replay_of(), program=("-c", _WITHOUT_PYGAME), environment=bare)
    assert done.returncode == ("absent" in arguments)
    assert b"pygame" not in done.stderr


_ENVIRONMENTS: dict[str, dict[str, str | None]] = {
    "C": {"LANG": "C", "LC_ALL": None, "LC_CTYPE": None},
    "C without UTF-8": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    "ASCII output": {"PYTHONIOENCODING": "ascii"},
    "Windows code page": {"PYTHONIOENCODING": "cp1252"},
    "unknown language": {"LANG": "xx_YY.nothing", "LC_ALL": None, "LANGUAGE": None},
    "no language": {"LANG": None, "LC_ALL": None, "LC_CTYPE": None, "LANGUAGE": None},
}


@pytest.mark.parametrize("name", _ENVIRONMENTS)
def test_pictures_and_complaints_are_printed_under_any_locale(name: str) -> None:
    environment = _ENVIRONMENTS[name]
    picture = run("deal", "RU1-C-AAAAABB", environment=environment)
    assert (picture.returncode, picture.stderr) == (0, b"")
    assert b"RU1-C-AAAAABB" in picture.stdout
    refused = run("deal", "ورق", environment=environment)
    assert (refused.returncode, refused.stderr.count(b"\n")) == (1, 1)


def test_a_reader_that_goes_away_is_no_crash() -> None:
    """As with ``| head -1``: the pipe is closed before anything is written."""
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        arguments = [sys.executable, "main.py", "deal", "RU1-C-AAAAABB"]
        done = subprocess.run(arguments, stdout=closed, stderr=subprocess.PIPE, check=False, cwd=ROOT, timeout=120)
    assert b"Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")
def test_closed_standard_input_is_one_line() -> None:
    command = [f'exec "{sys.executable}" main.py replay - <&-']
    done = subprocess.run(["sh", "-c", *command], capture_output=True, check=False, cwd=ROOT, timeout=120)
    assert b"Traceback" not in done.stderr
    assert (done.returncode, done.stderr.count(b"\n")) == (1, 1)
