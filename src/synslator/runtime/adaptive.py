"""Running the layers that read the best match of a memory, over the base model's own graphs.

An example is encoded once for a source and becomes the `example` of its `EncodedSource`; from then on the
model decodes like any other. Sources without an example are for the base model, whose graphs these layers
leave as they are.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from synslator.decoding.model import Best, Cache, EncodedSource, Flags, Floats, Ids, Step
from synslator.runtime.sessions import DecoderSession, hide, open_session

LONGEST = 200
"""Target pieces that are read of an example; training had none with more."""


class AdaptiveModel:
    """The base model's decoder and the added layers: implements `StepModel`.

    A cache holds the keys and values of the decoder's layers and, last, those of the added one.
    """

    def __init__(self, folder: Path, threads: int, base: DecoderSession) -> None:
        self.base = base
        self.vocabulary, self.start, self.end = base.vocabulary, base.start, base.end
        self.encoder = open_session(folder / "adaptive_encoder.onnx", threads)
        self.top = DecoderSession(
            folder / "adaptive_decoder.onnx", threads, replace(base.shapes, layers=1), base.start, base.end
        )

    def recall(
        self, source: EncodedSource, known: EncodedSource, targets: Sequence[Sequence[int]]
    ) -> EncodedSource:
        """Attach examples to encoded sources: the encoded examples' sources, and their targets."""
        targets = [target[:LONGEST] for target in targets]
        read = np.zeros((len(targets), max(map(len, targets)) + 1), np.int64)
        answer, valid = np.zeros_like(read), np.zeros(read.shape, np.bool_)
        for row, target in enumerate(targets):
            read[row, : len(target) + 1] = [self.start, *target]
            answer[row, : len(target) + 1] = [*target, self.end]
            valid[row, : len(target) + 1] = True
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
        return replace(source, example=EncodedSource(tuple(layers), valid, states))

    def empty(self, rows: int) -> Cache:
        """The cache of hypotheses that have read nothing."""
        return join(self.base.empty(rows), self.top.empty(rows).layers)

    def step(
        self, memory: EncodedSource | None, ids: Ids, cache: Cache, keep: int = 1, fresh: Flags | None = None
    ) -> Step:
        """Read new pieces and say what may come next."""
        wanted = ["log_probabilities", "hidden"]
        (scores, hidden), attention, grown = self.run(wanted, memory, ids, cache, keep, fresh)
        return Step(scores, hidden, attention, grown)

    def best(
        self, memory: EncodedSource | None, ids: Ids, cache: Cache, top: int, asked: Ids | None = None
    ) -> tuple[Best, Cache]:
        """Read one piece a row and name the best next ones."""
        wanted = ["top_log_probabilities", "top_ids", "hidden", "asked_log_probabilities"]
        answers, _, grown = self.run(wanted, memory, ids, cache, 1, None, top, asked)
        scores, best, hidden, said = (answer[:, 0] for answer in answers)
        return Best(scores, best, hidden, said), grown

    def run(
        self,
        wanted: list[str],
        memory: EncodedSource | None,
        ids: Ids,
        cache: Cache,
        keep: int,
        fresh: Flags | None,
        top: int = 1,
        asked: Ids | None = None,
    ) -> tuple[list[Any], Floats, Cache]:
        """A pass through the decoder and the added layer: what is wanted, attention, and the grown cache."""
        assert memory is not None
        fresh = np.ones(ids.shape, np.bool_) if fresh is None else fresh
        below, above = cache.layers[:-2], cache.layers[-2:]
        states, attention, grown = self.base.read(memory, ids, Cache(below, cache.valid), fresh)
        feeds, _ = self.top.surroundings(memory.example, Cache(above, cache.valid), keep, fresh, top)
        if asked is not None:
            feeds["asked"] = asked[:, None]
        answers = self.top.session.run([*wanted, *self.top.present], feeds | {"states": states})
        return answers[: len(wanted)], attention, join(grown, tuple(answers[len(wanted) :]))


def join(cache: Cache, layers: tuple[Floats, ...]) -> Cache:
    """A cache with the keys and values of further layers."""
    return Cache((*cache.layers, *layers), cache.valid)
