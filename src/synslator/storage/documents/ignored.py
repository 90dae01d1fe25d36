"""Findings that somebody has ignored: of a segment, for as long as its source and target stay the same."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from synslator.storage.clock import now
from synslator.storage.tables.documents import ignored_findings
from synslator.text.keys import text_key


@dataclass(frozen=True, slots=True)
class Ignored:
    """A finding that is not reported any more."""

    pair: int
    """Stands for the source and the target in which it was found."""
    check: str
    message: str

    @classmethod
    def of(cls, source: str, target: str, check: str, message: str) -> "Ignored":
        """Return what is kept of a finding."""
        return cls(text_key(f"{source}\0{target}"), check, message)


def ignored_in(connection: Connection, segment: int) -> frozenset[Ignored]:
    """Return what is ignored in a segment, whatever is written there now."""
    columns = (ignored_findings.c.pair_key, ignored_findings.c.check, ignored_findings.c.message)
    rows = connection.execute(select(*columns).where(ignored_findings.c.segment_id == segment))
    return frozenset(Ignored(*row) for row in rows)


def ignore(connection: Connection, segment: int, finding: Ignored, by: str) -> None:
    """Ignore a finding."""
    report(connection, segment, finding)
    values = _values(segment, finding) | {"ignored_by": by, "ignored_at": now()}
    connection.execute(insert(ignored_findings).values(values))


def report(connection: Connection, segment: int, finding: Ignored) -> None:
    """Report a finding again."""
    here = [ignored_findings.c[name] == value for name, value in _values(segment, finding).items()]
    connection.execute(delete(ignored_findings).where(*here))


def _values(segment: int, finding: Ignored) -> dict[str, Any]:
    return {
        "segment_id": segment,
        "pair_key": finding.pair,
        "check": finding.check,
        "message": finding.message,
    }
