"""Numbers: each of the source must be in the translation, and no other."""

from collections import defaultdict, deque
from collections.abc import Iterator, Sequence

from synslator.text.languages.numbers import Number, han_numbers, is_spelled, numbers_in, write_number
from synslator.text.scripts import fold
from synslator.workbench.checks.model import MOST_PLACES, Finding, Pair, edits, masked


def numbers(pair: Pair) -> Iterator[Finding]:
    """Compare the numbers of both sides, each as its language writes it."""
    source, target = fold(masked(pair.source)), fold(masked(pair.target))
    there, here = pair.source_profile, pair.target_profile
    wanted, found = list(numbers_in(source, there)), list(numbers_in(target, here))
    missing, extra = _unmatched(wanted, found)
    missing, extra = missing[:MOST_PLACES], extra[:MOST_PLACES]
    missing = [number for number in missing if not is_spelled(number, target, here)]
    if there.han_numerals and han_numbers(source):
        # 三五 may mean three or five and many other things.
        extra = []
    extra = [number for number in extra if not is_spelled(number, source, there)]
    certain = len(missing) == len(extra) == 1
    for number in missing:
        message = f"Missing number: {number.text}"
        if certain:
            place = extra[0].span
            # Where a source's language is not known, neither is the value of its numbers.
            fix = edits(pair.target, [(place, write_number(number, here))]) if there.known else None
            yield Finding("numbers", message, (place,), (number.span,), fix)
        else:
            yield Finding("numbers", message, (), (number.span,))
    if not certain:
        for number in extra:
            yield Finding("numbers", f"Extra number: {number.text}", (number.span,))


def _unmatched(wanted: Sequence[Number], found: Sequence[Number]) -> tuple[list[Number], list[Number]]:
    """Return the numbers of either side that the other has not: equal values first, then other readings.

    A number that was copied as it is may be a version or an address, which no language writes otherwise.
    """
    missing, extra = list(wanted), list(found)
    for exactly in (True, False):
        missing, extra = _without_pairs(missing, extra, exactly)
    return missing, extra


def _without_pairs(
    missing: Sequence[Number], extra: Sequence[Number], exactly: bool
) -> tuple[list[Number], list[Number]]:
    """Leave out the numbers that are the same; each takes the first one of the other side that is left."""
    places = defaultdict[str, deque[int]](deque)
    for place, other in enumerate(extra):
        for reading in {other.value} if exactly else other.readings | {other.text}:
            places[reading].append(place)
    used: set[int] = set()
    left = []
    for number in missing:
        readings = {number.value} if exactly else number.readings
        for reading in readings:
            while places[reading] and places[reading][0] in used:
                places[reading].popleft()
        free = [places[reading][0] for reading in readings if places[reading]]
        if free:
            used.add(min(free))
        else:
            left.append(number)
    return left, [other for place, other in enumerate(extra) if place not in used]
