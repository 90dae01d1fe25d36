"""Projects: list, make, set up, remove; and what is asked of a project as a whole."""

from http import HTTPStatus
from pathlib import Path
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response
from starlette.responses import FileResponse

from synslator.engines.registry import ENGINES
from synslator.memory.concordance import ConcordanceOptions
from synslator.memory.index import Side
from synslator.memory.memory_set import MemoryUse
from synslator.server.access import PathId, Who, Workbench
from synslator.server.downloads import written_file
from synslator.server.uploads import FILE, FILE_BODY, with_body
from synslator.storage.documents.projects import Project
from synslator.text.srx.writer import write_srx
from synslator.workbench.messages.conversion import concordance_view, model_view, progress_view, term_views
from synslator.workbench.messages.figures import DayView, FiguresView
from synslator.workbench.messages.project_settings import SettingsChange, SettingsView
from synslator.workbench.messages.projects import (
    EngineView,
    NewProject,
    ProjectChange,
    ProjectDetails,
    ProjectView,
    SegmentationRulesView,
)
from synslator.workbench.messages.resources import ConcordanceView, MemoryUseView, TermView
from synslator.workbench.projects.context import permissions_of
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.projects.packages import read_package, write_package
from synslator.workbench.projects.projects import Overview, Wishes
from synslator.workbench.services import Services

routes = APIRouter(tags=["projects"])

Phrase = Annotated[str, Query(min_length=1, max_length=1000)]


@routes.get("/projects")
def list_projects(services: Workbench, who: Who) -> list[ProjectView]:
    """Return all projects, the last changed first."""
    hidden = services.accounts.hidden_projects(who)
    return [
        ProjectView(**_summary(overview))
        for overview in services.projects.list(who)
        if overview.project.id not in hidden
    ]


@routes.post("/projects", status_code=HTTPStatus.CREATED)
def create_project(services: Workbench, who: Who, new: NewProject) -> ProjectDetails:
    """Create a project."""
    wishes = Wishes(
        settings=_given(new.settings),
        memories=[_use(use) for use in new.memories],
        termbases=list(new.termbases),
    )
    languages = (new.source_language, new.target_language)
    project = services.projects.create(who, new.name, languages, wishes)
    return _details(services, services.projects.get(who, project.id))


@routes.get("/projects/{project}")
def get_project(services: Workbench, who: Who, project: PathId) -> ProjectDetails:
    """Return a project with all that is set for it."""
    return _details(services, services.projects.get(who, project))


@routes.patch("/projects/{project}")
def change_project(services: Workbench, who: Who, project: PathId, change: ProjectChange) -> ProjectDetails:
    """Change a project."""
    wishes = Wishes(
        change.name,
        _given(change.settings) if change.settings else None,
        None if change.memories is None else [_use(use) for use in change.memories],
        change.termbases,
    )
    services.projects.change(who, project, change.version, wishes)
    return _details(services, services.projects.get(who, project))


@routes.delete(
    "/projects/{project}",
    status_code=HTTPStatus.NO_CONTENT,
)
def delete_project(services: Workbench, who: Who, project: PathId) -> None:
    """Remove a project with its documents; memories and termbases stay."""
    services.projects.delete(who, project)


@routes.get("/projects/{project}/package", response_class=FileResponse, responses=FILE)
def export_project(services: Workbench, who: Who, project: PathId) -> FileResponse:
    """Return a project as one file: documents with their translations, memories, termbases and settings."""
    name = services.projects.get(who, project).project.name
    services.trail.note(who, "export project", name, detail=f"project {project}")
    return written_file(f"{name}.zip", lambda path: write_package(services, who, project, path))


@routes.post("/project-packages", status_code=HTTPStatus.CREATED, openapi_extra=FILE_BODY)
async def import_project(request: Request, services: Workbench, who: Who) -> ProjectDetails:
    """Set a project up from such a file; its memories and termbases are imported by jobs."""

    def take_in(path: Path) -> ProjectDetails:
        return _details(services, services.projects.get(who, read_package(services, who, path)))

    return await with_body(request, services.uploads, "package.zip", take_in)


