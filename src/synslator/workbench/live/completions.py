"""Assistants for open segments: made from what the memory knows, kept while they are good, ready ahead."""

import json
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from synslator.decoding.driver import Job
from synslator.decoding.scheduler import SchedulerClosed, Superseded
from synslator.logs import Log
from synslator.memory.model import Lookup, Neighbours
from synslator.storage.database import Database
from synslator.storage.documents.documents import document_name
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segments import neighbours, next_unfinished
from synslator.workbench.live.cache import ByteCache
from synslator.workbench.live.rephrasing import Rephrasings
from synslator.workbench.live.segment_completer import Answer, SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource
from synslator.workbench.machine import Machine, NoMachine
from synslator.workbench.models import ModelInfo, Models
from synslator.workbench.projects.context import Context

_log = Log("assistance")

Result = TypeVar("Result")

LONGEST_SOURCE, LONGEST_PREFIX = 1200, 3000
"""Characters up to which a segment is completed: what it takes grows with the square of the length."""

Answered = Callable[[Answer, float], None]
"""Receives a completion and how many milliseconds it took."""
Rephrased = Callable[[Rephrasings], None]


@dataclass(frozen=True, slots=True)
class KeptCompleter:
    """An assistant and what it was made from."""

    assistant: SegmentCompleter
    machine: Machine
    made_from: tuple[object, ...]

    @property
    def nbytes(self) -> int:
        """Memory that is kept for the segment."""
        return self.assistant.nbytes


class Completions:
    """Makes assistants and asks them. May be used from any thread."""

    def __init__(self, database: Database, models: Models, cache_bytes: int) -> None:
        self.models, self._database = models, database
        self.cache: ByteCache[KeptCompleter] = ByteCache(cache_bytes)

    def lookup(self, context: Context, segment: Segment) -> Lookup:
        """Find the matches of a segment, its document and the segments around it considered."""
        with self._database.reading() as connection:
            name = document_name(connection, segment.document)
            around = Neighbours(*neighbours(connection, segment), name)
        return context.lookup(segment.source, around)

    def model(self, context: Context) -> ModelInfo | None:
        """Return the package that serves a project, if there is one for its languages."""
        project = context.project
        return self.models.chosen(project.source_language, project.target_language, context.settings.model)

    def machine(self, context: Context) -> Machine | None:
        """Return what runs that package; it begins to open, if it is not open."""
        info = self.model(context)
        return self.models.machine(info) if info else None

    def machine_left(self, machine: Machine) -> None:
        """Let go of what was made with a model that is being closed."""
        self.cache.drop_if(lambda kept: kept.machine is machine)

    def takes_on(self, segment: Segment) -> bool:
        """Return whether a segment is short enough to be completed while somebody types."""
        return len(segment.source) <= LONGEST_SOURCE

    def assistant(
        self, owner: str, context: Context, machine: Machine, segment: Segment, lookup: Lookup
    ) -> KeptCompleter:
        """Return the assistant for a segment; a new one where the memory has learned something about it."""
        machine.users.add(self)
        engine, examples = context.engine(machine), context.examples(lookup)
        seen = tuple((one.entry, one.version, one.rate, one.here) for one in examples)
        source = TaggedSource.of(segment.source, words_of_tags(segment))
        demands = context.demands(source.plain)
        made_from = (engine, segment.source, seen, demands)
        key = (owner, segment.id)
        kept = self.cache.get(key)
        if kept is not None and kept.made_from == made_from:
            return kept
        options = context.settings.search_options()
        draft = segment.target if segment.status == "draft" else ""
        assistant = SegmentCompleter(engine, source, examples, options, demands, machine.coverage(), draft)
        kept = KeptCompleter(assistant, machine, made_from)
        self.cache.put(key, kept)
        return kept

    def complete(
        self,
        owner: str,
        segment: int,
        typed: str,
        kept: KeptCompleter,
        told: Answered,
        urgent: bool = True,
    ) -> bool:
        """Complete what was typed in a segment; a newer request for it ends this one.

        False: the model has been closed meanwhile.
        """
        started = time.perf_counter()
        assistant, usage = kept.assistant, kept.machine.usage
        self.models.used(kept.machine)
        if len(typed) > LONGEST_PREFIX:
            told(Answer(typed, typed, (), len(typed), (), assistant.engine.name), 0.0)
            return True

        def done(answer: Answer) -> None:
            milliseconds = (time.perf_counter() - started) * 1000
            usage.completions, usage.milliseconds = usage.completions + 1, usage.milliseconds + milliseconds
            told(answer, milliseconds)
            self.cache.trim()

        return self._run(kept.machine, ("segment", owner, segment), assistant.complete(typed), done, urgent)

    def continue_by_language_model(
        self, owner: str, segment: int, typed: str, kept: KeptCompleter, told: Callable[[str], None]
    ) -> None:
        """Ask the language model how it would go on."""
        if len(typed) > LONGEST_PREFIX:
            return
        key, job = ("language model", owner, segment), kept.assistant.language_model(typed)
        self._run(kept.machine, key, job, told, urgent=False)

    def rephrase(
        self, owner: str, segment: int, text: str, span: tuple[int, int], kept: KeptCompleter, told: Rephrased
    ) -> bool:
        """Find what may stand in a span of a text instead; a newer request for the segment ends this one.

        False: the model has been closed meanwhile.
        """
        if len(text) > LONGEST_PREFIX:
            told(Rephrasings(*span, ()))
            return True
        self.models.used(kept.machine)
        job = kept.assistant.rephrase(text, *span)
        return self._run(kept.machine, ("rephrase", owner, segment), job, told, urgent=True)

    def prepare_next(self, owner: str, context: Context, segment: Segment) -> None:
        """Have the next unfinished segment ready before it is opened, if the model is open."""
        try:
            info = self.model(context)
            machine = self.models.running(info) if info else None
            if machine is None or not machine.ready:
                return
            with self._database.reading() as connection:
                following = next_unfinished(connection, segment)
            for one in filter(self.takes_on, following):
                kept = self.assistant(owner, context, machine, one, self.lookup(context, one))
                self.complete(owner, one.id, "", kept, lambda answer, ms: None, urgent=False)
        except NoMachine:
            pass
        except Exception as error:
            _log.error("the next segment could not be prepared", error=error)

    def _run(
        self,
        machine: Machine,
        key: Hashable,
        job: Job[Result],
        told: Callable[[Result], None],
        urgent: bool,
    ) -> bool:
        """Run a job and tell its result; one that a newer one has ended has none."""

        def done(future: Future[Result]) -> None:
            error = future.exception()
            if error is None:
                told(future.result())
            elif not isinstance(error, Superseded):
                _log.error("decoding failed", error=error)

        try:
            machine.scheduler.submit(key, job, urgent).add_done_callback(done)
        except SchedulerClosed:
            job.close()
            return False
        return True

    def forget(self, owner: str) -> None:
        """Release what was kept for somebody who left."""
        self.cache.drop(lambda key: isinstance(key, tuple) and key[0] == owner)


def words_of_tags(segment: Segment) -> dict[int, str]:
    """Return the words that a segment's tags stand for, by number."""
    return {int(number): tag["word"] for number, tag in json.loads(segment.tags).items() if tag["word"]}
