"""Apple's `.strings` files: `"key" = "value";`. The values are offered; keys and comments stay."""

import re

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit, counted
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.resources.placeholders import string_unit

_QUOTED = r'"((?:[^"\\]|\\.)*+)"'
_PIECE = re.compile(
    rf"""(?P<comment>/\*.*?\*/|//[^\n]*) | (?P<entry>(?:{_QUOTED}|[\w.-]+)\s*=\s*{_QUOTED}\s*;)""",
    re.DOTALL | re.VERBOSE,
)
_VALUE, _KEY = 4, 3
_ESCAPE = re.compile(r"\\(?:U([0-9a-fA-F]{4})|(.))", re.DOTALL)
_READ = {"n": "\n", "t": "\t", "r": "\r"}
_WRITTEN = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t", "\r": "\\r"}


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a file of strings."""
    decoded = decode(data, name)
    units = counted(_units(decoded.text, name, options), name, options.limits)
    return Document("strings", name, (Part(name, decoded.text),), units, TextPacker(data, decoded, name))


def _units(text: str, name: str, options: ReadOptions) -> list[Unit]:
    units, note, end = [], "", 0
    for found in _PIECE.finditer(text):
        between, end = text[end : found.start()], found.end()
        if between.strip():
            line = text.count("\n", 0, found.start() - len(between.lstrip())) + 1
            raise DamagedDocument(f'{name} has no entry of the form "key" = "value"; in line {line}.')
        if found["comment"]:
            note = found["comment"].strip("/* \n")
            continue
        span = PartSpan(*found.span(_VALUE))
        unit = string_unit(_unescaped(found[_VALUE]), span, _escaped, options, note=note or found[_KEY] or "")
        units += [unit] if unit else []
        note = ""
    return units


def _unescaped(raw: str) -> str:
    return _ESCAPE.sub(
        lambda found: chr(int(found[1], 16)) if found[1] else _READ.get(found[2], found[2]), raw
    )


def _escaped(value: str) -> str:
    return "".join(_WRITTEN.get(char, char) for char in value)
