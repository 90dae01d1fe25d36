"""Learning from the memory while translating: simplified kNN-MT, the default engine.

It needs no training, so every memory may be used. What was confirmed a moment ago is found by the memory's
lookup and so takes part in the next prediction.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

from synslator.decoding.driver import Source
from synslator.decoding.knn.datastore import Datastore
from synslator.decoding.knn.gate import KnnOptions, brevity
from synslator.decoding.knn.mixer import Mixer
from synslator.decoding.options import SearchOptions
from synslator.engines.bulk import BulkTranslator
from synslator.engines.example_selection import choose
from synslator.engines.keys.store import KeyStore
from synslator.engines.number_agreement import with_numbers_of
from synslator.engines.protocol import Example
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package


@dataclass(frozen=True)
class KnnEngine:
    """Mixes the model's predictions with what the most alike memory entries say."""

    package: Package
    keys: KeyStore
    knn: KnnOptions
    options: SearchOptions = field(default_factory=SearchOptions)
    workers: int = 1
    name: str = "knn"

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        """Encode a source text, and make a datastore of what the memory knows about it."""
        encoded = self.package.encode([" ".join(text.split())])
        return Source(self.package.model, encoded, self.datastore(text, examples))

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        """Translate texts of any length, each with its own examples; without any, with the model alone."""

        def look(numbers: Sequence[int]) -> Mixer:
            return Mixer(self.datastores([(texts[n], examples[n]) for n in numbers]), self.knn)

        translator = BulkTranslator(self.package, self.options, self.workers)
        return translator.translate(texts, progress, look if any(examples) else None)

    def datastore(self, text: str, examples: Sequence[Example]) -> Datastore | None:
        """The keys of the examples that are alike enough; nothing if there are none."""
        return self.datastores([(text, examples)])[0]

    def datastores(self, known: Sequence[tuple[str, Sequence[Example]]]) -> list[Datastore | None]:
        """The same for several texts: what keys have to be read or computed for them is so in one go."""
        usable = [
            [with_numbers_of(text, one, self.package.manifest) for one in self.usable(text, examples)]
            for text, examples in known
        ]
        keys = iter(self.keys.of([(one.source, one.target) for each in usable for one in each]))
        entries = [[(one.entry, likeness(one), next(keys)) for one in each] for each in usable]
        return [
            Datastore(found, self.knn, brevity(self.pieces(text))) if found else None
            for (text, _), found in zip(known, entries, strict=True)
        ]

    def usable(self, text: str, examples: Sequence[Example]) -> list[Example]:
        """The examples that a text learns from; a short one needs one that is much like it."""
        knn = self.knn
        if self.pieces(text) <= knn.short and all(one.rate < knn.short_best for one in examples):
            return []
        return choose(text, examples, knn.least_rate, knn.cover_rate)

    def pieces(self, text: str) -> int:
        """The pieces of a source, without its end."""
        return len(self.package.source.encode(text))


def likeness(example: Example) -> float:
    """A match rate as a share; what comes from the same context is no more alike than alike.

    What this document has settled counts as if it were nearer by half of what it lacks.
    """
    rate = min(example.rate, 100) / 100
    return (1 + rate) / 2 if example.here else rate
