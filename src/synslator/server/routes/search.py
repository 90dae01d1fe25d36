"""Search and replace over a project."""

from fastapi import APIRouter

from synslator.server.access import PathId, Who, Workbench
from synslator.workbench.documents.search import Hits, Query
from synslator.workbench.messages.figures import (
    Replacement,
    ReplaceOrder,
    ReplaceResult,
    SearchHit,
    SearchQuery,
    SearchResult,
)
from synslator.workbench.messages.segments import SegmentView
from synslator.workbench.services import Services

routes = APIRouter(tags=["search"])


@routes.post("/projects/{project}/search")
def search_segments(services: Workbench, who: Who, project: PathId, query: SearchQuery) -> SearchResult:
    """Find segments of a project by their source or translation."""
    return _result(services, services.search.search(who, project, _query(query)))


@routes.post("/projects/{project}/replace/preview")
def preview_replacement(services: Workbench, who: Who, project: PathId, wanted: Replacement) -> SearchResult:
    """Show what a replacement would make of each segment, and change nothing."""
    return _result(services, services.search.preview(who, project, _query(wanted), wanted.replacement))


@routes.post("/projects/{project}/replace")
def replace_in_segments(services: Workbench, who: Who, project: PathId, order: ReplaceOrder) -> ReplaceResult:
    """Replace in the segments that were looked at.

    Those that have changed since are skipped, and so are confirmed ones, unless `confirmed` is set.
    """
    versions = {one.segment: one.version for one in order.segments}
    done = services.search.replace(who, project, _query(order), order.replacement, versions, order.confirmed)
    return ReplaceResult(changed=list(done.changed), skipped=list(done.skipped))


def _query(query: SearchQuery) -> Query:
    return Query(query.text, query.side, query.expression, query.case, query.words, query.document)


def _result(services: Services, found: Hits) -> SearchResult:
    shown = services.editing.listed([hit.segment.id for hit in found.hits])
    views = [
        SearchHit(segment=SegmentView.of(shown[hit.segment.id]), spans=list(hit.spans), replaced=hit.replaced)
        for hit in found.hits
        if hit.segment.id in shown
    ]
    return SearchResult(hits=views, more=found.more)
