"""The compiled arithmetic against the same in NumPy, for every kind of vectors that this processor has."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from synslator.arithmetic import library
from synslator.arithmetic.kernels import Kernels, Seen
from synslator.arithmetic.library import Library, find_library
from twin import normalized, numbers, rounded

SEEDS = st.integers(0, 2**32 - 1)


@pytest.fixture(scope="module")
def made(compiled: Library) -> Kernels:
    return Kernels(compiled)


@settings(max_examples=30)
@given(SEEDS, st.integers(1, 20), st.sampled_from([64, 192]), st.booleans(), st.booleans(), st.booleans())
def test_a_linear_map(
    made: Kernels, seed: int, rows: int, inputs: int, relu: bool, more: bool, biased: bool
) -> None:
    outputs = 256 - inputs
    rng = np.random.default_rng(seed)
    values = rng.integers(-127, 128, (inputs, outputs)).astype(np.int8)
    scales, bias = numbers(rng, outputs), numbers(rng, outputs) if biased else None
    states, before = numbers(rng, rows, inputs), numbers(rng, rows, outputs + 16)[:, :outputs]
    out = before.copy() if more else np.full((rows, outputs), np.nan, np.float32)
    made.matrix(values, scales, bias).into(out, states, relu=relu, more=more)
    expected = rounded(states, relu) @ values.astype(np.float32) * scales
    expected += (0 if bias is None else bias) + (before if more else 0)
    np.testing.assert_allclose(out, expected, rtol=1e-4, atol=1e-4 * np.abs(expected).max())


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 9), st.sampled_from([64, 256]))
def test_normalised_rows(made: Kernels, seed: int, rows: int, width: int) -> None:
    rng = np.random.default_rng(seed)
    gain, bias, states = numbers(rng, width), numbers(rng, width), numbers(rng, rows, width)
    norm = made.norm(gain, bias)
    expected = normalized(states, gain, bias)
    np.testing.assert_allclose(norm(states), expected, rtol=1e-4, atol=1e-4)
    matrix = made.matrix(rng.integers(-127, 128, (width, 64)).astype(np.int8), numbers(rng, 64), None)
    np.testing.assert_array_equal(matrix(states, norm), matrix(norm(states)))


@settings(max_examples=20)
@given(SEEDS, st.integers(1, 130))
def test_a_matrix_of_some_rows_of_a_table(made: Kernels, seed: int, count: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(-127, 128, (256, 128)).astype(np.int8)
    scales, bias, states = numbers(rng, 256), numbers(rng, 256), numbers(rng, 7, 128)
    rows = np.sort(rng.choice(256, count, replace=False))
    whole = made.matrix(np.ascontiguousarray(table.T), scales, bias)(states)
    part = made.matrix_of_rows(table, scales, bias, rows)(states)
    np.testing.assert_array_equal(part[:, :count], whole[:, rows])
    assert not part[:, count:].any()


@settings(max_examples=30)
@given(SEEDS, st.lists(st.integers(1, 9), min_size=1, max_size=4), st.integers(1, 40), st.integers(1, 3))
def test_attention(made: Kernels, seed: int, together: list[int], most: int, heads: int) -> None:
    rng = np.random.default_rng(seed)
    width, lists = 64 * heads, np.repeat(rng.permutation(len(together)), together)
    rows = numbers(rng, 50, 2 * width + 16)[:, : 2 * width]
    tokens = rng.integers(0, 50, (len(together), most))
    counts = rng.integers(1, most + 1, len(together))
    queries, keys, values = numbers(rng, len(lists), width), rows[:, :width], rows[:, width:]
    found = made.attend(queries, rows, Seen(tokens, counts, lists))
    for row, head in np.ndindex(len(lists), heads):
        part, seen = slice(64 * head, 64 * head + 64), tokens[lists[row], : counts[lists[row]]]
        scores = keys[seen, part] @ queries[row, part] / 8
        shares = np.exp(scores - scores.max())
        expected = shares / shares.sum() @ values[seen, part]
        np.testing.assert_allclose(found[row, part], expected, rtol=1e-4, atol=1e-4)


@settings(max_examples=40)
@given(SEEDS, st.integers(1, 5), st.integers(1, 70), st.integers(1, 9), st.booleans())
def test_the_best(made: Kernels, seed: int, rows: int, count: int, top: int, equals: bool) -> None:
    rng = np.random.default_rng(seed)
    top = min(top, count)
    scores = numbers(rng, rows, count + 15)  # room for a vector that begins at the last score
    if equals:
        scores = np.round(scores)
    asked, lists = rng.integers(0, count, (2, 3)), rng.integers(0, 2, rows)
    best, numbers_, said = made.choose(scores, count, top, asked, lists)
    shares = scores[:, :count] - np.log(np.exp(scores[:, :count]).sum(axis=1, keepdims=True))
    order = np.argsort(-scores[:, :count], axis=1, kind="stable")[:, :top]
    np.testing.assert_array_equal(numbers_, order)
    np.testing.assert_allclose(best, np.take_along_axis(shares, order, 1), rtol=1e-4, atol=1e-5)
    np.testing.assert_allclose(said, np.take_along_axis(shares, asked[lists], 1), rtol=1e-4, atol=1e-5)


def test_rows_do_not_depend_on_each_other(made: Kernels) -> None:
    rng = np.random.default_rng(5)
    matrix = made.matrix(rng.integers(-127, 128, (128, 128)).astype(np.int8), numbers(rng, 128), None)
    states = numbers(rng, 23, 128)
    alone = np.concatenate([matrix(row[None]) for row in states])
    np.testing.assert_array_equal(matrix(states), alone)


def test_bytes_at_their_limits_are_added_up_without_a_loss(made: Kernels) -> None:
    states = np.ones((1, 64), np.float32)
    values = np.full((64, 64), 127, np.int8)
    out = np.empty((1, 64), np.float32)
    made.matrix(values, np.ones(64, np.float32), None).into(out, states, relu=True)
    np.testing.assert_allclose(out, 64 * 127)


def test_what_cannot_be_packed_is_refused(made: Kernels) -> None:
    with pytest.raises(ValueError, match=r"\(64, 65\) int8 cannot be packed"):
        made.matrix(np.zeros((64, 65), np.int8), np.ones(65, np.float32), None)


def test_without_a_library_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library, "FILE", library.FILE.with_name("not-there.so"))
    assert find_library() is None
