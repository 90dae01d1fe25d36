"""Numbers: each of the source must be in the translation, and no other."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from synslator.text.scripts import fold
from synslator.workbench.checks.model import Finding, Pair, Span, masked, replaced

_NUMBER = re.compile(r"\d+(?:[.,:]\d+)*")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?")
_LARGE = {"百": 100, "千": 1000, "万": 10_000, "亿": 100_000_000, "億": 100_000_000, "萬": 10_000}
_SPELLED = re.compile(r"[零〇一二两三四五六七八九十百千万亿]")
_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"),
    *("eleven", "twelve"),
)
_ORDINALS = (
    "",
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
)
_MONTHS = (
    *("", "january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)


@dataclass(frozen=True, slots=True)
class _Number:
    value: str
    span: Span
    readings: frozenset[str]
    """Other values that mean the same, such as 100000 for 10万."""


def numbers(pair: Pair) -> Iterator[Finding]:
    """Compare the numbers of both sides."""
    wanted, found = list(_numbers(pair.source)), list(_numbers(pair.target))
    available = Counter(number.value for number in found)
    words = set(re.findall(r"[a-z]+", fold(masked(pair.target))))
    missing = []
    for number in wanted:
        value = next((value for value in (number.value, *number.readings) if available[value]), None)
        if value is not None:
            available[value] -= 1
        elif not _in_words(number.value) & words:
            missing.append(number)
    extra = _surplus(found, available)
    if _SPELLED.search(masked(pair.source)):
        # 三章 may well become Chapter 3.
        extra = []
    for number in missing:
        fix = None
        if len(missing) == len(extra) == 1:
            fix = replaced(pair.target, [(extra[0].span, number.value)])
        target = (extra[0].span,) if fix is not None else ()
        message = f"The number {number.value} is not in the translation."
        yield Finding("numbers", message, target, (number.span,), fix)
    if len(missing) != 1 or len(extra) != 1:
        for number in extra:
            yield Finding("numbers", f"The number {number.value} is not in the source.", (number.span,))


def _numbers(text: str) -> Iterator[_Number]:
    folded = fold(masked(text))
    for found in _NUMBER.finditer(folded):
        value = found[0].replace(",", "") if _GROUPED.fullmatch(found[0]) else found[0]
        readings = set()
        scale = _LARGE.get(folded[found.end() : found.end() + 1])
        if scale and re.fullmatch(r"\d+(\.\d+)?", value):
            readings.add(f"{float(value) * scale:.10g}")
        yield _Number(value, found.span(), frozenset(readings))


def _surplus(found: list[_Number], available: Counter[str]) -> list[_Number]:
    """Return the numbers that were left over, the last ones where a value stands there too often."""
    left = Counter({value: count for value, count in available.items() if count > 0})
    surplus = []
    for number in reversed(found):
        if left[number.value]:
            left[number.value] -= 1
            surplus.append(number)
    return surplus[::-1]


def _in_words(value: str) -> set[str]:
    """Return the words that a small number may be written as."""
    if not value.isdigit() or len(value) > 2:
        return set()
    number = int(value)
    return {words[number] for words in (_WORDS, _ORDINALS, _MONTHS) if number < len(words)}
