"""A translation model that reads one pair of a memory beside the source.

The base model encodes the example's source and reads its target, as it would for a translation of its own.
Three added layers make use of that: one looks at the example's source with the source beside it, one at the
example's target with that beside it, and one, on top of the decoder, looks at the result while it predicts.

Without an example the added layers are skipped, so the model is the base model itself. They begin as no
change at all: what the top layer adds is zero before training.
"""

import math
from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn import functional

from synslator.training.network.layers import DecoderLayer
from synslator.training.network.transformer import Transformer, initialize
from synslator.training.recipe import ModelRecipe


@dataclass(frozen=True)
class ExampleBatch:
    """One pair of a memory for each row, padded on the right. Masks are (rows, 1, 1, steps)."""

    source: Tensor
    source_mask: Tensor
    read: Tensor
    """What the decoder reads of the target: the start piece and all pieces, (rows, steps)."""
    answer: Tensor
    """What it would have to answer each time: all pieces and the end piece, (rows, steps)."""
    mask: Tensor


class AddedLayers(nn.Module):
    """The three layers and what they share."""

    def __init__(self, recipe: ModelRecipe) -> None:
        super().__init__()
        self.source = DecoderLayer(recipe, cross=True, causal=False)
        self.source_norm = nn.LayerNorm(recipe.width)
        self.target = DecoderLayer(recipe, cross=True, causal=False)
        self.target_norm = nn.LayerNorm(recipe.width)
        self.top = DecoderLayer(recipe, cross=True)
        self.apply(initialize)
        for part in (self.top.attention.out, self.top.cross.out, self.top.feed_forward.outer):
            nn.init.zeros_(part.weight)

    def recall(self, states: Tensor, known: Tensor, recalled: Tensor, example: ExampleBatch) -> Tensor:
        """Return what the top layer looks at, (rows, example steps, width).

        Given are the states of the source, of the example's source and of the example's target.
        """
        known = self.source_norm(self.source(known, states, None, example.source_mask))
        result: Tensor = self.target_norm(self.target(recalled, known, example.source_mask, example.mask))
        return result


class AdaptiveTransformer(Transformer):
    """The base model and the added layers, under the names that a base model's weights have."""

    def __init__(
        self, recipe: ModelRecipe, source_vocabulary: int, target_vocabulary: int, *, frozen: bool = True
    ) -> None:
        """With `frozen` only the added layers learn, and the base model's dropout is off."""
        super().__init__(recipe, source_vocabulary, target_vocabulary)
        self.adaptive = AddedLayers(recipe)
        self.frozen = frozen
        for name, parameter in self.named_parameters():
            parameter.requires_grad = not frozen or name.startswith("adaptive.")

    def train(self, mode: bool = True) -> "AdaptiveTransformer":
        """Switch to training; a frozen base model stays as it is when it translates."""
        super().train(mode)
        if self.frozen:
            assert self.encoder is not None
            self.encoder.eval()
            self.decoder.eval()
        return self

    def forward(self, source: Tensor | None, target: Tensor, example: ExampleBatch | None = None) -> Tensor:
        """Source, decoder input and an example for each row -> hidden states (rows, steps, width)."""
        assert self.encoder is not None
        with torch.set_grad_enabled(torch.is_grad_enabled() and not self.frozen):
            states = self.encoder(source)
            hidden: Tensor = self.decoder(target, states)
            if example is None:
                return hidden
            known = self.encoder(example.source, example.source_mask)
            recalled = self.decoder(example.read, known, example.source_mask) + self.written(example.answer)
        memory = self.adaptive.recall(states, known, recalled, example)
        result: Tensor = self.adaptive.top(hidden, memory, example.mask)
        return result

    def written(self, pieces: Tensor) -> Tensor:
        """Pieces as states, without their positions: (rows, steps) -> (rows, steps, width)."""
        return functional.embedding(pieces, self.decoder.embedding.weight) * math.sqrt(self.recipe.width)
