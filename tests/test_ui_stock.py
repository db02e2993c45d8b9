"""A player at the stock and the waste: drawing, recycling, their signs and costs, and Easthaven's rows."""

from __future__ import annotations

from pathlib import Path

import pygame
import pytest

from game.engine import cards
from game.engine.cards import HIDDEN
from game.engine.state import STOCK, WASTE
from game.storage.settings import Direction
from game.ui.table.marks import Target
from tests.player import Player, assert_at_rest, assert_played, playing
from tests.test_ui_auto_complete import lay, made_pack, rising

#: The order in which this stock gives its cards; ♠ A 2 3 go up from the first three.
DRAWN = "3S 2S AS 7D 8H 3C 6D TD QH 8C 6H 9D KS 7C TH QD KC 5C JH 8S 7H 4C TS JD"
#: The columns' last cards: 3♣ fits both fours, either four fits 5♠, A♠ fits 2♥, 2♠ fits 3♦; J♣ fits nowhere.
ENDS = {0: "2H", 1: "3D", 2: "4H", 3: "JC", 4: "4D", 5: "5S", 6: "9C"}
UP = "waste:1>fS"
#: Two columns of Easthaven that go up whole.
ROWS = {0: "3S 2S AS", 3: "3H 2H AH"}
CTRL_Z = (pygame.K_z, pygame.KMOD_CTRL)


def klondike(folder: Path, draw: int, *events: str) -> list[str]:
    pack = made_pack(f"KL1-{draw}", ENDS, DRAWN)
    lay(folder, f"KL1-{draw}", pack, *events)
    return pack


def stock(player: Player) -> tuple[int, int]:
    return player.table.layout.slots[STOCK].center


def mark(player: Player) -> tuple[int, int | None]:
    """What the stock says: cards left, points of a recycle (None: impossible)."""
    return player.table.stock.mark.shown


def assert_waste(player: Player, *shown: str) -> None:
    """These cards are fanned on the waste, the last on top; those beneath lie squarely and show their backs."""
    assert_at_rest(player)
    layout = player.table.layout
    waste = [sprite for sprite in player.table.board.sprites if sprite.rank[0] == WASTE]
    waste.sort(key=lambda sprite: sprite.z)
    beneath, fanned = waste[: len(waste) - len(shown)], waste[len(waste) - len(shown) :]
    slot = layout.slots[WASTE]
    assert [cards.name(sprite._shown) for sprite in fanned] == [*shown]
    assert [sprite.at for sprite in fanned] == [(slot.x + i * layout.waste_fan, slot.y) for i in range(len(shown))]
    assert {(sprite._shown, sprite.at) for sprite in beneath} <= {(HIDDEN, slot.topleft)}


def watch(player: Player, pack: list[str]) -> None:
    """Until all is at rest, no card shows a face that is not its own."""
    while player.scene.animated:
        player.turn()
        for sprite in player.table.board.sprites:
            assert sprite._shown in (HIDDEN, cards.parse(pack[sprite.place]))


