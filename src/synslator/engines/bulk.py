"""Translating many texts: long ones cut, all sorted by length and searched in batches on all cores."""

import re
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import pairwise

from synslator.decoding.beam import MODEL_ONLY, StepScorer, beam_search
from synslator.decoding.model import BatchDecoder
from synslator.decoding.options import SearchOptions
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package
from synslator.text.languages import profile
from synslator.text.segmentation import SentenceSegmenter

LONGEST = 160
"""Source pieces of one text at most; the model has hardly seen longer ones, so they are cut."""
BREAK = re.compile(r"[，、；：,;:]|\s")
"""Where a sentence that is too long is cut best: behind one of these."""
BATCH_ROWS = 96
BATCH_TOKENS = 1024
"""Hypotheses, and padded source pieces, of one batch at most: more would leave cores idle at the end."""
FEW_TURNS = 4
"""Batches for each worker up to which they are made equally large."""
PRUNE_MARGIN = 0.8
"""How far behind a hypothesis may be where the search is to be quick: see `SearchOptions.prune_margin`."""
MARGIN_WITH_MEMORY = 2.5
"""The same where a memory is listened to: what it says comes late in a hypothesis now and then."""
MARGIN_DECAY = 0.2
"""By how much less there for hypotheses that others are ahead of: see `SearchOptions.margin_decay`."""
SHORT = 16
"""Source pieces of a text in which nothing is given up: that takes little time there, and giving up costs
short texts more than long ones."""


MakeScorer = Callable[[Sequence[int]], StepScorer]
"""How the texts of some numbers are looked at, when they are searched in one batch."""


@dataclass(frozen=True)
class Chunk:
    """A part of a text that is translated at once."""

    text: int
    """Which text it belongs to."""
    source: str
    ids: list[int]
    last: bool
    """Whether the text ends with it."""

    @property
    def short(self) -> bool:
        """Whether it is searched thoroughly."""
        return len(self.ids) <= SHORT


class Cutter:
    """Cuts texts that are too long for a model: between sentences, and within one where need be."""

    def __init__(self, package: Package) -> None:
        self.encode = package.source.encode
        self.segmenter = SentenceSegmenter(package.manifest.source_language)

    def parts(self, text: str) -> list[str]:
        """The parts of a text, none for one without a word."""
        clean = " ".join(text.split())
        if not clean:
            return []
        if self.fits(clean):
            return [clean]
        edges = [0, *self.segmenter.starts(clean), len(clean)]
        sentences = (clean[start:end] for start, end in pairwise(edges))
        return pack([part for sentence in sentences for part in self.halves(sentence)], self.length)

    def length(self, text: str) -> int:
        """Pieces of a text."""
        return len(self.encode(text))

    def fits(self, text: str) -> bool:
        """Whether a text is short enough."""
        return self.length(text) < LONGEST

    def halves(self, text: str) -> list[str]:
        """A sentence cut in two, and again, until its parts are short enough."""
        if len(text) < 2 or self.fits(text):
            return [text]
        middle = len(text) // 2
        breaks = [found.end() for found in BREAK.finditer(text) if found.end() < len(text)]
        cut = min(breaks, key=lambda place: abs(place - middle), default=middle)
        if not len(text) // 4 <= cut <= 3 * len(text) // 4:
            cut = middle
        return [*self.halves(text[:cut]), *self.halves(text[cut:])]


