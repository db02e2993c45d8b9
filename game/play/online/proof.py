"""Whether a deal was what the server had promised, and how to keep the proof of it as a record."""

from __future__ import annotations

from game.engine.games import GAMES
from game.engine.record import SEED_BYTES, Deal, Record
from game.net.fairness import PROOF, Proof, ProofError, ProofFault, ProvenBoard, check
from game.net.fromserver import Reveal


def _proof(reveal: Reveal) -> Proof:
    boards = tuple(ProvenBoard(board.name, board.outcome, board.score, board.events) for board in reveal.boards)
    return Proof(reveal.of, reveal.commitment, boards)


def deal_of(reveal: Reveal) -> Deal:
    """The deal that was hidden; ``ValueError`` if the message does not name one."""
    seed = bytes.fromhex(reveal.seed)
    if len(seed) != SEED_BYTES or reveal.rules not in GAMES:
        raise ValueError(reveal.rules)
    return Deal.from_seed(GAMES[reveal.rules], seed)


def fault_of(reveal: Reveal) -> ProofFault | None:
    """What is wrong with what was revealed; None if seed, commitment and all boards fit each other."""
    try:
        check(deal_of(reveal), _proof(reveal))
    except ProofError as error:
        return error.fault
    except ValueError:
        return ProofFault.UNREADABLE
    return None


def record_of(reveal: Reveal, board: int = 0) -> Record:
    """One board as a record that carries the proof; ``ValueError`` as in ``deal_of``."""
    return Record(deal_of(reveal), reveal.boards[board].events, extra={PROOF: _proof(reveal).to_dict()})
