"""Times of single turns in scripted scenes of ten seconds, in a process of its own: ``scenes`` starts it.

What only prepares a scene (the game that it begins with, its cards) is not counted; what a player's press sets off is.
"""

from __future__ import annotations

import json
import math
import sys
import tempfile
from pathlib import Path

import pygame
from pygame.event import Event

from game.engine import record
from game.engine.autocomplete import auto_complete
from game.engine.deals import parse_code
from game.engine.record import Deal, Record
from game.engine.refusal import IllegalEvent
from game.ui.screens.win import FountainScene
from game.ui.table.table import TableScene
from tools.bench.drag import GAME, let_go, lift, sweep
from tools.bench.program import ROOT, data_folder
from tools.bench.screen import Size
from tools.bench.turns import Cost, Program, motion

TURNS = 600
_DEALS = ("KL1-1-AAAAAAB", "RU1-R-AAAAABB", "EA1-C-AAAAAAB", "RU1-C-AAAAABB")
_WON = ROOT / "tests" / "golden" / "win-KL1-1.json"
#: While a window's edge is dragged, a new size comes with every turn, and the width swings by this share.
_SWING = 0.12
#: Other turns between two sizes of a window that a window manager sets (tiles, full screen and back).
_STEP_TURNS = 30


def _deals(program: Program) -> dict[str, list[Cost]]:
    """One deal after the other. The turn that opens a table is told apart from those in which its cards fly."""
    fly: list[Cost] = []
    opened: list[Cost] = []
    while len(fly) < TURNS:
        for code in _DEALS:
            deal = Deal.from_code(parse_code(code))
            opened.append(program.turn(act=lambda deal=deal: program.app.navigator.start(deal)))  # type: ignore[misc]
            fly += program.until_rest()
            program.prepare()
    return {"deal": fly[:TURNS], "new table": opened}


def _drag(program: Program, size: Size) -> dict[str, list[Cost]]:
    """Thirteen cards all over the table."""
    program.app.navigator.table(program.app.context.house.take_over(record.from_dict(GAME)), False)
    program.turn()
    program.prepare()
    lifted = lift(program)
    drag = [program.turn(motion(at)) for at in sweep(size, TURNS)]
    return {"drag of 13 cards": drag, "lifting 13 cards": [lifted], "13 cards fly home": let_go(program, size)}


def _late() -> Record:
    """A won game shortly before its end: what can go up later was not sent up early (17 cards are left)."""
    saved = record.from_dict(json.loads(_WON.read_text(encoding="utf-8"))["record"])
    events = list(saved.events)
    best = _offered(saved, events)
    for index in reversed(range(len(events))):
        fewer = events[:index] + events[index + 1 :]
        if ">f" in events[index] and _offered(saved, fewer) >= best:
            events, best = fewer, _offered(saved, fewer)
    return Record(saved.deal, tuple(_until_offer(saved, events)[0]))


def _until_offer(saved: Record, events: list[str]) -> tuple[list[str], int]:
    """The events before the auto-complete is first offered, and its length (0: it never is, or one is refused)."""
    session = Record(saved.deal).replay()
    for index, event in enumerate(events):
        moves = auto_complete(saved.deal.spec, session.state)
        if moves:
            return events[:index], len(moves)
        try:
            session.do_text(event)
        except IllegalEvent:
            break
    return events, 0


def _offered(saved: Record, events: list[str]) -> int:
    return _until_offer(saved, events)[1]


def _wins(program: Program) -> dict[str, list[Cost]]:
    """The auto-complete of a late position to the win, again and again, and ten seconds of the celebration."""
    late = _late()
    cascade: list[Cost] = []
    celebration: list[Cost] = []
    begun: list[Cost] = []
    while len(cascade) < TURNS:
        program.app.navigator.table(program.app.context.house.take_over(late), False)
        program.turn()
        program.prepare()
        offer = program.table.completion.button
        cascade += program.click(offer.rect.center)
        while isinstance(program.app.scenes.top, TableScene):
            cascade.append(program.turn())
        begun.append(cascade.pop())
        while isinstance(program.app.scenes.top, FountainScene) and len(celebration) < TURNS:
            celebration.append(program.turn())
    return {"auto-complete": cascade[:TURNS], "celebration": celebration, "celebration begins": begun}


def _resizes(program: Program, size: Size) -> dict[str, list[Cost]]:
    """An edge that is dragged, then sizes that are set with half a second between them."""
    program.app.navigator.start(Deal.from_code(parse_code(_DEALS[1])))
    list(program.until_rest())
    program.prepare()
    dragged = []
    for turn in range(TURNS // 4):
        width = round(size[0] * (1 - _SWING * (1 - math.cos(turn / 25)) / 2))
        dragged.append(program.resize((width, size[1])))
    steps: list[Cost] = []
    others: list[Cost] = []
    for turn in range(TURNS):
        if turn % _STEP_TURNS:
            others.append(program.turn())
        else:
            share = (1.0, 0.75, 0.5, 0.9)[turn // _STEP_TURNS % 4]
            steps.append(program.resize((max(640, round(size[0] * share)), max(480, round(size[1] * share)))))
    program.resize(size)
    return {"an edge dragged": dragged, "sizes set": steps, "between sizes set": others}


def measure(size: Size, folder: Path) -> dict[str, list[Cost]]:
    """The costs of the turns of all scenes."""
    program = Program(data_folder(folder, size))
    assert program.app.scenes.size == size, program.app.scenes.size
    program.prepare()
    times = {**_deals(program), **_drag(program, size), **_wins(program), **_resizes(program, size)}
    program.turn(Event(pygame.QUIT))
    program.app.close()
    return times


def main() -> None:
    """Width and height come as arguments."""
    with tempfile.TemporaryDirectory() as folder:
        print(json.dumps(measure((int(sys.argv[1]), int(sys.argv[2])), Path(folder))))


if __name__ == "__main__":
    main()
