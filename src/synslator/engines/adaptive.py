"""adaptive-TM: the model reads the best match of the memory while it translates.

A text without a match that is good enough is translated by the plain model, and by nothing else.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from synslator.decoding.batch_decoder import StepReader
from synslator.decoding.beam import beam_search
from synslator.decoding.driver import Source
from synslator.decoding.model import ExampleModel
from synslator.decoding.options import SearchOptions
from synslator.decoding.words import readable
from synslator.engines.bulk import BATCH_ROWS, BATCH_TOKENS, LONGEST
from synslator.engines.protocol import Example
from synslator.engines.vanilla import VanillaEngine
from synslator.errors import SynslatorError
from synslator.progress import SILENT, Progress
from synslator.runtime.package import Package

NO_LAYERS = "The model package has no layers that read matches; `synslator train adaptive` makes them."


@dataclass(frozen=True)
class TextWithExample:
    """A text that is translated with an example."""

    number: int
    text: str
    pieces: int
    example: tuple[str, str]


@dataclass(frozen=True)
class AdaptiveEngine:
    """Translates with the layers that read a match, where there is one."""

    package: Package
    options: SearchOptions = field(default_factory=SearchOptions)
    workers: int = 1
    name: str = "adaptive"

    def __post_init__(self) -> None:
        if self.package.manifest.adaptive is None:
            raise SynslatorError(NO_LAYERS)

    @property
    def plain(self) -> VanillaEngine:
        """The engine for texts without a match."""
        return VanillaEngine(self.package, self.options, self.workers)

    @property
    def model(self) -> ExampleModel:
        """The model that reads matches."""
        assert self.package.adaptive is not None
        return self.package.adaptive

    def chosen(self, examples: Sequence[Example]) -> tuple[str, str] | None:
        """The best match, if it is good enough to be read."""
        best = min(examples, key=lambda example: example.order, default=None)
        layers = self.package.manifest.adaptive
        if best is None or layers is None or best.rate < layers.minimum_rate:
            return None
        source, target = " ".join(best.source.split()), " ".join(best.target.split())
        return (source, target) if source and target else None

    def bind(self, text: str, examples: Sequence[Example] = ()) -> Source:
        """Encode a source text, and the best match with it."""
        example = self.chosen(examples)
        if example is None:
            return self.plain.bind(text)
        return Source(self.model, self.package.encode_with_examples([" ".join(text.split())], [example]))

    def translate(
        self, texts: Sequence[str], examples: Sequence[Sequence[Example]] = (), progress: Progress = SILENT
    ) -> list[str]:
        """Translate texts of any length; one that has to be cut is not what its match is like."""
        tasks = list(self.tasks(texts, examples))
        alone = sorted(set(range(len(texts))) - {task.number for task in tasks})
        found = dict(
            zip(alone, self.plain.translate([texts[n] for n in alone], progress=progress), strict=True)
        )

        def work(batch: list[TextWithExample]) -> None:
            found.update(zip((task.number for task in batch), self.search(batch), strict=True))
            progress.advance(len(batch))

        with ThreadPoolExecutor(self.workers) as pool:
            list(pool.map(work, self.batches(tasks)))
        return [found[number] for number in range(len(texts))]

    def tasks(self, texts: Sequence[str], examples: Sequence[Sequence[Example]]) -> Iterator[TextWithExample]:
        """The texts that are translated with an example."""
        for number, (text, offered) in enumerate(zip(texts, examples, strict=False)):
            clean = " ".join(text.split())
            pieces = len(self.package.source.encode(clean))
            example = self.chosen(offered)
            if example and clean and pieces < LONGEST:
                yield TextWithExample(number, clean, pieces, example)

    def batches(self, tasks: Sequence[TextWithExample]) -> Iterator[list[TextWithExample]]:
        """Texts of about the same length together, longest first."""
        waiting = sorted(tasks, key=lambda task: -task.pieces)
        while waiting:
            size = max(1, min(BATCH_ROWS // self.options.beam, BATCH_TOKENS // (waiting[0].pieces + 1)))
            yield waiting[:size]
            waiting = waiting[size:]

    def search(self, batch: Sequence[TextWithExample]) -> list[str]:
        """Translate one batch."""
        vocabulary = self.package.vocabulary
        encoded = self.package.encode_with_examples(
            [task.text for task in batch], [task.example for task in batch]
        )
        found = beam_search(StepReader(self.model, encoded), vocabulary, self.options)
        return [readable(vocabulary.table.write(one.ids)).strip() for one in found]
