"""Completing a text that is too long for a model, part by part, as it is drafted.

What was typed is divided at its sentences: a part is finished where the model, reading that part alone, has
nothing to add. Behind what the part at the caret is completed with stand the completions of the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from synslator.decoding.completion.completer import Completer, Completion
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Job
from synslator.decoding.options import SearchOptions
from synslator.engines.completers import completer_of
from synslator.engines.drafter import TextPart
from synslator.engines.protocol import Engine, Example
from synslator.terms.usage import Demand
from synslator.text.languages import profile
from synslator.text.segmentation import SentenceSegmenter

SHORTEST, LONGEST = 0.5, 1.7
"""How long a finished part is, as a share of what the machine would write for it."""


def parts_completer(
    engine: Engine,
    parts: Sequence[TextPart],
    examples: Sequence[Example],
    options: SearchOptions,
    demands: Sequence[Demand],
) -> "PartsCompleter":
    """Return what completes the parts of a source, each with the terms in it."""
    completers = [
        completer_of(engine, part.text, examples, options, _demands_in(part, demands)) for part in parts
    ]
    target = engine.package.manifest.target_language
    return PartsCompleter(completers, SentenceSegmenter(target), profile(target).joiner)


def _demands_in(part: TextPart, demands: Sequence[Demand]) -> list[Demand]:
    """Return the demands whose terms stand in a part, with their places in it."""
    found = []
    for demand in demands:
        inside = [n for n, place in enumerate(part.places) if demand.span[0] <= place < demand.span[1]]
        if inside:
            found.append(replace(demand, span=(inside[0], inside[-1] + 1)))
    return found


@dataclass
class PartsCompleter:
    """Completes one long segment. Not to be shared by threads."""

    parts: Sequence[Completer]
    segmenter: SentenceSegmenter
    """Of the target language."""
    joiner: str
    """What stands between two sentences of it."""
    _at: int = 0
    _alone: dict[int, Completion] = field(default_factory=dict)
    """What the parts are completed to where nothing was typed."""
    _finished: dict[tuple[int, str], bool] = field(default_factory=dict)

    @property
    def hypothesis(self) -> Hypothesis:
        """That of the part at the caret."""
        return self.parts[self._at].hypothesis

    @property
    def nbytes(self) -> int:
        """Memory that is kept for the segment."""
        return sum(part.nbytes for part in self.parts)

    def complete_by_model(self, text: str) -> Job[Completion]:
        """Complete a typed text, without the language model."""
        self._at, start = yield from self._place(text)
        own = text[start:]
        completion = yield from self.parts[self._at].complete_by_model(own)
        blank = self.joiner if start and not own and not text[-1:].isspace() else ""
        completion = _behind(text[:start] + blank, completion, len(text))
        for number in range(self._at + 1, len(self.parts)):
            more = yield from self._complete_alone(number)
            completion = _joined(completion, more, self.joiner)
        return completion

    def wants_language_model(self, text: str) -> bool:
        """Whether the prefix is long enough for the language model to be worth hearing."""
        return self.parts[0].wants_language_model(text)

    def language_model_line(self, text: str) -> Job[str]:
        """What the language model would insert at the caret."""
        return (yield from self.parts[0].language_model_line(text))

    def _place(self, text: str) -> Job[tuple[int, int]]:
        """Find the part at the end of a typed text, and where in the text it begins."""
        start = 0
        for number in range(len(self.parts) - 1):
            end = yield from self._end(number, text, start)
            if end is None:
                return number, start
            start = end + len(text[end:]) - len(text[end:].lstrip())
        return len(self.parts) - 1, start

    def _end(self, number: int, text: str, start: int) -> Job[int | None]:
        """Find where a part that begins at a place of a text ends in it, if it does."""
        rest = text[start:]
        for edge in [*self.segmenter.starts(rest), len(rest)]:
            body = rest[:edge].rstrip()
            if body and (yield from self._is_finished(number, body)):
                return start + len(body)
        return None

    def _is_finished(self, number: int, body: str) -> Job[bool]:
        expected = len((yield from self._complete_alone(number)).text)
        if not SHORTEST * expected <= len(body) <= LONGEST * expected:
            return len(body) > expected
        if (number, body) not in self._finished:
            completion = yield from self.parts[number].complete_by_model(body)
            self._finished[number, body] = not completion.text[len(body) :].strip()
        return self._finished[number, body]

    def _complete_alone(self, number: int) -> Job[Completion]:
        if number not in self._alone:
            self._alone[number] = yield from self.parts[number].complete_by_model("")
        return self._alone[number]


def _behind(before: str, completion: Completion, typed: int) -> Completion:
    """Make of the completion of a part that of a text in which something stands before it."""
    shift = len(before)
    text = before + completion.text
    suggestions = completion.suggestions
    if shift > typed:
        suggestions = tuple(replace(one, text=before[typed:] + one.text) for one in suggestions)
    words = tuple(replace(one, start=one.start + shift, end=one.end + shift) for one in completion.words)
    return replace(
        completion,
        prefix=text[:typed],
        text=text,
        words=words,
        sure=max(completion.sure + shift, typed) if completion.sure else typed,
        suggestions=suggestions,
    )


def _joined(completion: Completion, more: Completion, joiner: str) -> Completion:
    """Put the completion of the next part behind another one."""
    blank = joiner if completion.text and more.text else ""
    following = _behind(completion.text + blank, more, len(completion.prefix))
    sure = following.sure if more.sure and completion.sure == len(completion.text) else completion.sure
    return replace(completion, text=following.text, words=(*completion.words, *following.words), sure=sure)
