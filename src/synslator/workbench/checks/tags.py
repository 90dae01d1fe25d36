"""Tags: each of the source once, none more, pairs well nested."""

from collections.abc import Iterator

from synslator.text.tag_checks import check_tags
from synslator.text.tags import Tag, TagKind, split
from synslator.workbench.checks.model import Finding, Pair, Span, TextEdit, edits


def tags(pair: Pair) -> Iterator[Finding]:
    """Compare the tags of both sides."""
    if "⟦" not in pair.source and "⟦" not in pair.target:
        return
    for problem in check_tags(pair.source, pair.target):
        at = tuple(_places(pair.target, problem.tag))
        if problem.trouble == "missing":
            spans = tuple(_places(pair.source, problem.tag))
            yield Finding("tags", str(problem), (), spans, _put_in(pair, problem.tag))
        else:
            extra = problem.trouble == "extra"
            yield Finding("tags", str(problem), at, fix=edits(pair.target, [(at[-1], "")]) if extra else None)


def _places(text: str, tag: Tag) -> Iterator[Span]:
    position = 0
    for piece in split(text):
        length = len(str(piece))
        if piece == tag:
            yield position, position + length
        position += length


def _put_in(pair: Pair, tag: Tag) -> tuple[TextEdit, ...] | None:
    """Put a missing tag where there can be no doubt: at the edge where the source has it."""
    if pair.source.startswith(str(tag)) and tag.kind is not TagKind.CLOSE:
        return edits(pair.target, [((0, 0), str(tag))])
    if pair.source.endswith(str(tag)) and tag.kind is not TagKind.OPEN:
        return edits(pair.target, [((len(pair.target), len(pair.target)), str(tag))])
    return None
