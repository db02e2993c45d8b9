"""From the steps of a compressed search to moves of the game, each carried out by the engine's rules."""

from __future__ import annotations

from game.engine import rules
from game.engine.cards import suit_of
from game.engine.spec import GameSpec
from game.engine.state import DRAW, WASTE, Move, State, foundation
from game.solver.expand import BACK, MOVE, STOCK_DOWN, STOCK_UP, UP
from game.solver.packed import Packing


class Replay:
    """Plays steps from a position and keeps the moves that it takes."""

    def __init__(self, spec: GameSpec, state: State) -> None:
        self.spec = spec
        self.state = state
        self.moves: list[Move] = []

    def do(self, move: Move) -> None:
        """Carry out a move; the engine refuses it if the search was wrong."""
        self.state = rules.apply(self.spec, self.state, move)
        self.moves.append(move)

    def step(self, kind: int, card: int) -> None:
        """Carry out a step, with the draws and rearrangements that it needs."""
        home = foundation(suit_of(card))
        if kind == BACK:
            self.do(Move(home, 1, self.place_for(card)))
        elif kind in (STOCK_UP, STOCK_DOWN):
            self.draw_to(card)
            self.do(Move(WASTE, 1, home if kind == STOCK_UP else self.place_for(card)))
        else:
            column, at = self.find(card)
            on_it = len(self.state.columns[column]) - at - 1
            if kind == MOVE:
                self.do(Move(column, on_it + 1, self.place_for(card, column)))
                return
            assert kind == UP
            if on_it:
                self.do(Move(column, on_it, self.place_for(self.state.columns[column][at + 1], column)))
            self.do(Move(column, 1, home))

    def find(self, card: int) -> tuple[int, int]:
        """The column of a card, and its place there."""
        for column, pile in enumerate(self.state.columns):
            at = pile.find(card)
            if at >= 0:
                return column, at
        raise AssertionError(card)

    def place_for(self, card: int, source: int = -1) -> int:
        """The first column that takes a card."""
        for column in range(len(self.state.columns)):
            if column != source and rules.fits_column(self.spec, self.state, card, column):
                return column
        raise AssertionError(card)

    def draw_to(self, card: int) -> None:
        """Draw until a card is the top of the waste."""
        for _ in range(2 * self.spec.pack_size + 3):
            if self.state.waste and self.state.waste[-1] == card:
                return
            self.do(DRAW)
        raise AssertionError(card)


def unpacked(spec: GameSpec, state: State, packing: Packing, steps: list[int]) -> tuple[Move, ...]:
    """The moves of a win from the steps of a search."""
    replay = Replay(spec, state)
    for step in steps:
        replay.step(step & 7, packing.suits.card[step >> 3])
    if not rules.is_won(spec, replay.state):
        raise AssertionError("the steps do not win")
    return tuple(replay.moves)
