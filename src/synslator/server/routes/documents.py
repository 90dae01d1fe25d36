"""Documents: upload, list, update, export; and what is asked of all their segments."""

from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from starlette.concurrency import run_in_threadpool

from synslator.formats.documents.export import Unconfirmed
from synslator.server.access import Approving, PathId, Who, Workbench
from synslator.server.downloads import written_file
from synslator.server.permissions import REFUSALS
from synslator.server.uploads import FILE, FILE_BODY, FileName, plain_name, with_body
from synslator.storage.documents.documents import DocumentInfo
from synslator.storage.documents.segment import Origin, Status
from synslator.storage.documents.segments import SegmentFilter
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.documents import ExportKind, ReadingWishes
from synslator.workbench.messages.conversion import document_view
from synslator.workbench.messages.projects import (
    DocumentChange,
    DocumentView,
    JobView,
    UpdateView,
    UploadView,
)
from synslator.workbench.messages.segments import (
    CommentView,
    FindingView,
    SegmentFindings,
    SegmentPage,
    SegmentView,
    StatusChange,
    StatusChanged,
)
from synslator.workbench.people.accounts import NotPermitted
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.services import Services

routes = APIRouter(tags=["documents"])

MOST_FLAGGED = 5000
"""Segments whose findings are told in one answer."""


@routes.get("/projects/{project}/documents")
def list_documents(services: Workbench, who: Who, project: PathId) -> list[DocumentView]:
    """Return the documents of a project."""
    return [document_view(info, share) for info, share in services.documents.list(who, project)]


@routes.post("/projects/{project}/documents", status_code=HTTPStatus.CREATED, openapi_extra=FILE_BODY)
async def upload_document(
    request: Request,
    services: Workbench,
    who: Who,
    project: PathId,
    name: FileName,
    segmentation: Literal["sentence", "paragraph", "line"] | None = None,
    placeholders: Literal["auto", "always", "never"] | None = None,
    column: Annotated[list[str], Query(max_length=100)] = [],  # noqa: B006
) -> UploadView:
    """Upload a document. Where the project says so, a job that drafts it is begun."""
    wishes = ReadingWishes(segmentation, placeholders, tuple(column))

    def take_in(path: Path) -> UploadView:
        info = services.documents.add(who, project, plain_name(name), path, wishes)
        job = _draft_if_wanted(services, who, info)
        return UploadView(document=_shown(services, who, info.id), job=job)

    return await with_body(request, services.uploads, name, take_in)


@routes.get("/documents/{document}")
def get_document(services: Workbench, who: Who, document: PathId) -> DocumentView:
    """Return a document and how far it has come."""
    return _shown(services, who, document)


@routes.patch("/documents/{document}")
def change_document(services: Workbench, who: Who, document: PathId, change: DocumentChange) -> DocumentView:
    """Change the name of a document, who translates it, or the day on which it is due."""
    named = change.model_dump(exclude_unset=True)
    values = {name: value for name, value in named.items() if value is not None or name == "due"}
    services.documents.change(who, document, values)
    return _shown(services, who, document)


@routes.delete("/documents/{document}", status_code=HTTPStatus.NO_CONTENT)
def delete_document(services: Workbench, who: Who, document: PathId) -> None:
    """Remove a document with its segments and their history."""
    services.documents.delete(who, document)


@routes.put("/documents/{document}/file", openapi_extra=FILE_BODY)
async def update_document(
    request: Request, services: Workbench, who: Who, document: PathId, name: FileName
) -> UpdateView:
    """Upload a new version of a document; every segment whose source is unchanged keeps its translation."""

    def take_in(path: Path) -> UpdateView:
        info, carried = services.documents.update(who, document, plain_name(name), path)
        job = _draft_if_wanted(services, who, info)
        return UpdateView(
            document=_shown(services, who, document),
            in_context=carried.in_context,
            kept=carried.kept,
            new=list(carried.new),
            gone=list(carried.gone),
            job=job,
        )

    return await with_body(request, services.uploads, name, take_in)


