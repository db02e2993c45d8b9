"""The rules: what fits where, which moves are legal, what a move does. The only rules code of the project."""

from __future__ import annotations

from functools import cache

from game.engine import scoring
from game.engine.cards import HIDDEN, RANKS_IN_SUIT, is_red, make, rank_of, suit_of
from game.engine.refusal import IllegalEvent, Refusal
from game.engine.spec import Build, GameSpec, Lift, Stock
from game.engine.state import DRAW, STOCK, WASTE, Move, State, foundation, is_column, is_foundation

_BUILD_REFUSAL = {
    Build.SAME_SUIT: Refusal.BUILD_SAME_SUIT,
    Build.ANY_SUIT: Refusal.BUILD_ANY_SUIT,
    Build.ALTERNATING: Refusal.BUILD_ALTERNATING,
}


def builds(build: Build, lower: int, upper: int) -> bool:
    """True if card ``upper`` may lie on card ``lower`` in a column: one rank lower, suits by ``build``."""
    if HIDDEN in (upper, lower) or rank_of(upper) + 1 != rank_of(lower):
        return False
    if build is Build.SAME_SUIT:
        return suit_of(upper) == suit_of(lower)
    return build is Build.ANY_SUIT or is_red(upper) != is_red(lower)


@cache
def build_table(build: Build) -> tuple[frozenset[int], ...]:
    """``builds`` as a table: for each lower card the cards that may lie on it (measured: 4 times as fast)."""
    pack = range(4 * RANKS_IN_SUIT)
    table = [frozenset(upper for upper in pack if builds(build, lower, upper)) for lower in pack]
    return (*table, *[frozenset()] * (HIDDEN + 1 - len(table)))


def liftable(spec: GameSpec, state: State, column: int) -> int:
    """How many cards at the end of a column may be lifted at most."""
    pile = state.columns[column]
    face_up = len(pile) - state.down[column]
    if spec.lift is Lift.RUN:
        accepts = build_table(spec.build)
        run = 1
        while run < face_up and pile[-run] in accepts[pile[-run - 1]]:
            run += 1
        face_up = min(face_up, run)
    return face_up if spec.group_limit is None else min(face_up, spec.group_limit)


def fits_column(spec: GameSpec, state: State, card: int, column: int) -> bool:
    """True if ``card`` may be put on a column, alone or with what lies on it."""
    pile = state.columns[column]
    return card in build_table(spec.build)[pile[-1]] if pile else card != HIDDEN and rank_of(card) == spec.king


def fits_foundation(state: State, card: int) -> bool:
    """True if ``card`` is the next one of its suit's foundation."""
    return card != HIDDEN and state.foundations[suit_of(card)] == rank_of(card)


def end_card(state: State, pile: int) -> int | None:
    """The card of a column, a foundation or the waste that lies free, or None."""
    if is_foundation(pile):
        count = state.foundations[pile - foundation(0)]
        return make(pile - foundation(0), count - 1) if count else None
    cards = state.waste if pile == WASTE else state.columns[pile]
    return cards[-1] if cards else None


def is_won(spec: GameSpec, state: State) -> bool:
    """True when the whole pack is on the foundations."""
    return sum(state.foundations) == spec.pack_size


def refusal(spec: GameSpec, state: State, move: Move) -> Refusal | None:
    """The rule that forbids a move, or None if it is legal."""
    if is_won(spec, state):
        return Refusal.GAME_OVER
    if move == DRAW:
        return _draw_refusal(spec, state)
    if not (_exists(spec, move.src) and _exists(spec, move.dst)):
        return Refusal.NO_SUCH_PILE
    if move.src == move.dst:
        return Refusal.SAME_PILE
    return lift_refusal(spec, state, move.src, move.size) or _target_refusal(spec, state, move)


def _exists(spec: GameSpec, pile: int) -> bool:
    if is_column(pile):
        return 0 <= pile < len(spec.columns)
    if is_foundation(pile):
        return True
    return spec.stock is Stock.TURN if pile == WASTE else pile == STOCK and spec.stock is not Stock.NONE


def _draw_refusal(spec: GameSpec, state: State) -> Refusal | None:
    if spec.stock is Stock.NONE:
        return Refusal.NO_STOCK
    if not state.stock and not state.waste:
        return Refusal.STOCK_EMPTY
    if spec.stock is Stock.DEAL_ROW and not all(state.columns):
        return Refusal.EMPTY_COLUMN
    return None


def lift_refusal(spec: GameSpec, state: State, src: int, count: int) -> Refusal | None:
    """The rule that forbids lifting ``count`` cards from a pile, wherever they go; None if they may be lifted."""
    if src == STOCK:
        return Refusal.NOT_A_SOURCE
    if not is_column(src):
        if count != 1:
            return Refusal.ONE_AT_A_TIME
        if end_card(state, src) is None:
            return Refusal.NOT_ENOUGH_CARDS
        if end_card(state, src) == HIDDEN:
            return Refusal.FACE_DOWN
        return Refusal.NO_TAKEBACK if is_foundation(src) and not spec.takeback else None
    size = len(state.columns[src])
    if not 1 <= count <= size:
        return Refusal.NOT_ENOUGH_CARDS
    if count > size - state.down[src] or HIDDEN in state.columns[src][-count:]:
        return Refusal.FACE_DOWN
    if spec.group_limit is not None and count > spec.group_limit:
        return Refusal.GROUP_LIMIT
    return Refusal.NOT_A_RUN if count > liftable(spec, state, src) else None


