"""Where input becomes a move: what a press takes, and what a tap or a drop means. Pure; the rules are asked.

All functions take the player's view, so they know no more than the player.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pygame import Rect

from game.engine import rules
from game.engine.cards import suit_of
from game.engine.refusal import Refusal
from game.engine.spec import GameSpec, Tap
from game.engine.state import DRAW, STOCK, Move, foundation, is_column, is_foundation
from game.engine.view import View
from game.ui.table.layout import TableLayout

#: A drop still counts for a pile that it misses by this share of the card's width.
_FORGIVENESS = 0.4


class Grip(NamedTuple):
    """The last ``size`` cards of a pile; 0 for an empty place."""

    pile: int
    size: int


def pile_down(view: View, pile: int) -> int:
    """Face-down cards at the bottom of a pile, as far as the layout cares."""
    return view.state.down[pile] if is_column(pile) else 0


class Card(NamedTuple):
    """A card of a pile; ``at`` is how many lie below it."""

    pile: int
    at: int


def card_at(layout: TableLayout, view: View, point: tuple[int, int]) -> Card | None:
    """The card that is seen at a point."""
    for pile in layout.slots:
        rects = layout.pile_rects(pile, len(view.places[pile]), pile_down(view, pile))
        for index in range(len(rects) - 1, -1, -1):
            if rects[index].collidepoint(point):
                return Card(pile, index)
    return None


def grip_at(layout: TableLayout, view: View, point: tuple[int, int]) -> Grip | None:
    """The cards that a press at a point takes: a card with all that lies on it, or an empty place."""
    found = card_at(layout, view, point)
    if found is None:
        return next((Grip(pile, 0) for pile, slot in layout.slots.items() if slot.collidepoint(point)), None)
    size = len(view.places[found.pile]) - found.at
    if is_column(found.pile):
        return Grip(found.pile, size)
    return Grip(found.pile, 1) if size == 1 else None  # only the top of any other pile is ever taken


def lift_refusal(spec: GameSpec, view: View, grip: Grip) -> Refusal | None:
    """The rule that forbids lifting a grip's cards."""
    return rules.lift_refusal(spec, view.state, grip.pile, grip.size)


def moves_of(spec: GameSpec, view: View, grip: Grip) -> list[Move]:
    """The legal moves of a grip's cards."""
    targets = [*range(len(spec.columns)), *(foundation(suit) for suit in range(4))]
    moves = [Move(grip.pile, grip.size, dst) for dst in targets]
    return [move for move in moves if rules.refusal(spec, view.state, move) is None]


def tap_move(spec: GameSpec, view: View, grip: Grip, taps: int, double_tap: bool) -> Move | None:
    """The move that a tap on a grip asks for, or None.

    Russian: one tap sends an end card to its foundation, two quick taps look for a place on the columns. The
    others: one tap does both, the foundation first. A tap on the stock draws, even where that is refused.
    """
    if grip.pile == STOCK:
        return DRAW
    if is_foundation(grip.pile) or not grip.size:
        return None
    moves = moves_of(spec, view, grip)
    upward = next((move for move in moves if is_foundation(move.dst)), None)
    if spec.tap is Tap.FOUNDATION_OR_COLUMN:
        return upward or next(_onto_columns(view, moves), None)
    if upward is not None:
        return upward
    return longest_column(view, moves) if taps == 2 and double_tap else None


def is_card_move(move: Move) -> bool:
    """True if a tap's move took the tapped card away; drawing again and again is no mistake."""
    return move != DRAW


def tap_was_a_wish(spec: GameSpec, view: View, grip: Grip, taps: int) -> bool:
    """True if a tap without a move deserves an answer: on face-up cards, and where one tap is no half of two."""
    if not grip.size or is_foundation(grip.pile):
        return False
    face_down = is_column(grip.pile) and grip.size > len(view.places[grip.pile]) - view.state.down[grip.pile]
    return not face_down and (taps == 2 or spec.tap is Tap.FOUNDATION_OR_COLUMN)


def longest_column(view: View, moves: list[Move]) -> Move | None:
    """Of the moves onto columns the one onto the longest; an empty column comes last."""
    return max(_onto_columns(view, moves), key=lambda move: len(view.state.columns[move.dst]), default=None)


def _onto_columns(view: View, moves: list[Move]) -> Iterator[Move]:
    """The moves onto columns, without a whole column going to an empty one: that would change nothing."""
    for move in moves:
        whole = is_column(move.src) and move.size == len(view.state.columns[move.src])
        if is_column(move.dst) and not (whole and not view.state.columns[move.dst]):
            yield move


class Drop(NamedTuple):
    """What a release means: a move to try (legal or refused), or nothing."""

    move: Move | None
    refusal: Refusal | None = None


def drop(spec: GameSpec, layout: TableLayout, view: View, grip: Grip, lead: Rect, auto_placement: bool) -> Drop:
    """What releasing a dragged grip means, with its lowest card at ``lead``.

    The nearest pile that takes the cards wins; over the foundations it is the suit's own one. A place that does
    not take them is refused with its rule. With ``auto_placement`` a release anywhere finds a fitting column.
    """
    legal = {move.dst: move for move in moves_of(spec, view, grip)}
    overlaps = sorted(((_overlap(area, lead), pile) for pile, area in _areas(layout, view, grip)), reverse=True)
    touched = [pile for share, pile in overlaps if share > 0]
    if touched and touched[0] == grip.pile and not auto_placement:
        return Drop(None)  # put back where it was
    for pile in touched:
        if pile in legal:
            return Drop(legal[pile])
    if auto_placement and layout.table.colliderect(lead):
        found = longest_column(view, list(legal.values()))
        if found is not None:
            return Drop(found)
    for pile in touched:
        if pile != grip.pile:
            move = Move(grip.pile, grip.size, pile)
            return Drop(move, rules.refusal(spec, view.state, move))
    return Drop(None)


def _areas(layout: TableLayout, view: View, grip: Grip) -> Iterator[tuple[int, Rect]]:
    """The piles that cards can be dropped on, each with its area."""
    rim = round(layout.card[0] * _FORGIVENESS)
    for pile in layout.slots:
        if is_column(pile):
            size = len(view.places[pile]) - (grip.size if pile == grip.pile else 0)
            landing = layout.landing(pile, size, min(size, pile_down(view, pile)))
            yield pile, landing.union(layout.slots[pile]).inflate(2 * rim, 2 * rim)
    if not is_column(grip.pile):
        yield grip.pile, layout.landing_in(view, grip.pile)
    if is_foundation(grip.pile):
        return
    card = rules.bottom_card(view.state, Move(grip.pile, grip.size, grip.pile))
    yield foundation(suit_of(card)), layout.foundation_area


def _overlap(area: Rect, lead: Rect) -> int:
    """Pixels that a dragged card covers of a pile's area."""
    common = area.clip(lead)
    return common.w * common.h