@routes.get("/documents/{document}/segments")
def list_segments(
    services: Workbench,
    who: Who,
    document: PathId,
    status: Annotated[list[Status], Query()] = [],  # noqa: B006
    locked: bool | None = None,
    origin: Annotated[list[Origin], Query()] = [],  # noqa: B006
    rate_from: Annotated[int | None, Query(ge=0, le=101)] = None,
    rate_to: Annotated[int | None, Query(ge=0, le=101)] = None,
    quality_to: Annotated[
        int | None, Query(ge=0, le=100, description="The highest quality estimate of a machine draft.")
    ] = None,
    check: Annotated[str, Query(max_length=50, description="A check's name, or `any`.")] = "",
    commented: bool = False,
    repeated: bool = False,
    text: Annotated[str, Query(max_length=1000)] = "",
    side: Literal["source", "target", "both"] = "both",
    changed_by: Annotated[str, Query(max_length=200)] = "",
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=20_000)] = 1000,
) -> SegmentPage:
    """Return the segments of a document, those that every given condition lets through."""
    chosen = SegmentFilter(
        tuple(status),
        locked,
        tuple(origin),
        rate_from,
        rate_to,
        quality_to,
        check,
        commented,
        repeated,
        text,
        side,
        changed_by,
    )
    found, total, info = services.documents.segments(who, document, chosen, offset, limit)
    views = [SegmentView.of(one) for one in found]
    return SegmentPage.model_construct(segments=views, total=total, offset=offset, structure=info.structure)


@routes.get("/documents/{document}/export", response_class=Response, responses=FILE)
async def export_document(
    request: Request,
    services: Workbench,
    who: Who,
    document: PathId,
    kind: ExportKind = "document",
    unconfirmed: Unconfirmed = "written",
) -> Response:
    """Return the translated document in its own format, as a table, XLIFF, TMX or text, or the original.

    Where nothing is confirmed, what is written is delivered. The source stands for a translation only where
    `unconfirmed` asks for it: `draft` where there is no draft, `source` wherever nothing is confirmed.
    """
    exported = await run_in_threadpool(services.documents.export, who, document, kind, unconfirmed)
    detail = f"document {document}: {kind}"
    await run_in_threadpool(services.trail.note, who, "export document", exported.name, detail=detail)
    async with request.app.state.exports:
        return await run_in_threadpool(written_file, exported.name, exported.write)


@routes.get("/documents/{document}/comments")
def list_document_comments(services: Workbench, who: Who, document: PathId) -> list[CommentView]:
    """Return the comments on all segments of a document, in their order."""
    return [CommentView.of(one) for one in services.editing.comments_in(who, document)]


@routes.get("/documents/{document}/findings")
def document_findings(services: Workbench, who: Who, document: PathId) -> list[SegmentFindings]:
    """Return what the checks find in the segments of a document in which they found something before."""
    flagged, _, info = services.documents.segments(who, document, SegmentFilter(check="any"), 0, MOST_FLAGGED)
    context = services.contexts.of(who, info.project)
    found = []
    for segment in flagged:
        # The model is asked again only about what it found fault with.
        quick = " omissions " not in segment.problems
        issues = services.contexts.checked(context, segment, segment.target, quick)
        views = [FindingView.of(one) for one in issues]
        if views:
            found.append(SegmentFindings(segment=segment.id, number=segment.number, findings=views))
    return found


@routes.post("/documents/{document}/draft", status_code=HTTPStatus.ACCEPTED)
def draft_document(services: Workbench, who: Who, document: PathId) -> JobView:
    """Begin a job that drafts every segment without a translation."""
    info, _ = services.documents.get(who, document)
    return JobView.of(services.draft(who, info))


@routes.post("/documents/{document}/check", status_code=HTTPStatus.ACCEPTED)
def check_document(services: Workbench, who: Who, document: PathId) -> JobView:
    """Begin a job that runs the checks on every segment."""
    info, _ = services.documents.get(who, document)
    task = {"document": document}
    return JobView.of(services.jobs.add(who, "check", f"Checking {info.name}", task, info.project))


@routes.post("/documents/{document}/status")
def change_status(
    services: Workbench, who: Who, approving: Approving, document: PathId, change: StatusChange
) -> StatusChanged:
    """Set the status of many segments; those that cannot have it are skipped."""
    if not approving and change.status in ("approved", "locked", "unlocked"):
        raise NotPermitted(REFUSALS["approve"])
    changed, skipped = services.bulk.set_status(who, document, change.segments, change.status)
    return StatusChanged(changed=changed, skipped=skipped)


def _shown(services: Services, who: Person, document: int) -> DocumentView:
    return document_view(*services.documents.get(who, document))


def _draft_if_wanted(services: Services, who: Person, info: DocumentInfo) -> int | None:
    settings = ProjectSettings.read(services.projects.get(who, info.project).project.settings)
    return services.draft(who, info).id if settings.draft else None
