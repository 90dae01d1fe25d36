"""The record of who did or was refused what."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Select, insert, select

from synslator.storage.clock import now
from synslator.storage.people.organisations import owned_by
from synslator.storage.tables.audit import audit

SIGN_IN = "sign in"
_BLOCK = 1000
"""Records that are read at a time where all are wanted."""


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """One line of the record."""

    id: int
    at: int
    who: str
    """Who did it, not whom it was done to."""
    action: str
    subject: str
    allowed: bool
    detail: str
    address: str


@dataclass(frozen=True, slots=True)
class AuditFilter:
    """Which records are wanted; what is empty narrows nothing."""

    who: str = ""
    action: str = ""
    subject: str = ""
    since: int | None = None
    until: int | None = None


def record(
    connection: Connection,
    who: str,
    action: str,
    subject: str,
    *,
    organisation: int | None,
    allowed: bool = True,
    detail: str = "",
    address: str = "",
) -> None:
    """Add a line to the record; without an organisation it is for the machine's own."""
    values = {"at": now(), "who": who, "action": action, "subject": subject, "organisation_id": organisation}
    connection.execute(insert(audit).values(**values, allowed=allowed, detail=detail, address=address))


def records_of(connection: Connection, subject: str) -> Sequence[AuditRecord]:
    """Return what is on record of something, oldest first."""
    wanted = _records().where(audit.c.subject == subject).order_by(audit.c.id)
    return [AuditRecord(*row) for row in connection.execute(wanted)]


def page_of_records(
    connection: Connection, organisation: int, wanted: AuditFilter, before: int | None, limit: int
) -> Sequence[AuditRecord]:
    """Return an organisation's records, the newest first, below the id `before` where that is given."""
    chosen = _filtered(organisation, wanted).order_by(audit.c.id.desc()).limit(limit)
    if before is not None:
        chosen = chosen.where(audit.c.id < before)
    return [AuditRecord(*row) for row in connection.execute(chosen)]


def every_record(connection: Connection, organisation: int, wanted: AuditFilter) -> Iterator[AuditRecord]:
    """Yield all records of an organisation, oldest first, a block at a time."""
    chosen, last = _filtered(organisation, wanted).order_by(audit.c.id).limit(_BLOCK), 0
    while block := [AuditRecord(*row) for row in connection.execute(chosen.where(audit.c.id > last))]:
        yield from block
        last = block[-1].id


def signed_in_from(connection: Connection, login: str, address: str, since: int) -> bool:
    """Return whether somebody has signed in from an address since a moment."""
    wanted = select(audit.c.id).where(
        audit.c.who == login,
        audit.c.at >= since,
        audit.c.action == SIGN_IN,
        audit.c.allowed,
        audit.c.address == address,
    )
    return connection.execute(wanted.limit(1)).first() is not None


def _records() -> Select[Any]:
    return select(
        *(audit.c[name] for name in ("id", "at", "who", "action", "subject", "allowed", "detail", "address"))
    )


def _filtered(organisation: int, wanted: AuditFilter) -> Select[Any]:
    chosen = _records().where(owned_by(audit, organisation))
    for name in ("who", "action", "subject"):
        if value := getattr(wanted, name):
            chosen = chosen.where(audit.c[name] == value)
    if wanted.since is not None:
        chosen = chosen.where(audit.c.at >= wanted.since)
    if wanted.until is not None:
        chosen = chosen.where(audit.c.at < wanted.until)
    return chosen
