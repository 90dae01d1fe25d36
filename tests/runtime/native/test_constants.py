"""Constants are read as the ONNX library reads them."""

from pathlib import Path

import numpy as np
import onnx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from onnx import helper, numpy_helper

from synslator.runtime.native.constants import numbers, read_constants, varint


@pytest.mark.parametrize("graph", ["encoder", "decoder", "language_model"])
def test_all_constants_of_a_package(tiny_folder: Path, graph: str) -> None:
    path = tiny_folder / f"{graph}.onnx"
    known = {one.name: numpy_helper.to_array(one) for one in onnx.load(path).graph.initializer}
    found = read_constants(path)
    assert found.keys() == known.keys()
    for name, value in known.items():
        np.testing.assert_array_equal(found[name], value.reshape(found[name].shape))
        assert found[name].dtype == value.dtype


def test_other_fields_of_a_file_are_skipped(tmp_path: Path) -> None:
    kept = numpy_helper.from_array(np.arange(6, dtype=np.float32).reshape(2, 3), "kept")
    strange = helper.make_tensor("strange", onnx.TensorProto.STRING, [1], [b"text"])
    node = helper.make_node("Elu", ["x"], ["y"], alpha=0.5)
    graph = helper.make_graph([node], "some", [], [], [strange, kept], doc_string="words")
    onnx.save(helper.make_model(graph, producer_name="somebody"), tmp_path / "some.onnx")
    (name, value), *rest = read_constants(tmp_path / "some.onnx").items()
    assert (name, value.tolist(), rest) == ("kept", [[0, 1, 2], [3, 4, 5]], [])


@given(st.lists(st.integers(0, 2**63 - 1)))
def test_numbers_of_any_length(values: list[int]) -> None:
    content = bytearray()
    for value in values:
        sevens = [value >> shift & 127 for shift in range(0, max(1, value.bit_length()), 7)]
        content += bytes([*(seven | 128 for seven in sevens[:-1]), sevens[-1]])
    assert list(numbers(memoryview(content))) == values
    if values:
        assert varint(memoryview(content), 0)[0] == values[0]
