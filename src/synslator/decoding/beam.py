"""Beam search over a batch of sources: whole sentences, no typed prefix.

Every step of the search is one of the named parts below. Shapes: groups are sources still searched, beam
the hypotheses of each; rows are (groups * beam), those of one group together.
"""

from dataclasses import dataclass
from typing import Protocol, TypeVar

import numpy as np

from synslator.decoding.batch_decoder import slots_of
from synslator.decoding.completion.suffix import loop_at
from synslator.decoding.model import BatchDecoder, Best, Flags, Floats, Ids
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import Vocabulary

Array = TypeVar("Array", Ids, Floats)
CIRCLES_EVERY = 8
"""Pieces after which a search looks whether it goes in circles."""


@dataclass(frozen=True)
class Finished:
    """A finished hypothesis."""

    ids: tuple[int, ...]
    """Its pieces, without the end piece."""
    log_probability: float
    score: float
    """By which it was ranked: the log-probability for each piece, more or less."""


@dataclass
class Beams:
    """The live hypotheses of all groups."""

    groups: Ids
    """Which source each group searches, (groups,)."""
    ids: Ids
    """Pieces so far, (groups, beam, steps)."""
    scores: Floats
    """Log-probabilities so far, (groups, beam)."""

    @property
    def length(self) -> int:
        """Pieces so far."""
        return int(self.ids.shape[2])

    def keep(self, groups: Ids) -> None:
        """Go on with some of the groups only."""
        self.groups, self.ids, self.scores = self.groups[groups], self.ids[groups], self.scores[groups]


class StepScorer(Protocol):
    """Asks a reader for a step of a search, and may correct what it says."""

    @property
    def wanted(self) -> Ids:
        """Pieces that it may bring in, whatever the reader says."""

    def __call__(self, reader: BatchDecoder, groups: Ids, ids: Ids, top: int, alive: Flags) -> Best:
        """Have a piece read for each hypothesis of the sources of some numbers: see `BatchDecoder.read`."""


class ModelOnly:
    """Takes the reader at its word: implements `StepScorer`."""

    wanted: Ids = np.zeros(0, np.int64)

    def __call__(self, reader: BatchDecoder, groups: Ids, ids: Ids, top: int, alive: Flags) -> Best:
        """What the reader says."""
        return reader.read(ids, top, alive)


MODEL_ONLY = ModelOnly()


def beam_search(
    reader: BatchDecoder, vocabulary: Vocabulary, options: SearchOptions, look: StepScorer = MODEL_ONLY
) -> list[Finished]:
    """The best target of each source; `look` asks the reader, and may correct what it says."""
    beam = options.beam
    found: list[list[Finished]] = [[] for _ in reader.lengths]
    longest = np.array([options.longest(int(n)) for n in reader.lengths])
    beams = begin(look, reader, vocabulary, beam)
    while len(beams.groups):
        alive = np.isfinite(beams.scores)
        best, slots = look(reader, beams.groups, beams.ids[:, :, -1], 2 * beam, alive), slots_of(alive)
        totals, pieces = beams.scores[:, :, None] + best.log_probabilities[slots], best.ids[slots]
        parents, pieces, totals = candidates(totals, pieces, vocabulary)
        finish(beams, parents, pieces, totals, found, options, vocabulary.end)
        rows = advance(beams, parents, pieces, totals, vocabulary.end)
        prune(beams, options)
        going = unfinished(beams, found, longest, options)
        beams.keep(going)
        if len(going):
            reader.select(rows[going])
    return [cut_loops(max(hypotheses, key=lambda h: h.score), options) for hypotheses in found]


def begin(look: StepScorer, reader: BatchDecoder, vocabulary: Vocabulary, beam: int) -> Beams:
    """The first piece of every hypothesis: the best ones besides the end, unless nothing else is left."""
    groups = len(reader.lengths)
    first = np.full((groups, 1), reader.start, np.int64)
    best = look(reader, np.arange(groups), first, 2 * beam, np.ones(first.shape, np.bool_))
    scores = forbid(best.log_probabilities, best.ids, (*vocabulary.unused, vocabulary.end))
    order = np.argsort(-scores, axis=1, kind="stable")[:, :beam]
    reader.select(np.repeat(np.arange(groups), beam).reshape(groups, beam))
    return Beams(
        np.arange(groups),
        pick(best.ids, order)[:, :, None],
        pick(scores, order),
    )


