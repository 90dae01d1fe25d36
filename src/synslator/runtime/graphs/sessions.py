"""Running a package's graphs. A session is opened once and shared by threads.

The graphs take masks from outside, so that padding, batches and drafts need nothing of them; here the masks
are made from what is valid in a state.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import onnxruntime
from numpy.typing import NDArray

from synslator.decoding.driver import answer_padded
from synslator.decoding.model import Best, DecoderState, EncodedSource, Flags, Floats, Ids, Request, Step
from synslator.runtime.graphs.states import HIDE, GraphSource, GraphState, own_source, own_state

GIVEN = ("mask", "keep", "top", "asked")
ASKED = ("hidden", "log_probabilities", "top_ids", "top_log_probabilities", "asked_log_probabilities")
"""Inputs and outputs that every decoder graph has."""
SCORED = 1
"""Pieces to score where no score is wanted: a graph computes all its outputs, so the fewest that it takes."""


@dataclass(frozen=True)
class Shapes:
    """What a graph's arrays measure."""

    layers: int
    heads: int
    head_width: int
    vocabulary: int


def open_session(path: Path, threads: int) -> onnxruntime.InferenceSession:
    """Open a graph for `threads` threads.

    Threads do not spin between operators: that is a little faster on an idle machine and several times
    slower on a busy one.
    """
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.log_severity_level = 3
    return onnxruntime.InferenceSession(path, options, providers=["CPUExecutionProvider"])


def expect(session: onnxruntime.InferenceSession, inputs: set[str], outputs: set[str]) -> None:
    """Refuse a graph that lacks what it will be given or asked for."""
    lacks = (inputs - {one.name for one in session.get_inputs()}) | (
        outputs - {one.name for one in session.get_outputs()}
    )
    if lacks:
        raise ValueError(f"the graph lacks {', '.join(sorted(lacks))}")


def hide(visible: Flags) -> Floats:
    """0 where something may be looked at, a large negative number elsewhere."""
    return np.where(visible, np.float32(0), HIDE)


class EncoderSession:
    """Sources to what the decoder needs to know of them."""

    def __init__(self, path: Path, threads: int, decoder_layers: int) -> None:
        self.session = open_session(path, threads)
        self.outputs = [f"cross_{kind}_{n}" for n in range(decoder_layers) for kind in ("key", "value")]

    def encode(self, sources: Sequence[Sequence[int]]) -> GraphSource:
        """Encode sources, given as ids, in one batch."""
        length = max(map(len, sources))
        ids = np.zeros((len(sources), length), np.int64)
        valid = np.zeros(ids.shape, np.bool_)
        for row, source in enumerate(sources):
            ids[row, : len(source)] = source
            valid[row, : len(source)] = True
        feeds = {"ids": ids, "source_mask": hide(valid)[:, None, None]}
        states, *layers = self.session.run(["states", *self.outputs], feeds)
        return GraphSource(tuple(layers), valid, states)


