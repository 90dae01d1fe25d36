"""Android string resources: strings, arrays and plurals; names, comments and `translatable="false"` stay."""

import re
from collections.abc import Iterator

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.inline import Flat, InlineText, Item, Mark, unit_of
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.problems import DamagedDocument
from synslator.formats.documents.core.xml import (
    Type,
    XmlToken,
    attribute,
    attributes,
    character_reference,
    check,
    escape,
    tokens,
    unescape,
    unknown_entities,
)
from synslator.formats.documents.resources.placeholders import placeholder_items
from synslator.text.tags import TagKind

_NAMESPACES = {"urn:oasis:names:tc:xliff:document:1.2": "xliff"}
_ESCAPE = re.compile(r"\\(u[0-9a-fA-F]{4}|.)", re.DOTALL)
_BLANK = re.compile(r"[ \t\r\n]+")
_PIECE = re.compile(r"[ \t\r\n]+|[^ \t\r\n](?:.*[^ \t\r\n])?", re.DOTALL)
_NAMED = {"n": "\n", "t": "\t"}
_WRITTEN = {"\\": "\\\\", "'": "\\'", '"': '\\"', "\n": "\\n", "\t": "\\t"}
_QUOTE = re.compile(r'(?<!\\)((?:\\\\)*)"')
_REFERENCE = re.compile(r"\s*[@?](?:\+?[\w.:-]+/)[\w.:/-]+\s*")


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read an Android resource file."""
    decoded = decode(data, name)
    check(decoded.text, name)
    text = decoded.text
    if not re.search(r"<resources[\s>/]", text):
        raise DamagedDocument(f"{name} is not a file of Android resources: it has no <resources> element.")
    units = tuple(_units(text, options))
    package = TextPacker(data, decoded, name, escape=character_reference)
    return Document("android", name, (Part(name, text),), units, package)


def _units(text: str, options: ReadOptions) -> Iterator[Unit]:
    stream = tokens(text, _NAMESPACES)
    group, comment = "", ""
    closed = False
    for token in stream:
        raw = text[token.start : token.end]
        if token.type is Type.OTHER and raw.startswith("<!--"):
            comment = " ".join(raw[4:-3].split())
        if token.type is not Type.START:
            continue
        if token.name in {"string-array", "plurals"}:
            group, closed = attribute(raw, "name") or "", _not_translatable(raw)
        elif token.name in {"string", "item"}:
            given = attributes(raw)
            items = _items(text, token, stream, options)
            key = given.get("name") or f"{group} {given.get('quantity', '')}".strip()
            in_group = token.name == "item"
            if not _not_translatable(raw) and not (in_group and closed):
                unit = unit_of(items, Flat(_escape, _guard), note=f"{key}: {comment}" if comment else key)
                if unit is not None and not _REFERENCE.fullmatch(text, *unit.span):
                    yield unit
            comment = "" if token.name == "string" else comment


def _not_translatable(raw: str) -> bool:
    return attribute(raw, "translatable") == "false"


def _items(text: str, start: XmlToken, stream: Iterator[XmlToken], options: ReadOptions) -> list[Item]:
    """Read a string up to its end tag."""
    items: list[Item] = []
    protected = 0
    for token in stream:
        span = PartSpan(token.start, token.end)
        raw = text[token.start : token.end]
        if token.type is Type.END and token.name == start.name and not protected:
            break
        if token.name == "xliff:g" and token.type is not Type.EMPTY:
            protected += 1 if token.type is Type.START else -1
            if token.type is Type.START and protected == 1:
                items.append(
                    Mark(
                        TagKind.ALONE,
                        span,
                        attribute(raw, "example") or "placeholder",
                        word=True,
                        required=True,
                    )
                )
            elif not protected and isinstance(items[-1], Mark):
                whole = PartSpan(items[-1].span.start, token.end)
                items[-1] = Mark(TagKind.ALONE, whole, items[-1].label, word=True, required=True)
        elif protected:
            continue
        elif token.type is Type.TEXT:
            items.extend(_text_items(raw, token.start, options))
        elif token.type is Type.CDATA:
            items.extend(_split(InlineText(_decode(raw[9:-3]), span), options))
        elif token.type in {Type.START, Type.END}:
            kind = TagKind.OPEN if token.type is Type.START else TagKind.CLOSE
            items.append(Mark(kind, span, f"<{token.name}>", key=token.name))
        else:
            items.append(Mark(TagKind.ALONE, span, raw))
    return items


def _text_items(raw: str, start: int, options: ReadOptions) -> Iterator[Item]:
    """Split text at quotes, which only guard blanks, and at entities that nothing here explains."""
    cuts = sorted(
        [(found.end() - 1, found.end()) for found in _QUOTE.finditer(raw)] + list(unknown_entities(raw))
    )
    position = 0
    guarded = False
    for begin, end in [*cuts, (len(raw), len(raw))]:
        for part in _PIECE.finditer(raw, position, begin):
            text = unescape(part[0])
            span = PartSpan(start + part.start(), start + part.end())
            yield from _split(InlineText(_decode(text if guarded else _BLANK.sub(" ", text)), span), options)
        if end > begin:
            yield Mark(
                TagKind.ALONE,
                PartSpan(start + begin, start + end),
                raw[begin:end],
                required=raw[begin] == "&",
            )
            guarded ^= raw[begin] == '"'
        position = end


def _split(text: InlineText, options: ReadOptions) -> list[Item]:
    return [text] if options.placeholders == "never" else placeholder_items(text, _escape)


def _decode(raw: str) -> str:
    def one(found: re.Match[str]) -> str:
        code = found[1]
        return chr(int(code[1:], 16)) if code[0] == "u" and len(code) == 5 else _NAMED.get(code, code)

    return _ESCAPE.sub(one, raw)


def _escape(text: str) -> str:
    written = "".join(_WRITTEN.get(char, char) for char in text)
    written = re.sub(r" {2,}", lambda found: r"\u0020" * len(found[0]), written)
    return escape(written)


def _guard(body: str) -> str:
    return "\\" + body if body[:1] in {"@", "?"} else body
