"""A player near the end: when the rest is offered to be played, how it plays, and what interrupts it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from pygame.event import Event

from game.engine import cards
from game.engine.autocomplete import auto_complete
from game.engine.deals import parse_code
from game.engine.games import GAMES
from game.engine.record import Deal, from_dict
from game.engine.session import Session
from game.engine.state import parse_event
from game.storage.history import Result
from game.storage.settings import Speed
from game.ui.screens.win import FountainScene, ResultScene
from tests.player import Player, assert_at_rest, playing
from tests.support import golden

OFFER = "table.auto_complete"
FELT = (300, 560)  # a place of the table where no card lies near the end
#: All spades, then hearts up to the jack: what the stock of a game made by hand gives, one after the other.
RISING = [f"{rank}{suit}" for suit, ranks in (("S", cards.RANKS), ("H", cards.RANKS[:11])) for rank in ranks]
#: What then lies on the columns, in the order in which it can go up.
ON_COLUMNS = [f"{rank}{suit}" for suit in "DC" for rank in cards.RANKS] + ["QH", "KH"]


def made_pack(prefix: str, ends: dict[int, str], drawn: str) -> list[str]:
    """A pack with the last cards of some columns and the first cards of the stock; the others anywhere."""
    given = " ".join([drawn, *ends.values()]).split()
    rest = [name for name in cards.names(range(cards.PACK_SIZE)) if name not in given]
    pack: list[str] = []
    for column, (down, up) in enumerate(GAMES[prefix].columns):
        end = ends.get(column, "").split()
        pack += [rest.pop() for _ in range(down + up - len(end))] + end
    return pack + [*drawn.split(), *rest[::-1]][::-1]


def lay(folder: Path, prefix: str, deal: list[str] | str, *events: str, **values: Any) -> None:
    """Save a game of a pack or a code as the active one of its variant."""
    dealt = {"code": deal} if isinstance(deal, str) else {"rules": prefix, "pack": deal}
    slot = prefix + "-practice" * bool(values.get("practice"))
    (folder / "games").mkdir(parents=True, exist_ok=True)
    record = {"format": 1, **dealt, "events": [*events], "id": "0123456789abcdef", **values}
    (folder / "games" / f"{slot}.json").write_text(json.dumps(record))


def rising(draw: int, last: tuple[str, str] = ("TH", "JH")) -> tuple[list[str], list[str]]:
    """A pack of which every card can go up as it comes, and the moves for that; ``last`` ends the stock."""
    drawn = [*RISING[:-2], *last]
    threes = [name for at in range(0, 24, draw) for name in drawn[at : at + draw][::-1]]
    events: list[str] = []
    for at in range(0, 24, draw):
        events += ["draw", *[up(name, "waste") for name in drawn[at : at + draw]]]
    ends, left = {}, [*ON_COLUMNS]
    for column in range(6, -1, -1):
        ends[column] = " ".join(left[column::-1])
        events += [up(name, f"t{column + 1}") for name in left[: column + 1]]
        del left[: column + 1]
    return made_pack(f"KL1-{draw}", ends, " ".join(threes)), events


def up(name: str, pile: str) -> str:
    return f"{pile}:1>f{name[1]}"


def offered(player: Player) -> bool:
    return player.offers(OFFER)


def rows(player: Player) -> list[Result]:
    """How the games in the history ended."""
    player.app.saver.flush()
    return [entry.result for entry in player.app.context.store.history.page(None, 0)]


def late(prefix: str, folder: Path, before: int = 2) -> tuple[list[str], list[str]]:
    """Lay the kept win of a variant ``before`` moves after the rest is first offered: its events, the rest's moves."""
    won = golden(f"win-{prefix}")["record"]
    deal = Deal.from_code(parse_code(won["code"]))
    session, played = Session(deal.spec, deal.pack), 0
    while not auto_complete(deal.spec, session.state) or played < before:
        played += bool(auto_complete(deal.spec, session.state))
        session.do_text(won["events"][len(session.events)])
    events = [*map(str, session.events)]
    lay(folder, prefix, won["code"], *events, elapsed=60.0, practice=prefix == "ER1-S")
    return events, [*map(str, auto_complete(deal.spec, session.state))]


OFFERING = ["KL1-1", "KL1-3", "ER1-S", "EA1-C"]


