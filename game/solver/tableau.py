"""Uncompressed positions for games whose columns hold unordered cards, and their moves, table-driven from the spec.

A column is a ``bytes`` of cards from the bottom, a face-down card with ``DOWN`` added. The foundations follow from
the columns and the stock, but are kept at hand. ``rules.legal_moves`` stays the authority: a test holds ``Tableau``
to it on random positions of every game that is searched so.
"""

from __future__ import annotations

from typing import NamedTuple

from game.engine.cards import RANKS_IN_SUIT, is_red, make, rank_of, suit_of
from game.engine.rules import build_table
from game.engine.spec import Build, GameSpec, Lift, Stock
from game.engine.state import DRAW, Move, State, foundation, is_column
from game.solver.problem import EVERYTHING, Prune

#: Added to a card that lies face down.
DOWN = 64


class Board(NamedTuple):
    """Columns, cards on each foundation, cards left in the stock."""

    columns: tuple[bytes, ...]
    founded: tuple[int, ...]
    stock: int


def is_searchable(spec: GameSpec) -> bool:
    """True for games without a waste."""
    return spec.stock is not Stock.TURN


class Tableau:
    """The moves of one game from one position on. What ``prune`` lacks is not left out."""

    def __init__(self, spec: GameSpec, state: State, prune: Prune = EVERYTHING) -> None:
        self.spec = spec
        self.safe = Prune.SAFE in prune
        self.alike = Prune.ALIKE in prune
        self.limit = spec.group_limit or spec.pack_size
        self.runs_only = spec.lift is Lift.RUN
        # On same-suit columns a card that came back can only take cards that are on the foundations too.
        useless = Prune.USELESS in prune and spec.build is Build.SAME_SUIT and spec.stock is Stock.NONE
        self.takes_back = spec.takeback and not useless
        table = build_table(spec.build)
        self.accepts = [tuple(sorted(uppers)) for uppers in table[: 4 * RANKS_IN_SUIT]]
        self.accepted = [frozenset(uppers) for uppers in table[: 4 * RANKS_IN_SUIT]]
        self.suit = [int(suit_of(card)) for card in range(4 * RANKS_IN_SUIT)]
        self.rank = [rank_of(card) for card in range(4 * RANKS_IN_SUIT)]
        self.kings = frozenset(make(suit, spec.king) for suit in range(4))
        self.needs = [self._needs(card) for card in range(4 * RANKS_IN_SUIT)]
        self.rows = state.stock
        self.root = Board(
            tuple(
                bytes(card + DOWN for card in pile[:down]) + pile[down:]
                for pile, down in zip(state.columns, state.down, strict=True)
            ),
            state.foundations,
            len(state.stock),
        )

    def _needs(self, card: int) -> tuple[int, ...]:
        """The foundations' least heights at which the card goes up unasked: nothing is ever to lie on it again."""
        rank, build = self.rank[card], self.spec.build
        if build is Build.ALTERNATING and self.runs_only:
            return tuple(rank - 1 if is_red(make(suit, 0)) != is_red(card) else rank - 2 for suit in range(4))
        if self.spec.stock is not Stock.NONE:
            return (self.spec.ranks + 1,) * 4  # nothing is proved for such a game
        return (0,) * 4 if build is Build.SAME_SUIT else (rank,) * 4

    def key(self, board: Board) -> bytes:
        """What identifies a position. The order of the columns counts only while rows are dealt onto them."""
        if board.stock:
            return b"\xff".join(board.columns) + bytes((board.stock,))
        return b"\xff".join(sorted(board.columns))

    def is_won(self, board: Board) -> bool:
        """True when all cards are on the foundations."""
        return sum(board.founded) == self.spec.pack_size

    def settle(self, board: Board, moves: list[Move] | None = None) -> Board:
        """The position after all cards went up that may go up unasked; the moves are appended."""
        if not self.safe:
            return board
        going = True
        while going:
            going = False
            founded = board.founded
            for column, pile in enumerate(board.columns):
                if not pile:
                    continue
                card = pile[-1]
                if founded[self.suit[card]] != self.rank[card]:
                    continue
                # A column that must take a card of the next row is better not emptied, and a king may have to fill one.
                if board.stock and (len(pile) == 1 or card in self.kings):
                    continue
                needs = self.needs[card]
                if (
                    founded[0] >= needs[0]
                    and founded[1] >= needs[1]
                    and founded[2] >= needs[2]
                    and founded[3] >= needs[3]
                ):
                    move = Move(column, 1, foundation(self.suit[card]))
                    board = self.after(board, move)
                    if moves is not None:
                        moves.append(move)
                    going = True
                    break
        return board

    def after(self, board: Board, move: Move) -> Board:
        """The position after a legal move."""
        if move == DRAW:
            return self._row(board)
        columns, founded = list(board.columns), board.founded
        src, size, dst = move
        if is_column(src):
            pile = columns[src]
            lifted, left = pile[-size:], pile[:-size]
            if left and left[-1] >= DOWN:
                left = left[:-1] + bytes((left[-1] - DOWN,))
            columns[src] = left
        else:
            suit = src - foundation(0)
            lifted = bytes((make(suit, founded[suit] - 1),))
            founded = (*founded[:suit], founded[suit] - 1, *founded[suit + 1 :])
        if is_column(dst):
            columns[dst] += lifted
        else:
            suit = dst - foundation(0)
            founded = (*founded[:suit], founded[suit] + 1, *founded[suit + 1 :])
        return Board(tuple(columns), founded, board.stock)

    def _row(self, board: Board) -> Board:
        row = self.rows[: board.stock][: -len(board.columns) - 1 : -1]
        dealt = [pile + row[at : at + 1] for at, pile in enumerate(board.columns)]
        return Board(tuple(dealt), board.founded, board.stock - len(row))

    def moves(self, board: Board) -> list[Move]:
        """The moves to try, the most promising first; every legal one without pruning."""
        columns, founded = board.columns, board.founded
        empties = [column for column, pile in enumerate(columns) if not pile]
        lies = self._liftable(columns)
        found = [
            Move(column, 1, foundation(self.suit[pile[-1]]))
            for column, pile in enumerate(columns)
            if pile and founded[self.suit[pile[-1]]] == self.rank[pile[-1]]
        ]
        for dst, pile in enumerate(columns):
            if pile:
                for card in self.accepts[pile[-1]]:
                    if card in lies:
                        src, size = lies[card]
                        if src != dst:
                            found.append(Move(src, size, dst))
        if empties:
            self._to_empty(board, lies, empties, found)
        if self.takes_back:
            self._back(board, empties, found)
        if board.stock and not empties:
            found.append(DRAW)
        return found

    def _liftable(self, columns: tuple[bytes, ...]) -> dict[int, tuple[int, int]]:
        """For each card that can be lifted its column, and how many cards are lifted with it."""
        lies: dict[int, tuple[int, int]] = {}
        for column, pile in enumerate(columns):
            above = -1
            for size, card in enumerate(reversed(pile), 1):
                if card >= DOWN or size > self.limit:
                    break
                if self.runs_only and size > 1 and above not in self.accepted[card]:
                    break
                lies[card] = (column, size)
                above = card
        return lies

    def run_begins(self, pile: bytes) -> int:
        """Where the run at the end of a column begins."""
        at = len(pile) - 1
        while at and pile[at - 1] < DOWN and pile[at] in self.accepted[pile[at - 1]]:
            at -= 1
        return at

    def _to_empty(
        self, board: Board, lies: dict[int, tuple[int, int]], empties: list[int], found: list[Move]
    ) -> None:
        """Kings to empty columns. Without a stock all empty columns are alike, and so is a column a king leaves."""
        targets = empties if board.stock or not self.alike else empties[:1]
        for card in self.kings:
            if card in lies:
                src, size = lies[card]
                if board.stock or not self.alike or size < len(board.columns[src]):
                    found += [Move(src, size, dst) for dst in targets]

    def _back(self, board: Board, empties: list[int], found: list[Move]) -> None:
        for suit, count in enumerate(board.founded):
            if count:
                card = make(suit, count - 1)
                for dst, pile in enumerate(board.columns):
                    if pile and card in self.accepted[pile[-1]]:
                        found.append(Move(foundation(suit), 1, dst))
                if card in self.kings:
                    found += [Move(foundation(suit), 1, dst) for dst in empties]
