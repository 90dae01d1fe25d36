"""Segments: read, change, split, merge, comment; and what is known about one."""

from http import HTTPStatus

from fastapi import APIRouter

from synslator.server.access import Approving, PathId, Who, Workbench
from synslator.server.permissions import REFUSALS
from synslator.storage.documents.segment import FINISHED
from synslator.storage.documents.segment_changes import Conflict
from synslator.workbench.messages.conversion import matches_view, term_views
from synslator.workbench.messages.resources import MatchesView, TermView
from synslator.workbench.messages.segments import (
    ChangedSegment,
    CommentChange,
    CommentView,
    FindingView,
    IgnoredFinding,
    Merge,
    NewComment,
    NotUndone,
    Restore,
    SegmentChange,
    SegmentView,
    Split,
    StructureView,
    UndoneView,
    UndoOrder,
    VersionView,
)
from synslator.workbench.people.accounts import NotPermitted

routes = APIRouter(tags=["segments"])


@routes.get("/segments/{segment}")
def get_segment(services: Workbench, who: Who, segment: PathId) -> SegmentView:
    """Return a segment as it stands."""
    return SegmentView.of(services.editing.get(who, segment))


@routes.patch("/segments/{segment}")
def change_segment(
    services: Workbench, who: Who, approving: Approving, segment: PathId, change: SegmentChange
) -> ChangedSegment:
    """Change a segment: its translation, its status, whether it is locked or takes part in propagation.

    Nothing is changed if somebody else has changed it since `version`.
    """
    present = services.editing.get(who, segment)
    if not approving and (change.status == "approved" or change.locked is not None):
        raise NotPermitted(REFUSALS["approve"])
    if present.version != change.version:
        raise Conflict(present)
    version, confirmed = change.version, None
    if change.locked is False:
        present = services.editing.mark(who, segment, version, locked=False)
        version = present.version
    target = present.target if change.target is None else change.target
    if change.status == "confirmed":
        confirmed = services.editing.confirm(who, segment, version, target)
        version = confirmed.segment.version
    elif change.status == "approved" and change.target is None:
        present = services.editing.mark(who, segment, version, approved=True)
        version = present.version
    elif change.status == "edited" and change.target is None and present.status in FINISHED:
        present = services.editing.mark(who, segment, version, approved=False)
        version = present.version
    elif change.target is not None or change.status == "edited":
        present = services.editing.write(who, segment, version, target)
        version = present.version
    if change.propagates is not None or change.locked:
        services.editing.mark(
            who, segment, version, propagates=change.propagates, locked=change.locked or None
        )
    return ChangedSegment(segment=SegmentView.of(services.editing.get(who, segment)), confirmed=confirmed)


@routes.get("/segments/{segment}/history")
def segment_history(services: Workbench, who: Who, segment: PathId) -> list[VersionView]:
    """Return all versions of a segment, the newest first."""
    return [VersionView.of(one) for one in services.editing.history(who, segment)]


@routes.post("/segments/{segment}/restore")
def restore_segment(services: Workbench, who: Who, segment: PathId, wanted: Restore) -> SegmentView:
    """Bring back an earlier version of a segment."""
    return SegmentView.of(services.editing.restore(who, segment, wanted.version, wanted.number))


@routes.post("/segments/{segment}/split")
def split_segment(services: Workbench, who: Who, segment: PathId, where: Split) -> StructureView:
    """Split a segment in two."""
    done, changed = services.editing.split(who, segment, where.version, where.at, where.target_at)
    return StructureView(
        structure=done.structure,
        changed=[SegmentView.of(one) for one in changed],
        removed=list(done.removed),
    )


@routes.post("/segments/{segment}/merge")
def merge_segments(services: Workbench, who: Who, segment: PathId, wanted: Merge) -> StructureView:
    """Merge a segment with the one after it in the same paragraph."""
    done, changed = services.editing.merge(who, segment, wanted.version)
    return StructureView(
        structure=done.structure,
        changed=[SegmentView.of(one) for one in changed],
        removed=list(done.removed),
    )


@routes.post("/documents/{document}/undo")
def undo_changes(
    services: Workbench, who: Who, approving: Approving, document: PathId, order: UndoOrder
) -> UndoneView:
    """Undo the newest change of some segments of a document.

    A confirmed segment is again as it was before, and so are the memory and the repetitions that nobody has
    worked on since. Halves are one segment again, a merged segment is two. Nothing that somebody else has
    changed since `version` is touched; `refused` says what was left, and why.
    """
    versions = {one.segment: one.version for one in order.changes}
    done = services.undo.undo(who, document, versions, approving)
    return UndoneView(
        changed=[SegmentView.of(one) for one in done.changed],
        removed=list(done.removed),
        refused=[NotUndone(segment=number, message=reason) for number, reason in done.refused.items()],
    )


@routes.get("/segments/{segment}/matches")
def segment_matches(services: Workbench, who: Who, segment: PathId) -> MatchesView:
    """Return what the project's memories know that is like a segment."""
    found = services.editing.get(who, segment)
    info, _ = services.documents.get(who, found.document)
    context = services.contexts.of(who, info.project)
    lookup = services.completions.lookup(context, found)
    return matches_view(lookup, found.source, context)


@routes.get("/segments/{segment}/terms")
def segment_terms(services: Workbench, who: Who, segment: PathId) -> list[TermView]:
    """Return the terms in a segment's source."""
    found = services.editing.get(who, segment)
    info, _ = services.documents.get(who, found.document)
    return term_views(services.contexts.of(who, info.project).terms(found.source), found.source)


@routes.get("/segments/{segment}/findings")
def segment_findings(services: Workbench, who: Who, segment: PathId) -> list[FindingView]:
    """Return what the checks find in a segment."""
    found = services.editing.get(who, segment)
    info, _ = services.documents.get(who, found.document)
    context = services.contexts.of(who, info.project)
    return [FindingView.of(one) for one in services.contexts.checked(context, found, found.target)]


@routes.post("/segments/{segment}/findings")
def ignore_finding(
    services: Workbench, who: Who, segment: PathId, wanted: IgnoredFinding
) -> list[FindingView]:
    """Ignore something that a check found in the present translation, or have it reported again.

    It stays ignored for as long as source and target are the same, and confirming does not ask about it.
    """
    found = services.editing.get(who, segment)
    finding = (wanted.check, wanted.message)
    services.editing.ignore(who, segment, found.target, finding, wanted.ignored)
    return segment_findings(services, who, segment)


@routes.get("/segments/{segment}/comments")
def list_segment_comments(services: Workbench, who: Who, segment: PathId) -> list[CommentView]:
    """Return what was said of a segment, oldest first."""
    return [CommentView.of(one) for one in services.editing.comments(who, segment)]


@routes.post("/segments/{segment}/comments", status_code=HTTPStatus.CREATED)
def add_comment(services: Workbench, who: Who, segment: PathId, new: NewComment) -> CommentView:
    """Say something about a segment."""
    return CommentView.of(services.editing.comment(who, segment, new.text))


@routes.patch("/comments/{comment}")
def change_comment(services: Workbench, who: Who, comment: PathId, change: CommentChange) -> CommentView:
    """Change a comment, or mark it as resolved."""
    return CommentView.of(services.editing.change_comment(who, comment, change.text, change.resolved))


@routes.delete("/comments/{comment}", status_code=HTTPStatus.NO_CONTENT)
def delete_comment(services: Workbench, who: Who, comment: PathId) -> None:
    """Take a comment back."""
    services.editing.delete_comment(who, comment)
