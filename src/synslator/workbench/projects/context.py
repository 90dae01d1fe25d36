"""A project ready to work with: its settings, its memories as one shelf, its terms and its engine."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from synslator.engines.coverage.gaps import Coverage
from synslator.engines.example_selection import examples_of
from synslator.engines.protocol import Engine, Example
from synslator.engines.registry import ENGINES, EngineKind, default_engine, engine_kind
from synslator.errors import SynslatorError
from synslator.formats.exchange.model import Languages
from synslator.memory.memory_set import MemorySet
from synslator.memory.model import Lookup, Neighbours
from synslator.storage.documents.ignored import Ignored, ignored_in
from synslator.storage.documents.projects import Project, get_project
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segments import finished_elsewhere
from synslator.storage.memories.memories import MemoryInfo
from synslator.storage.people.organisations import Person
from synslator.terms.matcher import TermMatch, TermMatcher
from synslator.terms.usage import Demand, demands
from synslator.workbench.checks import Finding, Pair, check
from synslator.workbench.checks.model import masked
from synslator.workbench.machine import Machine
from synslator.workbench.models import Models
from synslator.workbench.projects.options import AUTOMATIC, ProjectSettings
from synslator.workbench.resources.memories import Memories
from synslator.workbench.resources.termbases import Termbases


class EngineRefused(SynslatorError):
    """The project's memories do not permit the engine that was asked for."""


@dataclass(frozen=True)
class Context:
    """A project at one version of it."""

    project: Project
    settings: ProjectSettings
    memories: Mapping[int, MemoryInfo]
    """Those that it uses, by id."""
    shelf: MemorySet
    matcher: TermMatcher
    engine_kind: EngineKind
    coverage: Callable[[], Coverage | None] = lambda: None
    """Knows which words of a source a text leaves out, if a model for the languages is open."""

    @property
    def memory_names(self) -> dict[int, str]:
        """The names of its memories."""
        return {number: info.name for number, info in self.memories.items()}

    @property
    def writable(self) -> list[int]:
        """The memories that confirmed segments go into."""
        return [use.memory for use in self.project.memories if use.writable]

    @property
    def propagation_scope(self) -> int | None:
        """The project, if repetitions in all of its documents get the translation of a confirmed segment."""
        return self.project.id if self.settings.propagation == "project" else None

    def lookup(self, source: str, neighbours: Neighbours | None) -> Lookup:
        """Find matches, as far down as the engine learns from them."""
        return self.shelf.lookup(source, neighbours, self.settings.lookup_options())

    def examples(self, lookup: Lookup) -> list[Example]:
        """Return what the engine may learn from matches."""
        least = self.settings.minimum_learning_match
        return examples_of(match for match in lookup.matches if match.rate >= least)

    def terms(self, source: str) -> Sequence[TermMatch]:
        """Find the terms of a source."""
        return self.matcher.find(masked(source))

    def demands(self, plain: str) -> tuple[Demand, ...]:
        """Return the terms that the machine uses in translations of a source without tags."""
        if not self.settings.terms_obeyed:
            return ()
        return tuple(demands(self.matcher.find(plain), self.project.target_language))

    def engine(self, machine: Machine, workers: int = 1) -> Engine:
        """Return the engine that the project uses; it translates many texts on so many cores."""
        options = self.settings.search_options()
        return machine.engine(self.engine_kind.name, options, self.settings.engine_parameters, workers)

    def findings(
        self, source: str, target: str, elsewhere: Sequence[str], quick: bool = False
    ) -> list[Finding]:
        """Run the checks on a translation; `quick`: but for those that ask the model, which takes longer."""
        coverage = None if quick or "omissions" in self.settings.checks_off else self.coverage()
        pair = Pair(
            source,
            target,
            self.project.source_language,
            self.project.target_language,
            self.terms(source),
            elsewhere,
            self.settings.longest_ratio,
            coverage.missing if coverage else None,
        )
        return check(pair, self.settings.checks_off)


class Contexts:
    """Makes contexts. May be used from any thread."""

    def __init__(self, memories: Memories, termbases: Termbases, models: Models) -> None:
        self.database = memories.database
        self._memories, self._termbases, self._models = memories, termbases, models

    def of(self, who: Person, project: int) -> Context:
        """Return the context of a project as it stands."""
        with self.database.reading() as connection:
            found = get_project(connection, who, project)
        return self.around(found)

    def around(self, project: Project) -> Context:
        """Return the context of a project."""
        settings = ProjectSettings.read(project.settings)
        used = {use.memory for use in project.memories}
        known = {info.id: info for info in self._memories.list() if info.id in used}
        uses = [use for use in project.memories if use.memory in known]
        languages = Languages(project.source_language, project.target_language)
        return Context(
            project,
            settings,
            known,
            self._memories.shelf(uses),
            self._termbases.matcher(project.termbases, languages),
            chosen_engine(settings, list(known.values())),
            lambda: self._coverage(languages, settings.model),
        )

    def _coverage(self, languages: Languages, model: str) -> Coverage | None:
        info = self._models.chosen(languages.source, languages.target, model)
        machine = self._models.running(info) if info else None
        return machine.coverage() if machine else None

    def checked(self, context: Context, segment: Segment, target: str, quick: bool = False) -> list[Finding]:
        """Run the checks on a translation of a segment, and note what is ignored."""
        elsewhere = self.elsewhere(segment, context.project.id)
        found = context.findings(segment.source, target, elsewhere, quick)
        return noted(found, segment.source, target, self.ignored(segment.id)) if found else found

    def ignored(self, segment: int) -> frozenset[Ignored]:
        """Return what is ignored in a segment."""
        with self.database.reading() as connection:
            return ignored_in(connection, segment)

    def elsewhere(self, segment: Segment, project: int) -> list[str]:
        """Return the confirmed translations of the same source in a project."""
        with self.database.reading() as connection:
            return finished_elsewhere(connection, segment, project)


def noted(
    findings: Sequence[Finding], source: str, target: str, ignored: frozenset[Ignored]
) -> list[Finding]:
    """Return findings with a note on those that are ignored in these texts."""
    return [
        replace(one, ignored=Ignored.of(source, target, one.check, one.message) in ignored)
        for one in findings
    ]


def permissions_of(memories: Sequence[MemoryInfo]) -> set[str]:
    """Return what the owners of some memories permit."""
    return {info.permission.value for info in memories}


def chosen_engine(settings: ProjectSettings, memories: Sequence[MemoryInfo]) -> EngineKind:
    """Return the engine that the settings ask for, or the preferred one if that is not permitted any more."""
    permissions = permissions_of(memories)
    if settings.engine != AUTOMATIC and settings.engine in ENGINES:
        kind = engine_kind(settings.engine)
        if kind.refusal(permissions) is None:
            return kind
    return default_engine(permissions)


def check_engine(settings: ProjectSettings, memories: Sequence[MemoryInfo]) -> None:
    """Refuse settings that ask for an engine that there is not, or that the memories do not permit."""
    if settings.engine != AUTOMATIC:
        reason = engine_kind(settings.engine).refusal(permissions_of(memories))
        if reason:
            raise EngineRefused(reason)
