"""Finished models that a model learns from beside its text.

Together they are better than each alone, and several times as slow; a model that learns to answer as they do
together has much of the gain at its own speed.
"""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor
from torch.nn import functional

from synslator.training.network.transformer import Transformer


def probabilities(hidden: Tensor, embedding: Tensor) -> Tensor:
    """Hidden states (pieces, width) -> probabilities (pieces, vocabulary)."""
    return torch.softmax(functional.linear(hidden, embedding).float(), dim=-1)


class Teachers:
    """Models of the same vocabularies, without dropout and never changed."""

    def __init__(self, models: Sequence[Transformer]) -> None:
        self.models = [model.eval().requires_grad_(False) for model in models]
        self.probabilities: Callable[[Tensor, Tensor], Tensor] = probabilities

    def compile(self) -> None:
        """Compile for a GPU; the first batches then take long."""
        for model in self.models:
            model.compile_parts()
        self.probabilities = torch.compile(probabilities, dynamic=True)

    @torch.no_grad()
    def opinion(self, *given: Tensor) -> Tensor:
        """Return the mean of their probabilities for each target piece, (rows * steps, vocabulary)."""
        opinions = [
            self.probabilities(model(*given).flatten(0, 1), model.decoder.embedding.weight)
            for model in self.models
        ]
        return torch.stack(opinions).mean(dim=0) if len(opinions) > 1 else opinions[0]
