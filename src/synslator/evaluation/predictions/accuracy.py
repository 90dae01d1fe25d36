"""N-gram accuracy, as the paper defines it.

For every word of a reference at which N more words follow, were the next N words predicted? The share of
those that were, for N = 1, 2, 3: by the continuation that is shown alone; by it or one of the lines of the
suggestion box; by one of these or the language model's line.

A word is right if it is the reference's in every character, with its case and with the punctuation that
touches it. Beside this, `words_only` ignores punctuation at the edges of words (a word that is nothing else
stays as it is), which is nearer to the paper's tokenised text. The convention is the same for all rows.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from synslator.evaluation.metrics.bootstrap import Score
from synslator.evaluation.metrics.scores import Numbers
from synslator.evaluation.predictions.observation import Observation

LENGTHS = (1, 2, 3)
ROWS = ("alone", "box", "box_and_language_model")
"""The continuation shown; with the suggestion box; with that and the language model's line."""
EDGES = re.compile(r"^[^\w]+|[^\w]+$")

Normalise = Callable[[str], str]


def exact(word: str) -> str:
    """Return a word as it is."""
    return word


def bare(word: str) -> str:
    """Return a word without the punctuation at its edges."""
    return EDGES.sub("", word) or word


CONVENTIONS: dict[str, Normalise] = {"exact": exact, "words_only": bare}


@dataclass(frozen=True)
class Accuracy:
    """Shares in percent, for each row and each N."""

    shares: dict[str, tuple[float, ...]]
    counts: tuple[int, ...]
    """N-grams of the references, for each N."""


def statistics(segments: Iterable[Sequence[Observation]], normalise: Normalise = exact) -> Numbers:
    """Count the N-grams of each segment and those predicted: (segments, rows + 1, lengths), the last all."""
    table = [[hits(one, normalise) for one in segment] for segment in segments]
    zero = np.zeros((len(ROWS) + 1, len(LENGTHS)))
    return np.array([np.sum([zero, *segment], axis=0) for segment in table])


def hits(observation: Observation, normalise: Normalise) -> Numbers:
    """Return whether the next N words were predicted, (rows + 1, lengths); last row: whether N are left."""
    expected = [normalise(word) for word in observation.expected]
    sources = ([observation.shown], observation.box, [observation.language_model])
    result = np.zeros((len(ROWS) + 1, len(LENGTHS)))
    for column, length in enumerate(LENGTHS):
        if len(expected) < length:
            continue
        right = [any(begins(line, expected[:length], normalise) for line in lines) for lines in sources]
        result[:-1, column] = np.logical_or.accumulate(right)
        result[-1, column] = 1
    return result


def begins(line: Sequence[str], expected: Sequence[str], normalise: Normalise) -> bool:
    """Return whether a prediction starts with the expected words."""
    return [normalise(word) for word in line[: len(expected)]] == list(expected)


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
