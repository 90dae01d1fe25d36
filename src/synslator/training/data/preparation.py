"""From text to token ids: vocabularies, and one compact file of ids for each source.

A prepared folder holds `source.spm`, `target.spm`, `corpus.json` and for each source a `NAME.npz` (see
`tokenized_pairs`).
"""

import json
import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import numpy as np
import sentencepiece
from numpy.typing import NDArray

from synslator.errors import UsageProblem
from synslator.progress import SILENT, Progress
from synslator.training.data.corpus import read_pairs, source_pairs, turned
from synslator.training.data.filters import PairFilter, TextPair
from synslator.training.data.overlap import HeldOut, read_excluded, refuse
from synslator.training.data.span_pairs import SpanPair, clean_spans, read_spans, tokenize_spans
from synslator.training.data.tokenized_pairs import PieceNumbers, TokenizedPairs, load_tokenizer
from synslator.training.data.tokenizers import EOS, learn
from synslator.training.recipe import Recipe, SourceRecipe

CHUNK = 20_000


def load_prepared(folder: Path) -> list[TokenizedPairs]:
    """Return the pairs of all sources of a prepared folder."""
    names = json.loads((folder / "corpus.json").read_text())
    return [TokenizedPairs.load(folder / f"{name}.npz") for name in names]


def tokenize_chunk(
    pairs: list[TextPair], folder: Path, longest: int, sampling: float
) -> tuple[PieceNumbers, PieceNumbers, NDArray[np.int32]]:
    """Ids of some pairs; those with a side longer than `longest` or without a piece are left out."""
    sentencepiece.set_random_generator_seed(1)  # what is drawn depends on the pairs alone
    sources = load_tokenizer(folder / "source.spm").encode(
        [s for s, _ in pairs], enable_sampling=sampling > 0, alpha=sampling, nbest_size=-1, num_threads=1
    )
    targets = load_tokenizer(folder / "target.spm").encode([t for _, t in pairs])
    kept = [
        ([*s, EOS], t)
        for s, t in zip(sources, targets, strict=True)
        if 0 < len(s) < longest and 0 < len(t) < longest
    ]
    flat_source = np.fromiter((i for s, _ in kept for i in s), np.uint16)
    flat_target = np.fromiter((i for _, t in kept for i in t), np.uint16)
    lengths = np.array([(len(s), len(t)) for s, t in kept], np.int32).reshape(-1, 2)
    return flat_source, flat_target, lengths


def tokenize(
    pairs: Iterator[TextPair], folder: Path, longest: int, workers: Executor, sampling: float = 0.0
) -> TokenizedPairs:
    """Ids of all pairs, made in parallel and kept in order."""
    chunks = iter(lambda: list(islice(pairs, CHUNK)), [])
    parts = [
        future.result()
        for future in [workers.submit(tokenize_chunk, c, folder, longest, sampling) for c in chunks]
    ]
    if not parts:
        return TokenizedPairs(np.zeros(0, np.uint16), np.zeros(0, np.uint16), np.zeros((0, 2), np.int32))
    return TokenizedPairs(*(np.concatenate(column) for column in zip(*parts, strict=True)))


