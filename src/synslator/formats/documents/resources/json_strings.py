"""JSON resource files: the string values, wherever they stand; keys stay."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.model import Document, Part, PartSpan
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.resources.placeholders import string_unit

_TOKEN = re.compile(r'"(?:[^"\\]++|\\.)*+"|[{}\[\],:]|[^\s{}\[\],:"]+', re.DOTALL)


@dataclass(slots=True)
class _Level:
    in_object: bool
    key: str = ""
    index: int = 0
    awaiting_key: bool = field(default=True)

    @property
    def step(self) -> str:
        return self.key if self.in_object else str(self.index)


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a JSON file."""
    decoded = decode(data, name)
    check(decoded.text, name)
    ascii_only = decoded.text.isascii() and "\\u" in decoded.text

    def quote(value: str) -> str:
        return json.dumps(value, ensure_ascii=ascii_only)

    units = [
        unit
        for path, value, span in _strings(decoded.text)
        if (unit := string_unit(value, span, quote, options, note=path)) is not None
    ]
    package = TextPacker(data, decoded, name, escape=_escape)
    return Document("json", name, (Part(name, decoded.text),), tuple(units), package)


def check(text: str, name: str) -> None:
    """Refuse what is not JSON, with the place."""
    try:
        # Numbers of any length are left as they stand.
        json.loads(text, parse_int=str, parse_float=str)
    except json.JSONDecodeError as error:
        raise DamagedDocument(
            f"{name} is not valid JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from None
    except RecursionError:
        raise DamagedDocument(f"{name} is nested too deeply to be a resource file.") from None


def _escape(char: str) -> str:
    return json.dumps(char)[1:-1]


def _strings(text: str) -> Iterator[tuple[str, str, PartSpan]]:
    """Yield path, value and span of each string value; values below keys that begin with @ are metadata."""
    levels: list[_Level] = []
    for found in _TOKEN.finditer(text):
        token = found[0]
        top = levels[-1] if levels else None
        if token in "{[":
            levels.append(_Level(token == "{"))
        elif token in "}]":
            levels.pop()
        elif token == "," and top:
            top.index += 1
            top.awaiting_key = True
        elif token == ":" and top:
            top.awaiting_key = False
        elif token[0] == '"':
            value = json.loads(token, strict=False)
            if top and top.in_object and top.awaiting_key:
                top.key = value
            elif not any(level.in_object and level.key[:1] in {"@", "$"} for level in levels):
                yield ".".join(level.step for level in levels), value, PartSpan(*found.span())
