"""An opened model package: everything that translating needs, shared by threads."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from synslator.decoding.model import EncodedSource, ExampleModel, StepModel, TranslationModel
from synslator.decoding.vocabulary import Vocabulary
from synslator.runtime.graphs.adaptive import AdaptiveModel
from synslator.runtime.graphs.beam_search import SearchSession
from synslator.runtime.graphs.sessions import DecoderSession, EncoderSession, Shapes
from synslator.runtime.hints import NO_HINTS, HintNumbers, Hints
from synslator.runtime.manifest import Graphs, Manifest, PackageError, check
from synslator.runtime.model import PackageModel
from synslator.runtime.shortlist import Lexicon, Shortlist, families_of
from synslator.runtime.tokenizer import Tokenizer

Part = TypeVar("Part")
LONGEST = 512
"""Source pieces that are read of one text: no model has learned from longer ones, and what attention costs
grows with the square of the length."""


@dataclass(frozen=True)
class Package:
    """A model package in memory."""

    folder: Path
    manifest: Manifest
    source: Tokenizer
    vocabulary: Vocabulary
    """The target side's pieces, as decoding sees them."""
    graphs: PackageModel
    """The translation model with all that belongs to this runtime; others use `model`."""
    language_model: StepModel | None
    adaptive: ExampleModel | None = None
    """The model that reads an example beside the source, where the package has layers for it."""

    @property
    def model(self) -> TranslationModel:
        """The translation model."""
        return self.graphs

    @property
    def arithmetic(self) -> str:
        """What computes keystrokes and beam searches: our own arithmetic (`native`) or `onnxruntime`."""
        return "native" if self.graphs.native else "onnxruntime"

    @classmethod
    def open(cls, folder: Path, threads: int = 1) -> "Package":
        """Check a package and open it; `threads` is how many one request may use."""
        manifest = check(folder)
        shape, monolingual = manifest.translation, manifest.language_model
        attempts = Attempts()
        source = attempts("source.spm", lambda: open_tokenizer(folder, manifest, "source"))
        vocabulary = attempts("target.spm", lambda: open_vocabulary(folder, manifest))
        encoder = attempts(
            "encoder.onnx", lambda: EncoderSession(folder / "encoder.onnx", threads, shape.decoder_layers)
        )
        decoder = attempts("decoder.onnx", lambda: open_decoder(folder / "decoder.onnx", threads, shape))
        language_model = None
        if monolingual:
            path = folder / "language_model.onnx"
            language_model = attempts(path.name, lambda: open_decoder(path, threads, monolingual))
        adaptive = None
        if manifest.adaptive and encoder is not None and decoder is not None:
            adaptive = attempts(
                "adaptive_decoder.onnx", lambda: AdaptiveModel(folder, threads, encoder, decoder)
            )
        search = None
        if manifest.shortlist and vocabulary is not None:
            search = attempts("search.onnx", lambda: open_search(folder, threads, shape, vocabulary))
        if attempts.problems:
            raise PackageError(folder, attempts.problems)
        assert source is not None
        assert vocabulary is not None
        assert encoder is not None
        assert decoder is not None
        graphs = PackageModel(folder, encoder, decoder, search, hint_numbers(manifest))
        return cls(folder, manifest, source, vocabulary, graphs, language_model, adaptive)

    @property
    def takes_hints(self) -> bool:
        """Whether its model can be told what a translation shall hold."""
        return self.graphs.hint_numbers is not None

    def pieces(self, source: str, hints: Hints = NO_HINTS) -> list[int]:
        """Return the pieces of a source text, no more than `LONGEST`, with their end and its hints."""
        pieces = [*self.source.encode(source)[:LONGEST], self.source.end]
        numbers = self.graphs.hint_numbers
        return [*pieces, *numbers.encode(hints, self.vocabulary.encode)] if numbers else pieces

    def encode(self, sources: Sequence[str], hints: Sequence[Hints] = ()) -> EncodedSource:
        """Encode source texts in one batch, each with its hints, if the model takes any."""
        told = hints or [NO_HINTS] * len(sources)
        pieces = [self.pieces(text, one) for text, one in zip(sources, told, strict=True)]
        return self.model.encode(pieces, sources)

    def encode_with_examples(
        self, sources: Sequence[str], examples: Sequence[tuple[str, str]]
    ) -> EncodedSource:
        """Encode source texts, each with a pair of a memory, for the adaptive model to decode from."""
        assert self.adaptive is not None
        pairs = [(self.pieces(source), self.vocabulary.encode(target)) for source, target in examples]
        return self.adaptive.encode([self.pieces(text) for text in sources], pairs)


def hint_numbers(manifest: Manifest) -> HintNumbers | None:
    """Return how a package's model is told hints, if it takes any."""
    built = manifest.architecture
    return HintNumbers(int(built["source_vocabulary"])) if built.get("hints") else None


class Attempts:
    """Opens one part after another and keeps what went wrong, so that all of it is told at once."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def __call__(self, name: str, make: Callable[[], Part]) -> Part | None:
        """Open a part. The libraries below raise errors of many kinds for a file they cannot use."""
        try:
            return make()
        except Exception as error:
            reason = str(error).strip().partition("\n")[0]
            self.problems.append(f"{name} cannot be used: {reason or type(error).__name__}")
            return None


def open_tokenizer(folder: Path, manifest: Manifest, side: str) -> Tokenizer:
    """Open one side's vocabulary."""
    table = f"{side}_vocabulary.json" if manifest.separate_vocabularies else None
    prefix = manifest.source_prefix if side == "source" else ""
    return Tokenizer.open(folder, side, "vocabulary.json" if manifest.shared_vocabulary else table, prefix)


def open_vocabulary(folder: Path, manifest: Manifest) -> Vocabulary:
    """Open the target's vocabulary for decoding."""
    shape, target = manifest.translation, open_tokenizer(folder, manifest, "target")
    table = target.table(shape.vocabulary, (shape.start, shape.end, *shape.unused))
    return Vocabulary(table, target.encode, shape.end, shape.unused)


def open_decoder(path: Path, threads: int, shape: Graphs) -> DecoderSession:
    """Open a decoder graph."""
    return DecoderSession(path, threads, shapes_of(shape), shape.start, shape.end)


def open_search(folder: Path, threads: int, shape: Graphs, vocabulary: Vocabulary) -> SearchSession:
    """Open the graphs and the table of a search among a shortlist."""
    families = int(families_of(vocabulary.table.surfaces).max()) + 1
    lexicon = Lexicon.read(folder / "shortlist.xz", shape.vocabulary, families)
    shortlist = Shortlist(lexicon, vocabulary.table)
    return SearchSession(folder, threads, shapes_of(shape), shape.start, shortlist)


def shapes_of(shape: Graphs) -> Shapes:
    """What a decoder's arrays measure."""
    return Shapes(shape.decoder_layers, shape.heads, shape.head_width, shape.vocabulary)
