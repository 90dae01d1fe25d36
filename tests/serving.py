"""A real `synslator serve` in a process of its own, for tests of the server and the page."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

COMMAND = [sys.executable, "-c", "from synslator.cli import main; main()"]
PATIENCE = 120
"""Seconds until an end that does not come is missed. Only a failure takes them: machines may be busy."""


@dataclass
class Served:
    """A running server: its address, its data folder and its process."""

    address: str
    data_folder: Path
    process: subprocess.Popen[str]

    @property
    def log(self) -> str:
        """What the server has logged so far."""
        return log_file(self.data_folder).read_text(encoding="utf-8")

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2])

    def stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal, wait for the end, and return the exit code."""
        self.process.send_signal(number)
        return self.process.wait(timeout=PATIENCE)


class Launch(Protocol):
    """Starts a server and returns it once it answers: on any free port and in a new folder by default."""

    def __call__(self, *flags: str, port: int = 0, folder: Path | None = None) -> Served: ...


def log_file(folder: Path) -> Path:
    """Return where the server of a data folder logs to: a file, because a pipe that nobody reads fills up."""
    return folder.with_suffix(".log")


def start(
    folder: Path, *flags: str, port: int = 0, environment: Mapping[str, str] | None = None
) -> subprocess.Popen[str]:
    """Start a server, with more in its environment if that is given; it may not answer yet."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("SYNSLATOR_")}
    command = [*COMMAND, "serve", "--port", str(port), "--data-folder", str(folder), *flags]
    with log_file(folder).open("a") as log:
        return subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            start_new_session=True,
            env=own | dict(environment or {}),
        )
