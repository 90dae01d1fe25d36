"""Segments of a document: cut from its units, split and merged by hand, joined again for writing."""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count, groupby, pairwise

from synslator.errors import UsageProblem
from synslator.formats.documents.core.model import Document, Unit
from synslator.text.segmentation import Segmenter, cut
from synslator.text.tags import TAG, strip


@dataclass(frozen=True, slots=True)
class SourceSegment:
    """What a translator works on: a unit or a part of one."""

    number: int
    """From 1, in reading order."""
    unit: int
    """Its unit's place in the document."""
    source: str
    before: str = ""
    """The blanks between the segment and the one before it in the unit."""
    after: str = ""
    """The blanks behind the unit's last segment."""
    note: str = ""
    target: str = ""
    """The translation that the file already holds."""


def segments_of(document: Document, segmenter: Segmenter) -> list[SourceSegment]:
    """Cut a document's units into segments."""
    return list(each_segment(document, segmenter))


def each_segment(document: Document, segmenter: Segmenter) -> Iterator[SourceSegment]:
    """Yield the segments one by one, for whoever may have enough of them."""
    number = count(1)
    for index, unit in enumerate(document.units):
        for segment in _segments_of_unit(index, unit, segmenter):
            yield replace(segment, number=next(number))


def _segments_of_unit(index: int, unit: Unit, segmenter: Segmenter) -> list[SourceSegment]:
    pieces = [] if unit.whole or unit.target else cut(unit.source, segmenter)
    if len(pieces) > 1:
        return [SourceSegment(0, index, p.text, p.before, p.after, unit.note) for p in pieces]
    body = unit.source.strip()
    lead = len(unit.source) - len(unit.source.lstrip())
    before, after = unit.source[:lead], unit.source[lead + len(body) :]
    target = (unit.target or "").removeprefix(before).removesuffix(after)
    return [SourceSegment(0, index, body, before, after, unit.note, target)]


def split_segment(segment: SourceSegment, at: int) -> tuple[SourceSegment, SourceSegment]:
    """Split a segment before a position of its source; both halves keep their place in the unit."""
    inside_tag = any(found.start() < at < found.end() for found in TAG.finditer(segment.source))
    left, right = segment.source[:at], segment.source[at:]
    if inside_tag or not strip(left).strip() or not strip(right).strip():
        raise UsageProblem(f"Segment {segment.number} can be split between two of its words, not at {at}.")
    blank = left[len(left.rstrip()) :] + right[: len(right) - len(right.lstrip())]
    first = replace(segment, source=left.rstrip(), after="", target="")
    second = replace(segment, number=segment.number + 1, source=right.lstrip(), before=blank, target="")
    return first, second


def merge_segments(first: SourceSegment, second: SourceSegment) -> SourceSegment:
    """Merge two neighbours of the same unit."""
    if first.unit != second.unit or first.number + 1 != second.number:
        raise UsageProblem(
            f"Segments {first.number} and {second.number} cannot be merged:"
            " they are not neighbours in one paragraph."
        )
    return replace(first, source=first.source + second.before + second.source, after=second.after, target="")


def renumbered(segments: Iterable[SourceSegment]) -> list[SourceSegment]:
    """Renumber segments after some were split or merged."""
    return [replace(segment, number=number) for number, segment in enumerate(segments, start=1)]


def unit_texts(segments: Sequence[SourceSegment], texts: Sequence[str]) -> dict[int, str]:
    """Join the texts of all segments of each unit, with the blanks that belong between them."""
    joined: dict[int, str] = {}
    pairs = zip(segments, texts, strict=True)
    for unit, group in groupby(pairs, key=lambda pair: pair[0].unit):
        members = list(group)
        written = members[0][0].before + members[0][1]
        for (left, left_text), (right, right_text) in pairwise(members):
            same = left_text == left.source and right_text == right.source
            written += (right.before if same else _gap(left, right, written, right_text)) + right_text
        joined[unit] = written + (members[-1][0].after if written.strip() else "")
    return joined


def _gap(left: SourceSegment, right: SourceSegment, written: str, following: str) -> str:
    """Adapt the blank between two sentences to the script of their translations.

    Chinese sentences follow each other without a space, English ones do not; any other blank stays.
    """
    ending, beginning = strip(written)[-1:], strip(following)[:1]
    if not ending.strip() or not beginning:
        return right.before if ending.strip() or beginning else ""
    wide_source = _is_wide(strip(left.source)[-1:]) or _is_wide(strip(right.source)[:1])
    opens = beginning.isalnum() or beginning in "([{\"'“‘¿¡"
    if right.before == "" and wide_source and opens and not _is_wide(ending) and not _is_wide(beginning):
        return " "
    return "" if right.before == " " and _is_wide(ending) and _is_wide(beginning) else right.before


def _is_wide(char: str) -> bool:
    return char != "" and unicodedata.east_asian_width(char) in {"W", "F"}
