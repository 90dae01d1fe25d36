"""The record of who was allowed or refused what."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, insert, select

from synslator.storage.clock import now
from synslator.storage.tables.audit import audit


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One line of the record."""

    at: int
    who: str
    action: str
    subject: str
    allowed: bool
    detail: str


def record(
    connection: Connection, who: str, action: str, subject: str, *, allowed: bool = True, detail: str = ""
) -> None:
    """Add a line to the record."""
    values = {"at": now(), "who": who, "action": action, "subject": subject}
    connection.execute(insert(audit).values(**values, allowed=allowed, detail=detail))


def records_of(connection: Connection, subject: str) -> Sequence[AuditRecord]:
    """Return what is on record of something, oldest first."""
    columns = (audit.c[name] for name in ("at", "who", "action", "subject", "allowed", "detail"))
    wanted = select(*columns).where(audit.c.subject == subject).order_by(audit.c.id)
    return [AuditRecord(*row) for row in connection.execute(wanted)]
