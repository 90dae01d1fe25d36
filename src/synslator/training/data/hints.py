"""Hints drawn from the targets themselves, so that a model learns to write what it is told.

A pass draws hints for its pairs: spans of whole words as terms or kept text, or the end of the target. A few
pairs are told a term of another pair too, which they do without, so that a model learns to refuse nonsense.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from synslator.runtime.hints import END, KEPT, KINDS, TERM, HintNumbers
from synslator.training.data.batches import Batch, PairNumbers, TokenStore, cut
from synslator.training.data.tokenized_pairs import TokenizedPairs
from synslator.training.recipe import HintRecipe

Slots = NDArray[np.int32]
"""(pairs, slots, 3): the kind of each hint, where its pieces begin among all target pieces, and how many they
are. A hint without pieces is none."""
Places = NDArray[np.int32]
"""A place among all target pieces for each pair, (pairs,)."""
Flags = NDArray[np.bool_]
HINT_SEED = 7
"""Sets the drawing of hints apart from other random numbers of the same seed."""


@dataclass(frozen=True)
class HintedBatch(Batch):
    """Pairs with their hints; `source_length` is that of source and hints together."""

    slots: Slots


class HintedStore(TokenStore):
    """A store whose sources carry hints."""

    def __init__(
        self,
        parts: list[TokenizedPairs],
        device: torch.device,
        recipe: HintRecipe,
        begins: Flags,
        source_vocabulary: int,
    ) -> None:
        """`begins` says of each target piece whether a word begins with it."""
        super().__init__(parts, device)
        self.recipe, self.numbers = recipe, HintNumbers(source_vocabulary)
        targets = np.concatenate([part.target for part in parts])
        self.targets = Targets(targets, self.lengths[:, 1], begins)

    def cut(self, pairs: PairNumbers, tokens: int, sides: int = 2, number: int = 0) -> list[Batch]:
        """Draw hints for the pairs of a pass and cut these into batches."""
        rng = np.random.default_rng([HINT_SEED, self.recipe.seed, number])
        slots = draw(self.recipe, self.targets, pairs, rng)
        self.tell_rest(slots, pairs)
        lengths = self.lengths[pairs].copy()
        lengths[:, 0] += (slots[:, :, 2] + (slots[:, :, 2] > 0)).sum(axis=1)
        return [
            HintedBatch(pairs[b.pairs], b.source_length, b.target_length, b.pieces, slots[b.pairs])
            for b in cut(np.arange(len(pairs)), lengths, tokens, sides, self.wanted[pairs])
        ]

    def tell_rest(self, slots: Slots, pairs: PairNumbers) -> None:
        """Tell those pairs of which only a span is learned what stands behind it, and nothing else."""
        (first, last), lengths = self.spans[pairs].T, self.lengths[pairs, 1]
        partial = (first > 0) | (last < lengths)
        slots[partial] = 0
        rest = np.stack([np.full(len(pairs), END), self.targets.starts[pairs] + last, lengths - last], axis=1)
        slots[partial, -1] = rest[partial]

    def gather(self, batch: Batch) -> tuple[Any, ...]:
        """Return the sources with their hints, decoder input and labels."""
        pairs = torch.from_numpy(batch.pairs).to(self.device, non_blocking=True)
        assert isinstance(batch, HintedBatch)
        slots = torch.from_numpy(batch.slots).to(self.device, non_blocking=True).long()
        return (self.with_hints(batch, pairs, slots), *self.target_ids(batch, pairs))

    def with_hints(self, batch: Batch, pairs: Tensor, slots: Tensor) -> Tensor:
        """(rows, source steps): a source's pieces, then mark and pieces of each of its hints."""
        steps = torch.arange(batch.source_length, device=self.device)[None]
        ends = self.starts[pairs + 1, 0, None] - self.starts[pairs, 0, None]
        where = (self.starts[pairs, 0, None] + steps).clamp(max=self.source.numel() - 1)
        ids = self.source[where].long() & 0xFFFF
        for kind, start, length in (column.unsqueeze(-1).unbind(1) for column in slots.unbind(1)):
            place = steps - ends
            where = (start + place - 1).clamp(0, self.target.numel() - 1)
            piece = (self.target[where].long() & 0xFFFF) + self.numbers.first_piece
            hint = torch.where(place == 0, self.numbers.source_vocabulary + kind, piece)
            ids = torch.where((place >= 0) & (place <= length) & (length > 0), hint, ids)
            ends = ends + torch.where(length > 0, length + 1, 0)
        return ids


