"""Proof that a deal was fixed beforehand: a commitment is published before the game, the seed after it.

A record that carries a proof has it under the key ``proof``: ``{"of", "commitment", "boards": [{"name", "outcome",
"score", "events"}]}``.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from typing import Any

from game.engine.record import MOST_EVENTS, Deal, Record, ReplayError
from game.engine.session import Outcome, Session

PROOF = "proof"
_DOMAIN = b"commit-v1"
_MOST_BOARDS = 2
_MOST_TEXT = 128


class ProofFault(Enum):
    """What is wrong with a proof."""

    NONE = "none"  # the record carries none
    UNREADABLE = "unreadable"
    COMMITMENT = "commitment"  # it is not that of the seed
    EVENTS = "events"  # a board's events are not those of a game of this deal
    RESULT = "result"  # they are, but lead elsewhere


class ProofError(ValueError):
    """A proof that does not hold; ``name`` is the player whose board is at fault."""

    def __init__(self, fault: ProofFault, name: str = "") -> None:
        super().__init__(f"{fault.value} {name}".strip())
        self.fault = fault
        self.name = name


@dataclass(frozen=True)
class ProvenBoard:
    """A board as it was told after the game."""

    name: str
    outcome: str
    score: int
    events: tuple[str, ...]


@dataclass(frozen=True)
class Proof:
    """What was published of a deal: for which match or solo game, the commitment before it, the boards after it."""

    of: str
    commitment: str
    boards: tuple[ProvenBoard, ...]

    def to_dict(self) -> dict[str, Any]:
        """The proof as plain JSON values."""
        boards = [{**vars(board), "events": list(board.events)} for board in self.boards]
        return {"of": self.of, "commitment": self.commitment, "boards": boards}


def commitment(identity: str, seed: bytes) -> str:
    """64 hex digits of SHA-256(``commit-v1`` ‖ identity ‖ seed); the identity is that of a match or a solo game."""
    return sha256(_DOMAIN + identity.encode() + seed).hexdigest()


def proof_of(saved: Record) -> Proof:
    """The proof that a record carries; ``ProofError`` if there is none that can be read."""
    if PROOF not in saved.extra:
        raise ProofError(ProofFault.NONE)
    values = saved.extra[PROOF]
    if not isinstance(values, dict) or set(values) != {"of", "commitment", "boards"}:
        raise ProofError(ProofFault.UNREADABLE)
    boards = values["boards"]
    if not isinstance(boards, list) or not 1 <= len(boards) <= _MOST_BOARDS:
        raise ProofError(ProofFault.UNREADABLE)
    return Proof(_text(values["of"]), _text(values["commitment"]), tuple(map(_board, boards)))


def _text(value: object) -> str:
    if not isinstance(value, str) or len(value) > _MOST_TEXT:
        raise ProofError(ProofFault.UNREADABLE)
    return value


def _board(values: object) -> ProvenBoard:
    if not isinstance(values, dict) or set(values) != {"name", "outcome", "score", "events"}:
        raise ProofError(ProofFault.UNREADABLE)
    score, events = values["score"], values["events"]
    if type(score) is not int or not isinstance(events, list) or len(events) > MOST_EVENTS:
        raise ProofError(ProofFault.UNREADABLE)
    if not all(isinstance(event, str) for event in events):
        raise ProofError(ProofFault.UNREADABLE)
    return ProvenBoard(_text(values["name"]), _text(values["outcome"]), score, tuple(events))


def check(deal: Deal, proof: Proof) -> list[Session]:
    """The boards of a proof, replayed; ``ProofError`` names what does not hold."""
    if deal.seed is None or commitment(proof.of, deal.seed) != proof.commitment.lower():
        raise ProofError(ProofFault.COMMITMENT)
    sessions = []
    for board in proof.boards:
        try:
            session = Record(deal, board.events).replay()
        except ReplayError:
            raise ProofError(ProofFault.EVENTS, board.name) from None
        by_rule = session.outcome is not Outcome.OPEN
        if session.state.score != board.score or (by_rule and session.outcome.value != board.outcome):
            raise ProofError(ProofFault.RESULT, board.name)
        if not by_rule and board.outcome in (Outcome.WON.value, Outcome.FINISHED.value):
            raise ProofError(ProofFault.RESULT, board.name)
        sessions.append(session)
    return sessions
