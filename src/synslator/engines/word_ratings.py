"""How probable the words of a given translation are."""

from synslator.decoding.completion.hypothesis import Hypothesis
from synslator.decoding.driver import run
from synslator.decoding.words import Word, split_words
from synslator.engines.protocol import Engine


def rate_words(engine: Engine, source: str, target: str) -> list[Word]:
    """The words of a target with their probabilities, in one pass through the model.

    The target must be the translation of a source that the model can take at once.
    """
    vocabulary = engine.package.vocabulary
    ids = vocabulary.encode(target)
    if not ids:
        return []
    hypothesis = Hypothesis(engine.bind(source), vocabulary)
    hypothesis.ids += ids
    run(hypothesis.read())
    said = [float(scores[piece]) for scores, piece in zip(hypothesis.scores, ids, strict=False)]
    # Pieces write a space before the first word too, which is not in the target.
    return split_words(vocabulary.table, ids, said, typed=1, offset=0)
