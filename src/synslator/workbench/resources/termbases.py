"""Termbases that one can search, import and export, and the matcher that a project's segments go through."""

import os
import threading
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from synslator.formats.exchange.files import read_concepts, write_concepts
from synslator.formats.exchange.model import BadFile, Concept, Fault, Languages
from synslator.formats.exchange.tables import ColumnMapping
from synslator.progress import SILENT, Progress
from synslator.storage.database import Database
from synslator.storage.memories.termbases import (
    Stored,
    TermbaseInfo,
    add_concept,
    add_concepts,
    change_concept,
    concepts_holding,
    count_concepts,
    create_termbase,
    delete_termbase,
    find_termbase,
    get_concept,
    get_termbase,
    list_termbases,
    read_termbase,
    remove_concept,
    termbase_of_concept,
)
from synslator.storage.people import audit
from synslator.terms.matcher import Home, TermMatcher
from synslator.workbench.resources.memories import NotTheOwner

MOST_FAULTS = 20


@dataclass(slots=True)
class TermsReport:
    """What became of a file."""

    added: int = 0
    merged: int = 0
    """Concepts that the termbase held already, or that the file holds more than once."""
    faults: list[Fault] = field(default_factory=list)
    refused: int = 0


@dataclass(frozen=True, slots=True)
class TermsImport:
    """How a file is imported."""

    languages: Languages
    keep_good: bool = False
    mapping: ColumnMapping | None = None
    separator: str = ";"


class Termbases:
    """All termbases of one database. May be used from any thread."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._lock = threading.Lock()
        self._matchers: dict[tuple[object, ...], tuple[tuple[int, ...], TermMatcher]] = {}

    def create(self, name: str, owner: str, organisation: int | None = None) -> TermbaseInfo:
        """Create an empty termbase."""
        with self.database.writing() as connection:
            return create_termbase(connection, name, owner, organisation)

    def list(self, organisation: int | None = None) -> Sequence[TermbaseInfo]:
        """Return all termbases, or those of one organisation."""
        with self.database.reading() as connection:
            return list_termbases(connection, organisation)

    def find(self, name: str) -> TermbaseInfo:
        """Return the termbase of this name."""
        with self.database.reading() as connection:
            return find_termbase(connection, name)

    def get(self, termbase: int) -> TermbaseInfo:
        """Return the termbase with this id."""
        with self.database.reading() as connection:
            return get_termbase(connection, termbase)

    def sizes(self) -> dict[int, int]:
        """Return how many concepts each termbase has; one without any is left out."""
        with self.database.reading() as connection:
            return count_concepts(connection)

    def delete(self, termbase: int, by: str) -> None:
        """Remove a termbase with everything in it; its owner alone may do that."""
        with self.database.writing() as connection:
            info = get_termbase(connection, termbase)
            if info.owner != by:
                raise NotTheOwner(f"The termbase {info.name} belongs to {info.owner}; {by} may not do this.")
            delete_termbase(connection, termbase)
            audit.record(connection, by, "delete termbase", info.name, organisation=info.organisation)

    def concepts(self, termbase: int, text: str, limit: int) -> Sequence[Stored]:
        """Return concepts, those with a text in one of their terms, if one is given."""
        with self.database.reading() as connection:
            get_termbase(connection, termbase)
            return concepts_holding(connection, termbase, text, limit)

    def add(self, termbase: int, concept: Concept) -> Stored:
        """Add a concept."""
        with self.database.writing() as connection:
            get_termbase(connection, termbase)
            return add_concept(connection, termbase, concept)

    def concept(self, concept: int) -> Stored:
        """Return the concept with this id."""
        with self.database.reading() as connection:
            return get_concept(connection, concept)

    def change(self, concept: int, new: Concept) -> Stored:
        """Put another concept in the place of one."""
        with self.database.writing() as connection:
            return change_concept(connection, concept, new)

    def remove(self, concept: int) -> None:
        """Delete a concept with its terms."""
        with self.database.writing() as connection:
            termbase_of_concept(connection, concept)
            remove_concept(connection, concept)

    def search(self, termbase: int, text: str) -> Sequence[Stored]:
        """Return the concepts with this text in one of their terms."""
        with self.database.reading() as connection:
            return list(read_termbase(connection, termbase, text))

    def import_file(
        self, termbase: int, path: Path, options: TermsImport, progress: Progress = SILENT
    ) -> TermsReport:
        """Take a file in, whole or (if it has faults and its good part was not asked for) not at all."""
        report = TermsReport()
        read = read_concepts(path, options.languages, options.mapping, options.separator)
        # Progress may be written to the database, which must be free for that meanwhile.
        good = []
        for concept in self._good(path, read, options.keep_good, report):
            good.append(concept)
            progress.advance()
        with self.database.writing() as connection:
            known = {stored.concept for stored in read_termbase(connection, termbase)}
            report.added = add_concepts(connection, termbase, _new(good, known, report))
        return report

    def export_file(
        self, termbase: int, path: Path, languages: Languages, progress: Progress = SILENT
    ) -> int:
        """Write a termbase to a file, in the format that its name says."""
        part = path.with_name(f".{path.stem}.part{path.suffix}")
        try:
            with self.database.reading() as connection:
                stored = read_termbase(connection, termbase)
                count = write_concepts(_watched(stored, progress), part, languages)
            os.replace(part, path)
        finally:
            part.unlink(missing_ok=True)
        return count

    def matcher(self, termbases: Sequence[int], languages: Languages) -> TermMatcher:
        """Return what finds the terms of some termbases; rebuilt only when one of them has changed."""
        with self.database.reading() as connection:
            revisions = {info.id: info.revision for info in list_termbases(connection)}
            present = tuple(revisions.get(termbase, -1) for termbase in termbases)
            key = (*termbases, languages)
            with self._lock:
                known = self._matchers.get(key)
            if known and known[0] == present:
                return known[1]
            stored = [(base, one) for base in termbases for one in read_termbase(connection, base)]
            homes = [Home(base, one.id) for base, one in stored]
            concepts = (one.concept for _, one in stored)
            matcher = TermMatcher(concepts, languages.source, languages.target, homes)
        with self._lock:
            self._matchers[key] = present, matcher
        return matcher

    def _good(
        self, path: Path, read: Iterable[Concept | Fault], keep_good: bool, report: TermsReport
    ) -> Iterator[Concept]:
        for one in read:
            if isinstance(one, Concept):
                yield one
                continue
            if not keep_good:
                raise BadFile(path, one)
            report.refused += 1
            if len(report.faults) < MOST_FAULTS:
                report.faults.append(one)


def _new(concepts: Iterable[Concept], known: set[Concept], report: TermsReport) -> Iterator[Concept]:
    for concept in concepts:
        if concept in known:
            report.merged += 1
        else:
            known.add(concept)
            yield concept


def _watched(stored: Iterable[Stored], progress: Progress) -> Iterator[Concept]:
    for one in stored:
        yield one.concept
        progress.advance()