class DecoderSession:
    """A decoder, or a language model where there is no source: implements `StepModel`."""

    def __init__(self, path: Path, threads: int, shapes: Shapes, start: int, end: int) -> None:
        self.session = open_session(path, threads)
        self.shapes = shapes
        self.vocabulary, self.start, self.end = shapes.vocabulary, start, end
        names = [f"{kind}_{n}" for n in range(shapes.layers) for kind in ("key", "value")]
        self.past = [f"past_{name}" for name in names]
        self.present = [f"present_{name}" for name in names]
        self.cross = [f"cross_{name}" for name in names]
        self.has_source = any(i.name == "source_mask" for i in self.session.get_inputs())
        expect(self.session, {*GIVEN, *self.past}, {*ASKED, *self.present})

    def empty(self, rows: int) -> GraphState:
        """Return the state of hypotheses that have read nothing."""
        shape = (rows, self.shapes.heads, 0, self.shapes.head_width)
        return GraphState(
            tuple(np.zeros(shape, np.float32) for _ in self.past), np.zeros((rows, 0), np.bool_)
        )

    def stack(self, states: Sequence[DecoderState]) -> GraphState:
        """Return one state with all rows of some."""
        return GraphState.stack([own_state(state) for state in states])

    def stack_sources(self, sources: Sequence[EncodedSource]) -> GraphSource:
        """Return all sources of some encoded ones."""
        return GraphSource.stack([own_source(source) for source in sources])

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        """Read new pieces and say what may come next."""
        feeds, valid = self.feeds(source, ids, own_state(state), keep, fresh)
        wanted = ["log_probabilities", "hidden", *self.present]
        if self.has_source:
            wanted.append("attention")
        scores, hidden, *rest = self.session.run(wanted, feeds)
        layers = tuple(rest[: len(self.present)])
        attention = rest[-1] if self.has_source else np.zeros((*ids.shape, 0), np.float32)
        return Step(scores, hidden, attention, GraphState(layers, valid))

    def steps(self, requests: Sequence[Request]) -> list[Step]:
        """Make the passes of requests, those of about the same length together."""
        return answer_padded(requests)

    def best(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        top: int,
        asked: Ids | None = None,
    ) -> tuple[Best, GraphState]:
        """Read one piece a row and name the best next ones."""
        feeds, valid = self.feeds(source, ids, own_state(state), 1, None, top)
        if asked is not None:
            feeds["asked"] = asked[:, None]
        wanted = ["top_log_probabilities", "top_ids", "hidden", "asked_log_probabilities", *self.present]
        scores, best, hidden, said, *layers = self.session.run(wanted, feeds)
        return Best(scores[:, 0], best[:, 0], hidden[:, 0], said[:, 0]), GraphState(tuple(layers), valid)

    def read(
        self, source: EncodedSource | None, ids: Ids, state: GraphState, fresh: Flags | None = None
    ) -> tuple[Floats, Floats, GraphState]:
        """Read new pieces (rows, new) without a prediction: hidden states, attention, and the grown state."""
        feeds, valid = self.feeds(source, ids, state, SCORED, fresh)
        hidden, attention, *layers = self.session.run(["states", "attention", *self.present], feeds)
        return hidden, attention, GraphState(tuple(layers), valid)

    def hidden_states(self, source: EncodedSource | None, ids: Ids, fresh: Flags | None = None) -> Floats:
        """Read whole hypotheses (rows, new) and return their last hidden states only, (rows, new, width)."""
        feeds, _ = self.feeds(source, ids, self.empty(len(ids)), SCORED, fresh)
        hidden: Floats = self.session.run(["states"], feeds)[0]
        return hidden

    def feeds(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: GraphState,
        keep: int,
        fresh: Flags | None,
        top: int = 1,
    ) -> tuple[dict[str, NDArray[np.generic]], Flags]:
        """The graph's inputs, and what is valid in the grown state."""
        fresh = np.ones(ids.shape, np.bool_) if fresh is None else fresh
        encoded = None if source is None else own_source(source)
        feeds, valid = self.surroundings(encoded, state, keep, fresh, top)
        count = np.cumsum(valid, axis=1, dtype=np.int64)[:, -ids.shape[1] :]
        return feeds | {"ids": ids, "positions": np.maximum(count - 1, 0)}, valid

    def surroundings(
        self, source: GraphSource | None, state: GraphState, keep: int, fresh: Flags, top: int
    ) -> tuple[dict[str, NDArray[np.generic]], Flags]:
        """All inputs but what is read, and what is valid in the grown state."""
        valid = np.concatenate([state.valid, fresh], axis=1)
        columns = np.arange(valid.shape[1])
        visible = valid[:, None, :] & (columns <= (columns[-fresh.shape[1] :, None]))
        feeds: dict[str, NDArray[np.generic]] = {
            "mask": hide(visible)[:, None],
            "keep": np.array([keep], np.int64),
            "top": np.array([top], np.int64),
            "asked": np.zeros((len(fresh), keep, 0), np.int64),
        }
        feeds.update(zip(self.past, state.layers, strict=True))
        if source is not None:
            feeds["source_mask"] = hide(source.valid)[:, None, None]
            feeds.update(zip(self.cross, source.layers, strict=True))
        return feeds, valid
