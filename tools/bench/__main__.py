"""Measure the program: ``python -m tools.bench start|idle|memory|growth|frames|scenes|hints|soak``."""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

from tools.bench import frames, growth, hints, idle, memory, scenes, start
from tools.bench.report import table
from tools.bench.screen import missing_tools


def main(arguments: list[str]) -> int:
    """Measure what was asked for and print it; returns the exit status (2: a program that it takes is missing)."""
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--json", action="store_true", help="print JSON instead of a table")
    what = parser.add_subparsers(dest="what", required=True)
    one = what.add_parser("start", parents=[shared], help="time to the first frame, beside AisleRiot if installed")
    one.add_argument("--runs", type=int, default=7)
    one.add_argument("--frozen", type=Path, metavar="DIR", help="the folder of a frozen build, measured as well")
    one = what.add_parser("idle", parents=[shared], help="CPU time at rest")
    one.add_argument("--seconds", type=float, default=10.0)
    what.add_parser("memory", parents=[shared], help="memory at the table after a few moves")
    what.add_parser("growth", parents=[shared], help="memory after many games, resizes and changes of theme")
    one = what.add_parser("scenes", parents=[shared], help="cost of a frame in scripted scenes of ten seconds")
    one.add_argument("--runs", type=int, default=3)
    one.add_argument("--dummy", action="store_true", help="without a window system")
    one = what.add_parser("frames", parents=[shared], help="cost of a frame in a drag and in the opening deal")
    one.add_argument("--frames", type=int, default=500)
    one.add_argument("--runs", type=int, default=5)
    one.add_argument("--dummy", action="store_true", help="without a window system")
    one = what.add_parser("hints", parents=[shared], help="hints: time, memory, and games won by them alone")
    one.add_argument("--count", type=int, default=500)
    one.add_argument("--games", type=int, default=50)
    one = what.add_parser("soak", parents=[shared], help="a kiosk that runs for long: memory, handles, disk")
    one.add_argument("--games", type=int, default=1000)
    one.add_argument("--visits", type=int, default=200)
    one.add_argument("--languages", type=int, default=50)
    options = parser.parse_args(arguments)

    if missing := missing_tools(*_needs(options.what)):
        print(f"not installed: {', '.join(missing)}", file=sys.stderr)
        return 2
    if options.what == "start":
        rows = start.measure(options.runs, options.frozen)
    elif options.what == "idle":
        rows = idle.measure(options.seconds)
    elif options.what == "memory":
        rows = memory.measure()
    elif options.what == "growth":
        rows = growth.measure()
    elif options.what == "scenes":
        rows = scenes.measure(options.runs, options.dummy)
    elif options.what == "hints":
        rows = hints.measure(options.count, options.games)
    elif options.what == "soak":
        from tools.bench import soak  # noqa: PLC0415 - it has the dummy window of SDL used, which the others must not

        rows = soak.measure(options.games, options.visits, options.languages)
    else:
        rows = frames.measure(options.frames, options.runs, options.dummy)
    if options.json:
        print(json.dumps([row._asdict() for row in rows], indent=1))
    else:
        print(table(rows))
    return 0


def _needs(what: str) -> tuple[str, ...]:
    """The programs that a measurement takes."""
    if what == "start":
        return () if os.environ.get("DISPLAY") else ("Xvfb",)
    if what in ("frames", "scenes", "growth", "hints", "soak"):
        return ("Xvfb",) if what == "growth" else ()
    return ("Xvfb", "xdotool")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
