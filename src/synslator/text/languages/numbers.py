"""Numbers as languages write them: 12.000,50 in German and 12,000.50 in English are one value."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from synslator.text.languages.model import Profile

_DIGITS = {**{char: n for n, char in enumerate("〇一二三四五六七八九")}, "零": 0, "两": 2, "兩": 2}
_TENS = {"十": 10, "百": 100, "千": 1000}
_MYRIADS = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_HAN_NUMERALS = re.compile(f"[{''.join([*_DIGITS, *_TENS, *_MYRIADS])}]+")
_PLAIN = re.compile(r"\d+(?:\.\d+)?")
_SPACES = "\u00a0\u202f "
_ARABIC_MARKS = str.maketrans("٫٬", ".,")
_CONVENTIONS = ((".", ","), (",", "."))
"""Decimal mark and mark of groups, as they are found in the world."""
LONGEST_NUMBER = 6
"""Digits of a number that anybody might write in words."""
SMALL = 12
"""The largest number whose words are listed."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number in a text."""

    text: str
    """As it is written, with digits from 0 to 9."""
    value: str
    """Its value with a full stop before the decimals; as it is written where it is no plain number."""
    span: tuple[int, int]
    readings: frozenset[str]
    """All values that it may stand for: 10 and 100000 for 10万."""

    @property
    def grouped(self) -> bool:
        """Whether its digits are grouped."""
        return len(self.value) < len(self.text)


def numbers_in(text: str, profile: Profile) -> Iterator[Number]:
    """Yield the numbers of a text that are written in digits; of an unknown language, with every reading."""
    conventions = [(profile.decimal, profile.groups)] if profile.known else _CONVENTIONS
    for found in _pattern(profile).finditer(text):
        written = _plain_digits(found[0])
        values = [_value(written, *convention) for convention in conventions]
        scaled = _scaled(values[0], text[found.end() :], profile)
        yield Number(written, values[0], found.span(), frozenset([*values, *scaled]))


def write_number(number: Number, profile: Profile) -> str:
    """Return a number as a known language writes it."""
    if not _PLAIN.fullmatch(number.value):
        return number.value
    whole, _, decimals = number.value.partition(".")
    if number.grouped and profile.groups:
        whole = f"{int(whole):,}".replace(",", profile.groups[0])
    return f"{whole}{profile.decimal}{decimals}" if decimals else whole


def is_spelled(number: Number, text: str, profile: Profile) -> bool:
    """Return whether a text has a number in words; of an unknown language any small number may be there."""
    if profile.han_numerals and number.value in han_numbers(text):
        return True
    if not number.value.isdecimal() or len(number.value) > LONGEST_NUMBER or int(number.value) > SMALL:
        return False
    return not profile.known or _words_for(profile, int(number.value)).search(text.lower()) is not None


def han_numbers(text: str) -> set[str]:
    """Return the values of the numbers that are written with Chinese characters."""
    return {str(_han_value(found[0])) for found in _HAN_NUMERALS.finditer(text)}


def _han_value(numeral: str) -> int:
    if not any(char in _TENS or char in _MYRIADS for char in numeral):
        return int("".join(str(_DIGITS[char]) for char in numeral))
    total = part = 0
    digit: int | None = None
    for char in numeral:
        if char in _DIGITS:
            digit = _DIGITS[char]
        elif char in _TENS:
            part += (1 if digit is None else digit) * _TENS[char]
            digit = None
        else:
            unit, part, digit = _MYRIADS[char], part + (digit or 0), None
            # 一亿二千万 is 1亿 and 2000万, but 一万亿 is 10000 times 亿.
            total = total + part * unit if part or total >= unit else (total or 1) * unit
            part = 0
    return total + part + (digit or 0)


@lru_cache(maxsize=64)
def _pattern(profile: Profile) -> re.Pattern[str]:
    marks = re.escape("".join(mark for mark in ".,:٫٬" + profile.groups if mark not in _SPACES))
    spaces = "".join(mark for mark in profile.groups if mark in _SPACES)
    spaced = rf"(?<!\d)\d{{1,3}}(?:[{spaces}]\d{{3}})+(?!\d)(?:[{marks}]\d+)*|" if spaces else ""
    return re.compile(rf"{spaced}\d+(?:[{marks}]\d+)*")


def _plain_digits(written: str) -> str:
    return "".join(
        str(unicodedata.digit(char)) if char.isdecimal() else char
        for char in written.translate(_ARABIC_MARKS)
    )


def _value(written: str, decimal: str, groups: str) -> str:
    """Return the value by a convention, or the number as it is where that does not allow it."""
    mark, between = re.escape(decimal), re.escape(groups)
    if re.fullmatch(rf"\d{{1,3}}(?:[{between}]\d{{3}})+(?:{mark}\d+)?", written):
        written = re.sub(f"[{between}]", "", written)
    elif not re.fullmatch(rf"\d+{mark}\d+", written):
        return written
    return written.replace(decimal, ".")


def _scaled(value: str, following: str, profile: Profile) -> Iterator[str]:
    """Yield what a word such as million behind a number makes of it."""
    if profile.scales and _PLAIN.fullmatch(value) and (found := _scale(profile).match(following.lower())):
        product = (Decimal(value) * profile.scales[found[1]]).normalize()
        yield f"{product:f}"


@lru_cache(maxsize=64)
def _scale(profile: Profile) -> re.Pattern[str]:
    words = "|".join(re.escape(word) for word in sorted(profile.scales, key=len, reverse=True))
    return re.compile(rf"[{_SPACES}]?({words})" + (r"(?![^\W\d_])" if _in_words(profile) else ""))


def _in_words(profile: Profile) -> bool:
    """Return whether words end where a space or a mark is; Korean ones go on into particles and units."""
    return profile.spaced and profile.scripts != ("Hangul",)


@lru_cache(maxsize=1024)
def _words_for(profile: Profile, number: int) -> re.Pattern[str]:
    """Return the pattern of the words that a small number may be written as."""
    listed = [
        names[number] for names in (profile.numbers, profile.ordinals, profile.months) if number < len(names)
    ]
    words = [re.escape(word).replace(r"\*", r"[^\W\d_]{0,3}") for names in listed for word in names.split()]
    if not words:
        return re.compile(r"(?!)")
    alternatives = "|".join(words)
    return re.compile(rf"\b(?:{alternatives})\b" if profile.spaced else alternatives)
