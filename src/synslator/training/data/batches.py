"""Endless batches from a mixture of sources, the same ones for the same seed.

Training draws a *pass* at a time: from each source its share of pairs, next in that source's own shuffled
order. A pass is cut into batches whose sources all have the same length, so that the source needs no
padding and attention no mask; inside such a bucket pairs stand by target length, so that targets need
little. A pass is a function of its draw alone (a few numbers), and that is all a resumed run has to know.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from synslator.errors import UsageProblem
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.data.tokenizers import BOS, EOS
from synslator.training.recipe import RunRecipe, SourceRecipe

PairNumbers = NDArray[np.int64]


@dataclass(frozen=True)
class Batch:
    """Pairs by their number in the store; all sources have `source_length` pieces."""

    pairs: PairNumbers
    source_length: int
    target_length: int
    pieces: int
    """Target pieces to predict, end pieces included."""


LANDING = 2
"""Pieces behind a learned span that are learned too: how a model goes on with what stands there."""


class TokenStore:
    """All pairs of all sources as ids on the training device, so that a batch is one gather there."""

    def __init__(self, parts: list[TokenizedPairs], device: torch.device) -> None:
        self.lengths = np.concatenate([part.lengths for part in parts])
        self.spans = np.concatenate([part.spans for part in parts])
        """Where in each target the learned pieces begin and end, (pairs, 2)."""
        last = np.minimum(self.spans[:, 1] + LANDING, self.lengths[:, 1] + 1)
        self.wanted = (last - self.spans[:, 0]).astype(np.int32)
        self.first = np.concatenate([[0], np.cumsum([len(part) for part in parts])])
        self.device = device
        starts = np.zeros((len(self.lengths) + 1, 2), np.int64)
        np.cumsum(self.lengths, axis=0, out=starts[1:])
        self.starts = torch.from_numpy(starts).to(device)
        flat = (np.concatenate([p.source for p in parts]), np.concatenate([p.target for p in parts]))
        self.source, self.target = (torch.from_numpy(f.view(np.int16)).to(device) for f in flat)
        self.learned = torch.from_numpy(self.spans).to(device)

    def source_ids(self, batch: Batch, pairs: Tensor) -> Tensor:
        """(rows, source steps)."""
        where = self.starts[pairs, 0, None] + torch.arange(batch.source_length, device=self.device)
        return self.source[where].long() & 0xFFFF

    def target_ids(self, batch: Batch, pairs: Tensor) -> tuple[Tensor, Tensor]:
        """Return the decoder's input and its labels, both (rows, target steps + 1).

        They are padded with 0, as is what is not learned.
        """
        ids = self.padded_ids(1, pairs, batch.target_length)
        edge = torch.zeros_like(ids[:, :1])
        read = torch.cat([edge + BOS, ids], dim=1)
        lengths = self.starts[pairs + 1, 1, None] - self.starts[pairs, 1, None]
        answer = torch.cat([ids, edge], dim=1).scatter(1, lengths, EOS)
        first, last = self.learned[pairs].unsqueeze(-1).unbind(1)
        steps = torch.arange(answer.shape[1], device=self.device)
        return read, torch.where((steps >= first) & (steps < last + LANDING), answer, 0)

    def padded_ids(self, side: int, pairs: Tensor, steps: int) -> Tensor:
        """One side of some pairs, (rows, steps), padded with 0."""
        flat = self.target if side else self.source
        where = self.starts[pairs, side, None] + torch.arange(steps, device=self.device)
        real = where < self.starts[pairs + 1, side, None]
        return torch.where(real, flat[where.clamp(max=flat.numel() - 1)].long() & 0xFFFF, 0)

    def cut(self, pairs: PairNumbers, tokens: int, sides: int = 2, number: int = 0) -> list[Batch]:
        """Cut the pairs of a pass, given with its number, into batches of at most `tokens` padded pieces."""
        return cut(pairs, self.lengths, tokens, sides, self.wanted)

    def gather(self, batch: Batch) -> tuple[Any, ...]:
        """Return what the model is given (source and decoder input) and, last, the labels."""
        pairs = torch.from_numpy(batch.pairs).to(self.device, non_blocking=True)
        return (self.source_ids(batch, pairs), *self.target_ids(batch, pairs))


def cut(
    pairs: PairNumbers,
    lengths: NDArray[np.int32],
    tokens: int,
    sides: int = 2,
    wanted: NDArray[np.int32] | None = None,
) -> list[Batch]:
    """Cut pairs into batches of equal source length and at most `tokens` padded pieces.

    With `sides` = 1 (a language model) the source counts for nothing and any source length goes together.
    `wanted` says how many target pieces of each pair are learned, if not all.
    """
    source = lengths[pairs, 0] if sides == 2 else np.zeros(len(pairs), np.int32)
    target = lengths[pairs, 1] + 1
    order = np.lexsort((target, source))
    pairs, source, target = pairs[order], source[order], target[order]
    learned = target if wanted is None else wanted[pairs]
    batches, start = [], 0
    for end in [*(np.flatnonzero(np.diff(source)) + 1).tolist(), len(pairs)]:
        while start < end:
            size = int(source[start])
            reach = target[start : min(end, start + tokens // (size + int(target[start])) + 1)]
            cost = np.arange(1, len(reach) + 1, dtype=np.int64) * (size + reach)
            rows = max(1, int(np.searchsorted(cost, tokens, side="right")))
            part = slice(start, start + rows)
            batches.append(Batch(pairs[part], size, int(reach[rows - 1]) - 1, int(learned[part].sum())))
            start += rows
    return batches


@dataclass(frozen=True)
class Draw:
    """Which pass: its number, where in each source it begins, and whether the last phase has come."""

    number: int
    cursors: tuple[int, ...]
    final: bool


class Mixture:
    """The sources in their shares. A pass is a function of its `Draw` alone."""

    def __init__(
        self, store: TokenStore, sources: tuple[SourceRecipe, ...], run: RunRecipe, sides: int = 2
    ) -> None:
        self.store, self.sources, self.run, self.sides = store, sources, run, sides

    def first(self) -> Draw:
        """Return the draw that a run begins with."""
        return Draw(0, (0,) * len(self.sources), final=False)

    def after(self, draw: Draw, final: bool) -> Draw:
        """Return the draw that follows."""
        cursors = tuple(c + n for c, n in zip(draw.cursors, self.shares(draw.final), strict=True))
        return Draw(draw.number + 1, cursors, final)

    def shares(self, final: bool) -> list[int]:
        """Return how many pairs of each source go into a pass."""
        sizes = np.diff(self.store.first)
        weights = np.array(
            [s.weight if not final or s.final_weight is None else s.final_weight for s in self.sources]
        )
        shares = weights * sizes
        wanted: list[int] = np.round(shares / shares.sum() * self.run.pass_pairs).astype(int).tolist()
        return wanted

    def take(self, source: int, start: int, count: int) -> PairNumbers:
        """Pairs `start` to `start + count` of a source's endless order, reshuffled in every round."""
        size = int(self.store.first[source + 1] - self.store.first[source])
        taken = [np.zeros(0, np.int64)]
        while count > 0:
            lap, offset = divmod(start, size)
            order = np.random.default_rng([self.run.seed, source, lap]).permutation(size)
            taken.append(order[offset : offset + count])
            start += len(taken[-1])
            count -= len(taken[-1])
        pairs: PairNumbers = np.concatenate(taken) + self.store.first[source]
        return pairs

    def batches(self, draw: Draw) -> list[Batch]:
        """Return the batches of a pass, in random order."""
        shares = zip(draw.cursors, self.shares(draw.final), strict=True)
        pairs = np.concatenate(
            [self.take(source, start, count) for source, (start, count) in enumerate(shares)]
        )
        batches = [
            batch
            for batch in self.store.cut(pairs, self.run.batch_tokens, self.sides, draw.number)
            if len(batch.pairs) >= self.run.least_rows
        ]
        order = np.random.default_rng([self.run.seed, len(self.sources), draw.number]).permutation(
            len(batches)
        )
        return [batches[i] for i in order]


