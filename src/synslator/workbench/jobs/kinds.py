"""The kinds of jobs beside drafting: importing memories and termbases, analysing, checking."""

import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from synslator.errors import SynslatorError
from synslator.formats.documents.analysis import analyse_each
from synslator.formats.exchange.model import Languages
from synslator.formats.exchange.tables import ColumnMapping
from synslator.memory.model import LookupOptions, Neighbours
from synslator.storage.database import Database
from synslator.storage.documents import segment_changes as stored
from synslator.storage.documents.documents import get_document, list_documents
from synslator.storage.documents.projects import get_project
from synslator.storage.documents.segments import read_segments
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.memories.entry_import import abandon_import, begin_import
from synslator.storage.memories.memories import get_memory
from synslator.storage.people.organisations import Person
from synslator.workbench.checks import names_of
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.jobs.runner import Cancelled, Report
from synslator.workbench.live.completions import Completions
from synslator.workbench.machine import NoMachine
from synslator.workbench.projects.analysis_table import FileAnalysis, kept
from synslator.workbench.projects.context import Context, Contexts
from synslator.workbench.resources.exchange import ImportOptions, import_memory, survey
from synslator.workbench.resources.memories import Memories
from synslator.workbench.resources.termbases import Termbases, TermsImport

CHECKED = 50
"""Segments that are checked between two reports."""


def _mapping(task: Mapping[str, Any]) -> ColumnMapping | None:
    columns = task.get("columns")
    return ColumnMapping(dict(columns)) if columns else None


def _remove_upload(job: JobInfo) -> None:
    shutil.rmtree(Path(job.task["file"]).parent, ignore_errors=True)


class ImportingMemory:
    """The job that imports a file into a memory; one that was interrupted goes on where it was."""

    def __init__(self, memories: Memories) -> None:
        self._memories = memories

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        """Import the file."""
        path, memory = Path(job.task["file"]), int(job.task["memory"])
        with self._memories.database.reading() as connection:
            info = get_memory(connection, memory)
        options = ImportOptions(who.login, bool(job.task["keep_good"]), _mapping(job.task))
        surveyed = survey(path)
        report.tell(0, surveyed.units)
        try:
            with _named(path):
                done = import_memory(self._memories, info, path, options, surveyed=surveyed, progress=report)
        except Cancelled:
            with self._memories.database.writing() as connection:
                begun = begin_import(connection, memory, path, surveyed.fingerprint, who.login)
                abandon_import(connection, begun.id)
            raise
        faults = [{"line": fault.line, "message": fault.message} for fault in done.faults]
        return {"added": done.added, "merged": done.merged, "refused": done.refused, "faults": faults}

    def cleared(self, job: JobInfo) -> None:
        """Remove the uploaded file."""
        _remove_upload(job)


class ImportingTerms:
    """The job that imports a file into a termbase."""

    def __init__(self, termbases: Termbases) -> None:
        self._termbases = termbases

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        """Import the file."""
        path, task = Path(job.task["file"]), job.task
        languages = Languages(task["source_language"], task["target_language"])
        options = TermsImport(languages, bool(task["keep_good"]), _mapping(task))
        with _named(path):
            done = self._termbases.import_file(int(task["termbase"]), path, options, report)
        faults = [{"line": fault.line, "message": fault.message} for fault in done.faults]
        return {"added": done.added, "merged": done.merged, "refused": done.refused, "faults": faults}

    def cleared(self, job: JobInfo) -> None:
        """Remove the uploaded file."""
        _remove_upload(job)


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Leave the folder that an upload is kept in out of what is said about the file."""
    try:
        yield
    except SynslatorError as error:
        raise SynslatorError(str(error).replace(f"{path.parent}/", "")) from error


class Analysing:
    """The job that counts a project's words by match band, file by file."""

    def __init__(self, database: Database, contexts: Contexts) -> None:
        self._database, self._contexts = database, contexts

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        """Analyse the documents of a project, all together."""
        project = int(job.task["project"])
        with self._database.reading() as connection:
            get_project(connection, who, project)
            documents = list_documents(connection, [project])
            wanted = job.task.get("documents") or [document.id for document in documents]
            chosen = [document for document in documents if document.id in wanted]
            sources = [[segment.source for segment in read_segments(connection, one.id)] for one in chosen]
        report.tell(0, sum(map(len, sources)))
        found = analyse_each(sources, _Known(self._contexts.of(who, project)), report.advance)
        files = [FileAnalysis(one.id, one.name, each) for one, each in zip(chosen, found, strict=True)]
        return {"files": kept(files)}

    def cleared(self, job: JobInfo) -> None:
        """Leave nothing behind."""


class _Known:
    """Answers how well a project's memories know a source."""

    def __init__(self, context: Context) -> None:
        self._context = context

    def best_rate(self, source: str, before: str, after: str) -> int:
        """Return the best match rate."""
        found = self._context.shelf.lookup(source, Neighbours(before, after), LookupOptions(matches=1))
        return found.best.rate if found.best else 0


class Checking:
    """The job that runs all checks on a document again, after settings or terms have changed."""

    def __init__(
        self, database: Database, contexts: Contexts, assistance: Completions, editing: Editing
    ) -> None:
        self._database, self._contexts = database, contexts
        self._assistance, self._editing = assistance, editing

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        """Check every segment and keep which checks found something."""
        document = int(job.task["document"])
        with self._database.reading() as connection:
            info = get_document(connection, who, document)
            segments = read_segments(connection, document)
        context, flagged = self._contexts.of(who, info.project), 0
        machine = self._assistance.machine(context)
        with suppress(NoMachine):
            # What asks the model is left out where there is none.
            _ = machine and machine.package()
        for start in range(0, len(segments), CHECKED):
            report.tell(start, len(segments))
            changed = {}
            for segment in segments[start : start + CHECKED]:
                names = names_of(self._contexts.checked(context, segment, segment.target))
                flagged += bool(names)
                if names != segment.problems:
                    changed[segment.id] = names
            if changed:
                with self._database.writing() as connection:
                    stored.note_problems(connection, changed)
                self._editing.tell(list(changed))
        return {"segments": len(segments), "flagged": flagged}

    def cleared(self, job: JobInfo) -> None:
        """Leave nothing behind."""
