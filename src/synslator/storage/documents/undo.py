"""Taking the newest change of a segment back: the versions say how it stood before.

A version that an undo made names the one that it took back as `undone`. Both are left out when one asks
what came before, so that one undo after the other leads further back. Whoever has typed a text back to what
it was has gone `back` to that version, and what lies between counts as little.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from sqlalchemy import Connection

from synslator.errors import SynslatorError
from synslator.memory.model import Entry
from synslator.storage.documents import structure
from synslator.storage.documents.segment import FINISHED, Segment
from synslator.storage.documents.segment_changes import (
    Conflict,
    Locked,
    Recipients,
    SegmentVersion,
    TargetChange,
    confirmation,
    history,
    write,
)
from synslator.storage.documents.segments import same_source
from synslator.storage.memories import entry_changes
from synslator.storage.people.organisations import Person

NOTHING = SegmentVersion(0, "", "untranslated", "none", {}, None, None, "", 0)
"""How a segment stands that has no version yet."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """What an undo brought about."""

    changed: Sequence[Segment]
    entries: Sequence[Entry] = ()
    """What the memories hold now in place of what was confirmed."""
    removed: Sequence[int] = ()
    structure: int | None = None
    """The document's new structure, if its segments are others now."""


@dataclass(frozen=True, slots=True)
class Undoing:
    """An undo, and what it needs to know of the project."""

    who: Person
    may_approve: bool
    recipients: Recipients
    problems: Callable[[Segment, str], str]
    """What the checks find in a translation."""


def effective(versions: Sequence[SegmentVersion]) -> list[SegmentVersion]:
    """Return versions, newest first, without those that were taken back and those that took them back."""
    undone: set[int] = set()
    back: int | None = None
    kept: list[SegmentVersion] = []
    for version in versions:
        if back is not None and version.number > back:
            continue
        if "back" in version.detail:
            back = version.detail["back"]
        elif "undone" in version.detail:
            undone.add(version.detail["undone"])
        elif version.number not in undone:
            kept.append(version)
    return kept


def returned_to(versions: Sequence[SegmentVersion], target: str, by: str) -> SegmentVersion | None:
    """Return the version that somebody has come back to, who has only typed since then."""
    for version in effective(versions):
        if (version.status, version.origin, version.by) == ("edited", "typed", by) and not version.detail:
            continue
        if version.status == "draft" or version.target != target:
            return None
        return replace(version, detail={"back": version.number})
    return None


def take_back(connection: Connection, segment: Segment, base: int, undoing: Undoing) -> TakenBack:
    """Bring a segment back to how it stood before its newest change, which left it at version `base`."""
    if segment.version != base:
        raise Conflict(segment)
    if segment.locked:
        raise Locked(f"Segment {segment.number} is locked and was not changed.")
    newest, before, *_ = [*effective(history(connection, segment.id)), NOTHING, NOTHING]
    nothing = SynslatorError(f"Segment {segment.number} has no change that can be undone here.")
    if newest is NOTHING:
        raise nothing
    if (newest.target, newest.status) != (segment.target, segment.status):
        raise Conflict(segment)
    approval = "marked" in newest.detail and "approved" in (newest.status, before.status)
    if approval and not undoing.may_approve:
        raise SynslatorError("You don't have permission to approve segments.")
    if "split" in newest.detail or "merged" in newest.detail:
        return _rejoined(connection, segment, newest, before, undoing)
    if newest.status in FINISHED:
        return _unconfirmed(connection, segment, newest, before, undoing)
    if newest.origin in ("replaced", "restored") or "marked" in newest.detail:
        return TakenBack([_written(connection, segment, newest, before, undoing)])
    raise nothing


def _written(
    connection: Connection,
    segment: Segment,
    newest: SegmentVersion,
    before: SegmentVersion,
    undoing: Undoing,
) -> Segment:
    change = TargetChange(
        segment.id,
        segment.version,
        before.target,
        before.status,
        before.origin,
        undoing.who.login,
        rate=before.rate,
        quality=before.quality,
        problems=undoing.problems(segment, before.target),
        detail={**before.detail, "undone": newest.number},
    )
    return write(connection, change)


def _rejoined(
    connection: Connection,
    segment: Segment,
    newest: SegmentVersion,
    before: SegmentVersion,
    undoing: Undoing,
) -> TakenBack:
    rejoin = structure.unsplit if "split" in newest.detail else structure.unmerge
    done = rejoin(connection, undoing.who, segment, newest, before)
    return TakenBack(done.changed, removed=done.removed, structure=done.structure)


def _unconfirmed(
    connection: Connection,
    segment: Segment,
    newest: SegmentVersion,
    before: SegmentVersion,
    undoing: Undoing,
) -> TakenBack:
    if before.target != newest.target:
        # What was typed was confirmed before it was saved.
        before = SegmentVersion(0, newest.target, "edited", "typed", {}, None, None, newest.by, newest.at)
    back = _written(connection, segment, newest, before, undoing)
    if before.status in FINISHED:
        return TakenBack([back])
    entries = _unlearned(connection, back, undoing)
    return TakenBack([back, *_unpropagated(connection, back, undoing)], entries)


def _unlearned(connection: Connection, segment: Segment, undoing: Undoing) -> list[Entry]:
    """Bring the memories back to what the segment had confirmed before, if it had."""
    recipients, by = undoing.recipients, undoing.who.login
    versions = effective(history(connection, segment.id))
    earlier = next((one for one in versions if one.status in FINISHED), None)
    entries: list[Entry] = []
    for memory in recipients.memories:
        given = confirmation(segment, earlier.target if earlier else segment.target, by, recipients)
        if earlier is not None:
            entries.append(entry_changes.confirm(connection, memory, given))
        elif given.place is not None and (
            gone := entry_changes.withdraw(connection, memory, given.place, by)
        ):
            entries.append(gone)
    return entries


def _unpropagated(connection: Connection, segment: Segment, undoing: Undoing) -> list[Segment]:
    """Take the translation from repetitions that took it over and that nobody has worked on since."""
    back: list[Segment] = []
    for other in same_source(connection, segment, undoing.recipients.project):
        if other.locked or other.status != "draft" or other.origin != "propagated":
            continue
        newest, before, *_ = [*effective(history(connection, other.id)), NOTHING, NOTHING]
        taken_over = (newest.detail.get("segment"), newest.target) == (segment.id, segment.target)
        if taken_over and newest.target == other.target:
            back.append(_written(connection, other, newest, before, undoing))
    return back
