"""Reading documents that people upload, so that no file, however large or odd, takes the server with it.

Parsers are written in Python, which runs one thread at a time: a large file read in a thread would make
everybody else wait. Such a file is read by a process of its own, whose memory and time have a limit, and what
it makes is taken from the disk piece by piece.
"""

import json
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from synslator.errors import SynslatorError
from synslator.formats.documents.core.problems import RefusedDocument
from synslator.formats.documents.formats import open_document
from synslator.storage.documents.segment import NewSegment
from synslator.workbench.documents.document_worker import Order, read_rows, rows_of
from synslator.workbench.process_limits import MIB
from synslator.workbench.projects.options import Reading

LIGHT = 256 << 10
"""Bytes up to which, unpacked, a document is read at once: sooner done than a process is started."""
ROOM, ROOM_BY_SIZE = 512, 4
"""MiB of memory that reading may take, and how many times the size of the file beside that."""
SECONDS = 60
"""Of the processor, that reading may take."""
PROCESSOR_TIME_UP = -24
"""What a process ends with that the system ended for its time (SIGXCPU)."""


@dataclass(frozen=True, slots=True)
class Read:
    """A document that was read."""

    format: str
    warnings: Sequence[str]
    segments: Iterable[NewSegment]
    """Taken from a file beside the document's where there may be many; it is there as long as that one is."""


def is_light(path: Path) -> bool:
    """Say whether a file is read in a moment and with next to no memory."""
    if path.stat().st_size > LIGHT:
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(member.file_size for member in archive.infolist()) <= LIGHT
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, EOFError):
        return True


def read_at_once(content: bytes, name: str, reading: Reading) -> Read:
    """Read a small document."""
    document = open_document(content, name, reading.options)
    segments = list(rows_of(document, reading))
    return Read(document.format, document.warnings, segments)


class Readers:
    """Starts processes that read, and ends them with the server. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._closed = False

    def read(self, path: Path, name: str, reading: Reading) -> Read:
        """Read a document; what is made on the way lies in the folder of its file."""
        if is_light(path):
            return read_at_once(path.read_bytes(), name, reading)
        made = path.with_name(f"{path.name}.segments")
        room = ROOM + ROOM_BY_SIZE * path.stat().st_size // MIB
        order = Order(str(path), name, reading.json(), str(made), room, SECONDS)
        found = self._obeyed(order)
        if "refused" in found:
            raise RefusedDocument(found["refused"])
        return Read(found["format"], found["warnings"], read_rows(made))

    def close(self) -> None:
        """End what is running and start nothing more."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()

    def _obeyed(self, order: Order) -> dict[str, Any]:
        process = self._started()
        try:
            said, _ = process.communicate(json.dumps(order))
        finally:
            with self._lock:
                self._running.discard(process)
        found: dict[str, Any] = json.loads(said) if process.returncode == 0 else {}
        if found and "exhausted" not in found:
            return found
        if self._closed:
            raise SynslatorError(f"Reading {order.name} was cut off: the server is stopping.")
        if process.returncode > 0:
            raise RuntimeError(f"the process that reads documents ended with code {process.returncode}")
        late = process.returncode == PROCESSOR_TIME_UP
        most = f"{order.seconds} seconds" if late else f"{order.megabytes:,} MiB of memory"
        raise RefusedDocument(f"Reading {order.name} was expected to take at most {most}, but it takes more.")

    def _started(self) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", "synslator.workbench.documents.document_worker"]
        with self._lock:
            if self._closed:
                raise SynslatorError("Documents cannot be read: the server is stopping.")
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            self._running.add(process)
        return process