@routes.get("/projects/{project}/concordance")
def concordance(
    services: Workbench,
    who: Who,
    project: PathId,
    text: Phrase,
    side: Annotated[list[Side], Query()] = ["source", "target"],  # noqa: B006
    exact: bool = True,
    limit: Annotated[int, Query(ge=1, le=1000)] = 50,
) -> ConcordanceView:
    """Return where a phrase was used before."""
    context = services.contexts.of(who, project)
    options = ConcordanceOptions(tuple(dict.fromkeys(side)), exact, limit)
    return concordance_view(context.shelf.concordance(text, options), context.memory_names)


@routes.get("/projects/{project}/terms")
def terms_in_text(services: Workbench, who: Who, project: PathId, text: Phrase) -> list[TermView]:
    """Return the terms in a text."""
    return term_views(services.contexts.of(who, project).terms(text), text)


@routes.get("/projects/{project}/segmentation-rules")
def segmentation_rules(services: Workbench, who: Who, project: PathId) -> SegmentationRulesView:
    """Return the rules for the project's source language in SRX, to begin own rules with."""
    language = services.projects.get(who, project).project.source_language
    return SegmentationRulesView(srx=write_srx(language))


@routes.get("/projects/{project}/figures")
def project_figures(services: Workbench, who: Who, project: PathId) -> FiguresView:
    """Return what was done, day by day."""
    settings = ProjectSettings.read(services.projects.get(who, project).project.settings)
    days = [
        DayView(
            day=day.day,
            confirmed=day.confirmed,
            words=day.words,
            characters=day.characters,
            keystrokes=day.keystrokes,
            milliseconds=day.milliseconds,
            taken=day.taken,
            keystroke_ratio=day.keystroke_ratio,
            taken_ratio=day.taken_ratio,
            words_an_hour=day.words_an_hour,
        )
        for day in services.figures.by_day(who, project)
    ]
    return FiguresView(effort_log=settings.effort_log, days=days)


@routes.get(
    "/projects/{project}/effort.csv",
    response_class=Response,
    responses={200: {"content": {"text/csv": {"schema": {"type": "string"}}}}},
)
def effort_log(services: Workbench, who: Who, project: PathId) -> Response:
    """Return the effort log."""
    name = services.projects.get(who, project).project.name
    services.trail.note(who, "export effort log", name, detail=f"project {project}")
    return Response(services.figures.log(who, project), media_type="text/csv")


def _use(use: MemoryUseView) -> MemoryUse:
    return MemoryUse(use.memory, use.writable, use.penalty)


def _given(change: SettingsChange) -> dict[str, Any]:
    return change.model_dump(exclude_none=True)


def _summary(overview: Overview) -> dict[str, Any]:
    project = overview.project
    return {
        "id": project.id,
        "name": project.name,
        "source_language": project.source_language,
        "target_language": project.target_language,
        "version": project.version,
        "documents": len(overview.documents),
        "progress": progress_view(list(overview.documents.values())),
        "created_by": project.created_by,
        "created_at": project.created_at,
        "changed_at": project.changed_at,
    }


def _details(services: Services, overview: Overview) -> ProjectDetails:
    project = overview.project
    context = services.contexts.around(project)
    permissions = permissions_of(list(context.memories.values()))
    info = services.completions.model(context)
    machine = services.models.running(info) if info else None
    offered = services.models.offered(project.source_language, project.target_language)
    return ProjectDetails(
        **_summary(overview),
        settings=SettingsView.of(context.settings),
        memories=_uses(project),
        termbases=list(project.termbases),
        engine=context.engine_kind.name,
        engines=[
            EngineView(
                name=kind.name,
                title=kind.title,
                summary=kind.summary,
                refusal=kind.refusal(permissions) or (machine.lack(kind) if machine else None),
            )
            for kind in ENGINES.values()
        ],
        machine=info is not None and services.models.state_of(info).state != "failed",
        model=info.name if info else None,
        models=[model_view(services.models, one) for one in offered],
    )


def _uses(project: Project) -> list[MemoryUseView]:
    return [
        MemoryUseView(memory=use.memory, writable=use.writable, penalty=use.penalty)
        for use in project.memories
    ]
