"""Shapes of what is looked up: matches of memories, terms, concordance; and the memories and termbases."""

from typing import Annotated, Literal

from pydantic import Field

from synslator.memory.model import Permission
from synslator.workbench.messages.base import Id, Language, Moment, Name, Span, Text, View, example


class DiffView(View):
    """A stretch of the difference between two sources."""

    kind: Literal["same", "changed"]
    old: Annotated[str, Field(description="As the memory has it.")]
    new: Annotated[str, Field(description="As the segment has it.")]


class MatchView(View):
    """An entry of a memory that is like the source."""

    model_config = example(
        entry=118,
        memory=1,
        memory_name="Manuals",
        rate=87,
        penalty=0,
        source="点击打开。",
        target="Click Open.",
        insert="Click Open.",
        diff=[
            {"kind": "same", "old": "点击", "new": "点击"},
            {"kind": "changed", "old": "打开", "new": "保存"},
            {"kind": "same", "old": "。", "new": "。"},
        ],
        changed_by="ann",
        changed_at=1790000000,
        document="guide.md",
    )

    entry: int
    memory: int
    memory_name: str
    rate: Annotated[int, Field(description="101: the same between the same neighbours; 100: the same.")]
    penalty: int
    source: str
    target: str
    insert: Annotated[
        str, Field(description="The target with this segment's numbers, terms and tag numbers.")
    ]
    diff: Annotated[list[DiffView], Field(description="From the entry's source to the segment's.")]
    changed_by: str
    changed_at: Moment
    document: str | None


class MatchesView(View):
    """The matches of a segment, the best first."""

    matches: list[MatchView]
    stale: Annotated[bool, Field(description="Whether older matches may be missing for now.")]
    reason: Annotated[str, Field(description="Why they are stale.")]


class TranslationView(View):
    """A term in the target language."""

    text: str
    status: Literal["preferred", "admitted", "forbidden"]
    note: str


class TermView(View):
    """A term that stands in a source."""

    model_config = example(
        start=2,
        end=4,
        source="保存",
        translations=[{"text": "save", "status": "preferred", "note": ""}],
        definition="",
        subject="",
        note="",
        termbase=1,
        concept=7,
    )

    start: int
    end: int
    source: str
    translations: Annotated[list[TranslationView], Field(description="Preferred ones first.")]
    definition: str
    subject: str
    note: str
    termbase: Annotated[int | None, Field(description="The termbase that it is in.")] = None
    concept: Annotated[int | None, Field(description="Its concept in that termbase.")] = None


class HitView(View):
    """An entry in which a phrase was found."""

    entry: int
    memory: int
    memory_name: str
    side: Literal["source", "target"]
    source: str
    target: str
    spans: Annotated[list[Span], Field(description="Where in the text of that side.")]
    score: float
    changed_by: str
    changed_at: Moment
    document: str | None


class ConcordanceView(View):
    """What a search for a phrase found."""

    hits: list[HitView]
    stale: bool
    reason: str


class MemoryView(View):
    """A translation memory."""

    model_config = example(
        id=1,
        name="Manuals",
        source_language="zh",
        target_language="en",
        owner="ann",
        permission="inference only",
        entries=31204,
        state="current",
        reason="",
        created_at=1790000000,
    )

    id: int
    name: str
    source_language: str
    target_language: str
    owner: str
    permission: Permission
    entries: int
    state: Annotated[str, Field(description="current, catching up or away: how much a lookup can see.")]
    reason: str
    created_at: Moment


class NewMemory(View):
    """A memory to be made."""

    model_config = example(name="Manuals", source_language="zh", target_language="en")

    name: Name
    source_language: Language
    target_language: Language
    permission: Permission = Permission.INFERENCE_ONLY


class MemoryChange(View):
    """A change of a memory."""

    permission: Permission


class EntryView(View):
    """A pair of a memory."""

    id: int
    memory: int
    source: str
    target: str
    version: int
    deleted: bool
    changed_by: str
    changed_at: Moment
    document: str | None


class EntryChange(View):
    """The texts of an entry, old and new."""

    source: Annotated[Text, Field(min_length=1)]
    target: Annotated[Text, Field(min_length=1)]


class EntryVersionView(View):
    """A version of an entry."""

    number: int
    source: str
    target: str
    deleted: bool
    changed_by: str
    changed_at: Moment
    document: str | None
    restored: int | None


class TermbaseView(View):
    """A termbase."""

    id: int
    name: str
    owner: str
    concepts: int
    editable: Annotated[bool, Field(description="Whether you may change its concepts.")]


class NewTermbase(View):
    """A termbase to be made."""

    model_config = example(name="Interface words")

    name: Name


class TermText(View):
    """A term of a concept."""

    language: Language
    text: Annotated[str, Field(min_length=1, max_length=1000, pattern=r"\S")]
    status: Literal["preferred", "admitted", "forbidden"] = "admitted"
    note: Annotated[str, Field(max_length=10_000)] = ""


class NewConcept(View):
    """A concept to be added to a termbase."""

    model_config = example(
        terms=[
            {"language": "zh", "text": "检查点", "status": "admitted", "note": ""},
            {"language": "en", "text": "checkpoint", "status": "preferred", "note": ""},
        ],
        subject="",
        definition="",
        note="",
    )

    terms: Annotated[list[TermText], Field(min_length=1, max_length=100)]
    subject: Annotated[str, Field(max_length=1000)] = ""
    definition: Annotated[str, Field(max_length=10_000)] = ""
    note: Annotated[str, Field(max_length=10_000)] = ""


class ConceptView(View):
    """A concept of a termbase."""

    id: int
    terms: list[TermText]
    subject: str
    definition: str
    note: str


class MemoryUseView(View):
    """How a project uses a memory."""

    model_config = example(memory=1, writable=True, penalty=0)

    memory: Id
    writable: bool = False
    penalty: Annotated[int, Field(ge=0, le=100)] = 0
