"""A PostgreSQL server of the tests' own, where Debian's package is there; or one that a variable names."""

import getpass
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

VARIABLE = "SYNSLATOR_TEST_DATABASE_URL"
"""Names a server to use instead, such as `postgresql://user:password@host:5432`."""
# Read before the tests' own environment takes the place of the real one.
URL = os.environ.get(VARIABLE)


def programs() -> Path | None:
    """Return the folder of PostgreSQL's programs, which Debian keeps off the path."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    named = shutil.which("initdb")
    return found[-1].parent if found else Path(named).parent if named else None


@contextmanager
def running() -> Iterator[str]:
    """Yield the address of a server, without a database; skip where there is none."""
    if URL:
        yield URL
        return
    folder = programs()
    if folder is None:
        pytest.skip("tests on PostgreSQL were not run: it is not installed (Debian's package is postgresql)")
    # The server refuses to run as root, so that root runs it as the user whom the package made.
    as_user = ["runuser", "-u", "postgres", "--"] if getpass.getuser() == "root" else []
    with tempfile.TemporaryDirectory(prefix="synslator-postgres-") as home:
        if as_user:
            shutil.chown(home, "postgres")
        data = f"{home}/data"
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        options = f"-p {port} -c listen_addresses=127.0.0.1 -k {home} -c fsync=off -c max_connections=200"
        steps = [
            [folder / "initdb", "-D", data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8"],
            [folder / "pg_ctl", "-D", data, "-o", options, "-l", f"{home}/log", "-w", "start"],
        ]
        for step in steps:
            subprocess.run([*as_user, *map(str, step)], check=True, cwd="/", stdout=subprocess.DEVNULL)
        try:
            yield f"postgresql://tests@127.0.0.1:{port}"
        finally:
            stop = [folder / "pg_ctl", "-D", data, "-m", "immediate", "stop"]
            subprocess.run([*as_user, *map(str, stop)], check=True, cwd="/", stdout=subprocess.DEVNULL)


def new_database(server: str, name: str) -> str:
    """Make an empty database; give its address as a setting has it."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"{server.replace('postgresql:', 'postgresql+psycopg:', 1)}/{name}"
