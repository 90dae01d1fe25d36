"""N-gram accuracy, as the paper defines it.

For every word of a reference at which N more words follow, were the next N words predicted? The share of
those that were, for N = 1, 2, 3: by the continuation that is shown alone; by it or one of the lines of the
suggestion box; by one of these or the language model's line.

A word is right if it is the reference's in every character, with its case and with the punctuation that
touches it. Beside this, `words_only` ignores punctuation at the edges of words (a word that is nothing else
stays as it is), and `moses` counts the tokens of the Moses tokenizer, as the paper does: a mark is a word of
its own, and is asked for too. The convention is the same for all rows.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from synslator.evaluation.metrics.bootstrap import Score
from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.predictions.observation import Observation
from synslator.text.languages import profile

LENGTHS = (1, 2, 3)
ROWS = ("alone", "box", "box_and_language_model")
"""The continuation shown; with the suggestion box; with that and the language model's line."""
EDGES = re.compile(r"^[^\w]+|[^\w]+$")

Tokenize = Callable[[str], list[str]]


def bare(word: str) -> str:
    """Return a word without the punctuation at its edges."""
    return EDGES.sub("", word) or word


@dataclass(frozen=True)
class Convention:
    """What counts as a word."""

    cut: Callable[[Sequence[str]], list[str]]
    """The units of some words as spaces part them."""
    inside: bool = False
    """Whether units that begin inside of such a word are asked for too."""


EXACT = Convention(list)
WORDS_ONLY = Convention(lambda words: [bare(word) for word in words])


def moses(language: str) -> Tokenize | None:
    """Return the Moses tokenizer of a language, or None where spaces do not part words."""
    if not profile(language).spaced:
        return None
    from sacremoses import MosesTokenizer

    tokenizer = MosesTokenizer(lang=language)
    # The same few words come again in the prefix after the next.
    return lru_cache(10_000)(lambda text: list(tokenizer.tokenize(text, escape=False)))


def conventions(language: str) -> dict[str, Convention]:
    """Return the conventions for texts of a language."""
    found = {"exact": EXACT, "words_only": WORDS_ONLY}
    if tokenize := moses(language):
        found["moses"] = Convention(lambda words: tokenize(" ".join(words)), inside=True)
    return found


@dataclass(frozen=True)
class Accuracy:
    """Shares in percent, for each row and each N."""

    shares: dict[str, tuple[float, ...]]
    counts: tuple[int, ...]
    """N-grams of the references, for each N."""


def statistics(segments: Iterable[Sequence[Observation]], convention: Convention = EXACT) -> Numbers:
    """Count the N-grams of each segment and those predicted: (segments, rows + 1, lengths), the last all."""
    table = [
        [hits(one, convention) for one in segment if convention.inside or not one.inside]
        for segment in segments
    ]
    zero = np.zeros((len(ROWS) + 1, len(LENGTHS)))
    return np.array([np.sum([zero, *segment], axis=0) for segment in table])


def hits(observation: Observation, convention: Convention) -> Numbers:
    """Return whether the next N words were predicted, (rows + 1, lengths); last row: whether N are left."""
    expected = convention.cut(observation.expected)
    sources = [
        [convention.cut(line) for line in lines]
        for lines in ([observation.shown], observation.box, [observation.language_model])
    ]
    result = np.zeros((len(ROWS) + 1, len(LENGTHS)))
    for column, length in enumerate(LENGTHS):
        if len(expected) < length:
            continue
        right = [any(line[:length] == expected[:length] for line in lines) for lines in sources]
        result[:-1, column] = np.logical_or.accumulate(right)
        result[-1, column] = 1
    return result


def accuracy(counts: Numbers) -> Accuracy:
    """Return the shares of all segments together."""
    sums = counts.sum(axis=0)
    shares = 100 * sums[:-1] / np.maximum(sums[-1], 1)
    return Accuracy(
        {row: tuple(map(float, shares[n])) for n, row in enumerate(ROWS)}, tuple(map(int, sums[-1]))
    )


def score_of(row: str, length: int) -> Score:
    """Return the share of one row and N, of summed statistics flattened to (rows + 1) * lengths numbers."""
    at = (ROWS.index(row), LENGTHS.index(length))

    def score(sums: Numbers) -> float:
        table = sums.reshape(len(ROWS) + 1, len(LENGTHS))
        return float(100 * table[at] / max(table[-1, at[1]], 1))

    return score
