"""Gettext PO: `msgid` is the source, `msgstr` takes the translation; comments, order and wrapping stay."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.model import Document, Part, PartSpan, SideEdit, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.resources.placeholders import string_unit

_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n|\Z)")
_STRING = r'"(?:[^"\\\r\n]|\\[^\r\n])*"'
_KEYWORD = re.compile(
    rf"[ \t]*(msgctxt|msgid|msgid_plural|msgstr(?:\[\d+\])?)[ \t]*({_STRING})[ \t]*(?:[\r\n]+|\Z)"
)
_CONTINUED = re.compile(rf"[ \t]*({_STRING})[ \t]*(?:[\r\n]+|\Z)")
_ESCAPE = re.compile(r"\\(x[0-9a-fA-F]{1,2}|[0-7]{1,3}|.)")
_NAMED = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "b": "\b", "f": "\f", "v": "\v"}
_WRITTEN = {"\\": "\\\\", '"': '\\"', **{value: "\\" + name for name, value in _NAMED.items()}}
_WIDTH = 76
_FUZZY = re.compile(r",[ \t]*fuzzy\b")
_CHARSET = re.compile(r"(?<=charset=)[\w.:-]+", re.IGNORECASE)


@dataclass(slots=True)
class _Entry:
    values: dict[str, tuple[str, PartSpan]] = field(default_factory=dict)
    """Keyword -> its string and the span of its quoted pieces."""
    notes: list[str] = field(default_factory=list)
    fuzzy: list[SideEdit] = field(default_factory=list)


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read a PO or POT file."""
    decoded = decode(data, name)
    units = [unit for entry in _entries(decoded.text, name) for unit in _units(entry, decoded.text, options)]

    def redeclare(text: str) -> str:
        return _CHARSET.sub("UTF-8", text, count=1)

    package = TextPacker(data, decoded, name, redeclare=redeclare)
    return Document("po", name, (Part(name, decoded.text),), tuple(units), package)


def _entries(text: str, name: str) -> Iterator[_Entry]:
    entry = _Entry()
    position = 0
    while position < len(text):
        line = _LINE.match(text, position)
        assert line is not None
        if found := _KEYWORD.match(text, position):
            keyword = found[1]
            if keyword in {"msgctxt", "msgid"} and "msgstr" in " ".join(entry.values):
                yield entry
                entry = _Entry()
            pieces = [found[2]]
            end = found.end(2)
            position = found.end()
            while more := _CONTINUED.match(text, position):
                pieces.append(more[1])
                end, position = more.end(1), more.end()
            value = "".join(_unescape(piece[1:-1]) for piece in pieces)
            entry.values[keyword] = (value, PartSpan(found.start(2), end))
            continue
        if line[0].lstrip().startswith("#"):
            if entry.values:
                yield entry
                entry = _Entry()
            _comment(entry, line)
        elif line[0].strip():
            number = text.count("\n", 0, position) + 1
            raise DamagedDocument(f"{name} is not a valid PO file: line {number} is not part of an entry.")
        position = line.end()
    yield entry


def _comment(entry: _Entry, line: re.Match[str]) -> None:
    content = line[0].strip()
    if content.startswith(("#. ", "# ", "#: ")):
        entry.notes.append(content[2:].strip())
    elif content.startswith("#,") and (fuzzy := _FUZZY.search(line[0])):
        alone = content.replace(" ", "") == "#,fuzzy"
        start, end = (
            (line.start(), line.end())
            if alone
            else (line.start() + fuzzy.start(), line.start() + fuzzy.end())
        )
        entry.fuzzy.append(SideEdit(PartSpan(start, end), ""))


def _units(entry: _Entry, text: str, options: ReadOptions) -> Iterator[Unit]:
    source, _ = entry.values.get("msgid", ("", None))
    if not source:
        return
    plural = entry.values.get("msgid_plural", (source, None))[0]
    forms = [keyword for keyword in entry.values if keyword.startswith("msgstr")]
    context = entry.values["msgctxt"][0] if "msgctxt" in entry.values else ""
    note = "; ".join(filter(None, [context, *entry.notes]))
    for form in forms:
        target, span = entry.values[form]
        wanted = source if form == "msgstr" or (form == "msgstr[0]" and len(forms) > 1) else plural
        quote = _quoting(text[span.start : span.end])
        unit = string_unit(wanted, span, quote, options, note, target)
        if unit is None:
            continue
        edits = tuple(entry.fuzzy) if form == forms[0] else ()
        yield replace(unit, edits=edits)


def _quoting(raw: str) -> Callable[[str], str]:
    """Write a value the way this entry was written: on one line, or wrapped below an empty first string."""
    newline = "\r\n" if "\r\n" in raw else "\n"

    def quote(value: str) -> str:
        lines = value.splitlines(keepends=True) if "\n" in value else [value]
        if raw.startswith('""') and len(raw) > 2:
            lines = [piece for line in lines for piece in _wrap(line)]
        quoted = ['"' + _escape(line) + '"' for line in lines]
        several = len(quoted) > 1 or (raw.startswith('""') and len(raw) > 2)
        return newline.join(['""', *quoted] if several else quoted)

    return quote


def _wrap(line: str) -> list[str]:
    """Cut a long line behind spaces, as the gettext tools do."""
    pieces = [""]
    for word in re.findall(r"\S*\s*", line):
        if pieces[-1] and len(_escape(pieces[-1] + word)) > _WIDTH:
            pieces.append("")
        pieces[-1] += word
    return pieces


def _escape(value: str) -> str:
    return "".join(_WRITTEN.get(char, char) for char in value)


def _unescape(raw: str) -> str:
    def one(found: re.Match[str]) -> str:
        code = found[1]
        if code in _NAMED:
            return _NAMED[code]
        if code[0] == "x" and len(code) > 1:
            return chr(int(code[1:], 16))
        return chr(int(code, 8)) if code[0] in "01234567" else code

    return _ESCAPE.sub(one, raw)
