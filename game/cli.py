"""The command line: the window, or a command that works without a display and without pygame.

Exit status: 0 fine, 1 the input is at fault (one line on standard error), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Collection
from pathlib import Path

from game import __version__
from game.paths import KIOSK_OUT_OF_ORDER, KIOSK_SCREEN, WORKER
from game.text.catalogue import Catalogue, system_language

_DATA_DIR, _OPEN = "--data-dir", "open"


def main(arguments: list[str]) -> int:
    """Run the program with the arguments after its name, and return its exit status."""
    text = Catalogue(system_language())
    parser, commands = _parser(text)
    options = parser.parse_args(_with_command(arguments, commands))
    if options.command == WORKER:
        from game.solver.worker import serve  # noqa: PLC0415 - only the solver's own process is one

        serve(sys.stdin.buffer, sys.stdout.buffer)
    if options.command in (None, _OPEN, KIOSK_SCREEN, KIOSK_OUT_OF_ORDER):
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        # Frames go straight to the window, only what changed of them: without this SDL builds an OpenGL texture,
        # which cost 70 ms of the start on a machine without a GPU.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        # What a desktop finds our icon by.
        os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", "waraq")
        os.environ.setdefault("SDL_VIDEO_WAYLAND_WMCLASS", "waraq")
        # On Windows: pixels are pixels on every monitor, or the cards would be drawn small and blown up.
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        from game import opening  # noqa: PLC0415 - the commands must not import pygame

        if options.command == KIOSK_SCREEN:
            return opening.run_kiosk_screen(options.data_dir)
        if options.command == KIOSK_OUT_OF_ORDER:
            return opening.run_out_of_order(options.data_dir)
        return opening.run(options.data_dir, getattr(options, "files", ()), options.kiosk)
    return _command(text, options)


def _command(text: Catalogue, options: argparse.Namespace) -> int:
    from game import commands  # noqa: PLC0415 - the window must not wait for what only commands need

    _speak_any_encoding()
    try:
        print(commands.run(text, options), flush=True)
    except commands.InputFault as fault:
        print(_one_line(str(fault)), file=sys.stderr)
        return 1
    except BrokenPipeError:  # the reader has seen enough
        sys.stdout = None
    return 0


def _speak_any_encoding() -> None:
    """A character that the terminal cannot show must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _one_line(sentence: str) -> str:
    """A sentence without the control characters that quoted input may have brought in."""
    return "".join(char if char.isprintable() else "?" for char in sentence)


def _with_command(arguments: list[str], commands: Collection[str]) -> list[str]:
    """The arguments with the command that plain names of files stand for: desktops give a file and nothing else."""
    place = 0
    while place < len(arguments) and arguments[place].startswith("--"):
        place += 2 if arguments[place] == _DATA_DIR else 1
    word = arguments[place] if place < len(arguments) else "-"
    if word.startswith("-") or word in commands or not (Path(word).suffix or Path(word).is_file()):
        return arguments
    return [*arguments[:place], _OPEN, *arguments[place:]]


def _parser(text: Catalogue) -> tuple[argparse.ArgumentParser, Collection[str]]:
    """The command line's parser, and the names of the commands."""
    parser = argparse.ArgumentParser(prog=_name(), description=text("cli.description"))
    parser.add_argument("--version", action="version", version=f"Waraq {__version__}", help=text("cli.version"))
    parser.add_argument(_DATA_DIR, type=Path, metavar="DIR", help=text("cli.data_dir"))
    parser.add_argument("--kiosk", action="store_true", help=text("cli.kiosk"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help=text("cli.json"))
    deal = commands.add_parser("deal", parents=[as_json], help=text("cli.deal"), description=text("cli.deal"))
    deal.add_argument("code", metavar="CODE", help=text("cli.code"))
    replay = commands.add_parser("replay", parents=[as_json], help=text("cli.replay"), description=text("cli.replay"))
    replay.add_argument("file", metavar="FILE", help=text("cli.file"))
    solve = commands.add_parser("solve", parents=[as_json], help=text("cli.solve"), description=text("cli.solve"))
    solve.add_argument("source", metavar="CODE_OR_FILE", help=text("cli.code_or_file"))
    solve.add_argument("--seconds", type=_seconds, default=10.0, metavar="S", help=text("cli.seconds"))
    verify = commands.add_parser(
        "verify-deal", parents=[as_json], help=text("cli.verify_deal"), description=text("cli.verify_deal")
    )
    verify.add_argument("file", metavar="FILE", help=text("cli.match_file"))
    _add_serve(commands.add_parser("serve", help=text("cli.serve"), description=text("cli.serve")), text)
    opening = commands.add_parser(_OPEN, help=text("cli.open"), description=text("cli.open"))
    opening.add_argument("files", nargs="+", metavar="FILE", help=text("cli.files"))
    report = commands.add_parser("kiosk-report", help=text("cli.kiosk_report"), description=text("cli.kiosk_report"))
    report.add_argument("--csv", action="store_true", help=text("cli.csv"))
    for own in (WORKER, KIOSK_SCREEN, KIOSK_OUT_OF_ORDER):
        commands.add_parser(own)  # for the program itself, so no help speaks of it
    return parser, commands.choices


def _name() -> str:
    """What the program is called: by its own name when it is frozen."""
    return "waraq" if getattr(sys, "frozen", False) else "main.py"


def _add_serve(serve: argparse.ArgumentParser, text: Catalogue) -> None:
    """The options of the match server, named as in ``game.server.serve.Options``."""
    serve.add_argument("--host", default="127.0.0.1", help=text("serve.host"))
    serve.add_argument("--port", type=_port, default=8765, help=text("serve.port_help"))
    serve.add_argument("--database", default="sqlite:///waraq-server.sqlite3", metavar="URL", help=text("serve.url"))
    serve.add_argument("--cert", type=Path, metavar="FILE", help=text("serve.cert_help"))
    serve.add_argument("--key", type=Path, metavar="FILE", help=text("serve.key_help"))
    serve.add_argument("--plain", action="store_true", help=text("serve.plain_help"))
    serve.add_argument("--open-competitive", action="store_true", help=text("serve.open_competitive"))
    serve.add_argument("--public-url", default="", metavar="URL", help=text("serve.public_url"))
    serve.add_argument("--health-host", default="127.0.0.1", help=text("serve.health_host"))
    serve.add_argument("--health-port", type=_port, default=8766, help=text("serve.health_port"))
    serve.add_argument("--most-connections", type=_count, default=5000, metavar="N", help=text("serve.most"))
    serve.add_argument("--handshakes", type=_count, default=20, metavar="N", help=text("serve.handshakes"))


def _port(word: str) -> int:
    """A port, 0 for a free one; ``ValueError`` for anything else."""
    port = int(word)
    if not 0 <= port <= 65_535:
        raise ValueError(word)
    return port


def _count(word: str) -> int:
    """A number from 1 to a million; ``ValueError`` for anything else."""
    count = int(word)
    if not 1 <= count <= 1_000_000:
        raise ValueError(word)
    return count


def _seconds(word: str) -> float:
    """A time limit: a number of seconds from 0 to one day; ``ValueError`` for anything else."""
    seconds = float(word)
    if not 0 <= seconds <= 86_400:
        raise ValueError(word)
    return seconds
