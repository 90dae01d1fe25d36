"""Completions for one open segment: the machine's, with the source's tags in them.

An assistant may be asked from any thread, but what it is asked runs as a decoding job, on the scheduler's
thread, one after the other.
"""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Literal

from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.driver import Job
from synslator.decoding.options import SearchOptions
from synslator.decoding.words import Word, WordOrigin, word_spans
from synslator.engines.alignment import attended
from synslator.engines.completers import completer_of
from synslator.engines.coverage.gaps import Coverage
from synslator.engines.drafter import Drafter
from synslator.engines.number_agreement import lost_heading
from synslator.engines.protocol import Engine, Example
from synslator.terms.usage import Demand
from synslator.text.tag_placement import Range
from synslator.text.tags import Tag, TagKind, split
from synslator.text.words import joins
from synslator.workbench.live.covered import Covered, Gaps
from synslator.workbench.live.long_source import PartsCompleter, parts_completer
from synslator.workbench.live.rephrasing import Rephrasing, Rephrasings, at_words, rephrase
from synslator.workbench.live.tagged_text import TaggedSource


@dataclass(frozen=True, slots=True)
class Cause:
    """What a word comes from, and how much of it."""

    kind: Literal["model", "memory", "language model"]
    weight: float
    entry: int | None = None
    """The memory's entry, and the words of it."""
    words: str = ""


@dataclass(frozen=True, slots=True)
class PredictedWord:
    """A word that the machine adds."""

    text: str
    start: int
    end: int
    """Its place in the completed text."""
    probability: float
    causes: tuple[Cause, ...] = ()


@dataclass(frozen=True, slots=True)
class Offered:
    """A line of the suggestion box: what is put in at the caret when it is chosen."""

    text: str
    probability: float


@dataclass(frozen=True, slots=True)
class Answer:
    """What the machine makes of a typed text."""

    prefix: str
    """What was typed before the caret; `text` begins with exactly that."""
    text: str
    words: tuple[PredictedWord, ...]
    sure: int
    """Where in the text the run of sure words after the caret ends."""
    suggestions: tuple[Offered, ...]
    engine: str
    uncovered: tuple[Range, ...] = ()
    """Where in the source stands what the text leaves out."""


def _ends_a_word(typed: str) -> bool:
    """Whether a text ends in a word, and that in a closing tag: what follows is another word."""
    *_, last = itertools.chain([""], (piece for piece in split(typed) if not _closes(piece)))
    return isinstance(last, str) and joins(last[-1:]) and not typed.endswith(last)


def _closes(piece: str | Tag) -> bool:
    return isinstance(piece, Tag) and piece.kind is TagKind.CLOSE


def _behind_word(spaced: Completion, plain: str) -> Completion:
    """Make of what goes on from a text and a space what goes on from the text."""
    suggestions = tuple(replace(one, text=f" {one.text}") for one in spaced.suggestions)
    return replace(spaced, prefix=plain, suggestions=suggestions)


def _from_the_beginning(numbered: Completion) -> Completion:
    """Make of what goes on from a heading's number what begins with it."""
    end = len(numbered.prefix.rstrip())
    number = Word(numbered.prefix[:end], 0, end, 1.0, 0, 0)
    return replace(numbered, prefix="", words=(number, *numbered.words), suggestions=())


