"""A new version of a document: which segments keep their translation, which are new, which are gone."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

KeptKind = Literal["context", "exact", "new"]


@dataclass(frozen=True, slots=True)
class CarriedSegment:
    """What a segment of the new version takes over."""

    number: int
    """Its number in the new version, from 1."""
    kind: KeptKind
    """context: its neighbours are the same too; exact: only the segment is; new: there was none like it."""
    earlier: int | None = None
    """The number in the old version whose translation it takes."""


@dataclass(frozen=True, slots=True)
class Update:
    """What happens to each segment of both versions."""

    carried: tuple[CarriedSegment, ...]
    gone: tuple[int, ...]
    """Numbers of the old version whose segment is not in the new one."""


def compare(old: Sequence[str], new: Sequence[str]) -> Update:
    """Match the sources of two versions: first in running order, then those that moved, nearest first.

    An old segment gives its translation to one new one, unless the new version repeats it more often.
    """
    matched = _in_order(old, new)
    _moved(old, new, matched)
    places: dict[str, list[int]] = defaultdict(list)
    for index, source in enumerate(old):
        places[source].append(index)
    carried = []
    for index, source in enumerate(new):
        earlier = matched.get(index)
        if earlier is None and source in places:
            earlier = min(places[source], key=lambda place: abs(place - index))
        if earlier is None:
            carried.append(CarriedSegment(index + 1, "new"))
        else:
            kind: KeptKind = "context" if _same_neighbours(old, earlier, new, index) else "exact"
            carried.append(CarriedSegment(index + 1, kind, earlier + 1))
    remaining = set(new)
    gone = tuple(index + 1 for index, source in enumerate(old) if source not in remaining)
    return Update(tuple(carried), gone)


def _in_order(old: Sequence[str], new: Sequence[str]) -> dict[int, int]:
    """Match what stands in the same order; most versions only differ in the middle, so the ends go first."""
    shortest = min(len(old), len(new))
    head = next((i for i in range(shortest) if old[i] != new[i]), shortest)
    tail = next((i for i in range(shortest - head) if old[-1 - i] != new[-1 - i]), shortest - head)
    matched = {i: i for i in range(head)}
    matched.update({len(new) - 1 - i: len(old) - 1 - i for i in range(tail)})
    middle = SequenceMatcher(None, old[head : len(old) - tail], new[head : len(new) - tail], autojunk=False)
    for block in middle.get_matching_blocks():
        for step in range(block.size):
            matched[head + block.b + step] = head + block.a + step
    return matched


def _moved(old: Sequence[str], new: Sequence[str], matched: dict[int, int]) -> None:
    """Match what changed its place: those with the same neighbours first, then the nearest."""
    used = set(matched.values())
    free: dict[str, list[int]] = defaultdict(list)
    for index, source in enumerate(old):
        if index not in used:
            free[source].append(index)
    wanting = [index for index, source in enumerate(new) if index not in matched and free.get(source)]
    for with_context in (True, False):
        for index in wanting:
            if index in matched:
                continue
            fitting = [
                place
                for place in free[new[index]]
                if not with_context or _same_neighbours(old, place, new, index)
            ]
            if fitting:
                place = min(fitting, key=lambda place: abs(place - index))
                matched[index] = place
                free[new[index]].remove(place)


def _same_neighbours(old: Sequence[str], place: int, new: Sequence[str], index: int) -> bool:
    return _around(old, place) == _around(new, index)


def _around(sources: Sequence[str], index: int) -> tuple[str | None, str | None]:
    before = sources[index - 1] if index > 0 else None
    after = sources[index + 1] if index + 1 < len(sources) else None
    return before, after
