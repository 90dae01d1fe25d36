"""Changes of a segment's translation: saved, confirmed, passed on to repetitions; each leaves a version.

A change says which version of the segment it was made from. If the segment has another one by now, somebody
else changed it, and the change is refused with what they made of it. There are two exceptions. A page that
did not hear that its own last edit was saved is known by its name and goes on from there. And what a person
types replaces a draft that arrived meanwhile; the draft stays among the versions.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Text, and_, bindparam, func, insert, or_, select, update

from synslator.memory.model import Entry, Neighbours
from synslator.storage.clock import now
from synslator.storage.documents.projects import ChangedMeanwhile
from synslator.storage.documents.segment import NewSegment, Origin, Segment, Status
from synslator.storage.documents.segments import COLUMNS, add_segments, present, same_source, segment_of
from synslator.storage.memories import entry_changes
from synslator.storage.memories.entry_changes import Confirmation, EntryPlace
from synslator.storage.tables.documents import segments, versions

TYPING_PAUSE = 900
"""Seconds: typing that goes on within this time is one version."""


class Conflict(ChangedMeanwhile):
    """A segment is not as the change expected it."""

    def __init__(self, theirs: Segment) -> None:
        super().__init__(
            f"Segment {theirs.number} was changed meanwhile by {theirs.changed_by}; nothing was overwritten."
        )
        self.theirs = theirs


class Locked(ChangedMeanwhile):
    """A locked segment is not to be changed."""


@dataclass(frozen=True, slots=True)
class PageEdit:
    """Which page an edit comes from, and its number there."""

    editor: str = ""
    number: int = 0


@dataclass(frozen=True, slots=True)
class TargetChange:
    """What is to become of a segment."""

    segment: int
    base: int
    """The version of the segment that the change was made from."""
    target: str
    status: Status
    origin: Origin
    by: str
    edit: PageEdit = PageEdit()
    rate: int | None = None
    quality: int | None = None
    problems: str | None = None
    """The checks that found something; None leaves what is known."""
    detail: Mapping[str, Any] = field(default_factory=dict)
    """Where the text comes from: engine and package, or memory and entry."""


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a confirmation brought about."""

    segment: Segment
    entries: Sequence[Entry]
    """What the memories hold of it now."""
    propagated: Sequence[Segment]
    """The repetitions that took the translation over."""


@dataclass(frozen=True, slots=True)
class Recipients:
    """Who learns of a confirmed segment."""

    memories: Sequence[int]
    neighbours: Neighbours
    document: str
    """The document's name, which the memory keeps with the pair."""
    propagate: bool = True
    project: int | None = None
    """The project whose repetitions take it over; None: only those of the same document."""


@dataclass(frozen=True, slots=True)
class SegmentVersion:
    """One version of a segment."""

    number: int
    target: str
    status: Status
    origin: Origin
    detail: Mapping[str, Any]
    rate: int | None
    quality: int | None
    by: str
    at: int


_from_page = bindparam("new_editor", type_=Text) != ""
_own = and_(segments.c.editor == bindparam("new_editor"), segments.c.edit <= bindparam("new_edit"))
_untouched = segments.c.status.in_(("untranslated", "draft"))
_WRITE = (
    update(segments)
    .where(
        segments.c.id == bindparam("segment"),
        present,
        segments.c.locked.is_(False),
        or_(segments.c.version == bindparam("base"), and_(_from_page, or_(_own, _untouched))),
    )
    .values(
        target=bindparam("new_target"),
        status=bindparam("new_status"),
        origin=bindparam("new_origin"),
        rate=bindparam("new_rate"),
        quality=bindparam("new_quality"),
        problems=func.coalesce(bindparam("new_problems", type_=Text), segments.c.problems),
        version=segments.c.version + 1,
        editor=bindparam("new_editor"),
        edit=bindparam("new_edit"),
        changed_by=bindparam("new_by"),
        changed_at=bindparam("new_at"),
    )
    .returning(*COLUMNS)
)
_LAST = (
    select(versions)
    .where(versions.c.segment_id == bindparam("segment"))
    .order_by(versions.c.number.desc())
    .limit(1)
)
_GO_ON = update(versions).where(versions.c.id == bindparam("last"))
_ADD = insert(versions)
"""Every keystroke makes these, so that they are put together once."""


def write(connection: Connection, change: TargetChange) -> Segment:
    """Write a change and keep it as a version."""
    values = {
        "new_target": change.target,
        "new_status": change.status,
        "new_origin": change.origin,
        "new_rate": change.rate,
        "new_quality": change.quality,
        "new_problems": change.problems,
        "new_editor": change.edit.editor,
        "new_edit": change.edit.number,
        "new_by": change.by,
        "new_at": now(),
        "base": change.base,
        "segment": change.segment,
    }
    row = connection.execute(_WRITE, values).one_or_none()
    if row is None:
        raise _refusal(connection, change.segment)
    keep_version(connection, change)
    return segment_of(row)


def confirm(
    connection: Connection, change: TargetChange, recipients: Recipients, typed: TargetChange | None = None
) -> Confirmed:
    """Confirm a translation: the version, the memory entries and the repetitions, all or nothing.

    What was `typed` and is not saved yet becomes a version of its own, so that an undo leads back to it.
    """
    if typed is not None:
        write(connection, typed)
    segment = write(connection, change)
    entries = []
    if segment.target.strip():
        given = confirmation(segment, segment.target, change.by, recipients)
        entries = [entry_changes.confirm(connection, memory, given) for memory in recipients.memories]
    propagated = []
    if recipients.propagate and segment.propagates:
        propagated = _propagate(connection, segment, change, recipients.project)
    return Confirmed(segment, entries, propagated)


