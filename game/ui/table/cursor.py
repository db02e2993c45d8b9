"""Playing by keyboard: a visible cursor on the cards, Enter to take and to place, digits for the columns.

Like the hand, it knows no rule: what may be taken and where it may go is asked.
"""

from __future__ import annotations

from collections.abc import Callable

import pygame
from pygame import Rect
from pygame.event import Event

from game.engine.cards import suit_of
from game.engine.refusal import Refusal
from game.engine.rules import bottom_card
from game.engine.session import Outcome
from game.engine.state import DRAW, STOCK, WASTE, Move, foundation, is_column, is_foundation
from game.engine.state import Event as GameEvent
from game.play.play import Play
from game.ui.frame.stage import Stage
from game.ui.look.theme import Theme
from game.ui.table import intent
from game.ui.table.announcer import Announcer
from game.ui.table.board import Board
from game.ui.table.intent import Card, Grip
from game.ui.table.layout import TableLayout
from game.ui.table.marks import Outlook, Target
from game.ui.table.peek import Raised, raised

_WAYS = {pygame.K_LEFT: (-1, 0), pygame.K_RIGHT: (1, 0), pygame.K_UP: (0, -1), pygame.K_DOWN: (0, 1)}
_ENTER = (pygame.K_RETURN, pygame.K_KP_ENTER)


