"""Translating and rating files with trained weights.

Texts go in batches of like lengths. Chunk after chunk is written in the order of the file, and a run that was
stopped goes on after the last whole chunk.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from itertools import islice
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from synslator.progress import SILENT, Progress
from synslator.training.data.batches import cut
from synslator.training.data.corpus import read_fields
from synslator.training.data.tokenized_pairs import load_tokenizer
from synslator.training.data.tokenizers import BOS, EOS
from synslator.training.generation.search import GenerationOptions, generate
from synslator.training.network.transformer import Transformer
from synslator.training.optimization.losses import smoothed

CHUNK = 100_000
LONGEST = 200
"""Pieces of a text that are read."""
FileRow = tuple[str, ...]


class TrainedTranslator:
    """A trained model with the vocabularies that it was prepared with."""

    def __init__(self, model: Transformer, prepared: Path, device: torch.device, batch_tokens: int) -> None:
        self.model, self.device, self.batch_tokens = model.to(device).eval(), device, batch_tokens
        self.source = load_tokenizer(prepared / "source.spm")
        self.target = load_tokenizer(prepared / "target.spm")

    def autocast(self) -> AbstractContextManager[object]:
        """bf16 on a GPU."""
        return torch.autocast("cuda", torch.bfloat16) if self.device.type == "cuda" else nullcontext()

    def translate(self, texts: Sequence[str], options: GenerationOptions) -> list[tuple[str, float]]:
        """Return a translation of each text, and its mean log-probability a piece."""
        sources = self.source_pieces(texts)
        found: list[tuple[str, float]] = [("", 0.0)] * len(texts)
        budget = max(1, self.batch_tokens // options.beam)
        for rows in of_like_lengths([len(source) for source in sources], budget):
            with self.autocast():
                made = generate(self.model, self.padded([sources[row] for row in rows]), options)
            decoded = self.target.decode([one.pieces for one in made])
            for row, text, one in zip(rows, decoded, made, strict=True):
                found[row] = text, one.score
        return found

    @torch.inference_mode()
    def rate(self, pairs: Sequence[tuple[str, str]]) -> list[float]:
        """Return the mean log-probability a piece that each target has, given its source."""
        sources = self.source_pieces([source for source, _ in pairs])
        targets = [pieces[:LONGEST] for pieces in self.target.encode([target for _, target in pairs])]
        found = [0.0] * len(pairs)
        lengths = [(len(source), len(target)) for source, target in zip(sources, targets, strict=True)]
        for rows in of_one_length(lengths, self.batch_tokens):
            read = self.padded([[BOS, *targets[row]] for row in rows])
            labels = self.padded([[*targets[row], EOS] for row in rows])
            given = self.padded([sources[row] for row in rows])
            with self.autocast():
                hidden = self.model(given, read)
                table = self.model.decoder.embedding.weight
                for row, states, wanted in zip(rows, hidden, labels, strict=True):
                    scores = torch.nn.functional.linear(states, table).float()
                    _, loss = smoothed(scores, wanted, 0.0)
                    found[row] = -loss.item() / (len(targets[row]) + 1)
        return found

    def source_pieces(self, texts: Sequence[str]) -> list[list[int]]:
        """Return the pieces of sources with their ends."""
        return [[*pieces[:LONGEST], EOS] for pieces in self.source.encode(list(texts))]

    def padded(self, rows: Sequence[Sequence[int]]) -> Tensor:
        """(rows, steps), padded on the right with 0."""
        longest = max(map(len, rows))
        ids = np.zeros((len(rows), longest), np.int64)
        for row, pieces in enumerate(rows):
            ids[row, : len(pieces)] = pieces
        return torch.from_numpy(ids).to(self.device)


def of_one_length(lengths: Sequence[tuple[int, int]], tokens: int) -> Iterator[list[int]]:
    """Yield the numbers of pairs with equally long sources, in batches of at most `tokens` pieces."""
    for batch in cut(np.arange(len(lengths)), np.array(lengths, np.int32).reshape(-1, 2), tokens):
        yield batch.pairs.tolist()


def of_like_lengths(lengths: Sequence[int], tokens: int) -> Iterator[list[int]]:
    """Yield the numbers of texts of like lengths, in batches of at most `tokens` pieces, padding included."""
    batch: list[int] = []
    for number in sorted(range(len(lengths)), key=lengths.__getitem__):
        if batch and lengths[number] * (len(batch) + 1) > tokens:
            yield batch
            batch = []
        batch.append(number)
    if batch:
        yield batch


def translate_file(
    translator: TrainedTranslator,
    texts: Path,
    out: Path,
    options: GenerationOptions,
    progress: Progress = SILENT,
) -> int:
    """Write source, translation and score of every line of a file; returns how many lines are there now."""

    def made(rows: Sequence[FileRow]) -> list[FileRow]:
        found = translator.translate([row[0] for row in rows], options)
        return [(row[0], text, f"{score:.3f}") for row, (text, score) in zip(rows, found, strict=True)]

    return write_chunks(read_fields(texts, ("text",)), out, made, progress)


def rate_file(translator: TrainedTranslator, pairs: Path, out: Path, progress: Progress = SILENT) -> int:
    """Write every pair of a file with its score; returns how many are there now."""

    def made(rows: Sequence[FileRow]) -> list[FileRow]:
        scores = translator.rate([(row[0], row[1]) for row in rows])
        return [(*row, f"{score:.3f}") for row, score in zip(rows, scores, strict=True)]

    return write_chunks(read_fields(pairs, ("source", "target")), out, made, progress)


def write_chunks(
    rows: Iterable[Sequence[str]],
    out: Path,
    made: Callable[[Sequence[FileRow]], list[FileRow]],
    progress: Progress,
) -> int:
    """Write what is made of rows to a table, chunk by chunk, after those that are there already."""
    done = whole_lines(out)
    left = (tuple(row) for row in islice(rows, done, None))
    with out.open("a", encoding="utf-8", newline="\n") as table:
        while chunk := list(islice(left, CHUNK)):
            table.write("".join("\t".join(row) + "\n" for row in made(chunk)))
            table.flush()
            done += len(chunk)
            progress.advance()
    return done


def whole_lines(path: Path) -> int:
    """Return how many whole lines a file has, and cut off the rest, which an interrupted run left."""
    if not path.exists():
        return 0
    lines, end = 0, 0
    with path.open("rb+") as content:
        for line in content:
            if line.endswith(b"\n"):
                lines, end = lines + 1, end + len(line)
        content.truncate(end)
    return lines
