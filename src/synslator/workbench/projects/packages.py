"""A project as one file: its documents with their translations, its memories, termbases and settings.

The file is a zip archive with `project.json` and what that names. Elsewhere it becomes a project of its own;
memories and termbases are imported by jobs.
"""

import errno
import json
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from synslator.errors import UsageProblem
from synslator.formats.exchange.model import Languages
from synslator.memory.memory_set import MemoryUse
from synslator.storage.documents import documents as stored
from synslator.storage.documents.projects import Project, get_project
from synslator.storage.documents.segment_changes import adopt_segments
from synslator.storage.documents.segments import each_segment
from synslator.storage.memories.memories import get_memory
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.document_reader import LIGHT
from synslator.workbench.documents.document_worker import read_rows
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.messages.packages import (
    PackagedDocument,
    PackagedMemory,
    PackagedProject,
    PackagedReading,
    PackagedSegment,
    PackagedTermbase,
)
from synslator.workbench.messages.project_settings import SettingsChange
from synslator.workbench.projects.package_worker import rows_file, take_apart
from synslator.workbench.projects.projects import Wishes, free_name
from synslator.workbench.resources.exchange import export_memory
from synslator.workbench.services import Services

ABOUT = "project.json"
MOST_UNPACKED = 4 << 30
"""Bytes of all files of a package together; what unpacks to more is refused."""
MOST_ABOUT = 128 << 20
"""Bytes of what says what is in a package, all segments of its documents among it; it is read into memory."""
MOST_FILE = 256 << 20
"""Bytes of the file of one document."""
BLOCK = 1 << 20
_DAMAGE = (zipfile.BadZipFile, zlib.error, EOFError, KeyError, NotImplementedError, RuntimeError, ValueError)
"""What `zipfile` stumbles over in a damaged archive."""


def write_package(services: Services, who: Person, project: int, path: Path) -> None:
    """Write a project to a file."""
    with services.database.reading() as connection:
        found = get_project(connection, who, project)
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive,
        tempfile.TemporaryDirectory() as scratch,
    ):
        documents = Path(scratch) / "documents.json"
        with documents.open("w", encoding="utf-8") as file:
            _write_documents(services, archive, project, file)
        packaged = PackagedProject(
            name=found.name,
            source_language=found.source_language,
            target_language=found.target_language,
            settings=SettingsChange(**json.loads(found.settings)),
            documents=[],
            memories=list(_memories(services, archive, found, Path(scratch))),
            termbases=list(_termbases(services, archive, found, Path(scratch))),
        )
        with documents.open("rb") as written, archive.open(ABOUT, "w", force_zip64=True) as about:
            start = packaged.model_dump_json(indent=1, exclude={"documents"}).removesuffix("\n}")
            about.write(f'{start},\n "documents": ['.encode())
            shutil.copyfileobj(written, about, BLOCK)
            about.write(b"]\n}")


def _write_documents(services: Services, archive: zipfile.ZipFile, project: int, file: IO[str]) -> None:
    """Write documents, each a segment at a time: a project may have more of them than fit into memory."""
    with services.database.reading() as connection:
        for number, info in enumerate(stored.list_documents(connection, [project]), 1):
            name, content = stored.read_file(connection, info.id, info.revision)
            archive.writestr(f"documents/{number}.file", content)
            packaged = PackagedDocument(
                name=info.name,
                file=f"documents/{number}.file",
                file_name=name,
                format=info.format,
                reading=PackagedReading(**json.loads(info.reading)),
                warnings=list(info.warnings),
                segments=[],
            )
            start = packaged.model_dump_json(exclude={"segments"}).removesuffix("}")
            file.write(f'{"," if number > 1 else ""}\n{start},"segments":[')
            for place, one in enumerate(each_segment(connection, info.id)):
                file.write(f"{',' if place else ''}\n{PackagedSegment.of(one).model_dump_json()}")
            file.write("]}")


def _memories(
    services: Services, archive: zipfile.ZipFile, project: Project, scratch: Path
) -> Iterator[PackagedMemory]:
    for number, use in enumerate(project.memories, 1):
        with services.database.reading() as connection:
            info = get_memory(connection, use.memory)
        export_memory(services.memories, info, scratch / "memory.tmx")
        archive.write(scratch / "memory.tmx", f"memories/{number}.tmx")
        yield PackagedMemory(
            name=info.name,
            file=f"memories/{number}.tmx",
            writable=use.writable,
            penalty=use.penalty,
            permission=info.permission,
        )


def _termbases(
    services: Services, archive: zipfile.ZipFile, project: Project, scratch: Path
) -> Iterator[PackagedTermbase]:
    languages = Languages(project.source_language, project.target_language)
    for number, termbase in enumerate(project.termbases, 1):
        services.termbases.export_file(termbase, scratch / "terms.tbx", languages)
        archive.write(scratch / "terms.tbx", f"termbases/{number}.tbx")
        name = services.termbases.get(termbase).name
        yield PackagedTermbase(name=name, file=f"termbases/{number}.tbx")


