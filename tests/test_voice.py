"""The voice: the system's speech program gets each sentence whole, one at a time, and none is left behind."""

from __future__ import annotations

import os
import stat
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from game.ui.look.voice import Voice, adapter

#: Notes its arguments and what it reads, each call in a file of its own, then speaks for a while.
_FAKE = """#!{python} -S
import json, os, sys, time
read = "" if {argument} else sys.stdin.buffer.read().decode()
voices = sys.argv[1:] == ["-v", "?"]
if voices:
    print("Albert              en_US    # Hello!")
    print("Bad News            ro_RO    # Salut!")
    print("Majed               ar_001   # !")
else:
    name = os.path.join({folder!r}, f"{{time.monotonic_ns()}}-{{os.getpid()}}")
    with open(name + ".part", "w") as file:
        json.dump([sys.argv[1:], read, os.getpid()], file)
    os.rename(name + ".part", name + ".call")
    time.sleep({seconds})
"""


class Calls:
    """What a fake speech program was asked to say, in order."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def __iter__(self) -> Iterator[tuple[list[str], str, int]]:
        import json

        for path in sorted(self._folder.glob("*.call")):
            arguments, read, process = json.loads(path.read_text())
            yield arguments, read, process

    @property
    def sentences(self) -> list[str]:
        """The last arguments: what Speech Dispatcher is to say."""
        return [arguments[-1] for arguments, _, _ in self]


def fake(folder: Path, name: str, seconds: float = 0.0) -> Calls:
    """A speech program in a folder of its own, which notes its calls and speaks for some seconds."""
    calls = folder / f"calls-{name}"
    calls.mkdir(parents=True)
    program = folder / "bin" / name
    program.parent.mkdir(exist_ok=True)
    argument = name == "spd-say"
    program.write_text(_FAKE.format(python=sys.executable, folder=str(calls), seconds=seconds, argument=argument))
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    return Calls(calls)


def wait_for(true: Callable[[], bool], most: float = 20.0) -> None:
    """Wait until something is so; it must become so."""
    until = time.monotonic() + most
    while not true():
        assert time.monotonic() < until, "it never came to be"
        time.sleep(0.01)


def alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="the fake programs are scripts with a first line")


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose ``bin`` is the only place where programs are looked for."""
    (tmp_path / "bin").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


@pytest.fixture
def linux(path: Path) -> Iterator[Voice]:
    voice = Voice(True, "linux")
    yield voice
    voice.close()


def test_a_sentence_is_one_argument_whatever_is_in_it(path: Path, linux: Voice) -> None:
    calls = fake(path, "spd-say")
    hard = ["--help", "$(touch x); `id` \"'\\", "بنت القلوب على ملك البستوني، العمود 3.", "-w", "a\nb"]
    for count, sentence in enumerate(hard, 1):
        linux.say(sentence, "ar")
        wait_for(lambda count=count: len(calls.sentences) == count)  # type: ignore[misc]
    assert calls.sentences == hard
    for arguments, _, _ in calls:
        assert arguments[-2] == "--"
        assert arguments[arguments.index("-l") + 1] == "ar"


def test_a_new_sentence_interrupts_the_old_one_and_only_one_is_spoken_at_a_time(path: Path, linux: Voice) -> None:
    calls = fake(path, "spd-say", seconds=60)
    linux.say("first", "en")
    wait_for(lambda: calls.sentences == ["first"])
    linux.say("second", "en")
    wait_for(lambda: calls.sentences == ["first", "second"])
    first, second = (process for _, _, process in calls)
    wait_for(lambda: not alive(first))
    assert alive(second)
    linux.close()
    assert not alive(second)


def test_of_many_sentences_at_once_the_last_is_heard(path: Path, linux: Voice) -> None:
    calls = fake(path, "spd-say")
    for number in range(200):
        linux.say(str(number), "en")
    wait_for(lambda: "199" in calls.sentences)
    linux.close()
    assert calls.sentences[-1] == "199"
    assert not [process for _, _, process in calls if alive(process)]


def test_without_a_program_it_is_silent(path: Path, linux: Voice) -> None:
    assert not linux.found
    linux.say("nobody hears it", "en")
    linux.say("nor this", "en")


def test_a_program_that_cannot_be_started_is_no_fault(path: Path, linux: Voice) -> None:
    program = path / "bin" / "spd-say"
    program.write_bytes(b"\x00 no program")
    program.chmod(0o755)
    assert linux.found
    linux.say("one", "en")
    linux.say("two", "en")
    calls = fake(path / "later", "spd-say")
    program.write_text((path / "later" / "bin" / "spd-say").read_text())
    linux.say("three", "en")
    wait_for(lambda: calls.sentences == ["three"])


def test_who_wants_no_voice_starts_no_program(path: Path) -> None:
    calls = fake(path, "spd-say")
    voice = Voice(False, "linux")
    voice.say("no", "en")
    voice.set(True)
    voice.say("yes", "en")
    wait_for(lambda: calls.sentences == ["yes"])
    voice.set(False)
    voice.say("no again", "en")
    voice.close()
    assert calls.sentences == ["yes"]


def test_turned_off_it_falls_silent_at_once(path: Path, linux: Voice) -> None:
    calls = fake(path, "spd-say", seconds=60)
    linux.say("a long story", "en")
    wait_for(lambda: calls.sentences == ["a long story"])
    linux.set(False)
    (_, _, process), *_ = calls
    wait_for(lambda: not alive(process))


def test_on_macos_the_sentence_is_read_and_a_voice_of_the_language_is_taken(path: Path) -> None:
    calls = fake(path, "say")
    voice = Voice(True, "darwin")
    for count, (language, chosen) in enumerate([("ro", "Bad News"), ("ar", "Majed"), ("fr", None)], 1):
        voice.say("-v x", language)
        wait_for(lambda count=count: len(list(calls)) == count)  # type: ignore[misc]
        arguments, read, _ = list(calls)[-1]
        assert arguments == (["-v", chosen] if chosen else []) + ["-f", "-"]
        assert read == "-v x"
    voice.close()


def test_on_windows_a_fixed_script_reads_language_and_sentence(path: Path) -> None:
    calls = fake(path, "powershell")
    voice = Voice(True, "win32")
    for count, sentence in enumerate(["'; Remove-Item x; '", "ملك"], 1):
        voice.say(sentence, "ar")
        wait_for(lambda count=count: len(list(calls)) == count)  # type: ignore[misc]
    voice.close()
    (first, read, _), (second, again, _) = calls
    assert first == second and first[:3] == ["-NoProfile", "-NonInteractive", "-Command"]
    assert (read, again) == ("ar\n'; Remove-Item x; '", "ar\nملك")


def test_each_system_has_its_own_program() -> None:
    assert [adapter(system).program for system in ("linux", "freebsd14", "darwin", "win32")] == [
        "spd-say",
        "spd-say",
        "say",
        "powershell",
    ]
