"""Java properties: the values; keys, comments and the way lines are continued stay."""

import re

from synslator.formats.documents.core.charset import Decoded, TextPacker, decode
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.resources.placeholders import string_unit

_ENTRY = re.compile(
    r"""^[ \t\f]*(?: (?P<comment>[#!][^\r\n]*)
      | (?P<key>(?:[^\\\s=:]|\\(?:\r\n|.))(?:[^\\\s=:]|\\(?:\r\n|.))*)
        [ \t\f]*(?:[=:][ \t\f]*)?(?P<value>(?:[^\\\r\n]|\\(?:\r\n|.))*) )""",
    re.VERBOSE | re.DOTALL | re.MULTILINE,
)
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|(?:\r\n?|\n)[ \t\f]*|.)", re.DOTALL)
_NAMED = {"t": "\t", "n": "\n", "r": "\r", "f": "\f"}
_WRITTEN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r", "\f": "\\f"}


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a properties file."""
    decoded = decode(data, name, fallback="latin-1")
    # Without a sign of UTF-8 the file may be read as ISO 8859-1, as Java did for long: escapes suit both.
    charset = Decoded(decoded.text, "ascii" if decoded.text.isascii() else decoded.charset, decoded.mark)
    units: list[Unit] = []
    note = ""
    for found in _ENTRY.finditer(decoded.text):
        if found["comment"] is not None:
            note = f"{note} {found['comment'][1:].strip()}".strip()
            continue
        span = PartSpan(*found.span("value"))
        key = _unescape(found["key"])
        unit = string_unit(
            _unescape(found["value"]), span, _escape, options, note=f"{key}: {note}" if note else key
        )
        note = ""
        if unit is not None:
            units.append(unit)
    package = TextPacker(data, charset, name, escape=_unicode_escape)
    return Document("properties", name, (Part(name, decoded.text),), tuple(units), package)


def _unescape(raw: str) -> str:
    def one(found: re.Match[str]) -> str:
        code = found[1]
        if code[0] == "u" and len(code) == 5:
            return chr(int(code[1:], 16))
        if code[0] in "\r\n":
            return ""
        return _NAMED.get(code, code)

    value = _ESCAPE.sub(one, raw)
    # Two escapes may form one character beyond the basic plane.
    return value.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _escape(value: str) -> str:
    written = "".join(_WRITTEN.get(char, char) for char in value)
    return "\\" + written if written[:1] == " " else written


def _unicode_escape(char: str) -> str:
    return "".join(f"\\u{unit:04x}" for unit in _utf16_units(char))


def _utf16_units(char: str) -> list[int]:
    data = char.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[i : i + 2], "big") for i in range(0, len(data), 2)]
