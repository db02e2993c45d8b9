"""One clear sentence for each fault of a code or a record, and for each refusal."""

from __future__ import annotations

from game.engine.deals import CodeError
from game.engine.games import GAMES, RUSSIAN_CLASSIC
from game.engine.record import RecordError, RecordFault, ReplayError
from game.engine.refusal import Refusal
from game.text.catalogue import Catalogue


def code_sentence(text: Catalogue, error: CodeError) -> str:
    """What is wrong with a typed code."""
    known = text("list.comma").join(GAMES)
    return text(f"code.{error.fault.value}", part=error.part, known=known)


def refusal_sentence(text: Catalogue, refusal: Refusal) -> str:
    """The rule that refused a move."""
    limits = {Refusal.GROUP_LIMIT: RUSSIAN_CLASSIC.group_limit, Refusal.UNDO_LIMIT: RUSSIAN_CLASSIC.undo_limit}
    return text(f"refusal.{refusal.value}", limit=limits.get(refusal))


def record_sentence(text: Catalogue, error: RecordError | ReplayError) -> str:
    """What is wrong with a record, or with the first event that does not fit."""
    if isinstance(error, ReplayError):
        rule = refusal_sentence(text, error.refusal)
        return text("record.event", index=error.index, event=error.event[:40], name=error.refusal.value, rule=rule)
    if error.fault is RecordFault.CODE and error.code_error is not None:
        return code_sentence(text, error.code_error)
    return text(f"record.{error.fault.value}")
