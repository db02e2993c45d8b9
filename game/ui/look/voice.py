"""Reading aloud, by the speech program that the system has; without one, nothing is heard and nothing fails.

There is a small adapter for each system: the program's name, and the words and the input that it is called with. No
shell is involved: a sentence is one argument, or what the program reads from its standard input.
"""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from subprocess import Popen

_LONGEST = 300.0  # seconds that a program may speak, or hang
_PATIENCE = 1.0  # seconds that a program is given to end


class Call(NamedTuple):
    """How a program is called: its arguments, and what it reads."""

    arguments: list[str]
    read: str = ""


class Adapter(NamedTuple):
    """A system's speech program, and how it is asked to say a sentence in a language (``ar``, ``en`` …)."""

    program: str
    call: Callable[[str, str, str], Call]


def _speech_dispatcher(program: str, language: str, sentence: str) -> Call:
    """Speech Dispatcher: a message of the priority "text" interrupts the one before it."""
    return Call([program, "-N", "waraq", "-P", "text", "-l", language, "--", sentence])


def _say(program: str, language: str, sentence: str) -> Call:
    """macOS: the voice is the first one that the system has for the language, else its own."""
    import re  # noqa: PLC0415 - only where it is used
    import subprocess  # noqa: PLC0415 - as in _started

    listed = subprocess.run([program, "-v", "?"], capture_output=True, timeout=_LONGEST, check=False)
    found = re.search(rf"^(\S.*?) +{language}[_-]", listed.stdout.decode("utf-8", "replace"), re.MULTILINE)
    voice = ["-v", found[1]] if found else []
    return Call([program, *voice, "-f", "-"], sentence)


_SAPI = """
[Console]::InputEncoding = [Text.Encoding]::UTF8
Add-Type -AssemblyName System.Speech
$voice = New-Object System.Speech.Synthesis.SpeechSynthesizer
$culture = [Globalization.CultureInfo]::GetCultureInfo([Console]::In.ReadLine())
try { $voice.SelectVoiceByHints('NotSet', 'NotSet', 0, $culture) } catch { }
$voice.Speak([Console]::In.ReadToEnd())
"""


def _powershell(program: str, language: str, sentence: str) -> Call:
    """Windows: its speech by a fixed script, which reads the language from the first line and the sentence after it."""
    return Call([program, "-NoProfile", "-NonInteractive", "-Command", _SAPI], f"{language}\n{sentence}")


_ADAPTERS = {"darwin": Adapter("say", _say), "win32": Adapter("powershell", _powershell)}


def adapter(system: str) -> Adapter:
    """The adapter of a system, named as in ``sys.platform``."""
    return _ADAPTERS.get(system, Adapter("spd-say", _speech_dispatcher))


class Voice:
    """Says one sentence at a time; a new one interrupts the old. Programs are started and waited for in a thread."""

    def __init__(self, on: bool, system: str = sys.platform) -> None:
        self.on = on
        self._adapter = adapter(system)
        self._change = threading.Condition()
        self._next: tuple[str, str] | None = None
        self._closed = False
        self._process: Popen[bytes] | None = None
        self._thread: threading.Thread | None = None

    @property
    def found(self) -> bool:
        """True if the system's program is there."""
        return self._path() is not None

    def _path(self) -> str | None:
        import shutil  # noqa: PLC0415 - only who wants a voice needs it

        return shutil.which(self._adapter.program)

    def set(self, on: bool) -> None:
        """Speak or be silent from now on."""
        self.on = on
        if not on:
            with self._change:
                self._next = None
                self._interrupt()

    def say(self, sentence: str, language: str) -> None:
        """Have a sentence said instead of the one that is being said. Returns at once."""
        if not self.on or not sentence:
            return
        with self._change:
            self._next = (language, sentence)
            self._interrupt()
            self._change.notify()
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="voice", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Be silent; no program is left running."""
        with self._change:
            self._closed = True
            self._interrupt()
            self._change.notify()
        if self._thread is not None:
            self._thread.join(_PATIENCE)
            if self._process is not None:
                self._process.kill()
            self._thread.join(_PATIENCE)

    def _interrupt(self) -> None:
        if self._process is not None:
            self._process.terminate()

    def _run(self) -> None:
        path = self._path()
        while (order := self._take()) is not None:
            process = None if path is None else self._started(path, *order)
            if process is not None:
                self._finish(*process)

    def _take(self) -> tuple[str, str] | None:
        """The next sentence with its language, when there is one; None at the end."""
        with self._change:
            while self._next is None and not self._closed:
                self._change.wait()
            order, self._next = self._next, None
            return None if self._closed else order

    def _started(self, path: str, language: str, sentence: str) -> tuple[Popen[bytes], bytes] | None:
        """A program that begins to speak, and what it is to read; None if the system refuses it."""
        import subprocess  # noqa: PLC0415 - only who hears a voice needs it

        pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
        window = getattr(subprocess, "CREATE_NO_WINDOW", 0)  # Windows would open one
        try:
            call = self._adapter.call(path, language, sentence)
            process = subprocess.Popen(call.arguments, stdin=pipe, stdout=quiet, stderr=quiet, creationflags=window)
        except (OSError, ValueError, subprocess.SubprocessError):
            return None
        with self._change:
            self._process = process
            if self._next is not None or self._closed:
                process.terminate()  # it was overtaken while it started
        return process, call.read.encode()

    def _finish(self, process: Popen[bytes], read: bytes) -> None:
        """Wait until a program has spoken."""
        import subprocess  # noqa: PLC0415 - as in _started

        try:
            process.communicate(read, _LONGEST)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with self._change:
            self._process = None
