"""Shapes of projects, documents and jobs."""

from datetime import date
from typing import Annotated, Any, Literal

from pydantic import Field

from synslator.storage.jobs.queue import JobState
from synslator.workbench.messages.base import Id, Language, Moment, Name, View, example
from synslator.workbench.messages.project_settings import SettingsChange, SettingsView
from synslator.workbench.messages.resources import MemoryUseView


class ShareView(View):
    """Some segments and how much text they are."""

    segments: int
    words: int


class ProgressView(View):
    """How far the work has come."""

    total: ShareView
    untranslated: ShareView
    draft: ShareView
    edited: ShareView
    confirmed: ShareView
    approved: ShareView


class EngineView(View):
    """An engine, and whether a project may use it."""

    model_config = example(
        name="vanilla",
        title="plain model",
        summary="Translates with the model alone. It ignores memories and does not learn.",
        refusal=None,
    )

    name: str
    title: str
    summary: str
    refusal: Annotated[str | None, Field(description="Why the project cannot use it.")]


class ModelView(View):
    """A model package that can be used."""

    model_config = example(
        name="synslator-zh-en",
        version="2026.11",
        source_language="zh",
        target_language="en",
        state="ready",
        bytes=135_000_000,
        load_milliseconds=820.0,
        completions=412,
        milliseconds=31.5,
    )

    name: str
    version: str
    source_language: str
    target_language: str
    state: Annotated[
        Literal["absent", "present", "ready", "failed"],
        Field(description="`present`: it is opened when it is needed, or is being opened."),
    ]
    bytes: Annotated[int, Field(description="Memory that it takes while it is open, more or less.")]
    load_milliseconds: Annotated[float | None, Field(description="What opening it took the last time.")]
    completions: Annotated[int, Field(description="Made since it was opened.")]
    milliseconds: Annotated[float | None, Field(description="A completion took, on average.")]


class ProjectView(View):
    """A project."""

    id: int
    name: str
    source_language: str
    target_language: str
    version: Annotated[int, Field(description="Changes with name, settings and resources.")]
    documents: int
    progress: ProgressView
    created_by: str
    created_at: Moment
    changed_at: Moment


class ProjectDetails(ProjectView):
    """A project with all that is set for it."""

    settings: SettingsView
    memories: Annotated[list[MemoryUseView], Field(description="The preferred one first.")]
    termbases: list[int]
    engine: Annotated[str, Field(description="The engine that is in use.")]
    engines: list[EngineView]
    machine: Annotated[bool, Field(description="Whether a model translates between these languages.")]
    model: Annotated[str | None, Field(description="Name of the model package that is in use.")]
    models: Annotated[list[ModelView], Field(description="The packages for these languages.")]


class SegmentationRulesView(View):
    """Rules that say where texts are cut."""

    srx: Annotated[str, Field(description="The text of an SRX file, for the setting `srx`.")]


class NewProject(View):
    """A project to be made. Without a writable memory it gets one of its own."""

    model_config = example(name="TiDB manual", source_language="zh", target_language="en")

    name: Name
    source_language: Language
    target_language: Language
    settings: SettingsChange = SettingsChange()
    memories: Annotated[tuple[MemoryUseView, ...], Field(max_length=100)] = ()
    termbases: Annotated[tuple[Id, ...], Field(max_length=100)] = ()


class ProjectChange(View):
    """A change of a project; what is left out stays. `version` is the one that it was made from."""

    model_config = example(version=1, name="TiDB 手册", settings={"minimum_match_rate": 75})

    version: int
    name: Name | None = None
    settings: SettingsChange | None = None
    memories: Annotated[list[MemoryUseView] | None, Field(max_length=100)] = None
    termbases: Annotated[list[Id] | None, Field(max_length=100)] = None


class DocumentView(View):
    """A document of a project."""

    model_config = example(
        id=7,
        project=1,
        name="backup-and-restore.md",
        format="md",
        warnings=[],
        revision=1,
        structure=1,
        progress={
            "total": {"segments": 312, "words": 8930},
            "untranslated": {"segments": 0, "words": 0},
            "draft": {"segments": 170, "words": 4800},
            "edited": {"segments": 2, "words": 30},
            "confirmed": {"segments": 140, "words": 4100},
            "approved": {"segments": 0, "words": 0},
        },
        flagged=3,
        assignee="ben",
        due="2026-11-27",
        created_by="ann",
        created_at=1790000000,
        changed_at=1790000000,
    )

    id: int
    project: int
    name: str
    format: str
    warnings: list[str]
    revision: Annotated[int, Field(description="Counts the uploaded versions of the file.")]
    structure: int
    progress: ProgressView
    flagged: Annotated[int, Field(description="Segments in which a check found something.")]
    assignee: Annotated[str, Field(description="Login of whoever translates it; empty: nobody is named.")]
    due: Annotated[date | None, Field(description="The day on which it must be done.")]
    created_by: str
    created_at: Moment
    changed_at: Moment


class DocumentChange(View):
    """A change of a document; what is left out stays."""

    model_config = example(assignee="ben", due="2026-11-27")

    name: Name | None = None
    assignee: Annotated[str | None, Field(max_length=100, description="A login; empty: nobody is named.")] = (
        None
    )
    due: Annotated[date | None, Field(description="`null`: no day is set.")] = None


class UploadView(View):
    """A document that was uploaded, and the job that drafts it."""

    document: DocumentView
    job: Annotated[int | None, Field(description="The job that drafts it, if there is one.")]


class UpdateView(View):
    """What a new version of a document kept of the old one."""

    document: DocumentView
    in_context: Annotated[int, Field(description="Segments that are the same between the same neighbours.")]
    kept: Annotated[int, Field(description="Segments that are the same between others.")]
    new: list[int]
    gone: list[int]
    job: int | None


class JobView(View):
    """A piece of long work."""

    model_config = example(
        id=3,
        project=1,
        kind="draft",
        title="Drafting backup-and-restore.md",
        state="running",
        cancelling=False,
        done=120,
        total=312,
        seconds_left=24,
        message="",
        result=None,
        created_by="ann",
        created_at=1790000000,
        started_at=1790000001,
        ended_at=None,
    )

    id: int
    project: int | None
    kind: str
    title: str
    state: JobState
    cancelling: bool
    done: int
    total: int | None
    seconds_left: Annotated[int | None, Field(description="At the pace so far; null: not known yet.")]
    message: Annotated[str, Field(description="Why it failed.")]
    result: dict[str, Any] | None
    created_by: str
    created_at: Moment
    started_at: int | None
    ended_at: int | None
