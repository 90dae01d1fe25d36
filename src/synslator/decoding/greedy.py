"""Greedy search from a typed prefix, which repeats no work that an earlier search has done.

The hypothesis of the last keystroke is walked again under the new prefix. Where a piece is still the best
one, it stays; the first one that is not is replaced, and what followed it becomes a draft, which the model
reads in one pass and which is walked in the same way. So typing what was predicted needs no pass at all,
and the result is always that of a search from the beginning.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.decoding.drafts import Draft
from synslator.decoding.driver import Job
from synslator.decoding.hypothesis import Hypothesis
from synslator.decoding.options import SearchOptions
from synslator.decoding.prefix import Prefix, still_open

LONGEST_LOOP = 12
"""Pieces of the longest run whose repetition is noticed."""


@dataclass(frozen=True)
class Suffix:
    """What a search found after the forced pieces."""

    first: int
    """Where in the hypothesis it begins."""
    ids: tuple[int, ...]
    """Its pieces, without the end piece."""
    log_probabilities: tuple[float, ...]
    """Of each piece, among those that the open text allows."""


def complete(hypothesis: Hypothesis, prefix: Prefix, options: SearchOptions) -> Job[Suffix]:
    """Bring the hypothesis into line with a prefix and return what follows its forced pieces."""
    draft = Draft(hypothesis.vocabulary, options.draft, hypothesis.seen)
    first = len(prefix.forced)
    agree = common(hypothesis.ids, prefix.forced)
    if agree < first:
        draft.remember(hypothesis.ids[agree:], prefix.forced[agree])
        hypothesis.cut(agree)
        hypothesis.ids += prefix.forced[agree:]
    else:
        draft.pieces = hypothesis.go_back(first)
    longest = options.longest(hypothesis.source.length)

    def enough(ids: Sequence[int]) -> bool:
        return len(ids) >= longest or loop_at(ids, options.repeats) is not None

    suffix = yield from walk(hypothesis, first, prefix.rest, draft, enough)
    hypothesis.seen.note(hypothesis.ids, agree)
    loop = loop_at(suffix.ids, options.repeats)
    return suffix if loop is None else Suffix(first, suffix.ids[:loop], suffix.log_probabilities[:loop])


def walk(
    hypothesis: Hypothesis, first: int, rest: bytes, draft: Draft, enough: Callable[[Sequence[int]], bool]
) -> Job[Suffix]:
    """Make every piece from `first` on the best one, to the end piece or until there are enough of them."""
    vocabulary, at = hypothesis.vocabulary, first
    found: list[float] = []
    while rest or not enough(hypothesis.ids[first:at]):
        if at >= len(hypothesis.scores):
            if len(hypothesis.ids) == at and not rest:
                hypothesis.ids += draft.propose(hypothesis.ids)
            yield from hypothesis.read(first)
        best, log_probability = choose(hypothesis, at, first, rest)
        if hypothesis.ids[at : at + 1] != [best]:
            draft.remember(hypothesis.ids[at:], best)
            hypothesis.cut(at)
            hypothesis.ids.append(best)
        else:
            draft.confirm()
        if best == vocabulary.end:
            break
        found.append(log_probability)
        rest = still_open(rest, vocabulary.table.surfaces[best])
        at += 1
    return Suffix(first, tuple(hypothesis.ids[first:at]), tuple(found))


def choose(hypothesis: Hypothesis, at: int, first: int, rest: bytes) -> tuple[int, float]:
    """The best piece at a position, and its log-probability among the pieces that are allowed there."""
    scores = hypothesis.scores[at]
    allowed = hypothesis.vocabulary.allowed(rest, hypothesis.ids[first:at][-4:])
    if allowed is None:
        best = hypothesis.free[at]
        return best, float(scores[best])
    values = scores[allowed]
    place = int(values.argmax())
    return int(allowed[place]), float(-np.log(np.exp(values - values[place]).sum()))


def common(one: Sequence[int], other: Sequence[int]) -> int:
    """How many pieces two sequences begin with alike."""
    pairs = zip(one, other, strict=False)
    return next((n for n, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def loop_at(ids: Sequence[int], repeats: int) -> int | None:
    """Where a run that has come `repeats` times in a row first ended, if the pieces end in one."""
    if not ids or ids.count(ids[-1]) < repeats:
        return None
    for period in range(1, min(LONGEST_LOOP, len(ids) // repeats) + 1):
        run = ids[-period:]
        start = len(ids) - period * repeats
        if all(ids[start + n * period : start + (n + 1) * period] == run for n in range(repeats)):
            return start + period
    return None
