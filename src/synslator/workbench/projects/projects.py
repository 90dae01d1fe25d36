"""Projects: made, listed with their progress, set up, removed."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from synslator.engines.draft_providers import DRAFTS
from synslator.errors import UsageProblem
from synslator.memory.memory_set import MemoryUse
from synslator.storage.documents.documents import Completed, completed, list_documents
from synslator.storage.documents.projects import (
    Project,
    change_project,
    create_project,
    delete_project,
    get_project,
    list_projects,
    use_memories,
    use_termbases,
)
from synslator.storage.memories.memories import MemoryInfo
from synslator.storage.people import audit
from synslator.storage.people.organisations import Person, rank
from synslator.storage.people.resource_rights import limited_roles
from synslator.text.language_tags import same_language
from synslator.workbench.checks import CHECKS
from synslator.workbench.documents.expressions import Expressions
from synslator.workbench.live.events import Events, of_project
from synslator.workbench.messages.server_messages import ProjectMessage
from synslator.workbench.people.accounts import NotPermitted
from synslator.workbench.projects.context import check_engine
from synslator.workbench.projects.options import ProjectSettings
from synslator.workbench.resources.memories import Memories
from synslator.workbench.resources.termbases import Termbases


@dataclass(frozen=True, slots=True)
class Overview:
    """A project and how far its documents have come."""

    project: Project
    documents: Mapping[int, Completed]


@dataclass(frozen=True, slots=True)
class Wishes:
    """What somebody wants of a project; what is None stays as it is."""

    name: str | None = None
    settings: Mapping[str, Any] | None = None
    memories: Sequence[MemoryUse] | None = None
    termbases: Sequence[int] | None = None


class Projects:
    """All projects. May be used from any thread."""

    def __init__(
        self, memories: Memories, termbases: Termbases, events: Events, expressions: Expressions
    ) -> None:
        self.database = memories.database
        self._memories, self._termbases, self._events = memories, termbases, events
        self._expressions = expressions

    def list(self, who: Person) -> Sequence[Overview]:
        """Return all projects of a person's organisation, the last changed first."""
        with self.database.reading() as connection:
            found = list_projects(connection, who)
            documents = list_documents(connection, [project.id for project in found])
            shares = completed(connection, [document.id for document in documents])
        return [
            Overview(project, {d.id: shares[d.id] for d in documents if d.project == project.id})
            for project in found
        ]

    def get(self, who: Person, project: int) -> Overview:
        """Return a project."""
        with self.database.reading() as connection:
            found = get_project(connection, who, project)
            documents = list_documents(connection, [project])
            return Overview(found, completed(connection, [document.id for document in documents]))

    def create(self, who: Person, name: str, languages: tuple[str, str], wishes: Wishes) -> Project:
        """Create a project; without a memory to write to, it gets one of its own."""
        settings = ProjectSettings().changed(wishes.settings or {})
        self._check_rules(who, settings, languages[0])
        uses = list(wishes.memories or ())
        self._check_rights(who, wishes, None)
        known = self._known(who, uses, languages)
        _check_names(settings)
        check_engine(settings, known)
        self._check_termbases(who, wishes.termbases or ())
        if not any(use.writable for use in uses):
            own = self._memories.create(
                free_name(name, {info.name for info in self._memories.list()}),
                *languages,
                owner=who.login,
                organisation=who.organisation,
            )
            uses.insert(0, MemoryUse(own.id, writable=True))
        with self.database.writing() as connection:
            made = create_project(connection, who, name, languages, settings.json())
            use_memories(connection, made.id, uses)
            use_termbases(connection, made.id, wishes.termbases or ())
            return get_project(connection, who, made.id)

    def change(self, who: Person, project: int, version: int, wishes: Wishes) -> Project:
        """Change a project that is still as its `version` was."""
        with self.database.reading() as connection:
            present = get_project(connection, who, project)
        settings = ProjectSettings.read(present.settings).changed(wishes.settings or {})
        if settings.srx != json.loads(present.settings).get("srx", ""):
            self._check_rules(who, settings, present.source_language)
        uses = present.memories if wishes.memories is None else wishes.memories
        self._check_rights(who, wishes, present)
        known = self._known(who, uses, (present.source_language, present.target_language))
        _check_names(settings)
        check_engine(settings, known)
        self._check_termbases(who, wishes.termbases or ())
        values: dict[str, Any] = {"settings": settings.json()}
        if wishes.name is not None:
            values["name"] = wishes.name
        with self.database.writing() as connection:
            change_project(connection, who, project, version, values)
            if wishes.memories is not None:
                use_memories(connection, project, wishes.memories)
            if wishes.termbases is not None:
                use_termbases(connection, project, wishes.termbases)
            changed = get_project(connection, who, project)
        self._events.tell(of_project(project), ProjectMessage(version=changed.version))
        return changed

    def delete(self, who: Person, project: int) -> None:
        """Remove a project with its documents."""
        with self.database.writing() as connection:
            name = get_project(connection, who, project).name
            delete_project(connection, who, project)
            audit.record(
                connection,
                who.login,
                "delete project",
                name,
                organisation=who.organisation,
                detail=f"project {project}",
            )

    def _check_rights(self, who: Person, wishes: Wishes, present: Project | None) -> None:
        """Refuse what somebody may not see, or not write to; what the project uses already stays."""
        written = {use.memory: use.writable for use in present.memories} if present else {}
        searched = present.termbases if present else ()
        with self.database.reading() as connection:
            memories = limited_roles(connection, who, "memory")
            termbases = limited_roles(connection, who, "termbase")
        for use in wishes.memories or ():
            role = memories.get(use.memory, who.role)
            if role == "none" and use.memory not in written:
                raise UsageProblem(f"There is no memory with the id {use.memory}.")
            if use.writable and not written.get(use.memory) and rank(role) < rank("translator"):
                raise NotPermitted(
                    f"You can't let the project write to the memory {use.memory}: you may only read it."
                )
        for termbase in wishes.termbases or ():
            if termbase not in searched and termbases.get(termbase) == "none":
                raise UsageProblem(f"There is no termbase with the id {termbase}.")

    def _known(
        self, who: Person, uses: Sequence[MemoryUse], languages: tuple[str, str]
    ) -> Sequence[MemoryInfo]:
        """Return the memories that are to be used; refuse those that there are not, or of other languages."""
        known = {info.id: info for info in self._memories.list(who.organisation)}
        problems = [f"there is no memory with the id {use.memory}" for use in uses if use.memory not in known]
        found = [known[use.memory] for use in uses if use.memory in known]
        problems += [
            f"the memory {info.name} translates from {info.source_language} to {info.target_language},"
            f" the project from {languages[0]} to {languages[1]}"
            for info in found
            if not same_language(info.source_language, languages[0])
            or not same_language(info.target_language, languages[1])
        ]
        if len({use.memory for use in uses}) < len(uses):
            problems.append("a memory is named twice")
        if problems:
            text = "; ".join(problems)
            raise UsageProblem(text[0].upper() + text[1:] + ".")
        return found

    def _check_rules(self, who: Person, settings: ProjectSettings, language: str) -> None:
        if settings.srx:
            self._expressions.check_rules((who.organisation, who.login), settings.srx, language)

    def _check_termbases(self, who: Person, termbases: Sequence[int]) -> None:
        known = {info.id for info in self._termbases.list(who.organisation)}
        if unknown := [termbase for termbase in termbases if termbase not in known]:
            raise UsageProblem(f"There is no termbase with the id {', '.join(map(str, unknown))}.")
        if len(set(termbases)) < len(termbases):
            raise UsageProblem("A termbase is named twice. Name each one once.")


def free_name(name: str, taken: Collection[str]) -> str:
    """Return this name, or where it is taken, the name with the first number that makes it new."""
    return next(tried for n in count(1) if (tried := name if n == 1 else f"{name} ({n})") not in taken)


def _check_names(settings: ProjectSettings) -> None:
    DRAFTS.named(settings.draft_provider)
    if unknown := [name for name in settings.checks_off if name not in CHECKS]:
        raise UsageProblem(f"There is no check {', '.join(unknown)}; there are {', '.join(CHECKS)}.")
