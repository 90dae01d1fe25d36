"""The completer of one segment, with everything that it should know: wherever somebody types, it is this."""

from collections.abc import Sequence
from itertools import chain

from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.existing_words import ExistingWords
from synslator.decoding.driver import Source
from synslator.decoding.options import SearchOptions
from synslator.engines.protocol import Engine, Example
from synslator.engines.term_keeper import TermKeeper
from synslator.terms.usage import Demand


def completer_of(
    engine: Engine,
    source: str,
    examples: Sequence[Example],
    options: SearchOptions,
    demands: Sequence[Demand] = (),
) -> Completer:
    """Return what completes a source, with examples from the memory and terms that are demanded.

    Words in the source, in the examples' translations and in the terms exist, whatever the word list says.
    """
    package, bound = engine.package, engine.bind(source, examples)
    language_model = Source(package.language_model, None) if package.language_model else None
    texts = chain([source], (one.target for one in examples), *(one.allowed for one in demands))
    existing = ExistingWords.of(package.manifest.target_language, package.vocabulary, texts)
    keeper = TermKeeper(package, bound, source, tuple(demands)) if demands else None
    return Completer(bound, package.vocabulary, language_model, options, existing, keeper)
