"""Shapes of segments: as a list shows them, with their history, comments and findings."""

import json
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field

from synslator.storage.documents.segment import Origin, Status
from synslator.workbench.messages.base import Id, Moment, Span, Text, View, example

SEGMENT = {
    "id": 43,
    "document": 7,
    "number": 43,
    "unit": 17,
    "source": "点击⟦1⟧保存⟦/1⟧。",
    "target": "Click ⟦1⟧Save⟦/1⟧.",
    "status": "draft",
    "locked": False,
    "propagates": True,
    "origin": "machine",
    "rate": None,
    "quality": 62,
    "problems": [],
    "tags": [{"number": 1, "label": "bold", "paired": True, "word": ""}],
    "note": "",
    "words": 4,
    "version": 2,
    "changed_by": "ann",
    "changed_at": 1790000000,
    "repeated": 1,
    "comments": 0,
}


class TagView(View):
    """What a tag of a segment stands for."""

    number: int
    label: str
    paired: bool
    word: Annotated[str, Field(description="The words it stands for in the running text, such as `%s`.")]


def _split(problems: Any) -> Any:
    return problems.split() if isinstance(problems, str) else problems


def _listed(tags: Any) -> Any:
    """Return the tags that a segment keeps by number as a list."""
    if not isinstance(tags, str):
        return tags
    return [{"number": int(number), **tag} for number, tag in json.loads(tags).items()]


class SegmentView(View):
    """A segment as it stands."""

    model_config = example(**SEGMENT)

    id: int
    document: int
    number: Annotated[int, Field(description="From 1, in reading order; changes when segments are split.")]
    unit: Annotated[int, Field(description="The paragraph or cell that it is part of, with its neighbours.")]
    source: str
    target: str
    status: Status
    locked: bool
    propagates: Annotated[
        bool, Field(description="Whether it takes part when repetitions are given the same translation.")
    ]
    origin: Annotated[Origin, Field(description="Where the target comes from.")]
    rate: Annotated[int | None, Field(description="The match rate, where the target comes from a memory.")]
    quality: Annotated[
        int | None,
        Field(description="How good the machine expects its draft to be: its chrF, in percent."),
    ]
    problems: Annotated[
        list[str], BeforeValidator(_split), Field(description="The checks that found something.")
    ]
    tags: Annotated[list[TagView], BeforeValidator(_listed)]
    note: str
    words: Annotated[
        int, Field(description="Words, and characters of scripts without spaces, of the source.")
    ]
    version: Annotated[int, Field(description="Grows with every change; what an edit says it was made from.")]
    changed_by: str
    changed_at: Moment
    repeated: Annotated[int, Field(description="How many segments of the document have this source.")]
    comments: Annotated[int, Field(description="Comments that are not resolved.")]


class SegmentPage(View):
    """Some of the segments that a filter lets through."""

    segments: list[SegmentView]
    total: int
    offset: int
    structure: Annotated[int, Field(description="Changes when segments are split or merged.")]


class VersionView(View):
    """A version of a segment."""

    number: int
    target: str
    status: Status
    origin: Origin
    detail: Annotated[
        dict[str, str | int | float | None],
        Field(description="Where the text comes from: engine and package, memory and entry, or segment."),
    ]
    by: str
    at: Moment


class CommentView(View):
    """Something said about a segment."""

    id: int
    segment: int
    text: str
    resolved: bool
    by: str
    at: Moment
    changed_at: Moment


class NewComment(View):
    """A comment to be made."""

    model_config = example(text="Is this the button in the toolbar?")

    text: Annotated[str, Field(min_length=1, max_length=10_000, pattern=r"\S")]


class CommentChange(View):
    """A change of a comment; what is left out stays."""

    text: Annotated[str | None, Field(min_length=1, max_length=10_000, pattern=r"\S")] = None
    resolved: bool | None = None


class EditView(View):
    """A stretch of a translation and what takes its place."""

    span: Annotated[Span, Field(description="Where in the translation; empty where something is put in.")]
    was: Annotated[str, Field(description="What stands there. Where it no longer does, leave it.")]
    text: str


