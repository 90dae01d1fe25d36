"""The graphs of the added layers (see `training.adaptive`), over a base model's graphs that stay as they are.

`adaptive_encoder.onnx` turns what the base model makes of a source and of an example into keys and values;
`adaptive_decoder.onnx` goes on where the base model's decoder ends. Both take the base model's embedding
from the base model's weight file, so that only the added weights are added to a package.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import onnx
from onnx import TensorProto

from synslator.training.export.architecture import Architecture, Weights
from synslator.training.export.blocks import Blocks
from synslator.training.export.graph import Graph, WeightFile
from synslator.training.export.graphs import NormedBlock, StepGraph, stack


@dataclass(frozen=True)
class AddedGraphs:
    """Builds both graphs."""

    shape: Architecture
    weights: Weights
    """Those of the added layers and of the base model."""
    int8: bool
    file: WeightFile
    shared: Mapping[str, onnx.TensorProto]
    """The constants of the base model's decoder."""

    def blocks(self, name: str) -> Blocks:
        """Return a new graph to write blocks into."""
        return Blocks(Graph(name, self.file, self.shared), self.shape, self.weights, self.int8)

    def encoder(self) -> onnx.ModelProto:
        """Return the graph that encodes examples.

        `source`, `known` and `recalled` are the base model's states of the source, the example's source and
        the example's target; `answer` are the pieces that the latter ought to predict.
        """
        b = self.blocks("adaptive_encoder")
        g, width = b.graph, self.shape.width
        source, known, recalled = (
            g.input(name, ["groups", steps, width])
            for name, steps in (("source", "all"), ("known", "example_source"), ("recalled", "source"))
        )
        source_mask, known_mask, mask = (
            g.input(name, ["groups", 1, 1, steps])
            for name, steps in (
                ("source_mask", "all"),
                ("known_mask", "example_source"),
                ("recalled_mask", "source"),
            )
        )
        answer = g.input("answer", ["groups", "source"], TensorProto.INT64)
        known = stack(
            b, known, layer(b, "adaptive.source", known_mask, source, source_mask), "adaptive.source_norm"
        )
        recalled = g.add("Add", recalled, b.lookup(answer, "decoder.embedding"))
        recalled = stack(
            b, recalled, layer(b, "adaptive.target", mask, known, known_mask), "adaptive.target_norm"
        )
        b.cross_outputs(g.output(recalled, "states", ["groups", "source", width]), "adaptive.top.cross", 0)
        return g.build()

    def decoder(self) -> onnx.ModelProto:
        """Return the graph that goes on from the decoder's last hidden states."""
        b = self.blocks("adaptive_decoder")
        g = b.graph
        states = g.input("states", ["rows", "new", self.shape.width])
        graph = StepGraph(g, b)
        parts = graph.layer("adaptive.top", 0, g.input("source_mask", ["groups", 1, 1, "source"]))
        graph.answer(stack(b, states, parts, None))
        return g.build()


def layer(b: Blocks, name: str, mask: str, memory: str, memory_mask: str) -> list[NormedBlock]:
    """Return the blocks of a layer that encodes a whole sequence with a look at another one."""

    def itself(states: str) -> str:
        mixed, _ = b.attend(*b.qkv(states, f"{name}.attention"), mask)
        return b.linear(mixed, f"{name}.attention.out")

    def other(states: str) -> str:
        q = b.heads(b.linear(states, f"{name}.cross.q"))
        mixed, _ = b.attend(q, *b.kv(memory, f"{name}.cross"), memory_mask)
        return b.linear(mixed, f"{name}.cross.out")

    return [
        (f"{name}.attention_norm", itself),
        (f"{name}.cross_norm", other),
        (f"{name}.feed_forward_norm", partial(b.feed_forward, name=f"{name}.feed_forward")),
    ]
