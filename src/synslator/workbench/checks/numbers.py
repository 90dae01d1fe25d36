"""Numbers: each of the source must be in the translation, and no other."""

from collections.abc import Iterator, Sequence

from synslator.text.languages.numbers import Number, han_numbers, is_spelled, numbers_in, write_number
from synslator.text.scripts import fold
from synslator.workbench.checks.model import Finding, Pair, masked, replaced


def numbers(pair: Pair) -> Iterator[Finding]:
    """Compare the numbers of both sides, each as its language writes it."""
    source, target = fold(masked(pair.source)), fold(masked(pair.target))
    there, here = pair.source_profile, pair.target_profile
    wanted, found = list(numbers_in(source, there)), list(numbers_in(target, here))
    missing, extra = _unmatched(wanted, found)
    missing = [number for number in missing if not is_spelled(number, target, here)]
    if there.han_numerals and han_numbers(source):
        # 三五 may mean three or five and many other things.
        extra = []
    extra = [number for number in extra if not is_spelled(number, source, there)]
    certain = len(missing) == len(extra) == 1
    for number in missing:
        message = f"The number {number.text} is not in the translation."
        if certain:
            place = extra[0].span
            # Where a source's language is not known, neither is the value of its numbers.
            fix = replaced(pair.target, [(place, write_number(number, here))]) if there.known else None
            yield Finding("numbers", message, (place,), (number.span,), fix)
        else:
            yield Finding("numbers", message, (), (number.span,))
    if not certain:
        for number in extra:
            yield Finding("numbers", f"The number {number.text} is not in the source.", (number.span,))


def _unmatched(wanted: Sequence[Number], found: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Return the numbers of either side that the other has not: equal values first, then other readings.

    A number that was copied as it is may be a version or an address, which no language writes otherwise.
    """
    missing, extra = list(wanted), list(found)
    for exactly in (True, False):
        for number in list(missing):
            match = next((other for other in extra if _same(number, other, exactly)), None)
            if match is not None:
                missing.remove(number)
                extra.remove(match)
    return missing, extra


def _same(number: Number, other: Number, exactly: bool) -> bool:
    if exactly:
        return number.value == other.value
    return not number.readings.isdisjoint(other.readings | {other.text})
