"""Which segments a document has: split, merged, and carried over into a new version of its file."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from sqlalchemy import Connection, and_, insert, select, update

from synslator.errors import UsageProblem
from synslator.formats.documents.core.segments import SourceSegment, merge_segments, split_segment, unit_texts
from synslator.formats.documents.versions import compare
from synslator.storage.clock import now
from synslator.storage.documents.documents import restructured
from synslator.storage.documents.segment import NewSegment, Segment, Status
from synslator.storage.documents.segment_changes import (
    Conflict,
    Locked,
    SegmentVersion,
    TargetChange,
    keep_version,
)
from synslator.storage.documents.segments import (
    COLUMNS,
    ROWS,
    add_segments,
    present,
    read_segments,
    segment_of,
)
from synslator.storage.people.organisations import Person
from synslator.storage.tables.documents import segments
from synslator.text.counts import count
from synslator.text.keys import text_key
from synslator.text.tags import tags_of


@dataclass(frozen=True, slots=True)
class Restructured:
    """What became of a document's segments."""

    structure: int
    changed: Sequence[Segment]
    removed: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class StructureUpdate:
    """What a new version of a file kept of the old one."""

    structure: int
    in_context: int
    """Segments that are the same between the same neighbours."""
    kept: int
    """Segments that are the same between others."""
    new: Sequence[int]
    """The ids of those that are new."""
    gone: Sequence[int]
    """The ids of those that are not in the file any more; their translations are kept."""


def cut_of(segment: Segment, number: int | None = None) -> SourceSegment:
    """Return a segment as documents know it."""
    return SourceSegment(
        number or segment.number,
        segment.unit,
        segment.source,
        segment.before,
        segment.after,
        segment.note,
        segment.target,
    )


def split(connection: Connection, who: Person, segment: Segment, at: int, target_at: int) -> Restructured:
    """Split a segment before a position of its source, and its translation before one of its own."""
    _refuse_locked(segment)
    if not 0 <= target_at <= len(segment.target):
        raise UsageProblem(
            f"The position in the translation must be from 0 to {len(segment.target)}, not {target_at}."
        )
    left, right = split_segment(cut_of(segment), at)
    targets = segment.target[:target_at].rstrip(), segment.target[target_at:].lstrip()
    first = _rewrite(connection, segment, who, _values(left, targets[0], segment.tags, segment))
    _renumber(connection, segment.document, segment.number, 1)
    values = _values(right, targets[1], segment.tags, segment) | {
        "document_id": segment.document,
        "number": segment.number + 1,
        "note": segment.note,
        "unit": segment.unit,
        "changed_by": who.login,
        "changed_at": now(),
    }
    row = connection.execute(insert(segments).values(values).returning(*COLUMNS)).one()
    second = segment_of(row)
    _keep(connection, first, who, {"split": second.id})
    _keep(connection, second, who)
    return Restructured(restructured(connection, segment.document), [first, second])


def merge(connection: Connection, who: Person, segment: Segment, following: Segment) -> Restructured:
    """Merge a segment with the one after it; the second one's past stays with its id."""
    for one in (segment, following):
        _refuse_locked(one)
    merged = merge_segments(cut_of(segment), cut_of(following))
    halves = [replace(cut_of(segment), before=""), replace(cut_of(following), after="")]
    target = unit_texts(halves, [segment.target, following.target])[segment.unit].strip()
    tags = json.dumps(json.loads(segment.tags) | json.loads(following.tags), ensure_ascii=False)
    first = _rewrite(connection, segment, who, _values(merged, target, tags, segment, following))
    gone = and_(segments.c.id == following.id, segments.c.version == following.version)
    connection.execute(update(segments).where(gone).values(removed_at=now()))
    _renumber(connection, segment.document, following.number, -1)
    _keep(connection, first, who, {"merged": following.id, "at": len(segment.source)})
    return Restructured(restructured(connection, segment.document), [first], [following.id])


def unsplit(
    connection: Connection, who: Person, segment: Segment, newest: SegmentVersion, before: SegmentVersion
) -> Restructured:
    """Put the halves of a segment together again, with the translation that it had before it was split."""
    other = next(iter(read_segments(connection, segment.document, [newest.detail["split"]])), None)
    if other is None or other.version > 1:
        raise Conflict(other or segment)
    tags = json.dumps(json.loads(segment.tags) | json.loads(other.tags), ensure_ascii=False)
    whole = merge_segments(cut_of(segment), cut_of(other))
    first = _rewrite(connection, segment, who, _values(whole, before.target, tags) | _standing(before))
    connection.execute(update(segments).where(segments.c.id == other.id).values(removed_at=now()))
    _renumber(connection, segment.document, other.number, -1)
    _keep(connection, first, who, {**before.detail, "undone": newest.number})
    return Restructured(restructured(connection, segment.document), [first], [other.id])


