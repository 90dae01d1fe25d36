"""Where a predicted word comes from: the model itself, or a word of a memory entry."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.words import Word, WordOrigin

SLIGHT = 0.01
"""Shares below this are not worth a mention."""


@dataclass(frozen=True)
class Tracer:
    """Finds the origins of the words of a suffix that begins at position `first` of a hypothesis."""

    hypothesis: Hypothesis
    first: int

    def trace(self, words: Sequence[Word]) -> list[Word]:
        """The words with their origins."""
        if not any(self.hypothesis.evidence[self.first :]):
            return list(words)
        return [replace(word, origins=self.origins(word)) for word in words]

    def origins(self, word: Word) -> tuple[WordOrigin, ...]:
        """Each piece's probability is divided among those who gave it; a word has its pieces' mean."""
        shares: defaultdict[tuple[int, int], float] = defaultdict(float)
        places = range(self.first + word.first, self.first + word.last)
        for place in places:
            for source, share in self.shares(place):
                shares[source] += share / len(places)
        ranked = sorted(shares.items(), key=lambda item: -item[1])
        return tuple(WordOrigin(entry, number, share) for (entry, number), share in ranked if share >= SLIGHT)

    def shares(self, place: int) -> list[tuple[tuple[int, int], float]]:
        """Who gave how much of the probability of the piece at a position, besides the model."""
        evidence, piece = self.hypothesis.evidence[place], self.hypothesis.ids[place]
        if evidence is None:
            return []
        whole = float(np.exp(self.hypothesis.scores[place][piece]))
        return [
            ((entry, word), min(share / max(whole, 1e-9), 1.0))
            for value, share, entry, word in evidence.given
            if value == piece
        ]
