"""A column compressed by its length opens under the pointer or finger, so that each of its cards can be hit."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from game.engine import rules
from game.engine.deals import Code
from game.engine.record import Deal
from game.engine.state import deal, is_column
from tests.player import Player, assert_at_rest, assert_painted, playing


@pytest.fixture
def long_game(tmp_path: Path) -> Path:
    """A saved relaxed game whose longest column is far too long for its window."""
    code = Code("RU1-R", 24)
    dealt = Deal.from_code(code)
    state, events = deal(dealt.spec, dealt.pack), []
    for _ in range(20):
        moves = [m for m in rules.legal_moves(dealt.spec, state) if is_column(m.src) and is_column(m.dst)]
        move = max(moves, key=lambda m: len(state.columns[m.dst]) + m.size)
        state = rules.apply_legal(dealt.spec, state, move)
        events.append(str(move))
    assert max(map(len, state.columns)) > 22
    (tmp_path / "games").mkdir()
    saved = {"format": 1, "code": str(code), "events": events, "id": "long"}
    (tmp_path / "games" / "RU1-R.json").write_text(json.dumps(saved))
    return tmp_path


def longest(player: Player) -> int:
    return max(range(7), key=lambda pile: len(player.table.play.view().places[pile]))


def strips(player: Player, pile: int) -> list[int]:
    view = player.table.play.view()
    rects = player.table.layout.pile_rects(pile, len(view.places[pile]), view.state.down[pile])
    return [b.y - a.y for a, b in pairwise(rects)]


def middle(player: Player, pile: int, share: float) -> tuple[int, int]:
    slot, table = player.table.layout.slots[pile], player.table.layout.table
    return slot.centerx, round(slot.y + share * (table.bottom - slot.y - slot.h))


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (800, 600)])
def test_each_card_of_a_compressed_column_can_be_hit(long_game: Path, size: tuple[int, int]) -> None:
    with playing(long_game, size) as player:
        pile, least = longest(player), player.table.layout.metrics.px(32)
        assert max(strips(player, pile)) < least
        taken = set()
        for share in range(20, 96):
            player.move(middle(player, pile, share / 100))
            opening = player.table.layout.opening
            if opening is not None:
                assert max(strips(player, pile)) >= least
                taken.add(strips(player, pile).index(max(strips(player, pile))))
        assert len(taken) > 15
        assert_painted(player)
        player.move((5, 5))
        assert player.table.layout.opening is None
        assert_at_rest(player)


def test_a_press_takes_the_opened_card_and_all_on_it(long_game: Path) -> None:
    with playing(long_game) as player:
        pile = longest(player)
        at = middle(player, pile, 0.7)
        player.move(at)
        chosen = strips(player, pile).index(max(strips(player, pile)))
        player.press(at)
        player.move((at[0] - 60, at[1]))
        lifted = player.table.board.lifted
        size = len(player.table.play.view().places[pile]) - chosen
        if size <= 20:
            assert lifted is not None and len(lifted.sprites) == size
        else:
            assert lifted is None
        player.release((at[0] - 60, at[1]))
        player.settle()
        player.move((5, 5))
        assert_at_rest(player)


def test_a_finger_that_slides_along_the_column_chooses_another_card(long_game: Path) -> None:
    with playing(long_game) as player:
        pile = longest(player)
        start, end = middle(player, pile, 0.7), middle(player, pile, 0.95)
        player.press(start)
        for step in range(1, 11):
            player.move((start[0], start[1] + (end[1] - start[1]) * step // 10))
        assert player.table.board.lifted is None
        chosen = strips(player, pile).index(max(strips(player, pile)))
        player.move((end[0] - 60, end[1]))
        lifted = player.table.board.lifted
        assert lifted is not None
        assert len(lifted.sprites) == len(player.table.play.view().places[pile]) - chosen
        player.release((5, 5))
        player.settle()
        player.move((5, 5))
        assert_at_rest(player)
