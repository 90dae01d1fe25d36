"""The blocks of a Transformer as ONNX nodes, in fp32 or int8.

In int8 each token's activations get a scale of their own. So a token's result does not depend on what else
is in the batch: a draft verified in one pass, a batch of several users and one step at a time all agree. A
draft and single steps do so to the last bit; rows that are padded differ by the rounding of a longer sum.
Activations use seven of their eight bits. Processors without instructions for sums of bytes (AVX2 alone) add
two products in sixteen bits and cut off what does not fit; two products of 127 and 127 do. So every processor
finds the same sums, and none has to unpack the weights first.

States are (rows, steps, width) throughout; heads are (rows, heads, steps, head width).
"""

import numpy as np

from synslator.runtime.hints import KINDS, HintNumbers
from synslator.training.export.architecture import Architecture, Weights
from synslator.training.export.graph import Graph, Shape
from synslator.training.export.quantization import quantize_columns, quantize_rows

EPSILON = 1e-5
TINY = 1e-9
MOST = 127
"""The greatest activation in eight bits; the weights have the same."""
MIDDLE = 64
"""The activation that stands for zero where there are negative ones."""

NEARLY_ONE = float(np.nextafter(np.float32(1), np.float32(0)))
"""A factor that changes nothing to speak of. With exactly 1, ONNX Runtime multiplies a single row with other
code than several, which sums in another order; another last bit is enough for another byte after it."""


