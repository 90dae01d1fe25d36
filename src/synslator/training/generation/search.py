"""Beam search and sampling of many texts at once."""

from dataclasses import dataclass

import torch
from torch import Tensor

from synslator.errors import UsageProblem
from synslator.training.data.tokenizers import BOS, EOS, PAD, UNKNOWN
from synslator.training.generation.cached_decoder import CachedDecoder
from synslator.training.network.transformer import Transformer

NEVER = float("-inf")
UNUSED = (PAD, BOS, UNKNOWN)
"""Pieces that stand in no text."""


@dataclass(frozen=True)
class GenerationOptions:
    """How texts are searched."""

    beam: int = 4
    sample: int = 0
    """Draw each piece among so many best ones, instead of a beam search; 0: do not."""
    length_penalty: float = 1.0
    """What a score is divided by: the length to this power."""
    longest_factor: float = 2.0
    longest_extra: int = 16
    """Most pieces of a text: this many times those of the longest source of its batch, and some more."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.beam < 1 or self.sample < 0:
            raise UsageProblem("beam must be at least 1, and sample must not be negative")
        if self.sample and self.beam > 1:
            raise UsageProblem("sample draws one text, so beam must be 1")


@dataclass(frozen=True)
class Generated:
    """A translation as pieces, and its mean log-probability a piece, the end included."""

    pieces: list[int]
    score: float


@torch.inference_mode()
def generate(model: Transformer, sources: Tensor, options: GenerationOptions) -> list[Generated]:
    """Translate sources (texts, steps), padded with 0, of which none is empty."""
    search = BatchSearch(model, sources, options)
    most = int(sources.shape[1] * options.longest_factor) + options.longest_extra
    for _ in range(min(most, len(model.decoder.embedding.positions) - 1)):
        if not search.advance():
            break
    return search.results()


class BatchSearch:
    """The hypotheses of a batch. Finished texts leave it, so that what is left costs less."""

    def __init__(self, model: Transformer, sources: Tensor, options: GenerationOptions) -> None:
        self.options, self.beam = options, options.beam
        texts, device = len(sources), sources.device
        self.decoder = CachedDecoder(model, sources, self.beam)
        self.random = torch.Generator(device).manual_seed(options.seed)
        self.numbers = torch.arange(texts, device=device)
        """The texts that are still searched, (alive,)."""
        self.scores = torch.full((texts, self.beam), NEVER, device=device)
        self.scores[:, 0] = 0
        """The sum of log-probabilities of each hypothesis, (alive, beam)."""
        self.written = torch.full((texts, self.beam, 1), BOS, device=device)
        """(alive, beam, steps)"""
        self.ended_scores = torch.full((texts,), NEVER, device=device)
        self.ended: list[list[int]] = [[] for _ in range(texts)]
        self.sums = torch.zeros(texts, device=device)

    def advance(self) -> bool:
        """Write one more piece of every hypothesis; returns whether any text goes on."""
        alive, beam, steps = self.written.shape
        said = self.decoder.step(self.written[:, :, -1])
        said[:, list(UNUSED)] = NEVER
        size = said.shape[-1]
        if self.options.sample:
            pieces = self.draw(said)
            totals = self.scores + said.gather(1, pieces)
            parents = torch.zeros_like(pieces)
        else:
            every = (self.scores[:, :, None] + said.view(alive, beam, size)).flatten(1)
            totals, places = every.topk(2 * beam)
            parents, pieces = places // size, places % size
        self.note_ends(totals, parents, pieces, steps)
        going = totals.masked_fill(pieces == EOS, NEVER)
        self.scores, order = going.topk(beam)
        parents, pieces = parents.gather(1, order), pieces.gather(1, order)
        rows = torch.arange(alive, device=parents.device)[:, None] * beam + parents
        self.written = torch.cat([self.written.flatten(0, 1)[rows], pieces[:, :, None]], dim=2)
        hope = self.scores[:, 0] / (steps + 1) ** self.options.length_penalty
        return self.keep(torch.isfinite(hope) & (hope > self.ended_scores[self.numbers]), rows)

    def draw(self, said: Tensor) -> Tensor:
        """Draw a piece for each row, (rows, 1)."""
        best, pieces = said.topk(self.options.sample)
        chosen = torch.multinomial(best.softmax(-1), 1, generator=self.random)
        return pieces.gather(1, chosen)

    def note_ends(self, totals: Tensor, parents: Tensor, pieces: Tensor, steps: int) -> None:
        """Keep the best text that ends here, where it is better than those that ended before."""
        ends = totals.masked_fill(pieces != EOS, NEVER)
        best, place = ends.max(dim=1)
        score = best / steps**self.options.length_penalty
        better = score > self.ended_scores[self.numbers]
        if not better.any():
            return
        rows = better.nonzero().squeeze(1)
        parent = parents[rows, place[rows]]
        texts = self.written[rows, parent, 1:].tolist()
        for number, text in zip(self.numbers[rows].tolist(), texts, strict=True):
            self.ended[number] = text
        self.ended_scores[self.numbers[rows]] = score[rows]
        self.sums[self.numbers[rows]] = best[rows] / steps

    def keep(self, going: Tensor, rows: Tensor) -> bool:
        """Go on with the texts that may get better; `rows` (alive, beam) are their hypotheses' parents."""
        kept = going.nonzero().squeeze(1)
        self.decoder.select(rows[kept].flatten(), kept)
        self.numbers, self.scores, self.written = self.numbers[kept], self.scores[kept], self.written[kept]
        return len(kept) > 0

    def results(self) -> list[Generated]:
        """Return the best text of each source; one that never ended is what was written so far."""
        steps = self.written.shape[2] - 1
        for row, number in enumerate(self.numbers.tolist()):
            if not torch.isfinite(self.ended_scores[number]):
                self.ended[number] = self.written[row, 0, 1:].tolist()
                self.sums[number] = self.scores[row, 0] / max(1, steps)
        return [Generated(text, score) for text, score in zip(self.ended, self.sums.tolist(), strict=True)]