@pytest.mark.parametrize("prefix", GAMES)
def test_it_is_offered_exactly_when_the_rules_say_on_the_way_to_a_win_and_back(tmp_path: Path, prefix: str) -> None:
    won = golden(f"win-{prefix}")["record"]
    with playing(tmp_path) as player:
        player.start(won["code"])
        player.app.change("look", "motion", Speed.OFF)
        table, seen = player.table, set()
        session = Session(table.play.spec, Deal.from_code(parse_code(won["code"])).pack)
        for event in [*won["events"][:-1], *["undo"] * 25]:
            table._do(parse_event(event))
            session.do_text(event)
            assert offered(player) == bool(auto_complete(session.spec, session.state))
            seen.add(offered(player))
        assert seen == ({False} if prefix[:2] == "RU" else {False, True})
        assert_at_rest(player)


@pytest.mark.parametrize(("prefix", "waste"), [("KL1-1", 1), ("KL1-3", 3), ("ER1-S", 0)])
def test_cards_left_on_the_waste_forbid_it_in_eram_only(tmp_path: Path, prefix: str, waste: int) -> None:
    draw = GAMES[prefix].draw
    pack, events = rising(draw)
    stock, columns = events[:-28], events[-28:-2]
    held = stock.index("draw", len(stock) - draw - 1)
    lay(tmp_path, prefix, pack, *stock[:held], *columns, practice=prefix == "ER1-S")
    with playing(tmp_path) as player:
        assert not offered(player)  # cards are left in the stock
        for event in stock[held:]:
            player.table._do(parse_event(event))
            left = len(player.table.play.view().state.waste)
            assert offered(player) == (left <= waste), event


def test_a_waste_in_the_wrong_order_forbids_it_until_it_is_turned_over(tmp_path: Path) -> None:
    pack, events = rising(1, last=("TH", "JH"))
    lay(tmp_path, "KL1-1", pack, *events[:-32], *events[-28:-2])
    with playing(tmp_path) as player:
        for event, offer in [("draw", 0), ("draw", 0), ("draw", 0), ("draw", 0), ("waste:1>fH", 0), ("draw", 1)]:
            player.table._do(parse_event(event))
            assert offered(player) == bool(offer)


@pytest.mark.parametrize("motion", [Speed.NORMAL, Speed.OFF])
@pytest.mark.parametrize("prefix", OFFERING)
def test_pressing_it_plays_the_rest_as_moves_and_the_game_is_won_once(
    tmp_path: Path, prefix: str, motion: Speed
) -> None:
    events, rest = late(prefix, tmp_path)
    with playing(tmp_path) as player:
        player.app.change("look", "motion", motion)
        table, before = player.table, player.pump.time
        player.click(player.button(OFFER).rect.center, pause=0.0)
        if motion is Speed.OFF:
            assert isinstance(player.scene, ResultScene)
        else:
            assert not offered(player)
        while player.scene is table:
            player.turn()
        assert player.pump.time - before < 0.15 * len(rest) + 1
        assert isinstance(player.scene, ResultScene if motion is Speed.OFF else FountainScene)
        assert list(table.play.record().events) == events + rest
        assert table.play.score == golden(f"win-{prefix}")["position"]["score"]
        player.settle()
        player.wait(1)
        player.push("won.menu")
        won = rows(player)
        assert won == ([] if prefix == "ER1-S" else [Result.WON])  # practice leaves no trace
    with playing(tmp_path) as player:
        assert rows(player) == won and player.offers("menu.quit")


INTERRUPTIONS: dict[str, Callable[[Player], None]] = {
    "press": lambda player: player.press(FELT),
    "other button": lambda player: player.press(FELT, button=3),
    "press on a card": lambda player: player.press(player.table.board.sprites[0].at),
    "press on a button": lambda player: player.press(player.button("hud.menu").rect.center),
    "key": lambda player: player.key(pygame.K_F1),
    "space": lambda player: player.key(pygame.K_SPACE),
    "undo": lambda player: player.key(pygame.K_z, pygame.KMOD_CTRL),
    "escape": lambda player: player.key(pygame.K_ESCAPE),
}


