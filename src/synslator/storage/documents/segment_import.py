"""Taking in segments that were worked on elsewhere, with their translations as they stand."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, bindparam, update

from synslator.storage.documents.new_segment import NewSegment
from synslator.storage.documents.segment_changes import Change, keep_version
from synslator.storage.documents.segments import Origin, Status, add_segments
from synslator.storage.people.organisations import Person
from synslator.storage.tables.documents import segments


@dataclass(frozen=True, slots=True)
class Adopted:
    """A segment and what was made of it elsewhere."""

    new: NewSegment
    status: Status
    locked: bool
    propagates: bool
    origin: Origin
    rate: int | None


_ADOPT = (
    update(segments)
    .where(segments.c.id == bindparam("segment"))
    .values(
        status=bindparam("new_status"),
        locked=bindparam("new_locked"),
        propagates=bindparam("new_propagates"),
        origin=bindparam("new_origin"),
        rate=bindparam("new_rate"),
    )
)


def adopt_segments(connection: Connection, who: Person, document: int, given: Sequence[Adopted]) -> None:
    """Add the segments of a document as they were elsewhere; what was translated begins a history here."""
    ids = add_segments(connection, document, [one.new for one in given], who.login)
    for segment, one in zip(ids, given, strict=True):
        values = {
            "segment": segment,
            "new_status": one.status,
            "new_locked": one.locked,
            "new_propagates": one.propagates,
            "new_origin": one.origin,
            "new_rate": one.rate,
        }
        connection.execute(_ADOPT, values)
        if one.new.target:
            change = Change(segment, 0, one.new.target, one.status, one.origin, who.login, rate=one.rate)
            keep_version(connection, change)
