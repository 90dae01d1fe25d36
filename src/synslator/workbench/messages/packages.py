"""What a project's package holds, checked as a whole when one comes from elsewhere."""

from typing import Annotated, Literal

from pydantic import Field

from synslator.formats.documents.core.options import Placeholders
from synslator.memory.model import Permission
from synslator.storage.documents.segment import Origin, Status
from synslator.text.segmentation import Mode
from synslator.workbench.messages.base import FromJson, Language, Name, Text, View
from synslator.workbench.messages.project_settings import SettingsChange

FileIn = Annotated[str, Field(pattern=r"^(documents|memories|termbases)/\d+\.[a-z]+$")]
"""The name of a file in the archive; nothing outside it can be named."""


Count = Annotated[int, Field(ge=0, le=(1 << 31) - 1)]


class PackagedTag(View):
    """What a tag stands for."""

    label: Annotated[str, Field(max_length=1000)]
    paired: bool
    word: Text


class PackagedSegment(View):
    """A segment as it stood."""

    number: Annotated[int, Field(ge=1, le=(1 << 31) - 1)]
    unit: Count
    source: Text
    before: Text
    after: Text
    note: Text
    tags: Annotated[dict[Annotated[str, Field(pattern=r"^[0-9]{1,9}$")], PackagedTag], FromJson]
    words: Count
    target: Text
    status: Status
    locked: bool
    propagates: bool
    origin: Origin
    rate: Annotated[int, Field(ge=0, le=102)] | None
    quality: Annotated[int, Field(ge=0, le=100)] | None = None


class PackagedReading(View):
    """How a document was read."""

    source_language: Language
    segmentation: Mode = "sentence"
    srx: Annotated[str, Field(max_length=1_000_000)] = ""
    placeholders: Placeholders = "auto"
    columns: Annotated[tuple[str, ...], Field(max_length=100)] = ()


class PackagedDocument(View):
    """A document: its file, how it was read, and its segments."""

    name: Annotated[str, Field(min_length=1, max_length=255)]
    file: FileIn
    file_name: Annotated[str, Field(min_length=1, max_length=255)]
    format: str
    reading: Annotated[PackagedReading, FromJson]
    warnings: Annotated[list[Annotated[str, Field(max_length=10_000)]], Field(max_length=1000)]
    segments: Annotated[list[PackagedSegment], Field(max_length=200_000)]


class PackagedMemory(View):
    """A memory that the project uses."""

    name: Name
    file: FileIn
    writable: bool
    penalty: Annotated[int, Field(ge=0, le=100)]
    permission: Annotated[Permission, Field(description="Whether its owner allows training on it.")] = (
        Permission.INFERENCE_ONLY
    )


class PackagedTermbase(View):
    """A termbase that the project uses."""

    name: Name
    file: FileIn


class PackagedProject(View):
    """A project, ready to be set up elsewhere."""

    kind: Literal["synslator project"] = "synslator project"
    format: Literal[1] = 1
    name: Name
    source_language: Language
    target_language: Language
    settings: SettingsChange
    documents: Annotated[list[PackagedDocument], Field(max_length=10_000)]
    memories: Annotated[list[PackagedMemory], Field(max_length=100)]
    termbases: Annotated[list[PackagedTermbase], Field(max_length=100)]
