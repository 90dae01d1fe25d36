"""What the compiled library computes, in NumPy: eight-bit maps, normalisation, attention, a decoder."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synslator.arithmetic.decoder import Decoder, OutputLayer
from synslator.arithmetic.kernels import Block, Kernels, Matrix, Norm
from synslator.decoding.model import Floats, Ids

WIDTH, WIDE, HEAD, PIECES, LAYERS = 128, 192, 64, 70, 2


def numbers(rng: np.random.Generator, *shape: int) -> Floats:
    return rng.normal(0, 3, shape).astype(np.float32)


def rounded(states: Floats, relu: bool) -> Floats:
    """States as bytes times their scale: seven bits, around zero or from zero on."""
    top = np.maximum((states if relu else np.abs(states)).max(axis=1, keepdims=True), np.float32(1e-9))
    scale = top * np.float32(1 / (127 if relu else 63))
    values = np.round(states / scale)
    return np.asarray(np.maximum(values, 0) if relu else values) * scale


def normalized(states: Floats, gain: Floats, bias: Floats) -> Floats:
    off = states - states.mean(axis=1, keepdims=True)
    return off / np.sqrt((off**2).mean(axis=1, keepdims=True) + np.float32(1e-5)) * gain + bias


@dataclass(frozen=True)
class Linear:
    """A linear map in eight bits."""

    values: NDArray[np.int8]
    scales: Floats
    bias: Floats

    @classmethod
    def random(cls, rng: np.random.Generator, inputs: int, outputs: int) -> "Linear":
        values = rng.integers(-127, 128, (inputs, outputs)).astype(np.int8)
        scales = (rng.random(outputs) / 70 / np.sqrt(inputs)).astype(np.float32)
        return cls(values, scales, numbers(rng, outputs) / 9)

    def __call__(self, states: Floats, relu: bool = False) -> Floats:
        mapped: Floats = rounded(states, relu) @ self.values.astype(np.float32) * self.scales + self.bias
        return mapped

    def compiled(self, kernels: Kernels) -> Matrix:
        return kernels.matrix(self.values, self.scales, self.bias)


@dataclass(frozen=True)
class Part:
    """A block of a layer."""

    gain: Floats
    bias: Floats
    into: Linear
    out: Linear

    @classmethod
    def random(cls, rng: np.random.Generator, inner: int, mixed: int) -> "Part":
        gain, bias = 1 + numbers(rng, WIDTH) / 20, numbers(rng, WIDTH) / 20
        return cls(gain, bias, Linear.random(rng, WIDTH, inner), Linear.random(rng, mixed, WIDTH))

    def begin(self, states: Floats) -> Floats:
        return self.into(normalized(states, self.gain, self.bias))

    def compiled(self, kernels: Kernels) -> Block:
        return kernels.norm(self.gain, self.bias), self.into.compiled(kernels), self.out.compiled(kernels)


def look(queries: Floats, keys: Floats, values: Floats, hidden: NDArray[np.bool_]) -> tuple[Floats, Floats]:
    """Attention, and the mean of its shares."""
    out, shares = np.empty_like(queries), []
    for start in range(0, queries.shape[1], HEAD):
        part = slice(start, start + HEAD)
        scores = np.where(hidden, -1e9, queries[:, part] @ keys[:, part].T / 8)
        raised = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares.append(raised / raised.sum(axis=1, keepdims=True))
        out[:, part] = shares[-1] @ values[:, part]
    return out, np.mean(shares, axis=0)


class Twin:
    """A decoder with random weights that reads whole texts."""

    def __init__(self, seed: int, sources: bool) -> None:
        rng = np.random.default_rng(seed)
        self.table = rng.integers(-127, 128, (PIECES, WIDTH)).astype(np.int8)
        self.scales = (rng.random(PIECES) / 50).astype(np.float32)
        self.frequencies = np.exp(-np.arange(WIDTH // 2) / 9).astype(np.float32)
        self.own = [Part.random(rng, 3 * WIDTH, WIDTH) for _ in range(LAYERS)]
        self.across = [Part.random(rng, WIDTH, WIDTH) if sources else None for _ in range(LAYERS)]
        self.feed = [Part.random(rng, WIDE, WIDE) for _ in range(LAYERS)]
        self.gain, self.bias = 1 + numbers(rng, WIDTH) / 20, numbers(rng, WIDTH) / 20
        self.output = numbers(rng, PIECES) / 500, numbers(rng, PIECES)

    def __call__(self, ids: Ids, source: Sequence[Floats] = ()) -> tuple[Floats, Floats]:
        """Hidden states and attention of a text."""
        angles = np.arange(len(ids), dtype=np.float32)[:, None] * self.frequencies
        states = self.table[ids] * self.scales[ids][:, None]
        states = states + np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
        later = np.triu(np.ones((len(ids), len(ids)), np.bool_), 1)
        looked: Floats = np.zeros((len(ids), 0), np.float32)
        for n, (own, across, feed) in enumerate(zip(self.own, self.across, self.feed, strict=True)):
            queries, keys, values = np.split(own.begin(states), 3, axis=1)
            states = states + own.out(look(queries, keys, values, later)[0])
            if across:
                nothing = np.zeros((len(ids), len(source[n])), np.bool_)
                mixed, looked = look(across.begin(states), *np.split(source[n], 2, axis=1), nothing)
                states = states + across.out(mixed)
            states = states + feed.out(feed.begin(states), relu=True)
        return normalized(states, self.gain, self.bias), looked

    def score(self, hidden: Floats, pieces: Ids) -> Floats:
        """Log-probabilities of some pieces after hidden states."""
        scales, bias = self.output
        scores = (rounded(hidden, False) @ self.table.T.astype(np.float32) * scales + bias)[:, pieces]
        top = scores.max(axis=1, keepdims=True)
        said: Floats = scores - top - np.log(np.exp(scores - top).sum(axis=1, keepdims=True))
        return said

    def compiled(self, kernels: Kernels) -> Decoder:
        parts: list[Any] = [
            (own.compiled(kernels), across and across.compiled(kernels), feed.compiled(kernels))
            for own, across, feed in zip(self.own, self.across, self.feed, strict=True)
        ]
        return Decoder(
            kernels.library,
            *(self.table, self.scales, self.frequencies, [kernels.layer(*part) for part in parts]),
            Norm(kernels.library, self.gain, self.bias),
        )

    def scoring(self, kernels: Kernels, pieces: Ids) -> OutputLayer:
        """The output layer of some pieces."""
        return OutputLayer(kernels.matrix_of_rows(self.table, *self.output, pieces), len(pieces))
