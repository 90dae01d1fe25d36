"""Our own models' weights under neutral names."""

from collections.abc import Mapping

import numpy as np
from torch import Tensor

from synslator.training.export.architecture import Architecture, Array
from synslator.training.network.transformer import Transformer


def architecture_of(model: Transformer) -> Architecture:
    """Return how one of our models is put together."""
    recipe = model.recipe
    source = model.encoder.embedding.weight.shape[0] if model.encoder is not None else 0
    return Architecture(
        width=recipe.width,
        heads=recipe.heads,
        encoder_layers=recipe.encoder_layers,
        decoder_layers=recipe.decoder_layers,
        source_vocabulary=source,
        target_vocabulary=model.decoder.embedding.weight.shape[0],
        hints=recipe.hints,
    )


def weights_of(model: Transformer) -> dict[str, Array]:
    """Return the weights of one of our models."""
    return neutral_weights(model.state_dict())


def neutral_weights(state: Mapping[str, Tensor]) -> dict[str, Array]:
    """Some or all weights of one of our models. PyTorch keeps linear maps as (outputs, inputs)."""
    weights: dict[str, Array] = {}
    for name, tensor in state.items():
        array = tensor.detach().cpu().numpy().astype(np.float32)
        if name.endswith("embedding.weight"):
            weights[name.removesuffix(".weight")] = array
        else:
            weights[name] = np.ascontiguousarray(array.T) if array.ndim == 2 else array
    return weights
