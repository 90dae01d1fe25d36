"""Documents of a project: uploaded, listed, updated by a new version, exported."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePath
from typing import Literal

from synslator.errors import UsageProblem
from synslator.formats.documents.export import Unconfirmed
from synslator.storage.database import Database
from synslator.storage.documents import documents as stored
from synslator.storage.documents.documents import Completed, DocumentInfo
from synslator.storage.documents.projects import get_project, touch_project
from synslator.storage.documents.segment import FINISHED, Segment, SegmentRow
from synslator.storage.documents.segments import SegmentFilter, add_segments, each_segment, list_segments
from synslator.storage.documents.structure import StructureUpdate, carry_over, cut_of
from synslator.storage.people import audit
from synslator.storage.people.assignment import check_assignee
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.document_reader import ReadDocument, Readers, read_at_once
from synslator.workbench.documents.document_writer import WriteOrder, WrittenRow, write_translations
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.live.events import Events, of_document
from synslator.workbench.messages.server_messages import StructureMessage
from synslator.workbench.projects.options import ProjectSettings

ExportKind = Literal["document", "table", "xliff", "tmx", "text", "original"]


@dataclass(frozen=True, slots=True)
class Exported:
    """A file to download."""

    name: str
    write: Callable[[Path], None]
    """Writes it, and what that takes beside it in the same folder."""


@dataclass(frozen=True, slots=True)
class ReadingWishes:
    """How a document is to be read where it differs from what the project says."""

    segmentation: Literal["sentence", "paragraph", "line"] | None = None
    placeholders: Literal["auto", "always", "never"] | None = None
    columns: tuple[str, ...] = ()


class Documents:
    """All documents. May be used from any thread."""

    def __init__(self, database: Database, events: Events) -> None:
        self.database, self._events = database, events
        self.readers = Readers()

    def add(
        self, who: Person, project: int, name: str, file: Path | bytes, wishes: ReadingWishes | None = None
    ) -> DocumentInfo:
        """Take a file in: read it, cut it into segments, and keep it as it is for the export.

        What is given as bytes is taken to be small.
        """
        with self.database.reading() as connection:
            found = get_project(connection, who, project)
        settings, wishes = ProjectSettings.read(found.settings), wishes or ReadingWishes()
        reading = ReadingOptions(
            found.source_language,
            wishes.segmentation or settings.segmentation,
            "" if wishes.segmentation else settings.srx,
            wishes.placeholders or settings.placeholders,
            wishes.columns,
        )
        read = self._read(file, name, reading)
        with self.database.writing() as connection:
            added = stored.add_document(
                connection, who, project, name, read.format, reading.json(), read.warnings, _content(file)
            )
            add_segments(connection, added, read.segments, who.login)
            touch_project(connection, project)
            return stored.get_document(connection, who, added)

    def update(
        self, who: Person, document: int, name: str, file: Path
    ) -> tuple[DocumentInfo, StructureUpdate]:
        """Take a new version of a document's file in; what is unchanged keeps its translation."""
        with self.database.reading() as connection:
            info = stored.get_document(connection, who, document)
        reading = ReadingOptions.read(info.reading)
        read = self._read(file, name, reading)
        if read.format != info.format:
            raise UsageProblem(
                f"{name} is of the format {read.format}, but {info.name} is of the format {info.format}."
                " A new version must have the same format."
            )
        new = list(read.segments)
        with self.database.writing() as connection:
            info = stored.get_document(connection, who, document)
            stored.add_file(connection, who, document, info.revision + 1, name, _content(file))
            carried = carry_over(connection, who, document, new)
            touch_project(connection, info.project)
            info = stored.get_document(connection, who, document)
        self._events.tell(of_document(document), StructureMessage(structure=info.structure))
        return info, carried

    def _read(self, file: Path | bytes, name: str, reading: ReadingOptions) -> ReadDocument:
        if isinstance(file, bytes):
            return read_at_once(file, name, reading)
        return self.readers.read(file, name, reading)

    def get(self, who: Person, document: int) -> tuple[DocumentInfo, Completed]:
        """Return a document and how far it has come."""
        with self.database.reading() as connection:
            info = stored.get_document(connection, who, document)
            return info, stored.completed(connection, [document])[document]

    def list(self, who: Person, project: int) -> Sequence[tuple[DocumentInfo, Completed]]:
        """Return the documents of a project."""
        with self.database.reading() as connection:
            get_project(connection, who, project)
            found = stored.list_documents(connection, [project])
            shares = stored.completed(connection, [info.id for info in found])
        return [(info, shares[info.id]) for info in found]

    def change(self, who: Person, document: int, values: Mapping[str, object]) -> DocumentInfo:
        """Change the name of a document, who translates it (a login) or the day on which it is due."""
        with self.database.writing() as connection:
            info = stored.get_document(connection, who, document)
            if assignee := values.get("assignee"):
                check_assignee(connection, who, info.project, str(assignee))
            stored.change_document(connection, document, values)
            return stored.get_document(connection, who, document)

    def delete(self, who: Person, document: int) -> None:
        """Remove a document."""
        with self.database.writing() as connection:
            info = stored.get_document(connection, who, document)
            stored.delete_document(connection, document)
            touch_project(connection, info.project)
            audit.record(
                connection,
                who.login,
                "delete document",
                info.name,
                organisation=who.organisation,
                detail=f"document {document} of project {info.project}",
            )

    def segments(
        self, who: Person, document: int, chosen: SegmentFilter, offset: int, limit: int | None
    ) -> tuple[Sequence[SegmentRow], int, DocumentInfo]:
        """Return some of the segments that a filter lets through, how many there are, and the document."""
        with self.database.reading() as connection:
            info = stored.get_document(connection, who, document)
            found, total = list_segments(connection, document, chosen, offset, limit)
        return found, total, info

    def export(self, who: Person, document: int, kind: ExportKind, unconfirmed: Unconfirmed) -> Exported:
        """Return the export of a document with its translations, which is written when it is asked for."""
        with self.database.reading() as connection:
            info = stored.get_document(connection, who, document)
            project = get_project(connection, who, info.project)
            file_name = stored.file_name(connection, document, info.revision)
        languages = (project.source_language, project.target_language)
        stem, suffix = PurePath(info.name).stem, PurePath(info.name).suffix
        names = {
            "original": file_name,
            "table": f"{stem}.bilingual.docx",
            "xliff": f"{stem}.xlf",
            "tmx": f"{stem}.tmx",
            "text": f"{stem}.txt",
            "document": f"{stem}.{project.target_language}{suffix}",
        }

        def write(path: Path) -> None:
            original = path if kind == "original" else path.with_name("original.file")
            with self.database.reading() as connection:
                original.write_bytes(stored.read_file(connection, document, info.revision)[1])
                if kind == "original":
                    return
                translations = path.with_name("translations")
                write_translations(_rows(each_segment(connection, document)), translations)
            order = WriteOrder(
                str(original),
                file_name,
                info.reading,
                str(translations),
                kind,
                unconfirmed,
                languages,
                str(path),
            )
            self.readers.write(order)

        return Exported(names[kind], write)


def _rows(segments: Iterable[Segment]) -> Iterator[WrittenRow]:
    for segment in segments:
        cut = cut_of(segment)
        yield (
            cut.number,
            cut.unit,
            cut.source,
            cut.before,
            cut.after,
            cut.note,
            cut.target,
            segment.status in FINISHED,
        )


def _content(file: Path | bytes) -> bytes:
    return file if isinstance(file, bytes) else file.read_bytes()
