"""The graphs of a beam search over a shortlist: one step of all hypotheses, and the output layer's part.

`search.onnx` reads one piece for each hypothesis. Its output layer is an input, so that only pieces that a
batch can need are scored; `output.onnx` takes that part out of the whole layer, once for a batch. Both use
the decoder's own weights, where they lie.

Keys and values of pieces that were read are never moved: a group has one store of all that any of its
hypotheses has read, and a mask says what each of them descends from.

Axes: `groups` are sources, `beam` the hypotheses of each, `rows` those hypotheses that go on, `seen` the
columns of a group's store, `pieces` the shortlist. `slots` (groups, beam) says which row each hypothesis is,
`places` (rows) the other way round; a hypothesis that does not go on may be any row.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import onnx
from onnx import TensorProto

from synslator.training.export.architecture import Architecture, Weights
from synslator.training.export.blocks import Blocks
from synslator.training.export.graph import Graph, Shape
from synslator.training.export.graphs import NormedBlock, stack


@dataclass(frozen=True)
class SearchGraphs:
    """Builds both graphs."""

    shape: Architecture
    weights: Weights
    int8: bool
    shared: Mapping[str, onnx.TensorProto]
    """The constants of the package's decoder."""

    def blocks(self, name: str) -> Blocks:
        """Return a new graph to write blocks into."""
        return Blocks(Graph(name, None, self.shared), self.shape, self.weights, self.int8)

    def search(self) -> onnx.ModelProto:
        """Return the graph of one step."""
        return SearchGraph(self.blocks("search")).build()

    def output(self) -> onnx.ModelProto:
        """Return the graph that takes the part of some pieces out of the output layer."""
        b = self.blocks("output")
        g, width = b.graph, self.shape.width
        pieces = g.input("pieces", ["pieces"], TensorProto.INT64)
        matrix, scales = b.output_part(pieces)
        kind = TensorProto.INT8 if self.int8 else TensorProto.FLOAT
        g.output(matrix, "matrix", [width, "pieces"], kind)
        if scales:
            g.output(scales, "scales", ["pieces"])
        if bias := b.bias("decoder.output"):
            g.output(g.add("Gather", bias, pieces), "bias", ["pieces"])
        return g.build()


class SearchGraph:
    """Builds the graph of one step."""

    def __init__(self, blocks: Blocks) -> None:
        self.b, self.g, self.shape = blocks, blocks.graph, blocks.shape
        g = self.g
        self.ids = g.input("ids", ["rows"], TensorProto.INT64)
        self.position = g.input("position", [1], TensorProto.INT64)
        self.slots = g.input("slots", ["groups", "beam"], TensorProto.INT64)
        self.places = g.input("places", ["rows"], TensorProto.INT64)
        self.mask = g.input("mask", ["groups", 1, "beam", "seen"])
        self.source_mask = g.input("source_mask", ["groups", 1, 1, "source"])

    def build(self) -> onnx.ModelProto:
        """Return the finished graph."""
        parts: list[NormedBlock] = []
        for n in range(self.shape.decoder_layers):
            layer = f"decoder.layers.{n}"
            own, cross = f"{layer}.attention", f"{layer}.cross"
            parts += [
                (f"{layer}.attention_norm", partial(self.self_attention, name=own, n=n)),
                (f"{layer}.cross_norm", partial(self.cross_attention, name=cross, n=n)),
                (f"{layer}.feed_forward_norm", partial(self.b.feed_forward, name=f"{layer}.feed_forward")),
            ]
        states = self.b.embed(self.ids, self.position, "decoder.embedding")
        self.answer(stack(self.b, states, parts, "decoder.norm"))
        return self.g.build()

    def answer(self, states: str) -> None:
        """The outputs: hidden states, and the best and the asked of the shortlist's pieces."""
        g = self.g
        states = g.output(states, "hidden", ["rows", self.shape.width])
        scores = g.add("LogSoftmax", self.scores(states), axis=-1)
        best, numbers = g.add("TopK", scores, g.input("top", [1], TensorProto.INT64), outputs=2, axis=-1)
        g.output(best, "top_log_probabilities", ["rows", "top"])
        g.output(numbers, "top_numbers", ["rows", "top"], TensorProto.INT64)
        asked = g.input("asked", ["rows", "asked"], TensorProto.INT64)
        g.output(
            g.add("GatherElements", scores, asked, axis=-1), "asked_log_probabilities", ["rows", "asked"]
        )

    def scores(self, states: str) -> str:
        """Hidden states to the scores of the shortlist, by a matrix that is given."""
        g, b, width = self.g, self.b, self.shape.width
        kind = TensorProto.INT8 if b.int8 else TensorProto.FLOAT
        matrix = g.input("matrix", [width, "pieces"], kind)
        scales = g.input("scales", ["pieces"]) if b.int8 else None
        bias = g.input("bias", ["pieces"]) if "decoder.output.bias" in b.weights else None
        if scales:
            return b.multiply(*b.quantize(states), b.middle(), matrix, scales, bias)
        product = g.add("MatMul", states, matrix)
        return str(g.add("Add", product, bias) if bias else product)

    def self_attention(self, states: str, name: str, n: int) -> str:
        """Attention to what the group has read, and to the new piece itself, which is an output."""
        g, shape = self.g, self.shape
        q, key, value = self.b.split_heads(self.by_group(self.b.linear(states, f"{name}.qkv")))
        size: Shape = ["groups", shape.heads, "beam", shape.head_width]
        key, value = g.output(key, f"new_key_{n}", size), g.output(value, f"new_value_{n}", size)
        store: Shape = ["groups", shape.heads, "seen", shape.head_width]
        keys, values = (g.input(f"seen_{kind}_{n}", store) for kind in ("key", "value"))
        scale = shape.head_width**-0.5
        agree = g.add("Add", g.add("FusedMatMul", q, keys, transB=1, alpha=scale), self.mask)
        itself = g.add("ReduceSum", g.add("Mul", q, key), g.ints(-1), keepdims=1)
        itself = g.add("Mul", itself, g.number(scale))
        weights = g.add("Softmax", g.add("Concat", agree, itself, axis=-1), axis=-1)
        before = g.add("Slice", weights, g.ints(0), g.ints(-1), g.ints(3))
        now = g.add("Slice", weights, g.ints(-1), g.ints(2**31), g.ints(3))
        mixed = g.add("Add", g.add("MatMul", before, values), g.add("Mul", now, value))
        mixed = g.add("Transpose", mixed, perm=[0, 2, 1, 3])
        return self.b.linear(self.by_row(mixed), f"{name}.out")

    def cross_attention(self, states: str, name: str, n: int) -> str:
        """Attention to what is known of the source."""
        g, shape = self.g, self.shape
        size: Shape = ["groups", shape.heads, "source", shape.head_width]
        key, value = (g.input(f"cross_{kind}_{n}", size) for kind in ("key", "value"))
        q = self.b.heads(self.by_group(self.b.linear(states, f"{name}.q")))
        mixed, _ = self.b.attend(q, key, value, self.source_mask)
        return self.b.linear(self.by_row(mixed), f"{name}.out")

    def by_group(self, states: str) -> str:
        """(rows, width) -> (groups, beam, width)."""
        return str(self.g.add("Gather", states, self.slots))

    def by_row(self, states: str) -> str:
        """(groups, beam, …) -> (rows, width)."""
        flat = self.g.add("Reshape", states, self.g.ints(-1, self.shape.width))
        return str(self.g.add("Gather", flat, self.places))