@dataclass(frozen=True)
class Position:
    """Where in the stream a run stands: the pass in use, the one after it, the updates made in the first."""

    draw: Draw
    following: Draw
    done: int = 0


class Stream:
    """The batches of one update after another, for ever. The next pass is made while one is in use."""

    def __init__(self, mixture: Mixture, final: Callable[[], bool], position: Position | None = None) -> None:
        first = mixture.first()
        self.mixture, self.final = mixture, final
        self.position = position or Position(first, mixture.after(first, final=False))

    def __iter__(self) -> Iterator[list[Batch]]:
        size = self.mixture.run.accumulate
        with ThreadPoolExecutor(1) as ahead:
            batches = self.mixture.batches(self.position.draw)
            if not batches:
                least, pairs = self.mixture.run.least_rows, len(self.mixture.store.lengths)
                raise UsageProblem(
                    f"{pairs} prepared pairs make no batch of at least {least} pairs (least_rows in the"
                    " recipe); prepare more pairs or lower least_rows"
                )
            while True:
                at = self.position
                coming = ahead.submit(self.mixture.batches, at.following)
                for done in range(at.done, max(1, len(batches) // size)):
                    self.position = replace(at, done=done + 1)
                    yield batches[done * size : (done + 1) * size]
                self.position = Position(at.following, self.mixture.after(at.following, self.final()))
                batches = coming.result()