class Corpus:
    """The pairs that a recipe names, in a data folder."""

    def __init__(self, recipe: Recipe, data: Path) -> None:
        self.recipe, self.data = recipe, data
        self.filters = PairFilter.of(recipe.filters, recipe.source_language, recipe.target_language)
        left_out = read_excluded(data / recipe.excluded) if recipe.excluded else {}
        files = {source.name: Path(source.file).name.partition(".")[0] for source in recipe.sources}
        self.excluded = {name: left_out.get(file, frozenset()) for name, file in files.items()}

    def pairs(self, source: SourceRecipe, dropped: Counter[str] | None = None) -> Iterator[TextPair]:
        """Yield the pairs to learn from of one source; counts what is dropped, by reason."""
        counted = Counter[str]() if dropped is None else dropped
        if source.kind == "spans":
            return (span.pair for span in self.spans(source, counted))
        excluded, reverse = self.excluded[source.name], self.recipe.reverse
        return source_pairs(source, self.data, self.filters, counted, excluded, reverse)

    def spans(self, source: SourceRecipe, dropped: Counter[str]) -> Iterator[SpanPair]:
        """Yield the pairs of a source of which spans are learned."""
        return clean_spans(read_spans(self.data / source.file), self.filters, dropped)

    def tokens(
        self, source: SourceRecipe, folder: Path, workers: Executor, dropped: Counter[str]
    ) -> TokenizedPairs:
        """Return the ids of one source's pairs."""
        longest = self.filters.longest
        if source.kind == "spans":
            read, written = (load_tokenizer(folder / name) for name in ("source.spm", "target.spm"))
            return tokenize_spans(self.spans(source, dropped), read, written, longest)
        return tokenize(self.pairs(source, dropped), folder, longest, workers, source.sampling)

    def held_out(self, file: str) -> Iterator[TextPair]:
        """Return the pairs of a development or test set."""
        pairs = read_pairs(self.data / file)
        return turned(pairs) if self.recipe.reverse else pairs

    def overlap(self) -> dict[str, int]:
        """Return how many short sources of each file stand in a set; longer ones are refused, all at once."""
        sets = [*self.recipe.development.values(), *self.recipe.tests]
        held = HeldOut.of({name: self.held_out(name) for name in sets})
        shared: dict[str, int] = {}
        leaks: list[str] = []
        for source in self.recipe.sources:
            shared[source.name], found = held.count(source.file, self.pairs(source))
            leaks += found
        refuse(leaks)
        return shared

    def lines(self, side: int) -> Iterator[str]:
        """One side of the mixture, each source in its share, to learn a vocabulary from."""
        rng = random.Random(self.recipe.run.seed)
        for source in self.recipe.sources:
            for pair in self.pairs(source):
                if rng.random() < min(1.0, source.weight):
                    yield pair[side]


def prepare(
    recipe: Recipe, data: Path, folder: Path, workers: int = 2, progress: Progress = SILENT
) -> dict[str, dict[str, int]]:
    """Make a prepared folder; vocabularies that are already there are kept. Returns the counts by source.

    Pairs that stand in a development or test set are refused: see `Corpus.overlap`.
    Progress is counted in steps: see `steps`.
    """
    check_files(recipe, data)
    corpus = Corpus(recipe, data)
    shared = corpus.overlap()
    progress.advance()
    folder.mkdir(parents=True, exist_ok=True)
    for side, name in enumerate(("source", "target")):
        path = folder / f"{name}.spm"
        if not path.exists():
            settings = recipe.source_tokenizer if side == 0 else recipe.target_tokenizer
            learn(corpus.lines(side), settings, path, workers)
        progress.advance()
    report: dict[str, dict[str, int]] = {}
    with ProcessPoolExecutor(workers) as pool:
        for source in recipe.sources:
            dropped: Counter[str] = Counter()
            tokens = corpus.tokens(source, folder, pool, dropped)
            tokens.save(folder / f"{source.name}.npz")
            sizes = {"pairs": len(tokens), "source": tokens.source.size, "target": tokens.target.size}
            reasons = {f"dropped: {reason}": n for reason, n in dropped.items()}
            report[source.name] = sizes | reasons | {"short ones of a test": shared[source.name]}
            progress.advance()
        for name, file in recipe.development.items():
            tokens = tokenize(corpus.held_out(file), folder, corpus.filters.longest, pool)
            tokens.save(folder / f"dev-{name}.npz")
            progress.advance()
    (folder / "corpus.json").write_text(json.dumps(report, indent=1))
    return report


def steps(recipe: Recipe) -> int:
    """Steps of the preparation: the check, two vocabularies, and every file."""
    return 3 + len(recipe.sources) + len(recipe.development)


def check_files(recipe: Recipe, data: Path) -> None:
    """Name every file that the recipe asks for and the data folder does not have."""
    files = [*(source.file for source in recipe.sources), *recipe.development.values(), *recipe.tests]
    files += [recipe.excluded] if recipe.excluded else []
    missing = [file for file in files if not (data / file).is_file()]
    if missing:
        raise UsageProblem(f"{data} has no {', '.join(missing)}, which the recipe names")
