"""The solver's own process: asked and never waited for, obedient, mortal, and gone when the program is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from game.engine.deals import parse_code
from game.engine.record import Deal, Record
from game.engine.session import Outcome
from game.paths import WORKER, own_command
from game.solver.answer import Verdict
from game.solver.service import Solving, Ticket
from tests.support import ROOT

#: Far more than anything here takes, even on a busy machine.
_LONG = 60.0
#: Takes minutes.
HARD = "EA1-C-AAAAAAG"
EASY = "RU1-C-AAAAABB"


@pytest.fixture
def solving() -> Iterator[Solving]:
    made = Solving(lambda: None)
    yield made
    made.close()


def question(code: str, seconds: float = _LONG, *events: str) -> dict[str, Any]:
    record = Record(Deal.from_code(parse_code(code)), events)
    return {"record": record.to_dict(), "seconds": seconds, "positions": 10**6}


def until(happened: Callable[[], object]) -> None:
    end = time.monotonic() + _LONG
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.005)


def answered(ticket: Ticket) -> Ticket:
    until(lambda: ticket.done)
    return ticket


def child(solving: Solving) -> subprocess.Popen[bytes]:
    until(lambda: solving._process)
    assert solving._process is not None
    return solving._process._child


def is_running(process: int) -> bool:
    """True if a process is there and has not ended."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_nothing_runs_before_the_first_question(solving: Solving) -> None:
    assert solving._thread is None and solving._process is None


def test_an_answer_wins_through_the_engine() -> None:
    woken: list[float] = []
    solving = Solving(lambda: woken.append(time.monotonic()))
    deal = Deal.from_code(parse_code("EA1-C-AAAAAAB"))
    answer = answered(solving.ask("solve", question("EA1-C-AAAAAAB"))).answer
    assert answer is not None and answer.verdict is Verdict.SOLVABLE
    assert Record(deal, tuple(map(str, answer.moves))).replay().outcome is Outcome.WON
    until(lambda: woken)
    solving.close()


def test_the_verdict_is_on_the_position_that_the_events_lead_to(solving: Solving) -> None:
    first = answered(solving.ask("solve", question(EASY))).answer
    assert first is not None and first.verdict is Verdict.UNSOLVABLE
    deal = question("EA1-C-AAAAAAB")
    answer = answered(solving.ask("solve", deal)).answer
    assert answer is not None
    deal["record"]["events"] = [str(move) for move in answer.moves[:-1]]
    last = answered(solving.ask("solve", deal)).answer
    assert last is not None and last.moves == answer.moves[-1:]


def test_a_cancelled_question_makes_way(solving: Solving) -> None:
    hard = solving.ask("solve", question(HARD))
    until(lambda: hard.number)
    solving.cancel(hard)
    assert hard.done and hard.answer is None
    assert answered(solving.ask("solve", question(EASY))).answer is not None


def test_a_question_cancelled_before_its_turn_is_never_asked(solving: Solving) -> None:
    hard = solving.ask("solve", question(HARD))
    waiting = solving.ask("solve", question(HARD))
    solving.cancel(waiting)
    solving.cancel(hard)
    assert answered(solving.ask("solve", question(EASY))).answer is not None
    assert waiting.number == 0


def test_the_players_question_goes_before_the_background_which_starts_over(solving: Solving) -> None:
    hard = solving.ask("solve", question(HARD, 3.0), background=True)
    until(lambda: hard.number)
    first = hard.number
    assert answered(solving.ask("solve", question(EASY))).answer is not None
    assert not hard.done
    assert answered(hard).answer is not None
    assert hard.number > first


def test_a_killed_process_is_started_again(solving: Solving) -> None:
    hard = solving.ask("solve", question(HARD, 3.0))
    until(lambda: hard.number)
    first = child(solving)
    first.kill()
    answer = answered(hard).answer
    assert answer is not None and answer.verdict is Verdict.UNKNOWN
    assert child(solving).pid != first.pid


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be stopped here")
def test_a_stopped_process_is_given_up_after_a_cancel(solving: Solving) -> None:
    hard = solving.ask("solve", question(HARD))
    until(lambda: hard.number)
    os.kill(child(solving).pid, signal.SIGSTOP)
    solving.cancel(hard)
    assert answered(solving.ask("solve", question(EASY))).answer is not None


def test_without_a_process_there_is_no_answer_and_no_fault(tmp_path: Path) -> None:
    solving = Solving(lambda: None, [str(tmp_path / "missing")])
    for _ in range(2):
        assert answered(solving.ask("solve", question(EASY))).answer is None
    solving.close()


def test_a_program_that_is_no_solver_gives_no_answer() -> None:
    for nonsense in ("print('hello')", "print('[]')", "print('{}')", "import sys; sys.stdout.write('x' * 10**7)"):
        solving = Solving(lambda: None, [sys.executable, "-c", nonsense])
        assert answered(solving.ask("solve", question(EASY))).answer is None
        solving.close()


def test_after_the_end_nothing_runs_and_nothing_is_asked(solving: Solving) -> None:
    hard = solving.ask("solve", question(HARD))
    until(lambda: hard.number)
    process = child(solving)
    solving.close()
    until(lambda: process.poll() is not None)
    assert solving.ask("solve", question(EASY)).done


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
def test_the_process_dies_with_a_program_that_is_killed() -> None:
    script = (
        "import time; from game.solver.service import Solving; from tests.solver.test_worker import *\n"
        "solving = Solving(lambda: None); solving.ask('solve', question(HARD))\n"
        "print(child(solving).pid, flush=True); time.sleep(600)"
    )
    program = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, cwd=ROOT)
    assert program.stdout is not None
    worker = int(program.stdout.readline())
    assert is_running(worker)
    program.kill()
    program.wait()
    program.stdout.close()
    until(lambda: not is_running(worker))


@pytest.mark.parametrize("line", [b"hello", b"[]", b"{}", b'{"id": "x"}', b'{"id": true}', b"\xff", b"[" * 100_000])
def test_whoever_sends_nonsense_is_not_served(line: bytes) -> None:
    done = subprocess.run(own_command(WORKER), input=line + b"\n", capture_output=True, timeout=_LONG, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


@pytest.mark.parametrize(
    "values",
    [
        {"task": "solve"},
        {"task": "none"},
        {"task": ["solve"]},
        {"task": "solve", "record": {}, "seconds": 1, "positions": 1},
        {"task": "solve", "record": question(EASY)["record"], "seconds": 1, "positions": "x"},
        {"task": "solve", "record": {**question(EASY)["record"], "events": ["draw"]}, "seconds": 1, "positions": 1},
    ],
)
def test_a_question_that_cannot_be_understood_has_no_answer(solving: Solving, values: dict[str, Any]) -> None:
    task = values.pop("task")
    assert answered(solving.ask(task, {"seconds": 1, **values})).answer is None
    assert answered(solving.ask("solve", question(EASY))).answer is not None


def test_the_process_loads_no_window() -> None:
    script = "import sys, game.cli, game.solver.worker; print(*[m for m in sys.modules if 'pygame' in m or '.ui' in m])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=ROOT, check=True)
    assert done.stdout.strip() == b""


def test_the_window_loads_no_search() -> None:
    late = ("game.solver.solve", "game.solver.search", "game.solver.tasks")
    script = f"import sys, game.app; print(*[module for module in {late} if module in sys.modules])"
    quiet = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, cwd=ROOT, check=True, env=quiet)
    assert done.stdout.strip() == b""