class Cursor:
    """Where the keyboard is on one table, and what it holds. ``act`` and ``refuse`` are the hand's."""

    def __init__(
        self,
        play: Play,
        stage: Stage,
        layout: TableLayout,
        board: Board,
        theme: Theme,
        act: Callable[[GameEvent], bool],
        refuse: Callable[[Grip, Refusal], None],
        announcer: Announcer,
    ) -> None:
        self._play = play
        self._stage = stage
        self._layout = layout
        self._board = board
        self._theme = theme
        self._act = act
        self._refuse = refuse
        self._announcer = announcer
        self._marks: list[Target | Outlook | Raised] = []
        self._looking = False
        self.at: Grip | None = None
        self.held: Grip | None = None

    def key(self, event: Event) -> bool:
        """React to a key; False if it means nothing here."""
        looked, self._looking = self._looking, False
        if event.key in _WAYS:
            self._move(*_WAYS[event.key])
        elif event.key in _ENTER and self.at is not None:
            self._enter(self.at)
        elif pygame.K_1 <= event.key <= pygame.K_9 and event.key - pygame.K_1 < len(self._play.spec.columns):
            self._jump(event.key - pygame.K_1)
        elif event.key == pygame.K_w and WASTE in self._layout.slots:
            self._go(self._end_of(WASTE))
        elif event.key == pygame.K_f and (self.held or self.at) is not None:
            self._to_foundation(self.held or self.at)
        elif event.key == pygame.K_p and self.at is not None:
            self._looking = not looked
        elif event.key == pygame.K_ESCAPE and (looked or self.held is not None):
            if self.held is not None:
                self._announcer.taken(None)
            self.held = None
        else:
            if looked:
                self.show()
            return False
        self.show()
        return True

    def hide(self) -> None:
        """The pointer took over, or the cards changed under the cursor."""
        self.at = self.held = None
        self._looking = False
        self.show()

    def refresh(self) -> None:
        """The cards changed: hold nothing, and stay on cards that are there."""
        self.held, self._looking = None, False
        if self.at is not None:
            view, (pile, size) = self._play.view(), self.at
            open_ = len(view.places[pile]) - intent.pile_down(view, pile)
            self.at = Grip(pile, min(size, open_ if is_column(pile) else 1, len(view.places[pile])) or min(1, open_))
            self.show()

    def show(self) -> None:
        """Mark where the cursor is, what it holds, and where that may go."""
        for mark in self._marks:
            self._stage.remove(mark)
        art, self._marks = self._board.art, []
        if self.held is not None:
            moves = intent.moves_of(self._play.spec, self._play.view(), self.held)
            rects = [self._layout.landing_in(self._play.view(), move.dst) for move in moves]
            self._marks += [Target(rect, art, self._theme) for rect in (*rects, self._rect(self.held))]
        if self.at is not None:
            rim = max(6, art.width // 16)
            self._marks.append(Outlook(self._rect(self.at).inflate(rim, rim), art))
            self._marks += [card for card in [self._looked_at(self.at)] if card is not None]
        self._stage.add(*self._marks)

    def _looked_at(self, at: Grip) -> Raised | None:
        """The covered card that the cursor is on, if it is to be seen whole."""
        if not self._looking or not at.size:
            return None
        view = self._play.view()
        return raised(self._layout, view, Card(at.pile, len(view.places[at.pile]) - at.size), self._board.art)

    def _rect(self, grip: Grip) -> Rect:
        return self._layout.cards_in(self._play.view(), *grip)

    def _end_of(self, pile: int) -> Grip:
        return Grip(pile, min(1, len(self._play.view().places[pile])))

    def _go(self, grip: Grip) -> None:
        """Stand on some cards, or an empty place."""
        self.at = grip
        self._announcer.stand_at(grip)

    def _move(self, across: int, down: int) -> None:
        """One step: to the next pile of the row, deeper into a column, or to the other row."""
        if self.at is None:
            self._go(self._end_of(0))
            return
        pile, size = self.at
        if down and is_column(pile):
            view = self._play.view()
            wanted = size - down
            if 1 <= wanted <= len(view.places[pile]) - view.state.down[pile]:
                self._go(Grip(pile, wanted))
                return
            if down > 0:
                return
        row = [p for p in self._layout.slots if is_column(p) == (is_column(pile) != bool(down))]
        x = self._layout.slots[pile].centerx
        if down:
            self._go(self._end_of(min(row, key=lambda p: abs(self._layout.slots[p].centerx - x))))
            return
        row.sort(key=lambda p: self._layout.slots[p].x)
        at = row.index(pile) + across
        self._go(self._end_of(row[max(0, min(len(row) - 1, at))]))

    def _jump(self, column: int) -> None:
        """To a column; what is held goes there."""
        if self.held is not None and self.held.pile != column:
            self._place(self.held, column)
        else:
            self._go(self._end_of(column))

    def _enter(self, at: Grip) -> None:
        if self.held is None:
            self._take(at)
        elif self.held.pile == at.pile:
            self._send(self.held)
        elif is_foundation(at.pile):
            self._to_foundation(self.held)
        else:
            self._place(self.held, at.pile)

    def _take(self, grip: Grip) -> None:
        if grip.pile == STOCK:
            self._act(DRAW)
            self.at = Grip(STOCK, min(1, len(self._play.view().places[STOCK])))
            return
        if not grip.size:
            return
        reason = Refusal.GAME_OVER if self._play.outcome is not Outcome.OPEN else None
        reason = reason or intent.lift_refusal(self._play.spec, self._play.view(), grip)
        if reason is not None:
            self._refuse(grip, reason)
        else:
            self.held = grip
            self._announcer.taken(grip)

    def _send(self, grip: Grip) -> None:
        """Enter twice on the same cards: what a double tap would do; else they are let go."""
        move = intent.tap_move(self._play.spec, self._play.view(), grip, 2, True)
        self.held = None
        if move is not None:
            self._carry_out(move)
        else:
            self._announcer.taken(None)

    def _to_foundation(self, grip: Grip | None) -> None:
        if grip is not None and grip.size and not is_foundation(grip.pile) and grip.pile != STOCK:
            card = bottom_card(self._play.view().state, Move(grip.pile, grip.size, grip.pile))
            self._place(grip, foundation(suit_of(card)))

    def _place(self, grip: Grip, pile: int) -> None:
        self.held = None
        self._carry_out(Move(grip.pile, grip.size, pile))

    def _carry_out(self, move: Move) -> None:
        """Make the move, and go where its cards went."""
        if self._act(move):
            self.at = Grip(move.dst, move.size if is_column(move.dst) else 1)
