"""Documents in the database: the uploaded files, and how far the work on each has come."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, text, update

from synslator.errors import NotThere
from synslator.storage.clock import now
from synslator.storage.people.organisations import Person
from synslator.storage.tables.documents import document_files, documents, segments
from synslator.storage.tables.projects import projects


@dataclass(frozen=True, slots=True)
class DocumentInfo:
    """A document as the database keeps it, without its text."""

    id: int
    project: int
    name: str
    format: str
    reading: str
    """How its file is read, as JSON."""
    warnings: tuple[str, ...]
    revision: int
    """Counts the versions of the file that were uploaded."""
    structure: int
    """Grows whenever segments are added, split, merged or removed."""
    created_by: str
    created_at: int
    changed_at: int
    assignee: str
    """The login of whoever translates it; empty while nobody is named."""
    due: date | None


@dataclass(frozen=True, slots=True)
class Share:
    """Some segments and how much text they are: words, and characters of scripts without spaces."""

    segments: int = 0
    words: int = 0


@dataclass(frozen=True, slots=True)
class Completed:
    """How much of a document has each status; `locked` ones are counted under their status too."""

    shares: dict[str, Share] = field(default_factory=dict)
    flagged: int = 0
    """Segments in which a check found something."""

    @property
    def total(self) -> Share:
        """All of it."""
        return self.of(*self.shares)

    def of(self, *statuses: str) -> Share:
        """Return what has one of these statuses."""
        chosen = [self.shares[status] for status in statuses if status in self.shares]
        return Share(sum(share.segments for share in chosen), sum(share.words for share in chosen))


_INFO = [
    documents.c[name]
    for name in (
        *("id", "project_id", "name", "format", "reading", "warnings"),
        *("revision", "structure", "created_by", "created_at", "changed_at"),
        *("assignee", "due"),
    )
]


def add_document(
    connection: Connection,
    who: Person,
    project: int,
    name: str,
    format: str,
    reading: str,
    warnings: Sequence[str],
    content: bytes,
) -> int:
    """Keep an uploaded file; its segments are added by whoever has read it."""
    values = {
        "project_id": project,
        "name": name,
        "format": format,
        "reading": reading,
        "warnings": json.dumps(list(warnings), ensure_ascii=False),
        "created_by": who.login,
        "created_at": now(),
        "changed_at": now(),
    }
    made = connection.execute(insert(documents).values(values).returning(documents.c.id)).scalar_one()
    add_file(connection, who, int(made), 1, name, content)
    return int(made)


def add_file(
    connection: Connection, who: Person, document: int, revision: int, name: str, content: bytes
) -> None:
    """Keep a version of a document's file."""
    values = {
        "document_id": document,
        "revision": revision,
        "name": name,
        "content": content,
        "uploaded_by": who.login,
        "uploaded_at": now(),
    }
    connection.execute(insert(document_files).values(values))
    changed = {"revision": revision, "changed_at": now()}
    connection.execute(update(documents).where(documents.c.id == document).values(changed))


def get_document(connection: Connection, who: Person, document: int) -> DocumentInfo:
    """Return a document of a person's organisation."""
    wanted = select(*_INFO).join(projects, projects.c.id == documents.c.project_id)
    wanted = wanted.where(documents.c.id == document, projects.c.organisation_id == who.organisation)
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NotThere(f"There is no document with the id {document}.")
    return _info(row)


def document_name(connection: Connection, document: int) -> str | None:
    """Return a document's name, by which memories know it."""
    return connection.execute(select(documents.c.name).where(documents.c.id == document)).scalar()


def list_documents(connection: Connection, of: Sequence[int]) -> Sequence[DocumentInfo]:
    """Return the documents of some projects in the order in which they were added."""
    wanted = select(*_INFO).where(documents.c.project_id.in_(of)).order_by(documents.c.id)
    return [_info(row) for row in connection.execute(wanted)]


def completed(connection: Connection, of: Sequence[int]) -> dict[int, Completed]:
    """Return for each document how much of it has which status."""
    columns = segments.c.document_id, segments.c.status
    wanted = (
        select(*columns, func.count(), func.sum(segments.c.words))
        .where(segments.c.document_id.in_(of), segments.c.removed_at.is_(None))
        .group_by(*columns)
    )
    found = {document: Completed() for document in of}
    for document, status, number, words in connection.execute(wanted):
        found[document].shares[status] = Share(number, words)
    flagged = (
        select(segments.c.document_id, func.count())
        .where(segments.c.document_id.in_(of), text("removed_at IS NULL AND problems <> ''"))
        .group_by(segments.c.document_id)
    )
    for document, number in connection.execute(flagged):
        found[document] = replace(found[document], flagged=number)
    return found


def file_name(connection: Connection, document: int, revision: int) -> str:
    """Return the name of a version of a document's file."""
    wanted = select(document_files.c.name).where(
        document_files.c.document_id == document, document_files.c.revision == revision
    )
    name = connection.execute(wanted).scalar_one_or_none()
    if name is None:
        raise NotThere(f"The document {document} has no version {revision}.")
    return str(name)


def read_file(connection: Connection, document: int, revision: int) -> tuple[str, bytes]:
    """Return the name and the bytes of a version of a document's file."""
    wanted = select(document_files.c.name, document_files.c.content).where(
        document_files.c.document_id == document, document_files.c.revision == revision
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NotThere(f"The document {document} has no version {revision}.")
    return row[0], bytes(row[1])


def change_document(connection: Connection, document: int, values: Mapping[str, object]) -> None:
    """Change the name of a document, who translates it, or when it is due."""
    changed = {**values, "changed_at": now()}
    connection.execute(update(documents).where(documents.c.id == document).values(changed))


def restructured(connection: Connection, document: int) -> int:
    """Note that a document has other segments than before; return the number of its new structure."""
    change = (
        update(documents)
        .where(documents.c.id == document)
        .values(structure=documents.c.structure + 1, changed_at=now())
        .returning(documents.c.structure)
    )
    return int(connection.execute(change).scalar_one())


def delete_document(connection: Connection, document: int) -> None:
    """Remove a document with its segments and their history."""
    connection.execute(delete(documents).where(documents.c.id == document))


def _info(row: Sequence[Any]) -> DocumentInfo:
    return replace(DocumentInfo(*row), warnings=tuple(json.loads(row[5])))
