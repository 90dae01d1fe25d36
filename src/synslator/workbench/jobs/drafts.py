"""Drafting a document: what the memory knows word for word, and the rest by machine, batch by batch.

What somebody has in front of them is drafted first, the rest in the order of the document.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from synslator.engines.draft_providers import DraftSetup, DraftSource, draft_provider
from synslator.engines.drafter import Drafter
from synslator.errors import SynslatorError
from synslator.formats.documents.core.known_translations import adapted
from synslator.formats.documents.machine_translation import MOST, batch_size, prepared
from synslator.memory.model import Lookup
from synslator.storage.database import Database
from synslator.storage.documents import segment_changes as stored
from synslator.storage.documents.documents import get_document
from synslator.storage.documents.segment import Origin, Segment, SegmentRow
from synslator.storage.documents.segment_changes import TargetChange
from synslator.storage.documents.segments import SegmentFilter, list_segments, listed
from synslator.storage.jobs.queue import JobInfo
from synslator.storage.people.organisations import Person
from synslator.threads import available_cores
from synslator.workbench.checks import names_of
from synslator.workbench.documents.segment_changes import Editing
from synslator.workbench.jobs.runner import Report
from synslator.workbench.live.completions import Completions, words_of_tags
from synslator.workbench.machine import NoMachine
from synslator.workbench.messages.server_messages import PresentPerson
from synslator.workbench.projects.context import Context, Contexts

BEFORE, BEHIND = 10, 30
"""Segments before and behind an open one that its reader has in front of them."""

PeopleIn = Callable[[int], Sequence[PresentPerson]]
"""Says who has a document open, and in which segment they are."""


@dataclass(slots=True)
class _Walk:
    """What of a document was looked at so far."""

    after: int = 0
    """Up to here all segments were."""
    seen: set[int] = field(default_factory=set)
    """The numbers of all that were."""
    batches: int = 0


class Drafting:
    """The job that drafts a document. What was drafted is saved, so that it can be taken up at any time."""

    def __init__(
        self,
        database: Database,
        contexts: Contexts,
        assistance: Completions,
        editing: Editing,
        readers: PeopleIn,
    ) -> None:
        self._database, self._contexts = database, contexts
        self._assistance, self._editing, self._readers = assistance, editing, readers

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
                if machine is None:
                    return None
                workers = available_cores()
                engine = context.engine(machine, workers)
                return Drafter(engine, demands=context.demands, workers=workers, rated=True)
            except NoMachine:
                return None

        drafter = draft_provider(context.settings.draft_provider).make(DraftSetup(*languages, opened))
        counts = {"machine": 0, "memory": 0, "left": 0}
        _, total = self._waiting(document, 0)
        walk = _Walk()
        while some := self._next(document, walk):
            report.tell(sum(counts.values()), max(total, sum(counts.values()) + len(some)))
            changes = self._drafts(who, context, drafter, some)
            saved = self._save(changes)
            for change in changes:
                counts[change.origin] += 1
            counts["left"] += len(some) - len(changes)
            if saved:
                self._editing.tell(saved)
        return counts

    def cleared(self, job: JobInfo) -> None:
        """Leave the drafts."""

    def _next(self, document: int, walk: _Walk) -> Sequence[Segment]:
        """Return the next batch of segments without a translation; nothing when all were looked at."""
        open_ids = [person.segment for person in self._readers(document) if person.segment is not None]
        with self._database.reading() as connection:
            numbers = [one.number for one in listed(connection, open_ids)]
        for number in numbers:
            page, _ = self._waiting(document, max(walk.after, number - BEFORE - 1))
            if batch := self._batch(walk, [one for one in page if one.number <= number + BEHIND]):
                return batch
        while page := self._waiting(document, walk.after)[0]:
            if batch := self._batch(walk, page):
                walk.after = batch[-1].number
                return batch
            walk.after = page[-1].number
        return ()

    def _waiting(self, document: int, after: int) -> tuple[list[SegmentRow], int]:
        """Return the first segments behind a number that have no translation, and how many there are."""
        chosen = SegmentFilter(statuses=("untranslated",), locked=False, after=after)
        with self._database.reading() as connection:
            return list_segments(connection, document, chosen, limit=MOST)

    def _batch(self, walk: _Walk, segments: Sequence[Segment]) -> Sequence[Segment]:
        """Return those of some segments that are to be looked at together now, and note that they were."""
        fresh = [segment for segment in segments if segment.number not in walk.seen]
        if not fresh:
            return ()
        size = batch_size(walk.batches, (len(segment.source) for segment in fresh))
        walk.batches += 1
        walk.seen.update(segment.number for segment in fresh[:size])
        return fresh[:size]

    def _drafts(
        self, who: Person, context: Context, drafter: DraftSource | None, segments: Sequence[Segment]
    ) -> list[TargetChange]:
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
                    quality = None if draft.quality is None else round(100 * draft.quality)
                    changes.append(replace(made, quality=quality).change(context, who, segment, target))
        return changes

    def _save(self, changes: Sequence[TargetChange]) -> list[int]:
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
    quality: int | None = None

    def change(self, context: Context, who: Person, segment: Segment, target: str) -> TargetChange:
        problems = names_of(context.findings(segment.source, target, (), quick=True))
        return TargetChange(
            segment.id,
            segment.version,
            target,
            "draft",
            self.origin,
            who.login,
            rate=self.rate,
            quality=self.quality,
            problems=problems,
            detail=self.detail,
        )
