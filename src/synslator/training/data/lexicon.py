"""Which target pieces each source piece is translated by: IBM's first model, learned from prepared pairs.

It says how often a source piece and a target piece stand for each other, and nothing else: that is all that a
shortlist (`data.shortlist`) is made of. The end piece of every source takes what no other piece explains.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synslator.progress import SILENT, Progress
from synslator.training.data.tokenized_pairs import TokenizedPairs

CHUNK = 2000
"""Pairs that are looked at in one go."""

PieceCounts = NDArray[np.float32]
"""How often two pieces are expected to stand for each other, (source vocabulary, target vocabulary)."""


@dataclass(frozen=True)
class LexiconOptions:
    """How a lexical model is learned."""

    most: int = 150_000
    """Pairs of one source that are learned from; of a greater one, a random sample."""
    rounds: int = 4
    seed: int = 1


@dataclass(frozen=True)
class Cells:
    """Every source piece of some pairs beside every target piece of the same pair."""

    places: NDArray[np.int64]
    """Where the two stand in a flat table."""
    starts: NDArray[np.int64]
    """Where the cells of each target piece begin."""


def learn_lexicon(
    sources: Sequence[TokenizedPairs],
    sizes: tuple[int, int],
    options: LexiconOptions | None = None,
    progress: Progress = SILENT,
) -> PieceCounts:
    """Expected counts of all pieces, given the sizes of both vocabularies. Progress is counted in rounds."""
    options = options or LexiconOptions()
    rng = np.random.default_rng(options.seed)
    pairs = [sample(source, options.most, rng) for source in sources]
    counts = np.ones(sizes, np.float32)
    for _ in range(options.rounds):
        counts = improve(pairs, counts)
        progress.advance()
    return counts


def sample(pairs: TokenizedPairs, most: int, rng: np.random.Generator) -> TokenizedPairs:
    """At most so many of some pairs."""
    if len(pairs) <= most:
        return pairs
    chosen = np.sort(rng.choice(len(pairs), most, replace=False))
    lengths = pairs.lengths.astype(np.int64)
    starts = np.cumsum(lengths, axis=0) - lengths
    source, target = (
        ids[ranges(starts[chosen, side], lengths[chosen, side])]
        for side, ids in enumerate((pairs.source, pairs.target))
    )
    return TokenizedPairs(source, target, pairs.lengths[chosen])


def ranges(starts: NDArray[np.int64], lengths: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers of several ranges, one range after another."""
    ends = np.cumsum(lengths)
    numbers: NDArray[np.int64] = np.repeat(starts - ends + lengths, lengths) + np.arange(ends[-1:].sum())
    return numbers


def improve(sources: Sequence[TokenizedPairs], counts: PieceCounts) -> PieceCounts:
    """One round: share every target piece among its pair's source pieces, by how well they explain it.

    The tables are large, so the old counts are turned into chances where they are.
    """
    counts /= np.maximum(counts.sum(axis=1, keepdims=True), 1e-30)
    chances, better = counts.ravel(), np.zeros(counts.size, np.float32)
    for pairs in sources:
        for cells in side_by_side(pairs, counts.shape[1]):
            said = chances[cells.places]
            totals = np.maximum(np.add.reduceat(said, cells.starts), 1e-30)
            widths = np.diff(cells.starts, append=len(said))
            np.add.at(better, cells.places, said / np.repeat(totals, widths))
    return better.reshape(counts.shape)


def side_by_side(pairs: TokenizedPairs, target_size: int) -> Iterator[Cells]:
    """Yield the cells of all pairs, some pairs at a time."""
    lengths = pairs.lengths.astype(np.int64)
    starts = np.cumsum(lengths, axis=0) - lengths
    for first in range(0, len(pairs), CHUNK):
        part = slice(first, first + CHUNK)
        owner = np.repeat(np.arange(len(lengths[part])), lengths[part, 1])
        widths = lengths[part, 0][owner]
        if not len(owner):
            continue
        begin = starts[first, 1]
        target = pairs.target[begin : begin + len(owner)].astype(np.int64)
        source = pairs.source[ranges(starts[part, 0][owner], widths)].astype(np.int64)
        yield Cells(source * target_size + np.repeat(target, widths), np.cumsum(widths) - widths)
