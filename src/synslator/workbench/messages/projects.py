"""Shapes of projects, documents and jobs."""

from typing import Annotated, Any, Literal

from pydantic import Field

from synslator.storage.jobs.queue import State
from synslator.workbench.messages.base import Id, Language, Moment, Name, View, example
from synslator.workbench.messages.resources import MemoryUseView

SETTINGS = {
    "segmentation": "sentence",
    "srx": "",
    "placeholders": "auto",
    "engine": "auto",
    "engine_parameters": {},
    "minimum_match_rate": 70,
    "learning_rate": 12,
    "highlight_threshold": 0.6,
    "alternatives": 3,
    "alternative_words": 3,
    "language_model_words": 4,
    "language_model_after": 10,
    "draft": True,
    "memory_draft_rate": 100,
    "propagation": "project",
    "checks_off": [],
    "longest_ratio": 4.0,
    "effort_log": False,
}


class SettingsView(View):
    """The settings of a project."""

    model_config = example(**SETTINGS)

    segmentation: Literal["sentence", "paragraph", "line"]
    srx: Annotated[str, Field(description="SRX rules to cut by instead: the text of the file.")]
    placeholders: Literal["auto", "always", "never"]
    engine: Annotated[str, Field(description="`auto`: the preferred one that the memories permit.")]
    engine_parameters: dict[str, float]
    minimum_match_rate: Annotated[int, Field(description="Matches below it are not shown.")]
    learning_rate: Annotated[int, Field(description="Matches from it on are given to the engine.")]
    highlight_threshold: Annotated[
        float, Field(description="Words that are at least this sure: taken by TAB.")
    ]
    alternatives: int
    alternative_words: int
    language_model_words: Annotated[int, Field(description="0 switches its line off.")]
    language_model_after: int
    draft: Annotated[bool, Field(description="Whether documents are drafted when they are uploaded.")]
    memory_draft_rate: Annotated[
        int, Field(description="From this rate on the memory's translation is the draft; 102: never.")
    ]
    propagation: Annotated[
        Literal["off", "document", "project"], Field(description="Which repetitions get the translation.")
    ]
    checks_off: list[str]
    longest_ratio: float
    effort_log: bool


class SettingsChange(View):
    """Settings to be changed; what is left out stays."""

    model_config = example(minimum_match_rate=75, checks_off=["length"])

    segmentation: Literal["sentence", "paragraph", "line"] | None = None
    srx: Annotated[str | None, Field(max_length=1_000_000)] = None
    placeholders: Literal["auto", "always", "never"] | None = None
    engine: Annotated[str | None, Field(max_length=50)] = None
    engine_parameters: dict[str, float] | None = None
    minimum_match_rate: Annotated[int | None, Field(ge=0, le=101)] = None
    learning_rate: Annotated[int | None, Field(ge=0, le=101)] = None
    highlight_threshold: Annotated[float | None, Field(ge=0, le=1)] = None
    alternatives: Annotated[int | None, Field(ge=0, le=10)] = None
    alternative_words: Annotated[int | None, Field(ge=1, le=10)] = None
    language_model_words: Annotated[int | None, Field(ge=0, le=20)] = None
    language_model_after: Annotated[int | None, Field(ge=0, le=1000)] = None
    draft: bool | None = None
    memory_draft_rate: Annotated[int | None, Field(ge=50, le=102)] = None
    propagation: Literal["off", "document", "project"] | None = None
    checks_off: Annotated[list[str] | None, Field(max_length=100)] = None
    longest_ratio: Annotated[float | None, Field(ge=1.1, le=100)] = None
    effort_log: bool | None = None


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
    machine: Annotated[bool, Field(description="Whether the model translates between these languages.")]


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
    created_by: str
    created_at: Moment
    changed_at: Moment


class DocumentChange(View):
    """A new name for a document."""

    name: Name


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
    state: State
    cancelling: bool
    done: int
    total: int | None
    message: Annotated[str, Field(description="Why it failed.")]
    result: dict[str, Any] | None
    created_by: str
    created_at: Moment
    started_at: int | None
    ended_at: int | None
