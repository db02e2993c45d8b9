"""A server process that is killed, stopped or asked how it is. The long version: ``python -m tools.netbench crash``."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
import ssl
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from websockets.asyncio.client import connect

from tests.net.harness import run, sqlite, talking
from tests.support import ROOT
from tools.netbench import crash
from tools.netbench.server import ServerProcess


def test_nothing_that_was_acknowledged_is_lost_when_the_server_is_killed(tmp_path: Path) -> None:
    crashes = asyncio.run(crash.measure(sqlite(tmp_path), rounds=3, clients=12))
    assert (crashes.lost, crashes.refused) == (0, 0)
    assert crashes.acknowledged > 100
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        gaps = "SELECT game FROM event GROUP BY game HAVING count(*) <> max(cid)"
        assert not database.execute(gaps).fetchall()


def test_a_match_goes_on_after_the_server_was_killed_with_the_time_given_back(tmp_path: Path) -> None:
    server = ServerProcess(sqlite(tmp_path))
    port = server.port
    try:

        async def before() -> tuple[list[str], int]:
            async with talking(port) as one, talking(port) as two:
                for each in (one, two):
                    await each.send("queue")
                games = [(await each.hear("snapshot"))["game"] for each in (one, two)]
                remaining = (await one.do(games[0], 1, "draw"))["time_ms"]
                return [one.welcome["token"], two.welcome["token"], *games], remaining

        (first, second, *games), remaining = run(before)
        server.kill()
        server = ServerProcess(sqlite(tmp_path), port)

        async def after() -> None:
            async with talking(port, token=first) as one, talking(port, token=second) as two:
                matched = await one.hear("matched")
                assert (await one.hear("snapshot"))["rev"] == 1
                assert remaining - 10_000 < matched["remaining_ms"] <= remaining + 1_100
                assert (await one.do(games[0], 2, "finish"))["outcome"] == "finished"
                assert (await two.do(games[1], 1, "finish"))["outcome"] == "finished"
                for each in (one, two):
                    assert (await each.hear("closed"))["verdict"] == "draw"
            async with talking(port, token=first) as late:
                told = await late.ask("recall", "closed", of=matched["match"])
                assert told["verdict"] == "draw"
                assert len((await late.hear("reveal"))["boards"]) == 2

        run(after)
    finally:
        server.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a process without asking it")
def test_a_server_that_is_told_to_end_keeps_everything_and_says_goodbye(tmp_path: Path) -> None:
    server = ServerProcess(sqlite(tmp_path))

    async def story() -> int:
        async with talking(server.port) as talker:
            game = (await talker.ask("new", "snapshot"))["game"]
            for cid in range(1, 21):
                await talker.send("cmd", game=game, cid=cid, rev=cid - 1, event="draw")
            await talker.hear("ok")
            status = asyncio.create_task(asyncio.to_thread(server.stop))
            assert await talker.closed() == 1012
            return await status

    assert run(story) == 0
    events = [json.loads(line)["event"] for line in server.logged.splitlines()]
    assert events[-2:] == ["stopping", "stopped"]
    with sqlite3.connect(tmp_path / "server.sqlite3") as database:
        assert database.execute("SELECT count(*) FROM event").fetchone()[0] >= 1
    again = ServerProcess(sqlite(tmp_path))
    again.kill()


def test_health_and_figures_are_told_on_a_port_of_their_own(tmp_path: Path) -> None:
    server = ServerProcess(sqlite(tmp_path))
    try:

        async def story() -> None:
            async with talking(server.port) as talker:
                game = (await talker.ask("new", "snapshot"))["game"]
                assert (await talker.do(game, 1, "draw"))["t"] == "ok"
                assert (await asyncio.to_thread(_get, server.health_port, "/health")) == (200, "ok\n")
                status, text = await asyncio.to_thread(_get, server.health_port, "/metrics")
                assert status == 200
                assert "waraq_connections 1\n" in text
                assert 'waraq_received_total{kind="cmd"} 1\n' in text
                assert 'waraq_commit_seconds_bucket{le="+Inf"}' in text
                for secret in (talker.welcome["token"], talker.welcome["resume"]):
                    assert secret not in text
            assert (await asyncio.to_thread(_get, server.health_port, "/other"))[0] == 404
            assert (await asyncio.to_thread(_get, server.port, "/metrics"))[0] == 426

        run(story)
    finally:
        server.kill()


def _get(port: int, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def test_log_lines_are_json_and_tell_no_secret(tmp_path: Path) -> None:
    server = ServerProcess(sqlite(tmp_path))
    secrets: list[str] = []

    async def story() -> None:
        async with talking(server.port, name="Somebody") as one, talking(server.port) as two:
            for each in (one, two):
                await each.send("queue")
                secrets.extend((each.welcome["token"], each.welcome["resume"]))
            for each in (one, two):
                game = (await each.hear("snapshot"))["game"]
                assert (await each.do(game, 1, "finish"))["t"] == "ok"
            secrets.append((await one.hear("reveal"))["seed"])
        for rubbish in (b"\0" * 100, b"GET / HTTP/1.1\r\n\r\n", b"HELO\r\n"):
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(rubbish)
            writer.write_eof()
            await reader.read()
            writer.close()

    run(story)
    server.kill()
    lines = [json.loads(line) for line in server.logged.splitlines()]
    assert {"serving", "match", "match over"} <= {line["event"] for line in lines}
    assert all({"time", "level", "event"} <= set(line) for line in lines)
    assert not [secret for secret in secrets if secret in server.logged]


def refused(*arguments: str) -> str:
    """The one line with which a server refuses to start."""
    command = [sys.executable, "main.py", "serve", *arguments]
    environment = {**os.environ, "LANGUAGE": "en"}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    assert len(done.stderr.splitlines()) == 1
    return done.stderr


def test_what_keeps_a_server_from_starting_is_said_in_a_sentence(tmp_path: Path) -> None:
    assert "certificate" in refused("--host", "0.0.0.0", "--port", "0")
    assert "is no database" in refused("--database", "mysql://somewhere")
    assert "both --cert and --key" in refused("--cert", "x.pem")
    assert "certificate cannot be used" in refused("--cert", "none.pem", "--key", "none.pem")
    assert "database cannot be used" in refused("--database", f"sqlite:///{tmp_path}")
    running = ServerProcess(sqlite(tmp_path))
    try:
        taken = ("--database", f"sqlite:///{tmp_path / 'other.sqlite3'}", "--port", str(running.port))
        assert "cannot listen" in refused(*taken)
        assert "database cannot be used" in refused("--database", sqlite(tmp_path), "--port", "0")
    finally:
        running.kill()


def test_with_a_certificate_players_connect_by_tls(tmp_path: Path) -> None:
    openssl = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"]
    names = ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]
    try:
        subprocess.run([*openssl, *names], cwd=tmp_path, check=True, capture_output=True)
    except (OSError, subprocess.CalledProcessError) as error:
        pytest.skip(f"no certificate can be made here: {error}")
    cert, key = str(tmp_path / "cert.pem"), str(tmp_path / "key.pem")
    server = ServerProcess(sqlite(tmp_path), 0, "--cert", cert, "--key", key)
    try:

        async def story() -> None:
            trust = ssl.create_default_context(cafile=cert)
            async with connect(f"wss://127.0.0.1:{server.port}", ssl=trust, compression=None) as socket:
                await socket.send('{"t":"hello","v":1}')
                assert json.loads(await socket.recv())["t"] == "welcome"

        run(story)
    finally:
        server.kill()
