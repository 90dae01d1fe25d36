"""Word's fields: a result that Word computes is an atom, a link's result is text within a pair of tags."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from synslator.formats.documents.core.inline import Item, Mark
from synslator.formats.documents.core.model import PartSpan
from synslator.formats.documents.core.xml import attribute
from synslator.formats.documents.office.runs import Dialect, RunMark, RunText
from synslator.text.tags import TagKind


@dataclass(frozen=True, slots=True)
class _Field:
    begin: int
    separate: int | None
    end: int


def with_fields(items: Sequence[Item], text: str, dialect: Dialect) -> list[Item]:
    """Replace each whole field among the items by one mark, or by a pair around a link's text."""
    if not any(_is(item, "w:fldChar") for item in items):
        return list(items)
    result: list[Item] = []
    position = 0
    for field in _outer_fields(items, text):
        result.extend(items[position : field.begin])
        inside = items[field.begin : field.end + 1]
        instruction = _instruction(inside, text)
        if field.separate is not None and instruction.upper().startswith("HYPERLINK"):
            head = items[field.begin : field.separate + 1]
            tail = items[field.end : field.end + 1]
            result.append(_mark(TagKind.OPEN, head, "link", text, dialect))
            result.extend(items[field.separate + 1 : field.end])
            result.append(_mark(TagKind.CLOSE, tail, "link", text, dialect))
        else:
            name = instruction.split(" ", 1)[0] or "computed"
            result.append(_mark(TagKind.ALONE, inside, f"{name} field", text, dialect))
        position = field.end + 1
    result.extend(items[position:])
    return result


def _outer_fields(items: Sequence[Item], text: str) -> list[_Field]:
    """Find the fields that are complete, not inside another, and that no link or control cuts through."""
    found: list[_Field] = []
    stack: list[tuple[int, int, list[int]]] = []
    depth = 0
    for index, item in enumerate(items):
        if isinstance(item, Mark) and item.kind is not TagKind.ALONE:
            depth += 1 if item.kind is TagKind.OPEN else -1
        if not _is(item, "w:fldChar"):
            continue
        match attribute(text[item.span.start : item.span.end], "fldCharType"):
            case "begin":
                stack.append((index, depth, []))
            case "separate" if stack:
                stack[-1][2].append(index)
            case "end" if stack:
                begin, level, separate = stack.pop()
                if level == depth:
                    found = [field for field in found if field.begin < begin]
                    found.append(_Field(begin, separate[0] if separate else None, index))
    return found


def _is(item: Item, name: str) -> bool:
    return isinstance(item, RunMark) and item.key == name


def _instruction(items: Sequence[Item], text: str) -> str:
    """Read what the outermost of these fields computes."""
    pieces: list[str] = []
    begun = 0
    for item in items:
        if _is(item, "w:fldChar"):
            begun += 1
            if begun > 1:
                break
        elif _is(item, "w:instrText"):
            raw = text[item.span.start : item.span.end]
            pieces.append(re.sub(r"<[^>]*>", "", raw))
    return " ".join("".join(pieces).split())


def _mark(kind: TagKind, items: Sequence[Item], label: str, text: str, dialect: Dialect) -> Mark:
    """Merge several items into one mark; each keeps the run around it."""
    pieces = []
    for item in items:
        raw = text[item.span.start : item.span.end]
        in_run = isinstance(item, RunMark | RunText)
        pieces.append(item.look.opening + raw + dialect.closing if in_run else raw)  # type: ignore[union-attr]
    span = PartSpan(items[0].span.start, items[-1].span.end)
    return Mark(kind, span, label, "field", "".join(pieces), required=True, word=kind is TagKind.ALONE)
