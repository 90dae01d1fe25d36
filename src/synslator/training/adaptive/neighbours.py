"""Making the files of pairs with examples: every pair looked up in the rest of its own memory.

The work is cut into chunks that are kept as they get ready, so that it can be stopped and gone on with. What
a chunk holds depends on the recipe and the data alone, not on who made it or when.
"""

import hashlib
import json
import shutil
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from synslator.memory.model import LookupOptions
from synslator.progress import SILENT, Progress
from synslator.training.adaptive.pairs import ExamplePairs
from synslator.training.adaptive.recipe import AdaptiveRecipe, NeighbourRecipe
from synslator.training.adaptive.retrieval import Retriever, build_index
from synslator.training.data.corpus import read_pairs, source_pairs, turned
from synslator.training.data.filters import PairFilter, TextPair
from synslator.training.data.tokenized_pairs import TokenizedPairs, load_tokenizer
from synslator.training.data.tokenizers import EOS
from synslator.training.recipe import SourceRecipe

CHUNK = 2000
CANDIDATES = LookupOptions(candidates=32, short_candidates=64)
"""Half of what a translator's lookup looks at: it finds the same best match nearly always."""

PairNumbers = NDArray[np.int64]
ChosenExamples = NDArray[np.int32]
"""(pairs, 2): the number of each pair's example, or -1, and its match rate."""


@dataclass(frozen=True)
class Memory:
    """Where one memory's pairs are and how examples are drawn from it."""

    source: SourceRecipe
    data: Path
    filters: PairFilter
    reverse: bool
    neighbours: NeighbourRecipe
    development: str | None

    def pairs(self) -> list[TextPair]:
        """Return the memory's pairs."""
        return list(source_pairs(self.source, self.data, self.filters, Counter(), reverse=self.reverse))

    def held_out(self) -> list[TextPair]:
        """Return the development set's pairs."""
        if not self.development:
            return []
        pairs = read_pairs(self.data / self.development)
        return list(turned(pairs) if self.reverse else pairs)

    def digest(self) -> str:
        """Return a checksum of all that decides what is found."""
        files = [self.data / name for name in (self.source.file, self.development) if name]
        content = [hashlib.sha256(path.read_bytes()).hexdigest() for path in files]
        settings = [str(self.filters), self.reverse, asdict(self.neighbours), asdict(CANDIDATES)]
        return hashlib.sha256(json.dumps([content, self.source.kind, settings]).encode()).hexdigest()

    def drawn(self, size: int) -> PairNumbers:
        """Return the numbers of the pairs to learn from."""
        rng = np.random.default_rng([self.neighbours.seed, 0])
        return np.sort(rng.permutation(size)[: self.neighbours.most])


class Searcher:
    """Chooses examples."""

    def __init__(self, memory: Memory, index: Path) -> None:
        self.recipe = memory.neighbours
        self.pairs, self.held_out = memory.pairs(), memory.held_out()
        options = LookupOptions(
            CANDIDATES.candidates, CANDIDATES.short_candidates, self.recipe.matches, self.recipe.minimum_rate
        )
        self.retriever = Retriever(index, self.pairs, options)

    def choose(self, number: int) -> tuple[int, int]:
        """Return the example of a pair to learn from: none, the best match or any of the matches."""
        rng = np.random.default_rng([self.recipe.seed, 1, number])
        if rng.random() < self.recipe.without:
            return -1, 0
        pair = self.pairs[number]
        found = self.retriever.matches(pair, pair[0])
        if not found:
            return -1, 0
        return found[0] if rng.random() < self.recipe.best else found[rng.integers(len(found))]

    def look_up(self, number: int) -> tuple[int, int]:
        """Return the example of a held-out pair: what a translator would get."""
        found = self.retriever.matches(None, self.held_out[number][0])
        return found[0] if found else (-1, 0)


@lru_cache(maxsize=1)
def searcher_of(memory: Memory, index: Path) -> Searcher:
    """Return a process's searcher, which reads the whole memory when it is made."""
    return Searcher(memory, index)


def search(memory: Memory, index: Path, numbers: Sequence[int], held_out: bool) -> ChosenExamples:
    """Return the examples of some pairs; runs in a process of its own."""
    searcher = searcher_of(memory, index)
    choose = searcher.look_up if held_out else searcher.choose
    return np.array([choose(number) for number in numbers], np.int32).reshape(-1, 2)


def make_neighbours(
    recipe: AdaptiveRecipe,
    data: Path,
    vocabularies: Path,
    folder: Path,
    workers: int = 2,
    progress: Progress = SILENT,
) -> dict[str, dict[str, float]]:
    """Write a recipe's files of pairs with examples. Returns for each its size and its match rates.

    Files and chunks that are there already are kept. Progress is counted in files.
    """
    folder.mkdir(parents=True, exist_ok=True)
    filters = PairFilter.of(recipe.filters, recipe.source_language, recipe.target_language)
    report: dict[str, dict[str, float]] = {}
    for source in recipe.sources:
        development = recipe.development.get(source.name)
        memory = Memory(source, data, filters, recipe.reverse, recipe.neighbours, development)
        digest = memory.digest()
        names = [source.name, *([f"dev-{source.name}"] if development else [])]
        if not all(made(folder / f"{name}.npz", digest) for name in names):
            make_files(memory, digest, vocabularies, folder, workers)
        for name in names:
            report[name] = describe(ExamplePairs.load(folder / f"{name}.npz"))
        progress.advance()
    return report


