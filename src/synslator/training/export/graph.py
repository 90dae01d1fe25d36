"""A thin layer over ONNX: nodes and constants with names made up on the way.

`Graph` is a pencil, not a framework: each method adds one node and returns the name of its result.
Large constants go into a `WeightFile` beside the graphs. Several graphs can share one, and a change of
graph leaves the weights' bytes alone.
"""

import hashlib
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

import numpy as np
import onnx
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

OPSET, CONTRIB = 20, "com.microsoft"
"""ONNX Runtime's own operators fuse what plain ONNX spells out."""

Shape = Sequence[int | str]


class WeightFile:
    """The bytes of large constants. What several of them share, such as tied embeddings, is stored once."""

    LEAST = 1024
    """Smaller constants stay in the graph."""
    ALIGNMENT = 64

    def __init__(self, file_name: str) -> None:
        self.file_name = file_name
        self.data = bytearray()
        self.places: dict[bytes, tuple[int, int]] = {}

    def tensor(self, name: str, array: NDArray[Any]) -> onnx.TensorProto:
        """Return a tensor whose content lies in this file."""
        content = array.tobytes()
        digest = hashlib.sha256(content).digest()
        if digest not in self.places:
            self.data += bytes(-len(self.data) % self.ALIGNMENT)
            self.places[digest] = (len(self.data), len(content))
            self.data += content
        offset, length = self.places[digest]
        kind = helper.np_dtype_to_tensor_dtype(array.dtype)
        tensor = TensorProto(name=name, data_type=kind, dims=array.shape, data_location=TensorProto.EXTERNAL)
        for key, value in (("location", self.file_name), ("offset", offset), ("length", length)):
            tensor.external_data.add(key=key, value=str(value))
        return tensor


class Graph:
    """An ONNX graph under construction."""

    def __init__(
        self,
        name: str,
        weights: WeightFile | None = None,
        shared: Mapping[str, onnx.TensorProto] = MappingProxyType({}),
    ) -> None:
        """Constants in `shared` are another graph's, with their contents in that graph's weight file."""
        self.name = name
        self.weights = weights
        self.shared = shared
        self.nodes: list[onnx.NodeProto] = []
        self.constants: dict[str, onnx.TensorProto] = {}
        self.inputs: list[onnx.ValueInfoProto] = []
        self.outputs: list[onnx.ValueInfoProto] = []

    def input(self, name: str, shape: Shape, kind: int = TensorProto.FLOAT) -> str:
        """Declare an input."""
        self.inputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def output(self, value: str, name: str, shape: Shape, kind: int = TensorProto.FLOAT) -> str:
        """Declare a result under its public name, which replaces the made-up one."""
        for node in self.nodes:
            node.input[:] = [name if one == value else one for one in node.input]
            node.output[:] = [name if one == value else one for one in node.output]
        self.outputs.append(helper.make_tensor_value_info(name, kind, shape))
        return name

    def constant(self, array: NDArray[Any], name: str | None = None) -> str:
        """Add a constant; the same name is added once."""
        name = name or f"constant_{len(self.constants)}"
        if name in self.shared:
            self.constants[name] = self.shared[name]
        elif name not in self.constants:
            large = self.weights is not None and array.nbytes >= WeightFile.LEAST
            make = self.weights.tensor if self.weights and large else in_graph
            self.constants[name] = make(name, np.ascontiguousarray(array))
        return name

    def ints(self, *values: int) -> str:
        """Return a small one-dimensional constant of int64."""
        return self.constant(np.array(values, np.int64), "ints_" + "_".join(map(str, values)))

    def number(self, value: float) -> str:
        """Return a scalar constant."""
        return self.constant(np.array(value, np.float32), f"number_{value!r}")

    def add(self, operator: str, *inputs: str, outputs: int = 1, **attributes: Any) -> Any:
        """Add a node; returns the name of its result, or the names where there are several."""
        domain = CONTRIB if operator in CONTRIB_OPERATORS else ""
        names = [f"{operator}_{len(self.nodes)}_{n}" for n in range(outputs)]
        self.nodes.append(helper.make_node(operator, list(inputs), names, domain=domain, **attributes))
        return names[0] if outputs == 1 else tuple(names)

    def build(self) -> onnx.ModelProto:
        """Return the finished model."""
        graph = helper.make_graph(
            self.nodes, self.name, self.inputs, self.outputs, list(self.constants.values())
        )
        imports = [helper.make_opsetid("", OPSET), helper.make_opsetid(CONTRIB, 1)]
        return helper.make_model(graph, opset_imports=imports, ir_version=10, producer_name="synslator")


def in_graph(name: str, array: NDArray[Any]) -> onnx.TensorProto:
    """Return a tensor that holds its own content."""
    return numpy_helper.from_array(array, name)


CONTRIB_OPERATORS = {"MatMulIntegerToFloat", "FusedMatMul", "QuickGelu"}
