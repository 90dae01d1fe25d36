"""The translation model of a package in our own arithmetic.

Tokens of all sources, and hypotheses of all groups, are rows of one matrix; who looks at whom is a list of
row numbers. So nothing is padded, and no text pays for a longer one beside it.
"""

import weakref
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count, repeat, takewhile
from typing import Any

import numpy as np
from numpy.typing import NDArray

from synslator.arithmetic.decoder import Decoder, Keys, OutputLayer
from synslator.arithmetic.kernels import Block, Kernels, Layer, Matrix, Norm, Seen
from synslator.decoding.model import Floats, Ids
from synslator.runtime.native.states import EncodedText, NativeSource
from synslator.runtime.native.steps import NativeSteps
from synslator.runtime.native.stores import Stores, room

Constants = Mapping[str, NDArray[Any]]
MOST_KEPT = 4096
"""Rows of stores that are kept for the next search: 25 MB for each layer, if they are 512 wide."""


class GraphWeights:
    """The constants of the graphs, by the names that they have there; what is kept of them is copied."""

    def __init__(self, constants: Constants, kernels: Kernels) -> None:
        self.constants, self.kernels = constants, kernels

    def norm(self, name: str) -> Norm:
        """A layer normalisation."""
        return self.kernels.norm(self.vector(f"{name}.weight"), self.vector(f"{name}.bias"))

    def matrix(self, name: str) -> Matrix:
        """A linear map."""
        bias = self.vector(f"{name}.bias") if f"{name}.bias" in self.constants else None
        return self.kernels.matrix(self.constants[f"{name}.weight"], self.vector(f"{name}.scales"), bias)

    def vector(self, name: str) -> Floats:
        """A constant that stays as it is."""
        return np.array(self.constants[name], np.float32)

    def layers(self, side: str) -> list[Layer]:
        """The layers of the encoder or the decoder."""
        return [
            self.kernels.layer(
                self.part(f"{name}.attention", "qkv", "out"),
                self.part(f"{name}.cross", "q", "out") if side == "decoder" else None,
                self.part(f"{name}.feed_forward", "inner", "outer"),
            )
            for name in self.names(side)
        ]

    def part(self, name: str, into: str, out: str) -> Block:
        """A block of a layer."""
        return self.norm(f"{name}_norm"), self.matrix(f"{name}.{into}"), self.matrix(f"{name}.{out}")

    def names(self, side: str) -> list[str]:
        """What the layers of the encoder or the decoder are called."""
        names = (f"{side}.layers.{n}" for n in count())
        return list(takewhile(lambda name: f"{name}.attention_norm.weight" in self.constants, names))


class Embedding:
    """Pieces and positions to states."""

    def __init__(self, weights: GraphWeights, side: str) -> None:
        self.table = np.array(weights.constants[f"{side}.embedding"], np.int8)
        self.scales = weights.vector(f"{side}.embedding.scales")
        self.frequencies = weights.vector("frequencies")
        self.factor = np.float32(np.sqrt(self.table.shape[1]))
        self.scaled = self.scales * self.factor
        """Of the states, which are larger than the table's rows."""

    def __call__(self, ids: Ids, positions: Ids) -> Floats:
        """The states of pieces (rows,) at positions, one for each or one for all."""
        angles = positions[:, None].astype(np.float32) * self.frequencies
        waves = np.concatenate([np.sin(angles), np.cos(angles)], axis=1)
        found: Floats = self.pieces(ids) + waves
        return found

    def pieces(self, ids: Ids) -> Floats:
        """The states of pieces (rows,) without their positions."""
        found: Floats = self.table[ids].astype(np.float32) * self.scaled[ids][:, None]
        return found


class SourceEmbedding(Embedding):
    """Source pieces, and the hints behind them, to states."""

    def __init__(self, weights: GraphWeights) -> None:
        super().__init__(weights, "encoder")
        takes_hints = "encoder.hint_embedding" in weights.constants
        self.marks = weights.vector("encoder.hint_embedding") * self.factor if takes_hints else None
        self.targets = Embedding(weights, "decoder") if takes_hints else self

    def pieces(self, ids: Ids) -> Floats:
        """The states of source pieces, marks and target pieces (rows,) without their positions."""
        if self.marks is None:
            return super().pieces(ids)
        first_mark = len(self.table)
        first_piece = first_mark + len(self.marks)
        found = super().pieces(np.minimum(ids, first_mark - 1))
        target = ids >= first_piece
        found[target] = self.targets.pieces(ids[target] - first_piece)
        mark = (ids >= first_mark) & ~target
        found[mark] = self.marks[ids[mark] - first_mark]
        return found