@pytest.mark.parametrize("interruption", INTERRUPTIONS)
def test_any_press_or_key_only_interrupts_it_and_the_rest_can_be_played(tmp_path: Path, interruption: str) -> None:
    events, rest = late("KL1-3", tmp_path)
    with playing(tmp_path) as player:
        table = player.table
        player.click(player.button(OFFER).rect.center, pause=0.35)
        INTERRUPTIONS[interruption](player)
        player.release(FELT)
        player.wait(1)
        assert player.scene is table
        done = len(player.events) - len(events)
        assert 2 <= done < len(rest) - 4
        assert player.events == events + rest[:done]
        assert_at_rest(player)
        assert offered(player)
        for move in rest[done : done + 2]:
            player.play(move)
        player.settle()
        assert player.events == events + rest[: done + 2]
        player.push(OFFER)
        player.settle()
        assert list(table.play.record().events) == events + rest
        assert rows(player) == [Result.WON]


def test_moves_of_an_interrupted_run_can_be_undone_one_by_one(tmp_path: Path) -> None:
    events, _ = late("KL1-1", tmp_path)
    with playing(tmp_path) as player:
        score = player.table.play.score
        player.click(player.button(OFFER).rect.center, pause=0.35)
        player.key(pygame.K_F1)
        done = player.events[len(events) :]
        for _ in done:
            player.key(pygame.K_z, pygame.KMOD_CTRL)
            assert_at_rest(player)
            assert offered(player)
        assert player.events == events + done + ["undo"] * len(done)
        assert player.table.play.score == score
        player.push(OFFER)
        player.settle()
        assert isinstance(player.scene, (FountainScene, ResultScene))
        assert rows(player) == [Result.WON]


def test_it_can_be_started_from_the_keyboard(tmp_path: Path) -> None:
    events, rest = late("KL1-1", tmp_path)
    with playing(tmp_path) as player:
        table = player.table
        player.key(pygame.K_TAB, pygame.KMOD_SHIFT)
        player.key(pygame.K_RETURN)
        player.settle()
        assert list(table.play.record().events) == events + rest


DISTURBANCES: dict[str, Callable[[Player], None]] = {
    "resized": lambda player: player.resize((1000, 760)),
    "other motion": lambda player: player.app.change("look", "motion", Speed.OFF),
    "exposed": lambda player: player.turn(Event(pygame.WINDOWEXPOSED)),
    "focus lost": lambda player: player.turn(Event(pygame.WINDOWFOCUSLOST)),
    "pointer moved": lambda player: player.move(FELT),
}


@pytest.mark.parametrize("disturbance", DISTURBANCES)
def test_what_happens_around_it_does_no_harm(tmp_path: Path, disturbance: str) -> None:
    events, rest = late("EA1-C", tmp_path)
    with playing(tmp_path) as player:
        table = player.table
        player.click(player.button(OFFER).rect.center, pause=0.3)
        DISTURBANCES[disturbance](player)
        player.settle()
        if player.scene is table:
            assert_at_rest(player)
            player.push(OFFER)
            player.settle()
        assert list(table.play.record().events) == events + rest
        assert rows(player) == [Result.WON]


@pytest.mark.parametrize("prefix", OFFERING)
def test_quitting_during_it_keeps_a_whole_position_and_it_is_offered_again(tmp_path: Path, prefix: str) -> None:
    events, rest = late(prefix, tmp_path)
    with playing(tmp_path) as player:
        player.click(player.button(OFFER).rect.center, pause=0.35)
        done = len(player.events) - len(events)
    assert 0 < done < len(rest)
    with playing(tmp_path) as player:
        assert player.events == events + rest[:done]
        assert from_dict(player.table.play.record().to_dict()).replay().state == player.table.play._session.state
        assert_at_rest(player)
        player.push(OFFER)
        player.settle()
        assert rows(player) == [Result.WON] * (prefix != "ER1-S")


def test_it_ends_when_the_player_leaves_the_table(tmp_path: Path) -> None:
    events, _ = late("KL1-1", tmp_path)
    with playing(tmp_path) as player:
        player.click(player.button(OFFER).rect.center, pause=0.3)
        player.app.navigator.new_game(None)
        player.wait(3)
        player.key(pygame.K_ESCAPE)
        done = len(player.events)
        player.wait(3)
        assert len(player.events) == done > len(events)
        assert offered(player)
        assert_at_rest(player)
