"""The workbench as a whole: every service, opened together and closed in order."""

import getpass
import os
import secrets
import shutil
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from synslator.engines.keys.folder import KeyFolder
from synslator.logs import Log
from synslator.memory.backends import IndexSetup, make_index
from synslator.memory.index_maintainer import IndexMaintainer
from synslator.settings import Settings
from synslator.storage.data_file import check_file, owned
from synslator.storage.documents.documents import DocumentInfo
from synslator.storage.jobs.queue import JobInfo, unfinished_tasks
from synslator.storage.migration import alone
from synslator.storage.people.organisations import Person, is_first_start, local_person
from synslator.threads import BackgroundThread
from synslator.workbench.database import open_database
from synslator.workbench.documents.bulk_status import Bulk
from synslator.workbench.documents.documents import Documents
from synslator.workbench.documents.expressions import Expressions
from synslator.workbench.documents.search import ProjectSearch
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.documents.undo import Undo
from synslator.workbench.jobs.drafts import Drafting
from synslator.workbench.jobs.kinds import Analysing, Checking, ImportingMemory, ImportingTerms
from synslator.workbench.jobs.runner import Jobs
from synslator.workbench.live.autosave import Autosave
from synslator.workbench.live.completions import Completions
from synslator.workbench.live.event_bridge import EventBridge
from synslator.workbench.live.events import Events
from synslator.workbench.live.presence import Presence
from synslator.workbench.live.shared_presence import SharedPresence
from synslator.workbench.models import Models
from synslator.workbench.people.accounts import Accounts, TokenDays
from synslator.workbench.people.audit_trail import AuditTrail
from synslator.workbench.plugins import plugins
from synslator.workbench.projects.context import Contexts
from synslator.workbench.projects.figures import Figures
from synslator.workbench.projects.projects import Projects
from synslator.workbench.resources.memories import Memories
from synslator.workbench.resources.memory_keys import KeyPreparation
from synslator.workbench.resources.termbases import Termbases

_log = Log("services")

A_DAY = 86_400


