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


class Server:
    """A PostgreSQL server in a folder of its own, which can be killed, paused and started again."""

    def __init__(self, folder: Path, home: str) -> None:
        self._programs, self._home = folder, home
        with socket.create_server(("127.0.0.1", 0)) as free:
            self._port = free.getsockname()[1]
        self.address = f"postgresql://tests@127.0.0.1:{self._port}"
        self._run("initdb", "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8")
        self.start()

    def start(self) -> None:
        options = f"-p {self._port} -c listen_addresses=127.0.0.1 -k {self._home} -c fsync=off"
        self._run(
            "pg_ctl", "-o", f"{options} -c max_connections=200", "-l", f"{self._home}/log", "-w", "start"
        )

    def stop(self) -> None:
        self._run("pg_ctl", "-m", "immediate", "stop")

    def processes(self) -> list[int]:
        """Return the ids of its processes, the first of which makes the others."""
        first = int(Path(self._home, "data/postmaster.pid").read_text().split()[0])
        parents = {int(one.parent.name): _parent(one) for one in Path("/proc").glob("[0-9]*/stat")}
        return [first, *(number for number, parent in parents.items() if parent == first)]

    def _run(self, program: str, *options: str) -> None:
        # The server refuses to run as root, so that root runs it as the user whom the package made.
        as_user = ["runuser", "-u", "postgres", "--"] if getpass.getuser() == "root" else []
        command = [*as_user, str(self._programs / program), "-D", f"{self._home}/data", *options]
        subprocess.run(command, check=True, cwd="/", stdout=subprocess.DEVNULL)


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


@contextmanager
def own_server() -> Iterator[Server]:
    """Run a server of one's own; skip where PostgreSQL is not installed."""
    folder = programs()
    if folder is None:
        pytest.skip("tests on PostgreSQL were not run: it is not installed (Debian's package is postgresql)")
    with tempfile.TemporaryDirectory(prefix="synslator-postgres-") as home:
        if getpass.getuser() == "root":
            shutil.chown(home, "postgres")
        server = Server(folder, home)
        try:
            yield server
        finally:
            server.stop()


@contextmanager
def running() -> Iterator[str]:
    """Yield the address of a server, without a database; skip where there is none."""
    if URL:
        yield URL
        return
    with own_server() as server:
        yield server.address


def new_database(server: str, name: str) -> str:
    """Make an empty database; give its address as a setting has it."""
    with psycopg.connect(f"{server}/postgres", autocommit=True) as connection:
        connection.execute(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)'.encode())
        connection.execute(f'CREATE DATABASE "{name}"'.encode())
    return f"{server.replace('postgresql:', 'postgresql+psycopg:', 1)}/{name}"
