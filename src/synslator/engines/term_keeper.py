"""Terms of a termbase in what the machine writes: drafts, completions and the suggestion box.

The model knows nothing of a termbase. Where its text lacks a term that has one translation, a second search
puts it where the model translated the term's source. What was typed is never changed, and a term that the
translator has translated in another way is left alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Job, Source
from synslator.decoding.infilling.demands import Wanted, cased, obey
from synslator.engines.alignment import by_attention, overlaps, target_spans
from synslator.runtime.package import Package
from synslator.terms.usage import Demand, Span
from synslator.text.word_list import word_list
from synslator.text.words import joins

LEAST_TYPED = 2
"""Letters of a term that must be typed before it is completed."""
ALONE = 5
"""Letters from which on a finished word is taken for the beginning of a term."""
CLEAR = 0.3
"""A word comes from a term's source if at least this share of what was looked at stands there."""


@dataclass(frozen=True)
class TermKeeper:
    """Puts the terms of one source into its translations."""

    package: Package
    source: Source
    text: str
    """The source, without tags."""
    demands: tuple[Demand, ...]

    def obeyed(self, target: str, fixed: int = 0) -> Job[str]:
        """Return a translation with the terms that it lacks; its first `fixed` characters stay."""
        if fixed == 0 and len(self.demands) == 1 and self.is_all(self.demands[0]):
            return self.demands[0].term
        text = target
        for demand in self.demands:
            for start, end in reversed(demand.against(text)):
                if start >= fixed:
                    text = text[:start] + cased(demand.term, text, start) + text[end:]
        wanted = [self.wanted(demand) for demand in self.demands]
        return (yield from obey(self.source, self.package.vocabulary, text, wanted, fixed))

    def is_all(self, demand: Demand) -> bool:
        """Return whether the source is a term and nothing else."""
        return self.text.strip() == self.text[slice(*demand.span)]

    def wanted(self, demand: Demand) -> Wanted:
        """Return a demand as the search knows it."""
        return Wanted(
            demand.term,
            demand.met,
            lambda text, reading: self.near(demand.span, text, reading),
            lambda replaced: plural(demand, replaced),
        )

    def near(self, span: Span, target: str, reading: Hypothesis) -> Span | None:
        """Return the words of a translation that the model wrote for a part of the source."""
        spans = target_spans(self.package, reading.ids, target)[: len(reading.attention)]
        if not spans:
            return None
        looked = np.array(reading.attention[: len(spans)])
        alignment = by_attention(self.package, self.text, target, spans, looked)
        inside = overlaps(alignment.source, [span])[:, 0] > 0
        whole = alignment.weights.sum(axis=0)
        shares = alignment.weights[inside].sum(axis=0) / np.maximum(whole, 1e-9)
        if not shares.size or shares.max() < CLEAR:
            return None
        first = last = int(shares.argmax())
        while first > 0 and shares[first - 1] >= CLEAR:
            first -= 1
        while last + 1 < len(shares) and shares[last + 1] >= CLEAR:
            last += 1
        return alignment.target[first][0], alignment.target[last][1]

    def continued(self, typed: str, shown: str) -> str:
        """Return the rest of a term that was begun at the end of a typed text, or nothing.

        A short word that may stand by itself ("the") has begun no term ("thermal printer").
        """
        listed = word_list(self.package.manifest.target_language)
        for demand in self.demands:
            for term in () if demand.met(shown) else demand.allowed:
                tail = begun(term, typed)
                alone = len(tail) < ALONE and listed is not None and tail.lower() in listed
                if tail and not alone:
                    return recased(term, tail)
        return ""


def plural(demand: Demand, replaced: str) -> Sequence[str]:
    """Return a term's plural where a plural stood and the language forms it with s."""
    both = replaced.rstrip().endswith("s") and not demand.term.endswith("s")
    return (f"{demand.term}s",) if both and re.fullmatch(demand.endings, "s") else ()


def begun(term: str, typed: str) -> str:
    """Return the end of a typed text with which a term begins, the longest; nothing if it was not begun."""
    for length in range(min(len(term) - 1, len(typed)), LEAST_TYPED - 1, -1):
        tail, before = typed[len(typed) - length :], typed[: len(typed) - length]
        if tail.casefold() == term[:length].casefold() and not joins(before[-1:] or " "):
            return tail
    return ""


def recased(term: str, tail: str) -> str:
    """Return the rest of a term in capitals or with capitals, as the typed beginning has them."""
    rest, words = term[len(tail) :], tail.split()
    if len(tail) > 3 and tail.isupper() and not term.isupper():
        return rest.upper()
    if len(words) > 1 and all(word[0].isupper() for word in words):
        return re.sub(r"(?<=[\s-])[^\W\d_]", lambda letter: letter[0].upper(), rest)
    return rest
