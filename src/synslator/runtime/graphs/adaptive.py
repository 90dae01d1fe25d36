"""Running the layers that read the best match of a memory, over the base model's own graphs.

An example is encoded once for a source and becomes the `example` of its `GraphSource`; from then on the
model decodes like any other. Sources without an example are for the base model, whose graphs these layers
leave as they are.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from synslator.decoding.driver import answer_padded
from synslator.decoding.model import Best, DecoderState, EncodedSource, Flags, Floats, Ids, Request, Step
from synslator.runtime.graphs.sessions import DecoderSession, EncoderSession, hide, open_session
from synslator.runtime.graphs.states import GraphSource, GraphState, own_source, own_state

LONGEST = 200
"""Target pieces that are read of an example; training had none with more."""
ExamplePieces = tuple[Sequence[int], Sequence[int]]
"""The source of an example with its end, and its target without."""


class AdaptiveModel:
    """The base model's decoder and the added layers: implements `ExampleModel`.

    A state holds the keys and values of the decoder's layers and, last, those of the added one.
    """

    def __init__(self, folder: Path, threads: int, encoder: EncoderSession, base: DecoderSession) -> None:
        self.sources, self.base = encoder, base
        self.start, self.end = base.start, base.end
        self.encoder = open_session(folder / "adaptive_encoder.onnx", threads)
        self.top = DecoderSession(
            folder / "adaptive_decoder.onnx", threads, replace(base.shapes, layers=1), base.start, base.end
        )

    def encode(self, sources: Sequence[Sequence[int]], examples: Sequence[ExamplePieces]) -> GraphSource:
        """Encode sources in one batch, each with an example."""
        known = self.sources.encode([source for source, _ in examples])
        targets = [target[:LONGEST] for _, target in examples]
        read = np.zeros((len(targets), max(map(len, targets)) + 1), np.int64)
        answer, valid = np.zeros_like(read), np.zeros(read.shape, np.bool_)
        for row, target in enumerate(targets):
            read[row, : len(target) + 1] = [self.start, *target]
            answer[row, : len(target) + 1] = [*target, self.end]
            valid[row, : len(target) + 1] = True
        source = self.sources.encode(sources)
        feeds = {
            "source": source.states,
            "source_mask": hide(source.valid)[:, None, None],
            "known": known.states,
            "known_mask": hide(known.valid)[:, None, None],
            "recalled": self.base.hidden_states(known, read, valid),
            "recalled_mask": hide(valid)[:, None, None],
            "answer": answer,
        }
        states, *layers = self.encoder.run(["states", "cross_key_0", "cross_value_0"], feeds)
        return replace(source, example=GraphSource(tuple(layers), valid, states))

    def empty(self, rows: int) -> GraphState:
        """Return the state of hypotheses that have read nothing."""
        return join(self.base.empty(rows), self.top.empty(rows).layers)

    def stack(self, states: Sequence[DecoderState]) -> GraphState:
        """Return one state with all rows of some."""
        return self.base.stack(states)

    def stack_sources(self, sources: Sequence[EncodedSource]) -> GraphSource:
        """Return all sources of some encoded ones, with their examples."""
        return self.base.stack_sources(sources)

    def step(
        self,
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int = 1,
        fresh: Flags | None = None,
    ) -> Step:
        """Read new pieces and say what may come next."""
        wanted = ["log_probabilities", "hidden"]
        (scores, hidden), attention, grown = self.run(wanted, source, ids, state, keep, fresh)
        return Step(scores, hidden, attention, grown)

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
        wanted = ["top_log_probabilities", "top_ids", "hidden", "asked_log_probabilities"]
        answers, _, grown = self.run(wanted, source, ids, state, 1, None, top, asked)
        scores, best, hidden, said = (answer[:, 0] for answer in answers)
        return Best(scores, best, hidden, said), grown

    def run(
        self,
        wanted: list[str],
        source: EncodedSource | None,
        ids: Ids,
        state: DecoderState,
        keep: int,
        fresh: Flags | None,
        top: int = 1,
        asked: Ids | None = None,
    ) -> tuple[list[Any], Floats, GraphState]:
        """A pass through the decoder and the added layer: what is wanted, attention, and the grown state."""
        assert source is not None
        fresh = np.ones(ids.shape, np.bool_) if fresh is None else fresh
        whole, encoded = own_state(state), own_source(source)
        below, above = GraphState(whole.layers[:-2], whole.valid), GraphState(whole.layers[-2:], whole.valid)
        states, attention, grown = self.base.read(encoded, ids, below, fresh)
        feeds, _ = self.top.surroundings(encoded.example, above, keep, fresh, top)
        if asked is not None:
            feeds["asked"] = asked[:, None]
        answers = self.top.session.run([*wanted, *self.top.present], feeds | {"states": states})
        return answers[: len(wanted)], attention, join(grown, tuple(answers[len(wanted) :]))


def join(state: GraphState, layers: tuple[Floats, ...]) -> GraphState:
    """A state with the keys and values of further layers."""
    return GraphState((*state.layers, *layers), state.valid)
