"""Whether our own arithmetic can take the place of a package's graphs, and the model if it can.

It is made for one kind of model: in eight bits, normalised before each block, with ReLU and heads of 64. What
the graphs compute is not looked at. Both are asked the same instead: only a model that answers as the graphs
do is used.
"""

from pathlib import Path

import numpy as np

from synslator.arithmetic.kernels import BLOCK, HEAD, find_kernels
from synslator.decoding.model import BatchDecoder, Floats
from synslator.runtime.graphs.beam_search import SearchSession
from synslator.runtime.graphs.sessions import EncoderSession
from synslator.runtime.native.constants import read_constants
from synslator.runtime.native.model import NativeModel
from synslator.runtime.native.reader import NativeReader

ALIKE = 0.99
"""Least cosine between hidden states of the graphs and of our own: rounding alone leaves more."""
QUESTIONS = ([5, 6, 7, 2], [9, 8, 7, 6, 5, 4, 2])
"""Sources to ask about. Every vocabulary has these pieces."""


def open_native(folder: Path, encoder: EncoderSession, search: SearchSession) -> NativeModel | None:
    """Open a package's model for our own arithmetic, if there is one that answers as the graphs do."""
    kernels = find_kernels()
    if kernels is None or search.shapes.head_width != HEAD:
        return None
    try:
        constants = {
            name: value
            for graph in ("encoder", "search", "output")
            for name, value in read_constants(folder / f"{graph}.onnx").items()
        }
        native = NativeModel(constants, search.start, kernels)
    except (KeyError, ValueError, OSError):
        return None
    return native if agree(native, encoder, search) else None


def agree(native: NativeModel, encoder: EncoderSession, search: SearchSession) -> bool:
    """Whether model and graphs come to the same hidden states."""
    pieces = np.arange(BLOCK)
    graphs = search.reader(encoder.encode(QUESTIONS), pieces)
    theirs, ours = answer(graphs), answer(NativeReader(native, QUESTIONS, pieces))
    norms = np.linalg.norm(theirs, axis=1) * np.linalg.norm(ours, axis=1)
    return bool(((theirs * ours).sum(axis=1) >= ALIKE * norms).all())


def answer(reader: BatchDecoder) -> Floats:
    """The hidden states after a few pieces, one of them after another."""
    groups = np.arange(len(QUESTIONS))[:, None]
    alive = np.ones(groups.shape, np.bool_)
    for piece in (reader.start, 5, 7):
        hidden = reader.read(np.full(groups.shape, piece), 1, alive).hidden
        reader.select(groups)
    return hidden
