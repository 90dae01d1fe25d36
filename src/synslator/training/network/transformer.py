"""The two models: a translation model and a language model of the same build without the source."""

import torch
from torch import Tensor, nn
from torch.nn import functional

from synslator.runtime.hints import KINDS
from synslator.training.network.layers import DecoderLayer, Embedding, EncoderLayer
from synslator.training.recipe import ModelRecipe

LONGEST = 1024
"""Positions that exist in training; at inference they are computed, so there is no such limit."""


class Decoder(nn.Module):
    """Target pieces (and the source's states) to hidden states; the embedding is also the output layer."""

    def __init__(self, vocabulary: int, recipe: ModelRecipe) -> None:
        super().__init__()
        cross = recipe.encoder_layers > 0
        self.embedding = Embedding(vocabulary, recipe, LONGEST)
        self.layers = nn.ModuleList(DecoderLayer(recipe, cross) for _ in range(recipe.decoder_layers))
        self.norm = nn.LayerNorm(recipe.width)

    def forward(self, ids: Tensor, memory: Tensor | None, mask: Tensor | None = None) -> Tensor:
        """(rows, steps) -> last hidden states (rows, steps, width); the mask is the memory's."""
        states = self.embedding(ids)
        for layer in self.layers:
            states = layer(states, memory, mask)
        result: Tensor = self.norm(states)
        return result


class Encoder(nn.Module):
    """Source pieces, and the hints behind them, to states."""

    def __init__(self, vocabulary: int, recipe: ModelRecipe) -> None:
        super().__init__()
        self.embedding = Embedding(vocabulary, recipe, LONGEST)
        self.hint_embedding = nn.Embedding(KINDS, recipe.width) if recipe.hints else None
        if self.hint_embedding is not None:
            nn.init.normal_(self.hint_embedding.weight, std=recipe.width**-0.5)
        self.layers = nn.ModuleList(EncoderLayer(recipe) for _ in range(recipe.encoder_layers))
        self.norm = nn.LayerNorm(recipe.width)

    def forward(self, ids: Tensor, mask: Tensor | None = None, targets: Tensor | None = None) -> Tensor:
        """(rows, steps) -> (rows, steps, width); `targets` is the target's embedding, which hints use."""
        if self.hint_embedding is None or targets is None:
            states = self.embedding(ids)
        else:
            parts = self.embedding.weight, self.hint_embedding.weight, targets
            states = self.embedding(ids, torch.cat(parts))
        for layer in self.layers:
            states = layer(states, mask)
        result: Tensor = self.norm(states)
        return result


class Transformer(nn.Module):
    """A translation model, or a language model when the recipe has no encoder layers."""

    def __init__(self, recipe: ModelRecipe, source_vocabulary: int, target_vocabulary: int) -> None:
        super().__init__()
        self.recipe = recipe
        self.encoder = Encoder(source_vocabulary, recipe) if recipe.encoder_layers else None
        self.decoder = Decoder(target_vocabulary, recipe)
        self.apply(initialize)
        for name, parameter in self.named_parameters():
            if name.endswith(("out.weight", "outer.weight")):  # deep residual sums start small
                depth = recipe.encoder_layers if name.startswith("encoder") else recipe.decoder_layers
                parameter.data *= (2 * depth) ** -0.5

    def forward(self, source: Tensor | None, target: Tensor) -> Tensor:
        """Source (rows, steps) and target input (rows, steps) -> hidden states (rows, steps, width)."""
        targets = self.decoder.embedding.weight
        memory = self.encoder(source, None, targets) if self.encoder is not None else None
        result: Tensor = self.decoder(target, memory)
        return result

    def logits(self, states: Tensor) -> Tensor:
        """Hidden states -> scores over the target vocabulary."""
        return functional.linear(states, self.decoder.embedding.weight)

    def learned(self) -> dict[str, Tensor]:
        """Return the weights that training changes: all of them, unless some are frozen."""
        return {name: weight.detach() for name, weight in self.named_parameters() if weight.requires_grad}

    def load_learned(self, weights: dict[str, Tensor]) -> None:
        """Take weights of this build; those that are not given stay."""
        self.load_state_dict(self.state_dict() | weights)

    def compile_parts(self) -> None:
        """Compile each layer by itself: as fast as the whole, and ready in seconds."""
        for module in self.modules():
            if isinstance(module, EncoderLayer | DecoderLayer):
                module.compile(dynamic=True)


def initialize(module: nn.Module) -> None:
    """Xavier for the linear maps, zeros for their biases."""
    if isinstance(module, nn.Linear):
        nn.init.xavier_uniform_(module.weight)
        nn.init.zeros_(module.bias)
