"""Scores of translations: BLEU, chrF, and BLEU as the paper computed it.

A score is made in two steps. `statistics` counts in each segment what the score is made of, a row of numbers
a segment; `score` turns sums of such rows into a number. So the segments of any part of a test set, or of any
resample of it, have a score without being looked at again.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.float64]


class Metric(Protocol):
    """A score for translations."""

    @property
    def name(self) -> str:
        """What it is called in results."""

    @property
    def signature(self) -> str:
        """Everything that another program needs to compute the same number."""

    def statistics(self, hypotheses: Sequence[str], references: Sequence[str]) -> Numbers:
        """Count what the score is made of, (segments, numbers)."""

    def score(self, sums: Numbers) -> float:
        """Return the score of summed statistics, (numbers,)."""


@dataclass(frozen=True)
class Bleu:
    """BLEU by sacreBLEU.

    The counts of a segment are those that sacreBLEU shows for it alone; they add up to those of the corpus.
    """

    language: str = "en"
    name: str = "bleu"

    @cached_property
    def _metric(self) -> Any:
        from sacrebleu.metrics.bleu import BLEU

        return BLEU(trg_lang=self.language, effective_order=True)

    @property
    def signature(self) -> str:
        """sacreBLEU's own, with one reference and the corpus's smoothing."""
        from sacrebleu import __version__

        tokenizer = self._metric.tokenizer.signature()
        return f"nrefs:1|case:mixed|eff:no|tok:{tokenizer}|smooth:exp|version:{__version__}"

    def statistics(self, hypotheses: Sequence[str], references: Sequence[str]) -> Numbers:
        """Matches and n-grams for n = 1 to 4, and the two lengths."""
        found = [self._metric.sentence_score(h, [r]) for h, r in zip(hypotheses, references, strict=True)]
        return np.array([[*s.counts, *s.totals, s.sys_len, s.ref_len] for s in found], np.float64)

    def score(self, sums: Numbers) -> float:
        """Return the corpus's BLEU."""
        return corpus_bleu(sums, "exp")


@dataclass(frozen=True)
class MultiBleu:
    """BLEU as Moses' multi-bleu.perl computes it, on text that the Moses tokenizer has cut.

    This is what the paper reports. It depends on the tokenizer, so it is for comparison with the paper only.
    """

    language: str = "en"
    name: str = "multi_bleu"

    @cached_property
    def _metric(self) -> Any:
        from sacrebleu.metrics.bleu import BLEU

        return BLEU(tokenize="none", effective_order=True, force=True)

    @cached_property
    def _tokenize(self) -> Callable[[str], str]:
        from sacremoses import MosesTokenizer

        tokenizer = MosesTokenizer(lang=self.language)
        return lambda text: str(tokenizer.tokenize(text, escape=False, return_str=True))

    @property
    def signature(self) -> str:
        """In the manner of sacreBLEU's."""
        from importlib.metadata import version

        tokenizer = f"moses-{self.language}-sacremoses-{version('sacremoses')}"
        return f"multi-bleu|nrefs:1|case:mixed|tok:{tokenizer}|smooth:none"

    def statistics(self, hypotheses: Sequence[str], references: Sequence[str]) -> Numbers:
        """As of `Bleu`, over Moses' tokens."""
        cut = [
            self._metric.sentence_score(self._tokenize(h), [self._tokenize(r)])
            for h, r in zip(hypotheses, references, strict=True)
        ]
        return np.array([[*s.counts, *s.totals, s.sys_len, s.ref_len] for s in cut], np.float64)

    def score(self, sums: Numbers) -> float:
        """BLEU without smoothing."""
        return corpus_bleu(sums, "none")


def corpus_bleu(sums: Numbers, smoothing: str) -> float:
    """BLEU of summed counts: matches for four orders, n-grams for four orders, both lengths."""
    from sacrebleu.metrics.bleu import BLEU

    counts = [round(value) for value in sums]
    found = BLEU.compute_bleu(counts[:4], counts[4:8], counts[8], counts[9], smooth_method=smoothing)
    return float(found.score)


@dataclass(frozen=True)
class ChrF:
    """chrF2: how many n-grams of characters, n = 1 to 6, the two texts share; recall counts double."""

    order: int = 6
    beta: float = 2.0
    name: str = "chrf"

    @property
    def signature(self) -> str:
        """As sacreBLEU writes it, whose numbers these are."""
        from sacrebleu import __version__

        return f"nrefs:1|case:mixed|eff:yes|nc:{self.order}|nw:0|space:no|version:{__version__}"

    def statistics(self, hypotheses: Sequence[str], references: Sequence[str]) -> Numbers:
        """For each order: n-grams of the hypothesis, of the reference, and of both."""
        rows = [self._row(h, r) for h, r in zip(hypotheses, references, strict=True)]
        return np.array(rows, np.float64).reshape(len(rows), 3 * self.order)

    def _row(self, hypothesis: str, reference: str) -> list[int]:
        ours, theirs = "".join(hypothesis.split()), "".join(reference.split())
        row: list[int] = []
        for n in range(1, self.order + 1):
            mine, other = grams(ours, n), grams(theirs, n)
            # As in sacreBLEU: where the reference has no n-gram, those of the hypothesis do not count.
            row += [mine.total() if other else 0, other.total(), (mine & other).total()]
        return row

    def score(self, sums: Numbers) -> float:
        """Return the F-score of the mean precision and recall over the orders that both texts have."""
        mine, other, both = sums[0::3], sums[1::3], sums[2::3]
        there = (mine > 0) & (other > 0)
        if not there.any():
            return 0.0
        precision, recall = (both[there] / mine[there]).mean(), (both[there] / other[there]).mean()
        if precision + recall == 0:
            return 0.0
        factor = self.beta**2
        return float(100 * (1 + factor) * precision * recall / (factor * precision + recall))


def grams(text: str, n: int) -> Counter[str]:
    """Return the runs of n characters of a text."""
    return Counter(text[at : at + n] for at in range(len(text) - n + 1))
