"""Packages of projects as an enemy's input: set up in a workbench of their own, looked at, and removed."""

import atexit
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from formats.documents import samples_office, samples_text
from synslator.formats.exchange.model import Concept, Term
from synslator.memory.memory_set import MemoryUse
from synslator.settings import Settings
from synslator.storage.documents.segments import SegmentFilter
from synslator.storage.memories.termbases import add_concepts
from synslator.storage.people.organisations import Person
from synslator.workbench.documents.document_reader import ReadDocument, Readers, read_at_once
from synslator.workbench.documents.reading_options import ReadingOptions
from synslator.workbench.messages.segments import SegmentView
from synslator.workbench.projects.packages import read_package, write_package
from synslator.workbench.projects.projects import Wishes
from synslator.workbench.resources.memories import Confirmation
from synslator.workbench.services import Services, open_services


class _Here(Readers):
    """Reads in this process, whose lines are watched."""

    def read(self, path: Path, name: str, reading: ReadingOptions) -> ReadDocument:
        return read_at_once(path.read_bytes(), name, reading)


@cache
def workbench() -> tuple[Services, Person]:
    """Return a workbench in a new folder, for as long as the process runs; no job runs in it."""
    stack = ExitStack()
    atexit.register(stack.close)
    folder = Path(stack.enter_context(TemporaryDirectory(prefix="synslator-fuzz-")))
    settings = Settings(data_folder=folder, model=folder / "none", demo=False)
    services, who = stack.enter_context(open_services(settings))
    services.jobs.stop()
    services.documents.readers = _Here()
    return services, who


@cache
def package() -> bytes:
    """Return a sound package, the same each time."""
    services, who = workbench()
    memory = services.memories.create("memory", "zh", "en", who.login, organisation=who.organisation)
    services.memories.confirm(memory.id, Confirmation("你好。", "Hello.", who.login))
    termbase = services.termbases.create("terms", who.login, who.organisation)
    with services.database.writing() as connection:
        add_concepts(connection, termbase.id, [Concept((Term("zh", "存储"), Term("en", "storage")))])
    wishes = Wishes(memories=[MemoryUse(memory.id, writable=True)], termbases=[termbase.id])
    project = services.projects.create(who, "project", ("zh", "en"), wishes).id
    for name, text in (("a.md", samples_text.MARKDOWN), ("a.csv", samples_text.CSV)):
        services.documents.add(who, project, name, text.encode())
    with TemporaryDirectory() as folder:
        path = Path(folder) / "package.zip"
        write_package(services, who, project, path)
        _remove(services, who, project)
        return samples_office.pack(samples_office.unpack(path.read_bytes()))


def set_up(data: bytes, name: str) -> None:
    """Set a project up from a package, look at what came of it, write it again, and remove it."""
    services, who = workbench()
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        path.write_bytes(data)
        project = read_package(services, who, path)
        try:
            for info, _ in services.documents.list(who, project):
                found, _, _ = services.documents.segments(who, info.id, SegmentFilter(), 0, None)
                for one in found:
                    SegmentView.of(one)
            write_package(services, who, project, Path(folder) / "again.zip")
        finally:
            _remove(services, who, project)


def _remove(services: Services, who: Person, project: int) -> None:
    found = services.projects.get(who, project).project
    for job in services.jobs.list(who, project, active=True):
        services.jobs.cancel(who, job.id)
    services.projects.delete(who, project)
    for use in found.memories:
        services.memories.delete(use.memory, who.login)
    for termbase in found.termbases:
        services.termbases.delete(termbase, who.login)
