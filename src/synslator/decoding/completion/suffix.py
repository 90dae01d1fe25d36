"""What a search found behind the forced pieces, and what of it still holds under another prefix."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from synslator.decoding.completion.half_word import WordCandidate, total
from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.prefix import Prefix, still_open

TINY = 1e-12
"""Probability that stands for none."""
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
    words: tuple[WordCandidate, ...] = ()
    """The words that the open text may become, best first, as far as they were looked for."""
    ended: bool = False
    """Whether nothing comes after them."""


def agreed(hypothesis: Hypothesis, prefix: Prefix) -> int | None:
    """Where the open text begins in the shown text, if what was typed agrees with that."""
    table, at = hypothesis.vocabulary.table, 0
    forced = table.write(prefix.forced)
    written = table.write(hypothesis.ids[: hypothesis.shown])
    if not prefix.rest or not written.startswith(forced + prefix.rest):
        return None
    for n in range(hypothesis.shown):
        if at >= len(forced):
            return n if at == len(forced) else None
        at += len(table.surfaces[hypothesis.ids[n]])
    return None


def kept(hypothesis: Hypothesis, first: int, rest: bytes, words: Sequence[WordCandidate]) -> Suffix:
    """The shown text from position `first` on, as it stands."""
    vocabulary, found = hypothesis.vocabulary, []
    ids = tuple(hypothesis.ids[first : hypothesis.shown])
    for n, piece in enumerate(ids):
        found.append(log_share(hypothesis, first + n, first, rest, piece))
        rest = still_open(rest, vocabulary.table.surfaces[piece])
        written = vocabulary.table.write(ids[: n + 1])
        whole = n + 1 == len(ids) or not vocabulary.inside[ids[n + 1]]
        if whole and (word := next((one for one in words if one.written == written), None)):
            found = [*log_shares(replace(word, ids=ids[: n + 1]))]
    return Suffix(first, ids, tuple(found), tuple(words))


def log_share(hypothesis: Hypothesis, at: int, first: int, rest: bytes, piece: int) -> float:
    """The log-probability of a piece at a position, among the pieces that are allowed there."""
    scores = hypothesis.scores[at]
    allowed = hypothesis.vocabulary.allowed(rest, hypothesis.ids[first:at][-4:])
    return float(scores[piece]) - (0.0 if allowed is None else total(scores[allowed]))


def log_shares(word: WordCandidate) -> tuple[float, ...]:
    """Log-probabilities for a word's pieces whose sum is the word's."""
    return (math.log(max(word.probability, TINY)), *[0.0] * (len(word.ids) - 1))


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
