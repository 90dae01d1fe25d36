"""Completing one segment, keystroke after keystroke.

A `Completer` keeps what was computed for its segment. Each call takes the text that was typed so far and
gives the whole target, the words the machine adds with their probabilities, how much of them TAB takes, and
the suggestion box. Whatever was typed, the target begins with exactly that.
"""

from dataclasses import dataclass, field, replace
from typing import Protocol

from synslator.decoding.completion.alternatives import Known, SuggestionBox
from synslator.decoding.completion.existing_words import ExistingWords
from synslator.decoding.completion.greedy import GreedySearch
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.origins import Tracer
from synslator.decoding.completion.prefix import Prefix, split_prefix
from synslator.decoding.completion.sampling import suggest
from synslator.decoding.completion.suffix import Suffix, common, kept
from synslator.decoding.driver import Job, Source
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import Word, readable, split_words

MOST_KNOWN = 2000
"""Continued branches that are kept for a segment."""
KNOWN_BYTES = 800
"""What one takes, more or less."""


@dataclass(frozen=True)
class Suggestion:
    """A line of the suggestion box: what is inserted at the caret when it is chosen."""

    text: str
    probability: float


@dataclass(frozen=True)
class Completion:
    """The machine's answer to a typed prefix."""

    prefix: str
    text: str
    """The whole target; begins with the prefix."""
    words: tuple[Word, ...]
    """The predicted words."""
    sure: int
    """Where in the text the run of sure words after the caret ends: what TAB takes."""
    suggestions: tuple[Suggestion, ...] = ()
    language_model: str = ""
    """What the language model would insert at the caret."""


class Demanding(Protocol):
    """What says which words a translation must have: the terms of a termbase."""

    def obeyed(self, target: str, fixed: int = 0) -> Job[str]:
        """Return a translation with the words that it lacks; its first `fixed` characters stay."""

    def continued(self, typed: str, shown: str) -> str:
        """Return the rest of such a word that was begun at the end of a typed text, or nothing.

        What stands in the text that is shown for it is not lacking.
        """


@dataclass
class Completer:
    """One segment's completions. Not to be shared by threads."""

    source: Source
    vocabulary: Vocabulary
    language_model: Source | None = None
    options: SearchOptions = field(default_factory=SearchOptions)
    existing: ExistingWords | None = None
    """What judges whether words exist; without it nothing is judged."""
    demanding: Demanding | None = None

    @property
    def hypothesis(self) -> Hypothesis:
        """The target under construction."""
        return self.search.hypothesis

    def __post_init__(self) -> None:
        self.search = GreedySearch(Hypothesis(self.source, self.vocabulary), self.options, self.existing)
        self.monolingual: Hypothesis | None = None
        self.known: Known = {}
        self.settled: set[str] = set()
        """Texts in which the words that are demanded stand, or cannot be placed."""

    @property
    def nbytes(self) -> int:
        """Memory that is kept for the segment."""
        monolingual = self.monolingual.nbytes if self.monolingual else 0
        source = self.source.encoded.nbytes if self.source.encoded else 0
        return self.search.nbytes + monolingual + source + KNOWN_BYTES * len(self.known)

    def complete(self, text: str) -> Job[Completion]:
        """Complete a typed text, with the language model's line."""
        completion = yield from self.complete_by_model(text)
        if not self.wants_language_model(text):
            return completion
        line = yield from self.language_model_line(text)
        return replace(completion, language_model=line)

    def complete_by_model(self, text: str) -> Job[Completion]:
        """Complete a typed text, without the language model."""
        prefix = split_prefix(text, self.vocabulary)
        suffix = yield from self.search.complete(prefix)
        if self.demanding is not None:
            suffix = yield from self.with_demands(prefix, suffix, self.demanding)
        suggestions = yield from self.suggestions(prefix, suffix)
        return self.assemble(prefix, suffix, suggestions)

    def with_demands(self, prefix: Prefix, suffix: Suffix, demanding: Demanding) -> Job[Suffix]:
        """Return a suffix in which the demanded words stand, if they can be had behind what was typed."""
        typed, shown = prefix.text, self.written(prefix, suffix)
        text, fixed = shown, len(typed)
        if rest := demanding.continued(typed, shown):
            longer = split_prefix(typed + rest, self.vocabulary)
            text = self.written(longer, (yield from self.search.complete(longer)))
            fixed += len(rest)
        if text not in self.settled:
            text = yield from demanding.obeyed(text, fixed)
            self.settled = {text, *(self.settled if len(self.settled) < MOST_KNOWN else ())}
        return (yield from self.show(prefix, suffix, text)) if rest or text != shown else suffix

    def written(self, prefix: Prefix, suffix: Suffix) -> str:
        """Return the whole text: what was typed, and what was found behind it."""
        return prefix.text + readable(self.vocabulary.table.write(suffix.ids)[len(prefix.rest) :])

    def show(self, prefix: Prefix, suffix: Suffix, text: str) -> Job[Suffix]:
        """Take over a text that begins with what was typed as the one that is shown."""
        hypothesis, ids, first = self.hypothesis, self.vocabulary.encode(text), len(prefix.forced)
        written = self.vocabulary.table.write(ids[first:])
        if tuple(ids[:first]) != prefix.forced or not written.startswith(prefix.rest):
            return suffix  # the usual pieces of the text do not part where the typed words end
        hypothesis.cut(common(hypothesis.ids, ids))
        hypothesis.ids += ids[len(hypothesis.ids) :]
        hypothesis.shown = len(ids)
        yield from hypothesis.reread(first)
        words = (yield from self.search.words(first, prefix.rest)) if self.options.alternatives else ()
        return kept(hypothesis, first, prefix.rest, words)

    def assemble(self, prefix: Prefix, suffix: Suffix, suggestions: tuple[Suggestion, ...]) -> Completion:
        """Put an answer together."""
        table = self.vocabulary.table
        typed, length = len(prefix.rest), len(prefix.text)
        added = readable(table.write(suffix.ids)[typed:])
        words = split_words(table, suffix.ids, suffix.log_probabilities, typed, length)
        words = Tracer(self.hypothesis, suffix.first).trace(words)
        sure = length
        for word in words:
            if word.probability < self.options.highlight_threshold:
                break
            sure = word.end
        return Completion(prefix.text, prefix.text + added, tuple(words), sure, suggestions)

    def suggestions(self, prefix: Prefix, suffix: Suffix) -> Job[tuple[Suggestion, ...]]:
        """The suggestion box."""
        if not self.options.alternatives:
            return ()
        if len(self.known) > MOST_KNOWN:
            self.known.clear()
        box = SuggestionBox(self.search, suffix, prefix, self.known)
        found = yield from box.fill()
        typed = len(readable(prefix.rest))
        return tuple(Suggestion(one.text[typed:], one.probability) for one in found)

    def wants_language_model(self, text: str) -> bool:
        """Whether the prefix is long enough for the language model to be worth hearing."""
        options = self.options
        return bool(
            self.language_model
            and options.language_model_words
            and self.vocabulary.count_words(text) > options.language_model_after
        )

    def language_model_line(self, text: str) -> Job[str]:
        """What the language model would insert at the caret."""
        prefix = split_prefix(text, self.vocabulary)
        if self.monolingual is None:
            assert self.language_model is not None
            self.monolingual = Hypothesis(self.language_model, self.vocabulary)
        written = yield from suggest(self.monolingual, prefix, self.vocabulary, self.options)
        return written[len(readable(prefix.rest)) :]