def made(path: Path, digest: str) -> bool:
    """Return whether a file is there and is what would be made."""
    return path.is_file() and ExamplePairs.load(path).made_from == digest


def make_files(memory: Memory, digest: str, vocabularies: Path, folder: Path, workers: int) -> None:
    """Write one memory's file and its development set's."""
    name, pairs, held_out = memory.source.name, memory.pairs(), memory.held_out()
    work = folder / f".{name}-{digest[:12]}"
    build_index(work / "index", pairs, digest)
    drawn = memory.drawn(len(pairs))
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        whole = ExampleSearch(memory, work, pool)
        chosen = whole.choose(drawn, held_out=False)
        looked_up = whole.choose(np.arange(len(held_out)), held_out=True)
    assembly = Assembly(vocabularies, memory.filters.longest, digest)
    assembly(pairs, drawn, chosen).save(folder / f"{name}.npz")
    if held_out:
        looked_up[:, 0] += np.where(looked_up[:, 0] >= 0, len(held_out), 0).astype(np.int32)
        both = assembly([*held_out, *pairs], np.arange(len(held_out)), looked_up)
        both.save(folder / f"dev-{name}.npz")
    shutil.rmtree(work)


@dataclass(frozen=True)
class ExampleSearch:
    """The work on one memory: a folder with its index and the chunks that are ready, and who works on it."""

    memory: Memory
    folder: Path
    pool: ProcessPoolExecutor

    def choose(self, numbers: PairNumbers, held_out: bool) -> ChosenExamples:
        """Return the examples of all given pairs."""
        kind = "dev" if held_out else "pairs"
        chunks = {
            self.folder / f"{kind}-{at:08}.npy": numbers[at : at + CHUNK].tolist()
            for at in range(0, len(numbers), CHUNK)
        }
        waiting = {
            self.pool.submit(search, self.memory, self.folder / "index", chunk, held_out): path
            for path, chunk in chunks.items()
            if not path.is_file()
        }
        try:
            for future in as_completed(waiting):
                keep(future.result(), waiting[future])
        except BaseException:
            self.pool.shutdown(
                cancel_futures=True
            )  # whoever stops the work does not want to wait for its end
            raise
        return np.concatenate([np.zeros((0, 2), np.int32), *map(np.load, chunks)])


def keep(chunk: ChosenExamples, path: Path) -> None:
    """Write a chunk; it is there whole or not at all."""
    half = path.with_suffix(".half")
    with half.open("wb") as out:
        np.save(out, chunk)
    half.replace(path)


@dataclass(frozen=True)
class Assembly:
    """Turns chosen pairs into a file's content."""

    vocabularies: Path
    longest: int
    digest: str

    def __call__(self, pairs: Sequence[TextPair], asked: PairNumbers, chosen: ChosenExamples) -> ExamplePairs:
        """Return the ids of all pairs that are used; what is too long is neither a pair nor an example."""
        examples, rates = chosen.T
        used = np.unique(np.concatenate([asked, examples[examples >= 0]]))
        ids = self.encode([pairs[number] for number in used.tolist()])
        fits = np.array([1 < len(s) <= self.longest and 0 < len(t) < self.longest for s, t in ids], np.bool_)
        place = np.full(len(pairs) + 1, -1, np.int32)  # the last one, -1, stands for no pair
        place[used[fits]] = np.arange(fits.sum())
        kept = [one for one, fit in zip(ids, fits.tolist(), strict=True) if fit]
        tokens = TokenizedPairs(
            np.fromiter((i for s, _ in kept for i in s), np.uint16),
            np.fromiter((i for _, t in kept for i in t), np.uint16),
            np.array([(len(s), len(t)) for s, t in kept], np.int32).reshape(-1, 2),
        )
        there = place[asked] >= 0
        found = place[examples[there]]
        known = np.where(found >= 0, rates[there], 0).astype(np.uint8)
        return ExamplePairs(tokens, place[asked[there]], found, known, self.digest)

    def encode(self, pairs: Sequence[TextPair]) -> list[tuple[list[int], list[int]]]:
        """Both sides of pairs as ids."""
        source, target = (load_tokenizer(self.vocabularies / f"{side}.spm") for side in ("source", "target"))
        sources, targets = source.encode([s for s, _ in pairs]), target.encode([t for _, t in pairs])
        return [([*s, EOS], t) for s, t in zip(sources, targets, strict=True)]


def describe(made: ExamplePairs) -> dict[str, float]:
    """Return how many pairs a file has and how good their examples are."""
    has = made.examples >= 0
    bands = {f"{low}-{low + 19}": (made.rates >= low) & (made.rates < low + 20) for low in range(20, 100, 20)}
    shares = {band: round(float((inside & has).mean()), 3) for band, inside in bands.items()}
    exact = {"100": round(float((made.rates == 100).mean()), 3)}
    return {"pairs": len(has), "none": round(float((~has).mean()), 3), **shares, **exact}
