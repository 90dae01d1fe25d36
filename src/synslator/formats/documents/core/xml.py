"""XML as a stream of tokens that know where they stand, so that a part can be edited in place.

A parser that builds a tree forgets how the file was written. Here expat first says whether the text is well
formed and refuses entity declarations; after that a few patterns are enough to walk over it and to remember
each token's span.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple
from xml.parsers import expat

from synslator.formats.documents.core.problems import DamagedDocument, RefusedDocument


class Type(Enum):
    """What a token is."""

    START = "start"
    END = "end"
    EMPTY = "empty"
    TEXT = "text"
    CDATA = "cdata"
    OTHER = "other"
    """A comment, a processing instruction, a declaration."""


class XmlToken(NamedTuple):
    """A token of a part; `name` is written with the prefix that the reader chose for the namespace."""

    type: Type
    name: str
    start: int
    end: int


_TOKEN = re.compile(
    r"""<(?: (?P<other>!--.*?--> | \?.*?\?> | !DOCTYPE(?:[^\[>]|\[.*?\]\s*(?=>))*>)
           | (?P<cdata>!\[CDATA\[.*?\]\]>)
           | (?P<close>/?)(?P<name>[^\s/>]+)(?:[^>"']++|"[^"]*+"|'[^']*+')*+> )
     | (?P<text>[^<]+)""",
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=<>/"']+)\s*=\s*("[^"]*"|'[^']*')""")
_REFERENCE = re.compile(r"&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(lt|gt|amp|quot|apos));")
_PREDEFINED = {"lt": "<", "gt": ">", "amp": "&", "quot": '"', "apos": "'"}
_UNKNOWN_ENTITY = re.compile(r"&[^\s;&#]+;")
_NOT_XML = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def check(text: str, what: str) -> None:
    """Refuse a text that is not well formed XML or that declares entities."""
    parser = expat.ParserCreate("utf-8")

    def refuse(name: str, *_: object) -> None:
        raise RefusedDocument(
            f"{what} declares the entity {name!r}; documents with entities of their own are refused."
        )

    parser.EntityDeclHandler = refuse
    try:
        parser.Parse(text.encode("utf-8"), True)
    except expat.ExpatError as error:
        reason = expat.errors.messages[error.code]
        raise DamagedDocument(
            f"{what} is not well-formed XML: line {error.lineno}, column {error.offset + 1}: {reason}."
        ) from None
    except UnicodeEncodeError:
        raise DamagedDocument(
            f"{what} is not well-formed XML: some of its bytes are not text in its encoding."
        ) from None


def tokens(text: str, namespaces: Mapping[str, str], start: int = 0) -> Iterator[XmlToken]:
    """Walk over well-formed XML; `namespaces` maps the addresses that matter to the prefixes to give them."""
    scope: dict[str, str] = {}
    names: dict[str, str] = {}
    saved: list[dict[str, str] | None] = []
    for found in _TOKEN.finditer(text, start):
        raw = found["name"]
        begin, end = found.span()
        if raw is None:
            kind = Type.TEXT if found["text"] is not None else Type.CDATA if found["cdata"] else Type.OTHER
            yield XmlToken(kind, "", begin, end)
            continue
        if found["close"]:
            yield XmlToken(Type.END, _name(raw, scope, names), begin, end)
            if (before := saved.pop()) is not None:
                scope, names = before, {}
            continue
        empty = text[end - 2] == "/"
        before = None
        if "xmlns" in text[begin:end]:
            before = scope
            scope, names = scope | _declared(text[begin:end], namespaces), {}
        yield XmlToken(Type.EMPTY if empty else Type.START, _name(raw, scope, names), begin, end)
        if not empty:
            saved.append(before)
        elif before is not None:
            scope, names = before, {}


def _declared(tag: str, namespaces: Mapping[str, str]) -> dict[str, str]:
    return {
        name.partition(":")[2]: namespaces.get(value, "?" + value)
        for name, value in attributes(tag).items()
        if name == "xmlns" or name.startswith("xmlns:")
    }


def _name(raw: str, scope: Mapping[str, str], names: dict[str, str]) -> str:
    name = names.get(raw)
    if name is None:
        prefix, _, local = raw.rpartition(":")
        prefix = scope.get(prefix, prefix)
        name = names[raw] = f"{prefix}:{local}" if prefix else local
    return name


def attributes(tag: str) -> dict[str, str]:
    """Return the attributes of a start tag, values decoded, names as written."""
    return {name: unescape(value[1:-1]) for name, value in _ATTRIBUTE.findall(tag)}


def attribute(tag: str, local: str) -> str | None:
    """Return the value of the attribute with this local name, whatever its prefix."""
    if local not in tag:
        return None
    for name, value in attributes(tag).items():
        if name == local or name.endswith(":" + local):
            return value
    return None


def attribute_span(tag: str, name: str) -> tuple[int, int] | None:
    """Return where the value of an attribute stands in its tag, quotes not included."""
    for found in _ATTRIBUTE.finditer(tag):
        if found[1] == name:
            return found.start(2) + 1, found.end(2) - 1
    return None


def unescape(text: str) -> str:
    """Decode character references and the predefined entities; line ends become newlines."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return _REFERENCE.sub(_referenced, text) if "&" in text else text


def _referenced(found: re.Match[str]) -> str:
    hexadecimal, decimal, name = found.groups()
    if name:
        return _PREDEFINED[name]
    number = int(hexadecimal, 16) if hexadecimal else int(decimal)
    return chr(number) if number <= 0x10FFFF else found[0]


def unknown_entities(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of references to entities that only a document type could explain."""
    for found in _UNKNOWN_ENTITY.finditer(text):
        if not _REFERENCE.fullmatch(found[0]):
            yield found.span()


def escape(text: str) -> str:
    """Write text as XML; characters that XML cannot hold become U+FFFD."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("\r", "&#13;")
    return _NOT_XML.sub("\ufffd", text)


def character_reference(char: str) -> str:
    """Write a character that a charset lacks."""
    return f"&#{ord(char)};"
