"""The audit trail: who signed in, changed rights, took data out, allowed training or removed something."""

import csv
import getpass
import io
import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Literal

from synslator.storage.database import Database
from synslator.storage.people import audit
from synslator.storage.people.audit import AuditFilter, AuditRecord
from synslator.storage.people.organisations import Person

TrailFormat = Literal["csv", "jsonl"]
COLUMNS = ("at", "who", "action", "subject", "allowed", "detail", "address")


class AuditTrail:
    """The audit trail of one database. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def note(self, who: Person, action: str, subject: str, *, allowed: bool = True, detail: str = "") -> None:
        """Put on record what somebody did, or was refused."""
        with self._database.writing() as connection:
            audit.record(
                connection,
                who.login,
                action,
                subject,
                organisation=who.organisation,
                allowed=allowed,
                detail=detail,
            )

    def page(
        self, organisation: int, wanted: AuditFilter, before: int | None, limit: int
    ) -> Sequence[AuditRecord]:
        """Return some of an organisation's records, the newest first."""
        with self._database.reading() as connection:
            return audit.page_of_records(connection, organisation, wanted, before, limit)

    def note_here(self, action: str, subject: str, organisation: int | None = None, detail: str = "") -> None:
        """Put on record what whoever runs the program on this machine did."""
        with self._database.writing() as connection:
            by = getpass.getuser()
            audit.record(connection, by, action, subject, organisation=organisation, detail=detail)

    def write(self, organisation: int, wanted: AuditFilter, format: TrailFormat, path: Path) -> None:
        """Write an organisation's records to a file, oldest first."""
        with (
            self._database.reading() as connection,
            path.open("w", encoding="utf-8", newline="") as file,
        ):
            if format == "csv":
                file.write(_csv(COLUMNS))
            for one in audit.every_record(connection, organisation, wanted):
                row = asdict(one) | {"at": datetime.fromtimestamp(one.at, UTC).isoformat()}
                values = {name: row[name] for name in COLUMNS}
                if format == "csv":
                    file.write(_csv([_harmless(str(value)) for value in values.values()]))
                else:
                    file.write(json.dumps(values, ensure_ascii=False) + "\n")


def _csv(cells: Sequence[str]) -> str:
    file = io.StringIO()
    csv.writer(file).writerow(cells)
    return file.getvalue()


def _harmless(cell: str) -> str:
    """Keep a spreadsheet from taking a login or a name for a formula."""
    return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
