"""A player at ERAM's secret game: its number, its costs, its finish, its time, and that no hidden card is in reach."""

from __future__ import annotations

import gc
import json
import secrets
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from types import CodeType, FrameType, FunctionType, GeneratorType, ModuleType
from typing import Any

import pygame
import pytest

from game.engine import cards, rules
from game.engine.cards import HIDDEN
from game.engine.deals import shuffle
from game.engine.record import Deal, Record, from_json
from game.engine.session import Session
from game.engine.state import DRAW, WASTE, Command, State, foundation
from game.engine.view import View
from game.paths import user_paths
from game.storage.history import History
from game.ui.screens.win import ResultScene
from game.ui.table.sprites import CardSprite
from tests.player import Player, ScriptedPump, assert_at_rest, playing
from tests.test_ui_auto_complete import lay, made_pack
from tests.test_ui_stock import CTRL_Z, DRAWN, ENDS, UP, mark, stock

#: A pack made by hand.
PACK = made_pack("ER1-S", ENDS, DRAWN)


def secret(player: Player) -> None:
    """Have a secret game dealt, whatever is open."""
    player.app.navigator.new_game("ER1-S")
    player.turn()
    player.push("newgame.start")
    if player.offers("newgame.deal"):
        player.push("newgame.deal")


def saved(folder: Path, events: int) -> Record:
    """The game on the disk, once the authority has written it after so many events."""
    for _ in range(500):
        path = folder / "games" / "ER1-S.json"
        if path.exists() and len((record := from_json(path.read_bytes())).events) == events:
            return record
        time.sleep(0.01)
    raise AssertionError("the authority never kept the game")


def ended(folder: Path) -> list[tuple[str, int]]:
    """Result and moves of the games in the history of a program that was quit, the oldest first."""
    return [(entry.result.value, entry.moves) for entry in History(user_paths(folder).history).page(None, 0)][::-1]


def finish(player: Player) -> None:
    player.push("hud.finish")
    player.push("finish.yes")


def look(player: Player) -> tuple[Any, ...]:
    play = player.table.play
    return play.view(), play.score, play.moves, play.code