@dataclass(frozen=True)
class TextRows:
    """Pieces of several texts, one text after another."""

    ids: Ids
    positions: Ids
    lengths: Ids
    """Of the texts."""
    seen: Seen
    """For rows that look at all pieces of their text."""

    @classmethod
    def of(cls, texts: Sequence[Sequence[int]]) -> "TextRows":
        """The rows of some texts."""
        lengths = np.array([len(text) for text in texts])
        ids = np.fromiter((piece for text in texts for piece in text), np.int64, int(lengths.sum()))
        firsts = np.cumsum(lengths) - lengths
        texts_of = np.repeat(np.arange(len(lengths)), lengths)
        seen = Seen(firsts[:, None] + np.arange(lengths.max()), lengths, texts_of)
        return cls(ids, np.arange(len(ids)) - firsts[texts_of], lengths, seen)


class Encoder:
    """Sources to keys and values for every layer of the decoder."""

    def __init__(self, weights: GraphWeights) -> None:
        self.embedding = SourceEmbedding(weights)
        self.layers = weights.layers("encoder")
        self.norm = weights.norm("encoder.norm")
        self.cross = [weights.matrix(f"{name}.cross.kv") for name in weights.names("decoder")]

    def __call__(self, sources: Sequence[Sequence[int]]) -> list[Floats]:
        """Keys and values (tokens, 2 * width) of layer after layer, the tokens of source after source."""
        rows = TextRows.of(sources)
        states = self.embedding(rows.ids, rows.positions)
        fused = room(len(states), 3 * states.shape[1])
        for layer in self.layers:
            layer(states, fused, 0, rows.seen)
        return [cross(states, self.norm) for cross in self.cross]


class Output:
    """The output layer, of which a search takes what it can need."""

    def __init__(self, weights: GraphWeights, embedding: Embedding) -> None:
        self.kernels, name = weights.kernels, "decoder.output"
        self.table, self.scales = embedding.table, embedding.scales
        if (own := weights.constants.get(f"{name}.weight")) is not None:
            self.table, self.scales = np.array(own.T, np.int8, order="C"), weights.vector(f"{name}.scales")
        self.bias = weights.vector(f"{name}.bias") if f"{name}.bias" in weights.constants else None

    def __call__(self, pieces: Ids) -> Matrix:
        """States to the scores of some pieces."""
        return self.kernels.matrix_of_rows(self.table, self.scales, self.bias, pieces)


class NativeModel:
    """Encoder and decoder. Shared by threads."""

    def __init__(self, constants: Constants, start: int, kernels: Kernels) -> None:
        weights = GraphWeights(constants, kernels)
        self.start, self.kernels = start, kernels
        self.encoder = Encoder(weights)
        self.embedding = Embedding(weights, "decoder")
        self.layers = weights.layers("decoder")
        self.norm = weights.norm("decoder.norm")
        self.output = Output(weights, self.embedding)
        self.steps = self.interactive()
        self.spare: list[Stores] = []

    def interactive(self) -> NativeSteps:
        """What reads for somebody who types."""
        embedding = self.embedding
        decoder = Decoder(
            self.kernels.library,
            *(embedding.table, embedding.scaled, embedding.frequencies),
            *(self.layers, self.norm),
        )
        count = len(embedding.table)
        every = OutputLayer(self.output(np.arange(count)), count)
        return NativeSteps(decoder, every, self.output, len(self.layers), self.start)

    def encode(self, sources: Sequence[Sequence[int]], pieces: Sequence[Ids] = ()) -> NativeSource:
        """Encode sources in one batch, each with the pieces that it can need, if they are known."""
        ends = np.cumsum([len(source) for source in sources])[:-1]
        groups = zip(*(np.split(layer, ends) for layer in self.encoder(sources)), strict=True)
        keys = [Keys.of([layer.copy() for layer in group]) for group in groups]
        return NativeSource(tuple(map(EncodedText, keys, pieces or repeat(None))))

    def hidden_states(
        self, sources: Sequence[Sequence[int]], targets: Sequence[Sequence[int]]
    ) -> list[Floats]:
        """Read whole targets of some sources: the last hidden state at each of their pieces, by targets."""
        sides = TextRows.of(sources), TextRows.of(targets)
        rows, every = sides[1], np.arange(len(sides[1].ids))
        before = Seen(rows.seen.tokens[rows.seen.lists], rows.positions + 1, every)
        across = replace(sides[0].seen, lists=rows.seen.lists)
        states = self.embedding(rows.ids, rows.positions)
        fused = room(len(states), 3 * states.shape[1])
        for layer, source in zip(self.layers, self.encoder(sources), strict=True):
            layer(states, fused, 0, before, source, across)
        return np.split(self.norm(states), np.cumsum(rows.lengths)[:-1])

    def lend(self, borrower: object) -> Stores:
        """Empty stores for what a search reads; they come back when the borrower is gone.

        Memory that is new has to be cleared by the system, which takes longer than to use it.
        """
        try:
            stores = self.spare.pop()
        except IndexError:
            stores = Stores(len(self.layers), 3 * self.embedding.table.shape[1])
        stores.filled = 0
        weakref.finalize(borrower, self.take_back, stores)
        return stores

    def take_back(self, stores: Stores) -> None:
        """Keep stores for the next search, unless they are larger than most searches need."""
        if stores.rows <= MOST_KEPT:
            self.spare.append(stores)
