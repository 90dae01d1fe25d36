"""A trained model read step by step: what it has read is kept, so that a step costs one piece.

Shapes: `groups` are sources, `rows` are hypotheses; the rows of a group stand together, `beam` of them. All
have read equally many pieces.
"""

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn import functional

from synslator.training.network.layers import DecoderLayer
from synslator.training.network.transformer import Transformer


@dataclass
class LayerState:
    """What a decoder layer knows of the sources, and of the pieces that were read."""

    source_keys: Tensor
    source_values: Tensor
    """(groups, heads, source steps, head width)"""
    keys: Tensor
    values: Tensor
    """(groups * beam, heads, steps, head width)"""


class CachedDecoder:
    """Reads the hypotheses of a batch, one piece of each at a time. Those of a group share its source."""

    def __init__(self, model: Transformer, sources: Tensor, beam: int) -> None:
        """`sources` is (groups, steps), padded on the right with 0."""
        assert model.encoder is not None
        self.model, self.beam, self.read = model, beam, 0
        self.mask = (sources != 0)[:, None, None]
        states = model.encoder(sources, self.mask, model.decoder.embedding.weight)
        layers = [layer for layer in model.decoder.layers if isinstance(layer, DecoderLayer)]
        self.layers = [(layer, first_state(layer, states, beam)) for layer in layers]

    def select(self, rows: Tensor, groups: Tensor) -> None:
        """Go on with some groups (kept,) and rows of theirs (kept * beam,), of which one may come again."""
        fewer = len(groups) < len(self.mask)
        self.mask = self.mask[groups] if fewer else self.mask
        for _, state in self.layers:
            state.keys, state.values = state.keys[rows], state.values[rows]
            if fewer:
                state.source_keys = state.source_keys[groups]
                state.source_values = state.source_values[groups]

    def step(self, ids: Tensor) -> Tensor:
        """Read a piece of each row (groups, beam); return what may come next, (rows, vocabulary) in nats."""
        embedding = self.model.decoder.embedding
        states = functional.embedding(ids.flatten()[:, None], embedding.weight) * embedding.scale
        states = states + embedding.positions[self.read]
        for layer, state in self.layers:
            states = states + self.look_back(layer, state, states)
            states = states + self.look_at_source(layer, state, states)
            states = states + layer.feed_forward(layer.feed_forward_norm(states))
        self.read += 1
        hidden = self.model.decoder.norm(states)[:, 0]
        return functional.linear(hidden, embedding.weight).float().log_softmax(-1)

    def look_back(self, layer: DecoderLayer, state: LayerState, states: Tensor) -> Tensor:
        """Attention to what was read and to the new piece, (rows, 1, width)."""
        rows, _, width = states.shape
        fused = layer.attention.qkv(layer.attention_norm(states)).view(rows, 1, 3, layer.attention.heads, -1)
        q, k, v = fused.permute(2, 0, 3, 1, 4)
        state.keys = torch.cat([state.keys, k], dim=2)
        state.values = torch.cat([state.values, v], dim=2)
        mixed = functional.scaled_dot_product_attention(q, state.keys, state.values)
        result: Tensor = layer.attention.out(mixed.transpose(1, 2).reshape(rows, 1, width))
        return result

    def look_at_source(self, layer: DecoderLayer, state: LayerState, states: Tensor) -> Tensor:
        """Attention to the source, whose keys all rows of a group ask, (rows, 1, width)."""
        rows, _, width = states.shape
        q = layer.cross.q(layer.cross_norm(states)).view(rows // self.beam, self.beam, layer.cross.heads, -1)
        keys, values = state.source_keys, state.source_values
        mixed = functional.scaled_dot_product_attention(q.transpose(1, 2), keys, values, self.mask)
        result: Tensor = layer.cross.out(mixed.transpose(1, 2).reshape(rows, 1, width))
        return result


def first_state(layer: DecoderLayer, states: Tensor, beam: int) -> LayerState:
    """Return what a layer knows before anything is read, given the sources' states."""
    groups, steps, width = states.shape
    heads = layer.cross.heads
    keys, values = layer.cross.kv(states).view(groups, steps, 2, heads, -1).permute(2, 0, 3, 1, 4)
    nothing = keys.new_zeros((groups * beam, heads, 0, width // heads))
    return LayerState(keys, values, nothing, nothing)