def pick(array: Array, places: Ids) -> Array:
    """Some columns of each row, (rows, columns, …) and (rows, chosen) -> (rows, chosen, …)."""
    chosen: Array = array[np.arange(len(array))[:, None], places]
    return chosen


def forbid(scores: Floats, pieces: Ids, unused: tuple[int, ...]) -> Floats:
    """The scores with those of unused pieces set to minus infinity."""
    strange = np.logical_or.reduce([pieces == piece for piece in unused])
    return np.where(strange, np.float32(-np.inf), scores)


def candidates(totals: Floats, pieces: Ids, vocabulary: Vocabulary) -> tuple[Ids, Ids, Floats]:
    """The 2 * beam best continuations of each group: parent hypothesis, piece and total, best first.

    `totals` and `pieces` are (groups, beam, continuations of each hypothesis).
    """
    groups, beam, width = totals.shape
    totals = forbid(totals, pieces, vocabulary.unused).reshape(groups, -1)
    order = np.argsort(-totals, axis=1, kind="stable")[:, : 2 * beam]
    flat = pieces.reshape(groups, -1)
    return order // width, pick(flat, order), pick(totals, order)


def finish(
    beams: Beams,
    parents: Ids,
    pieces: Ids,
    totals: Floats,
    found: list[list[Finished]],
    options: SearchOptions,
    end: int,
) -> None:
    """Note the hypotheses that end among the best ones of their group."""
    for group, place in zip(*np.nonzero(pieces[:, : options.beam] == end), strict=True):
        total = float(totals[group, place])
        ids = tuple(beams.ids[group, parents[group, place]].tolist())
        found[beams.groups[group]].append(Finished(ids, total, normalise(total, len(ids) + 1, options)))


def normalise(total: float, length: int, options: SearchOptions) -> float:
    """A total made comparable between lengths."""
    return total / float(length**options.length_penalty)


def advance(beams: Beams, parents: Ids, pieces: Ids, totals: Floats, end: int) -> Ids:
    """Make the best continuations that do not end the new live hypotheses; returns the rows before them."""
    groups, beam = beams.scores.shape
    going = np.argsort(pieces == end, axis=1, kind="stable")[:, :beam]
    parents = pick(parents, going)
    beams.ids = np.concatenate([pick(beams.ids, parents), pick(pieces, going)[:, :, None]], axis=2)
    beams.scores = pick(totals, going)
    rows: Ids = np.arange(groups)[:, None] * beam + parents
    return rows


def prune(beams: Beams, options: SearchOptions) -> None:
    """Prune the hypotheses that are too far behind the best of their group."""
    between = np.maximum(np.arange(beams.scores.shape[1]) - 1, 0)
    margins = options.prune_margin * (1 - options.margin_decay) ** between
    behind = beams.scores < beams.scores[:, :1] - margins.astype(np.float32)
    beams.scores = np.where(behind, np.float32(-np.inf), beams.scores)


def unfinished(beams: Beams, found: list[list[Finished]], longest: Ids, options: SearchOptions) -> Ids:
    """The groups whose search goes on.

    It ends when no live hypothesis can win any more, even if every further piece were certain, or when as
    many have ended as the beam has and the best of them does better than the best live one does so far. A
    group that reached its longest length, or whose best hypothesis goes in circles, ends with what it has.
    """
    look = beams.length % CIRCLES_EVERY == 0
    going = []
    lengths, scores = longest[beams.groups].tolist(), beams.scores[:, 0].tolist()
    for group, number in enumerate(beams.groups.tolist()):
        hypotheses, best = found[number], scores[group]
        full = beams.length >= lengths[group]
        if look and not full:
            full = loop_at(beams.ids[group, 0].tolist(), options.repeats) is not None
        if full and not hypotheses:
            hypotheses.append(
                Finished(tuple(beams.ids[group, 0].tolist()), best, normalise(best, beams.length, options))
            )
        length = lengths[group] if len(hypotheses) < options.beam else beams.length
        hope = normalise(best, length, options)
        if not full and all(h.score < hope for h in hypotheses):
            going.append(group)
    return np.array(going, np.int64)


def cut_loops(found: Finished, options: SearchOptions) -> Finished:
    """A hypothesis without the tail that repeats itself."""
    for end in range(options.repeats, len(found.ids) + 1):
        if loop := loop_at(list(found.ids[:end]), options.repeats):
            return Finished(found.ids[:loop], found.log_probability, found.score)
    return found
