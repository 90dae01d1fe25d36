"""Changing segments: confirm, approve, lock, restore, split, merge, comment. Who looks on is told."""

from collections.abc import Sequence

from synslator.errors import NotThere, SynslatorError, UsageProblem
from synslator.memory.model import Neighbours
from synslator.storage.documents import comments as talk
from synslator.storage.documents import ignored as ignoring
from synslator.storage.documents import segment_changes, structure
from synslator.storage.documents.comments import Comment
from synslator.storage.documents.documents import completed, get_document
from synslator.storage.documents.ignored import Ignored
from synslator.storage.documents.projects import touch_project
from synslator.storage.documents.segment import Origin, Segment, SegmentRow, Status
from synslator.storage.documents.segment_changes import (
    Confirmed,
    Conflict,
    Locked,
    PageEdit,
    Recipients,
    SegmentVersion,
    TargetChange,
)
from synslator.storage.documents.segments import (
    get_segment,
    listed,
    neighbours,
    next_unfinished,
    read_segments,
)
from synslator.storage.documents.structure import Restructured
from synslator.storage.people.organisations import Person
from synslator.workbench.checks import names_of
from synslator.workbench.live.events import Events, of_document
from synslator.workbench.messages.conversion import confirmed_view, progress_view
from synslator.workbench.messages.segments import ConfirmedView, SegmentView
from synslator.workbench.messages.server_messages import (
    CommentsMessage,
    ProgressMessage,
    SegmentsMessage,
    StructureMessage,
)
from synslator.workbench.projects.context import Context, Contexts
from synslator.workbench.resources.memories import Memories


