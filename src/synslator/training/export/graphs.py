"""The graphs of a package: encoder, decoder, language model.

Encoder: the source's pieces in, the cross-attention keys and values of every decoder layer out, so that
they are computed once for a source. Decoder and language model: any number of new pieces for several rows
in, log-probabilities, last hidden states and the grown cache out. What a row may see is a mask given from
outside, so left padding, batches of users and drafts all use the same graph.

Axes: `groups` are sources, `rows` are hypotheses; the rows of one group stand together and share its
source without a copy. `new` pieces follow `past` ones, `total` is both. Scores are computed for the last
`keep` of the new pieces only.
"""

from collections.abc import Callable
from functools import partial

import numpy as np
import onnx
from onnx import TensorProto

from synslator.training.export.architecture import Architecture, Weights
from synslator.training.export.blocks import Blocks
from synslator.training.export.graph import Graph, Shape, WeightFile

NormedBlock = tuple[str, Callable[[str], str]]
"""The name of a block's normalisation, and the block as a function of its (normalised) input."""


def stack(blocks: Blocks, states: str, parts: list[NormedBlock], final_norm: str | None) -> str:
    """Run blocks one after another, each added to its input, normalised before or after."""
    add = partial(blocks.graph.add, "Add")
    if blocks.shape.pre_norm:
        for norm, block in parts:
            states = add(states, block(blocks.norm(states, norm)))
        return blocks.norm(states, final_norm) if final_norm else states
    for norm, block in parts:
        states = blocks.norm(add(states, block(states)), norm)
    return states


class EncoderGraph:
    """Builds the encoder: source pieces to the source's states and the decoder's keys and values for it."""

    def __init__(
        self, shape: Architecture, weights: Weights, int8: bool, file: WeightFile | None = None
    ) -> None:
        self.shape = shape
        self.g = Graph("encoder", file)
        self.b = Blocks(self.g, shape, weights, int8)
        self.ids = self.g.input("ids", ["groups", "source"], TensorProto.INT64)
        self.mask = self.g.input("source_mask", ["groups", 1, 1, "source"])

    def build(self) -> onnx.ModelProto:
        """Return the finished graph."""
        g, shape = self.g, self.shape
        parts: list[NormedBlock] = []
        for n in range(shape.encoder_layers):
            layer = f"encoder.layers.{n}"
            parts.append((f"{layer}.attention_norm", partial(self.attention, name=f"{layer}.attention")))
            feed_forward = partial(self.b.feed_forward, name=f"{layer}.feed_forward")
            parts.append((f"{layer}.feed_forward_norm", feed_forward))
        lookup = self.b.lookup_with_hints if shape.hints else partial(self.b.lookup, name="encoder.embedding")
        states = g.add("Add", lookup(self.ids), self.b.waves(self.positions()))
        states = stack(self.b, states, parts, "encoder.norm")
        states = g.output(states, "states", ["groups", "source", shape.width])
        for n in range(shape.decoder_layers):
            self.b.cross_outputs(states, f"decoder.layers.{n}.cross", n)
        return g.build()

    def positions(self) -> str:
        """0, 1, 2 … for the source's pieces, (1, source)."""
        g = self.g
        zero, one = (g.constant(np.array(n, np.int64), f"integer_{n}") for n in (0, 1))
        length = g.add("Gather", g.add("Shape", self.ids), one)
        return str(g.add("Unsqueeze", g.add("Range", zero, length, one), g.ints(0)))

    def attention(self, states: str, name: str) -> str:
        """Attention of the source to itself."""
        mixed, _ = self.b.attend(*self.b.qkv(states, name), self.mask)
        return self.b.linear(mixed, f"{name}.out")


