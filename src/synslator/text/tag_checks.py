"""Whether a translation has the tags of its source: each once, none more, pairs well nested."""

from collections import Counter
from dataclasses import dataclass
from typing import Literal

from synslator.text.tags import Tag, TagKind, tags_of

Trouble = Literal["missing", "extra", "misnested"]


@dataclass(frozen=True, slots=True)
class TagProblem:
    """One thing wrong with the tags of a translation."""

    trouble: Trouble
    tag: Tag

    def __str__(self) -> str:
        name = str(self.tag).strip("⟦⟧").removesuffix("/")
        match self.trouble:
            case "missing":
                return f"Missing tag: {name}"
            case "extra":
                return f"Extra tag: {name}"
            case "misnested":
                return f"Tag in the wrong place: {name}"


def check_tags(source: str, target: str) -> list[TagProblem]:
    """Compare the tags of a source and its translation; none wrong: an empty list.

    A half whose other half lies in another segment is only counted, in the source and in the target alike.
    """
    wanted, found = Counter(tags_of(source)), Counter(tags_of(target))
    problems = [TagProblem("missing", tag) for tag in _in_order(wanted - found)]
    problems += [TagProblem("extra", tag) for tag in _in_order(found - wanted)]
    pairs = {
        tag.number for tag in wanted if tag.kind is TagKind.OPEN and Tag(TagKind.CLOSE, tag.number) in wanted
    }
    return problems + [TagProblem("misnested", tag) for tag in _misnested(tags_of(target), pairs)]


def _in_order(counts: Counter[Tag]) -> list[Tag]:
    return sorted(counts.elements(), key=lambda tag: (tag.number, tag.kind is TagKind.CLOSE))


def _misnested(tags: list[Tag], pairs: set[int]) -> list[Tag]:
    wrong: list[Tag] = []
    opened: list[int] = []
    for tag in tags:
        if tag.number not in pairs or tag.kind is TagKind.ALONE:
            continue
        if tag.kind is TagKind.OPEN:
            opened.append(tag.number)
        elif opened and opened[-1] == tag.number:
            opened.pop()
        else:
            wrong.append(tag)
            if tag.number in opened:
                opened.remove(tag.number)
    return wrong