class Editing:
    """Changes segments of all projects. May be used from any thread."""

    def __init__(self, memories: Memories, contexts: Contexts, events: Events) -> None:
        self.database = memories.database
        self._memories, self._contexts, self._events = memories, contexts, events

    def get(self, who: Person, segment: int) -> SegmentRow:
        """Return a segment."""
        with self.database.reading() as connection:
            get_segment(connection, who, segment)
            return listed(connection, [segment])[0]

    def listed(self, ids: Sequence[int]) -> dict[int, SegmentRow]:
        """Return segments as a list shows them, by id; those that were merged meanwhile are left out."""
        with self.database.reading() as connection:
            return {one.id: one for one in listed(connection, ids)}

    def history(self, who: Person, segment: int) -> Sequence[SegmentVersion]:
        """Return all versions of a segment, the newest first."""
        with self.database.reading() as connection:
            get_segment(connection, who, segment)
            return segment_changes.history(connection, segment)

    def write(
        self, who: Person, segment: int, base: int, target: str, origin: Origin = "typed", cause: str = ""
    ) -> SegmentRow:
        """Change the translation of a segment, without confirming it."""
        found, context, _ = self._found(who, segment)
        problems = self._problems(context, found, target)
        status: Status = "edited" if target else "untranslated"
        change = TargetChange(segment, base, target, status, origin, who.login, problems=problems)
        with self.database.writing() as connection:
            segment_changes.write(connection, change)
            touch_project(connection, context.project.id)
        return self.tell([segment], cause)[0]

    def confirm(
        self,
        who: Person,
        segment: int,
        base: int,
        target: str,
        edit: PageEdit | None = None,
        cause: str = "",
        typed: TargetChange | None = None,
    ) -> ConfirmedView:
        """Confirm a translation: version, memory, repetitions and progress, all or nothing.

        What was `typed` and is not saved yet is kept as a version before it. When this returns, every memory
        of the project finds the new entry.
        """
        found, context, document = self._found(who, segment)
        with self.database.reading() as connection:
            around = Neighbours(*neighbours(connection, found))
        kept = target == found.target and found.origin != "none"
        change = TargetChange(
            segment,
            base,
            target,
            "confirmed",
            found.origin if kept else "typed",
            who.login,
            edit or PageEdit(),
            found.rate if kept else None,
            found.quality if kept else None,
            self._problems(context, found, target),
        )
        propagate = context.settings.propagation != "off"
        recipients = Recipients(context.writable, around, document, propagate, context.propagation_scope)
        with self.database.writing() as connection:
            done = segment_changes.confirm(connection, change, recipients, typed)
            touch_project(connection, context.project.id)
        for entry in done.entries:
            self._memories.search(entry.memory).take(entry)
        return self._confirmed(done, cause)

    def mark(
        self,
        who: Person,
        segment: int,
        version: int,
        *,
        locked: bool | None = None,
        propagates: bool | None = None,
        approved: bool | None = None,
    ) -> SegmentRow:
        """Lock or unlock a segment, take it out of propagation, approve it or take that back."""
        values: dict[str, object] = {}
        with self.database.writing() as connection:
            found = get_segment(connection, who, segment)
            if found.version != version:
                raise Conflict(found)
            values |= {"locked": locked} if locked is not None else {}
            values |= {"propagates": propagates} if propagates is not None else {}
            if approved is not None:
                values["status"] = _approval(found, approved)
            segment_changes.mark(connection, found, who.login, values)
        return self.tell([segment])[0]

    def restore(self, who: Person, segment: int, base: int, number: int) -> SegmentRow:
        """Bring back an earlier version of a segment."""
        with self.database.reading() as connection:
            get_segment(connection, who, segment)
            versions = {version.number: version for version in segment_changes.history(connection, segment)}
        if number not in versions:
            raise NotThere(f"The segment has no version {number}; it has {len(versions)}.")
        return self.write(who, segment, base, versions[number].target, "restored")

    def split(
        self, who: Person, segment: int, version: int, at: int, target_at: int | None
    ) -> tuple[Restructured, Sequence[SegmentRow]]:
        """Split a segment in two."""
        with self.database.writing() as connection:
            found = _unchanged(get_segment(connection, who, segment), version)
            where = len(found.target) if target_at is None else target_at
            done = structure.split(connection, who, found, at, where)
        return done, self._restructured(done)

    def merge(self, who: Person, segment: int, version: int) -> tuple[Restructured, Sequence[SegmentRow]]:
        """Merge a segment with the one after it."""
        with self.database.writing() as connection:
            found = _unchanged(get_segment(connection, who, segment), version)
            all_of_it = read_segments(connection, found.document)
            following = next((one for one in all_of_it if one.number == found.number + 1), None)
            if following is None:
                raise UsageProblem(f"Segment {found.number} is the last one; there is none to merge it with.")
            done = structure.merge(connection, who, found, following)
        return done, self._restructured(done)

    def comment(self, who: Person, segment: int, text: str) -> Comment:
        """Say something about a segment."""
        with self.database.writing() as connection:
            found = get_segment(connection, who, segment)
            made = talk.add_comment(connection, who, segment, text)
        self._events.tell(of_document(found.document), CommentsMessage(segment=segment))
        return made

    def comments(self, who: Person, segment: int) -> Sequence[Comment]:
        """Return what was said of a segment."""
        with self.database.reading() as connection:
            get_segment(connection, who, segment)
            return talk.comments_on(connection, segment)

    def comments_in(self, who: Person, document: int) -> Sequence[Comment]:
        """Return what was said of all segments of a document."""
        with self.database.reading() as connection:
            get_document(connection, who, document)
            return talk.comments_in(connection, document)

    def change_comment(self, who: Person, comment: int, text: str | None, resolved: bool | None) -> Comment:
        """Change a comment, or mark it as resolved."""
        with self.database.writing() as connection:
            found, document = talk.get_comment(connection, who, comment)
            changed = talk.change_comment(connection, who, found, text, resolved)
        self._events.tell(of_document(document), CommentsMessage(segment=changed.segment))
        return changed

    def delete_comment(self, who: Person, comment: int) -> None:
        """Take a comment back."""
        with self.database.writing() as connection:
            found, document = talk.get_comment(connection, who, comment)
            talk.delete_comment(connection, who, found)
        self._events.tell(of_document(document), CommentsMessage(segment=found.segment))

    def ignore(
        self, who: Person, segment: int, target: str, finding: tuple[str, str], ignored: bool, cause: str = ""
    ) -> None:
        """Ignore what a check found in a text, for as long as the texts are the same, or report it again."""
        found, context, _ = self._found(who, segment)
        known = [(one.check, one.message) for one in self._contexts.checked(context, found, target)]
        if finding not in known:
            raise NotThere(f"No check finds this in segment {found.number} any more. It was not ignored.")
        with self.database.writing() as connection:
            kept = Ignored.of(found.source, target, *finding)
            if ignored:
                ignoring.ignore(connection, segment, kept, who.login)
            else:
                ignoring.report(connection, segment, kept)
        problems = self._problems(context, found, target)
        if target == found.target and problems != found.problems:
            with self.database.writing() as connection:
                segment_changes.note_problems(connection, {segment: problems})
            self.tell([segment], cause)

    def tell(self, ids: Sequence[int], cause: str = "") -> Sequence[SegmentRow]:
        """Tell everybody how some segments stand, and how far their documents have come; return them."""
        with self.database.reading() as connection:
            found = listed(connection, ids)
            shares = completed(connection, sorted({one.document for one in found}))
        for document, share in shares.items():
            changed = [SegmentView.of(one) for one in found if one.document == document]
            self._events.tell(of_document(document), SegmentsMessage(segments=changed), cause)
            self._events.tell(of_document(document), ProgressMessage(progress=progress_view([share])))
        order = {number: place for place, number in enumerate(ids)}
        return sorted(found, key=lambda one: order[one.id])

    def _found(self, who: Person, segment: int) -> tuple[Segment, Context, str]:
        with self.database.reading() as connection:
            found = get_segment(connection, who, segment)
            document = get_document(connection, who, found.document)
        return found, self._contexts.of(who, document.project), document.name

    def _problems(self, context: Context, segment: Segment, target: str) -> str:
        return names_of(self._contexts.checked(context, segment, target))

    def _confirmed(self, done: Confirmed, cause: str) -> ConfirmedView:
        ids = [done.segment.id, *(other.id for other in done.propagated)]
        first, *others = self.tell(ids, cause)
        with self.database.reading() as connection:
            following = next_unfinished(connection, done.segment)
        entries = [entry.id for entry in done.entries]
        return confirmed_view(first, entries, others, following[0].id if following else None)

    def _restructured(self, done: Restructured) -> Sequence[SegmentRow]:
        document = done.changed[0].document
        self._events.tell(of_document(document), StructureMessage(structure=done.structure))
        return self.tell([segment.id for segment in done.changed])


def _unchanged(segment: Segment, version: int) -> Segment:
    """Return a segment that is still of this version; refuse one that somebody has changed since."""
    if segment.version != version:
        raise Conflict(segment)
    return segment


def _approval(segment: Segment, approved: bool) -> str:
    if segment.locked:
        raise Locked(f"Segment {segment.number} is locked and was not changed.")
    if approved and segment.status not in ("confirmed", "approved"):
        raise SynslatorError(
            f"Segment {segment.number} is {segment.status}. Confirm it before you approve it."
        )
    if not approved and segment.status not in ("confirmed", "approved"):
        return segment.status
    return "approved" if approved else "edited"
