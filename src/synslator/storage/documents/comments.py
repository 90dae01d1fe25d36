"""What people say to each other about a segment."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, delete, insert, select, update

from synslator.errors import NotThere, UsageProblem
from synslator.storage.clock import now
from synslator.storage.people.organisations import Person
from synslator.storage.tables.documents import comments, documents, segments
from synslator.storage.tables.projects import projects


class NotYours(UsageProblem):
    """A comment is changed by whoever wrote it."""


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment on a segment."""

    id: int
    segment: int
    text: str
    resolved: bool
    by: str
    at: int
    changed_at: int


_COLUMNS = [
    comments.c[name] for name in ("id", "segment_id", "text", "resolved", "made_by", "made_at", "changed_at")
]


def add_comment(connection: Connection, who: Person, segment: int, text: str) -> Comment:
    """Say something about a segment."""
    moment = now()
    values = {
        "segment_id": segment,
        "text": text,
        "made_by": who.login,
        "made_at": moment,
        "changed_at": moment,
    }
    return _comment(connection.execute(insert(comments).values(values).returning(*_COLUMNS)).one())


def comments_on(connection: Connection, segment: int) -> Sequence[Comment]:
    """Return what was said of a segment, oldest first."""
    wanted = select(*_COLUMNS).where(comments.c.segment_id == segment).order_by(comments.c.id)
    return [_comment(row) for row in connection.execute(wanted)]


def comments_in(connection: Connection, document: int) -> Sequence[Comment]:
    """Return what was said of a document's segments, in their order."""
    wanted = select(*_COLUMNS).join(segments, segments.c.id == comments.c.segment_id)
    wanted = wanted.where(segments.c.document_id == document, segments.c.removed_at.is_(None))
    return [_comment(row) for row in connection.execute(wanted.order_by(segments.c.number, comments.c.id))]


def get_comment(connection: Connection, who: Person, comment: int) -> tuple[Comment, int]:
    """Return a comment of a person's organisation, and the document that it is in."""
    wanted = (
        select(*_COLUMNS, segments.c.document_id)
        .join(segments, segments.c.id == comments.c.segment_id)
        .join(documents, documents.c.id == segments.c.document_id)
        .join(projects, projects.c.id == documents.c.project_id)
        .where(comments.c.id == comment, projects.c.organisation_id == who.organisation)
    )
    row = connection.execute(wanted).one_or_none()
    if row is None:
        raise NotThere(f"There is no comment with the id {comment}.")
    *values, document = row
    return Comment(*values), int(document)


def change_comment(
    connection: Connection, who: Person, comment: Comment, text: str | None, resolved: bool | None
) -> Comment:
    """Change a comment, or mark it as resolved; anybody may do the latter."""
    if text is not None and comment.by != who.login:
        raise NotYours(f"The comment was written by {comment.by}, who alone may change it.")
    values: dict[str, object] = {"changed_at": now()}
    values |= {"text": text} if text is not None else {}
    values |= {"resolved": resolved} if resolved is not None else {}
    changed = update(comments).where(comments.c.id == comment.id).values(values).returning(*_COLUMNS)
    return _comment(connection.execute(changed).one())


def delete_comment(connection: Connection, who: Person, comment: Comment) -> None:
    """Take a comment back."""
    if comment.by != who.login:
        raise NotYours(f"The comment was written by {comment.by}, who alone may remove it.")
    connection.execute(delete(comments).where(comments.c.id == comment.id))


def _comment(row: Sequence[Any]) -> Comment:
    return Comment(*row)
