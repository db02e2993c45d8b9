"""Measure the match server: ``python -m tools.netbench load|reconnect|crash`` (Linux)."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tools.bench.report import table
from tools.netbench import boardgameio, crash, load, reconnect


def main(arguments: list[str]) -> None:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m tools.netbench", description=__doc__)
    shared = argparse.ArgumentParser(add_help=False)
    shared.add_argument("--database", default="", help="a database's address; a new SQLite file otherwise")
    what = parser.add_subparsers(dest="what", required=True)
    one = what.add_parser("load", parents=[shared], help="many matches at once")
    one.add_argument("--matches", type=int, default=1000)
    one.add_argument("--seconds", type=float, default=10.0)
    one.add_argument("--rate", type=float, default=1000.0, help="commands a second over all")
    one.add_argument("--boardgame-io", type=Path, metavar="DIR", help="beside boardgame.io, which npm installed in DIR")
    one = what.add_parser("reconnect", parents=[shared], help="everybody comes back at once")
    one.add_argument("--clients", type=int, default=1000)
    one = what.add_parser("crash", parents=[shared], help="kill -9 under load")
    one.add_argument("--rounds", type=int, default=20)
    one.add_argument("--clients", type=int, default=40)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as folder:
        database = options.database or f"sqlite:///{Path(folder) / 'bench.sqlite3'}"
        if options.what == "load":
            load_of = options.matches, options.seconds, options.rate
            ours = asyncio.run(load.measure(database, *load_of))
            rows = ours.rows()
            if options.boardgame_io is not None:
                rows += asyncio.run(boardgameio.measure(options.boardgame_io, *load_of)).rows(ours)
        elif options.what == "reconnect":
            rows = asyncio.run(reconnect.measure(database, options.clients)).rows()
        else:
            rows = asyncio.run(crash.measure(database, options.rounds, options.clients)).rows()
        print(table(rows))


if __name__ == "__main__":
    main(sys.argv[1:])
