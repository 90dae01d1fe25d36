"""A database in a file has one owner, and what can be seen of damage to it is told at the start.

Beside the file lies a stamp with what the database holds as well: a number that grows with each start, and
its identity. A database whose number is smaller has lost what was written since, because its journal (`-wal`)
was removed or an older copy was put in its place; one with another identity has another database's journal.
"""

import json
import os
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from synslator.logs import Log
from synslator.storage.database import Database, DatabaseAway, StorageProblem

_log = Log("storage")

CHECK_SECONDS = 5.0
"""How long a start looks for damage; a large file may need more, and is then taken as it is."""
WHOLE = "ok"


class InUse(StorageProblem):
    """Another server works on the data folder."""


class Damaged(StorageProblem):
    """The file is not what it was when it was left."""


@dataclass(frozen=True, slots=True)
class Stamp:
    """What a database and its stamp have in common."""

    starts: int
    identity: int
    """Drawn at random for each database."""


@contextmanager
def owned(folder: Path) -> Iterator[None]:
    """Be the only one who works on a data folder, until the block ends."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "synslator.lock"
    lock = FileLock(file, timeout=0)
    try:
        lock.acquire()
    except Timeout:
        raise InUse(
            f"Another Synslator uses the data folder {folder}. Stop it, or choose another folder with"
            " --data-folder."
        ) from None
    try:
        yield
    finally:
        lock.release()


def file_of(database: Database) -> Path | None:
    """Return the file that a database is in; nothing where a server keeps it."""
    name = database.engine.url.database
    if not database.is_sqlite or not name or name == ":memory:" or name.startswith("file:"):
        return None
    return Path(name)


def check_file(database: Database) -> None:
    """Refuse a file that is damaged or has lost something; then count this start, in it and in its stamp."""
    file = file_of(database)
    if file is None:
        return
    _refuse_damage(database, file)
    stamp = file.with_name(f"{file.name}.stamp")
    ((starts,),) = database.fetch("PRAGMA user_version")
    ((identity,),) = database.fetch("PRAGMA application_id")
    known = _read(stamp)
    if known is not None and (identity != known.identity or starts < known.starts):
        raise Damaged(
            f"The database {file} is not as it was left: its journal {file.name}-wal was removed or replaced,"
            " or another copy was put in its place. What was written since may be missing. Put the journal"
            f" back or restore a backup. To go on with what there is, remove {stamp}."
        )
    counted = Stamp(starts + 1, identity or secrets.randbelow(1 << 30) + 1)
    with database.writing() as connection:
        connection.exec_driver_sql(f"PRAGMA user_version = {counted.starts}")
        connection.exec_driver_sql(f"PRAGMA application_id = {counted.identity}")
    _write(stamp, counted)


def _refuse_damage(database: Database, file: Path) -> None:
    found = ""
    timer = threading.Timer(CHECK_SECONDS, database.interrupt)
    timer.start()
    try:
        found = str(database.fetch("PRAGMA quick_check(1)")[0][0])
    except DatabaseAway:
        _log.info("the database is large and was not looked through", file=file)
        return
    except StorageProblem as error:
        found = str(error)
    finally:
        timer.cancel()
    if found != WHOLE:
        told = " ".join(found.split()).rstrip(".")
        raise Damaged(f"The database {file} is damaged: {told}. Restore the newest backup into a new folder.")


def _read(stamp: Path) -> Stamp | None:
    try:
        known = json.loads(stamp.read_text())
        return Stamp(int(known["starts"]), int(known["identity"]))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, KeyError, TypeError):
        _log.warning("the database's stamp cannot be read", file=stamp)
        return None


def _write(stamp: Path, counted: Stamp) -> None:
    part = stamp.with_name(f"{stamp.name}.part")
    try:
        with part.open("w") as file:
            json.dump(asdict(counted), file)
            file.flush()
            os.fsync(file.fileno())
        part.replace(stamp)
    except OSError as error:
        _log.warning("the database's stamp cannot be written", file=stamp, reason=error.strerror)
