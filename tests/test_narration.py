"""The narrator: every event of every game in every language, with its cards in words, and never a hidden one."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from game.engine import cards, rules
from game.engine.deals import DEAL_COUNT, Code, parse_code
from game.engine.games import GAMES
from game.engine.record import Deal
from game.engine.session import Session
from game.engine.state import DRAW, STOCK, WASTE, Command, Event, foundation, parse_event
from game.engine.view import View, view
from game.text.cardnames import CARD, SIGNS, card_sign, spelled_out
from game.text.catalogue import Catalogue, languages
from game.text.narration import deal_sentence, event_sentence, pile_sentence, standing_sentence, taken_sentence
from tests.support import golden

TEXTS = {language: Catalogue(language) for language in languages()}
EN = TEXTS["en"]
ALL_PILES = [*range(7), *(foundation(suit) for suit in range(4)), STOCK, WASTE]


def seen(session: Session) -> View:
    return view(session.spec, session.pack, session.state)


def told(text: Catalogue, code: str, *events: str) -> list[str]:
    """The sentences for the events of a deal."""
    dealt = Deal.from_code(parse_code(code))
    session, sentences = Session(dealt.spec, dealt.pack), []
    for event in events:
        before = seen(session)
        session.do_text(event)
        sentences.append(event_sentence(text, parse_event(event), before, seen(session)))
    return sentences


def signs(sentence: str) -> set[str]:
    return {match[0] for match in CARD.finditer(sentence)}


def open_cards(shown: View) -> set[str]:
    return {card_sign(card) for pile in shown.places for card in shown.faces(pile) if card != cards.HIDDEN}


def assert_plain(text: Catalogue, sentence: str) -> None:
    """A whole sentence, with no key or placeholder left in it, also spelled out."""
    spelled = spelled_out(text, sentence)
    assert not set(spelled) & set("{}♠♥♦♣") and not re.search(r"\b(told|at|rank|suit|card)\.\w", spelled)
    assert spelled[-1] == "." and spelled[0] == spelled[0].upper()


def test_events_are_told_with_their_cards() -> None:
    events = ("t1:1>fH", "t3:1>t7", "t6:1>t7", "t7:3>t3", *["draw"] * 9, "fH:1>t5", "undo", "t4:1>t1")
    said = told(EN, "KL1-3-AAAAAAA", *events[:-1])
    assert said[0] == "A♥ to its foundation."
    assert re.fullmatch(r"8♣ onto the 9♦, column 7\. \S+ turns up\.", said[1])
    assert re.fullmatch(r"9♦ and 2 more onto the 10\S, column 3\. \S+ turns up\.", said[3])
    assert said[4] == "6♦, 7♠, Q♠ turned onto the waste, the last one on top."
    assert said[12] == "The waste is turned over."
    assert said[13] == "A♥ back from its foundation to column 5."
    assert said[14] == "One move is undone. A♥ is back on its foundation."


def test_a_row_is_told_card_by_card() -> None:
    said = told(EN, "EA1-C-AAAAAHR", *["draw"] * 5)
    assert said[0].startswith("A row of 7 cards is dealt: ") and len(signs(said[0])) == 7
    assert said[4].startswith("A row of 3 cards is dealt: ") and len(signs(said[4])) == 3


@pytest.mark.parametrize(
    ("language", "spelled"),
    [
        ("en", "Queen of hearts and 2 more onto the king of spades, column 3. Ten of clubs turns up."),
        ("ro", "Damă de cupă și încă 2 cărți pe rege de pică, coloana 3. Se întoarce zece de treflă."),
        ("ar", "بنت القلوب مع ورقتين أخريين على ملك البستوني، العمود 3. انكشفت ورقة: 10 السباتي."),
    ],
)
def test_cards_are_spelled_out_as_the_language_names_them(language: str, spelled: str) -> None:
    text = TEXTS[language]
    short = text.plural("told.group", 2, card="Q♥", onto="K♠", column=3) + " " + text("told.turned", card="10♣")
    assert spelled_out(text, short) == spelled


@pytest.mark.parametrize("language", languages())
def test_every_card_has_a_name_of_its_own(language: str) -> None:
    names = {spelled_out(TEXTS[language], card_sign(card)) for card in range(cards.PACK_SIZE)}
    assert len(names) == cards.PACK_SIZE
    assert not any(set(name) & set(SIGNS) for name in names)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("prefix", GAMES)
def test_a_whole_game_is_told_in_every_language(prefix: str, language: str) -> None:
    """Every event of a won game and of one with everything in it, and what lies on every pile on the way."""
    text = TEXTS[language]
    for name in (f"win-{prefix}", prefix):
        record = golden(name).get("record", golden(name))
        dealt = Deal.from_code(parse_code(record["code"]))
        session = Session(dealt.spec, dealt.pack)
        assert_plain(text, deal_sentence(text))
        for event in record["events"]:
            before = seen(session)
            session.do_text(event)
            assert_plain(text, event_sentence(text, parse_event(event), before, seen(session)))
            assert_piles_told(text, seen(session))
        assert_plain(text, standing_sentence(text, session.state.score, "1:04:00", session.moves))


def assert_piles_told(text: Catalogue, shown: View) -> None:
    """Each pile, and each of its open cards, is told and told to be taken; no hidden card is named."""
    for pile in ALL_PILES:
        faces = list(shown.faces(pile)) if pile in shown.places else []
        opened = sum(face != cards.HIDDEN for face in faces) if pile < 7 else min(1, len(faces))
        for size in range(min(1, len(faces)), opened + 1):
            sentence = pile_sentence(text, shown, pile, size)
            assert_plain(text, sentence)
            assert signs(sentence) <= open_cards(shown)
            if size and pile != STOCK:
                assert_plain(text, taken_sentence(text, shown, pile, size))


@given(st.sampled_from(sorted(GAMES)), st.integers(0, DEAL_COUNT - 1), st.randoms(use_true_random=False))
def test_only_what_is_seen_is_told(prefix: str, number: int, chance: random.Random) -> None:
    """Whatever is played or undone: no card is named that neither the view before nor the one after shows."""
    dealt = Deal.from_code(Code(prefix, number))
    session = Session(dealt.spec, dealt.pack)
    for _ in range(40):
        moves: list[Event] = [*rules.legal_moves(session.spec, session.state)]
        event = Command.UNDO if not moves or (session.events and chance.random() < 0.3) else chance.choice(moves)
        if session.refusal(event) is not None:
            continue
        before = seen(session)
        session.do(event)
        after = seen(session)
        sentence = event_sentence(EN, event, before, after)
        assert signs(sentence) <= open_cards(before) | open_cards(after)
        if event == DRAW and len(before.state.stock) > len(after.state.stock):
            assert len(signs(sentence)) == len(before.state.stock) - len(after.state.stock)


def test_an_undone_move_tells_where_its_cards_are_again() -> None:
    said = told(EN, "KL1-3-AAAAAAA", "t3:1>t7", "undo", "draw", "undo")
    assert re.fullmatch(r"One move is undone\. 8♣ is back in column 3\.", said[1])
    assert said[3] == "One move is undone."
