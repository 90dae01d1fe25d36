"""Completion by beam search under the prefix, as the paper describes it; the page completes greedily.

The forced pieces of a prefix are read at once. From there on hypotheses are searched side by side. As long as
the typed text is not written, only pieces that agree with it may come: the hit vector, for every hypothesis
by what it has written itself.
"""

from collections.abc import Sequence

import numpy as np

from synslator.decoding.beam import beam_search
from synslator.decoding.completion.completer import Completion
from synslator.decoding.completion.prefix import Prefix, split_prefix, still_open
from synslator.decoding.driver import Source
from synslator.decoding.model import Best, Flags, Floats, Ids
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import Word, readable, split_words

NOTHING = np.float32(-np.inf)


class PrefixReader:
    """Reads the hypotheses of one source behind a prefix: implements `BatchDecoder`."""

    def __init__(self, source: Source, prefix: Prefix, vocabulary: Vocabulary) -> None:
        if source.encoded is None:
            raise ValueError("a completion needs a source")
        self.source, self.encoded, self.vocabulary = source, source.encoded, vocabulary
        self.start, self.lengths = source.model.start, source.encoded.lengths
        self.state = source.model.empty(1)
        self.written = [prefix.forced]
        self.open = [prefix.rest]
        self.begun = False

    def read(self, ids: Ids, top: int, alive: Flags, asked: Ids | None = None) -> Best:
        """Read one piece for each hypothesis; the first time, the forced pieces."""
        rows = ids.reshape(-1, 1)
        if self.begun:
            self.write(rows[:, 0].tolist())
        else:
            self.begun, rows = True, np.array([[self.start, *self.written[0]]], np.int64)
        encoded = self.encoded.select([0] * len(rows))
        step = self.source.model.step(encoded, rows, self.state)
        self.state = step.state
        scores = np.stack([self.scores(step.log_probabilities[n], step.hidden[n]) for n in range(len(rows))])
        for row, (rest, before) in enumerate(zip(self.open, self.written, strict=True)):
            if (allowed := self.vocabulary.allowed(rest, before)) is not None:
                masked = np.full(scores.shape[1], NOTHING)
                masked[allowed] = scores[row, allowed]
                scores[row] = masked
        best = np.argsort(-scores, axis=1, kind="stable")[:, :top]
        chosen = np.take_along_axis(scores, best, 1)
        nothing = np.zeros((len(rows), 0), np.float32)
        return Best(chosen, best, step.hidden[:, -1], nothing).rows(np.flatnonzero(alive))

    def scores(self, log_probabilities: Floats, hidden: Floats) -> Floats:
        """Return the corrected log-probabilities of a row's next piece."""
        last, states = log_probabilities[-1:], hidden[-1:]
        corrected: Floats = (self.source.adjust(last, states, (), ())[0] if self.source.adjust else last)[0]
        return corrected

    def write(self, pieces: Sequence[int]) -> None:
        """Note what each hypothesis has written."""
        surfaces = self.vocabulary.table.surfaces
        self.written = [(*before, piece) for before, piece in zip(self.written, pieces, strict=True)]
        self.open = [still_open(rest, surfaces[piece]) for rest, piece in zip(self.open, pieces, strict=True)]

    def select(self, rows: Ids) -> None:
        """Go on with some hypotheses."""
        chosen = np.ravel(rows).tolist()
        self.state = self.state.select(chosen)
        self.written = [self.written[row] for row in chosen]
        self.open = [self.open[row] for row in chosen]


def complete(source: Source, text: str, vocabulary: Vocabulary, options: SearchOptions) -> Completion:
    """Return the best continuation of a text; its words have no probabilities of their own."""
    prefix = split_prefix(text, vocabulary)
    found = beam_search(PrefixReader(source, prefix, vocabulary), vocabulary, options)[0]
    typed, length = len(prefix.rest), len(prefix.text)
    added = readable(vocabulary.table.write(found.ids)[typed:])
    words: list[Word] = split_words(vocabulary.table, found.ids, [0.0] * len(found.ids), typed, length)
    return Completion(text, text + added, tuple(words), length)
