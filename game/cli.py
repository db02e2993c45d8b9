"""The command line: the window, or a command that works without a display and without pygame.

Exit status: 0 fine, 1 the input is at fault (one line on standard error), 2 wrong usage.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

from game import __version__
from game.engine import record
from game.engine.deals import CodeError, parse_code
from game.engine.record import Deal, Record, RecordError, ReplayError
from game.engine.session import Session
from game.text.catalogue import Catalogue, system_language
from game.text.faults import code_sentence, record_sentence
from game.text.picture import picture


class InputFault(Exception):
    """The input is at fault; the message is the sentence for the player."""


def main(arguments: list[str]) -> int:
    """Run the program with the arguments after its name, and return its exit status."""
    text = Catalogue(system_language())
    options = _parser(text).parse_args(arguments)
    if options.command is None:
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
        # Frames go straight to the window, only what changed of them: without this SDL builds an OpenGL texture,
        # which cost 70 ms of the start on a machine without a GPU.
        os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        # On Windows: pixels are pixels on every monitor, or the cards would be drawn small and blown up.
        os.environ.setdefault("SDL_WINDOWS_DPI_AWARENESS", "permonitorv2")
        from game.opening import run  # noqa: PLC0415 - the commands must not import pygame

        return run(options.data_dir)
    commands = {"deal": _deal, "replay": _replay}
    _speak_any_encoding()
    try:
        print(commands[options.command](text, options), flush=True)
    except InputFault as fault:
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


def _parser(text: Catalogue) -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="main.py", description=text("cli.description"))
    parser.add_argument("--version", action="version", version=f"Waraq {__version__}")
    parser.add_argument("--data-dir", type=Path, metavar="DIR", help=text("cli.data_dir"))
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    as_json = argparse.ArgumentParser(add_help=False)
    as_json.add_argument("--json", action="store_true", help=text("cli.json"))
    deal = commands.add_parser("deal", parents=[as_json], help=text("cli.deal"), description=text("cli.deal"))
    deal.add_argument("code", metavar="CODE", help=text("cli.code"))
    replay = commands.add_parser("replay", parents=[as_json], help=text("cli.replay"), description=text("cli.replay"))
    replay.add_argument("file", metavar="FILE", help=text("cli.file"))
    return parser


def _deal(text: Catalogue, options: argparse.Namespace) -> str:
    try:
        deal = Deal.from_code(parse_code(options.code))
    except CodeError as error:
        raise InputFault(code_sentence(text, error)) from None
    return _show(text, deal, Record(deal).replay(), options.json)


def _replay(text: Catalogue, options: argparse.Namespace) -> str:
    try:
        saved = record.from_json(_read(text, options.file))
        return _show(text, saved.deal, saved.replay(), options.json)
    except (RecordError, ReplayError) as error:
        raise InputFault(record_sentence(text, error)) from None


def _read(text: Catalogue, name: str) -> bytes:
    """The content of a file, or of standard input for ``-``; one byte more than allowed at most."""
    try:
        if name == "-" and sys.stdin is None:
            return b""
        if name == "-":
            return sys.stdin.buffer.read(record.MOST_BYTES + 1)
        with open(name, "rb") as file:
            return file.read(record.MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise InputFault(text("cli.unreadable", file=name, reason=reason)) from None


def _show(text: Catalogue, deal: Deal, session: Session, as_json: bool) -> str:
    if not as_json:
        return picture(text, deal, session, _shows_suits())
    values: dict[str, Any] = {"code": str(deal.code)} if deal.code else {"rules": deal.spec.prefix}
    return json.dumps({**values, **session.position()})


def _shows_suits() -> bool:
    """True if standard output can show the suits' signs."""
    try:
        "♠♥♦♣".encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True
