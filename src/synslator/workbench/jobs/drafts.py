"""Drafting a document: what the memory knows word for word, and the rest by machine, batch by batch."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from synslator.engines.draft_providers import DraftSetup, DraftSource, draft_provider
from synslator.engines.drafting import Drafter
from synslator.errors import SynslatorError
from synslator.formats.documents.core.known_translations import adapted
from synslator.formats.documents.machine_translation import MOST, batch_size, prepared
from synslator.memory.model import Lookup
from synslator.storage.database import Database
from synslator.storage.documents import segment_changes as stored
from synslator.storage.documents.documents import get_document
from synslator.storage.documents.segment import Origin, Segment
from synslator.storage.documents.segment_changes import Change
from synslator.storage.documents.segments import SegmentFilter, list_segments
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.people.organisations import Person
from synslator.workbench.checks import names_of
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.jobs.runner import Report
from synslator.workbench.live.completions import Completions, words_of_tags
from synslator.workbench.machine import NoMachine
from synslator.workbench.projects.context import Context, Contexts


class Drafting:
    """The job that drafts a document. What was drafted is saved, so that it can be taken up at any time."""

    def __init__(
        self, database: Database, contexts: Contexts, assistance: Completions, editing: Editing
    ) -> None:
        self._database, self._contexts = database, contexts
        self._assistance, self._editing = assistance, editing

    def run(self, job: JobInfo, who: Person, report: Report) -> Mapping[str, Any]:
        """Draft every segment of a document that has no translation yet."""
        document = int(job.task["document"])
        with self._database.reading() as connection:
            info = get_document(connection, who, document)
        context = self._contexts.of(who, info.project)
        project = context.project
        languages = project.source_language, project.target_language

        def opened() -> DraftSource | None:
            machine = self._assistance.machine(context)
            try:
                return (
                    Drafter(context.engine(machine), demands=context.demands) if machine is not None else None
                )
            except NoMachine:
                return None

        drafter = draft_provider(context.settings.draft_provider).make(DraftSetup(*languages, opened))
        counts = {"machine": 0, "memory": 0, "left": 0}
        after = number = 0
        while batch := self._next(document, after, number):
            some, waiting = batch
            number += 1
            report.tell(sum(counts.values()), sum(counts.values()) + waiting)
            changes = self._drafts(who, context, drafter, some)
            saved = self._save(changes)
            for change in changes:
                counts[change.origin] += 1
            counts["left"] += len(some) - len(changes)
            if saved:
                self._editing.tell(saved)
            after = some[-1].number
        return counts

    def cleared(self, job: JobInfo) -> None:
        """Leave the drafts."""

    def _next(self, document: int, after: int, number: int) -> tuple[Sequence[Segment], int] | None:
        """Return the next batch of segments without a translation, and how many of these there are in all."""
        chosen = SegmentFilter(statuses=("untranslated",), locked=False, after=after)
        with self._database.reading() as connection:
            found, total = list_segments(connection, document, chosen, limit=MOST)
        size = batch_size(number, (len(segment.source) for segment in found))
        return (found[:size], total) if found else None

    def _drafts(
        self, who: Person, context: Context, drafter: DraftSource | None, segments: Sequence[Segment]
    ) -> list[Change]:
        lookups = [self._assistance.lookup(context, segment) for segment in segments]
        changes = []
        rest: list[tuple[Segment, Lookup]] = []
        for segment, lookup in zip(segments, lookups, strict=True):
            best = lookup.best
            if best is not None and best.rate >= context.settings.memory_draft_rate:
                target = adapted(best.entry.target, best.entry.source, segment.source)
                known = _Drafted("memory", best.rate, {"memory": best.entry.memory, "entry": best.entry.id})
                changes.append(known.change(context, who, segment, target))
            else:
                rest.append((segment, lookup))
        if drafter is not None and rest:
            made = _Drafted("machine", None, _maker(context, drafter))
            sources = [prepared(segment.source, words_of_tags(segment)) for segment, _ in rest]
            examples = [context.examples(lookup) for _, lookup in rest]
            drafts = drafter.draft([source.plain for source in sources], examples)
            for (segment, _), source, draft in zip(rest, sources, drafts, strict=True):
                if (target := source.tagged_target(draft)).strip():
                    changes.append(made.change(context, who, segment, target))
        return changes

    def _save(self, changes: Sequence[Change]) -> list[int]:
        """Save drafts, except of segments that somebody has begun to work on."""
        saved = []
        with self._database.writing() as connection:
            for change in changes:
                try:
                    saved.append(stored.write(connection, change).id)
                except SynslatorError:
                    continue
        return saved


def _maker(context: Context, source: DraftSource) -> Mapping[str, Any]:
    """Say what has made drafts, as the history of a segment keeps it."""
    if not isinstance(source, Drafter):
        return {"provider": context.settings.draft_provider}
    manifest = source.package.manifest
    return {"engine": source.engine.name, "package": f"{manifest.name} {manifest.version}"}


@dataclass(frozen=True, slots=True)
class _Drafted:
    """Where a draft comes from."""

    origin: Origin
    rate: int | None
    detail: Mapping[str, Any]

    def change(self, context: Context, who: Person, segment: Segment, target: str) -> Change:
        problems = names_of(context.findings(segment.source, target, (), quick=True))
        return Change(
            segment.id,
            segment.version,
            target,
            "draft",
            self.origin,
            who.login,
            rate=self.rate,
            problems=problems,
            detail=self.detail,
        )
