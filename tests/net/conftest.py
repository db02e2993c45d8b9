"""Databases for the tests: SQLite in a file, and a real PostgreSQL where Debian's package is installed."""

from __future__ import annotations

import asyncio
import os
import secrets
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.net.harness import sqlite


def _programs() -> Path | None:
    """The folder of PostgreSQL's programs; Debian keeps them out of the way."""
    found = shutil.which("initdb")
    if found:
        return Path(found).parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    return folders[-1] if folders and (folders[-1] / "initdb").exists() else None


def _unprivileged() -> list[str] | None:
    """What starts a program as somebody whom PostgreSQL lets run it; None if there is nobody."""
    if os.getuid() != 0:
        return []
    import pwd

    try:
        pwd.getpwnam("postgres")
    except KeyError:
        return None
    return ["runuser", "-u", "postgres", "--"] if shutil.which("runuser") else None


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[str]:
    """The address of a PostgreSQL server that is there for these tests only."""
    pytest.importorskip("asyncpg", reason="asyncpg, the extra `postgres`, is not installed")
    if not hasattr(os, "getuid"):
        pytest.skip("PostgreSQL is started here on Unix only")
    programs, drop = _programs(), _unprivileged()
    if programs is None or drop is None:
        pytest.skip("there is no PostgreSQL (Debian's package `postgresql`), or no user who may run it")
    folder = Path(tempfile.mkdtemp(prefix="waraq-pg-"))
    try:
        if drop:
            shutil.chown(folder, "postgres")
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        data = str(folder / "data")
        control = [*drop, str(programs / "pg_ctl"), "-D", data, "-w", "-s"]
        initdb = [*drop, str(programs / "initdb"), "-D", data, "-A", "trust", "-U", "waraq", "-E", "UTF8", "--no-sync"]
        subprocess.run(initdb, check=True, stdout=subprocess.DEVNULL, cwd="/")
        settings = f"-c listen_addresses=127.0.0.1 -p {port} -k {folder} -c fsync=off"
        subprocess.run([*control, "-l", str(folder / "log"), "-o", settings, "start"], check=True, cwd="/")
        try:
            yield f"postgresql://waraq@127.0.0.1:{port}"
        finally:
            subprocess.run([*control, "-m", "immediate", "stop"], check=True, cwd="/")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def postgres(postgres_server: str) -> Iterator[str]:
    """The address of an empty database."""
    name = f"test_{secrets.token_hex(6)}"
    asyncio.run(_execute(postgres_server, f"CREATE DATABASE {name}"))
    yield f"{postgres_server}/{name}"
    asyncio.run(_execute(postgres_server, f"DROP DATABASE {name} WITH (FORCE)"))


async def _execute(server: str, statement: str) -> None:
    import asyncpg

    connection = await asyncpg.connect(f"{server}/postgres")
    try:
        await connection.execute(statement)
    finally:
        await connection.close()


@pytest.fixture(params=["sqlite", "postgres"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty database of each kind."""
    if request.param == "sqlite":
        return sqlite(tmp_path)
    return str(request.getfixturevalue("postgres"))
