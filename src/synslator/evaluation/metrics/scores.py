"""Scores of translations: BLEU, chrF, and BLEU as the paper computed it.

A score is made in two steps. `statistics` counts in each segment what the score is made of, a row of numbers
a segment; `score` turns sums of such rows into a number. So the segments of any part of a test set, or of any
resample of it, have a score without being looked at again.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from string import punctuation
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
    """chrF2: how many n-grams of characters, n = 1 to 6, the two texts share; recall counts double.

    chrF++ counts n-grams of words too, n = 1 and 2, with marks at the edges of words as words.
    """

    order: int = 6
    beta: float = 2.0
    name: str = "chrf"
    word_order: int = 0

    @property
    def signature(self) -> str:
        """As sacreBLEU writes it, whose numbers these are."""
        from sacrebleu import __version__

        return (
            f"nrefs:1|case:mixed|eff:yes|nc:{self.order}|nw:{self.word_order}|space:no|version:{__version__}"
        )

    def statistics(self, hypotheses: Sequence[str], references: Sequence[str]) -> Numbers:
        """For each order: n-grams of the hypothesis, of the reference, and of both."""
        rows = [self._row(h, r) for h, r in zip(hypotheses, references, strict=True)]
        return np.array(rows, np.float64).reshape(len(rows), 3 * (self.order + self.word_order))

    def _row(self, hypothesis: str, reference: str) -> list[int]:
        characters = [list("".join(text.split())) for text in (hypothesis, reference)]
        words = [parted(text) for text in (hypothesis, reference)]
        row: list[int] = []
        for (ours, theirs), order in ((characters, self.order), (words, self.word_order)):
            row += self._counts(ours, theirs, order)
        return row

    def _counts(self, ours: Sequence[str], theirs: Sequence[str], order: int) -> list[int]:
        row: list[int] = []
        for n in range(1, order + 1):
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


CHRF_PLUS = ChrF(name="chrf_plus", word_order=2)
"""chrF++, in this project's results."""


def grams(units: Sequence[str], n: int) -> Counter[tuple[str, ...]]:
    """Return the runs of n units."""
    return Counter(tuple(units[at : at + n]) for at in range(len(units) - n + 1))


def parted(text: str) -> list[str]:
    """Return the words of a text as chrF++ has them: one mark at the end, or else at the start, is a word."""
    found = []
    for word in text.split():
        if len(word) > 1 and word[-1] in punctuation:
            found += [word[:-1], word[-1]]
        elif len(word) > 1 and word[0] in punctuation:
            found += [word[0], word[1:]]
        else:
            found.append(word)
    return found
