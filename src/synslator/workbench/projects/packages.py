"""A project as one file: its documents with their translations, its memories, termbases and settings.

The file is a zip archive with `project.json` and what that names. Elsewhere it becomes a project of its own;
memories and termbases are imported by jobs.
"""

import json
import shutil
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

from pydantic import ValidationError

from synslator.errors import UsageProblem
from synslator.formats.exchange.model import Languages
from synslator.memory.memory_set import MemoryUse
from synslator.memory.model import Permission
from synslator.storage.documents import documents as stored
from synslator.storage.documents.projects import Project, get_project
from synslator.storage.documents.segment import NewSegment
from synslator.storage.documents.segment_changes import adopt_segments
from synslator.storage.documents.segments import read_segments
from synslator.storage.memories.memories import get_memory
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.reading import Reading
from synslator.workbench.messages.packages import (
    PackagedDocument,
    PackagedMemory,
    PackagedProject,
    PackagedReading,
    PackagedSegment,
    PackagedTermbase,
)
from synslator.workbench.messages.project_settings import SettingsChange
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
        packaged = PackagedProject(
            name=found.name,
            source_language=found.source_language,
            target_language=found.target_language,
            settings=SettingsChange(**json.loads(found.settings)),
            documents=list(_documents(services, archive, project)),
            memories=list(_memories(services, archive, found, Path(scratch))),
            termbases=list(_termbases(services, archive, found, Path(scratch))),
        )
        archive.writestr(ABOUT, packaged.model_dump_json(indent=1))


def _documents(services: Services, archive: zipfile.ZipFile, project: int) -> Iterator[PackagedDocument]:
    with services.database.reading() as connection:
        for number, info in enumerate(stored.list_documents(connection, [project]), 1):
            name, content = stored.read_file(connection, info.id, info.revision)
            archive.writestr(f"documents/{number}.file", content)
            yield PackagedDocument(
                name=info.name,
                file=f"documents/{number}.file",
                file_name=name,
                format=info.format,
                reading=PackagedReading(**json.loads(info.reading)),
                warnings=list(info.warnings),
                segments=[PackagedSegment.of(one) for one in read_segments(connection, info.id)],
            )


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
            permission=info.permission.value,
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
            packaged = PackagedProject.model_validate_json(archive.read(ABOUT))
            files = _unpacked(archive, packaged, path.parent)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(str(step) for step in first["loc"])
        raise UsageProblem(f"The package is not valid: {where}: {first['msg']}.") from error
    except _DAMAGE as error:
        raise UsageProblem("This file is damaged or is not a project package.") from error
    return _set_up(services, who, packaged, files)


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


def _set_up(services: Services, who: Person, packaged: PackagedProject, files: Mapping[str, Path]) -> int:
    readings = [_checked(services, one, files[one.file]) for one in packaged.documents]
    with ExitStack() as undo:
        project = _made(services, who, packaged, files, readings, undo)
        undo.pop_all()
    return project


def _checked(services: Services, one: PackagedDocument, file: Path) -> Reading:
    """Read a document as an upload is read; refuse segments of another one."""
    reading = Reading.read(one.reading.model_dump_json())
    read = services.documents.readers.read(file, one.file_name, reading)
    units = {row.unit for row in read.segments}
    strange = next((segment.number for segment in one.segments if segment.unit not in units), None)
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
    readings: Sequence[Reading],
    undo: ExitStack,
) -> int:
    """Create the project and what it uses; `undo` removes all of it again."""
    languages = (packaged.source_language, packaged.target_language)
    uses = []
    for memory in packaged.memories:
        name = free_name(memory.name, {info.name for info in services.memories.list()})
        made = services.memories.create(
            name, *languages, who.login, Permission(memory.permission), who.organisation
        )
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
        for one, reading in zip(packaged.documents, readings, strict=True):
            content = files[one.file].read_bytes()
            added = stored.add_document(
                connection, who, project.id, one.name, one.format, reading.json(), one.warnings, content
            )
            adopt_segments(connection, who.login, added, [_new(segment) for segment in one.segments])
    for use, file in uses:
        services.import_memory(who, use.memory, "memory.tmx", files[file], project.id)
    for number, file in bases:
        services.import_terms(who, number, "terms.tbx", files[file], languages, project.id)
    return project.id


def _new(one: PackagedSegment) -> NewSegment:
    values = one.model_dump()
    return NewSegment(**values | {"tags": json.dumps(values["tags"], ensure_ascii=False)})