class FindingView(View):
    """Something that a check found."""

    model_config = example(
        check="spaces",
        message="There are several spaces in a row.",
        target=[[5, 7]],
        source=[],
        fix=[{"span": [5, 7], "was": "  ", "text": " "}],
        safe=True,
        blocking=False,
    )

    check: str
    message: str
    target: Annotated[list[Span], Field(description="Where in the translation.")]
    source: Annotated[list[Span], Field(description="Where in the source.")]
    fix: Annotated[
        list[EditView] | None,
        Field(description="What takes the fault out of the translation, where that is certain."),
    ]
    safe: Annotated[
        bool, Field(description="Whether the fix cannot change what the translation says, as a space cannot.")
    ]
    blocking: Annotated[
        bool, Field(description="Whether somebody must have seen it before the segment is confirmed.")
    ] = False
    ignored: Annotated[
        bool, Field(description="Whether somebody ignores it, for as long as source and target are the same.")
    ] = False


class IgnoredFinding(View):
    """A finding in the present translation that is to be ignored, or reported again."""

    model_config = example(check="numbers", message="Missing number: 30")

    check: Annotated[str, Field(max_length=50)]
    message: Annotated[str, Field(max_length=1000)]
    ignored: bool = True


class SegmentFindings(View):
    """What the checks found in a segment."""

    segment: int
    number: int
    findings: list[FindingView]


class CheckView(View):
    """A check that can be switched off."""

    name: str
    summary: str


class SegmentChange(View):
    """A change of a segment. What is left out stays. `version` is the one that the change was made from."""

    model_config = example(version=2, target="Click ⟦1⟧Save⟦/1⟧.", status="edited")

    version: int
    target: Text | None = None
    status: Annotated[
        Literal["edited", "confirmed", "approved"] | None,
        Field(
            description="`confirmed` also writes to the memory and to repetitions; "
            "`edited` without a `target` takes a confirmation or an approval back, and leaves the memory."
        ),
    ] = None
    locked: bool | None = None
    propagates: bool | None = None


class ConfirmedView(View):
    """What a confirmation brought about."""

    segment: SegmentView
    entries: Annotated[list[int], Field(description="The entries of the project's writable memories.")]
    propagated: list[SegmentView]
    next: Annotated[int | None, Field(description="The next segment that is not confirmed.")]


class ChangedSegment(View):
    """A segment after a change, and what a confirmation brought about beside it."""

    segment: SegmentView
    confirmed: ConfirmedView | None = None


class Split(View):
    """Where to split a segment: before a position of its source, and before one of its target."""

    model_config = example(version=2, at=5, target_at=10)

    version: int
    at: Annotated[int, Field(ge=0)]
    target_at: Annotated[int | None, Field(ge=0, description="The end of the target, if left out.")] = None


class Merge(View):
    """Merge a segment with the one after it in the same paragraph."""

    version: int


class Restore(View):
    """Bring back an earlier version of a segment."""

    version: int
    number: Annotated[int, Field(description="The number of the version in the segment's history.")]


class StructureView(View):
    """What splitting or merging made of a document's segments."""

    structure: int
    changed: list[SegmentView]
    removed: list[int]


class ChangeToUndo(View):
    """A segment whose newest change is to be undone, and the version that this change left it at."""

    segment: Id
    version: int


class UndoOrder(View):
    """Undo the newest change of each of these segments: confirmed, split, merged, replaced, approved."""

    model_config = example(changes=[{"segment": 43, "version": 5}])

    changes: Annotated[list[ChangeToUndo], Field(min_length=1, max_length=20_000)]


class NotUndone(View):
    """A segment that was left as it is."""

    segment: int
    message: str


class UndoneView(View):
    """What became of an undo."""

    changed: Annotated[list[SegmentView], Field(description="The segments, and the repetitions with them.")]
    removed: Annotated[list[int], Field(description="The segments that a split had made.")]
    refused: Annotated[list[NotUndone], Field(description="Changed meanwhile, locked, or not to be undone.")]


class StatusChange(View):
    """A status for many segments at once: of those listed, or of all that a filter lets through."""

    model_config = example(segments=[43, 44], status="confirmed")

    segments: Annotated[list[Id], Field(max_length=20_000)]
    status: Literal["confirmed", "approved", "edited", "locked", "unlocked"]


class StatusChanged(View):
    """What became of a change of many segments."""

    changed: list[int]
    skipped: Annotated[list[int], Field(description="Locked, empty or changed meanwhile.")]
