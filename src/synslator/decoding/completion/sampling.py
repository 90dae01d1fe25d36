"""The language model's suggestion: the next words by top-k sampling, the same ones every time.

Sampling is done by adding noise to the scores and taking the best (Gumbel). The noise depends on the seed
and the position alone, so that a suggestion stays the same while it is being typed.
"""

import numpy as np

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.completion.likely_scores import all_scores
from synslator.decoding.completion.prefix import Prefix, still_open
from synslator.decoding.completion.suffix import common
from synslator.decoding.driver import Job
from synslator.decoding.model import Floats, Ids
from synslator.decoding.options import SearchOptions
from synslator.decoding.vocabulary import Vocabulary
from synslator.decoding.words import count_words, first_words

STEPS = 16
"""Pieces of a suggestion at most."""


def suggest(
    hypothesis: Hypothesis, prefix: Prefix, vocabulary: Vocabulary, options: SearchOptions
) -> Job[str]:
    """What the language model would write next, the half word included, which it obeys."""
    words = options.language_model_words + vocabulary.words_before(prefix.rest)
    first, agree = len(prefix.forced), common(hypothesis.ids, prefix.forced)
    if agree < first:
        hypothesis.cut(agree)
        hypothesis.ids += prefix.forced[agree:]
    else:
        hypothesis.go_back(first)
    at, rest = first, prefix.rest
    for _ in range(STEPS):
        if at >= len(hypothesis.scores):
            yield from hypothesis.read(first)
        allowed = vocabulary.allowed(rest, hypothesis.ids[first:at])
        piece = draw(all_scores(hypothesis.scores[at]), at, allowed, vocabulary, options)
        if hypothesis.ids[at : at + 1] != [piece]:
            hypothesis.cut(at)
            hypothesis.ids.append(piece)
        if piece == vocabulary.end:
            break
        surface = vocabulary.table.surfaces[piece]
        rest = still_open(rest, surface)
        at += 1
        if count_words(vocabulary.table, hypothesis.ids[first:at]) > words:
            break
    return first_words(vocabulary.table, hypothesis.ids[first:at], words)


def draw(scores: Floats, at: int, allowed: Ids | None, vocabulary: Vocabulary, options: SearchOptions) -> int:
    """Draw one of the best pieces that are allowed at a position."""
    allowed = vocabulary.starting if allowed is None else allowed
    top = options.language_model_top
    if len(allowed) > top:
        allowed = allowed[np.argpartition(-scores[allowed], top - 1)[:top]]
    allowed = np.sort(allowed)
    noise = np.random.default_rng([options.seed, at]).gumbel(size=len(scores))
    return int(allowed[(scores[allowed] + noise[allowed]).argmax()])
