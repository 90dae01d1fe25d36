"""Which words the machine may put before a reader: those that exist, and what looks like a name.

Pieces can spell what nobody has ever written ("leastaff", "syncable"). A word is let through if it is listed,
is a single piece of the vocabulary, or stands in the source, in what the memory and the termbase have for it
or in what was typed. Names, abbreviations and identifiers are on no list; they are known by their letters.
What was typed is never judged.
"""

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field

from synslator.decoding.vocabulary import Vocabulary
from synslator.text.languages import profile
from synslator.text.word_list import WordList, word_list

LETTERS = re.compile(r"[^\W\d_]+")
IDENTIFIER = re.compile(r"[\d_/\\@=<>{}$#]|\w[.:]\w")
"""What makes of a run of characters between two spaces more than words."""
SENTENCE_END = re.compile(r"(?:^|[.!?:])[\s\"'“‘(\[]*$")
PREFIXES = (
    *("anti", "auto", "co", "counter", "cross", "hyper", "inter", "macro", "mega", "meta", "micro", "mini"),
    *("mis", "mono", "multi", "non", "out", "over", "poly", "post", "pre", "pseudo", "re", "self", "semi"),
    *("sub", "super", "tele", "trans", "ultra", "un", "under"),
)
"""Word formation that everybody reads without having seen the word."""
SHORTEST = 4
"""Letters that a piece must have to be a word by itself, and the rest of a word behind a prefix."""
LEAST_NAME = 0.1
"""A name that is on no list must be this probable …"""
SURE_NAME = 0.5
"""… or this, if it begins like a common word: a real one is known to the model, an invented one is not."""


@dataclass(frozen=True)
class ExistingWords:
    """Judges the words of one segment."""

    listed: WordList
    vocabulary: Vocabulary
    own: frozenset[str] = field(default_factory=frozenset)
    """The words of the source, of its matches and of its terms, in lower case."""
    repeatable: frozenset[str] = frozenset()
    """Words that may stand twice in a row."""

    @classmethod
    def of(cls, language: str, vocabulary: Vocabulary, texts: Iterable[str]) -> "ExistingWords | None":
        """Return what judges the words of a segment; None for a language whose words nobody listed."""
        listed = word_list(language)
        if listed is None:
            return None
        own = frozenset(word.lower() for text in texts for word in LETTERS.findall(text))
        return cls(listed, vocabulary, own, profile(language).repeatable)

    def accept(self, before: str, written: str, typed: str, probability: float = 0.0) -> bool:
        """Return whether a word may follow a text: it exists, and it doubles no other word.

        `typed` are the letters that it begins with by the translator's hand.
        """
        if written.strip() == typed.strip():
            return True
        if self.doubles(before, written):
            return False
        return not self.unknown(before, written, probability)

    def finished(self, typed: str) -> bool:
        """Return whether typed letters are a word as they stand."""
        last = re.search(r"[^\W\d_]+$", typed)
        return last is not None and (self.known(last[0].lower()) or last[0] in self.listed)

    def unknown(self, before: str, written: str, probability: float = SURE_NAME) -> list[tuple[int, int]]:
        """Return where words stand in a text that do not exist."""
        return [
            (start, end)
            for start, end in spans_of(written)
            if not self.exists(written[start:end], may_be_name(before + written[:start]), probability)
        ]

    def doubles(self, before: str, written: str) -> bool:
        """Return whether what is written begins with the word before it; names and numbers may come twice."""
        last = re.search(r"[^\W\d_]+$", before.rstrip())
        first = re.match(r"\s*([^\W\d_]+)", written)
        if not last or not first or first[1] in self.repeatable:
            return False
        return first[1].islower() and last[0].lower() == first[1]

    def exists(self, word: str, name: bool, probability: float) -> bool:
        """Return whether a word exists or may be a name."""
        lower = word.lower()
        if self.known(lower) or word in self.listed or len(word) == 1:
            return True
        if len(word) >= SHORTEST and self.vocabulary.table.has(f" {word}".encode()):
            return True
        if word != lower and word[1:] != lower[1:]:
            return True  # TiDB, NICs
        least = SURE_NAME if self.begins_with_common(lower) else LEAST_NAME
        return name and word != lower and probability >= least

    def known(self, lower: str) -> bool:
        """Return whether a word in lower case is listed, stands in the segment's texts, or is made of one."""
        plain = unicodedata.normalize("NFKD", lower).encode("ascii", "ignore").decode()
        return lower in self.listed or lower in self.own or plain in self.listed or self.built(lower)

    def built(self, lower: str) -> bool:
        """Return whether a word is a listed one behind a prefix."""
        return any(
            rest in self.listed
            for prefix in PREFIXES
            if lower.startswith(prefix) and len(rest := lower[len(prefix) :]) >= SHORTEST
        )

    def begins_with_common(self, lower: str) -> bool:
        """Return whether a common word of some length begins a word."""
        return any(lower[:end] in self.listed for end in range(SHORTEST, len(lower)))


def may_be_name(before: str) -> bool:
    """Return whether a capital behind a text makes a name of a word: not where a sentence begins."""
    return SENTENCE_END.search(before) is None


def spans_of(written: str) -> list[tuple[int, int]]:
    """Return where the words stand that can be judged: not those of identifiers and numbers."""
    return [
        (part.start() + word.start(), part.start() + word.end())
        for part in re.finditer(r"\S+", written)
        if not IDENTIFIER.search(part.group())
        for word in LETTERS.finditer(part.group())
    ]
