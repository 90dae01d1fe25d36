"""The layers of a pre-norm Transformer.

Shapes: `(rows, steps, width)` for states, `(rows, heads, steps, head width)` inside attention. Training
batches never pad the source (see `batches`), and a target's padding stands behind all its pieces, so no
layer needs a mask but the causal one, and every attention can use the fastest kernel. Only a memory's pairs
(see `adaptive`) are padded: a mask `(rows, 1, 1, steps)` is true where there is something to look at.
"""

import math

import torch
from torch import Tensor, nn
from torch.nn import functional

from synslator.training.recipe import ModelRecipe


def sinusoids(steps: int, width: int) -> Tensor:
    """Positions as waves: sines in the first half of the width, cosines in the second. (steps, width)."""
    frequencies = torch.exp(torch.arange(width // 2) * (-math.log(10000.0) / (width // 2)))
    angles = torch.arange(steps)[:, None] * frequencies
    return torch.cat([angles.sin(), angles.cos()], dim=1)


class Embedding(nn.Module):
    """Pieces to states: the scaled embedding plus the position's waves."""

    def __init__(self, vocabulary: int, recipe: ModelRecipe, longest: int) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.randn(vocabulary, recipe.width) * recipe.width**-0.5)
        self.register_buffer("positions", sinusoids(longest, recipe.width), persistent=False)
        self.positions: Tensor
        self.scale = math.sqrt(recipe.width)
        self.dropout = recipe.dropout

    def forward(self, ids: Tensor, table: Tensor | None = None) -> Tensor:
        """(rows, steps) -> (rows, steps, width), by this embedding or by a table that it is a part of."""
        states = functional.embedding(ids, self.weight if table is None else table)
        states = states * self.scale + self.positions[: ids.shape[1]]
        return functional.dropout(states, self.dropout, self.training)


class SelfAttention(nn.Module):
    """Multi-head attention of a sequence to itself."""

    def __init__(self, recipe: ModelRecipe, causal: bool) -> None:
        super().__init__()
        self.heads, self.causal = recipe.heads, causal
        self.qkv = nn.Linear(recipe.width, 3 * recipe.width)
        self.out = nn.Linear(recipe.width, recipe.width)

    def forward(self, states: Tensor, mask: Tensor | None = None) -> Tensor:
        """(rows, steps, width) -> the same."""
        rows, steps, width = states.shape
        q, k, v = self.qkv(states).view(rows, steps, 3, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(q, k, v, mask, is_causal=self.causal)
        result: Tensor = self.out(mixed.transpose(1, 2).reshape(rows, steps, width))
        return result


class CrossAttention(nn.Module):
    """Multi-head attention of one sequence to another one's states."""

    def __init__(self, recipe: ModelRecipe) -> None:
        super().__init__()
        self.heads = recipe.heads
        self.q = nn.Linear(recipe.width, recipe.width)
        self.kv = nn.Linear(recipe.width, 2 * recipe.width)
        self.out = nn.Linear(recipe.width, recipe.width)

    def forward(self, states: Tensor, memory: Tensor, mask: Tensor | None = None) -> Tensor:
        """(rows, steps, width) and (rows, other steps, width) -> (rows, steps, width)."""
        rows, steps, width = states.shape
        q = self.q(states).view(rows, steps, self.heads, -1).transpose(1, 2)
        k, v = self.kv(memory).view(rows, memory.shape[1], 2, self.heads, -1).permute(2, 0, 3, 1, 4)
        mixed = functional.scaled_dot_product_attention(q, k, v, mask)
        result: Tensor = self.out(mixed.transpose(1, 2).reshape(rows, steps, width))
        return result


class FeedForward(nn.Module):
    """Two linear maps with a ReLU between them."""

    def __init__(self, recipe: ModelRecipe) -> None:
        super().__init__()
        self.inner = nn.Linear(recipe.width, recipe.feed_forward)
        self.outer = nn.Linear(recipe.feed_forward, recipe.width)

    def forward(self, states: Tensor) -> Tensor:
        """(rows, steps, width) -> the same."""
        result: Tensor = self.outer(functional.relu(self.inner(states)))
        return result


class EncoderLayer(nn.Module):
    """Self-attention and feed-forward, each on normalised states and added back."""

    def __init__(self, recipe: ModelRecipe) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(recipe.width)
        self.attention = SelfAttention(recipe, causal=False)
        self.feed_forward_norm = nn.LayerNorm(recipe.width)
        self.feed_forward = FeedForward(recipe)
        self.dropout = recipe.dropout

    def forward(self, states: Tensor, mask: Tensor | None = None) -> Tensor:
        """(rows, steps, width) -> the same."""
        mixed = self.attention(self.attention_norm(states), mask)
        states = states + functional.dropout(mixed, self.dropout, self.training)
        mixed = self.feed_forward(self.feed_forward_norm(states))
        return states + functional.dropout(mixed, self.dropout, self.training)


class DecoderLayer(nn.Module):
    """Self-attention, cross-attention (not in a language model) and feed-forward.

    Of a decoder it is causal. One that is not encodes a whole sequence with a look at another one.
    """

    def __init__(self, recipe: ModelRecipe, cross: bool, causal: bool = True) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(recipe.width)
        self.attention = SelfAttention(recipe, causal)
        if cross:
            self.cross_norm = nn.LayerNorm(recipe.width)
            self.cross = CrossAttention(recipe)
        self.feed_forward_norm = nn.LayerNorm(recipe.width)
        self.feed_forward = FeedForward(recipe)
        self.dropout = recipe.dropout

    def forward(
        self,
        states: Tensor,
        memory: Tensor | None,
        memory_mask: Tensor | None = None,
        mask: Tensor | None = None,
    ) -> Tensor:
        """(rows, steps, width) and the source's states, if there is a source -> (rows, steps, width)."""
        mixed = self.attention(self.attention_norm(states), mask)
        states = states + functional.dropout(mixed, self.dropout, self.training)
        if memory is not None:
            mixed = self.cross(self.cross_norm(states), memory, memory_mask)
            states = states + functional.dropout(mixed, self.dropout, self.training)
        mixed = self.feed_forward(self.feed_forward_norm(states))
        return states + functional.dropout(mixed, self.dropout, self.training)
