"""Shapes of a project's figures, of searching and replacing, and of what this installation can do."""

from typing import Annotated, Literal

from pydantic import Field

from synslator.workbench.messages.base import Id, Span, View, example
from synslator.workbench.messages.projects import ModelView
from synslator.workbench.messages.segments import SegmentView


class DayView(View):
    """What was done on one day (UTC)."""

    day: str
    confirmed: Annotated[int, Field(description="Segments.")]
    words: Annotated[int, Field(description="Words and characters of their sources.")]
    characters: Annotated[int, Field(description="Characters of translations confirmed with the log on.")]
    keystrokes: int
    milliseconds: Annotated[int, Field(description="Time at work.")]
    taken: Annotated[dict[str, int], Field(description="How often each kind of help was taken.")]
    keystroke_ratio: Annotated[float | None, Field(description="Keystrokes for each character.")]
    taken_ratio: Annotated[float | None, Field(description="Share of the characters that was taken over.")]
    words_an_hour: float | None


class FiguresView(View):
    """A project's figures over time."""

    effort_log: Annotated[bool, Field(description="Whether keystrokes and times are being kept.")]
    days: list[DayView]


class SearchQuery(View):
    """What to look for in a project's segments."""

    model_config = example(text="backup job", side="target", expression=False, case=False, words=True)

    text: Annotated[str, Field(min_length=1, max_length=1000)]
    side: Literal["source", "target"] = "target"
    expression: Annotated[bool, Field(description="Whether `text` is a regular expression.")] = False
    case: bool = False
    words: bool = False
    document: Id | None = None


class Replacement(SearchQuery):
    """What to put in place of what is found. An expression's groups are `\\\\1`, `\\\\2` …"""

    model_config = example(text="backup job", replacement="backup task", words=True)

    replacement: Annotated[str, Field(max_length=1000)]


class LookedAt(View):
    """A segment as it was looked at."""

    segment: Id
    version: int


class ReplaceOrder(Replacement):
    """Replace in these segments, unless they have changed since they were looked at."""

    model_config = example(
        text="backup job", replacement="backup task", segments=[{"segment": 43, "version": 5}]
    )

    segments: Annotated[list[LookedAt], Field(max_length=5000)]
    confirmed: Annotated[
        bool, Field(description="Whether confirmed segments are changed, too; they are `edited` then.")
    ] = False


class SearchHit(View):
    """A segment in which something was found."""

    segment: SegmentView
    spans: list[Span]
    replaced: Annotated[str | None, Field(description="The target after the replacement.")]


class SearchResult(View):
    """What a search found."""

    hits: list[SearchHit]
    more: Annotated[bool, Field(description="Whether there may be more than are listed.")]


class ReplaceResult(View):
    """What a replacement did."""

    changed: list[int]
    skipped: list[int]


class PersonView(View):
    """Who is asking."""

    login: str
    name: str


class FormatView(View):
    """A document format that can be read."""

    name: str
    title: str
    extensions: list[str]


class EngineKindView(View):
    """An engine that there is."""

    name: str
    title: str
    summary: str
    needs_training: bool


class AboutView(View):
    """What this installation can do."""

    version: str
    source_language: Annotated[str | None, Field(description="What the preferred model translates from.")]
    target_language: str | None
    model: Annotated[str | None, Field(description="The preferred model package.")]
    models: Annotated[list[ModelView], Field(description="All packages, the preferred one first.")]
    engines: list[EngineKindView]
    formats: list[FormatView]
    person: PersonView
