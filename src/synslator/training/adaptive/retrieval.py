"""Looking up a memory's own pairs in it: the same candidates and the same match rate as a translator gets.

A lookup for a translator goes through the database, marks differences and knows of contexts; here millions
of them are made, so only the index and the edit distance are used, on pairs that are all in this process.
"""

from collections.abc import Sequence
from pathlib import Path

from synslator.memory.embedded import EmbeddedIndex
from synslator.memory.index import IndexedEntry
from synslator.memory.model import LookupOptions
from synslator.text.grams import source_tokens
from synslator.text.matching import EXACT, Weighed, percentage, similarity, weigh
from synslator.training.data.filters import TextPair

MEMORY = 1
"""The number of the only memory in such an index."""


def build_index(folder: Path, pairs: Sequence[TextPair], identity: str) -> None:
    """Index the sources of pairs, unless that was done already."""
    index = EmbeddedIndex(folder)
    try:
        state = index.state(MEMORY)
        if state is not None and state.identity == identity:
            return
        with index.writing(MEMORY, identity, fresh=True) as writing:
            writing.put(
                (
                    IndexedEntry(n, 0, " ".join(source_tokens(source)), "")
                    for n, (source, _) in enumerate(pairs)
                ),
                new=True,
            )
            writing.finish(1)
    finally:
        index.close()


class Retriever:
    """Finds the pairs whose sources are like a given one."""

    def __init__(self, folder: Path, pairs: Sequence[TextPair], options: LookupOptions) -> None:
        self.index, self.pairs, self.options = EmbeddedIndex(folder), pairs, options
        self._weighed: dict[int, Weighed] = {}

    def matches(self, pair: TextPair | None, source: str) -> list[tuple[int, int]]:
        """Numbers and match rates of the best matches, best first, never the given pair or its like."""
        asked, least = weigh(source), self.options.minimum_rate / 100
        seen = {pair}
        found: list[tuple[float, int, int]] = []
        for number in self.index.nearest(MEMORY, source, self.options.candidates_for(source)):
            if self.pairs[number] in seen:
                continue
            seen.add(self.pairs[number])
            other = self.weighed(number)
            likeness = similarity(asked, other, least)
            rate = percentage(asked, other, likeness)
            if likeness >= least or rate == EXACT:
                found.append((-likeness, -rate, number))
        found.sort(key=lambda one: (one[1], one[0]))
        return [(number, -rate) for _, rate, number in found[: self.options.matches]]

    def weighed(self, number: int) -> Weighed:
        """Return a pair's source ready to be compared; each is prepared once."""
        if number not in self._weighed:
            self._weighed[number] = weigh(self.pairs[number][0])
        return self._weighed[number]
