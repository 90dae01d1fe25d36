"""The audit trail of one's organisation, for its administrators: a page at a time, or as a file."""

from typing import Annotated

from fastapi import APIRouter, Query
from starlette.responses import FileResponse

from synslator.server.access import Who, Workbench
from synslator.server.downloads import written_file
from synslator.server.uploads import FILE
from synslator.storage.people.audit import AuditFilter
from synslator.workbench.messages.base import Id
from synslator.workbench.messages.people import AuditPage, AuditRecordView
from synslator.workbench.people.audit_trail import TrailFormat

routes = APIRouter(tags=["audit"])

AuditText = Annotated[str, Query(max_length=1000)]
Since = Annotated[int | None, Query(ge=0, le=1 << 53, description="Seconds since 1970, UTC.")]


@routes.get("/audit")
def list_audit(
    services: Workbench,
    who: Who,
    actor: AuditText = "",
    action: AuditText = "",
    subject: AuditText = "",
    since: Since = None,
    until: Since = None,
    before: Annotated[Id | None, Query(description="The `next` of the page before.")] = None,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> AuditPage:
    """Who did or was refused what, the newest first."""
    wanted = AuditFilter(actor, action, subject, since, until)
    found = services.trail.page(who.organisation, wanted, before, limit)
    return AuditPage(
        records=[AuditRecordView.of(one) for one in found],
        next=found[-1].id if len(found) == limit else None,
    )


@routes.get("/audit/export", response_class=FileResponse, responses=FILE)
def export_audit(
    services: Workbench,
    who: Who,
    format: TrailFormat = "csv",
    actor: AuditText = "",
    action: AuditText = "",
    subject: AuditText = "",
    since: Since = None,
    until: Since = None,
) -> FileResponse:
    """Return the same as CSV or JSON lines, oldest first."""
    wanted = AuditFilter(actor, action, subject, since, until)
    services.trail.note(who, "export audit trail", format)
    return written_file(
        f"audit.{format}", lambda path: services.trail.write(who.organisation, wanted, format, path)
    )
