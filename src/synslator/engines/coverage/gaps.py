"""What a text leaves out of its source.

Attention says it at almost no cost, and well enough for what is shown while somebody types. Where it
suspects a clause, the text is read once more without that clause in the source: that is for checks.
"""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.model import Floats
from synslator.engines.alignment import source_spans
from synslator.engines.bulk import LONGEST
from synslator.engines.coverage.clauses import Clause, clauses_of
from synslator.engines.coverage.options import CoverageOptions
from synslator.engines.coverage.signs import log_odds, needed, seen, with_looks
from synslator.runtime.package import Package
from synslator.text.tag_placement import Range

LONGEST_TARGET = 2 * LONGEST
"""Pieces of a target; what it takes to read one grows with its square."""
ROWS = 4
"""Sources that a target is read with at once: each row has as many scores as there are pieces."""
REMEMBERED = 256
"""Texts whose findings are kept."""


class Coverage:
    """Finds what texts leave out. Shared by threads."""

    def __init__(self, package: Package, options: CoverageOptions) -> None:
        self.package, self.options = package, options
        self.missing = lru_cache(REMEMBERED)(self._missing)
        """Returns where in a source stands what a target leaves out; both without tags."""

    @classmethod
    def of(cls, package: Package) -> "Coverage | None":
        """Return what finds this for a package; None where nothing was learned about its model."""
        options = CoverageOptions.from_parameters(package.manifest.parameters)
        return cls(package, options) if options else None

    def clauses(self, source: str) -> list[Clause]:
        """Return the stretches of a source that can be left out; none of a text that is too long."""
        places = source_spans(self.package, source)
        return clauses_of(source, places) if len(places) < LONGEST else []

    def _missing(self, source: str, target: str) -> tuple[Range, ...]:
        clauses, ids = self.clauses(source), self.package.vocabulary.encode(target)
        if not clauses or not 0 < len(ids) <= LONGEST_TARGET:
            return ()
        pieces = self.package.pieces(source)
        looked = self.looked(self.of_text(self.attention(pieces, ids)), clauses)
        limits = self.options.thresholds
        suspects = [one for one, score in zip(clauses, looked, strict=True) if score > limits.suspected]
        if not suspects:
            return ()
        needs = needed(*self.read(pieces, suspects, ids), suspects)
        scores = log_odds(self.options.needs, with_looks(looked[looked > limits.suspected], needs))
        found = {one for one, score in zip(suspects, scores, strict=True) if score > limits.missing}
        return runs(clauses, found)

    def looked(self, attention: Floats, clauses: Sequence[Clause]) -> NDArray[np.float64]:
        """Return the log-odds that clauses are missing, by attention (target pieces, source pieces)."""
        return log_odds(self.options.looks, seen(attention, clauses))

    def left_out(self, scores: NDArray[np.float64], before: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Return which clauses a text leaves out, by attention, given the least log-odds of earlier ones."""
        limits = self.options.thresholds
        fallen = (scores > limits.worse) & (scores - before > limits.fall)
        found: NDArray[np.bool_] = (scores > limits.left_out) | fallen
        return found

    def of_text(self, attention: Floats) -> Floats:
        """Return the attention to a source's text alone, without what stands before every text."""
        return attention[..., len(self.package.source.prefix) :]

    def attention(self, pieces: Sequence[int], ids: Sequence[int]) -> Floats:
        """Return what a target's pieces look at in a source, (target pieces, source pieces)."""
        model = self.package.model
        return model.attention([pieces], [[model.start, *ids][: len(ids)]])[0]

    def read(
        self, pieces: Sequence[int], clauses: Sequence[Clause], ids: Sequence[int]
    ) -> tuple[Floats, Floats]:
        """Return the log-probabilities of a target given its source, and without each of some clauses."""
        sources = [list(pieces)]
        for clause in clauses:
            gone = {place + len(self.package.source.prefix) for place in clause.pieces}
            sources.append([piece for place, piece in enumerate(pieces) if place not in gone])
        batches = [sources[start : start + ROWS] for start in range(0, len(sources), ROWS)]
        scores = np.concatenate([self._scores(batch, ids) for batch in batches])
        return scores[0], scores[1:]

    def _scores(self, sources: Sequence[Sequence[int]], ids: Sequence[int]) -> Floats:
        """Return the log-probabilities of a target's pieces and its end, (sources, pieces and the end)."""
        model, end = self.package.model, self.package.vocabulary.end
        read = np.array([[model.start, *ids]] * len(sources), np.int64)
        step = model.step(model.encode(sources), read, model.empty(len(read)), keep=read.shape[1])
        scores: Floats = step.log_probabilities[:, np.arange(read.shape[1]), [*ids, end]]
        return scores


def runs(clauses: Sequence[Clause], chosen: set[Clause]) -> tuple[Range, ...]:
    """Return the places of chosen clauses; those that follow each other are one."""
    groups = (list(group) for one, group in groupby(clauses, chosen.__contains__) if one)
    return tuple((group[0].span[0], group[-1].span[1]) for group in groups)
