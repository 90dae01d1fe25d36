"""The completer of one segment, with everything that it should know: wherever somebody types, it is this."""

from collections.abc import Iterable, Sequence
from itertools import chain

from synslator.decoding.completion.completer import Completer
from synslator.decoding.completion.existing_words import ExistingWords
from synslator.decoding.driver import Source
from synslator.decoding.options import SearchOptions
from synslator.engines.protocol import Engine, Example


def completer_of(
    engine: Engine,
    source: str,
    examples: Sequence[Example],
    options: SearchOptions,
    words_of: Iterable[str] = (),
) -> Completer:
    """Return what completes a source, with examples from the memory.

    Words in the source, in the examples' translations and in `words_of` exist, whatever the word list says.
    """
    package = engine.package
    language_model = Source(package.language_model, None) if package.language_model else None
    texts = chain([source], (one.target for one in examples), words_of)
    existing = ExistingWords.of(package.manifest.target_language, package.vocabulary, texts)
    return Completer(engine.bind(source, examples), package.vocabulary, language_model, options, existing)
