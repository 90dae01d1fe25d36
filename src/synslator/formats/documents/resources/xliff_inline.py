"""The content of a source or target in XLIFF: text, inline elements, the marked segments of version 1.2."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from synslator.formats.documents.core.inline import InlineText, Item, Mark, text_items
from synslator.formats.documents.core.model import PartSpan
from synslator.formats.documents.core.options import ReadOptions
from synslator.formats.documents.core.xml import Type, XmlToken, attributes, escape, unescape
from synslator.formats.documents.resources.placeholders import placeholder_items
from synslator.text.tags import TagKind

_XLIFF = "urn:oasis:names:tc:xliff:document:"
NAMESPACES = {f"{_XLIFF}{version}": "x" for version in ("1.1", "1.2", "2.0", "2.1", "2.2")} | {"": "x"}

_PAIRS = frozenset({"x:g", "x:pc", "x:mrk"})
_OPENING = {"x:bpt": ("rid", "id"), "x:bx": ("rid", "id"), "x:sc": ("id",), "x:sm": ("id",)}
_CLOSING = {"x:ept": ("rid", "id"), "x:ex": ("rid", "id"), "x:ec": ("startRef", "id"), "x:em": ("startRef",)}
_HALVES = {"x:ept": "x:bpt", "x:ex": "x:bx", "x:ec": "x:sc", "x:em": "x:sm"}
_CONTENT_SHOWN = frozenset({"x:ph", "x:bpt", "x:ept", "x:it"})


@dataclass(slots=True)
class Content:
    """What stands in an element; `inner` leaves out its tags."""

    outer: PartSpan
    inner: PartSpan
    empty: bool = False
    items: list[Item] = field(default_factory=list)
    segments: dict[str, "Content"] = field(default_factory=dict)


def read_content(text: str, start: XmlToken, stream: Iterator[XmlToken], options: ReadOptions) -> Content:
    """Read the element that begins with this token."""
    content = Content(
        PartSpan(start.start, start.end), PartSpan(start.end, start.end), empty=start.type is Type.EMPTY
    )
    if not content.empty:
        _Reader(text, stream, options, content).read(start)
    return content


class _Reader:
    def __init__(self, text: str, stream: Iterator[XmlToken], options: ReadOptions, content: Content) -> None:
        self._text = text
        self._stream = stream
        self._options = options
        self._content = content
        self._open: list[tuple[str, Content | None]] = []
        """The open pairs: their keys, and the segment that one may be."""

    def read(self, start: XmlToken) -> None:
        for token in self._stream:
            if token.type is Type.END and token.name == start.name and not self._open:
                self._content.inner = PartSpan(start.end, token.start)
                self._content.outer = PartSpan(start.start, token.end)
                return
            self._token(token)

    def _add(self, item: Item) -> None:
        self._content.items.append(item)
        for _, segment in self._open:
            if segment is not None:
                segment.items.append(item)

    def _token(self, token: XmlToken) -> None:
        raw = self._text[token.start : token.end]
        span = PartSpan(token.start, token.end)
        if token.type is Type.TEXT:
            self._plain(raw, token.start)
        elif token.type is Type.CDATA:
            self._add(InlineText(raw[9:-3], span))
        elif token.type is Type.OTHER:
            self._add(Mark(TagKind.ALONE, span, "comment"))
        elif token.type is Type.END:
            self._end(span)
        elif token.name in _PAIRS and token.type is Type.START:
            self._start(token, raw)
        else:
            self._add(self._element(token, raw))

    def _plain(self, raw: str, start: int) -> None:
        for item in text_items(raw, start, unescape):
            wanted = self._options.placeholders != "never" and isinstance(item, InlineText)
            for piece in placeholder_items(item, escape) if wanted else [item]:  # type: ignore[arg-type]
                self._add(piece)

    def _start(self, token: XmlToken, raw: str) -> None:
        given = attributes(raw)
        if token.name == "x:mrk" and given.get("mtype") == "seg":
            segment = Content(PartSpan(token.start, token.end), PartSpan(token.end, token.end))
            self._content.segments[given.get("mid", "")] = segment
            self._open.append(("", segment))
        elif given.get("translate") == "no" or given.get("mtype") == "protected":
            end = self._skip(token)
            key = f"{token.name} {given.get('id', given.get('mid', ''))}"
            self._add(Mark(TagKind.ALONE, PartSpan(token.start, end), "protected", key, word=True))
        else:
            key = f"{token.name} {given.get('id', given.get('mid', ''))}"
            self._add(Mark(TagKind.OPEN, PartSpan(token.start, token.end), _label(token.name, given), key))
            self._open.append((key, None))

    def _end(self, span: PartSpan) -> None:
        key, segment = self._open.pop()
        if segment is not None:
            segment.inner = PartSpan(segment.inner.start, span.start)
        else:
            self._add(Mark(TagKind.CLOSE, span, "", key))

    def _element(self, token: XmlToken, raw: str) -> Mark:
        """Read an element that stands for a code of the original file."""
        given = attributes(raw)
        end = self._skip(token)
        span = PartSpan(token.start, end)
        shown = (
            unescape(self._text[token.end : span.end].rpartition("</")[0]) if token.type is Type.START else ""
        )
        label = (
            shown
            if shown and token.name in _CONTENT_SHOWN and "<" not in shown[:1]
            else _label(token.name, given)
        )
        for names, kind in ((_OPENING, TagKind.OPEN), (_CLOSING, TagKind.CLOSE)):
            if token.name in names:
                number = next((given[key] for key in names[token.name] if key in given), "")
                return Mark(kind, span, label, f"{_HALVES.get(token.name, token.name)} {number}")
        return Mark(
            TagKind.ALONE, span, label, f"{token.name} {given.get('id', '')}", word=token.name == "x:ph"
        )

    def _skip(self, token: XmlToken) -> int:
        depth = 1 if token.type is Type.START else 0
        end = token.end
        while depth:
            inner = next(self._stream)
            end = inner.end
            depth += {Type.START: 1, Type.END: -1}.get(inner.type, 0)
        return end


def _label(name: str, given: dict[str, str]) -> str:
    said = (
        given.get("equiv-text")
        or given.get("equiv")
        or given.get("disp")
        or given.get("ctype")
        or given.get("type")
    )
    return said or f"<{name.partition(':')[2]}>"
