"""Views as messages and back. A pile is built up from what may be seen; there is no whole to take secrets from."""

from __future__ import annotations

from game.engine import cards
from game.engine.cards import HIDDEN, SUITS
from game.engine.games import GAMES
from game.engine.record import SEED_BYTES, Deal, Record
from game.engine.spec import GameSpec
from game.engine.state import FIRST_FOUNDATION, STOCK, WASTE, State, foundation, is_foundation, pile_name
from game.engine.view import View
from game.net.fairness import PROOF, Proof, ProvenBoard
from game.net.fromserver import Pile, Reveal


class NotAView(ValueError):
    """Piles that no game of these rules can have."""


def piles(view: View) -> dict[str, Pile]:
    """All piles of a view by name."""
    return {pile_name(pile): _pile(view, pile) for pile in view.places}


def changes(old: View, new: View) -> dict[str, Pile]:
    """The piles of ``new`` that differ from ``old``."""
    found = {}
    for pile, places in new.places.items():
        if places != old.places[pile] or (pile < FIRST_FOUNDATION and new.state.down[pile] != old.state.down[pile]):
            found[pile_name(pile)] = _pile(new, pile)
    return found


def _pile(view: View, pile: int) -> Pile:
    faces = bytes(view.faces(pile))
    down = faces.count(HIDDEN)
    return Pile(down, tuple(map(cards.name, faces[down:])), view.places[pile])


def to_view(spec: GameSpec, found: dict[str, Pile], score: int, recycles: int) -> View:
    """The view of all piles of a game; ``NotAView`` if they are not those of one."""
    numbers = [*range(len(spec.columns)), *range(FIRST_FOUNDATION, STOCK), STOCK, WASTE]
    if set(found) != set(map(pile_name, numbers)):
        raise NotAView("piles")
    places = {number: found[pile_name(number)].at for number in numbers}
    if sorted(place for pile in places.values() for place in pile) != list(range(spec.pack_size)):
        raise NotAView("places")
    faces = {number: _faces(found[pile_name(number)]) for number in numbers}
    seen = [face for pile in faces.values() for face in pile if face != HIDDEN]
    if len(set(seen)) != len(seen):
        raise NotAView("a card twice")
    for suit in range(len(SUITS)):
        pile = faces[foundation(suit)]
        if pile != bytes(cards.make(suit, rank) for rank in range(len(pile))):
            raise NotAView("foundation")
    columns = range(len(spec.columns))
    state = State(
        columns=tuple(faces[column] for column in columns),
        down=tuple(found[pile_name(column)].down for column in columns),
        stock=faces[STOCK],
        waste=faces[WASTE],
        foundations=tuple(len(faces[number]) for number in numbers if is_foundation(number)),
        score=score,
        recycles=recycles,
    )
    return View(state, places)


def _faces(pile: Pile) -> bytes:
    if pile.down < 0 or pile.down + len(pile.up) != len(pile.at):
        raise NotAView("a pile's size")
    try:
        return bytes([HIDDEN] * pile.down) + bytes(map(cards.parse, pile.up))
    except ValueError:
        raise NotAView("a card's name") from None


def record_of(told: Reveal, board: int) -> Record:
    """A board of a game that is over as a record that carries its proof; ``NotAView`` if it names no such game."""
    try:
        seed = bytes.fromhex(told.seed)
    except ValueError:
        raise NotAView("seed") from None
    if len(seed) != SEED_BYTES or told.rules not in GAMES or not 0 <= board < len(told.boards):
        raise NotAView("reveal")
    boards = tuple(ProvenBoard(each.name, each.outcome, each.score, each.events) for each in told.boards)
    proof = Proof(told.of, told.commitment, boards)
    return Record(Deal.from_seed(GAMES[told.rules], seed), boards[board].events, extra={PROOF: proof.to_dict()})