class Blocks:
    """Writes a model's blocks into a graph."""

    def __init__(self, graph: Graph, shape: Architecture, weights: Weights, int8: bool) -> None:
        self.graph, self.shape, self.weights, self.int8 = graph, shape, weights, int8

    # --- linear maps -----------------------------------------------------------------------------

    def quantize(self, states: str) -> tuple[str, str]:
        """Activations as bytes around the middle, and the scale of each token (rows, steps, 1)."""
        g = self.graph
        top = g.add("ReduceMax", g.add("Abs", states), g.ints(-1), keepdims=1)
        scale = g.add("Mul", g.add("Max", top, g.number(TINY)), g.number(1 / (MOST - MIDDLE)))
        values = g.add("QuantizeLinear", g.add("Div", states, scale), g.number(1.0), self.middle())
        return values, scale

    def middle(self) -> str:
        """Zero, where values may be negative."""
        return self.graph.constant(np.array(MIDDLE, np.uint8), "middle")

    def zero(self) -> str:
        """Zero, where no value is negative."""
        return self.graph.constant(np.array(0, np.uint8), "zero")

    def multiply(self, values: str, scale: str, zero: str, matrix: str, scales: str, bias: str | None) -> str:
        """Eight-bit activations times an eight-bit matrix, scaled back."""
        g = self.graph
        product = g.add("MatMulIntegerToFloat", values, matrix, g.number(1.0), scales, zero)
        product = g.add("Mul", product, scale)
        return str(g.add("Add", product, bias) if bias else product)

    def matrix(self, name: str) -> tuple[str, str]:
        """Return a weight matrix (inputs, outputs) in eight bits and its scales, as constants."""
        quantized = quantize_columns(self.weights[f"{name}.weight"])
        g = self.graph
        return g.constant(quantized.values, f"{name}.weight"), g.constant(quantized.scales, f"{name}.scales")

    def bias(self, name: str) -> str | None:
        """Return a linear map's bias, where it has one."""
        key = f"{name}.bias"
        return self.graph.constant(self.weights[key], key) if key in self.weights else None

    def linear(self, states: str, name: str) -> str:
        """Return a linear map."""
        if self.int8:
            return self.multiply(*self.quantize(states), self.middle(), *self.matrix(name), self.bias(name))
        matrix = f"{name}.weight"
        product = self.graph.add("MatMul", states, self.graph.constant(self.weights[matrix], matrix))
        bias = self.bias(name)
        return str(self.graph.add("Add", product, bias) if bias else product)

    # --- embeddings and output -------------------------------------------------------------------

    def embed(self, ids: str, positions: str, name: str) -> str:
        """Pieces and their positions to states."""
        return str(self.graph.add("Add", self.lookup(ids, name), self.waves(positions)))

    def lookup(self, ids: str, name: str) -> str:
        """Pieces to states, without their positions."""
        g = self.graph
        table = self.weights[name]
        factor = np.sqrt(self.shape.width) if self.shape.scale_embedding else 1.0
        if self.int8:
            quantized = quantize_rows(table)
            rows = g.add("Gather", g.constant(quantized.values, name), ids)
            scales = g.add("Gather", g.constant(quantized.scales, f"{name}.scales"), ids)
            scales = g.add("Mul", scales, g.number(float(factor)))
            return str(g.add("Mul", g.add("Cast", rows, to=1), g.add("Unsqueeze", scales, g.ints(-1))))
        return str(g.add("Mul", g.add("Gather", g.constant(table, name), ids), g.number(float(factor))))

    def lookup_with_hints(self, ids: str) -> str:
        """Return source pieces, marks of hints and target pieces as states, without their positions."""
        g, shape = self.graph, self.shape
        factor = np.sqrt(shape.width) if shape.scale_embedding else 1.0
        first_mark = shape.source_vocabulary
        first_piece = HintNumbers(first_mark).first_piece
        zero, last_mark = self.integer(0), self.integer(KINDS - 1)
        source = self.lookup(g.add("Min", ids, self.integer(first_mark - 1)), "encoder.embedding")
        target = self.lookup(g.add("Max", self.minus(ids, first_piece), zero), "decoder.embedding")
        kind = g.add("Clip", self.minus(ids, first_mark), zero, last_mark)
        mark = g.add("Gather", self.constant("encoder.hint_embedding"), kind)
        mark = g.add("Mul", mark, g.number(float(factor)))
        hint = g.add("Where", self.at_least(ids, first_piece), target, mark)
        return str(g.add("Where", self.at_least(ids, first_mark), hint, source))

    def integer(self, value: int) -> str:
        """Return a whole number as a constant."""
        return self.graph.constant(np.array(value, np.int64), f"integer_{value}")

    def minus(self, ids: str, value: int) -> str:
        """Return numbers less another one."""
        return str(self.graph.add("Sub", ids, self.integer(value)))

    def at_least(self, ids: str, value: int) -> str:
        """Return which numbers are not below another one, (rows, steps, 1)."""
        g = self.graph
        return str(g.add("Unsqueeze", g.add("GreaterOrEqual", ids, self.integer(value)), g.ints(-1)))

    def waves(self, positions: str) -> str:
        """Sinusoidal positions, (rows, steps) -> (rows, steps, width), or whatever axes there are."""
        g, half = self.graph, self.shape.width // 2
        frequencies = np.exp(np.arange(half) * (-np.log(10000.0) / half)).astype(np.float32)
        column = g.add("Unsqueeze", g.add("Cast", positions, to=1), g.ints(-1))
        angles = g.add("Mul", column, g.constant(frequencies, "frequencies"))
        return str(g.add("Concat", g.add("Sin", angles), g.add("Cos", angles), axis=-1))

    def scores(self, states: str) -> str:
        """Hidden states to log-probabilities over the target vocabulary."""
        tied = "decoder.output.weight" not in self.weights
        scores = self.tied_output(states) if tied else self.linear(states, "decoder.output")
        return str(self.graph.add("LogSoftmax", scores, axis=-1))

    def tied_output(self, states: str) -> str:
        """Hidden states to scores where the target embedding is the output layer too."""
        g, name, bias = self.graph, "decoder.embedding", self.bias("decoder.output")
        table = self.weights[name]
        if self.int8:
            quantized = quantize_rows(table)
            matrix = g.add("Transpose", g.constant(quantized.values, name), perm=[1, 0])
            scales = g.constant(quantized.scales, f"{name}.scales")
            return self.multiply(*self.quantize(states), self.middle(), matrix, scales, bias)
        matrix = g.add("Transpose", g.constant(table, name), perm=[1, 0])
        product = g.add("MatMul", states, matrix)
        return str(g.add("Add", product, bias) if bias else product)

    def output_part(self, pieces: str) -> tuple[str, str | None]:
        """Return the output layer of some pieces: its matrix (width, pieces) and, in int8, their scales."""
        g, name = self.graph, "decoder.output.weight"
        if name in self.weights:
            matrix, scales = self.matrix("decoder.output") if self.int8 else (self.constant(name), None)
            part = g.add("Gather", matrix, pieces, axis=1)
        else:
            name = "decoder.embedding"
            table = quantize_rows(self.weights[name]) if self.int8 else None
            matrix = g.constant(table.values, name) if table else self.constant(name)
            scales = g.constant(table.scales, f"{name}.scales") if table else None
            part = g.add("Transpose", g.add("Gather", matrix, pieces), perm=[1, 0])
        return part, str(g.add("Gather", scales, pieces)) if scales else None

    def constant(self, name: str) -> str:
        """Return a weight as it is."""
        return self.graph.constant(self.weights[name], name)

    # --- blocks ----------------------------------------------------------------------------------

    def norm(self, states: str, name: str) -> str:
        """Layer normalisation."""
        gain, bias = (self.graph.constant(self.weights[k], k) for k in (f"{name}.weight", f"{name}.bias"))
        return str(self.graph.add("LayerNormalization", states, gain, bias, axis=-1, epsilon=EPSILON))

    def feed_forward(self, states: str, name: str) -> str:
        """Return the two maps of a feed-forward block and what is between them."""
        g = self.graph
        inner = self.linear(states, f"{name}.inner")
        if self.shape.activation == "relu" and self.int8:
            # Rounding to unsigned bytes cuts off what is below zero: that is the ReLU.
            top = g.add("ReduceMax", inner, g.ints(-1), keepdims=1)
            scale = g.add("Mul", g.add("Max", top, g.number(TINY)), g.number(1 / MOST))
            values = g.add("QuantizeLinear", g.add("Div", inner, scale), g.number(1.0), self.zero())
            outer = f"{name}.outer"
            return self.multiply(values, scale, self.zero(), *self.matrix(outer), self.bias(outer))
        active = {
            "relu": lambda: g.add("Relu", inner),
            "swish": lambda: g.add("QuickGelu", inner, alpha=1.0),
            "gelu": lambda: g.add("Gelu", inner),
        }[self.shape.activation]()
        return self.linear(active, f"{name}.outer")

    def heads(self, states: str) -> str:
        """(rows, steps, width) -> (rows, heads, steps, head width)."""
        g = self.graph
        shaped = g.add("Reshape", states, g.ints(0, 0, self.shape.heads, self.shape.head_width))
        return str(g.add("Transpose", shaped, perm=[0, 2, 1, 3]))

    def qkv(self, states: str, name: str) -> tuple[str, str, str]:
        """Queries, keys and values of a self-attention, by heads, from one fused matrix."""
        return self.split_heads(self.linear(states, f"{name}.qkv"))

    def split_heads(self, fused: str) -> tuple[str, str, str]:
        """(rows, steps, 3 * width) -> queries, keys and values, each (rows, heads, steps, head width)."""
        g = self.graph
        shaped = g.add("Reshape", fused, g.ints(0, 0, 3, self.shape.heads, self.shape.head_width))
        by_heads = g.add("Transpose", shaped, perm=[2, 0, 3, 1, 4])
        q, k, v = g.add("Split", by_heads, outputs=3, axis=0, num_outputs=3)
        return g.add("Squeeze", q, g.ints(0)), g.add("Squeeze", k, g.ints(0)), g.add("Squeeze", v, g.ints(0))

    def kv(self, memory: str, name: str) -> tuple[str, str]:
        """Keys and values of a cross-attention, by heads, from one fused matrix."""
        fused = self.linear(memory, f"{name}.kv")
        key, value = self.graph.add("Split", fused, outputs=2, axis=-1, num_outputs=2)
        return self.heads(key), self.heads(value)

    def cross_outputs(self, memory: str, name: str, n: int) -> None:
        """Declare the keys and values of the n-th cross-attention as outputs."""
        for kind, value in zip(("key", "value"), self.kv(memory, name), strict=True):
            size: Shape = ["groups", self.shape.heads, "source", self.shape.head_width]
            self.graph.output(value, f"cross_{kind}_{n}", size)

    def attend(self, q: str, k: str, v: str, mask: str) -> tuple[str, str]:
        """Mix the values by how well queries and keys agree: (rows, steps, width), and the weights."""
        g = self.graph
        scores = g.add("FusedMatMul", q, k, transB=1, alpha=self.shape.head_width**-0.5)
        weights = g.add("Softmax", g.add("Add", scores, mask), axis=-1)
        mixed = g.add("FusedMatMul", weights, v, alpha=NEARLY_ONE)
        mixed = g.add("Transpose", mixed, perm=[0, 2, 1, 3])
        return g.add("Reshape", mixed, g.ints(0, 0, self.shape.width)), weights
