"""Tiny models of the kind that we train, and packages of them, for tests of what is made from packages."""

from pathlib import Path

import torch

from packages import PIECES, SHAPE
from synslator.runtime.manifest import Manifest
from synslator.training.adaptive.model import AdaptiveTransformer
from synslator.training.export.packages import TrainedNetwork, graphs_of, write_package
from synslator.training.export.torch_weights import architecture_of, weights_of
from synslator.training.network.transformer import Transformer
from synslator.training.recipe import ModelRecipe

RECIPE = ModelRecipe(width=32, feed_forward=48, heads=4, encoder_layers=2, decoder_layers=2, dropout=0.0)


def shake(model: torch.nn.Module, seed: int) -> None:
    """Fill norms, biases and other zeros of a new model with values that a trained one could have."""
    generator = torch.Generator().manual_seed(seed)
    for name, parameter in model.named_parameters():
        if parameter.ndim == 1 or not parameter.any():
            spread = torch.randn(parameter.shape, generator=generator) * 0.2
            parameter.data = spread + (1.0 if name.endswith("norm.weight") else 0.0)


def make_base(source: int = SHAPE.source_vocabulary, target: int = SHAPE.target_vocabulary) -> Transformer:
    """A translation model with random weights."""
    torch.manual_seed(1)
    model = Transformer(RECIPE, source, target).eval()
    shake(model, 1)
    return model


def make_adaptive(base: Transformer) -> AdaptiveTransformer:
    """The same model with added layers that do something."""
    torch.manual_seed(2)
    assert base.encoder is not None
    sizes = (len(part.embedding.weight) for part in (base.encoder, base.decoder))
    model = AdaptiveTransformer(base.recipe, *sizes).eval()
    shake(model.adaptive, 2)
    model.load_learned(base.state_dict())
    return model


def make_trained_package(
    folder: Path, vocabularies: dict[str, Path], model: Transformer, int8: bool = True
) -> Path:
    """Write a package of a model and return its folder."""
    part = TrainedNetwork(architecture_of(model), weights_of(model))
    manifest = Manifest(
        "trained", "1.0", "zh", "en", graphs_of(part.shape, PIECES), architecture=part.shape.to_json()
    )
    files: dict[str, Path | str] = {**vocabularies, "README.md": "# trained\n"}
    write_package(folder, manifest, part, None, files, int8)
    return folder
