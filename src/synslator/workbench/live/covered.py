"""What suggestions of one segment leave out of its source, compared with what was shown before.

Attention says it, which the decoder has computed anyway. A clause that an earlier suggestion or the draft
covered has to be looked at as well as there; one that nothing has covered yet needs more to be called left
out. Sources of a single clause have nothing that could be left out.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import Job
from synslator.decoding.model import Floats
from synslator.engines.alignment import target_spans
from synslator.engines.coverage.clauses import Clause
from synslator.engines.coverage.gaps import Coverage, runs
from synslator.text.tag_placement import Range


@dataclass(frozen=True, slots=True)
class Gaps:
    """What a text leaves out."""

    source: tuple[Range, ...] = ()
    """Where it stands in the source."""
    sure: int | None = None
    """Where in the text what is sure has to end: before the words that come after it in the source."""


class Covered:
    """Knows what the texts shown so far have covered. Not to be shared by threads."""

    def __init__(self, coverage: Coverage, source: str) -> None:
        self._coverage = coverage
        clauses = coverage.clauses(source)
        self._clauses: Sequence[Clause] = clauses if len(clauses) > 1 else ()
        self._best: NDArray[np.float64] | None = None
        """The least log-odds that each clause was left out, of all texts shown."""
        self._last = "", Gaps()

    def read_draft(self, hypothesis: Hypothesis, draft: str) -> Job[None]:
        """Note what a draft covers, which is shown before anything is typed."""
        vocabulary, model = self._coverage.package.vocabulary, hypothesis.source.model
        ids = vocabulary.encode(draft)
        if not self._clauses or not ids:
            return
        read = [model.start, *ids][: len(ids)]
        (step,) = yield [hypothesis.source.request(read, model.empty(1), 1)]
        self._note(step.attention[0])

    def look(self, hypothesis: Hypothesis, text: str, caret: int) -> Gaps:
        """Return what a text leaves out of which the hypothesis has written the rest behind the caret."""
        if not self._clauses or not text.strip():
            return Gaps()
        if text == self._last[0]:
            gaps = self._last[1]
        else:
            spans = target_spans(self._coverage.package, hypothesis.ids, text)[: len(hypothesis.attention)]
            gaps = self._gaps(np.array(hypothesis.attention[: len(spans)]), spans, text)
            self._last = text, gaps
        return gaps if gaps.sure is None else Gaps(gaps.source, max(gaps.sure, caret))

    def _gaps(self, attention: Floats, spans: Sequence[Range], text: str) -> Gaps:
        before = self._best
        scores = self._note(attention) if len(spans) else None
        if scores is None:
            return Gaps()
        found = self._coverage.left_out(scores, scores if before is None else before)
        missing = {clause for clause, left_out in zip(self._clauses, found, strict=True) if left_out}
        if not missing:
            return Gaps()
        return Gaps(runs(self._clauses, missing), self._edge(attention, spans, text, missing))

    def _note(self, attention: Floats) -> NDArray[np.float64] | None:
        """Return the log-odds that clauses are left out, and keep the least of them."""
        attention = self._coverage.of_text(attention)
        if attention.ndim != 2 or attention.shape[1] <= max(self._clauses[-1].pieces):
            return None
        scores = self._coverage.looked(attention, self._clauses)
        self._best = scores if self._best is None else np.minimum(self._best, scores)
        return scores

    def _edge(self, attention: Floats, spans: Sequence[Range], text: str, missing: set[Clause]) -> int:
        """Return where the text stops to follow the source without a gap."""
        attention = self._coverage.of_text(attention)
        shares = np.stack([attention[:, list(one.words)].sum(axis=1) for one in self._clauses], axis=1)
        first = next(number for number, one in enumerate(self._clauses) if one in missing)
        for (start, end), number in zip(spans, shares.argmax(axis=1), strict=True):
            if number > first and any(map(str.isalnum, text[start:end])):
                # Pieces carry the blank before a word.
                return len(text[:start].rstrip())
        return max((place + 1 for place, char in enumerate(text) if char.isalnum()), default=0)
