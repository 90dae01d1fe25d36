"""Pairs with their examples as ids on the training device."""

from dataclasses import replace
from typing import Any

import numpy as np
import torch

from synslator.training.adaptive.model import ExampleBatch
from synslator.training.adaptive.pairs import ExamplePairs
from synslator.training.data.batches import Batch, PairNumbers, TokenStore, cut


class ExampleStore(TokenStore):
    """All pairs of all files. Batches name pairs by their place among those to learn from."""

    def __init__(self, parts: list[ExamplePairs], device: torch.device, *, needed: bool = False) -> None:
        """With `needed`, pairs that have no example are left out."""
        super().__init__([part.tokens for part in parts], device)
        pairs, examples, counts = [], [], [0]
        for part, offset in zip(parts, self.first[:-1], strict=True):
            kept = part.examples >= 0 if needed else np.ones(len(part.pairs), np.bool_)
            pairs.append(part.pairs[kept].astype(np.int64) + offset)
            examples.append(np.where(part.examples >= 0, part.examples + offset, -1)[kept])
            counts.append(len(pairs[-1]))
        self.pairs, self.examples = np.concatenate(pairs), np.concatenate(examples)
        self.everything = self.lengths
        self.lengths = self.everything[self.pairs]
        self.first = np.cumsum(counts)
        self.sizes = self.lengths.copy()
        self.sizes[:, 1] += np.where(self.examples >= 0, self.everything[self.examples].sum(axis=1), 0)

    def cut(self, pairs: PairNumbers, tokens: int, sides: int = 2, number: int = 0) -> list[Batch]:
        """Cut pairs into batches in which either all or none have examples, whose pieces count too."""
        has = self.examples[pairs] >= 0
        cuts = [*cut(pairs[~has], self.sizes, tokens), *cut(pairs[has], self.sizes, tokens)]
        targets = [self.lengths[batch.pairs, 1] for batch in cuts]
        return [
            replace(batch, target_length=int(target.max()), pieces=int((target + 1).sum()))
            for batch, target in zip(cuts, targets, strict=True)
        ]

    def gather(self, batch: Batch) -> tuple[Any, ...]:
        """Source, decoder input, the examples where there are any, and the labels."""
        source, read, answer = super().gather(replace(batch, pairs=self.pairs[batch.pairs]))
        examples = self.examples[batch.pairs]
        return source, read, self.gather_examples(examples) if examples[0] >= 0 else None, answer

    def gather_examples(self, numbers: PairNumbers) -> ExampleBatch:
        """Return the examples of a batch, given by their numbers among all pairs."""
        source_length, target_length = self.everything[numbers].max(axis=0).tolist()
        pairs = torch.from_numpy(numbers).to(self.device, non_blocking=True)
        source = self.padded_ids(0, pairs, aligned(source_length))
        read, answer = self.target_ids(Batch(numbers, 0, aligned(target_length + 1) - 1, 0), pairs)
        return ExampleBatch(source, (source != 0)[:, None, None], read, answer, (answer != 0)[:, None, None])


def aligned(length: int) -> int:
    """Return the next multiple of eight, which a GPU's attention wants of a mask."""
    return -(-length // 8) * 8
