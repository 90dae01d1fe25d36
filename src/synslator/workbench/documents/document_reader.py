"""Reading and writing documents that people upload, so that no file, however odd, takes the server with it.

Parsers are written in Python, which runs one thread at a time: a file read in a thread would make everybody
else wait. Every file is read, and written, by a process of its own, whose memory and time have a limit, and
what it makes is taken from the disk piece by piece.
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
from synslator.logs import Log
from synslator.storage.documents.segment import NewSegment
from synslator.workbench.documents.document_worker import Order, read_rows, rows_of
from synslator.workbench.documents.document_writer import WriteOrder
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.process_limits import MIB

_log = Log("documents")

LIGHT = 256 << 10
"""Bytes up to which, unpacked, a document waits for no other: it is read in a moment."""
ROOM, ROOM_BY_SIZE = 512, 4
"""MiB of memory that reading may take, and how many times the size of the file beside that."""
WRITTEN_ROOM_BY_SIZE = 12
"""How many times the size of the file and its translations writing may take beside `ROOM`."""
PACKAGE_ROOM_BY_SIZE = 12
"""How many times the size of its description taking a package apart may take beside `ROOM`."""
SECONDS = 60
"""Of the processor, that reading may take."""
PROCESSOR_TIME_UP = -24
"""What a process ends with that the system ended for its time (SIGXCPU)."""


@dataclass(frozen=True, slots=True)
class ReadDocument:
    """A document that was read."""

    format: str
    warnings: Sequence[str]
    segments: Iterable[NewSegment]
    """Taken from a file beside the document's where there may be many; it is there as long as that one is."""


def is_light(path: Path) -> bool:
    """Return whether a file is read in a moment and with next to no memory."""
    if path.stat().st_size > LIGHT:
        return False
    try:
        with zipfile.ZipFile(path) as archive:
            return sum(member.file_size for member in archive.infolist()) <= LIGHT
    except (zipfile.BadZipFile, ValueError, OverflowError, NotImplementedError, EOFError):
        return True


def read_at_once(content: bytes, name: str, reading: ReadingOptions) -> ReadDocument:
    """Read a small document of our own, such as the demonstration's."""
    document = open_document(content, name, reading.options)
    segments = list(rows_of(document, reading))
    return ReadDocument(document.format, document.warnings, segments)


class Readers:
    """Starts processes that read and write, and ends them with the server. May be used from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[subprocess.Popen[str]] = set()
        self._closed = False

    def read(self, path: Path, name: str, reading: ReadingOptions) -> ReadDocument:
        """Read a document; what is made on the way lies in the folder of its file."""
        made = path.with_name(f"{path.name}.segments")
        room = ROOM + ROOM_BY_SIZE * path.stat().st_size // MIB
        order = Order(str(path), name, reading.json(), str(made), room, SECONDS)
        found = self._obeyed("documents.document_worker", order, f"Reading {name}", (room, SECONDS))
        return ReadDocument(found["format"], found["warnings"], read_rows(made))

    def write(self, order: WriteOrder) -> None:
        """Write a document; the order's own limits are set here."""
        size = Path(order.file).stat().st_size + Path(order.translations).stat().st_size
        room = ROOM + WRITTEN_ROOM_BY_SIZE * size // MIB
        order = order._replace(megabytes=room, seconds=SECONDS)
        self._obeyed("documents.document_writer", order, f"Writing {order.name}", (room, SECONDS))

    def take_apart(self, about: Path) -> None:
        """Check what a package says of its project, and put its segments into files beside that."""
        room = ROOM + PACKAGE_ROOM_BY_SIZE * about.stat().st_size // MIB
        order = (str(about), room, SECONDS)
        self._obeyed("projects.package_worker", order, "Reading the package", (room, SECONDS))

    def close(self) -> None:
        """End what is running and start nothing more."""
        with self._lock:
            self._closed = True
            for process in self._running:
                process.kill()

    def _obeyed(
        self, module: str, order: tuple[object, ...], what: str, limits: tuple[int, int]
    ) -> dict[str, Any]:
        process = self._started(module)
        try:
            said, _ = process.communicate(json.dumps(order))
        finally:
            with self._lock:
                self._running.discard(process)
        found: dict[str, Any] = json.loads(said) if process.returncode == 0 else {}
        if "refused" in found:
            raise RefusedDocument(found["refused"])
        if found and "exhausted" not in found:
            return found
        if self._closed:
            raise SynslatorError(f"{what} was cut off: the server is stopping.")
        if process.returncode > 0:
            # What it stumbled over is on its standard error, which is the server's.
            _log.error("a document's process failed", module=module, code=process.returncode)
            raise RefusedDocument(
                f"{what} failed: the file may be damaged. Save it again in the program that made it."
            )
        late = process.returncode == PROCESSOR_TIME_UP
        most = f"{limits[1]} seconds" if late else f"{limits[0]:,} MiB of memory"
        raise RefusedDocument(f"{what} takes more than {most}. Split it.")

    def _started(self, module: str) -> subprocess.Popen[str]:
        command = [sys.executable, "-m", f"synslator.workbench.{module}"]
        with self._lock:
            if self._closed:
                raise SynslatorError("Documents cannot be read: the server is stopping.")
            process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
            )
            self._running.add(process)
        return process
