"""What is done to servers, PostgreSQL and the search server: killed, paused, cut off; disks and clocks."""

import os
import random
import resource
import signal
import socket
import subprocess
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psycopg

import postgres
from searchserver import Node
from serving import Served, log_file, start

CLOCK = """
import os, time

told, file = time.time, os.environ["CHAOS_CLOCK"]

def turned():
    try:
        with open(file) as shift:
            return told() + float(shift.read() or 0)
    except (OSError, ValueError):
        return told()

time.time = turned
"""
"""What a server's Python runs first, so that its clock can be turned."""


class Wire:
    """Passes connections on to a port, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to, self._cut = port, threading.Event()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self._open: list[socket.socket] = []
        threading.Thread(target=self._take, daemon=True).start()

    def cut(self, seconds: float) -> None:
        """End all connections, and let nobody through for a while."""
        self._cut.set()
        for one in self._open:
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)
        self._open.clear()
        time.sleep(seconds)
        self._cut.clear()

    def _take(self) -> None:
        while True:
            here, _ = self._listener.accept()
            try:
                if self._cut.is_set():
                    raise OSError
                there = socket.create_connection(("127.0.0.1", self._to), timeout=60)
            except OSError:
                here.close()
                continue
            self._open += [here, there]
            for ends in ((here, there), (there, here)):
                threading.Thread(target=_pass_on, args=ends, daemon=True).start()


def _pass_on(source: socket.socket, target: socket.socket) -> None:
    with suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
    for one in (source, target):
        with suppress(OSError):
            one.shutdown(socket.SHUT_RDWR)


@dataclass
class Begun:
    """A server, and how it is started."""

    server: Served
    flags: list[str]
    environment: dict[str, str]

    @classmethod
    def new(cls, folder: Path, flags: list[str], environment: dict[str, str]) -> "Begun":
        environment = environment | {"CHAOS_CLOCK": str(folder.with_suffix(".clock"))}
        return cls(_started(folder, flags, environment), flags, environment)

    def again(self) -> None:
        """Start it again, at the same address."""
        old = self.server
        old.process = _started(old.data_folder, self.flags, self.environment, old.port).process

    def turn_clock(self, seconds: float) -> None:
        Path(self.environment["CHAOS_CLOCK"]).write_text(str(seconds))


def _started(folder: Path, flags: list[str], environment: dict[str, str], port: int = 0) -> Served:
    process = start(folder, *flags, port=port, environment=environment)
    assert process.stdout
    line = process.stdout.readline()
    assert line.startswith("Synslator is at "), f"{line}{log_file(folder).read_text()[-3000:]}"
    return Served(line.split()[3], folder, process)


class Chaos:
    """Does one thing after the other."""

    def __init__(self, servers: list[Begun], database: postgres.Server, dice: random.Random) -> None:
        self.servers, self.database, self.dice = servers, database, dice
        self.search: tuple[Node, Wire] | None = None

    def kinds(self) -> list[Callable[[], None]]:
        """Return what can be done."""
        servers = [self.kill_server, self.pause_server, self.fill_disk, self.turn_clock]
        database = [
            self.kill_postgresql,
            self.pause_postgresql,
            self.cut_off,
            self.lock_segments,
            self.read_only,
        ]
        search = [self.kill_search, self.pause_search, self.cut_off_search] if self.search else []
        return [*servers, *database, *search]

    def kill_server(self) -> None:
        """Kill one, and start it again at the same address."""
        begun = self.dice.choice(self.servers)
        begun.server.process.send_signal(signal.SIGKILL)
        begun.server.process.wait()
        begun.again()

    def pause_server(self) -> None:
        """Have one stand still for longer than its signs of life may fail."""
        self._pause([self.dice.choice(self.servers).server.process.pid], 18)

    def fill_disk(self) -> None:
        """Let the files of a server grow no further."""
        process = self.dice.choice(self.servers).server.process.pid
        for limit in (4096, resource.RLIM_INFINITY):
            resource.prlimit(process, resource.RLIMIT_FSIZE, (limit, resource.RLIM_INFINITY))
            time.sleep(self.dice.uniform(1, 8))

    def turn_clock(self) -> None:
        """Have the clock of a server differ from the others by up to a day, and later by nothing."""
        begun = self.dice.choice(self.servers)
        for shift in (self.dice.choice((-86_400, -60, 60, 86_400)), 0):
            begun.turn_clock(shift)
            time.sleep(self.dice.uniform(5, 20))

    def kill_postgresql(self) -> None:
        """Kill all its processes, and start it again."""
        for process in self.database.processes():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        time.sleep(self.dice.uniform(0, 8))
        for _ in range(60):
            with suppress(subprocess.CalledProcessError):
                self.database.start()
                return
            time.sleep(1)
        raise AssertionError("PostgreSQL does not start again")

    def pause_postgresql(self) -> None:
        """Have it stand still."""
        self._pause(self.database.processes(), 18)

    def cut_off(self) -> None:
        """End every connection to the database, and let nobody in for a while."""
        with self._administering() as connection:
            connection.execute("ALTER DATABASE chaos ALLOW_CONNECTIONS false")
            connection.execute(_END_SESSIONS)
            time.sleep(self.dice.uniform(0.5, 10))
            connection.execute("ALTER DATABASE chaos ALLOW_CONNECTIONS true")

    def lock_segments(self) -> None:
        """Hold the segments so that nobody can read or write them."""
        with psycopg.connect(f"{self.database.address}/chaos") as connection:
            connection.execute("LOCK TABLE segments IN ACCESS EXCLUSIVE MODE")
            time.sleep(self.dice.uniform(1, 15))

    def read_only(self) -> None:
        """Refuse what is written, as a full disk or a failover does."""
        for state in ("on", "off"):
            with self._administering() as connection:
                connection.execute("SET default_transaction_read_only = off")
                change = f"ALTER DATABASE chaos SET default_transaction_read_only = {state}"
                connection.execute(change.encode())
                connection.execute(_END_SESSIONS)
            time.sleep(self.dice.uniform(1, 5))

    def kill_search(self) -> None:
        """Kill the search server, and start it again."""
        assert self.search
        self.search[0].kill()
        time.sleep(self.dice.uniform(0, 10))
        self.search[0].start()

    def pause_search(self) -> None:
        """Have the search server stand still."""
        assert self.search
        self._pause([self.search[0].process.pid], 18)

    def cut_off_search(self) -> None:
        """Let nobody reach the search server."""
        assert self.search
        self.search[1].cut(self.dice.uniform(1, 10))

    def _administering(self) -> "psycopg.Connection[tuple[object, ...]]":
        return psycopg.connect(f"{self.database.address}/postgres", autocommit=True)

    def _pause(self, processes: list[int], most: float) -> None:
        for number in (signal.SIGSTOP, signal.SIGCONT):
            for process in processes:
                with suppress(ProcessLookupError):
                    os.kill(process, number)
            if number is signal.SIGSTOP:
                time.sleep(self.dice.uniform(1, most))


_END_SESSIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname='chaos'"
