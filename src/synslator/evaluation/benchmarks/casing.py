"""Capitals for a benchmark's lower-cased text, so that a model reads what it was trained on.

A word is written as the machine writes it in its own translations of the source; one that does not stand
there as the vocabulary has it in fewest pieces: `beijing` takes several, `Beijing` one.
"""

import re
from collections.abc import Iterable

from synslator.decoding.vocabulary import Vocabulary

CORE = re.compile(r"^(\W*)(\w(?:.*\w)?)(\W*)$")
STOPS = (".", "?", "!")


def seen_forms(translations: Iterable[str]) -> dict[str, str]:
    """Return how words are written within some translations; their first words say nothing."""
    forms: dict[str, str] = {}
    for text in translations:
        for word in text.split()[1:]:
            if found := CORE.match(word):
                forms.setdefault(found[2].casefold(), found[2])
    return forms


def recased(text: str, forms: dict[str, str], vocabulary: Vocabulary) -> str:
    """Return a lower-cased text with capitals; one that has capitals already stays as it is."""
    if text != text.lower():
        return text
    words: list[str] = []
    for word in text.split(" "):
        found = CORE.match(word)
        first = not words or words[-1].endswith(STOPS)
        words.append(found[1] + form(found[2], first, forms, vocabulary) + found[3] if found else word)
    return " ".join(words)


def form(word: str, first: bool, forms: dict[str, str], vocabulary: Vocabulary) -> str:
    """Return a word as it is probably written."""
    if first:
        return word[:1].upper() + word[1:]
    if word in forms:
        return forms[word]
    ways = [word, word[:1].upper() + word[1:], word.upper()]
    return min(ways, key=lambda way: len(vocabulary.encode(way)))