def _target_refusal(spec: GameSpec, state: State, move: Move) -> Refusal | None:
    """What forbids the target to take the lifted cards."""
    dst = move.dst
    card = bottom_card(state, move)
    if is_column(dst):
        if fits_column(spec, state, card, dst):
            return None
        return _BUILD_REFUSAL[spec.build] if state.columns[dst] else Refusal.KINGS_ONLY
    if not is_foundation(dst) or is_foundation(move.src):
        return Refusal.NOT_A_TARGET
    if move.size != 1:
        return Refusal.ONE_AT_A_TIME
    if dst != foundation(suit_of(card)):
        return Refusal.FOUNDATION_SUIT
    return None if fits_foundation(state, card) else Refusal.FOUNDATION_ORDER


def bottom_card(state: State, move: Move) -> int:
    """The lowest card of those that a move lifts: the one that must fit. The source must hold them."""
    if is_column(move.src):
        return state.columns[move.src][-move.size]
    card = end_card(state, move.src)
    assert card is not None
    return card


def legal_moves(spec: GameSpec, state: State) -> list[Move]:
    """All legal moves, in a fixed order: from columns, from the waste, from foundations, the draw."""
    if is_won(spec, state):
        return []
    moves: list[Move] = []
    columns = range(len(state.columns))
    for src in columns:
        pile = state.columns[src]
        if pile and fits_foundation(state, pile[-1]):
            moves.append(Move(src, 1, foundation(suit_of(pile[-1]))))
        for count in range(1, liftable(spec, state, src) + 1):
            card = pile[-count]
            moves += [Move(src, count, dst) for dst in columns if dst != src and fits_column(spec, state, card, dst)]
    if state.waste:
        card = state.waste[-1]
        if fits_foundation(state, card):
            moves.append(Move(WASTE, 1, foundation(suit_of(card))))
        moves += [Move(WASTE, 1, dst) for dst in columns if fits_column(spec, state, card, dst)]
    if spec.takeback:
        for suit, count in enumerate(state.foundations):
            if count:
                card = make(suit, count - 1)
                moves += [
                    Move(foundation(suit), 1, dst) for dst in columns if fits_column(spec, state, card, dst)
                ]
    if _draw_refusal(spec, state) is None:
        moves.append(DRAW)
    return moves


def apply(spec: GameSpec, state: State, move: Move) -> State:
    """The position after a move; ``IllegalEvent`` with the rule that forbids it."""
    reason = refusal(spec, state, move)
    if reason is not None:
        raise IllegalEvent(reason)
    return apply_legal(spec, state, move)


def apply_legal(spec: GameSpec, state: State, move: Move) -> State:
    """``apply`` for a move that is known to be legal (as one from ``legal_moves``)."""
    if move == DRAW:
        return _draw(spec, state)
    columns, down = list(state.columns), state.down
    foundations, waste = state.foundations, state.waste
    turned = False
    if is_column(move.src):
        pile = columns[move.src]
        lifted, columns[move.src] = pile[-move.size :], pile[: -move.size]
        left = len(pile) - move.size
        if left and left == down[move.src]:
            turned = True
            down = (*down[: move.src], left - 1, *down[move.src + 1 :])
    elif move.src == WASTE:
        lifted, waste = waste[-1:], waste[:-1]
    else:
        lifted = bytes((bottom_card(state, move),))
        foundations = _count(foundations, move.src, -1)
    if is_column(move.dst):
        columns[move.dst] += lifted
    else:
        foundations = _count(foundations, move.dst, 1)
    points = scoring.move_points(spec.scoring, move, turned)
    score = scoring.add(spec.scoring, state.score, points)
    return State(tuple(columns), down, state.stock, waste, foundations, score, state.recycles)


def _count(foundations: tuple[int, ...], pile: int, by: int) -> tuple[int, ...]:
    suit = pile - foundation(0)
    return (*foundations[:suit], foundations[suit] + by, *foundations[suit + 1 :])


def _draw(spec: GameSpec, state: State) -> State:
    if spec.stock is Stock.DEAL_ROW:
        row = state.stock[: -len(state.columns) - 1 : -1]
        dealt = [pile + row[i : i + 1] for i, pile in enumerate(state.columns)]
        return state._replace(columns=tuple(dealt), stock=state.stock[: -len(row)])
    if state.stock:
        turned = state.stock[: -spec.draw - 1 : -1]
        return state._replace(stock=state.stock[: -len(turned)], waste=state.waste + turned)
    points = scoring.recycle_points(spec.scoring, state.recycles)
    return state._replace(
        stock=state.waste[::-1],
        waste=b"",
        score=scoring.add(spec.scoring, state.score, points),
        recycles=state.recycles + 1,
    )


def face_down_left(state: State) -> int:
    """Face-down cards in the columns."""
    return sum(state.down)