class Services:
    """All services over one database. May be used from any thread."""

    def __init__(
        self,
        memories: Memories,
        models: Models,
        uploads: Path,
        cache_bytes: int,
        token_days: TokenDays | None = None,
        key_folder: KeyFolder | None = None,
    ) -> None:
        self.database, self.memories, self.models = memories.database, memories, models
        self.uploads = uploads
        """Where uploaded files wait for the job that takes them in."""
        self.name = f"{socket.gethostname()}:{os.getpid()}:{secrets.token_hex(4)}"
        """What tells this server from others that share the database."""
        self.events = Events()
        self.key_preparation = KeyPreparation(memories, models, key_folder) if key_folder else None
        self.termbases = Termbases(self.database)
        self.accounts = Accounts(self.database, self.events, token_days)
        self.trail = AuditTrail(self.database)
        self.contexts = Contexts(memories, self.termbases, models)
        self.expressions = Expressions()
        self.projects = Projects(memories, self.termbases, self.events, self.expressions)
        self.documents = Documents(self.database, self.events)
        self.editing = Editing(memories, self.contexts, self.events)
        self.bulk = Bulk(self.editing)
        self.undo = Undo(memories, self.contexts, self.editing, self.events)
        self.completions = Completions(self.database, models, cache_bytes)
        self.presence: Presence | SharedPresence = Presence(self.events)
        self.event_bridge: EventBridge | None = None
        if not self.database.is_sqlite:
            self.presence = SharedPresence(self.database, self.events, self.name)
            self.event_bridge = EventBridge(self.database, self.events, self.name)
        self.autosave = Autosave(self.database)
        self.search = ProjectSearch(self.contexts, self.editing, self.expressions)
        self.figures = Figures(self.database)
        self.jobs = Jobs(
            self.database,
            self.events,
            {
                "draft": Drafting(
                    self.database, self.contexts, self.completions, self.editing, self.presence.people
                ),
                "import memory": ImportingMemory(memories),
                "import terms": ImportingTerms(self.termbases),
                "analyse": Analysing(self.database, self.contexts),
                "check": Checking(self.database, self.contexts, self.completions, self.editing),
            },
            self.name,
        )

        if isinstance(self.presence, SharedPresence):
            self.presence.working_on = lambda: self.jobs.in_hand

    @property
    def threads(self) -> Sequence[BackgroundThread]:
        """The loops in the background that this server stands on."""
        threads = [self.jobs.thread, self.autosave.thread, *self.memories.threads]
        if self.key_preparation is not None:
            threads.append(self.key_preparation.thread)
        if isinstance(self.presence, SharedPresence):
            threads.append(self.presence.thread)
        if self.event_bridge is not None:
            threads.append(self.event_bridge.thread)
        return threads

    def join_others(self, stack: ExitStack) -> None:
        """Begin to hear of the other servers that share the database, and to be heard by them."""
        for part in (self.event_bridge, self.presence):
            if isinstance(part, EventBridge | SharedPresence):
                part.start()
                stack.callback(part.stop)

    def tidy_uploads(self) -> None:
        """Remove uploaded files that no job waits for: what was being sent when the program was killed."""
        with self.database.reading() as connection:
            wanted = {Path(task["file"]).parent for task in unfinished_tasks(connection) if "file" in task}
        for folder in self.uploads.iterdir() if self.uploads.is_dir() else ():
            # Another server of the same database may be receiving a file right now.
            fresh = time.time() - folder.stat().st_mtime < A_DAY and not self.database.is_sqlite
            if folder not in wanted and not fresh:
                shutil.rmtree(folder, ignore_errors=True)

    def import_memory(self, who: Person, memory: int, name: str, file: Path, project: int) -> JobInfo:
        """Queue the import of a file into a memory; it is moved away from where it is."""
        task = {
            "memory": memory,
            "file": self._waiting_file(name, file),
            "keep_good": False,
            "columns": {},
        }
        return self.jobs.add(who, "import memory", f"Importing {name}", task, project)

    def import_terms(
        self, who: Person, termbase: int, name: str, file: Path, languages: tuple[str, str], project: int
    ) -> JobInfo:
        """Queue the import of a file into a termbase; it is moved away from where it is."""
        task = {
            "termbase": termbase,
            "file": self._waiting_file(name, file),
            "source_language": languages[0],
            "target_language": languages[1],
            "keep_good": False,
            "columns": {},
        }
        return self.jobs.add(who, "import terms", f"Importing {name}", task, project)

    def _waiting_file(self, name: str, file: Path) -> str:
        """Move a file to where it waits for the job that imports it."""
        path = self.uploads / secrets.token_hex(8) / name
        path.parent.mkdir(parents=True)
        shutil.move(file, path)
        return str(path)

    def draft(self, who: Person, document: DocumentInfo) -> JobInfo:
        """Have a document drafted."""
        task = {"document": document.id}
        return self.jobs.add(who, "draft", f"Drafting {document.name}", task, document.project)


@contextmanager
def open_services(settings: Settings) -> Iterator[tuple[Services, Person]]:
    """Open the workbench in a data folder, for the person who works on this machine, until the block ends."""
    folder = settings.data_folder
    with ExitStack() as stack:
        if not settings.database_url:
            stack.enter_context(owned(folder))
        database = stack.enter_context(open_database(settings))
        check_file(database)
        index = make_index(settings.memory_backend, IndexSetup(folder, settings.memory_url))
        stack.callback(index.close)
        keeper = stack.enter_context(IndexMaintainer())
        key_folder = KeyFolder(folder / "keys", settings.key_bytes)
        stack.callback(key_folder.close)
        models = Models(settings.model, settings.model_folder, settings.model_memory, key_folder)
        stack.callback(models.close)
        services = Services(
            Memories(database, index, keeper),
            models,
            folder / "uploads",
            settings.cache_bytes,
            TokenDays(settings.token_days, settings.longest_token_days),
            key_folder,
        )
        stack.callback(services.expressions.close)
        with database.writing() as connection:
            alone(connection)
            first = is_first_start(connection)
            who = local_person(connection, getpass.getuser())
        for found in plugins():
            _log.info("plug-in", package=found.package, version=found.version, adds=" ".join(found.names))
        models.start()
        services.tidy_uploads()
        services.join_others(stack)
        services.autosave.start()
        stack.callback(services.autosave.stop)
        services.jobs.start()
        stack.callback(services.jobs.stop)
        if services.key_preparation is not None:
            services.key_preparation.start()
            stack.callback(services.key_preparation.stop)
        if first and settings.demo:
            from synslator.workbench.projects.demo import make_demo

            make_demo(services, who)
        yield services, who
