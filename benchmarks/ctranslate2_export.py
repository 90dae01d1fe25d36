"""The same weights as a CTranslate2 model: the peer of our benchmarks."""

from pathlib import Path

import numpy as np
from ctranslate2.specs import common_spec, transformer_spec

from synslator.training.export.architecture import Architecture, Weights

ACTIVATIONS = {
    "relu": common_spec.Activation.RELU,
    "swish": common_spec.Activation.SWISH,
    "gelu": common_spec.Activation.GELU,
}


def export_ctranslate2(
    shape: Architecture,
    weights: Weights,
    source_pieces: list[str],
    target_pieces: list[str],
    folder: Path,
    longest: int = 1024,
) -> None:
    """Write a CTranslate2 model folder with int8 weights."""
    spec = transformer_spec.TransformerSpec.from_config(
        (shape.encoder_layers, shape.decoder_layers),
        shape.heads,
        pre_norm=shape.pre_norm,
        activation=ACTIVATIONS[shape.activation],
    )
    fill = Filler(weights)
    half = shape.width // 2
    angles = np.arange(longest)[:, None] * np.exp(np.arange(half) * (-np.log(10000.0) / half))
    waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=1).astype(np.float32)
    for side in (spec.encoder, spec.decoder):
        side.scale_embeddings = shape.scale_embedding
        side.position_encodings.encodings = waves
    spec.encoder.embeddings[0].weight = weights["encoder.embedding"]
    spec.decoder.embeddings.weight = weights["decoder.embedding"]
    spec.decoder.projection.weight = weights["decoder.embedding"]
    for name, side in (("encoder", spec.encoder), ("decoder", spec.decoder)):
        if shape.pre_norm:
            fill.norm(side.layer_norm, f"{name}.norm")
        for n, layer in enumerate(side.layer):
            fill.layer(layer, f"{name}.layers.{n}", cross=name == "decoder")
    spec.register_source_vocabulary(source_pieces)
    spec.register_target_vocabulary(target_pieces)
    spec.config.add_source_eos = False
    spec.validate()
    spec.optimize(quantization="int8")
    folder.mkdir(parents=True, exist_ok=True)
    spec.save(str(folder))


class Filler:
    """Copies neutral weights into CTranslate2's layer specifications."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def norm(self, spec: common_spec.LayerNormSpec, name: str) -> None:
        """A layer normalisation."""
        spec.gamma, spec.beta = self.weights[f"{name}.weight"], self.weights[f"{name}.bias"]

    def linear(self, spec: common_spec.LinearSpec, name: str) -> None:
        """A linear map; CTranslate2 keeps it as (outputs, inputs)."""
        spec.weight = np.ascontiguousarray(self.weights[f"{name}.weight"].T)
        spec.bias = self.weights[f"{name}.bias"]

    def layer(self, layer: transformer_spec.TransformerDecoderLayerSpec, name: str, cross: bool) -> None:
        """One encoder or decoder layer."""
        self.norm(layer.self_attention.layer_norm, f"{name}.attention_norm")
        self.linear(layer.self_attention.linear[0], f"{name}.attention.qkv")
        self.linear(layer.self_attention.linear[1], f"{name}.attention.out")
        if cross:
            self.norm(layer.attention.layer_norm, f"{name}.cross_norm")
            for n, part in enumerate(("q", "kv", "out")):
                self.linear(layer.attention.linear[n], f"{name}.cross.{part}")
        self.norm(layer.ffn.layer_norm, f"{name}.feed_forward_norm")
        self.linear(layer.ffn.linear_0, f"{name}.feed_forward.inner")
        self.linear(layer.ffn.linear_1, f"{name}.feed_forward.outer")
