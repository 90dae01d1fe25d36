"""What a project's package holds, checked as a whole when one comes from elsewhere."""

from typing import Annotated, Any, Literal

from pydantic import Field

from synslator.storage.documents.segment import Origin, Status
from synslator.workbench.messages.base import FromJson, Language, Name, Text, View

FileIn = Annotated[str, Field(pattern=r"^(documents|memories|termbases)/\d+\.[a-z]+$")]
"""The name of a file in the archive; nothing outside it can be named."""


class PackagedSegment(View):
    """A segment as it stood."""

    number: Annotated[int, Field(ge=1)]
    unit: Annotated[int, Field(ge=0)]
    source: Text
    before: Text
    after: Text
    note: Text
    tags: Annotated[dict[str, dict[str, Any]], FromJson]
    words: Annotated[int, Field(ge=0)]
    target: Text
    status: Status
    locked: bool
    propagates: bool
    origin: Origin
    rate: int | None


class PackagedDocument(View):
    """A document: its file, how it was read, and its segments."""

    name: Annotated[str, Field(min_length=1, max_length=255)]
    file: FileIn
    file_name: Annotated[str, Field(min_length=1, max_length=255)]
    format: str
    reading: Annotated[dict[str, Any], FromJson]
    warnings: list[str]
    segments: Annotated[list[PackagedSegment], Field(max_length=200_000)]


class PackagedMemory(View):
    """A memory that the project uses."""

    name: Name
    file: FileIn
    writable: bool
    penalty: Annotated[int, Field(ge=0, le=100)]
    permission: Annotated[
        Literal["inference only", "may train"], Field(description="Whether its owner allows training on it.")
    ] = "inference only"


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
    settings: dict[str, Any]
    documents: list[PackagedDocument]
    memories: list[PackagedMemory]
    termbases: list[PackagedTermbase]