class Targets:
    """All target pieces of a store, with the words that they belong to."""

    def __init__(self, pieces: NDArray[np.uint16], lengths: NDArray[np.int32], begins: Flags) -> None:
        self.lengths = lengths
        self.starts = (np.cumsum(lengths, dtype=np.int64) - lengths).astype(np.int32)
        edges = begins[pieces]
        edges[self.starts[lengths > 0]] = True
        self.last = len(pieces) - 1
        numbers = np.arange(len(pieces), dtype=np.int32)
        self.word_start: NDArray[np.int32] = np.maximum.accumulate(np.where(edges, numbers, 0))
        after = np.append(np.where(edges, numbers, len(pieces)).astype(np.int32), np.int32(len(pieces)))
        self.word_end: NDArray[np.int32] = np.minimum.accumulate(after[::-1])[::-1][1:]
        """Where the word of each piece begins, and where the next one does."""


def draw(recipe: HintRecipe, targets: Targets, pairs: PairNumbers, rng: np.random.Generator) -> Slots:
    """Draw the hints of some pairs: those of the text in front, then one of another pair, then the end."""
    rows, first, lengths = len(pairs), targets.starts[pairs], targets.lengths[pairs]
    ends = first + lengths
    weights = np.array([recipe.terms, recipe.kept, recipe.end])
    kind = rng.choice(KINDS, size=rows, p=weights / weights.sum())
    hinted = (rng.random(rows) < recipe.share) & (lengths > 1)
    told = hinted & ((kind == END) | (rng.random(rows) < recipe.and_end))
    tail = draw_tails(recipe, targets, first, ends, told, rng)

    slots = np.zeros((rows, recipe.most + 2, 3), np.int32)
    slots[:, :-2, 0] = np.where(kind == KEPT, KEPT, TERM)[:, None]
    slots[:, :-2, 1:] = draw_spans(recipe, targets, first, tail, rng)
    wanted = np.arange(recipe.most) < rng.integers(1, recipe.most + 1, rows)[:, None]
    slots[:, :-2, 2] *= wanted & (hinted & (kind != END))[:, None]
    told_term = hinted & (kind == TERM)
    foreign = told_term & (rng.random(rows) < recipe.foreign)
    slots[:, -2, 0] = TERM
    slots[:, -2, 1:] = draw_foreign(recipe, targets, foreign, rng)
    order = np.argsort(rng.random((rows, recipe.most + 1)), axis=1)[told_term, :, None]
    slots[told_term, :-1] = np.take_along_axis(slots[told_term, :-1], order, axis=1)
    slots[:, -1] = np.stack([np.full(rows, END), tail, ends - tail], axis=1)
    return slots


def draw_tails(
    recipe: HintRecipe, targets: Targets, first: Places, ends: Places, told: Flags, rng: np.random.Generator
) -> Places:
    """Draw where the end begins that some pairs are told: at a word, and never at the first.

    Short ends come more often than long ones: each doubling of the length is as likely as the next.
    """
    pieces = (recipe.longest_end + 1) ** rng.random(len(first))
    tails = np.maximum(ends - pieces.astype(np.int32), first)
    tails = targets.word_start[tails.clip(0, targets.last)]
    found: Places = np.where(told & (tails > first), tails, ends).astype(np.int32)
    return found


def draw_spans(
    recipe: HintRecipe, targets: Targets, first: Places, ends: Places, rng: np.random.Generator
) -> Slots:
    """Draw spans of whole words between `first` and `ends`, in order and apart: (pairs, most, 2)."""
    shape = len(first), recipe.most
    places = first[:, None] + (rng.random(shape) * (ends - first)[:, None]).astype(np.int32)
    starts = np.sort(targets.word_start[places.clip(0, targets.last)], axis=1)
    reach = np.minimum(starts + rng.integers(0, recipe.longest, shape), ends[:, None] - 1)
    stops = targets.word_end[reach.clip(0, targets.last)]
    counts = stops - starts
    fits = (stops <= ends[:, None]) & (starts >= first[:, None]) & (counts <= 2 * recipe.longest)
    reached = first.copy()
    for n in range(recipe.most):
        fits[:, n] &= starts[:, n] >= reached
        reached = np.where(fits[:, n], stops[:, n], reached)
    return np.stack([starts, np.where(fits, counts, 0)], axis=2).astype(np.int32)


def draw_foreign(recipe: HintRecipe, targets: Targets, wanted: Flags, rng: np.random.Generator) -> Slots:
    """Draw a word of any pair for those that want one: (pairs, 2)."""
    starts = targets.word_start[rng.integers(0, targets.last + 1, len(wanted))]
    counts = targets.word_end[starts] - starts
    fits = wanted & (counts <= recipe.longest)
    return np.stack([starts, np.where(fits, counts, 0)], axis=1).astype(np.int32)
