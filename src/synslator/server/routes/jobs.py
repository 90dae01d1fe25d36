"""Jobs: how long work stands, and stopping it; and the analysis of a project, which is one."""

from dataclasses import asdict
from http import HTTPStatus
from typing import Annotated, Literal

from fastapi import APIRouter, Query, Response
from pydantic import Field

from synslator.errors import NotThere
from synslator.server.access import PathId, Who, Workbench
from synslator.server.downloads import written_file
from synslator.server.uploads import FILE
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.people.organisations import Person
from synslator.workbench.messages.base import Id, View, example
from synslator.workbench.messages.projects import JobView
from synslator.workbench.projects.analysis_table import (
    FileAnalysis,
    read,
    together,
    write_csv,
    write_workbook,
)
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.projects.rates import Rates
from synslator.workbench.services import Services

routes = APIRouter(tags=["jobs"])


class AnalysisOrder(View):
    """Which documents to analyse together; without any, all of the project."""

    model_config = example(documents=[7])

    documents: Annotated[tuple[Id, ...], Query(max_length=1000)] = ()


class BandView(View):
    """The text of one match band, or of all: band `total`."""

    band: str
    segments: int
    words: int
    characters: int
    signs: int
    tags: int
    total: Annotated[int, Field(description="Words and characters together.")]
    rate: Annotated[float | None, Field(description="Per cent of a new word that one of this band is worth.")]
    weighted: Annotated[float, Field(description="The total by the rate.")]


class FileAnalysisView(View):
    """What was counted in a document."""

    document: Annotated[int | None, Field(description="Nothing: all of them.")]
    name: str
    bands: Annotated[list[BandView], Field(description="The last one is the total.")]


class AnalysisView(View):
    """The words of a project by match band when the job ended, weighted by the project's present rates."""

    job: int
    ended_at: int | None
    files: list[FileAnalysisView]
    total: FileAnalysisView


@routes.get("/jobs")
def list_jobs(
    services: Workbench,
    who: Who,
    project: Annotated[int | None, Query(ge=1, le=(1 << 63) - 1)] = None,
    active: bool = False,
    limit: Annotated[int, Query(ge=1, le=1000)] = 100,
) -> list[JobView]:
    """Jobs, the newest first; `active`: only those that wait or run."""
    hidden = services.accounts.hidden_projects(who)
    memories, termbases = (services.accounts.hidden(who, kind) for kind in ("memory", "termbase"))
    return [
        JobView.of(job)
        for job in services.jobs.list(who, project, active, limit)
        if job.project not in hidden
        and job.task.get("memory") not in memories
        and job.task.get("termbase") not in termbases
    ]


@routes.get("/jobs/{job}")
def get_job(services: Workbench, who: Who, job: PathId) -> JobView:
    """Return how a job stands."""
    return JobView.of(services.jobs.get(who, job))


@routes.post("/jobs/{job}/cancel")
def cancel_job(services: Workbench, who: Who, job: PathId) -> JobView:
    """Stop a job; what it has done so far stays, except for an import, of which nothing does."""
    return JobView.of(services.jobs.cancel(who, job))


@routes.post("/projects/{project}/analysis", status_code=HTTPStatus.ACCEPTED)
def begin_analysis(services: Workbench, who: Who, project: PathId, order: AnalysisOrder) -> JobView:
    """Begin a job that counts the words of a project's documents by match band."""
    name = services.projects.get(who, project).project.name
    task = {"project": project, "documents": sorted(order.documents)}
    return JobView.of(services.jobs.add(who, "analyse", f"Analysing {name}", task, project))


@routes.get("/projects/{project}/analysis")
def get_analysis(services: Workbench, who: Who, project: PathId) -> AnalysisView:
    """Return the last analysis of a project."""
    job, files = _last(services, who, project)
    rates = _rates(services, who, project)
    views = [_view(file, rates) for file in files]
    return AnalysisView(job=job.id, ended_at=job.ended_at, files=views, total=_view(together(files), rates))


@routes.get("/projects/{project}/analysis/export", response_class=Response, responses=FILE)
def export_analysis(
    services: Workbench, who: Who, project: PathId, format: Literal["csv", "xlsx"] = "csv"
) -> Response:
    """Return the last analysis of a project as a table, file by file and all together."""
    _, files = _last(services, who, project)
    rates = _rates(services, who, project)
    write = write_csv if format == "csv" else write_workbook
    return written_file(f"analysis.{format}", lambda path: write(path, files, rates))


def _view(file: FileAnalysis, rates: Rates) -> FileAnalysisView:
    bands = [
        BandView(
            band=line.band,
            **asdict(line.counts),
            total=line.counts.total,
            rate=line.rate,
            weighted=line.weighted,
        )
        for line in file.lines(rates)
    ]
    return FileAnalysisView(document=file.document, name=file.name, bands=bands)


def _rates(services: Services, who: Person, project: int) -> Rates:
    return ProjectSettings.read(services.projects.get(who, project).project.settings).rates()


def _last(services: Services, who: Person, project: int) -> tuple[JobInfo, list[FileAnalysis]]:
    for job in services.jobs.list(who, project, active=False, limit=1000):
        # An analysis of an earlier version of the program has no files: the project is counted again.
        if job.kind == "analyse" and job.state == "done" and "files" in (job.result or {}):
            return job, read((job.result or {})["files"])
    raise NotThere("The project has not been analysed yet.")
