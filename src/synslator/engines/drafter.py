"""Drafts for documents: translations with an alignment to their sources, so that tags find their words.

The page's jobs and the command line both draft with the `Drafter`, so that tags and long texts are treated
alike.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import accumulate, chain, islice, pairwise

import numpy as np

from synslator.decoding.driver import together
from synslator.decoding.model import Floats
from synslator.engines.alignment import by_attention, target_spans
from synslator.engines.bulk import Cutter
from synslator.engines.number_agreement import with_heading
from synslator.engines.protocol import Engine, Example
from synslator.engines.quality import QualityOptions, likelihoods, sum_of
from synslator.engines.term_keeper import TermKeeper
from synslator.formats.documents.machine_translation import Draft
from synslator.runtime.package import Package
from synslator.terms.usage import Demand
from synslator.text.languages import profile
from synslator.text.tag_placement import Alignment, Range

ROWS = 16
"""Translations that are read in one pass."""
Learn = Callable[[str], Sequence[Example]]
"""What a memory knows of a text."""
Demands = Callable[[str], Sequence[Demand]]
"""What a termbase demands of the translation of a text."""
AT_ONCE = 8
"""Translations that terms are placed in side by side."""


@dataclass(frozen=True)
class TextPart:
    """A part of a text that the model can take at once."""

    text: str
    places: Sequence[int]
    """Where each of its characters stands in the text."""

    def span(self, start: int, end: int) -> Range:
        """The place in the text of a range of the part."""
        if start == end:
            return self.places[0], self.places[0]
        return self.places[start], self.places[end - 1] + 1


class Drafter:
    """Translates plain texts and knows which word comes from which. The `Translator` of documents."""

    def __init__(
        self,
        engine: Engine,
        learn: Learn = lambda text: (),
        demands: Demands = lambda text: (),
        workers: int = 1,
        rated: bool = False,
    ) -> None:
        """Alignments are found on as many cores as there are `workers`; the engine has its own number.

        `rated` drafts say what they are expected to be worth, which takes another look at each.
        """
        self.engine, self.package, self.learn, self.demands = engine, engine.package, learn, demands
        self.workers = workers
        self.cutter = Cutter(engine.package)
        self.quality = QualityOptions.from_parameters(engine.package.manifest.parameters) if rated else None

    def translate(self, texts: Sequence[str]) -> list[Draft]:
        """Return a draft for each text, in order, made with what the memory knows of it."""
        return self.draft(texts, [self.learn(text) for text in texts])

    def draft(self, texts: Sequence[str], learned: Sequence[Sequence[Example]]) -> list[Draft]:
        """Return a draft for each text, in order, each made with its own examples."""
        cut = [self.parts(text) for text in texts]
        parts = [part for each in cut for part in each]
        examples = [known for known, each in zip(learned, cut, strict=True) for _ in each]
        written = self.engine.translate([part.text for part in parts], examples)
        targets = [with_heading(part.text, target) for part, target in zip(parts, written, strict=True)]
        targets = self.obeyed([part.text for part in parts], targets, examples)
        translated = zip(parts, targets, self.align(parts, targets), strict=True)
        joiner = profile(self.package.manifest.target_language).joiner
        drafts = [joined([next(translated) for _ in each], joiner) for each in cut]
        if not self.quality:
            return drafts
        sizes = [len(each) for each in cut]
        estimates = self.estimates([part.text for part in parts], targets, examples, sizes)
        return [replace(one, quality=quality) for one, quality in zip(drafts, estimates, strict=True)]

    def estimates(
        self,
        sources: Sequence[str],
        targets: Sequence[str],
        examples: Sequence[Sequence[Example]],
        sizes: Sequence[int],
    ) -> list[float | None]:
        """What drafts are expected to be worth; each has so many parts of its own."""
        assert self.quality
        said = iter(likelihoods(self.engine, sources, targets, examples, self.workers))
        parts = [list(islice(said, size)) for size in sizes]
        return [self.quality.estimate(sum_of(each).mean) if each else None for each in parts]

    def obeyed(
        self, sources: Sequence[str], targets: Sequence[str], examples: Sequence[Sequence[Example]]
    ) -> list[str]:
        """The translations, with the terms that are demanded of them."""
        obeyed = list(targets)
        demanded = [tuple(self.demands(source)) for source in sources]
        lacking = [n for n, target in enumerate(targets) if not all(one.kept(target) for one in demanded[n])]
        for start in range(0, len(lacking), AT_ONCE):
            numbers = lacking[start : start + AT_ONCE]
            jobs = []
            for n in numbers:
                source = self.engine.bind(sources[n], examples[n])
                keeper = TermKeeper(self.package, source, sources[n], demanded[n])
                jobs.append(keeper.obeyed(targets[n]))
            for n, target in zip(numbers, together(jobs), strict=True):
                obeyed[n] = target
        return obeyed

    def parts(self, text: str) -> list[TextPart]:
        """A text cut for the model, every part with the places of its characters."""
        words = [found.span() for found in re.finditer(r"\S+", text)]
        places = [place for start, end in words for place in range(start, end + 1)]
        parts = self.cutter.parts(text)
        edges = accumulate(map(len, parts), initial=0)
        return [TextPart(part, places[a:b]) for part, (a, b) in zip(parts, pairwise(edges), strict=True)]

    def align(self, parts: Sequence[TextPart], targets: Sequence[str]) -> Iterator[Alignment]:
        """The alignments of parts and their translations, some of them at the same time."""

        def aligned(start: int) -> list[Alignment]:
            texts = [part.text for part in parts[start : start + ROWS]]
            written = targets[start : start + ROWS]
            ids = [self.package.vocabulary.encode(target) for target in written]
            looked = attention(self.package, texts, ids)
            return [
                by_attention(self.package, text, target, target_spans(self.package, pieces, target), each)
                for text, target, pieces, each in zip(texts, written, ids, looked, strict=True)
            ]

        with ThreadPoolExecutor(self.workers) as pool:
            yield from chain.from_iterable(pool.map(aligned, range(0, len(parts), ROWS)))


def attention(package: Package, sources: Sequence[str], targets: Sequence[Sequence[int]]) -> list[Floats]:
    """What the decoder looks at while it writes each piece of a target, (target pieces, source pieces)."""
    model = package.model
    read = [[model.start, *target][: len(target)] for target in targets]
    return model.attention([package.pieces(source) for source in sources], read)


def joined(parts: Sequence[tuple[TextPart, str, Alignment]], joiner: str = " ") -> Draft:
    """One draft of a text's translated parts, with what stands between two sentences."""
    text = ""
    sources: list[Range] = []
    targets: list[Range] = []
    weights = np.zeros((0, 0), np.float32)
    for part, target, alignment in parts:
        if not target:
            continue
        text += joiner if text else ""
        sources += [part.span(*span) for span in alignment.source]
        targets += [(start + len(text), end + len(text)) for start, end in alignment.target]
        text += target
        old, new = weights.shape, alignment.weights.shape
        grown = np.zeros((old[0] + new[0], old[1] + new[1]), np.float32)
        grown[: old[0], : old[1]], grown[old[0] :, old[1] :] = weights, alignment.weights
        weights = grown
    return Draft(text, Alignment(sources, targets, weights))
