"""Termbases: make, import, export, leaf through, add to."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from synslator.formats.exchange.model import Concept, Languages, Term
from synslator.server.access import PathId, Who, Workbench
from synslator.server.downloads import written_file
from synslator.server.permissions import NEEDED, allows
from synslator.server.routes.memories import Columns
from synslator.server.uploads import FILE, FILE_BODY, FileName, begin_import
from synslator.storage.memories.termbases import Stored
from synslator.workbench.messages.base import Language
from synslator.workbench.messages.projects import JobView
from synslator.workbench.messages.resources import (
    ConceptView,
    NewConcept,
    NewTermbase,
    TermbaseView,
    TermText,
)

routes = APIRouter(tags=["termbases"])


@routes.get("/termbases")
def list_termbases(services: Workbench, who: Who) -> list[TermbaseView]:
    """Return all termbases by name."""
    sizes, limited = services.termbases.sizes(), services.accounts.limited(who, "termbase")
    roles = {info: limited.get(info.id, who.role) for info in services.termbases.list(who.organisation)}
    return [
        TermbaseView(
            id=info.id,
            name=info.name,
            owner=info.owner,
            concepts=sizes.get(info.id, 0),
            editable=allows(role, NEEDED["change_concept"]),
        )
        for info, role in roles.items()
        if role != "none"
    ]


@routes.post("/termbases", status_code=HTTPStatus.CREATED)
def create_termbase(services: Workbench, who: Who, new: NewTermbase) -> TermbaseView:
    """Create an empty termbase."""
    info = services.termbases.create(new.name, who.login, who.organisation)
    return TermbaseView(id=info.id, name=info.name, owner=info.owner, concepts=0, editable=True)


@routes.delete("/termbases/{termbase}", status_code=HTTPStatus.NO_CONTENT)
def delete_termbase(services: Workbench, who: Who, termbase: PathId) -> None:
    """Remove a termbase with everything in it; its owner alone may do that."""
    services.termbases.delete(termbase, who.login)


@routes.post("/termbases/{termbase}/import", status_code=HTTPStatus.ACCEPTED, openapi_extra=FILE_BODY)
async def import_terms(
    request: Request,
    services: Workbench,
    who: Who,
    termbase: PathId,
    name: FileName,
    source_language: Annotated[Language, Query()] = "zh",
    target_language: Annotated[Language, Query()] = "en",
    keep_good: bool = False,
    column: Columns = [],  # noqa: B006
    project: Annotated[int | None, Query(ge=1)] = None,
) -> JobView:
    """Upload a TBX, CSV, TSV or XLSX file and begin a job that imports it."""
    info = await run_in_threadpool(services.termbases.get, termbase)
    task = {
        "termbase": termbase,
        "source_language": source_language,
        "target_language": target_language,
        "keep_good": keep_good,
        "columns": dict(one.partition("=")[::2] for one in column),
    }
    return await begin_import(request, services, who, "import terms", name, info.name, task, project)


@routes.get("/termbases/{termbase}/export", response_class=FileResponse, responses=FILE)
def export_termbase(
    services: Workbench,
    who: Who,
    termbase: PathId,
    format: Literal["tbx", "csv", "tsv", "xlsx"] = "tbx",
    source_language: Annotated[Language, Query()] = "zh",
    target_language: Annotated[Language, Query()] = "en",
) -> FileResponse:
    """Return a termbase as a file; TBX keeps everything."""
    info = services.termbases.get(termbase)
    languages = Languages(source_language, target_language)
    services.trail.note(who, "export termbase", info.name, detail=format)
    return written_file(
        f"{info.name}.{format}", lambda path: services.termbases.export_file(termbase, path, languages)
    )


@routes.get("/termbases/{termbase}/concepts")
def list_concepts(
    services: Workbench,
    who: Who,
    termbase: PathId,
    text: Annotated[str, Query(max_length=1000)] = "",
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[ConceptView]:
    """Return the concepts of a termbase, those with a text in one of their terms, if one is given."""
    return [_view(one) for one in services.termbases.concepts(termbase, text, limit)]


@routes.post("/termbases/{termbase}/concepts", status_code=HTTPStatus.CREATED)
def add_concept(services: Workbench, who: Who, termbase: PathId, new: NewConcept) -> ConceptView:
    """Add a concept with its terms."""
    return _view(services.termbases.add(termbase, _concept(new)))


@routes.get("/concepts/{concept}")
def get_concept(services: Workbench, who: Who, concept: PathId) -> ConceptView:
    """Return a concept with its terms in all languages."""
    return _view(services.termbases.concept(concept))


@routes.put("/concepts/{concept}")
def change_concept(services: Workbench, who: Who, concept: PathId, new: NewConcept) -> ConceptView:
    """Put other terms, and what is said of them, in the place of a concept's."""
    return _view(services.termbases.change(concept, _concept(new)))


@routes.delete("/concepts/{concept}", status_code=HTTPStatus.NO_CONTENT)
def delete_concept(services: Workbench, who: Who, concept: PathId) -> None:
    """Remove a concept and its terms."""
    services.termbases.remove(concept)


def _concept(new: NewConcept) -> Concept:
    terms = tuple(Term(one.language, one.text, one.status, one.note) for one in new.terms)
    return Concept(terms, new.subject, new.definition, new.note)


def _view(stored: Stored) -> ConceptView:
    concept = stored.concept
    terms = [
        TermText.model_construct(language=one.language, text=one.text, status=one.status, note=one.note)
        for one in concept.terms
    ]
    return ConceptView(
        id=stored.id,
        terms=terms,
        subject=concept.subject,
        definition=concept.definition,
        note=concept.note,
    )
