"""Plain text: a line is a paragraph, unless the text is wrapped at a fixed width."""

import re
from collections.abc import Iterator
from itertools import pairwise

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.inline import Flat, InlineText, Item, text_items, unit_of
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit, counted
from synslator.formats.documents.core.options import ReadOptions

_LINE = re.compile(r"[^\r\n]+")
_INDENTED = re.compile(r"[ \t]*(?:[-*•·]|[0-9]{1,3}[.)、]|[A-Z][A-Z0-9 _-]*:)\s")
_CJK = re.compile("[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff]")
_NARROW, _WIDE = 50, 100
_SHARE = 0.8


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a plain text."""
    decoded = decode(data, name)
    find = _wrapped_units if _looks_wrapped(decoded.text) else _line_units
    units = counted(find(decoded.text), name, options.limits)
    package = TextPacker(data, decoded, name)
    return Document("txt", name, (Part(name, decoded.text),), units, package, plain=True)


def _line_units(text: str) -> Iterator[Unit]:
    for line in _LINE.finditer(text):
        unit = unit_of(text_items(line[0], line.start(), lambda raw: raw), Flat())
        if unit is not None:
            yield unit


def _looks_wrapped(text: str) -> bool:
    """Return whether lines were broken to keep a width: most that go on are then nearly full."""
    lines = text.splitlines()
    going_on = [
        len(line)
        for line, following in pairwise(lines)
        if line.strip() and following.strip() and not _INDENTED.match(following)
    ]
    if len(going_on) < 3 or max(map(len, lines)) > _WIDE or _CJK.search(text):
        return False
    return sum(length >= _NARROW for length in going_on) >= _SHARE * len(going_on)


def _wrapped_units(text: str) -> Iterator[Unit]:
    paragraph: list[re.Match[str]] = []
    for line in _LINE.finditer(text):
        apart = paragraph and text.count("\n", paragraph[-1].end(), line.start()) > 1
        if paragraph and (apart or not line[0].strip() or _INDENTED.match(line[0])):
            yield from _wrapped_unit(text, paragraph)
            paragraph = []
        if line[0].strip():
            paragraph.append(line)
    yield from _wrapped_unit(text, paragraph)


def _wrapped_unit(text: str, lines: list[re.Match[str]]) -> Iterator[Unit]:
    items: list[Item] = []
    for line in lines:
        if items:
            items.append(InlineText(" ", PartSpan(items[-1].span.end, line.start())))
        items.extend(text_items(line[0].strip(" \t"), line.start() + _indent(line[0]), lambda raw: raw))
    width = max((len(line[0]) for line in lines), default=0)
    indent = " " * _indent(lines[-1][0]) if len(lines) > 1 else ""
    newline = "\r\n" if "\r\n" in text else "\n"
    unit = unit_of(items, Flat(wrap=lambda body: _rewrap(body, width, newline + indent))) if items else None
    if unit is not None:
        yield unit


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _rewrap(body: str, width: int, between: str) -> str:
    """Break a translated paragraph at the width that the source had."""
    lines: list[str] = []
    for word in body.split(" "):
        fits = lines and len(lines[-1]) + 1 + len(word) + len(between.lstrip("\r\n")) <= width
        # A line must not begin like an item of a list: that would be read as a new paragraph.
        if fits or (lines and _INDENTED.match(word + " ")):
            lines[-1] += " " + word
        else:
            lines.append(word)
    return between.join(lines)
