"""What several test modules share: places, random games, hand-made positions, the whole move space."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st

from game.engine import cards, rules
from game.engine.deals import DEAL_COUNT, Code
from game.engine.record import Deal, Record, from_dict
from game.engine.session import Session
from game.engine.spec import GameSpec
from game.engine.state import (
    DRAW,
    FIRST_FOUNDATION,
    STOCK,
    WASTE,
    Command,
    Event,
    Move,
    State,
    is_column,
    is_foundation,
    parse_event,
)

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
DATA = ROOT / "tests" / "data"
GOLDEN = ROOT / "tests" / "golden"

#: Larger than any group that may move, so that the limits themselves are in the move space.
MOST_CARDS = 21

# No example is judged by its time: the machine may be busy.
settings.register_profile("waraq", deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("waraq")


def shared(name: str) -> Path:
    """A file of the shared folder beside the project; skips the test where there is none."""
    path = SHARED / name
    if not path.exists():
        pytest.skip(f"there is no {name} in a folder `shared` beside the project")
    return path


def move_space(spec: GameSpec) -> list[Move]:
    """Every move that can be written down: each source, 0..21 cards, each target, and the draw."""
    piles = [*range(len(spec.columns)), *range(FIRST_FOUNDATION, WASTE + 1)]
    moves = [Move(*parts) for parts in product(piles, range(MOST_CARDS + 1), piles)]
    assert DRAW in moves
    assert STOCK in piles
    return moves


def golden(name: str) -> dict[str, Any]:
    """The content of a golden file."""
    return dict(json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8")))


def winning_record(spec: GameSpec) -> Record | None:
    """A kept record of a variant that ends in a win, if there is one."""
    name = f"win-{spec.prefix}"
    return from_dict(golden(name)["record"]) if (GOLDEN / f"{name}.json").exists() else None


def choose(session: Session, random: Random, undo_share: float) -> Event | None:
    """A random event that prefers what gets a game on; None when nothing can be done."""
    can_undo = session.refusal(Command.UNDO) is None
    moves = [move for move in rules.legal_moves(session.spec, session.state) if session.refusal(move) is None]
    if can_undo and random.random() < (undo_share if moves else 0.5):
        return Command.UNDO
    if not moves:
        return None
    return random.choices(moves, [_weight(session.state, move) for move in moves])[0]


def _weight(state: State, move: Move) -> float:
    if move == DRAW:
        return 3
    if is_foundation(move.dst):
        return 15
    if is_foundation(move.src):
        return 0.3
    if is_column(move.src):
        left = len(state.columns[move.src]) - move.size
        return 10 if 0 < left == state.down[move.src] else 1
    return 4


@st.composite
def games(draw: st.DrawFn, spec: GameSpec, most: int = 250) -> Session:
    """A random game of a variant after some events; some of them go on from a place in a known winning line."""
    undo_share = draw(st.sampled_from([0.05, 0.0, 0.35]))
    won = winning_record(spec)
    if won is not None and draw(st.booleans()):
        session = Session(spec, won.deal.pack)
        keep = len(won.events) - draw(st.integers(0, len(won.events)))
        for text in won.events[:keep]:
            session.do_text(text)
    else:
        deal = Deal.from_code(Code(spec.prefix, draw(st.integers(0, DEAL_COUNT - 1))))
        session = Session(spec, deal.pack)
    random = Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, most))):
        event = choose(session, random, undo_share)
        if event is None:
            break
        session.do(event)
    return session


def steps(played: Session) -> Iterator[tuple[State, Event, Session]]:
    """Plays a game again: the state before each event, the event, the session after it."""
    session = Session(played.spec, played.pack)
    for event in played.events:
        before = session.state
        session.do(event)
        yield before, event, session


def board(
    spec: GameSpec,
    *columns: str,
    stock: str = "",
    waste: str = "",
    foundations: tuple[int, int, int, int] = (0, 0, 0, 0),
    score: int = 0,
    recycles: int = 0,
) -> State:
    """A hand-made position: columns as ``"[KS] [2H] 9C"`` (face-down cards in brackets); missing ones are empty."""
    piles = [column.split() for column in (*columns, *[""] * (len(spec.columns) - len(columns)))]
    return State(
        columns=tuple(pile_of(" ".join(pile).replace("[", "").replace("]", "")) for pile in piles),
        down=tuple(sum(card.startswith("[") for card in pile) for pile in piles),
        stock=pile_of(stock),
        waste=pile_of(waste),
        foundations=foundations,
        score=score,
        recycles=recycles,
    )


def pile_of(text: str) -> bytes:
    """The pile of names such as ``"KS 2H"``, bottom to top."""
    return bytes(map(cards.parse, text.split()))


def names(pile: bytes) -> str:
    """The names of a pile's cards, bottom to top."""
    return " ".join(cards.names(pile))


def session_at(spec: GameSpec, state: State, *events: str) -> Session:
    """A game that stands in a hand-made position, after some events from there."""
    session = Session(spec, bytes(range(cards.PACK_SIZE)))
    session.state = state
    for event in events:
        session.do_text(event)
    return session


def after(spec: GameSpec, state: State, *events: str) -> State:
    """The position after moves from a position."""
    for event in events:
        move = parse_event(event)
        assert isinstance(move, Move)
        state = rules.apply(spec, state, move)
    return state
