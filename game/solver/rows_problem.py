"""Games that deal rows onto the columns: as they lie while rows are left, compressed once the stock is empty.

While rows are left it matters which card is the end of which column; afterwards it does not, and most of the
positions come afterwards. Compressed positions that were reached with different tables are the same when the
unmovable rest of the columns and the foundations are, and that is their key.
"""

from __future__ import annotations

from typing import NamedTuple

from game.engine import rules
from game.engine.spec import GameSpec
from game.engine.state import Move, State
from game.solver.expand import Chain, Moves
from game.solver.hopeless import Hopeless
from game.solver.packed import Node, Packing, Suits, is_packable
from game.solver.problem import EVERYTHING, Problem, Prune
from game.solver.score import EASTHAVEN
from game.solver.tableau import DOWN, Board
from game.solver.tableau_problem import TableauProblem
from game.solver.thrift import Thrift
from game.solver.unpack import unpacked

#: They begin the keys of positions without a stock: no card, and no end of a column.
_PACKED = b"\xfe"
_UNPACKED = b"\xfd"

#: The test for lost positions spares many, where one in so many is lost.
_WORTH = 5


class Packed(NamedTuple):
    """A compressed position with the tables that it is read by; ``rests`` are the cards under and with locked ones."""

    moves: Moves
    rests: dict[int, bytes]
    node: Node


def _rests(packed: Packed) -> list[bytes]:
    """What cannot move of each column."""
    found: list[bytes] = []
    locked = packed.node.locked
    while locked:
        card = locked & -locked
        locked ^= card
        found.append(packed.rests[card])
    return found


class RowsProblem(Problem):
    """The problem of a position of a game that is compressible without its stock."""

    def __init__(self, spec: GameSpec, state: State, prune: Prune = EVERYTHING) -> None:
        self._spec = spec
        self._state = state
        self._prune = prune
        self._rows = TableauProblem(spec, state, prune, EASTHAVEN)
        self._suits = Suits(spec)
        self._thrift = Thrift(_WORTH)
        self._hopeless = Hopeless(self._rows.tableau) if Prune.HOPELESS in prune else None

    def root(self) -> Board:
        """The start."""
        return self._rows.root()

    def settled(self, node: Board | Packed) -> Board | Packed:
        """After the moves that need no choice."""
        if isinstance(node, Board):
            return self._rows.settled(node)
        return node._replace(node=node.moves.settle(node.node))

    def _packed(self, board: Board) -> Packed:
        packing = Packing(self._suits, opened(board))
        rests: dict[int, bytes] = {}
        for pile in board.columns:
            for at, card in enumerate(pile):
                bit = self._suits.bit[card % DOWN]
                if bit in packing.uncover:
                    rests[bit] = pile[: at] + bytes((card % DOWN,))
        return Packed(Moves(packing, self._prune), rests, packing.root)

    def key(self, node: Board | Packed) -> bytes:
        """All columns in order, or the unmovable rests in any."""
        if isinstance(node, Board):
            return self._rows.key(node) if node.stock else _UNPACKED + self._rests_key(node)
        rests = _rests(node)
        rests.sort()
        return _PACKED + b"\xff".join(rests) + node.node.nexts.to_bytes(8, "big")

    def _rests_key(self, board: Board) -> bytes:
        """As of a compressed position, before the work of compressing it."""
        kings = self._rows.tableau.kings
        rests: list[bytes] = []
        for pile in board.columns:
            if pile:
                end = self._rows.tableau.run_begins(pile) + 1
                if end > 1 or pile[0] not in kings:
                    rests.append(pile[:end])
        rests.sort()
        return b"\xff".join(rests) + b"\xff" + bytes(board.founded)

    def is_won(self, node: Board | Packed) -> bool:
        """True when every foundation is full."""
        if isinstance(node, Board):
            return self._rows.is_won(node)
        return node.node.nexts == self._suits.full

    def successors(self, node: Board | Packed) -> list[tuple[Board | Packed, Move | Chain]]:
        """By one move, or by a chain of steps."""
        if isinstance(node, Board):
            if self._is_lost(node):
                return []
            return [*self._rows.successors(node)] if node.stock else [(self._packed(node), ())]
        moves, rests, packed = node
        return [(Packed(moves, rests, after), chain) for after, chain in moves.expand(packed)]

    def _is_lost(self, board: Board) -> bool:
        hopeless, thrift = self._hopeless, self._thrift
        return hopeless is not None and thrift.is_due() and thrift.note(hopeless.is_lost(board))

    def score(self, node: Board | Packed, scoring: int = 0) -> int:
        """Low when little is left and little is in the wrong order."""
        if isinstance(node, Board):
            return self._rows.score(node, scoring)
        scorer = self._rows.scorers[scoring]
        founded = node.moves.founded(node.node).bit_count()
        return scorer.columns(_rests(node)) - scorer.weights.founded * founded

    def moves(self, path: list[Move | Chain]) -> tuple[Move, ...]:
        """The moves of the game for the path: first plain ones, then chains."""
        moves: list[Move] = []
        board = self._rows.tableau.settle(self._rows.root(), moves)
        chains: list[Chain] = []
        for step in path:
            if isinstance(step, Move):
                moves.append(step)
                board = self._rows.tableau.settle(self._rows.tableau.after(board, step), moves)
            else:
                chains.append(step)
        state = self._state
        for move in moves:
            state = rules.apply(self._spec, state, move)
        if rules.is_won(self._spec, state):
            return tuple(moves)
        packed = self._packed(board).moves
        return (*moves, *unpacked(self._spec, state, packed.packing, packed.steps(chains)))


def opened(board: Board) -> State:
    """The engine's form of a position without stock and waste."""
    return State(
        columns=tuple(bytes(card % DOWN for card in pile) for pile in board.columns),
        down=tuple(sum(card >= DOWN for card in pile) for pile in board.columns),
        stock=b"",
        waste=b"",
        foundations=board.founded,
    )


def is_rows_problem(spec: GameSpec, state: State) -> bool:
    """True if the position can be compressed once the stock is empty."""
    return is_packable(spec, state._replace(stock=b""))
