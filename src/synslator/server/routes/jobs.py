"""Jobs: how long work stands, and stopping it; and the analysis of a project, which is one."""

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Response

from synslator.errors import NotThere
from synslator.server.access import PathId, Who, Workbench
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.people.organisations import Person
from synslator.workbench.messages.base import Id, View, example
from synslator.workbench.messages.projects import JobView
from synslator.workbench.services import Services

routes = APIRouter(tags=["jobs"])


class AnalysisOrder(View):
    """Which documents to analyse together; without any, all of the project."""

    model_config = example(documents=[7])

    documents: Annotated[tuple[Id, ...], Query(max_length=1000)] = ()


class BandView(View):
    """The text of one match band."""

    band: str
    segments: int
    words: int
    characters: int
    signs: int
    tags: int
    total: int


class AnalysisView(View):
    """The words of a project by match band, as they were when the job ended."""

    job: int
    ended_at: int | None
    documents: list[int]
    bands: list[BandView]


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
    job = _last(services, who, project)
    assert job.result is not None
    bands = [BandView(**band) for band in job.result["bands"]]
    return AnalysisView(job=job.id, ended_at=job.ended_at, documents=job.result["documents"], bands=bands)


@routes.get(
    "/projects/{project}/analysis.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
def analysis_csv(services: Workbench, who: Who, project: PathId) -> Response:
    """Return the last analysis of a project as CSV."""
    job = _last(services, who, project)
    assert job.result is not None
    return Response(job.result["csv"], media_type="text/csv")


def _last(services: Services, who: Person, project: int) -> JobInfo:
    for job in services.jobs.list(who, project, active=False, limit=1000):
        if job.kind == "analyse" and job.state == "done":
            return job
    raise NotThere("The project has not been analysed yet.")