def read_package(services: Services, who: Person, path: Path) -> int:
    """Set a project up from a package, whose files are unpacked beside it; return the project's id."""
    try:
        with zipfile.ZipFile(path) as archive:
            _check_sizes(archive)
            about = path.with_name(ABOUT)
            with archive.open(ABOUT) as packed, about.open("wb") as file:
                shutil.copyfileobj(packed, file, BLOCK)
            if about.stat().st_size > LIGHT:
                services.documents.readers.take_apart(about)
            else:
                take_apart(about)
            packaged = PackagedProject.model_validate_json(about.read_bytes())
            files = _unpacked(archive, packaged, path.parent)
    except _DAMAGE as error:
        raise _damaged() from error
    except OSError as error:
        # An archive can say that a part begins before the file does.
        if error.errno != errno.EINVAL:
            raise
        raise _damaged() from error
    rows = [rows_file(about, number) for number in range(len(packaged.documents))]
    return _set_up(services, who, packaged, files, rows)


def _damaged() -> UsageProblem:
    return UsageProblem("This file is damaged or is not a project package.")


def _check_sizes(archive: zipfile.ZipFile) -> None:
    if sum(entry.file_size for entry in archive.infolist()) > MOST_UNPACKED:
        raise UsageProblem("The package unpacks to more than 4 GiB, which is the most that is supported.")
    if archive.getinfo(ABOUT).file_size > MOST_ABOUT:
        raise UsageProblem(f"The package is not valid: its {ABOUT} is larger than {MOST_ABOUT >> 20} MiB.")


def _unpacked(archive: zipfile.ZipFile, packaged: PackagedProject, folder: Path) -> dict[str, Path]:
    """Unpack the files that a package names, so that a damaged one is found before anything is made."""
    documents = [part.file for part in packaged.documents]
    others = [*(part.file for part in packaged.memories), *(part.file for part in packaged.termbases)]
    names = [*documents, *others]
    if len(set(names)) < len(names):
        raise UsageProblem("The package is not valid: it names a file twice.")
    for name in documents:
        if archive.getinfo(name).file_size > MOST_FILE:
            most = f"{MOST_FILE >> 20} MiB"
            raise UsageProblem(
                f"The document {name} of the package is larger than {most}, the most that is supported."
            )
    files = {name: folder / f"{number}.unpacked" for number, name in enumerate(names)}
    for name, path in files.items():
        with archive.open(name) as packed, path.open("wb") as file:
            shutil.copyfileobj(packed, file, BLOCK)
    return files


@dataclass(frozen=True, slots=True)
class _Checked:
    """A document of a package that fits together."""

    packaged: PackagedDocument
    file: Path
    rows: Path
    """The file with its segments."""
    reading: ReadingOptions


def _set_up(
    services: Services,
    who: Person,
    packaged: PackagedProject,
    files: Mapping[str, Path],
    rows: Sequence[Path],
) -> int:
    documents = [
        _Checked(one, files[one.file], segments, _reading(services, one, files[one.file], segments))
        for one, segments in zip(packaged.documents, rows, strict=True)
    ]
    with ExitStack() as undo:
        project = _made(services, who, packaged, files, documents, undo)
        undo.pop_all()
    return project


def _reading(services: Services, one: PackagedDocument, file: Path, rows: Path) -> ReadingOptions:
    """Read a document as an upload is read; refuse segments of another one."""
    reading = ReadingOptions.read(one.reading.model_dump_json())
    read = services.documents.readers.read(file, one.file_name, reading)
    units = {row.unit for row in read.segments}
    strange = next((row.number for row in read_rows(rows) if row.unit not in units), None)
    if strange is not None or read.format != one.format:
        raise UsageProblem(
            f"The package does not fit together: the file of {one.name} is of another format than its"
            " segments, or does not have their text. Export the project again."
        )
    return reading


def _made(
    services: Services,
    who: Person,
    packaged: PackagedProject,
    files: Mapping[str, Path],
    documents: Sequence[_Checked],
    undo: ExitStack,
) -> int:
    """Create the project and what it uses; `undo` removes all of it again."""
    languages = (packaged.source_language, packaged.target_language)
    uses = []
    for memory in packaged.memories:
        name = free_name(memory.name, {info.name for info in services.memories.list()})
        made = services.memories.create(name, *languages, who.login, memory.permission, who.organisation)
        undo.callback(services.memories.delete, made.id, who.login)
        uses.append((MemoryUse(made.id, memory.writable, memory.penalty), memory.file))
    bases = []
    for termbase in packaged.termbases:
        name = free_name(termbase.name, {info.name for info in services.termbases.list()})
        base = services.termbases.create(name, who.login, who.organisation)
        undo.callback(services.termbases.delete, base.id, who.login)
        bases.append((base.id, termbase.file))
    settings = packaged.settings.model_dump(exclude_unset=True)
    wishes = Wishes(None, settings, [use for use, _ in uses], [number for number, _ in bases])
    project = services.projects.create(who, packaged.name, languages, wishes)
    undo.callback(services.projects.delete, who, project.id)
    with services.database.writing() as connection:
        for document in documents:
            one, content = document.packaged, document.file.read_bytes()
            read_as = document.reading.json()
            added = stored.add_document(
                connection, who, project.id, one.name, one.format, read_as, one.warnings, content
            )
            adopt_segments(connection, who.login, added, list(read_rows(document.rows)))
    for use, file in uses:
        services.import_memory(who, use.memory, "memory.tmx", files[file], project.id)
    for number, file in bases:
        services.import_terms(who, number, "terms.tbx", files[file], languages, project.id)
    return project.id
