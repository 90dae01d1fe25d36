"""The weights of a MarianMT checkpoint under our neutral names."""

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from synslator.training.export.architecture import Array
from synslator.training.marian.folder import WEIGHTS, Configuration

SHARED = "model.shared.weight"
EMBEDDINGS = {"encoder": "model.encoder.embed_tokens.weight", "decoder": "model.decoder.embed_tokens.weight"}
OUTPUT, BIAS = "lm_head.weight", "final_logits_bias"

LINEAR = {
    "attention.qkv": ("self_attn.q_proj", "self_attn.k_proj", "self_attn.v_proj"),
    "attention.out": ("self_attn.out_proj",),
    "feed_forward.inner": ("fc1",),
    "feed_forward.outer": ("fc2",),
}
CROSS = {
    "cross.q": ("encoder_attn.q_proj",),
    "cross.kv": ("encoder_attn.k_proj", "encoder_attn.v_proj"),
    "cross.out": ("encoder_attn.out_proj",),
}
"""Our linear maps -> theirs, side by side."""
NORMS = {"attention_norm": "self_attn_layer_norm", "feed_forward_norm": "final_layer_norm"}
CROSS_NORMS = {"cross_norm": "encoder_attn_layer_norm"}


def read_tensors(folder: Path, problems: list[str]) -> dict[str, Array]:
    """Return all tensors of a checkpoint, by their own names; pickled code is never run."""
    found = [folder / name for name in WEIGHTS if (folder / name).is_file()]
    if not found:
        problems.append(f"there are no weights: neither {' nor '.join(WEIGHTS)}")
        return {}
    import torch
    from safetensors.torch import load_file

    try:
        if found[0].suffix == ".safetensors":
            tensors = load_file(found[0])
        else:
            tensors = torch.load(found[0], map_location="cpu", weights_only=True)
        return {name: tensor.detach().to(torch.float32).numpy() for name, tensor in tensors.items()}
    except Exception as error:
        # What the two libraries raise for a damaged file has no common kind.
        problems.append(f"{found[0].name} cannot be read: {str(error).strip().partition(chr(10))[0]}")
        return {}


class WeightImporter:
    """Renames tensors and notes the ones that are missing or of another shape."""

    def __init__(self, tensors: Mapping[str, Array], problems: list[str]) -> None:
        self.tensors, self.problems = tensors, problems
        self.weights: dict[str, Array] = {}

    def take(self, names: tuple[str, ...], shape: tuple[int, ...]) -> Array:
        """Return the first tensor there is of these, which all name the same one."""
        name = next((name for name in names if name in self.tensors), None)
        if name is None:
            self.problems.append(f"the weights have no {names[0]}")
        elif self.tensors[name].shape != shape:
            found = self.tensors[name].shape
            self.problems.append(f"{name} has the shape {found} instead of {shape}")
        else:
            return self.tensors[name]
        return np.zeros(shape, np.float32)

    def linear(self, name: str, theirs: list[str], inputs: int, outputs: int) -> None:
        """A linear map, or several side by side; PyTorch keeps them as (outputs, inputs)."""
        each = outputs // len(theirs)
        matrices = [self.take((f"{one}.weight",), (each, inputs)) for one in theirs]
        biases = [self.take((f"{one}.bias",), (each,)) for one in theirs]
        self.weights[f"{name}.weight"] = np.ascontiguousarray(np.concatenate(matrices).T)
        self.weights[f"{name}.bias"] = np.concatenate(biases)

    def norm(self, name: str, theirs: str, width: int) -> None:
        """A layer normalisation."""
        for part in ("weight", "bias"):
            self.weights[f"{name}.{part}"] = self.take((f"{theirs}.{part}",), (width,))

    def side(self, side: str, layers: int, width: int, feed_forward: int) -> None:
        """All layers of the encoder or the decoder."""
        cross = side == "decoder"
        sizes = {"feed_forward.inner": (width, feed_forward), "feed_forward.outer": (feed_forward, width)}
        for n in range(layers):
            ours, theirs = f"{side}.layers.{n}", f"model.{side}.layers.{n}"
            for name, parts in (LINEAR | CROSS if cross else LINEAR).items():
                inputs, outputs = sizes.get(name, (width, len(parts) * width))
                self.linear(f"{ours}.{name}", [f"{theirs}.{part}" for part in parts], inputs, outputs)
            for name, part in (NORMS | CROSS_NORMS if cross else NORMS).items():
                self.norm(f"{ours}.{name}", f"{theirs}.{part}", width)

    def embeddings(self, configuration: Configuration) -> None:
        """The embeddings, and the output layer where it is one of its own."""
        shape = configuration.shape
        sizes = {"encoder": shape.source_vocabulary, "decoder": shape.target_vocabulary}
        for side, theirs in EMBEDDINGS.items():
            names = (theirs, *same_as(side, configuration))
            self.weights[f"{side}.embedding"] = self.take(names, (sizes[side], shape.width))
        if not configuration.tied:
            output = self.take((OUTPUT,), (shape.target_vocabulary, shape.width))
            self.weights["decoder.output.weight"] = np.ascontiguousarray(output.T)
        if BIAS in self.tensors:  # left out of some checkpoints where it is zero
            self.weights["decoder.output.bias"] = self.take((BIAS,), (1, shape.target_vocabulary))[0]


def same_as(side: str, configuration: Configuration) -> tuple[str, ...]:
    """Return the other names of a side's embedding: of tensors that are one, a checkpoint may hold any."""
    if configuration.shared:
        return (SHARED, *EMBEDDINGS.values(), OUTPUT) if configuration.tied else (SHARED,)
    return (OUTPUT,) if configuration.tied and side == "decoder" else ()


def translate_weights(
    tensors: Mapping[str, Array], configuration: Configuration, problems: list[str]
) -> dict[str, Array]:
    """Return a checkpoint's tensors under neutral names."""
    translator, shape = WeightImporter(tensors, problems), configuration.shape
    for side, layers in (("encoder", shape.encoder_layers), ("decoder", shape.decoder_layers)):
        first = tensors.get(f"model.{side}.layers.0.fc1.bias")
        translator.side(side, layers, shape.width, len(first) if first is not None else 4 * shape.width)
    translator.embeddings(configuration)
    return translator.weights
