"""The commands that work without a display and without pygame: each returns what it prints."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
import time
from pathlib import Path
from typing import Any

from game.engine import cards, record
from game.engine.deals import CodeError, parse_code
from game.engine.record import Deal, Record, RecordError, ReplayError
from game.engine.session import Session
from game.kiosk.daybook import DayBook, as_csv, rows
from game.net import fairness
from game.paths import user_paths
from game.solver.answer import Budget
from game.solver.solve import solve
from game.text.catalogue import Catalogue
from game.text.faults import code_sentence, record_sentence
from game.text.picture import picture


class InputFault(Exception):
    """The input is at fault; the message is the sentence for the player."""


def run(text: Catalogue, options: argparse.Namespace) -> str:
    """Carry out a command; ``InputFault`` if its input is at fault."""
    commands = {"deal": _deal, "replay": _replay, "solve": _solve, "verify-deal": _verify_deal, "serve": _serve}
    commands["kiosk-report"] = _kiosk_report
    return commands[options.command](text, options)


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


def _solve(text: Catalogue, options: argparse.Namespace) -> str:
    """A verdict on the deal of a code, or on the position that a record ends in."""
    try:
        game = Record(Deal.from_code(parse_code(options.source))).replay()
    except CodeError as error:
        if options.source != "-" and not Path(options.source).exists():
            raise InputFault(code_sentence(text, error)) from None
        try:
            game = record.from_json(_read(text, options.source)).replay()
        except (RecordError, ReplayError) as fault:
            raise InputFault(record_sentence(text, fault)) from None
    budget = Budget(seconds=options.seconds)
    answer = solve(game.spec, game.state, budget, lambda: False, time.perf_counter)
    if options.json:
        return json.dumps(answer.to_dict())
    lines = [text(f"solve.{answer.verdict.value}", positions=answer.positions, seconds=f"{answer.seconds:.2f}")]
    return "\n".join([*lines, *map(str, answer.moves)])


def _verify_deal(text: Catalogue, options: argparse.Namespace) -> str:
    """Whether a match's record keeps what was promised before the match."""
    try:
        saved = record.from_json(_read(text, options.file))
        proof = fairness.proof_of(saved)
        sessions = fairness.check(saved.deal, proof)
    except RecordError as error:
        raise InputFault(record_sentence(text, error)) from None
    except fairness.ProofError as error:
        raise InputFault(text(f"proof.{error.fault.value}", name=error.name)) from None
    scores = [(board.name, session.state.score) for board, session in zip(proof.boards, sessions, strict=True)]
    pack = cards.names(saved.deal.pack)
    if options.json:
        boards = [{"name": name, "score": score} for name, score in scores]
        return json.dumps({"of": proof.of, "commitment": proof.commitment, "pack": pack, "boards": boards})
    lines = [text("proof.holds", of=proof.of), text("proof.pack", cards=" ".join(pack))]
    lines += [text("proof.board", name=name, score=score) for name, score in scores]
    return "\n".join(lines)


def _serve(text: Catalogue, options: argparse.Namespace) -> str:
    """Serve until the program is told to end."""
    from game.server import serve  # noqa: PLC0415 - the other commands need no network

    names = {field.name for field in dataclasses.fields(serve.Options)}
    try:
        serve.run(serve.Options(**{name: value for name, value in vars(options).items() if name in names}))
    except serve.ServeFault as fault:
        raise InputFault(text(f"serve.{fault.fault.value}", **fault.values)) from None
    return text("serve.stopped")


def _kiosk_report(text: Catalogue, options: argparse.Namespace) -> str:
    """A kiosk's counts by day."""
    book = DayBook(user_paths(options.data_dir).visits)
    if options.csv:
        return as_csv(book.days)
    head, *lines = rows(book.days)
    names = [text(f"kiosk.{name}") for name in ("day", "visits", "games", "wins", "seconds")]
    table = [names + head[len(names) :], *lines]
    table[-1][0] = text("kiosk.total")
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    return "\n".join("  ".join(map(str.rjust, line, widths)) for line in table)


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