@pytest.mark.parametrize("draw", [1, 3])
def test_a_draw_fans_its_cards_and_the_stock_counts_what_is_left(tmp_path: Path, draw: int) -> None:
    pack = klondike(tmp_path, draw)
    with playing(tmp_path) as player:
        for turned in range(draw, 25, draw):
            player.click(stock(player), pause=0.0)
            watch(player, pack)
            assert_waste(player, *DRAWN.split()[turned - draw : turned])
            assert mark(player) == (24 - turned, None if turned < 24 else -100 if draw == 1 else 0)
        assert_played(player, *["draw"] * (24 // draw))


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize(("ups", "draws", "left"), [(2, 7, 1), (1, 7, 2), (2, 6, 4), (1, 6, 5)])
def test_the_last_draw_may_be_of_one_or_two_cards(
    tmp_path: Path, ups: int, draws: int, left: int, mirrored: bool
) -> None:
    begun = ["draw", *[UP] * ups, *["draw"] * 8, *["draw"] * draws]
    pack = klondike(tmp_path, 3, *begun)
    order = DRAWN.split()
    order = order[: 3 - ups] + order[3:]
    with playing(tmp_path) as player:
        player.app.change("look", "direction", Direction.RIGHT_TO_LEFT if mirrored else Direction.LEFT_TO_RIGHT)
        counts = [*range(left, 0, -3), 0]
        for number, count in enumerate(counts):
            assert mark(player) == (count, None if count else 0)
            turned = len(order) - count
            assert_waste(player, *order[turned - 3 : turned])
            if count:
                player.click(stock(player), pause=0.0)
                watch(player, pack)
            assert len(player.events) == len(begun) + min(number + 1, len(counts) - 1)
        for count in counts[-2::-1]:
            player.key(*CTRL_Z)
            watch(player, pack)
            turned = len(order) - count
            assert_waste(player, *order[turned - 3 : turned])
            assert mark(player)[0] == count


def test_playing_the_waste_down_uncovers_what_lay_beneath_and_undo_covers_it_again(tmp_path: Path) -> None:
    pack = klondike(tmp_path, 3, "draw", "draw")
    fans = [("7D", "8H", "3C"), ("AS", "7D", "8H"), ("2S", "AS", "7D")]
    with playing(tmp_path) as player:
        assert_waste(player, *fans[0])
        for number, move in enumerate(["waste:1>t3", "waste:1>t7"], 1):
            player.play(move)
            watch(player, pack)
            assert player.events[-1] == move
            assert_waste(player, *fans[number])
        for fan in fans[1::-1]:
            player.key(*CTRL_Z)
            watch(player, pack)
            assert_waste(player, *fan)


def test_a_waste_of_two_and_of_one_is_fanned_from_its_place(tmp_path: Path) -> None:
    klondike(tmp_path, 3, "draw")
    with playing(tmp_path) as player:
        for shown in (("3S", "2S"), ("3S",), ()):
            player.play(UP)
            assert_waste(player, *shown)
        player.key(*CTRL_Z)
        player.click(stock(player))
        assert_waste(player, "7D", "8H", "3C")
        player.key(*CTRL_Z)
        assert_waste(player, "3S")


@pytest.mark.parametrize("gap", [0.0, 0.03, 0.2])
def test_rapid_clicks_on_the_stock_draw_each_time(tmp_path: Path, gap: float) -> None:
    klondike(tmp_path, 1)
    with playing(tmp_path) as player:
        player.taps(stock(player), 24, gap)
        assert_played(player, *["draw"] * 24)


def test_a_click_on_the_empty_stock_turns_the_waste_over_and_its_sign_tells_the_cost(tmp_path: Path) -> None:
    pack = klondike(tmp_path, 3)
    with playing(tmp_path) as player:
        for done, cost in enumerate([0, 0, 0, -20, -20]):
            player.taps(stock(player), 8, 0.0)
            assert mark(player) == (0, cost)
            assert_waste(player, *DRAWN.split()[-3:])
            player.click(stock(player), pause=0.0)
            watch(player, pack)
            assert (mark(player), player.table.play.view().state.recycles) == ((24, None), done + 1)
            assert_waste(player)


def test_an_empty_stock_with_an_empty_waste_says_that_nothing_can_be_turned(tmp_path: Path) -> None:
    pack, events = rising(1)
    lay(tmp_path, "KL1-1", pack, *events[:-28])
    with playing(tmp_path) as player:
        assert mark(player) == (0, None)
        player.click(stock(player), pause=0.0)
        assert player.notice == player.sentence("refusal.stock-empty")
        assert_played(player, *events[:-28])


RECYCLES = [(3, 1, 3, 10, 0), (3, 3, 3, 30, 10), (1, 0, 0, 0, 0)]


@pytest.mark.parametrize(("draw", "ups", "done", "before", "after"), RECYCLES)
def test_undo_across_a_recycle_gives_back_its_points_and_its_count_but_creates_none(
    tmp_path: Path, draw: int, ups: int, done: int, before: int, after: int
) -> None:
    left = 24 - ups
    passes = ["draw"] * ((24 - draw) // draw) + ["draw", *["draw"] * -(-left // draw)] * done
    klondike(tmp_path, draw, "draw", *[UP] * ups, *passes)
    with playing(tmp_path) as player:
        for _ in range(3):
            assert (mark(player), player.table.play.view().state.recycles) == ((0, -20 if draw == 3 else -100), done)
            assert player.table.hud.counters[0].value == str(player.table.play.score) == str(before)
            player.click(stock(player))
            assert (mark(player), player.table.play.view().state.recycles) == ((left, None), done + 1)
            assert player.table.play.score == after
            player.key(*CTRL_Z)
        assert_waste(player, *DRAWN.split()[-draw:])


def test_a_card_taken_back_costs_fifteen_and_undo_across_the_floor_gives_back_no_more(tmp_path: Path) -> None:
    klondike(tmp_path, 3, "draw", UP, UP)
    with playing(tmp_path) as player:
        assert player.table.play.score == 20
        for back, score in (("fS:1>t2", 5), ("fS:1>t1", 0)):
            player.play(back)
            assert (player.events[-1], player.table.play.score) == (back, score)
        for score in (5, 20):
            player.key(*CTRL_Z)
            assert player.table.play.score == score
        assert_played(player, "draw", UP, UP, "fS:1>t2", "fS:1>t1", "undo", "undo")


def test_space_draws_and_lets_go_of_what_is_in_the_hand(tmp_path: Path) -> None:
    klondike(tmp_path, 3)
    with playing(tmp_path) as player:
        player.key(pygame.K_SPACE)
        assert_played(player, "draw")
        player.lift(player.card_point(WASTE), player.place_point(0))
        player.key(pygame.K_SPACE)
        player.release(player.place_point(0))
        assert_played(player, "draw", "draw")


def test_only_the_top_card_of_the_waste_can_be_dragged(tmp_path: Path) -> None:
    klondike(tmp_path, 3, "draw", "draw")
    with playing(tmp_path) as player:
        slot = player.table.layout.slots[WASTE]
        beneath = (slot.x + player.table.layout.waste_fan + 4, slot.centery)  # 8♥, which would fit 9♣
        player.drag(beneath, player.place_point(6))
        assert_played(player, "draw", "draw")
        player.drag(player.card_point(WASTE), player.place_point(2))
        assert_played(player, "draw", "draw", "waste:1>t3")


def test_a_tap_goes_up_first_then_to_the_first_fitting_column_and_moves_runs(tmp_path: Path) -> None:
    klondike(tmp_path, 3, "draw")
    with playing(tmp_path) as player:
        player.click(player.card_point(WASTE))  # A♠ would fit 2♥ too
        player.click(stock(player))
        player.click(player.card_point(WASTE))  # 3♣ fits 4♥ and 4♦
        assert_played(player, "draw", UP, "draw", "waste:1>t3")
        player.click(player.card_point(2, 2))
        assert_played(player, "draw", UP, "draw", "waste:1>t3", "t3:2>t6")
        assert player.table.play.score == 10 + 5 + 5


@pytest.mark.parametrize(("pile", "name"), [(3, "JC"), (WASTE, "7D")])
def test_a_tap_that_fits_nowhere_shakes_its_card_only(tmp_path: Path, pile: int, name: str) -> None:
    events = ["draw"] * 4
    klondike(tmp_path, 1, *events)
    with playing(tmp_path) as player:
        player.taps(player.card_point(pile), 1, gap=0.0)
        shaken = [cards.name(sprite.face) for sprite in player.table.board.sprites if sprite.moving]
        assert shaken == [name]
        assert_played(player, *events)


def easthaven(folder: Path, *events: str) -> list[str]:
    pack = made_pack("EA1-C", ROWS, "")
    lay(folder, "EA1-C", pack, *events)
    return pack


def test_one_click_deals_a_row_from_left_to_right_the_last_of_three(tmp_path: Path) -> None:
    pack = easthaven(tmp_path)
    with playing(tmp_path) as player:
        for row, size in enumerate([7, 7, 7, 7, 3]):
            player.click(stock(player), pause=0.0)
            landed: list[int] = []
            dealt = range(51 - 7 * row, 51 - 7 * row - size, -1)
            while player.scene.animated:
                player.turn()
                resting = {sprite.place for sprite in player.table.board.sprites if not sprite.moving}
                landed += [place for place in dealt if place in resting and place not in landed]
            assert landed == [*dealt]
            assert_at_rest(player)
            places = player.table.play.view().places
            assert [places[column][-1] for column in range(size)] == [*dealt]
            faces = {sprite.place: sprite._shown for sprite in player.table.board.sprites}
            assert [cards.name(faces[place]) for place in dealt] == [pack[place] for place in dealt]
            assert mark(player) == (31 - 7 * row - size, None)
        assert_played(player, *["draw"] * 5)


@pytest.mark.parametrize("by_key", [False, True])
@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize("empty", [(0,), (0, 3)])
def test_no_row_is_dealt_while_a_column_is_empty_and_those_are_pointed_out(
    tmp_path: Path, empty: tuple[int, ...], said: bool, by_key: bool
) -> None:
    events = [f"t{column + 1}:1>f{'SH'[column > 0]}" for column in empty for _ in range(3)]
    easthaven(tmp_path, *events)
    with playing(tmp_path) as player:
        player.app.change("play", "interactive_rules", said)
        player.key(pygame.K_SPACE) if by_key else player.click(stock(player), pause=0.0)
        table = player.table
        marks = [Target(table.layout.slots[i], table.art, table.context.theme).bounds(1.0) for i in empty]
        assert player.targets == sorted(map(tuple, marks))
        assert player.notice == (player.sentence("refusal.empty-column") if said else None)
        player.wait(10)
        assert not player.targets
        assert_played(player, *events)


def test_undo_takes_a_dealt_row_back_to_the_stock(tmp_path: Path) -> None:
    easthaven(tmp_path)
    with playing(tmp_path) as player:
        player.taps(stock(player), 5, 0.0)
        for left in (3, 10, 17, 24, 31):
            player.key(*CTRL_Z)
            assert mark(player) == (left, None)
        assert_played(player, *["draw"] * 5, *["undo"] * 5)