class SegmentCompleter:
    """Completes one segment."""

    def __init__(
        self,
        engine: Engine,
        source: TaggedSource,
        examples: Sequence[Example],
        options: SearchOptions,
        demands: Sequence[Demand] = (),
        coverage: Coverage | None = None,
        draft: str = "",
    ) -> None:
        """`draft` is what is shown before anything is typed, if it is not the first completion."""
        self.engine, self.source, self.examples = engine, source, tuple(examples)
        self.demands = tuple(demands)
        parts = Drafter(engine).parts(source.plain)
        self._whole = lru_cache(1)(
            lambda: completer_of(engine, source.plain, self.examples, options, self.demands)
        )
        self._completer: Completer | PartsCompleter = (
            parts_completer(engine, parts, self.examples, options, self.demands)
            if len(parts) > 1
            else self._whole()
        )
        self._covered = Covered(coverage, source.plain) if coverage else None
        self._draft = source.untagged(draft)
        self.nbytes = self._completer.nbytes
        """Memory that is kept for the segment, as of the last answer: the job that is running changes it."""

    def complete(self, typed: str) -> Job[Answer]:
        """Complete what was typed before the caret."""
        completer, plain = self._completer, self.source.untagged(typed)
        completion = yield from completer.complete_by_model(plain)
        if _ends_a_word(typed) and joins(completion.text[len(plain) : len(plain) + 1]):
            spaced = yield from completer.complete_by_model(f"{plain} ")
            completion = _behind_word(spaced, plain)
        if not plain and (number := lost_heading(self.source.plain, completion.text)):
            numbered = yield from completer.complete_by_model(f"{number} ")
            completion = _from_the_beginning(numbered)
        self.nbytes = completer.nbytes
        if self._covered and self._draft and not typed:
            draft, self._draft = self._draft, ""
            yield from self._covered.read_draft(completer.hypothesis, draft)
        return self._answer(typed, completion)

    def rephrase(self, text: str, start: int, end: int) -> Job[Rephrasings]:
        """Return what may stand in a span of a text instead; both sides stay."""
        start, end = at_words(text, start, end)
        left, right = self.source.untagged(text[:start]), self.source.untagged(text[end:])
        lines: tuple[Rephrasing, ...] = ()
        if start < end:
            lines = yield from rephrase(self._whole(), left, text[start:end], right, self.demands)
        return Rephrasings(start, end, lines)

    def wants_language_model(self, typed: str) -> bool:
        """Return whether the language model has something to say here."""
        return self._completer.wants_language_model(self.source.untagged(typed))

    def language_model(self, typed: str) -> Job[str]:
        """Return what the language model would put in at the caret."""
        line = yield from self._completer.language_model_line(self.source.untagged(typed))
        self.nbytes = self._completer.nbytes
        return line

    def _causes(self, word: Word) -> tuple[Cause, ...]:
        """Return what a word comes from: the words of memory entries, and the model for the rest."""
        if not word.origins:
            return ()
        entries = [
            Cause("memory", round(one.share, 3), one.entry, self._word_of(one)) for one in word.origins
        ]
        rest = 1 - sum(cause.weight for cause in entries)
        return (*entries, Cause("model", round(max(rest, 0.0), 3)))

    def _word_of(self, origin: WordOrigin) -> str:
        """Return the word of a memory entry's target that is meant."""
        target = next((one.target for one in self.examples if one.entry == origin.entry), "")
        vocabulary = self.engine.package.vocabulary
        text, words = word_spans(vocabulary.table, vocabulary.encode(" ".join(target.split())))
        return text[slice(*words[origin.word])].strip() if origin.word < len(words) else ""

    def _answer(self, typed: str, completion: Completion) -> Answer:
        hypothesis, package = self._completer.hypothesis, self.engine.package
        gaps = self._gaps(completion)
        if gaps.sure is not None:
            completion = replace(completion, sure=min(completion.sure, gaps.sure))
        written = self.source.retagged(
            typed,
            completion.text,
            lambda: attended(package, self.source.plain, hypothesis, completion.text),
        )
        words = tuple(
            PredictedWord(
                written.text[written.start(word.start) : written.end(word.end)],
                written.start(word.start),
                written.end(word.end),
                word.probability,
                self._causes(word),
            )
            for word in completion.words
        )
        all_sure = bool(completion.words) and completion.sure == completion.words[-1].end
        sure = len(written.text) if all_sure else written.end(max(completion.sure, len(completion.prefix)))
        suggestions = tuple(
            Offered(self.source.with_words_tagged(one.text, typed), one.probability)
            for one in completion.suggestions
        )
        sure, places = max(sure, len(typed)), self.source.places
        uncovered = tuple((places[start][0], places[end - 1][1]) for start, end in gaps.source)
        return Answer(typed, written.text, words, sure, suggestions, self.engine.name, uncovered)

    def _gaps(self, completion: Completion) -> Gaps:
        """Return what a completed text leaves out of the source."""
        if self._covered is None:
            return Gaps()
        return self._covered.look(self._completer.hypothesis, completion.text, len(completion.prefix))
