"""What the server sends in a live session. `docs/live-session.md` tells how the messages go together."""

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from synslator.storage.people.organisations import Action
from synslator.workbench.messages.base import Told
from synslator.workbench.messages.projects import JobView, ProgressView
from synslator.workbench.messages.resources import MatchView, TermView
from synslator.workbench.messages.segments import ConfirmedView, FindingView, SegmentView

PROTOCOL = 1


class PresentPerson(Told):
    """Somebody who has the document open."""

    session: str
    login: str
    name: str
    segment: Annotated[int | None, Field(description="The segment that they are in.")]


class Welcome(Told):
    """The answer to `hello`."""

    type: Literal["welcome"] = "welcome"
    protocol: int = PROTOCOL
    session: str
    login: str
    name: str
    project: int
    document: int
    structure: int
    machine: Annotated[
        Literal["ready", "opening", "none"], Field(description="`none`: there will be no completions.")
    ]
    engine: str
    effort_log: bool
    may: Annotated[list[Action], Field(description="What this person may do in the project.")]
    people: list[PresentPerson]


class Opened(Told):
    """The segment that was asked for, as it stands."""

    type: Literal["opened"] = "opened"
    seq: int
    segment: SegmentView
    editable: bool
    held_by: Annotated[str | None, Field(description="Who is in it, if not editable.")]


class CauseView(Told):
    """Where a word comes from."""

    kind: Literal["model", "memory", "language model"]
    weight: float
    entry: Annotated[int | None, Field(description="The memory's entry.")] = None
    words: Annotated[str, Field(description="The words of the entry's target.")] = ""


class WordView(Told):
    """A word that the machine adds."""

    text: str
    start: int
    end: int
    probability: float
    causes: list[CauseView] | None = None


class SuggestionView(Told):
    """What is put in at the caret if it is chosen."""

    text: str
    probability: float


class CompletionMessage(Told):
    """What the machine would write next. `text` begins with exactly `prefix`."""

    type: Literal["completion"] = "completion"
    seq: int
    segment: int
    prefix: str
    text: str
    words: list[WordView]
    sure: Annotated[int, Field(description="Where in `text` the run that TAB takes ends.")]
    suggestions: list[SuggestionView]
    uncovered: Annotated[
        list[tuple[int, int]], Field(description="Stretches of the source that `text` leaves out.")
    ]
    engine: str
    ms: Annotated[float, Field(description="What it took, from the message to the answer.")]


class RephrasingsMessage(Told):
    """What may stand in a span of the text instead. What stands on both sides of it stays."""

    type: Literal["rephrasings"] = "rephrasings"
    seq: int
    segment: int
    start: Annotated[int, Field(description="The span, with the rest of words that it began or ended in.")]
    end: int
    rephrasings: Annotated[list[SuggestionView], Field(description="Best first; put in as they are.")]


class LanguageModelMessage(Told):
    """What the language model would put in at the caret."""

    type: Literal["language_model"] = "language_model"
    seq: int
    segment: int
    prefix: str
    text: str


class MatchesMessage(Told):
    """The memory's matches of the segment."""

    type: Literal["matches"] = "matches"
    seq: int
    segment: int
    matches: list[MatchView]
    stale: bool
    reason: str


class TermsMessage(Told):
    """The terms of the segment."""

    type: Literal["terms"] = "terms"
    seq: int
    segment: int
    terms: list[TermView]


class ChecksMessage(Told):
    """What the checks find in the text of an edit."""

    type: Literal["checks"] = "checks"
    seq: int
    segment: int
    findings: list[FindingView]


class Saved(Told):
    """An edit is durable, and every earlier one of this page in this segment with it."""

    type: Literal["saved"] = "saved"
    seq: int
    segment: int
    version: int


class ConflictMessage(Told):
    """An edit was not saved, because somebody else changed the segment. Nothing was overwritten."""

    type: Literal["conflict"] = "conflict"
    seq: int
    segment: int
    yours: str
    theirs: SegmentView


class ConfirmedMessage(Told):
    """A confirmation is durable, and the memory has learned it."""

    type: Literal["confirmed"] = "confirmed"
    seq: int
    segment: int
    confirmed: ConfirmedView


class SegmentsMessage(Told):
    """Segments that changed otherwise: by a draft, a repetition, another person, a script."""

    type: Literal["segments"] = "segments"
    segments: list[SegmentView]


class StructureMessage(Told):
    """The document has other segments than before: ask for the list again."""

    type: Literal["structure"] = "structure"
    structure: int


class ProgressMessage(Told):
    """How far the document has come."""

    type: Literal["progress"] = "progress"
    progress: ProgressView


class PresenceMessage(Told):
    """Who has the document open, and where they are."""

    type: Literal["presence"] = "presence"
    people: list[PresentPerson]


class JobMessage(Told):
    """A job of the project has come further."""

    type: Literal["job"] = "job"
    job: JobView


class CommentsMessage(Told):
    """The comments on a segment changed: ask for them again."""

    type: Literal["comments"] = "comments"
    segment: int


class ProjectMessage(Told):
    """The project's settings, memories or termbases changed."""

    type: Literal["project"] = "project"
    version: int


class MachineMessage(Told):
    """The model is there now, or cannot be had."""

    type: Literal["machine"] = "machine"
    machine: Literal["ready", "none"]


class Failed(Told):
    """A message could not be handled."""

    type: Literal["failed"] = "failed"
    seq: int | None
    code: str
    message: str


class Pong(Told):
    """The answer to `ping`."""

    type: Literal["pong"] = "pong"
    seq: int


ServerMessage = Annotated[
    Welcome
    | Opened
    | CompletionMessage
    | RephrasingsMessage
    | LanguageModelMessage
    | MatchesMessage
    | TermsMessage
    | ChecksMessage
    | Saved
    | ConflictMessage
    | ConfirmedMessage
    | SegmentsMessage
    | StructureMessage
    | ProgressMessage
    | PresenceMessage
    | JobMessage
    | CommentsMessage
    | ProjectMessage
    | MachineMessage
    | Failed
    | Pong,
    Field(discriminator="type"),
]
to_client: TypeAdapter[ServerMessage] = TypeAdapter(ServerMessage)
