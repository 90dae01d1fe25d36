"""Translation memories: create, import, export, browse, correct."""

from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from synslator.server.access import PathId, Who, Workbench
from synslator.server.downloads import written_file
from synslator.server.uploads import FILE, FILE_BODY, FileName, begin_import
from synslator.storage.memories.entries import get_entry, list_entries
from synslator.storage.memories.memories import get_memory as read_memory
from synslator.workbench.messages.base import View
from synslator.workbench.messages.projects import JobView
from synslator.workbench.messages.resources import (
    EntryChange,
    EntryVersionView,
    EntryView,
    MemoryChange,
    MemoryView,
    NewMemory,
)
from synslator.workbench.resources.exchange import export_memory
from synslator.workbench.resources.memories import MemoryStats
from synslator.workbench.resources.training_data import ask_to_train

routes = APIRouter(tags=["memories"])

ExchangeFormat = Literal["tmx", "xlf", "csv", "tsv", "xlsx"]
Purpose = Annotated[Literal["translation", "training"], Query(description="What the file is wanted for.")]
Columns = Annotated[
    list[str],
    Query(max_length=10, description="For tables: `source=2` or `target=English`, by number or header."),
]


class EntryPage(View):
    """Some entries of a memory, the newest first."""

    entries: list[EntryView]
    total: int
    offset: int


@routes.get("/memories")
def list_memories(services: Workbench, who: Who) -> list[MemoryView]:
    """Return all memories by name."""
    hidden = services.accounts.hidden(who, "memory")
    return [
        _view(services.memories.stats(info.id))
        for info in services.memories.list(who.organisation)
        if info.id not in hidden
    ]


@routes.post("/memories", status_code=HTTPStatus.CREATED)
def create_memory(services: Workbench, who: Who, new: NewMemory) -> MemoryView:
    """Create an empty memory."""
    languages = (new.source_language, new.target_language)
    info = services.memories.create(new.name, *languages, who.login, new.permission, who.organisation)
    return _view(services.memories.stats(info.id))


@routes.get("/memories/{memory}")
def get_memory(services: Workbench, who: Who, memory: PathId) -> MemoryView:
    """Return a memory and its size."""
    return _view(services.memories.stats(memory))


@routes.patch("/memories/{memory}")
def change_memory(services: Workbench, who: Who, memory: PathId, change: MemoryChange) -> MemoryView:
    """Change what a memory may be used for; its owner alone may do that."""
    services.memories.permit(memory, change.permission, who.login)
    return _view(services.memories.stats(memory))


@routes.delete("/memories/{memory}", status_code=HTTPStatus.NO_CONTENT)
def delete_memory(services: Workbench, who: Who, memory: PathId) -> None:
    """Remove a memory with everything in it; its owner alone may do that."""
    services.memories.delete(memory, who.login)


@routes.post("/memories/{memory}/import", status_code=HTTPStatus.ACCEPTED, openapi_extra=FILE_BODY)
async def import_memory(
    request: Request,
    services: Workbench,
    who: Who,
    memory: PathId,
    name: FileName,
    keep_good: bool = False,
    column: Columns = [],  # noqa: B006
    project: Annotated[int | None, Query(ge=1)] = None,
) -> JobView:
    """Upload a TMX, XLIFF, CSV, TSV or XLSX file and begin a job that imports it.

    A file with a fault is not taken in at all, unless `keep_good` asks for what is good of it.
    """
    info = await run_in_threadpool(services.memories.stats, memory)
    task = {
        "memory": memory,
        "keep_good": keep_good,
        "columns": dict(one.partition("=")[::2] for one in column),
    }
    return await begin_import(request, services, who, "import memory", name, info.info.name, task, project)


@routes.get("/memories/{memory}/export", response_class=FileResponse, responses=FILE)
def export_memory_file(
    services: Workbench,
    who: Who,
    memory: PathId,
    format: ExchangeFormat = "tmx",
    purpose: Purpose = "translation",
) -> FileResponse:
    """Return a memory as a file; TMX keeps everything, and says whether its owner allows training on it.

    For training it is refused if the owner does not allow that; either way it is put on record.
    """
    info = services.memories.stats(memory).info
    if purpose == "training":
        ask_to_train(services.database, memory, who.login, "export for training")
    services.trail.note(who, "export memory", info.name, detail=f"{format}, for {purpose}")
    return written_file(f"{info.name}.{format}", lambda path: export_memory(services.memories, info, path))


@routes.get("/memories/{memory}/entries")
def list_memory_entries(
    services: Workbench,
    who: Who,
    memory: PathId,
    text: Annotated[str, Query(max_length=1000)] = "",
    offset: Annotated[int, Query(ge=0, le=100_000_000)] = 0,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> EntryPage:
    """Return the entries of a memory, those with a text on either side, if one is given."""
    with services.database.reading() as connection:
        read_memory(connection, memory)
        found, total = list_entries(connection, memory, text, offset, limit)
    return EntryPage(entries=[EntryView.of(one) for one in found], total=total, offset=offset)


@routes.patch("/entries/{entry}")
def change_entry(services: Workbench, who: Who, entry: PathId, change: EntryChange) -> EntryView:
    """Change the texts of an entry in place."""
    return EntryView.of(services.memories.edit(entry, change.source, change.target, who.login))


@routes.delete("/entries/{entry}")
def delete_entry(services: Workbench, who: Who, entry: PathId) -> EntryView:
    """Delete an entry; its history stays, and an undo brings it back."""
    return EntryView.of(services.memories.remove(entry, who.login))


@routes.post("/entries/{entry}/undo")
def undo_entry(services: Workbench, who: Who, entry: PathId) -> EntryView:
    """Bring back the version of an entry before the present one."""
    return EntryView.of(services.memories.undo(entry, who.login))


@routes.get("/entries/{entry}")
def get_memory_entry(services: Workbench, who: Who, entry: PathId) -> EntryView:
    """Return an entry."""
    with services.database.reading() as connection:
        return EntryView.of(get_entry(connection, entry))


@routes.get("/entries/{entry}/history")
def entry_history(services: Workbench, who: Who, entry: PathId) -> list[EntryVersionView]:
    """Return all versions of an entry, the present one last."""
    return [
        EntryVersionView(
            number=one.number,
            source=one.source,
            target=one.target,
            deleted=one.deleted,
            changed_by=one.changed_by,
            changed_at=one.changed_at,
            document=one.document,
            restored=one.restored,
        )
        for one in services.memories.history(entry)
    ]


def _view(stats: MemoryStats) -> MemoryView:
    info = stats.info
    return MemoryView(
        id=info.id,
        name=info.name,
        source_language=info.source_language,
        target_language=info.target_language,
        owner=info.owner,
        permission=info.permission,
        entries=stats.entries,
        state=stats.health.state.value,
        reason=stats.health.reason,
        created_at=info.created_at,
    )
