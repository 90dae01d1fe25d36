"""Whose something is: the organisation and the project that a thing of any kind belongs to."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, func, null, select

from synslator.storage.people.organisations import local_organisation
from synslator.storage.tables.documents import comments, documents, segments
from synslator.storage.tables.jobs import jobs
from synslator.storage.tables.memories import entries, memories
from synslator.storage.tables.projects import projects
from synslator.storage.tables.terms import concepts, termbases

OwnedKind = Literal[
    "project", "document", "segment", "comment", "job", "memory", "entry", "termbase", "concept"
]


@dataclass(frozen=True, slots=True)
class Belonging:
    """Where something belongs; memories and termbases are of no single project."""

    organisation: int
    project: int | None
    resource: int | None = None
    """The memory or the termbase that it is or is in."""


_of_project = select(projects.c.organisation_id, projects.c.id)
_of_document = _of_project.join(documents, documents.c.project_id == projects.c.id)
_of_segment = _of_document.join(segments, segments.c.document_id == documents.c.id)
_of_memory = select(func.coalesce(memories.c.organisation_id, local_organisation), null(), memories.c.id)
_of_termbase = select(func.coalesce(termbases.c.organisation_id, local_organisation), null(), termbases.c.id)

_WAYS: Mapping[OwnedKind, tuple[Any, ColumnElement[int]]] = {
    "project": (_of_project, projects.c.id),
    "document": (_of_document, documents.c.id),
    "segment": (_of_segment, segments.c.id),
    "comment": (_of_segment.join(comments, comments.c.segment_id == segments.c.id), comments.c.id),
    "job": (select(jobs.c.organisation_id, jobs.c.project_id), jobs.c.id),
    "memory": (_of_memory, memories.c.id),
    "entry": (_of_memory.join(entries, entries.c.memory_id == memories.c.id), entries.c.id),
    "termbase": (_of_termbase, termbases.c.id),
    "concept": (_of_termbase.join(concepts, concepts.c.termbase_id == termbases.c.id), concepts.c.id),
}
"""How to get from a thing to what it belongs to."""


def belonging(connection: Connection, kind: OwnedKind, thing: int) -> Belonging | None:
    """Return where a thing belongs; nothing if there is no such thing."""
    way, key = _WAYS[kind]
    row = connection.execute(way.where(key == thing)).one_or_none()
    return Belonging(int(row[0]), *row[1:]) if row and row[0] is not None else None
