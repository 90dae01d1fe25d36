"""Which words the machine may put before a reader: those that exist, and what looks like a name.

Pieces can spell what nobody has ever written ("leastaff", "syncable"). A word is let through if it is listed,
is a single piece of the vocabulary, or stands in the source, in what the memory and the termbase have for it
or in what was typed. Names, abbreviations and identifiers are on no list; they are known by their letters.
What was typed is never judged.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property

from synslator.decoding.vocabulary import Vocabulary
from synslator.text.languages import profile
from synslator.text.pinyin import pinyin
from synslator.text.scripts import HAN
from synslator.text.word_list import WordList, word_list

LETTERS = re.compile(r"[^\W\d_]+")
IDENTIFIER = re.compile(r"[\d_/\\@=<>{}$#]|\w[.:]\w")
"""What makes of a run of characters between two spaces more than words."""
SENTENCE_END = re.compile(r"(?:^|[.!?:])[\s\"'“‘(\[]*$")
HAN_RUN = re.compile(f"[{HAN}]+")
LAST_WORDS = re.compile(r"[^\W\d_]+(?: [^\W\d_]+)?$")
LONGEST_WORDS = 80
"""Characters in which the last two words of a text are looked for."""
PREFIXES = (
    *("anti", "auto", "co", "counter", "cross", "hyper", "inter", "macro", "mega", "meta", "micro", "mini"),
    *("mis", "mono", "multi", "non", "out", "over", "poly", "post", "pre", "pseudo", "re", "self", "semi"),
    *("sub", "super", "tele", "trans", "ultra", "un", "under"),
)
"""Word formation that everybody reads without having seen the word."""
SHORTEST = 4
"""Letters that a piece must have to be a word by itself, and the rest of a word behind a prefix."""
LEAST_NAME = 0.2
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
    texts: tuple[str, ...] = ()
    """The source, its matches and its terms."""

    @cached_property
    def readings(self) -> str:
        """How the Chinese in the texts is read, for names that are written so: 清明, Qingming."""
        chinese = "".join(HAN_RUN.findall(" ".join(self.texts)))
        return pinyin(chinese) if chinese else ""

    @classmethod
    def of(cls, language: str, vocabulary: Vocabulary, texts: Iterable[str]) -> "ExistingWords | None":
        """Return what judges the words of a segment; None for a language whose words nobody listed."""
        listed = word_list(language)
        if listed is None:
            return None
        texts = tuple(texts)
        own = frozenset(word.lower() for text in texts for word in LETTERS.findall(text))
        return cls(listed, vocabulary, own, profile(language).repeatable, texts)

    def accept(self, before: str, written: str, typed: str, probability: float = 0.0) -> bool:
        """Return whether a word may follow a text: it exists, and it doubles no other word.

        `typed` are the letters that it begins with by the translator's hand.
        """
        if written.strip() == typed.strip():
            return True
        if self.doubles(before, written):
            return False
        return not self.unknown(before, written, probability)

    def finished(self, typed: str) -> str:
        """Return the word that typed letters end in, if they are one as they stand."""
        last = re.search(r"[^\W\d_]+$", typed)
        return last[0] if last and (self.known(last[0].lower()) or last[0] in self.listed) else ""

    def unknown(self, before: str, written: str, probability: float = SURE_NAME) -> list[tuple[int, int]]:
        """Return where words stand in a text that do not exist."""
        return [
            (start, end)
            for start, end in spans_of(written)
            if not self.exists(written[start:end], may_be_name(before + written[:start]), probability)
        ]

    def refused(
        self, before: str, written: str, probability: Callable[[int, int], float]
    ) -> Iterator[tuple[int, int]]:
        """Yield where words stand that do not exist, or that double the word before them.

        `probability` tells how probable what stands in a place is.
        """
        doubted = set(self.unknown(before, written, 0.0))
        for start, end in spans_of(written):
            there, word = before + written[:start], written[start:end]
            invented = (start, end) in doubted and not self.exists(
                word, may_be_name(there), probability(start, end)
            )
            if invented or self.doubles(there, word):
                yield start, end

    def doubles(self, before: str, written: str) -> bool:
        """Return whether what is written begins with the word before it; numbers may come twice.

        So may names, which are not among the common words; but not three times.
        """
        last = LAST_WORDS.search(before[-LONGEST_WORDS:].rstrip())
        first = re.match(r"\s*([^\W\d_]+)", written)
        if not last or not first:
            return False
        *earlier, latest = last[0].lower().split()
        word = first[1].lower()
        if latest != word or word in self.repeatable:
            return False
        return first[1].islower() or word in self.listed or earlier == [word]

    def exists(self, word: str, name: bool, probability: float) -> bool:
        """Return whether a word exists or may be a name."""
        lower = word.lower()
        if self.known(lower) or word in self.listed or len(word) == 1:
            return True
        if len(word) >= SHORTEST and self.vocabulary.table.has(f" {word}".encode()):
            return True
        if word != lower and word[1:] != lower[1:]:
            # TiDB, NICs; but what begins as a common word and goes on with a capital is two words.
            return not (word[:SHORTEST].islower() and self.begins_with_common(lower))
        if word == lower:
            return False
        if len(word) >= SHORTEST and lower in self.readings:
            return True
        return name and probability >= (SURE_NAME if self.begins_with_common(lower) else LEAST_NAME)

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
