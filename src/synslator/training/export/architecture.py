"""A Transformer's weights under neutral names, whoever trained it.

`Architecture` says how the layers are put together; `Weights` maps names to arrays. Our own models and
imported MarianMT checkpoints both become these two, and the graphs are made from them alone.

Names: `encoder.embedding`, `encoder.layers.N.<block>.<part>`, `decoder.…`, `decoder.norm.weight`, and so on.
A linear map `x` is `x.weight` (inputs, outputs) and `x.bias` (outputs,). The output layer is the target
embedding unless there is a `decoder.output.weight`; a `decoder.output.bias` may stand beside either.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float32]
Weights = Mapping[str, Array]


@dataclass(frozen=True)
class Architecture:
    """How the layers are put together."""

    width: int
    heads: int
    encoder_layers: int
    decoder_layers: int
    source_vocabulary: int
    target_vocabulary: int
    pre_norm: bool = True
    """Normalise before each block (and once at the end) or after each block."""
    activation: str = "relu"
    scale_embedding: bool = True
    hints: bool = False
    """Whether target pieces may stand behind a source: see `synslator.runtime.hints`."""

    def __post_init__(self) -> None:
        problems = []
        if self.width % self.heads:
            problems.append(f"width {self.width} is not a multiple of {self.heads} heads")
        if self.activation not in ("relu", "swish", "gelu"):
            problems.append(f"activation must be relu, swish or gelu, not {self.activation!r}")
        if problems:
            raise ValueError("; ".join(problems))

    @property
    def head_width(self) -> int:
        """Width of one attention head."""
        return self.width // self.heads

    def to_json(self) -> dict[str, Any]:
        """Return the fields, for a manifest."""
        return asdict(self)
