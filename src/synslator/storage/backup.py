"""Everything in a database as one file, and back: from any kind of database to any other.

The file is a zip archive: `synslator.json` says what it is, and each table is a file of JSON lines beside it.
"""

import base64
import json
import zipfile
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Table, func, insert, select, text

from synslator.errors import SynslatorError
from synslator.progress import SILENT, Progress
from synslator.storage.clock import now
from synslator.storage.database import Database
from synslator.storage.tables import metadata

KIND, FORMAT = "synslator backup", 1
ABOUT = "synslator.json"
BATCH = 500
PASSING = ("sign_ins", "places")
"""Tables of what holds only for the moment; nobody is signed in after a restore."""


class BadBackup(SynslatorError):
    """The file is no backup, or not one that can be restored here."""


def _tables() -> list[Table]:
    return [table for table in metadata.sorted_tables if table.name not in PASSING]


def write_backup(database: Database, path: Path, progress: Progress = SILENT) -> int:
    """Write one state of all tables to a file, which is there whole or not at all; return the rows."""
    part, rows = path.with_name(f".{path.name}.part"), 0
    try:
        with database.snapshot() as connection, zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED) as archive:
            about = {"kind": KIND, "format": FORMAT, "made_at": now(), "revision": _revision(connection)}
            archive.writestr(ABOUT, json.dumps(about))
            for table in _tables():
                with archive.open(f"{table.name}.jsonl", "w", force_zip64=True) as file:
                    for row in connection.execution_options(yield_per=BATCH).execute(select(table)):
                        line = json.dumps([_plain(value) for value in row], ensure_ascii=False)
                        file.write(line.encode() + b"\n")
                        rows += 1
                        progress.advance()
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
    return rows


def restore_backup(database: Database, path: Path, progress: Progress = SILENT) -> int:
    """Fill an empty database from a file, whole or not at all; return the rows."""
    rows = 0
    try:
        with zipfile.ZipFile(path) as archive, database.writing() as connection:
            _check(archive, path, _revision(connection))
            if filled := [table.name for table in _tables() if _count(connection, table)]:
                raise BadBackup(
                    f"The database is not empty: there are {', '.join(filled)}. Restore into an empty one."
                )
            for table in _tables():
                for batch in _batches(archive, table):
                    connection.execute(insert(table), batch)
                    rows += len(batch)
                    progress.advance(len(batch))
                _count_on(connection, table)
    except (zipfile.BadZipFile, KeyError, ValueError) as error:
        raise BadBackup(f"{path} is damaged or is not a backup: {error}.") from error
    return rows


def _check(archive: zipfile.ZipFile, path: Path, revision: str) -> None:
    about = json.loads(archive.read(ABOUT))
    if about.get("kind") != KIND or about.get("format") != FORMAT:
        raise BadBackup(f"{path} is not a backup of Synslator, or is one of another format than {FORMAT}.")
    if about.get("revision") != revision:
        raise BadBackup(
            f"{path} is the backup of a database of version {about.get('revision')}, not {revision}."
            " Restore it with the version of Synslator that made it."
        )


def _batches(archive: zipfile.ZipFile, table: Table) -> Iterator[list[dict[str, Any]]]:
    with archive.open(f"{table.name}.jsonl") as lines:
        while batch := list(islice(lines, BATCH)):
            yield [_row(table, json.loads(line)) for line in batch]


def _row(table: Table, values: Sequence[Any]) -> dict[str, Any]:
    return {
        column.name: base64.b64decode(value["base64"]) if isinstance(value, dict) else value
        for column, value in zip(table.columns, values, strict=True)
    }


def _plain(value: Any) -> Any:
    return {"base64": base64.b64encode(value).decode()} if isinstance(value, bytes | memoryview) else value


def _count(connection: Connection, table: Table) -> int:
    return int(connection.execute(select(func.count()).select_from(table)).scalar_one())


def _count_on(connection: Connection, table: Table) -> None:
    """Have the next new row of a table get an id that none has."""
    if connection.dialect.name == "postgresql" and "id" in table.columns:
        next_id = f"SELECT setval(pg_get_serial_sequence('{table.name}', 'id'), max(id)) FROM {table.name}"
        connection.execute(text(next_id))


def _revision(connection: Connection) -> str:
    return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
