"""Termbases in the database: their concepts and terms."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from typing import Any

from sqlalchemy import Connection, Select, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from synslator.errors import NotThere, UsageProblem
from synslator.formats.exchange.model import Concept, Term
from synslator.storage.clock import now
from synslator.storage.people.organisations import owned_by
from synslator.storage.rows import insert_rows, new_ids
from synslator.storage.tables.terms import concepts, termbases, terms

_BATCH = 5000
Rows = Select[*tuple[Any, ...]]


@dataclass(frozen=True, slots=True)
class TermbaseInfo:
    """What is known of a termbase beside its concepts."""

    id: int
    name: str
    owner: str
    revision: int
    """Grows with every change, so that whoever keeps a copy knows when it is old."""
    organisation: int | None = None


@dataclass(frozen=True, slots=True)
class Stored:
    """A concept as the database knows it."""

    id: int
    concept: Concept


def create_termbase(
    connection: Connection, name: str, owner: str, organisation: int | None = None
) -> TermbaseInfo:
    """Create an empty termbase; without an organisation, for that of the machine."""
    values = {"name": name, "owner": owner, "organisation_id": organisation, "created_at": now()}
    try:
        with connection.begin_nested():
            connection.execute(insert(termbases).values(values))
    except IntegrityError as error:
        raise UsageProblem(f"A termbase named {name!r} already exists. Choose another name.") from error
    return find_termbase(connection, name)


def list_termbases(connection: Connection, organisation: int | None = None) -> Sequence[TermbaseInfo]:
    """Return all termbases by name, or those of one organisation."""
    columns = (termbases.c[name] for name in ("id", "name", "owner", "revision", "organisation_id"))
    wanted = select(*columns).order_by(termbases.c.name)
    if organisation is not None:
        wanted = wanted.where(owned_by(termbases, organisation))
    return [TermbaseInfo(*row) for row in connection.execute(wanted)]


def find_termbase(connection: Connection, name: str) -> TermbaseInfo:
    """Return the termbase of this name."""
    known = {info.name: info for info in list_termbases(connection)}
    if name not in known:
        names = ", ".join(known) or "none yet"
        raise UsageProblem(f"There is no termbase named {name!r}. The termbases are: {names}.")
    return known[name]


def add_concept(connection: Connection, termbase: int, new: Concept) -> Stored:
    """Add one concept; return it as it is known from now on."""
    add_concepts(connection, termbase, [new])
    newest = select(func.max(concepts.c.id)).where(concepts.c.termbase_id == termbase)
    return Stored(int(connection.execute(newest).scalar_one()), new)


def add_concepts(connection: Connection, termbase: int, new: Iterable[Concept]) -> int:
    """Add concepts; return their number."""
    connection.execute(
        update(termbases).where(termbases.c.id == termbase).values(revision=termbases.c.revision + 1)
    )
    source, added = iter(new), 0
    while batch := list(islice(source, _BATCH)):
        ids = new_ids(connection, concepts, len(batch))
        numbered = list(zip(ids, batch, strict=True))
        rows: list[tuple[object, ...]] = [
            (number, termbase, one.subject, one.definition, one.note) for number, one in numbered
        ]
        insert_rows(connection, concepts, ("id", "termbase_id", "subject", "definition", "note"), rows)
        rows = [
            (number, term.language, term.text, term.status, term.note)
            for number, one in numbered
            for term in one.terms
        ]
        insert_rows(connection, terms, ("concept_id", "language", "text", "status", "note"), rows)
        added += len(batch)
    return added


def remove_concept(connection: Connection, concept: int) -> None:
    """Delete a concept and its terms."""
    termbase = select(concepts.c.termbase_id).where(concepts.c.id == concept).scalar_subquery()
    connection.execute(
        update(termbases).where(termbases.c.id == termbase).values(revision=termbases.c.revision + 1)
    )
    connection.execute(delete(terms).where(terms.c.concept_id == concept))
    connection.execute(delete(concepts).where(concepts.c.id == concept))


def get_concept(connection: Connection, concept: int) -> Stored:
    """Return the concept with this id."""
    found = list(_grouped(connection, _wanted().where(concepts.c.id == concept)))
    if not found:
        raise NotThere(f"There is no concept with the id {concept}.")
    return found[0]


def change_concept(connection: Connection, concept: int, new: Concept) -> Stored:
    """Put another concept in the place of one, under its id."""
    termbase = termbase_of_concept(connection, concept)
    connection.execute(
        update(termbases).where(termbases.c.id == termbase).values(revision=termbases.c.revision + 1)
    )
    values = {"subject": new.subject, "definition": new.definition, "note": new.note}
    connection.execute(update(concepts).where(concepts.c.id == concept).values(values))
    connection.execute(delete(terms).where(terms.c.concept_id == concept))
    rows: list[tuple[object, ...]] = [
        (concept, term.language, term.text, term.status, term.note) for term in new.terms
    ]
    insert_rows(connection, terms, ("concept_id", "language", "text", "status", "note"), rows)
    return Stored(concept, new)


def delete_termbase(connection: Connection, termbase: int) -> None:
    """Remove a termbase with everything in it."""
    inside = select(concepts.c.id).where(concepts.c.termbase_id == termbase)
    connection.execute(delete(terms).where(terms.c.concept_id.in_(inside)))
    connection.execute(delete(concepts).where(concepts.c.termbase_id == termbase))
    connection.execute(delete(termbases).where(termbases.c.id == termbase))


def read_termbase(connection: Connection, termbase: int, holding: str | None = None) -> Iterator[Stored]:
    """Yield the concepts of a termbase; with `holding`, those with that text in one of their terms."""
    wanted = _wanted().where(concepts.c.termbase_id == termbase)
    if holding is not None:
        found = select(terms.c.concept_id).where(terms.c.text.icontains(holding, autoescape=True))
        wanted = wanted.where(concepts.c.id.in_(found))
    yield from _grouped(connection, wanted)


def _wanted() -> Rows:
    columns = (concepts.c.id, concepts.c.subject, concepts.c.definition, concepts.c.note)
    return (
        select(*columns, terms.c.language, terms.c.text, terms.c.status, terms.c.note)
        .join(terms, terms.c.concept_id == concepts.c.id)
        .order_by(concepts.c.id, terms.c.id)
    )


def _grouped(connection: Connection, wanted: Rows) -> Iterator[Stored]:
    rows = connection.execute(wanted)
    for (number, subject, definition, note), group in groupby(rows, key=lambda row: row[:4]):
        known = tuple(Term(row[4], row[5], row[6], row[7]) for row in group)
        yield Stored(number, Concept(known, subject, definition, note))


def get_termbase(connection: Connection, termbase: int) -> TermbaseInfo:
    """Return the termbase with this id."""
    columns = (termbases.c[name] for name in ("id", "name", "owner", "revision", "organisation_id"))
    row = connection.execute(select(*columns).where(termbases.c.id == termbase)).one_or_none()
    if row is None:
        raise NotThere(f"There is no termbase with the id {termbase}.")
    return TermbaseInfo(*row)


def count_concepts(connection: Connection) -> dict[int, int]:
    """Return for each termbase that has some how many concepts it has."""
    counted = select(concepts.c.termbase_id, func.count()).group_by(concepts.c.termbase_id)
    return {row[0]: row[1] for row in connection.execute(counted)}


def termbase_of_concept(connection: Connection, concept: int) -> int:
    """Return the termbase that a concept is in."""
    wanted = select(concepts.c.termbase_id).where(concepts.c.id == concept)
    found = connection.execute(wanted).scalar_one_or_none()
    if found is None:
        raise NotThere(f"There is no concept with the id {concept}.")
    return int(found)


def concepts_holding(connection: Connection, termbase: int, text: str, limit: int) -> Sequence[Stored]:
    """Return the concepts of a termbase with a text in one of their terms, or all of them, up to a limit."""
    found = read_termbase(connection, termbase, text or None)
    return [one for one, _ in zip(found, range(limit), strict=False)]
