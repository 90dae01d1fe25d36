"""Which passwords are refused: short ones, and those that a guesser tries first.

A guesser begins with the few thousand passwords that most people use. Nearly all of those are made by a few
rules: a common word or two, digits and signs around them or for their letters, a row of the keyboard, a
sequence, a short piece repeated. The rules are applied backwards here, which refuses more than a list does.
"""

import re
import string
import unicodedata
from functools import cache
from importlib import resources

SHORTEST = 10
FEWEST_DIFFERENT = 5
"""Characters that a password has at least, counting each once."""
_LONGEST_REPEATED = 5
"""Characters of a piece that a password may not be a repetition of."""

_ROWS = (
    "abcdefghijklmnopqrstuvwxyz",
    "01234567890123456789",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjklyxcvbnm",
    "azertyuiopqsdfghjklmwxcvbn",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
)
_DIGITS_AND_SIGNS = string.digits + string.punctuation + " "
_FOR_LETTERS = str.maketrans("013457@$!€", "oieastasie")


def weakness(password: str, login: str) -> str | None:
    """Return why a password is refused, or None if it can be used."""
    if len(password) < SHORTEST:
        return f"The password is too short. Use at least {SHORTEST} characters."
    plain = unicodedata.normalize("NFKC", password).casefold()
    if len(set(plain)) < FEWEST_DIFFERENT:
        return f"The password repeats too few characters. Use at least {FEWEST_DIFFERENT} different ones."
    if _is_repetition(plain) or _is_common(plain, login.casefold()):
        return "The password is too easy to guess. Use several words that do not belong together."
    return None


def _is_repetition(plain: str) -> bool:
    return any(plain == (plain[:size] * len(plain))[: len(plain)] for size in range(1, _LONGEST_REPEATED + 1))


def _is_common(plain: str, login: str) -> bool:
    """Return whether hardly anything is left when digits and signs are taken away, or are read as letters."""
    ended = plain.rstrip(_DIGITS_AND_SIGNS)
    spelt = (plain, ended, ended.lstrip(_DIGITS_AND_SIGNS))
    readings = {text.translate(_FOR_LETTERS) for text in spelt} | {re.sub(r"\d", "", plain), *spelt}
    own = re.sub(r"[\W_]", "", login)
    for bare in {re.sub(r"[\W_]", "", text) for text in readings}:
        rest = bare.replace(own, "") if own else bare
        if _is_row(bare) or not rest or _words(rest) <= 2:
            return True
    return False


@cache
def _common_words() -> frozenset[str]:
    text = resources.files("synslator.workbench.people").joinpath("common_words.txt").read_text("utf-8")
    return frozenset(text.split())


def _is_row(text: str) -> bool:
    """Return whether a text follows a row of the keyboard or the alphabet, in either direction."""
    return any(text in row or text[::-1] in row for row in _ROWS)


def _words(text: str) -> int:
    """Return of how few common words a text is made; more than its length where it is not."""
    known = _common_words()
    fewest = [0] + [len(text) + 1] * len(text)
    for end in range(1, len(text) + 1):
        for start in range(max(0, end - 13), end):
            if text[start:end] in known:
                fewest[end] = min(fewest[end], fewest[start] + 1)
    return fewest[-1]
