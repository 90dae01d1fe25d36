"""YAML resource files: the scalars that are strings; keys, anchors, comments and each scalar's style stay."""

import json
import re
from collections.abc import Iterator
from typing import Any

import yaml

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.resources.placeholders import string_unit

_PROPERTIES = re.compile(r"(?:[&!][^\s,\[\]{}]*[ \t\r\n]+)+")
_HEADER = re.compile(r"[|>][^\r\n]*(?:\r\n?|\n)")
_DEEPEST = 200
_STRING_TAGS = frozenset({"tag:yaml.org,2002:str", "!"})
_UNWRITTEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff\ufeff\ufffe\uffff\u2028\u2029\x85]"
)


class _TooDeep(Exception):
    """There are more levels than a resource file has."""


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a YAML file."""
    decoded = decode(data, name)
    units: list[Unit] = []
    try:
        for path, event in _strings(decoded.text):
            unit = _unit(decoded.text, event, path, options)
            if unit is not None:
                units.append(unit)
    except _TooDeep:
        raise DamagedDocument(f"{name} is nested too deeply to be a resource file.") from None
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        raise DamagedDocument(f"{name} is not valid YAML: {place}{problem}.") from None
    return Document("yaml", name, (Part(name, decoded.text),), tuple(units), TextPacker(data, decoded, name))


def _strings(text: str) -> Iterator[tuple[str, yaml.ScalarEvent]]:
    """Yield the string values with their paths; events need no tree, so aliases cannot blow it up."""
    resolver = yaml.resolver.Resolver()
    path: list[str | int | None] = []
    for event in yaml.parse(text, Loader=yaml.SafeLoader):
        if isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent):
            _advance(path)
            path.append(None if isinstance(event, yaml.MappingStartEvent) else -1)
            if len(path) > _DEEPEST:
                raise _TooDeep
        elif isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent):
            path.pop()
            _leave(path)
        elif isinstance(event, yaml.ScalarEvent):
            if path and path[-1] is None:
                path[-1] = event.value
                continue
            _advance(path)
            tag = event.tag or resolver.resolve(yaml.ScalarNode, event.value, event.implicit)  # type: ignore[no-untyped-call]
            if tag in _STRING_TAGS:
                yield ".".join(str(step) for step in path), event
            _leave(path)
        elif isinstance(event, yaml.AliasEvent):
            if path and path[-1] is None:
                path[-1] = f"*{event.anchor}"
            else:
                _advance(path)
                _leave(path)


def _advance(path: list[str | int | None]) -> None:
    if path and isinstance(path[-1], int):
        path[-1] += 1
    elif path and path[-1] is None:
        path[-1] = "?"


def _leave(path: list[str | int | None]) -> None:
    """After a value of a mapping its next key is awaited."""
    if path and isinstance(path[-1], str):
        path[-1] = None


def _unit(text: str, event: yaml.ScalarEvent, path: str, options: ReadOptions) -> Unit | None:
    start, end = _index(event.start_mark), _index(event.end_mark)
    if properties := _PROPERTIES.match(text, start, end):
        start = properties.end()
    if event.style in {"|", ">"}:
        return _block_unit(text, PartSpan(start, end), event, path, options)
    in_flow = _in_flow(text, start, end)

    def quote(value: str) -> str:
        if event.style == "'" and not re.search(r"[\n\r\t]", value) and not _UNWRITTEN.search(value):
            return "'" + value.replace("'", "''") + "'"
        if event.style is None and _plain_is_safe(value, in_flow):
            return value
        return _double_quoted(value)

    return string_unit(event.value, PartSpan(start, end), quote, options, note=path)


def _index(mark: Any) -> int:
    index: int = mark.index
    return index


def _in_flow(text: str, start: int, end: int) -> bool:
    """Return whether a plain scalar stands, as far as its line shows, between brackets or braces."""
    line_start = max(text.rfind("\n", 0, start), text.rfind("\r", 0, start)) + 1
    following = text[end : end + 200].lstrip()
    return any(char in text[line_start:start] for char in "[{,") or following[:1] in {",", "]", "}"}


def _plain_is_safe(value: str, in_flow: bool) -> bool:
    """Try the value as a plain scalar and see whether it comes back as the same string."""
    if "\n" in value or not value or value != value.strip() or _UNWRITTEN.search(value):
        return False
    try:
        sample = f"[{value}]" if in_flow else f"k: {value}"
        loaded = yaml.safe_load(sample)
    except (yaml.YAMLError, ValueError):
        return False
    return bool(loaded == ([value] if in_flow else {"k": value}))


def _double_quoted(value: str) -> str:
    """Write any text at all; what YAML may not hold as it is becomes an escape."""
    written = json.dumps(value, ensure_ascii=False)
    return _UNWRITTEN.sub(lambda found: f"\\u{ord(found[0]):04x}", written)


def _block_unit(
    text: str, span: PartSpan, event: yaml.ScalarEvent, path: str, options: ReadOptions
) -> Unit | None:
    header = _HEADER.match(text, span.start)
    if header is None or event.value.strip() == "":
        return None
    raw = text[header.end() : span.end]
    first = next(line for line in raw.splitlines() if line.strip())
    indent = first[: len(first) - len(first.lstrip(" "))]
    newline = "\r\n" if "\r\n" in header[0] else "\n"
    body_end = header.end() + len(raw.rstrip(" \t\r\n"))
    value = event.value.rstrip("\n")
    if value[:1] == " ":
        return None

    def quote(value: str) -> str:
        # A folded scalar joins lines, and keeps some: what has lines of its own is written as a literal one.
        if _UNWRITTEN.search(value):
            return _double_quoted(value) + newline
        lines = value.split("\n")
        head = header[0].replace(">", "|", 1) if len(lines) > 1 else header[0]
        return head + newline.join(indent + line if line else line for line in lines)

    return string_unit(value, PartSpan(header.start(), body_end), quote, options, note=path)
