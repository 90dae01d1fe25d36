"""The weights of a package, read back from its graphs, so that training can go on from a package alone.

Weights in int8 come back as what they stand for; that is what the package computes with.
"""

from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from synslator.errors import SynslatorError
from synslator.runtime.manifest import Manifest, check
from synslator.training.export.architecture import Architecture, Array
from synslator.training.optimization import trainer
from synslator.training.recipe import ModelRecipe

OWN = {"pre_norm": True, "activation": "relu", "scale_embedding": True}
"""How the models that we train are put together."""


def base_weights(path: Path) -> dict[str, torch.Tensor]:
    """Return the weights of a translation model, from a package or from the weights that a run ended with."""
    return read_model(path, check(path))[1] if path.is_dir() else trainer.read_weights(path)


def read_weights(folder: Path) -> dict[str, Array]:
    """Return a package's translation model under neutral names (see `architecture`)."""
    arrays = {}
    for name in ("encoder.onnx", "decoder.onnx"):
        for tensor in onnx.load(folder / name).graph.initializer:
            if tensor.name.startswith(("encoder.", "decoder.")):
                arrays[tensor.name] = numpy_helper.to_array(tensor)
    weights: dict[str, Array] = {}
    for name, array in arrays.items():
        scales = arrays.get(f"{name.removesuffix('.weight')}.scales")
        if scales is not None and name.endswith("embedding"):
            weights[name] = (array * scales[:, None]).astype(np.float32)
        elif scales is not None and name.endswith(".weight"):
            weights[name] = (array * scales).astype(np.float32)
        elif not name.endswith(".scales"):
            weights[name] = array
    return weights


def read_architecture(manifest: Manifest) -> Architecture:
    """Return how a package's model is put together."""
    known = Architecture.__dataclass_fields__
    return Architecture(**{key: value for key, value in manifest.architecture.items() if key in known})


def read_model(folder: Path, manifest: Manifest) -> tuple[ModelRecipe, dict[str, torch.Tensor]]:
    """Return a package's model as a shape and weights for PyTorch; refuse one that is not of our kind."""
    shape, weights = read_architecture(manifest), read_weights(folder)
    strange = [f"{key} is {getattr(shape, key)}" for key, own in OWN.items() if getattr(shape, key) != own]
    strange += [f"there is {name}" for name in weights if name.startswith("decoder.output")]
    if strange:
        raise SynslatorError(
            f"{folder} is not a model of the kind that `synslator train` makes: {' and '.join(strange)}"
        )
    feed_forward = weights["encoder.layers.0.feed_forward.inner.weight"].shape[1]
    recipe = ModelRecipe(
        shape.width, feed_forward, shape.heads, shape.encoder_layers, shape.decoder_layers, hints=shape.hints
    )
    tensors = {
        f"{name}.weight" if name.endswith("embedding") else name: torch.from_numpy(
            np.ascontiguousarray(array.T) if name.endswith(".weight") and array.ndim == 2 else array.copy()
        )
        for name, array in weights.items()
    }
    return recipe, tensors