class StepGraph:
    """What every graph that reads new pieces has: attention to the cache and to a memory, and the answer."""

    def __init__(self, graph: Graph, blocks: Blocks) -> None:
        self.g, self.b, self.shape = graph, blocks, blocks.shape
        self.mask = graph.input("mask", ["rows", 1, "new", "total"])
        self.keep = graph.input("keep", [1], TensorProto.INT64)
        self.alignments: list[str] = []

    def layer(self, layer: str, n: int, source_mask: str | None) -> list[NormedBlock]:
        """Return the blocks of a decoder layer with the n-th cache and, if masked, the n-th cross keys."""
        parts: list[NormedBlock] = [
            (f"{layer}.attention_norm", partial(self.self_attention, name=f"{layer}.attention", n=n))
        ]
        if source_mask:
            cross = partial(self.cross_attention, name=f"{layer}.cross", n=n, mask=source_mask)
            parts.append((f"{layer}.cross_norm", cross))
        feed_forward = partial(self.b.feed_forward, name=f"{layer}.feed_forward")
        return [*parts, (f"{layer}.feed_forward_norm", feed_forward)]

    def answer(self, states: str) -> None:
        """The outputs: hidden states, log-probabilities and the best of them for the last `keep` pieces."""
        g = self.g
        kept = g.add("Slice", states, g.add("Neg", self.keep), g.ints(2**31), g.ints(1))
        kept = g.output(kept, "hidden", ["rows", "keep", self.shape.width])
        size: Shape = ["rows", "keep", self.shape.target_vocabulary]
        scores = g.output(self.b.scores(kept), "log_probabilities", size)
        best, ids = g.add("TopK", scores, g.input("top", [1], TensorProto.INT64), outputs=2, axis=-1)
        g.output(best, "top_log_probabilities", ["rows", "keep", "top"])
        g.output(ids, "top_ids", ["rows", "keep", "top"], TensorProto.INT64)
        asked = g.input("asked", ["rows", "keep", "asked"], TensorProto.INT64)
        said = g.add("GatherElements", scores, asked, axis=-1)
        g.output(said, "asked_log_probabilities", ["rows", "keep", "asked"])

    def self_attention(self, states: str, name: str, n: int) -> str:
        """Attention to the cache and the new pieces; the grown cache is an output."""
        g, shape = self.g, self.shape
        q, key, value = self.b.qkv(states, name)
        grown = []
        for kind, new in (("key", key), ("value", value)):
            past = g.input(f"past_{kind}_{n}", ["rows", shape.heads, "past", shape.head_width])
            present = g.add("Concat", past, new, axis=2)
            size: Shape = ["rows", shape.heads, "total", shape.head_width]
            grown.append(g.output(present, f"present_{kind}_{n}", size))
        mixed, _ = self.b.attend(q, grown[0], grown[1], self.mask)
        return self.b.linear(mixed, f"{name}.out")

    def cross_attention(self, states: str, name: str, n: int, mask: str) -> str:
        """Attention to what is known of the source: the rows of a group are queries to one set of keys."""
        g, shape = self.g, self.shape
        key, value = (
            g.input(f"cross_{kind}_{n}", ["groups", shape.heads, "source", shape.head_width])
            for kind in ("key", "value")
        )
        groups = g.add("Slice", g.add("Shape", key), g.ints(0), g.ints(1))
        by_group = g.add("Concat", groups, g.ints(-1, shape.width), axis=0)
        by_row = g.add("Slice", g.add("Shape", states), g.ints(0), g.ints(2))
        q = self.b.heads(g.add("Reshape", self.b.linear(states, f"{name}.q"), by_group))
        mixed, weights = self.b.attend(q, key, value, mask)
        aligned = g.add("ReduceMean", weights, g.ints(1), keepdims=0)
        self.alignments.append(g.add("Reshape", aligned, g.add("Concat", by_row, g.ints(-1), axis=0)))
        mixed = g.add("Reshape", mixed, g.add("Concat", by_row, g.ints(shape.width), axis=0))
        return self.b.linear(mixed, f"{name}.out")


class DecoderGraph(StepGraph):
    """Builds the decoder, or a language model where there is no source."""

    def __init__(
        self, shape: Architecture, weights: Weights, int8: bool, file: WeightFile | None = None
    ) -> None:
        self.cross = shape.encoder_layers > 0
        g = Graph("decoder" if self.cross else "language_model", file)
        self.ids = g.input("ids", ["rows", "new"], TensorProto.INT64)
        self.positions = g.input("positions", ["rows", "new"], TensorProto.INT64)
        super().__init__(g, Blocks(g, shape, weights, int8))

    def build(self) -> onnx.ModelProto:
        """Return the finished graph."""
        g = self.g
        mask = g.input("source_mask", ["groups", 1, 1, "source"]) if self.cross else None
        parts: list[NormedBlock] = []
        for n in range(self.shape.decoder_layers):
            parts += self.layer(f"decoder.layers.{n}", n, mask)
        states = self.b.embed(self.ids, self.positions, "decoder.embedding")
        states = stack(self.b, states, parts, "decoder.norm")
        self.answer(g.output(states, "states", ["rows", "new", self.shape.width]))
        if self.cross:
            g.output(self.alignments[-1], "attention", ["rows", "new", "source"])
        return g.build()