def confirmation(segment: Segment, target: str, by: str, recipients: Recipients) -> Confirmation:
    """Return what the memories learn of a confirmed segment."""
    place = EntryPlace(recipients.document, str(segment.id))
    return Confirmation(segment.source, target, by, place, recipients.neighbours)


def mark(connection: Connection, segment: Segment, by: str, values: Mapping[str, Any]) -> Segment:
    """Change what is said of a segment (locked, propagates, status) and not its text."""
    changed = dict(values) | {"version": segments.c.version + 1, "changed_by": by, "changed_at": now()}
    here = and_(segments.c.id == segment.id, segments.c.version == segment.version, present)
    row = connection.execute(update(segments).where(here).values(changed).returning(*COLUMNS)).one_or_none()
    if row is None:
        raise _refusal(connection, segment.id)
    marked = segment_of(row)
    if marked.status != segment.status:
        change = TargetChange(
            segment.id,
            0,
            marked.target,
            marked.status,
            marked.origin,
            by,
            rate=marked.rate,
            quality=marked.quality,
            detail={"marked": marked.status},
        )
        keep_version(connection, change)
    return marked


def adopt_segments(connection: Connection, by: str, document: int, given: Sequence[NewSegment]) -> None:
    """Add segments as they stood elsewhere; what was translated begins a history here."""
    ids = add_segments(connection, document, given, by)
    for segment, one in zip(ids, given, strict=True):
        if one.target:
            change = TargetChange(
                segment, 0, one.target, one.status, one.origin, by, rate=one.rate, quality=one.quality
            )
            keep_version(connection, change)


def note_problems(connection: Connection, found: Mapping[int, str]) -> None:
    """Keep which checks found something, without a new version."""
    for segment, problems in found.items():
        connection.execute(update(segments).where(segments.c.id == segment).values(problems=problems))


def history(connection: Connection, segment: int) -> list[SegmentVersion]:
    """Return all versions of a segment, the newest first."""
    columns = ("number", "target", "status", "origin", "detail", "rate", "quality", "made_by", "made_at")
    wanted = select(*(versions.c[name] for name in columns)).where(versions.c.segment_id == segment)
    return [
        SegmentVersion(number, target, status, origin, json.loads(detail or "{}"), rate, quality, by, at)
        for number, target, status, origin, detail, rate, quality, by, at in connection.execute(
            wanted.order_by(versions.c.number.desc())
        )
    ]


def last_draft(versions: Sequence[SegmentVersion]) -> SegmentVersion | None:
    """Return the newest draft of a segment, whatever was made of it since."""
    return next((one for one in versions if one.status == "draft" and one.target), None)


def _propagate(
    connection: Connection, segment: Segment, change: TargetChange, project: int | None
) -> list[Segment]:
    """Copy the translation to repetitions that nobody has worked on, as a draft to review."""
    taken = []
    for other in same_source(connection, segment, project):
        untouched = other.status in ("untranslated", "draft") or other.origin == "propagated"
        finished = other.status in ("confirmed", "approved")
        if other.locked or not other.propagates or finished or not untouched:
            continue
        if other.target == segment.target:
            continue
        passed = TargetChange(
            other.id,
            other.version,
            segment.target,
            "draft",
            "propagated",
            change.by,
            rate=100,
            problems=change.problems,
            detail={"segment": segment.id, "number": segment.number},
        )
        taken.append(write(connection, passed))
    return taken


def _refusal(connection: Connection, segment: int) -> ChangedMeanwhile:
    row = connection.execute(select(*COLUMNS).where(segments.c.id == segment, present)).one_or_none()
    if row is None:
        return ChangedMeanwhile(
            f"The segment {segment} is not there any more: it was merged with another, or its document"
            " has a newer version."
        )
    theirs = segment_of(row)
    if theirs.locked:
        return Locked(f"Segment {theirs.number} is locked and was not changed.")
    return Conflict(theirs)


def keep_version(connection: Connection, change: TargetChange) -> None:
    """Add a version, or go on with the last one while the same person types on."""
    last = connection.execute(_LAST, {"segment": change.segment}).first()
    values = {
        "target": change.target,
        "status": change.status,
        "origin": change.origin,
        "detail": json.dumps(dict(change.detail), ensure_ascii=False) if change.detail else "",
        "rate": change.rate,
        "quality": change.quality,
        "made_by": change.by,
        "made_at": now(),
    }
    if last is None:
        connection.execute(_ADD, {"segment_id": change.segment, "number": 1, **values})
        return
    kind = (change.status, change.origin, change.by)
    if (last.status, last.origin, last.made_by) == kind:
        # The same once more is what a page sends that did not hear that it had arrived.
        typing_on = kind[:2] == ("edited", "typed") and now() - last.made_at <= TYPING_PAUSE
        # A version that says what was done, such as an undo, stays as it is.
        same = last.target == change.target and last.detail == values["detail"]
        if same or (typing_on and not last.detail):
            connection.execute(_GO_ON, {"last": last.id, **values})
            return
    number = last.number + 1
    connection.execute(_ADD, {"segment_id": change.segment, "number": number, **values})