def unmerge(
    connection: Connection, who: Person, segment: Segment, newest: SegmentVersion, before: SegmentVersion
) -> Restructured:
    """Take a merged segment apart again; each part has the translation that it had."""
    gone = and_(segments.c.id == newest.detail["merged"], segments.c.removed_at.is_not(None))
    if connection.execute(select(segments.c.id).where(gone)).first() is None:
        raise Conflict(segment)
    left = replace(cut_of(segment), source=segment.source[: newest.detail["at"]], after="")
    first = _rewrite(connection, segment, who, _values(left, before.target, segment.tags) | _standing(before))
    _renumber(connection, segment.document, segment.number, 1)
    back = {"removed_at": None, "number": segment.number + 1, "version": segments.c.version + 1}
    row = connection.execute(update(segments).where(gone).values(back).returning(*COLUMNS)).one()
    _keep(connection, first, who, {**before.detail, "undone": newest.number})
    return Restructured(restructured(connection, segment.document), [first, segment_of(row)])


def carry_over(
    connection: Connection, who: Person, document: int, new: Sequence[NewSegment]
) -> StructureUpdate:
    """Put the segments of a new file in place of the old ones; what is unchanged keeps everything."""
    old = read_segments(connection, document)
    comparison = compare([segment.source for segment in old], [segment.source for segment in new])
    taken: set[int] = set()
    fresh: list[NewSegment] = []
    counts = {"context": 0, "exact": 0, "new": 0}
    for one, carried in zip(new, comparison.carried, strict=True):
        earlier = old[carried.earlier - 1] if carried.earlier is not None else None
        counts[carried.kind] += 1
        if earlier is None or earlier.id in taken:
            # A source that the new file has more often brings its translation along.
            fresh.append(one.translated(one.target or (earlier.target if earlier else "")))
            continue
        taken.add(earlier.id)
        values = {name: getattr(one, name) for name in ("number", "unit", "before", "after", "note", "tags")}
        connection.execute(update(segments).where(segments.c.id == earlier.id).values(values))
    gone = [segment.id for segment in old if segment.id not in taken]
    for start in range(0, len(gone), ROWS):
        # A database takes only so many values in one question.
        some = segments.c.id.in_(gone[start : start + ROWS])
        connection.execute(update(segments).where(some).values(removed_at=now()))
    added = add_segments(connection, document, fresh, who.login)
    structure = restructured(connection, document)
    return StructureUpdate(structure, counts["context"], counts["exact"], list(added), gone)


def _values(cut: SourceSegment, target: str, tags: str, *parts: Segment) -> dict[str, Any]:
    """Return the values of a segment's row after it was split or merged; of drafts, drafts are made."""
    numbers = {str(tag.number) for tag in tags_of(cut.source)}
    kept = {number: tag for number, tag in json.loads(tags).items() if number in numbers}
    drafted = all(one.status == "draft" for one in parts if one.target)
    status: Status = "untranslated" if not target else "draft" if parts and drafted else "edited"
    return {
        "source": cut.source,
        "source_key": text_key(cut.source),
        "before": cut.before,
        "after": cut.after,
        "tags": json.dumps(kept, ensure_ascii=False),
        "words": count(cut.source).total,
        "target": target,
        "status": status,
        "origin": "cut" if target else "none",
        "rate": None,
        "quality": None,
        "problems": "",
    }


def _rewrite(connection: Connection, segment: Segment, who: Person, values: dict[str, Any]) -> Segment:
    changed = values | {"version": segment.version + 1, "changed_by": who.login, "changed_at": now()}
    here = and_(segments.c.id == segment.id, segments.c.version == segment.version, present)
    row = connection.execute(update(segments).where(here).values(changed).returning(*COLUMNS)).one_or_none()
    if row is None:
        raise Conflict(segment)
    return segment_of(row)


def _renumber(connection: Connection, document: int, after: int, by: int) -> None:
    later = and_(segments.c.document_id == document, segments.c.number > after, present)
    connection.execute(update(segments).where(later).values(number=segments.c.number + by))


def _standing(before: SegmentVersion) -> dict[str, Any]:
    """Return how a segment stood in an earlier version."""
    return {"status": before.status, "origin": before.origin, "rate": before.rate, "quality": before.quality}


def _keep(
    connection: Connection, segment: Segment, who: Person, detail: Mapping[str, Any] | None = None
) -> None:
    change = TargetChange(
        segment.id,
        0,
        segment.target,
        segment.status,
        segment.origin,
        who.login,
        rate=segment.rate,
        quality=segment.quality,
        detail=detail or {},
    )
    keep_version(connection, change)


def _refuse_locked(segment: Segment) -> None:
    if segment.locked:
        raise Locked(f"Segment {segment.number} is locked and was not changed.")
