"""Other words for a span of a translation, with what stands on both sides kept to the letter."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from synslator.decoding.completion.alternatives import same
from synslator.decoding.completion.completer import Completer
from synslator.decoding.driver import Job
from synslator.decoding.infilling.continuations import SamplingOptions
from synslator.decoding.infilling.gaps import Filling, GapOptions, fill
from synslator.terms.usage import Demand
from synslator.text.tags import TAG
from synslator.text.words import count_words, joins

MOST = 5
"""Rephrasings that are offered at most."""
MORE_WORDS = 2
"""How many words longer than the span one may be."""
LONGEST = 12
"""Words of a span for which others are looked for."""
LEAST = 0.02
"""One that is less probable than this, of all that were looked at, is not offered."""


@dataclass(frozen=True, slots=True)
class Rephrasing:
    """What may stand in a span instead; put there as it is, with its spaces."""

    text: str
    probability: float
    """Of all that was looked at."""


@dataclass(frozen=True, slots=True)
class Rephrasings:
    """What may stand in a span of a text instead, best first."""

    start: int
    end: int
    """The span, with the rest of words that it began or ended in."""
    lines: tuple[Rephrasing, ...]


def at_words(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span with the rest of the words that it begins and ends in; of a caret, the word around it."""
    start, end = (min(at, len(text)) for at in sorted((start, end)))
    if start == end:
        end += joins(text[end : end + 1] or " ")
        start -= start == end and joins(text[:start][-1:] or " ")
    while 0 < start < len(text) and joins(text[start - 1]) and joins(text[start]):
        start -= 1
    while 0 < end < len(text) and joins(text[end - 1]) and joins(text[end]):
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def rephrase(
    completer: Completer, left: str, span: str, right: str, demands: Sequence[Demand]
) -> Job[tuple[Rephrasing, ...]]:
    """Find what may stand between two texts instead of a span; all of them without tags."""
    words = count_words(span)
    if words > LONGEST or TAG.search(span):
        return ()
    sampling = SamplingOptions(
        count=6, temperature=1.0, shortest=1, longest_factor=0, longest_extra=4 * (words + MORE_WORDS)
    )
    options = GapOptions(sampling, words=words + MORE_WORDS, candidates=40)
    found = yield from fill(completer.source, completer.vocabulary, left, right, options)
    top = found[0].score if found else 0.0
    whole = sum(math.exp(one.score - top) for one in found)
    lines: list[Rephrasing] = []
    for one in trusted(completer, found, left, span, right, demands):
        share = math.exp(one.score - top) / whole
        if share >= LEAST and len(lines) < MOST:
            lines.append(Rephrasing(one.whole[len(left) : len(one.whole) - len(right)], share))
    return tuple(lines)


def trusted(
    completer: Completer,
    found: Sequence[Filling],
    left: str,
    span: str,
    right: str,
    demands: Sequence[Demand],
) -> Iterator[Filling]:
    """Yield the fillings that say something else, in words that exist, double nothing and keep the terms."""
    existing, seen = completer.existing, {same(span), ""}
    kept = [demand for demand in demands if demand.met(left + span + right)]
    for one in found:
        doubled = existing is not None and (
            existing.doubles(left, one.text) or existing.doubles(one.text, right)
        )
        invented = existing is not None and existing.unknown(left, one.text)
        if same(one.text) in seen or doubled or invented:
            continue
        if all(demand.met(one.whole) for demand in kept):
            seen.add(same(one.text))
            yield one
