"""Assistants for open segments: made from what the memory knows, kept while they are good, ready ahead."""

import json
import time
from collections.abc import Callable, Hashable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TypeVar

from synslator.decoding.driver import Job
from synslator.decoding.scheduler import Superseded
from synslator.logs import Log
from synslator.memory.model import Lookup, Neighbours
from synslator.storage.database import Database
from synslator.storage.documents.segment import Segment
from synslator.storage.documents.segments import neighbours, next_unfinished
from synslator.workbench.live.cache import ByteCache
from synslator.workbench.live.segment_completer import Answer, SegmentCompleter
from synslator.workbench.live.tagged_text import TaggedSource
from synslator.workbench.machine import Machine
from synslator.workbench.projects.context import Context

_log = Log("assistance")

Result = TypeVar("Result")

LONGEST_SOURCE, LONGEST_PREFIX = 1200, 3000
"""Characters up to which a segment is completed: what it takes grows with the square of the length."""

Answered = Callable[[Answer, float], None]
"""Receives a completion and how many milliseconds it took."""


@dataclass(frozen=True, slots=True)
class Kept:
    """An assistant and what it was made from."""

    assistant: SegmentCompleter
    made_from: tuple[object, ...]

    @property
    def nbytes(self) -> int:
        """Memory that is kept for the segment."""
        return self.assistant.nbytes


class Completions:
    """Makes assistants and asks them. May be used from any thread."""

    def __init__(self, database: Database, machine: Machine, cache_bytes: int) -> None:
        self.machine, self._database = machine, database
        self.cache: ByteCache[Kept] = ByteCache(cache_bytes)

    def lookup(self, context: Context, segment: Segment) -> Lookup:
        """Find the matches of a segment, the segments around it considered."""
        with self._database.reading() as connection:
            around = Neighbours(*neighbours(connection, segment))
        return context.lookup(segment.source, around)

    def serves(self, context: Context) -> bool:
        """Return whether there is a model for the project's languages; does not wait for it to be opened."""
        project = context.project
        return self.machine.ready and self.machine.serves(project.source_language, project.target_language)

    def takes_on(self, segment: Segment) -> bool:
        """Return whether a segment is short enough to be completed while somebody types."""
        return len(segment.source) <= LONGEST_SOURCE

    def assistant(self, owner: str, context: Context, segment: Segment, lookup: Lookup) -> SegmentCompleter:
        """Return the assistant for a segment; a new one where the memory has learned something about it."""
        engine, examples = context.engine(self.machine), context.examples(lookup)
        seen = tuple((example.entry, example.version, example.rate) for example in examples)
        made_from = (engine, segment.source, seen)
        key = (owner, segment.id)
        kept = self.cache.get(key)
        if kept is not None and kept.made_from == made_from:
            return kept.assistant
        source = TaggedSource.of(segment.source, words_of_tags(segment))
        assistant = SegmentCompleter(engine, source, examples, context.settings.search_options())
        self.cache.put(key, Kept(assistant, made_from))
        return assistant

    def complete(
        self,
        owner: str,
        segment: int,
        typed: str,
        assistant: SegmentCompleter,
        told: Answered,
        urgent: bool = True,
    ) -> None:
        """Complete what was typed in a segment; a newer request for it ends this one."""
        started = time.perf_counter()
        if len(typed) > LONGEST_PREFIX:
            told(Answer(typed, typed, (), len(typed), (), assistant.engine.name), 0.0)
            return

        def done(answer: Answer) -> None:
            told(answer, (time.perf_counter() - started) * 1000)
            self.cache.trim()

        self._run(("segment", owner, segment), assistant.complete(typed), done, urgent)

    def continue_by_language_model(
        self, owner: str, segment: int, typed: str, assistant: SegmentCompleter, told: Callable[[str], None]
    ) -> None:
        """Ask the language model how it would go on."""
        if len(typed) > LONGEST_PREFIX:
            return
        self._run(("language model", owner, segment), assistant.language_model(typed), told, urgent=False)

    def prepare_next(self, owner: str, context: Context, segment: Segment) -> None:
        """Have the next unfinished segment ready before it is opened."""
        try:
            with self._database.reading() as connection:
                following = next_unfinished(connection, segment)
            for one in filter(self.takes_on, following):
                assistant = self.assistant(owner, context, one, self.lookup(context, one))
                self.complete(owner, one.id, "", assistant, lambda answer, ms: None, urgent=False)
        except Exception as error:
            _log.error("the next segment could not be prepared", error=error)

    def _run(self, key: Hashable, job: Job[Result], told: Callable[[Result], None], urgent: bool) -> None:
        """Run a job and tell its result; one that a newer one has ended has none."""

        def done(future: Future[Result]) -> None:
            error = future.exception()
            if error is None:
                told(future.result())
            elif not isinstance(error, Superseded):
                _log.error("decoding failed", error=error)

        self.machine.scheduler.submit(key, job, urgent).add_done_callback(done)

    def forget(self, owner: str) -> None:
        """Release what was kept for somebody who left."""
        self.cache.drop(lambda key: isinstance(key, tuple) and key[0] == owner)


def words_of_tags(segment: Segment) -> dict[int, str]:
    """Return the words that a segment's tags stand for, by number."""
    return {int(number): tag["word"] for number, tag in json.loads(segment.tags).items() if tag["word"]}
