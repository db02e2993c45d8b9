"""A covered card, seen whole while a press is held on it: a picture over the others, which stay where they are."""

from __future__ import annotations

from pygame import Rect, Surface

from game.engine.cards import HIDDEN
from game.engine.view import View
from game.ui.frame.stage import Stage
from game.ui.look.cards import CardArt
from game.ui.table.intent import Card, card_at, pile_down
from game.ui.table.layout import TableLayout

_RAISED = 6  # above cards in flight and in the hand


class Raised:
    """One card above all others. ``face`` is ``HIDDEN`` for its back."""

    z: tuple[int, ...] = (_RAISED,)
    lively = False

    def __init__(self, rect: Rect, face: int, art: CardArt) -> None:
        self.rect = rect
        self.face = face
        self._art = art
        self._spread = max(2, art.width // 10)

    def bounds(self, alpha: float) -> Rect:
        """The card with its shadow."""
        _, margin = self._art.shadow(self._spread)
        return self.rect.inflate(2 * margin, 2 * margin + self._spread)

    def paint(self, target: Surface, alpha: float) -> None:
        """Paint shadow and card."""
        shadow, margin = self._art.shadow(self._spread)
        target.blit(shadow, (self.rect.x - margin, self.rect.y - margin + self._spread // 2))
        target.blit(self._art.back() if self.face == HIDDEN else self._art.face(self.face), self.rect)


def raised(layout: TableLayout, view: View, card: Card, art: CardArt) -> Raised | None:
    """A card, raised; None if no other covers it."""
    size = len(view.places[card.pile])
    if not 0 <= card.at < size - 1:
        return None
    rect = layout.pile_rects(card.pile, size, pile_down(view, card.pile))[card.at]
    return Raised(rect, [*view.faces(card.pile)][card.at], art)


class Peek:
    """What is raised on one table, if anything."""

    def __init__(self, stage: Stage, art: CardArt) -> None:
        self._stage = stage
        self._art = art
        self._raised: Raised | None = None

    def show(self, layout: TableLayout, view: View, at: tuple[int, int]) -> bool:
        """Raise the card under a point; False if there is none, or it is whole already."""
        self.hide()
        found = card_at(layout, view, at)
        self._raised = None if found is None else raised(layout, view, found, self._art)
        if self._raised is not None:
            self._stage.add(self._raised)
        return self._raised is not None

    def hide(self) -> None:
        """Put it back."""
        if self._raised is not None:
            self._stage.remove(self._raised)
            self._raised = None