def test_the_bar_shows_a_number_and_says_that_the_scoring_is_not_confirmed(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        secret(player)
        assert player.table.hud.code.code == "#1"
        assert player.sentence("hud.unconfirmed") in player.texts
        player.click(stock(player))
        deal = saved(tmp_path, 1).deal
        finish(player)
        assert isinstance(player.scene, ResultScene) and player.sentence("hud.unconfirmed") in player.texts
        player.push("won.seed")
        assert player.clipboard == deal.seed.hex() and shuffle(bytes.fromhex(player.clipboard)) == deal.pack


def test_three_recycles_are_free_then_each_costs_twenty_and_undo_gives_them_back(tmp_path: Path) -> None:
    lay(tmp_path, "ER1-S", PACK)
    with playing(tmp_path) as player:
        for score, cost in [(0, 0), (0, 0), (0, 0), (-20, -20), (-40, -20)]:
            player.taps(stock(player), 8, 0.0)
            assert mark(player) == (0, cost)
            player.click(stock(player))
            assert player.table.hud.counters[0].value.replace("−", "-") == str(player.table.play.score) == str(score)
        player.key(*CTRL_Z)
        assert (player.table.play.score, mark(player)) == (-20, (0, -20))
        for _ in range(9):
            player.key(*CTRL_Z)
        assert (player.table.play.score, mark(player), player.table.play.moves) == (0, (0, -20), 45)


def test_a_tap_goes_up_else_to_the_first_fitting_column_and_no_card_comes_back(tmp_path: Path) -> None:
    lay(tmp_path, "ER1-S", PACK, "draw")
    with playing(tmp_path) as player:
        player.click(player.card_point(WASTE))
        player.click(stock(player))
        player.click(player.card_point(WASTE))
        assert saved(tmp_path, 4).events == ("draw", UP, "draw", "waste:1>t3")
        assert (before := look(player))[1:] == (0, 4, "#0")
        player.drag(player.card_point(foundation(0)), player.place_point(0))
        assert player.notice == player.sentence("refusal.no-takeback")
        assert_at_rest(player)
        assert look(player) == before


def test_finish_asks_and_is_final(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        secret(player)
        player.taps(stock(player), 3, 0.5)
        before = look(player)
        player.push("hud.finish")
        assert player.sentence("finish.question") in player.texts
        player.push("dialog.keep")
        assert look(player) == before and len(saved(tmp_path, 3).events) == 3
        table = player.table
        finish(player)
        assert player.sentence("finish.title") in player.texts
        for event in (DRAW, Command.UNDO, Command.FINISH, *rules.legal_moves(table.play.spec, before[0].state)):
            assert table.play.do(event) is not None
        assert (table.play.view(), table.play.score, table.play.moves) == before[:3]
    assert ended(tmp_path) == [("finished", 3)]


@pytest.mark.parametrize("away", ["menu", "closed"])
def test_a_game_that_was_left_goes_on_as_it_was_and_the_time_away_does_not_count(tmp_path: Path, away: str) -> None:
    with ExitStack() as programs:
        player = programs.enter_context(playing(tmp_path))
        secret(player)
        player.taps(stock(player), 3, 0.5)
        before, elapsed = look(player), saved(tmp_path, 3).elapsed
        player.push("hud.menu")
        player.wait(50)
        if away == "closed":
            player.quit()
            player = programs.enter_context(playing(tmp_path))
        else:
            player.push("menu.continue")
        assert_at_rest(player)
        assert look(player) == before
        assert elapsed <= player.table.play.elapsed < elapsed + 2
        player.click(stock(player))
        assert elapsed <= player.table.play.elapsed < elapsed + 3


def test_a_pause_between_two_moves_counts_sixty_seconds_at_most(tmp_path: Path) -> None:
    with playing(tmp_path) as player:
        secret(player)
        player.taps(stock(player), 2, 0.5)
        before = saved(tmp_path, 2).elapsed
        player.pump.time += 3600
        player.click(stock(player))
        assert saved(tmp_path, 3).elapsed == pytest.approx(before + 60)
        player.wait(10)
        assert player.table.play.elapsed == pytest.approx(before + 70, abs=1)


def test_the_clock_never_goes_back_when_something_is_refused(tmp_path: Path) -> None:
    lay(tmp_path, "ER1-S", PACK, "draw", "undo")
    with playing(tmp_path) as player:
        player.wait(30)
        shown = player.table.play.elapsed
        player.key(*CTRL_Z)
        assert player.notice == player.sentence("refusal.nothing-to-undo")
        assert player.table.play.elapsed >= shown >= 29


def covered(state: State) -> bytes:
    """The cards whose faces may not be seen."""
    columns = [pile[:down] for pile, down in zip(state.columns, state.down, strict=True)]
    return b"".join([state.stock, state.waste[:-3], *columns])


class Truth:
    """What only the authority and the disk know of the game at the table."""

    def __init__(self, saved: Record) -> None:
        self.deal, self.session = saved.deal, saved.replay()
        state = self.session.state
        #: Runs of cards that nobody may know the order of.
        self.runs = [state.stock[at : at + 4] for at in range(len(state.stock) - 3)]
        self.runs += [pile[:down] for pile, down in zip(state.columns, state.down, strict=True) if down >= 3]
        self.hidden = {self.deal.pack.index(card) for card in covered(state)}


SKIPPED = (ModuleType, type, FrameType, CodeType, Player, ScriptedPump, pygame.Surface)


def reachable(root: object) -> Iterator[object]:
    """Everything that attributes, containers, closures, bound methods and generators lead to."""
    seen, todo = {}, [root]
    while todo:
        item = todo.pop()
        if id(item) in seen or isinstance(item, SKIPPED):
            continue
        seen[id(item)] = item
        yield item
        if isinstance(item, FunctionType):  # not its module's names
            todo += [item.__closure__, item.__defaults__, item.__kwdefaults__, item.__dict__]
        elif isinstance(item, GeneratorType):
            todo += [item.gi_frame and {**item.gi_frame.f_locals}]
        else:
            todo += gc.get_referents(item)


NAMES = {*cards.names(range(52))}


def as_cards(item: object) -> bytes:
    """A sequence as cards, whether of numbers or of names."""
    parts = [*item.values()] if isinstance(item, dict) else item
    if isinstance(parts, (tuple, list)) and all(isinstance(part, str) and part in NAMES for part in parts):
        return bytes(map(cards.parse, parts))
    if isinstance(parts, (tuple, list)) and all(type(part) is int and 0 <= part < 256 for part in parts):
        return bytes(parts)
    return bytes(item) if isinstance(item, (bytes, bytearray)) else b""


def tells(item: object, truth: Truth) -> bool:
    """True if a thing by itself tells of a hidden card."""
    content, seed = as_cards(item), truth.deal.seed
    known = any(run in content or run[::-1] in content for run in truth.runs)
    if isinstance(item, str):
        known = seed.hex() in item or any('", "'.join(cards.names(run)) in item for run in truth.runs)
    elif isinstance(item, (Session, Deal)):
        known = item.spec.prefix == "ER1-S"
    elif isinstance(item, State):
        known = covered(item) != bytes([HIDDEN]) * len(covered(item))
    elif isinstance(item, CardSprite):
        known = item.place in truth.hidden and {item.face, item._shown} != {HIDDEN}
    return known or seed in content or seed.hex().encode() in content


def leaks(root: object, truth: Truth) -> list[object]:
    """What is in reach and tells of a hidden card."""
    assert {"HeldPlay", "Link", "House", "Saver", "CardSprite"} <= {type(item).__name__ for item in reachable(root)}
    return [item for item in reachable(root) if tells(item, truth)]


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Random:
    random = Random(5)  # seeds are secret, but the same in every run
    monkeypatch.setattr(secrets, "token_bytes", lambda size=32: random.randbytes(size))
    return Random(6)


def test_no_hidden_card_is_in_reach_of_the_table(tmp_path: Path, chance: Random) -> None:
    with playing(tmp_path) as player:
        secret(player)
        for count in range(40):
            player.settle()
            truth = Truth(saved(tmp_path, count))
            assert truth.runs and leaks(player.table, truth) == []
            legal = rules.legal_moves(player.table.play.spec, player.table.play.view().state)
            event = chance.choice([*legal, DRAW, Command.UNDO]) if count else DRAW
            if event in (DRAW, Command.UNDO):
                player.key(pygame.K_SPACE) if event == DRAW else player.key(*CTRL_Z)
            else:
                player.play(str(event))
            assert saved(tmp_path, count + 1).events[-1] == str(event)


PLANTS: dict[str, Callable[[Truth], object]] = {
    "pack": lambda truth: truth.deal.pack,
    "list": lambda truth: {"x": [[*truth.session.state.stock]]},
    "names": lambda truth: tuple(cards.names(truth.session.state.columns[6])),
    "text": lambda truth: json.dumps(cards.names(truth.deal.pack)),
    "seed": lambda truth: truth.deal.seed,
    "closure": lambda truth: lambda: truth.deal.seed,
    "bound method": lambda truth: truth.session.do,
    "generator": lambda truth: (state for state in [truth.session.state]),
    "view": lambda truth: View(truth.session.state, {}),
}


@pytest.mark.parametrize("plant", PLANTS)
def test_a_planted_leak_is_found(tmp_path: Path, chance: Random, plant: str) -> None:
    with playing(tmp_path) as player:
        secret(player)
        truth = Truth(saved(tmp_path, 0))
        player.table.context.exports = PLANTS[plant](truth)
        assert leaks(player.table, truth)


def test_a_sprite_that_knows_its_face_too_early_is_found(tmp_path: Path, chance: Random) -> None:
    with playing(tmp_path) as player:
        secret(player)
        player.settle()
        truth = Truth(saved(tmp_path, 0))
        sprite = player.table.board.sprites[min(truth.hidden)]
        sprite.face = truth.deal.pack[sprite.place]
        assert leaks(player.table, truth) == [sprite]
