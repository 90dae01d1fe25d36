"""The tokens by which a memory is searched: the same in every index, whatever the language.

Where words run together (Chinese, Japanese, Thai, Korean with its particles) the tokens are pairs of
neighbouring characters, and the last character of each run; elsewhere they are words. Targets have only
those: they are searched for phrases. Sources are searched for likeness. There the beginnings of long words
are tokens too, so that `print` is near `printing`; a number is its value as a word and `#` as a character;
and, because pairs and words say little about short sources, so are their single characters (three letters of
a word). A source that is 70 % the same is at least 70 % as long, so the sources that hold such fine tokens
are longer than the queries that ask for them.
"""

import re
from operator import add
from typing import Literal

from synslator.text.scripts import ATTACHING, NUMBER, fold
from synslator.text.tags import TAG

_RUN = re.compile(f"(#*[{ATTACHING}][{ATTACHING}#]*)")
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_SPACE, _SHOWN_SPACE = re.compile(r"\s"), "␣"
_WIDE = re.compile("[\uff10-\uff5a]")
_ASCII_WORDS = bytes(ord(chr(code).lower()) if chr(code).isalnum() else 0x20 for code in range(128)).ljust(
    256
)
"""Turns ASCII into lower-case words and spaces in one pass."""

STEM = 4
"""Letters that words must share at their beginning to count as near."""
LONGEST_WORD = 40
"""Letters of a word at most; what is longer is no word that anybody searches for."""
MOST_QUERY_TOKENS = 400

_SHORT_QUERY, _SHORT_SOURCE = 14, 20
_SHORT_SPACED_QUERY, _SHORT_SPACED_SOURCE = 28, 40


def source_tokens(text: str) -> list[str]:
    """Return the tokens under which a source is found; one that occurs twice is there twice."""
    return _tokens(text, _SHORT_SOURCE, _SHORT_SPACED_SOURCE)


def query_tokens(text: str) -> list[str]:
    """Return the distinct tokens that a source like this one would be found under."""
    tokens = list(dict.fromkeys(_tokens(text, _SHORT_QUERY, _SHORT_SPACED_QUERY)))
    # A page of text is no segment, but it must not make a query that the index refuses.
    return tokens[:: -(-len(tokens) // MOST_QUERY_TOKENS)] if len(tokens) > MOST_QUERY_TOKENS else tokens


def target_tokens(text: str) -> list[str]:
    """Return the tokens under which a target is found by its phrases."""
    if text.isascii():
        return text.encode().translate(_ASCII_WORDS).decode().split()
    runs, words = _apart(_plain(text))
    return [*words, *_pairs(runs), *_ends(runs)]


def phrase_tokens(text: str, side: Literal["source", "target"]) -> list[str]:
    """Return the distinct tokens that every text on this side is found under which holds the phrase."""
    folded = _plain(text)
    numbers, shape = _numbers(folded) if side == "source" else ([], folded)
    runs, words = _apart(shape)
    return list(dict.fromkeys([*numbers, *words, *_pairs(runs)]))


def _tokens(text: str, short: int, short_spaced: int) -> list[str]:
    tokens, shape = _numbers(_plain(text))
    runs, words = _apart(shape)
    tokens += words
    tokens += _pairs(runs)
    tokens += _ends(runs)
    tokens += [word[:STEM] + "*" for word in words if len(word) > STEM]
    if len(shape) <= (short if runs else short_spaced):
        tokens += _SPACE.sub(_SHOWN_SPACE, shape) if runs or not words else _triples(words)
    return tokens


def _plain(text: str) -> str:
    """Return the text folded and without its tags; wide punctuation, which makes no token, stays as it is."""
    folded = text.lower()
    if _WIDE.search(folded) or len(folded) != len(text):
        folded = fold(text)
    return TAG.sub(" ", folded) if "⟦" in folded else folded


def _numbers(text: str) -> tuple[list[str], str]:
    """Return the numbers of a text, and the text with `#` for each of them."""
    return (NUMBER.findall(text), NUMBER.sub("#", text)) if _DIGIT.search(text) else ([], text)


def _apart(text: str) -> tuple[list[str], list[str]]:
    """Return the stretches of scripts that write no spaces, and the words of the others."""
    if text.isascii():
        return [], [word for word in _WORD.findall(text) if len(word) <= LONGEST_WORD]
    parts = _RUN.split(text)
    words = _WORD.findall(" ".join(parts[::2]))
    return parts[1::2], [word for word in words if len(word) <= LONGEST_WORD]


def _pairs(runs: list[str]) -> list[str]:
    return [pair for run in runs for pair in map(add, run, run[1:])]


def _ends(runs: list[str]) -> list[str]:
    """Return what ends the runs: with the pairs, every character then begins some token."""
    return [run[-1] for run in runs]


def _triples(words: list[str]) -> list[str]:
    return [word[at : at + 3] + "~" for word in words for at in range(max(1, len(word) - 2))]