class BulkTranslator:
    """Translates lists of texts with a package."""

    def __init__(self, package: Package, options: SearchOptions, workers: int = 1) -> None:
        self.package, self.options, self.workers = package, options, workers
        self.quick_options = self.patient_options = options
        if package.model.gains_from_pruning:
            self.quick_options = replace(options, prune_margin=min(options.prune_margin, PRUNE_MARGIN))
            patience = min(options.prune_margin, MARGIN_WITH_MEMORY)
            self.patient_options = replace(options, prune_margin=patience, margin_decay=MARGIN_DECAY)
        self.cutter = Cutter(package)
        self.joiner = profile(package.manifest.target_language).joiner

    def translate(
        self, texts: Sequence[str], progress: Progress = SILENT, looks: MakeScorer | None = None
    ) -> list[str]:
        """The translation of each text; a text without a word has none. Progress is counted in texts.

        Where the model has nothing to say, as of a script that it cannot read, the source stays. What comes
        again is translated once, unless `looks` may see it with other eyes.
        """
        chunks = [chunk for n, text in enumerate(texts) for chunk in self.chunks(n, text)]
        first: dict[str, int] = {}
        same = [n if looks else first.setdefault(chunk.source, n) for n, chunk in enumerate(chunks)]
        order = sorted(set(same), key=lambda n: -len(chunks[n].ids))
        batches = list(self.batches([(n, chunks[n]) for n in order]))
        parts: dict[int, str] = {}
        progress.advance(len(texts) - sum(chunks[n].last for n in order))

        def work(batch: list[tuple[int, Chunk]]) -> None:
            look = looks([chunk.text for _, chunk in batch]) if looks else MODEL_ONLY
            targets = self.search([chunk for _, chunk in batch], look)
            parts.update({n: target for (n, _), target in zip(batch, targets, strict=True)})
            progress.advance(sum(chunk.last for _, chunk in batch))

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(work, batches))
        joined: list[list[str]] = [[] for _ in texts]
        for n, chunk in enumerate(chunks):
            joined[chunk.text].append(parts[same[n]] or chunk.source.strip())
        return [self.joiner.join(pieces) for pieces in joined]

    def search(self, batch: Sequence[Chunk], look: StepScorer = MODEL_ONLY) -> list[str]:
        """Translate one batch."""
        vocabulary = self.package.vocabulary
        found = beam_search(self.reader(batch, look), vocabulary, self.options_of(batch, look), look)
        written = [vocabulary.table.write(one.ids) for one in found]
        # Bytes that are no character are left out, not what follows them.
        return [target.decode("utf-8", "ignore").strip() for target in written]

    def options_of(self, batch: Sequence[Chunk], look: StepScorer) -> SearchOptions:
        """How a batch is searched: quickly where its texts are long and the model is asked alone."""
        if look is not MODEL_ONLY:
            return self.patient_options
        return self.options if batch[0].short else self.quick_options

    def reader(self, batch: Sequence[Chunk], look: StepScorer) -> BatchDecoder:
        """What searches a batch."""
        sources, texts = [chunk.ids for chunk in batch], [chunk.source for chunk in batch]
        return self.package.model.batch_decoder(sources, texts, look.wanted)

    def chunks(self, number: int, text: str) -> Iterator[Chunk]:
        """Cut a text into chunks that the model can take."""
        source, parts = self.package.source, self.cutter.parts(text)
        for n, part in enumerate(parts, 1):
            yield Chunk(number, part, [*source.encode(part), source.end], n == len(parts))

    def batches(self, chunks: list[tuple[int, Chunk]]) -> Iterator[list[tuple[int, Chunk]]]:
        """Chunks of about the same length together, longest first, those that are short by themselves.

        Few chunks are shared out among the workers, so that no core waits for another.
        """
        batch: list[tuple[int, Chunk]] = []
        most = max(1, BATCH_ROWS // self.options.beam)
        turns = -(-len(chunks) // (most * self.workers))
        if self.workers > 1 and 0 < turns <= FEW_TURNS:
            most = min(most, -(-len(chunks) // (turns * self.workers)))
        for numbered in chunks:
            first = batch[0][1] if batch else numbered[1]
            rows = len(batch) + 1
            full = rows > most or rows * len(first.ids) > BATCH_TOKENS
            if batch and (full or first.short != numbered[1].short):
                yield batch
                batch = []
            batch.append(numbered)
        if batch:
            yield batch


def pack(sentences: Sequence[str], length: Callable[[str], int]) -> list[str]:
    """Join sentences as long as they fit together, so that as much context as possible stays."""
    parts: list[str] = []
    for sentence in sentences:
        if parts and length(parts[-1]) + length(sentence) < LONGEST:
            parts[-1] += sentence
        else:
            parts.append(sentence)
    return parts
