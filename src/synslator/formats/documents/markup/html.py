"""HTML: text between block elements, inline elements as tags; attributes that are shown or read aloud."""

import html
import re
from collections.abc import Iterator
from typing import NamedTuple

from synslator.formats.documents.core.charset import TextPacker, decode
from synslator.formats.documents.core.inline import Flat, Item, Mark, text_items, unit_of
from synslator.formats.documents.core.model import Document, Part, PartSpan, Unit, counted
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.xml import character_reference
from synslator.text.tags import TagKind

_TOKEN = re.compile(
    r"""<!--.*?(?:-->|\Z) | <!\[CDATA\[.*?(?:\]\]>|\Z) | <[!?][^>]*(?:>|\Z)
      | <(?P<close>/?)(?P<name>[A-Za-z][^\s/>]*)
            (?:(?:[^>"']++|"[^"]*+"|'[^']*+')*+> | [^>]*(?:>|\Z))
      | (?P<text>(?:[^<]|<(?![A-Za-z/!?])|</(?![A-Za-z]))+) | <""",
    re.VERBOSE | re.DOTALL,
)
_ATTRIBUTE = re.compile(r"""([^\s=<>/"']+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?""")
_BLANK = re.compile(r"[ \t\r\n\f]+")

_INLINE = frozenset(
    [
        "a",
        "abbr",
        "acronym",
        "b",
        "bdi",
        "bdo",
        "big",
        "br",
        "cite",
        "code",
        "data",
        "del",
        "dfn",
        "em",
        "font",
        "i",
        "img",
        "ins",
        "kbd",
        "label",
        "map",
        "mark",
        "math",
        "nobr",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "s",
        "samp",
        "small",
        "span",
        "strike",
        "strong",
        "sub",
        "sup",
        "svg",
        "time",
        "tt",
        "u",
        "var",
        "wbr",
    ]
)
_VOID = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
    ]
)
_RAW = frozenset(["script", "style", "textarea", "xmp", "noembed", "noframes", "iframe", "template"])
_ATOMS = frozenset(["code", "kbd", "samp", "var", "math", "svg"])
_CODE_BLOCKS = frozenset({"pre"})
_SHOWN = frozenset({"alt", "title", "placeholder", "aria-label", "aria-description"})
_SHOWN_META = frozenset({"description", "keywords", "og:title", "og:description", "twitter:title"})
_LABELS = {"b": "bold", "strong": "bold", "i": "italic", "em": "italic", "a": "link", "u": "underline"}


class _Tag(NamedTuple):
    start: int
    end: int
    name: str
    closing: bool


def read(data: bytes, name: str, options: ReadOptions) -> Document:
    """Read an HTML page."""
    decoded = decode(data, name)
    units = counted(html_units(decoded.text, 0, len(decoded.text)), name, options.limits)
    package = TextPacker(data, decoded, name, escape=character_reference)
    return Document("html", name, (Part(name, decoded.text),), units, package)


def html_units(text: str, start: int, end: int) -> Iterator[Unit]:
    """Find the units of HTML text between two positions."""
    items: list[Item] = []
    position = start
    while position < end:
        found = _TOKEN.match(text, position, end)
        if found is None:
            break
        position = found.end()
        if found["text"] is not None:
            items.extend(text_items(found["text"], found.start(), _decode))
            continue
        if found["name"] is None:
            items.append(Mark(TagKind.ALONE, PartSpan(*found.span()), "comment"))
            continue
        tag = _Tag(found.start(), found.end(), found["name"].lower(), bool(found["close"]))
        raw = text[tag.start : tag.end]
        if not tag.closing:
            yield from _attribute_units(tag, raw)
            if _closed_to_us(tag, raw):
                position = _after_element(text, tag, end)
                word = tag.name not in _RAW
                if tag.name in _INLINE or tag.name in _RAW:
                    items.append(
                        Mark(TagKind.ALONE, PartSpan(tag.start, position), f"<{tag.name}>", word=word)
                    )
                    continue
        if tag.name in _INLINE:
            items.append(_mark(tag, raw))
        else:
            yield from _flush(items)
    yield from _flush(items)


def _flush(items: list[Item]) -> Iterator[Unit]:
    unit = unit_of(items, _LAYOUT)
    items.clear()
    if unit is not None:
        yield unit


def _closed_to_us(tag: _Tag, raw: str) -> bool:
    """Return whether the element's content is not for translation."""
    if tag.name in _VOID or raw.endswith("/>"):
        return False
    if tag.name in _RAW or tag.name in _ATOMS or tag.name in _CODE_BLOCKS:
        return True
    attributes = _attributes(raw)
    return (
        attributes.get("translate", "").lower() == "no"
        or "notranslate" in attributes.get("class", "").split()
    )


def _mark(tag: _Tag, raw: str) -> Mark:
    span = PartSpan(tag.start, tag.end)
    label = _LABELS.get(tag.name, f"<{tag.name}>")
    if tag.name in _VOID or raw.endswith("/>"):
        return Mark(TagKind.ALONE, span, label, required=tag.name == "img")
    return Mark(TagKind.CLOSE if tag.closing else TagKind.OPEN, span, label, key=tag.name)


def _after_element(text: str, tag: _Tag, end: int) -> int:
    """Find where an element ends, counting those of the same name inside it."""
    if tag.name in _RAW:
        found = re.compile(rf"</{tag.name}\s*>", re.IGNORECASE).search(text, tag.end, end)
        return found.end() if found else end
    depth = 1
    for found in _TOKEN.finditer(text, tag.end, end):
        if found["name"] and found["name"].lower() == tag.name and not found[0].endswith("/>"):
            depth += -1 if found["close"] else 1
            if depth == 0:
                return found.end()
    return end


def _attributes(raw: str) -> dict[str, str]:
    return {name.lower(): html.unescape(value.strip("\"'")) for name, value in _ATTRIBUTE.findall(raw[1:-1])}


def _attribute_units(tag: _Tag, raw: str) -> Iterator[Unit]:
    shown = set(_SHOWN)
    if tag.name == "meta":
        attributes = _attributes(raw)
        kind = attributes.get("name", attributes.get("property", "")).lower()
        shown = {"content"} if kind in _SHOWN_META else set()
    elif tag.name == "input" and _attributes(raw).get("type", "").lower() in {"submit", "button", "reset"}:
        shown.add("value")
    elif not any(name in raw.lower() for name in shown):
        return
    for found in _ATTRIBUTE.finditer(raw):
        name, value = found[1].lower(), found[2]
        if name in shown and value and value[0] in "\"'":
            items = text_items(value[1:-1], tag.start + found.start(2) + 1, _decode)
            unit = unit_of(items, _ATTRIBUTE_LAYOUT, note=f"{tag.name} {name}")
            if unit is not None:
                yield unit


def _decode(raw: str) -> str:
    return _BLANK.sub(" ", html.unescape(_BLANK.sub(" ", raw)))


def _escape(text: str) -> str:
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\xa0", "&nbsp;").replace("\0", "\ufffd")


def _escape_attribute(text: str) -> str:
    return _escape(text).replace('"', "&quot;").replace("'", "&#39;")


_LAYOUT = Flat(_escape)
_ATTRIBUTE_LAYOUT = Flat(_escape_attribute)
